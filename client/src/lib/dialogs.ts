import type { SweetAlertOptions } from 'sweetalert2';

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

async function fire(options: SweetAlertOptions) {
  const { default: dialog } = await import('sweetalert2');
  return dialog.fire({
    // Both would move the page behind it.
    heightAuto: false,
    scrollbarPadding: false,
    buttonsStyling: false,
    customClass: { confirmButton: 'btn btn-primary', cancelButton: 'btn btn-ghost' },
    ...options,
  } as SweetAlertOptions);
}
