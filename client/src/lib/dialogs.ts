import { LABELS } from '@speakifyr/contract/labels.ts';
import { animate } from 'framer-motion/dom/mini';
import { UNREACHABLE } from './api-error.ts';
import { openPlainDialog } from './plain-dialog.ts';
import type { SweetAlertOptions } from 'sweetalert2';

/** How long a success popup stays, in milliseconds: spec section 9. */
const SUCCESS_MS = 1_500;

/** The wait before the dialogs' code is loaded ahead, in milliseconds, if the browser can't say when it is idle. */
const PRELOAD_MS = 2_000;

/**
 * The options of a dialog, all of them plain text: a name may look like HTML. SweetAlert2 has others that take HTML,
 * such as `title` and `html`: this type leaves them out, and lint forbids them in this file.
 */
type Dialog = {
  icon: 'success' | 'error' | 'warning';
  titleText: string;
  text?: string | undefined;
  /** The label of the button that confirms. */
  confirm?: string;
  /** The label of the button that cancels. */
  cancel?: string;
  timer?: number | undefined;
  showConfirmButton?: boolean;
  showCancelButton?: boolean;
  focusCancel?: boolean;
  returnFocus?: boolean;
  reverseButtons?: boolean;
  input?: 'email' | 'password' | 'text';
  inputLabel?: string;
  inputAttributes?: Record<string, string>;
  customClass?: typeof DANGER;
  /** @returns what is wrong with the text, if anything */
  check?: (text: string) => string | undefined | Promise<string | undefined>;
};

/**
 * Shows a success popup, which closes by itself. R45
 * @param options.returnsFocus false if something else on the page takes the focus when it closes
 */
export async function showSuccess(
  text: string,
  { returnsFocus = true }: { returnsFocus?: boolean } = {},
): Promise<void> {
  await open({
    icon: 'success',
    titleText: text,
    timer: SUCCESS_MS,
    showConfirmButton: false,
    returnFocus: returnsFocus,
  });
}

/**
 * Shows an error dialog. It stays until the person closes it, so that they can read what to do.
 * @param options.titleText the heading above the text
 * @param options.timer milliseconds after which it closes by itself; only for a refused join, spec section 8
 * @param options.action the label of a second button, which leads to where the person can do something about it
 * @returns whether the person pressed that second button
 */
export async function showError(
  text: string,
  {
    titleText,
    timer,
    action,
  }: { titleText?: string; timer?: number | undefined; action?: string } = {},
): Promise<boolean> {
  const { isConfirmed } = await open({
    icon: 'error',
    titleText: titleText ?? text,
    text: titleText && text,
    timer,
    ...(action && {
      confirm: action,
      showCancelButton: true,
      cancel: LABELS.ok,
      reverseButtons: true,
    }),
  });
  return isConfirmed && action !== undefined;
}

/**
 * Asks for a confirmation before an action that cannot be undone.
 * @param question.confirm the label of the button that confirms
 * @returns whether the person confirmed
 */
export async function confirmAction(question: {
  titleText: string;
  text: string;
  confirm: string;
  /** Whether the button that confirms is red. */
  isDangerous?: boolean;
}): Promise<boolean> {
  const { isConfirmed } = await open({
    icon: 'warning',
    titleText: question.titleText,
    text: question.text,
    confirm: question.confirm,
    ...(question.isDangerous && { customClass: DANGER }),
    showCancelButton: true,
    // Enter gives the safe answer.
    focusCancel: true,
    reverseButtons: true,
  });
  return isConfirmed;
}

/**
 * Asks for a text before an action that cannot be undone.
 * @param question.text may have several lines
 * @param question.check returns what is wrong with the text, if anything; then the dialog stays open
 * @returns the text, or undefined if the person canceled
 */
export async function askForText(question: {
  titleText: string;
  text: string;
  label: string;
  type: 'email' | 'password' | 'text';
  confirm: string;
  /** Whether the button that confirms is red. */
  isDangerous?: boolean;
  check: (text: string) => string | undefined | Promise<string | undefined>;
}): Promise<string | undefined> {
  const { isConfirmed, value } = await open({
    icon: 'warning',
    titleText: question.titleText,
    text: question.text,
    input: question.type,
    inputLabel: question.label,
    inputAttributes: {
      autocapitalize: 'off',
      autocomplete: question.type === 'password' ? 'current-password' : 'off',
    },
    check: question.check,
    confirm: question.confirm,
    ...(question.isDangerous && { customClass: DANGER }),
    showCancelButton: true,
    reverseButtons: true,
  });
  return isConfirmed ? String(value) : undefined;
}

/** The buttons of a dialog before something that can't be undone. */
const DANGER = { confirmButton: 'btn btn-error', cancelButton: 'btn btn-ghost' };

/** How a dialog was closed. */
type DialogEnd = { isConfirmed: boolean; value?: unknown };

/** Loads the dialogs' code ahead, so that the first one opens at once, even if the connection is lost by then. */
export function preloadDialogs(): void {
  const load = () => void loadSweetAlert().catch(() => undefined);
  // Safari has no requestIdleCallback.
  if ('requestIdleCallback' in window) requestIdleCallback(load);
  else setTimeout(load, PRELOAD_MS);
}

/** Closes the dialog that is open now, as if the person had closed it. */
export function closeDialog(): void {
  void sweetAlert?.then((loaded) => loaded.close());
}

let sweetAlert: ReturnType<typeof importSweetAlert> | undefined;

const importSweetAlert = async () => (await import('sweetalert2')).default;

function loadSweetAlert() {
  sweetAlert ??= importSweetAlert().catch((error: unknown) => {
    // The next dialog tries again.
    sweetAlert = undefined;
    throw error;
  });
  return sweetAlert;
}

/** Resolves when the latest dialog is closed. */
let lastDialog: Promise<unknown> = Promise.resolve();

/** Shows dialogs one after the other. A person who signs up to join a class reads about both. */
function open(dialog: Dialog): Promise<DialogEnd> {
  const shown = lastDialog.catch(() => undefined).then(() => show(dialog));
  lastDialog = shown;
  return shown;
}

async function show(dialog: Dialog): Promise<DialogEnd> {
  const loaded = await loadSweetAlert().catch(() => undefined);
  return loaded ? showWith(loaded, dialog) : showPlain(dialog);
}

/** Without the network: a failure message must never need it. */
async function showPlain(dialog: Dialog): Promise<DialogEnd> {
  const { titleText, text, confirm = LABELS.ok, cancel = LABELS.cancel, timer } = dialog;
  if (!dialog.input)
    return {
      isConfirmed: await openPlainDialog({
        titleText,
        text,
        confirm,
        cancel: dialog.showCancelButton ? cancel : undefined,
        timer,
      }),
    };
  // The answer would go to the server, which can't be reached.
  await openPlainDialog({ titleText: UNREACHABLE.message, confirm: LABELS.ok });
  return { isConfirmed: false };
}

function showWith(
  loaded: Awaited<ReturnType<typeof importSweetAlert>>,
  { confirm = LABELS.ok, cancel = LABELS.cancel, check, ...options }: Dialog,
): Promise<DialogEnd> {
  return loaded.fire({
    // Both would move the page behind the dialog.
    heightAuto: false,
    scrollbarPadding: false,
    buttonsStyling: false,
    confirmButtonText: escapeHtml(confirm),
    cancelButtonText: escapeHtml(cancel),
    customClass: { confirmButton: 'btn btn-primary', cancelButton: 'btn btn-ghost' },
    // framer-motion moves it instead. Closing keeps SweetAlert2's own animation, which it waits for.
    showClass: { popup: '' },
    willOpen: enter,
    ...(check && { inputValidator: async (text) => escapeHtml((await check(text)) ?? '') }),
    ...options,
  } as SweetAlertOptions);
}

/** For labels of buttons and problems with an input, which SweetAlert2 reads as HTML. */
function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** The dialog rises into place. It is on the screen either way. */
function enter(popup: HTMLElement): void {
  if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  animate(
    popup,
    { opacity: [0.2, 1], transform: ['translateY(24px) scale(0.95)', 'translateY(0) scale(1)'] },
    { duration: 0.25, ease: 'easeOut' },
  );
}
