import type { ChildDetails } from '@speakifyr/contract/children.ts';
import { MAX_GUARDIANS } from '@speakifyr/contract/limits.ts';
import { UserPlus } from 'lucide-react';
import { useRef, useState } from 'react';
import { showError, showSuccess } from '../../../lib/dialogs.ts';
import { ChildPanel } from './child-panel.tsx';
import { GuardianItem, InvitationItem } from './guardian-items.tsx';
import { InviteForm } from './invite-form.tsx';

type Props = {
  child: ChildDetails;
  /** Whether the person has confirmed their email address. */
  isConfirmed: boolean;
  /** Called when the person is no longer a guardian. */
  onLeft: () => void;
};

/** Who looks after a child, who is invited to, and where to invite somebody. */
export function Guardians({ child, isConfirmed, onLeft }: Props) {
  const [isInviting, setInviting] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const { guardians, invitations, canChange } = child;
  const isFull = guardians.length + invitations.length >= MAX_GUARDIANS;
  const focusHeading = () => heading.current?.focus();

  function close() {
    setInviting(false);
    // The button that had the focus is gone.
    focusHeading();
  }

  return (
    <ChildPanel id="guardians" title="Guardians" heading={heading}>
      <div className="space-y-4">
        <ul className="grid gap-3">
          {guardians.map((guardian) => (
            <GuardianItem
              key={guardian._id}
              child={child}
              guardian={guardian}
              onLeft={onLeft}
              onRemoved={focusHeading}
            />
          ))}
          {invitations.map((invitation) => (
            <InvitationItem
              key={invitation._id}
              child={child}
              invitation={invitation}
              onTakenBack={focusHeading}
            />
          ))}
        </ul>
        {isInviting && (
          <InviteForm
            childId={child._id}
            onInvited={(email, problem) => {
              close();
              const said = `Invitation sent to ${email}`;
              void (problem ? showError(problem, { titleText: said }) : showSuccess(said));
            }}
            onCancel={close}
          />
        )}
        {canChange && !isInviting && (
          <InviteButton
            problem={
              isFull
                ? `A child can have up to ${MAX_GUARDIANS} guardians, invited ones included.`
                : isConfirmed
                  ? undefined
                  : 'To invite somebody, please confirm your email address first.'
            }
            onPress={() => setInviting(true)}
          />
        )}
      </div>
    </ChildPanel>
  );
}

type ButtonProps = {
  /** Why nobody can be invited now. */
  problem: string | undefined;
  onPress: () => void;
};

function InviteButton({ problem, onPress }: ButtonProps) {
  return (
    <div>
      <button
        type="button"
        className="btn btn-outline"
        disabled={Boolean(problem)}
        onClick={onPress}
      >
        <UserPlus className="size-5" aria-hidden="true" />
        Invite somebody
      </button>
      {problem && <p className="text-base-content/80 mt-1.5 text-sm">{problem}</p>}
    </div>
  );
}
