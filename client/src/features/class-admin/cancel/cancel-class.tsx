import type { ClassPeople } from '@speakifyr/contract/office.ts';
import { CalendarX2 } from 'lucide-react';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { CancelClassForm } from './cancel-class-form.tsx';
import { describeCanceling } from './describe-canceling.ts';

type Props = {
  people: ClassPeople;
  /** Called after the person has closed the success message. */
  onChanged: () => void;
};

/** The button that cancels a class, after the admin has read what that means and typed its name. */
export function CancelClass({ people, onChanged }: Props) {
  if (people.status !== 'open') return null;
  const label = (
    <>
      <CalendarX2 className="size-4" aria-hidden="true" />
      Cancel class
    </>
  );
  return (
    <FormDialog
      className="btn-ghost text-error"
      label={label}
      title={`Cancel ${people.name}?`}
      onDone={onChanged}
    >
      {(dialog) => (
        <>
          <div role="status">
            <ul className="mt-3 grid list-disc gap-1.5 pl-5">
              {describeCanceling(people).map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>
          </div>
          <CancelClassForm people={people} dialog={dialog} />
        </>
      )}
    </FormDialog>
  );
}
