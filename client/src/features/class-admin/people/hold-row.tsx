import type { HoldingPerson } from '@speakifyr/contract/office.ts';
import { TicketX } from 'lucide-react';
import type { ReactNode } from 'react';
import { useChange } from '../../../lib/use-change.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { DataCell, DataRow } from '../../../ui/data-table.tsx';

type Props = {
  hold: HoldingPerson;
  classId: string;
  /** The cells that say whose it is. */
  who: ReactNode;
  /** Called after the person has closed the success message. */
  onReleased: () => void;
  /** The cells between these and the button. */
  children: ReactNode;
};

/** A held seat: whose it is, until when, and the button that releases it. */
export function HoldRow({ hold: { cartId, name }, classId, who, onReleased, children }: Props) {
  const release = useChange('DELETE /classHolds/:classId/:cartId');

  return (
    <DataRow>
      {who}
      {children}
      <DataCell className="pt-2 @3xl:w-40 print:hidden">
        <ActionButton
          className="btn-outline btn-error w-full @3xl:w-auto"
          question={{
            titleText: `Release the seat of ${name}?`,
            text: 'The seat is free again at once, and a payment that is not finished is canceled. We do not tell the student. They can join again while there is a free seat.',
            confirm: 'Yes, Release!',
          }}
          act={() => release.mutateAsync({ params: { classId, cartId } })}
          success="Seat Released"
          onDone={onReleased}
        >
          <TicketX className="size-4" aria-hidden="true" />
          Release <span className="sr-only">the seat of {name}</span>
        </ActionButton>
      </DataCell>
    </DataRow>
  );
}
