import type { ChildDetails } from '@speakifyr/contract/children.ts';
import type { ReactNode } from 'react';
import { useChange } from '../../../lib/use-change.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { formatDay } from '../../../lib/format.ts';
import { type Guardian, type SentInvitation, useLeaveChild } from './child.queries.ts';
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
  const removing = useChange('DELETE /myChildren/:id/guardians/:guardianId');
  const leaving = useLeaveChild(child._id);

  const ending = isYou
    ? {
        question: {
          titleText: `Stop looking after ${child.name}?`,
          text: `You no longer see ${child.name} or book for ${child.name}. Another guardian can invite you again.`,
          confirm: 'Stop looking after',
        },
        act: () => leaving.mutateAsync(_id),
        success: `You no longer look after ${child.name}`,
        onDone: onLeft,
      }
    : {
        question: {
          titleText: `Remove ${name}?`,
          text: `They no longer see ${child.name} or book for ${child.name}. Classes they paid for stay booked.`,
          confirm: 'Remove',
        },
        act: () => removing.mutateAsync({ params: { id: child._id, guardianId: _id } }),
        success: 'Removed',
        onDone: onRemoved,
      };

  return (
    <Item
      title={isYou ? `${name} (you)` : name}
      email={email}
      text={`${isYou ? 'You' : 'They'} ${nameRights(may)}.`}
    >
      {canRemove && !isLast && (
        <ActionButton className="btn-ghost btn-sm text-error" {...ending}>
          {isYou ? (
            <span>Stop looking after this child</span>
          ) : (
            <span key="remove">
              Remove <span className="sr-only">{name}</span>
            </span>
          )}
        </ActionButton>
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
  const takingBack = useChange('DELETE /myChildren/:id/invitations/:invitationId');

  return (
    <Item
      title="Invited"
      email={email}
      text={`If they accept, they ${nameRights(may)}. They can accept until ${formatDay(new Date(expiresAt))}.`}
    >
      {child.canChange && (
        <ActionButton
          className="btn-ghost btn-sm text-error"
          question={{
            titleText: 'Take back the invitation?',
            text: `${email} can no longer accept it.`,
            confirm: 'Take back',
          }}
          act={() => takingBack.mutateAsync({ params: { id: child._id, invitationId: _id } })}
          success="Invitation taken back"
          onDone={onTakenBack}
        >
          Take back <span className="sr-only">the invitation to {email}</span>
        </ActionButton>
      )}
    </Item>
  );
}

type ItemProps = { title: string; email: string | null; text: string; children: ReactNode };

function Item({ title, email, text, children }: ItemProps) {
  return (
    <li className="rounded-box border-base-300 flex flex-wrap items-center justify-between gap-3 border p-4">
      <div className="min-w-0 flex-1 basis-60 [overflow-wrap:anywhere]">
        <p className="font-semibold">{title}</p>
        {email && <p className="text-base-content/80">{email}</p>}
        <p className="text-base-content/80 text-sm">{text}</p>
      </div>
      {children}
    </li>
  );
}
