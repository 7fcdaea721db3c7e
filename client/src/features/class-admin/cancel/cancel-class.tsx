import type { ClassPeople } from '@speakifyr/contract/office.ts';
import { CalendarX2 } from 'lucide-react';
import { useState } from 'react';
import { showSuccess } from '../../../lib/dialogs.ts';
import { ModalDialog } from '../../../ui/modal-dialog.tsx';
import { CancelClassForm } from './cancel-class-form.tsx';
import { describeCanceling } from './describe-canceling.ts';

type Props = {
  people: ClassPeople;
  /** Called after the person has closed the success message. */
  onChanged: () => void;
};

/** The button that cancels a class, after the admin has read what that means and typed its name. */
export function CancelClass({ people, onChanged }: Props) {
  const [isOpen, setOpen] = useState(false);
  const [isBusy, setBusy] = useState(false);
  if (people.status !== 'open') return null;

  async function end() {
    setOpen(false);
    await showSuccess('The class is canceled', { returnsFocus: false });
    onChanged();
  }

  return (
    <>
      <button type="button" className="btn btn-ghost text-error" onClick={() => setOpen(true)}>
        <CalendarX2 className="size-4" aria-hidden="true" />
        Cancel class
      </button>
      {isOpen && (
        <ModalDialog
          title={`Cancel ${people.name}?`}
          isBusy={isBusy}
          onClose={() => setOpen(false)}
        >
          <ul role="status" className="mt-3 grid list-disc gap-1.5 pl-5">
            {describeCanceling(people).map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
          <CancelClassForm
            people={people}
            onBusy={setBusy}
            onDone={() => void end()}
            onCancel={() => setOpen(false)}
          />
        </ModalDialog>
      )}
    </>
  );
}
