import type { HoldingPerson } from '@speakifyr/contract/office.ts';
import { TicketX } from 'lucide-react';
import { useChange } from '../../../lib/use-change.ts';
import { ActionButton } from '../../../ui/action-button.tsx';

type Props = {
  hold: Pick<HoldingPerson, 'cartId' | 'name'>;
  classId: string;
  className?: string;
  /** Called after the person has closed the success message. */
  onReleased: () => void;
};

/** The button with which the office releases a seat that is held or reserved. R53 */
export function ReleaseHold({
  hold: { cartId, name },
  classId,
  className = '',
  onReleased,
}: Props) {
  const release = useChange('DELETE /classHolds/:classId/:cartId');
  return (
    <ActionButton
      className={`btn-outline btn-error ${className}`}
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
  );
}
