import type { ChildDetails } from '@speakifyr/contract/children.ts';
import type { ReactNode } from 'react';
import { confirmAndDo } from '../../../lib/dialogs.ts';
import { formatDay } from '../../../lib/format.ts';
import {
  type Guardian,
  type SentInvitation,
  useLeaveChild,
  useRemoveGuardian,
  useTakeBackInvitation,
} from './child.queries.ts';
import { nameRights } from './name-rights.ts';

type GuardianProps = {
  child: ChildDetails;
  guardian: Guardian;
  onLeft: () => void;
  onRemoved: () => void;
};

/** A guardian, with a button to remove them if the person may; beside the person themself, to stop being one. */
export function GuardianItem({ child, guardian, onLeft, onRemoved }: GuardianProps) {
  const { _id, name, email, may, isYou, canRemove } = guardian;
  // A child keeps at least one guardian; the last one can delete it.
  const isLast = child.guardians.length === 1;
  const removing = useRemoveGuardian(child._id);
  const leaving = useLeaveChild(child._id);

  async function remove() {
    const isRemoved = await confirmAndDo(
      {
        titleText: `Remove ${name}?`,
        text: `They no longer see ${child.name} or book for ${child.name}. Classes they paid for stay booked.`,
        confirm: 'Remove',
      },
      () => removing.mutateAsync(_id),
      { success: 'Removed' },
    );
    if (isRemoved) onRemoved();
  }

  async function leave() {
    const hasLeft = await confirmAndDo(
      {
        titleText: `Stop looking after ${child.name}?`,
        text: `You no longer see ${child.name} or book for ${child.name}. Another guardian can invite you again.`,
        confirm: 'Stop looking after',
      },
      () => leaving.mutateAsync(_id),
      { success: `You no longer look after ${child.name}` },
    );
    if (hasLeft) onLeft();
  }

  return (
    <Item
      title={isYou ? `${name} (you)` : name}
      email={email}
      text={`${isYou ? 'You' : 'They'} ${nameRights(may)}.`}
    >
      {canRemove && !isLast && (
        <button
          type="button"
          className="btn btn-ghost btn-sm text-error"
          onClick={() => void (isYou ? leave() : remove())}
        >
          {isYou ? (
            'Stop looking after this child'
          ) : (
            <>
              Remove <span className="sr-only">{name}</span>
            </>
          )}
        </button>
      )}
    </Item>
  );
}

type InvitationProps = {
  child: ChildDetails;
  invitation: SentInvitation;
  onTakenBack: () => void;
};

/** An invitation that nobody has answered yet. */
export function InvitationItem({ child, invitation, onTakenBack }: InvitationProps) {
  const { _id, email, may, expiresAt } = invitation;
  const takingBack = useTakeBackInvitation(child._id);

  async function takeBack() {
    const isDone = await confirmAndDo(
      {
        titleText: 'Take back the invitation?',
        text: `${email} can no longer accept it.`,
        confirm: 'Take back',
      },
      () => takingBack.mutateAsync(_id),
      { success: 'Invitation taken back' },
    );
    if (isDone) onTakenBack();
  }

  return (
    <Item
      title="Invited"
      email={email}
      text={`If they accept, they ${nameRights(may)}. They can accept until ${formatDay(new Date(expiresAt))}.`}
    >
      {child.canChange && (
        <button
          type="button"
          className="btn btn-ghost btn-sm text-error"
          onClick={() => void takeBack()}
        >
          Take back <span className="sr-only">the invitation to {email}</span>
        </button>
      )}
    </Item>
  );
}

type ItemProps = { title: string; email: string; text: string; children: ReactNode };

function Item({ title, email, text, children }: ItemProps) {
  return (
    <li className="rounded-box border-base-300 flex flex-wrap items-center justify-between gap-3 border p-4">
      <div className="min-w-0 flex-1 basis-60 [overflow-wrap:anywhere]">
        <p className="font-semibold">{title}</p>
        <p className="text-base-content/80">{email}</p>
        <p className="text-base-content/80 text-sm">{text}</p>
      </div>
      {children}
    </li>
  );
}
