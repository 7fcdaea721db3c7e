import { type ReactNode, useState } from 'react';
import { showSuccess } from '../lib/dialogs.ts';
import { ModalDialog } from './modal-dialog.tsx';

/** What a form in a dialog tells the dialog. */
export type DialogForm = {
  /** While it is busy, the dialog stays open. */
  isBusy: boolean;
  onBusy: (isBusy: boolean) => void;
  /** Called once it is done, with what to tell. */
  onDone: (message: string) => void;
  onCancel: () => void;
};

type Props = {
  /** Of the button that opens it. */
  className: string;
  label: ReactNode;
  title: string;
  /** Called after the admin has closed the success message. */
  onDone: () => void;
  children: (form: DialogForm) => ReactNode;
};

/** A button that opens a dialog with a form. */
export function FormDialog({ className, label, title, onDone, children }: Props) {
  const [isOpen, setOpen] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const close = () => setOpen(false);

  async function end(message: string) {
    close();
    await showSuccess(message, { returnsFocus: false });
    onDone();
  }

  return (
    <>
      <button type="button" className={`btn ${className}`} onClick={() => setOpen(true)}>
        {label}
      </button>
      {isOpen && (
        <ModalDialog title={title} isBusy={isBusy} onClose={close}>
          {children({
            isBusy,
            onBusy: setBusy,
            onDone: (message) => void end(message),
            onCancel: close,
          })}
        </ModalDialog>
      )}
    </>
  );
}
