// Rules: R66.
type PlainDialog = {
  titleText: string;
  text?: string | undefined;
  /** The label of the button that confirms. */
  confirm: string;
  /** The label of the button that cancels; without it there is none. */
  cancel?: string | undefined;
  /** Milliseconds after which it closes by itself. */
  timer?: number | undefined;
};

/**
 * Opens the browser's own dialog, for when the code of the usual dialogs can't be loaded.
 * @returns whether the person confirmed
 */
export function openPlainDialog({
  titleText,
  text,
  confirm,
  cancel,
  timer,
}: PlainDialog): Promise<boolean> {
  const dialog = make('dialog', 'plain-dialog');
  dialog.setAttribute('aria-label', titleText);
  const actions = make('div', 'plain-dialog-actions');
  if (cancel) actions.append(makeButton(cancel, 'btn btn-ghost', () => dialog.close()));
  actions.append(makeButton(confirm, 'btn btn-primary', () => dialog.close(CONFIRMED)));
  dialog.append(make('h2', '', titleText));
  if (text) dialog.append(make('p', '', text));
  dialog.append(actions);
  document.body.append(dialog);
  dialog.showModal();
  const closing = timer === undefined ? undefined : setTimeout(() => dialog.close(), timer);
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => {
      clearTimeout(closing);
      dialog.remove();
      resolve(dialog.returnValue === CONFIRMED);
    });
  });
}

const CONFIRMED = 'confirmed';

function make<K extends keyof HTMLElementTagNameMap>(tag: K, className: string, text = '') {
  return Object.assign(document.createElement(tag), { className, textContent: text });
}

function makeButton(label: string, className: string, onPress: () => void): HTMLButtonElement {
  const button = Object.assign(make('button', className, label), { type: 'button' as const });
  button.addEventListener('click', onPress);
  return button;
}
