import type { EnrolledClass } from '@speakifyr/contract/payments.ts';
import { useState } from 'react';
import { readToday } from '../../../lib/format.ts';
import { ModalDialog } from '../../../ui/modal-dialog.tsx';
import { SeatFriends } from './seat-friends.tsx';

type Props = { seat: Pick<EnrolledClass, 'cartId' | 'student_name' | 'camp_end' | 'classData'> };

/** Opens with whom somebody wishes to be in one group of a class, until that is over. R687 */
export function FriendsButton({ seat }: Props) {
  const [isOpen, setOpen] = useState(false);
  const { cartId, student_name: name, camp_end, classData } = seat;
  if (camp_end < readToday()) return null;
  return (
    <>
      <button type="button" className="btn btn-outline btn-sm" onClick={() => setOpen(true)}>
        Friends
        <span className="sr-only">
          of {name} in {classData.name}
        </span>
      </button>
      {isOpen && (
        <ModalDialog title={`Friends of ${name}`} onClose={() => setOpen(false)}>
          <SeatFriends cartId={cartId} name={name} />
          <button type="button" className="btn btn-ghost mt-4" onClick={() => setOpen(false)}>
            Close
          </button>
        </ModalDialog>
      )}
    </>
  );
}
