import { isMotionLoaded, loadMotion } from './load-motion.ts';
import { readApiError } from './api-error.ts';
import type { SweetAlertOptions, SweetAlertResult } from 'sweetalert2';

/** How long the popup of a success stays, spec section 9. */
const SUCCESS_MS = 1_500;

/** Tells of a success; closes by itself. */
export async function showSuccess(text: string): Promise<void> {
  await fire({ icon: 'success', title: text, timer: SUCCESS_MS, showConfirmButton: false });
}

/**
 * Tells of a failure, with a button to close.
 * @param options.title stands above the text
 * @param options.timer milliseconds after which it closes by itself
 */
export async function showError(
  text: string,
  { title, timer }: { title?: string; timer?: number } = {},
): Promise<void> {
  await fire({ icon: 'error', title: title ?? text, text: title && text, timer });
}

/** Tells of something that is neither, such as a part of the site that is not there yet. */
export async function showInfo(text: string): Promise<void> {
  await fire({ icon: 'info', title: text });
}

/**
 * Asks before something is done that cannot be undone.
 * @param question.confirm the name of the act, on its button
 * @returns whether the person wants it
 */
export async function confirmAction(question: {
  title: string;
  text: string;
  confirm: string;
}): Promise<boolean> {
  const { isConfirmed } = await fire({
    icon: 'warning',
    title: question.title,
    text: question.text,
    confirmButtonText: question.confirm,
    showCancelButton: true,
    // The safe answer is the one that Enter gives.
    focusCancel: true,
    reverseButtons: true,
  });
  return isConfirmed;
}

/**
 * Asks, does it, and tells how it went.
 * @param question as for `confirmAction`
 * @param act what is done if the person wants it
 * @param told what they read when it is done, and when it failed: the server's own words, unless there are others
 * @returns whether it was done, after they have read it
 */
export async function confirmAndDo(
  question: Parameters<typeof confirmAction>[0],
  act: () => Promise<unknown>,
  told: { success: string; failure?: string },
): Promise<boolean> {
  if (!(await confirmAction(question))) return false;
  try {
    await act();
  } catch (error) {
    await showError(told.failure ?? readApiError(error).message);
    return false;
  }
  await showSuccess(told.success);
  return true;
}

/**
 * Asks for a text before something is done that cannot be undone.
 * @param question.text may have several lines
 * @param question.check what is wrong with the text, if something is: then it is asked for again
 * @returns the text, or undefined if the person does not want it
 */
export async function askForText(question: {
  title: string;
  text: string;
  label: string;
  type: 'email' | 'password';
  confirm: string;
  check: (text: string) => string | undefined | Promise<string | undefined>;
}): Promise<string | undefined> {
  const { isConfirmed, value } = await fire({
    icon: 'warning',
    title: question.title,
    text: question.text,
    input: question.type,
    inputLabel: question.label,
    inputAttributes: {
      autocapitalize: 'off',
      autocomplete: question.type === 'password' ? 'current-password' : 'off',
    },
    inputValidator: async (text) => (await question.check(text)) ?? null,
    confirmButtonText: question.confirm,
    showCancelButton: true,
    reverseButtons: true,
  });
  return isConfirmed ? String(value) : undefined;
}

/** Ends when the dialog that was asked for last is closed. */
let lastDialog: Promise<unknown> = Promise.resolve();

/**
 * One after the other: who signs up on the way to a class is told of both, and not of the last one only.
 */
function fire(options: SweetAlertOptions): Promise<SweetAlertResult> {
  const shown = lastDialog.catch(() => undefined).then(() => show(options));
  lastDialog = shown;
  return shown;
}

async function show(options: SweetAlertOptions): Promise<SweetAlertResult> {
  const { default: dialog } = await import('sweetalert2');
  return dialog.fire({
    // Both would move the page behind it.
    heightAuto: false,
    scrollbarPadding: false,
    buttonsStyling: false,
    customClass: { confirmButton: 'btn btn-primary', cancelButton: 'btn btn-ghost' },
    // framer-motion moves it instead. Closing keeps SweetAlert2's own animation, which it waits for.
    showClass: { popup: '' },
    willOpen: (popup) => void enter(popup),
    ...options,
  } as SweetAlertOptions);
}

/** The dialog rises into place. It is on the screen either way. */
async function enter(popup: HTMLElement): Promise<void> {
  if (window.matchMedia('(prefers-reduced-motion: reduce)').matches || !isMotionLoaded()) return;
  const { animate } = await loadMotion();
  animate(
    popup,
    { opacity: [0.2, 1], transform: ['translateY(24px) scale(0.95)', 'translateY(0) scale(1)'] },
    { duration: 0.25, ease: 'easeOut' },
  );
}
