import { type ReactNode, useState } from 'react';
import { showSuccess } from '../lib/dialogs.ts';
import { ModalDialog } from './modal-dialog.tsx';
import { SubmitButton } from './submit-button.tsx';

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

type SentForm = Pick<DialogForm, 'isBusy' | 'onBusy' | 'onDone'>;

/**
 * Submits a form. The dialog stays open until it succeeds. If it fails, the form says why.
 * @param send returns what the admin then reads; nothing if something is missing
 */
async function sendForm(
  { isBusy, onBusy, onDone }: SentForm,
  send: () => Promise<string | undefined>,
): Promise<void> {
  if (isBusy) return;
  onBusy(true);
  try {
    const said = await send();
    if (said) onDone(said);
  } catch {
    // The form says what is wrong.
  } finally {
    onBusy(false);
  }
}

type FormProps = {
  form: DialogForm;
  /** On the button that sends it. */
  label: string;
  isDisabled: boolean;
  send: () => Promise<string | undefined>;
  children: ReactNode;
};

/** The form in the dialog. At its end, one button sends it, and the other one closes the dialog. */
export function FormInDialog({ form, label, isDisabled, send, children }: FormProps) {
  return (
    <form
      noValidate
      className="mt-4 grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void sendForm(form, send);
      }}
    >
      {children}
      <FormDialogButtons isBusy={form.isBusy} isDisabled={isDisabled} onCancel={form.onCancel}>
        {label}
      </FormDialogButtons>
    </form>
  );
}

type ButtonProps = {
  children: ReactNode;
  isBusy: boolean;
  isDisabled: boolean;
  onCancel: () => void;
};

function FormDialogButtons({ children, isBusy, isDisabled, onCancel }: ButtonProps) {
  return (
    <div className="flex flex-wrap gap-3">
      <SubmitButton isBusy={isBusy} isDisabled={isDisabled}>
        {children}
      </SubmitButton>
      <button
        type="button"
        className="btn btn-ghost btn-lg w-full text-base sm:w-auto"
        onClick={onCancel}
      >
        Close
      </button>
    </div>
  );
}
