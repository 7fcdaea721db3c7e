import { type ReactNode, useEffectEvent, useId, useLayoutEffect, useRef } from 'react';

type Props = {
  title: string;
  children: ReactNode;
  /** While it is busy, Escape does not close it. */
  isBusy?: boolean;
  /** Called when the person presses Escape. */
  onClose: () => void;
};

/**
 * The browser's own dialog: it keeps the focus inside, and gives it back to the button that opened it. For questions
 * that need more than the texts and buttons of lib/dialogs.ts. It is open as long as it is rendered.
 */
export function ModalDialog({ title, children, isBusy = false, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  // A browser closes it on the second Escape, whatever `onCancel` says.
  const afterClose = useEffectEvent(() => {
    if (dialog.current && !dialog.current.open) onClose();
  });

  // Before the element leaves the page, or the focus would be lost.
  useLayoutEffect(() => {
    const element = dialog.current;
    const handleClose = () => afterClose();
    element?.showModal();
    element?.addEventListener('close', handleClose);
    return () => {
      element?.removeEventListener('close', handleClose);
      element?.close();
    };
  }, []);

  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      className="bg-base-100 text-base-content shadow-lifted m-auto max-h-[calc(100dvh-2rem)] w-[min(34rem,calc(100vw-2rem))] overflow-y-auto rounded-[1.75rem] p-5 backdrop:bg-black/40 sm:p-7"
      onCancel={(event) => {
        event.preventDefault();
        if (!isBusy) onClose();
      }}
    >
      <h2 id={titleId} className="text-2xl font-bold">
        {title}
      </h2>
      {children}
    </dialog>
  );
}
