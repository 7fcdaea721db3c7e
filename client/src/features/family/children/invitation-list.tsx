import { type MyChildren, useAcceptInvitation, useDeclineInvitation } from './children.queries.ts';
import { MailQuestion } from 'lucide-react';
import { useId } from 'react';
import { useNavigate } from 'react-router-dom';
import { readApiError } from '../../../lib/api.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { formatDay } from '../../../lib/format.ts';
import { linkToChild } from '../../../lib/paths.ts';
import { INVITED } from '../../../session/origin.ts';
import { Button } from '../../../ui/button.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { nameRights } from './name-rights.ts';

type Invitation = MyChildren['invitations'][number];

/** The invitations to look after a child, each with a button to accept and one to decline. */
export function InvitationList({ invitations }: { invitations: Invitation[] }) {
  const headingId = useId();
  if (invitations.length === 0) return null;
  return (
    <section id={INVITED} aria-labelledby={headingId} className="mb-8">
      <h2 id={headingId} className="mb-3 text-xl font-bold">
        {invitations.length === 1
          ? 'You are invited'
          : `You have ${invitations.length} invitations`}
      </h2>
      <ul className="grid gap-4">
        {invitations.map((invitation) => (
          <InvitationItem key={invitation._id} invitation={invitation} />
        ))}
      </ul>
    </section>
  );
}

function InvitationItem({ invitation }: { invitation: Invitation }) {
  const { _id, childName, from, may, expiresAt } = invitation;
  const navigate = useNavigate();
  const accepting = useAcceptInvitation();
  const declining = useDeclineInvitation();

  async function accept() {
    const { childId } = await accepting.mutateAsync(_id);
    await navigate(linkToChild(childId));
  }

  return (
    <li className="card bg-accent/20 border-accent flex-row gap-4 border p-5 sm:p-6">
      <MailQuestion className="mt-1 hidden size-6 shrink-0 sm:block" aria-hidden="true" />
      <div className="min-w-0 flex-1 space-y-2">
        <p className="[overflow-wrap:anywhere]">
          <strong>{from.name}</strong> ({from.email}) invites you to look after{' '}
          <strong>{childName}</strong>. You {nameRights(may)}.
        </p>
        <p className="text-base-content/80 text-sm">
          You can accept until {formatDay(new Date(expiresAt))}.
        </p>
        <FormProblem>{accepting.isError && readApiError(accepting.error).message}</FormProblem>
        <div className="flex flex-wrap gap-3 pt-1">
          <Button
            className="btn-primary"
            isBusy={accepting.isPending}
            // The problem is shown beside the button.
            onClick={() => void accept().catch(() => undefined)}
          >
            Accept <span className="sr-only">the invitation for {childName}</span>
          </Button>
          <ActionButton
            className="btn-ghost"
            question={{
              titleText: `Decline the invitation for ${childName}?`,
              text: `${from.name} can invite you again.`,
              confirm: 'Decline',
            }}
            act={() => declining.mutateAsync(_id)}
            success="Invitation declined"
          >
            Decline <span className="sr-only">the invitation for {childName}</span>
          </ActionButton>
        </div>
      </div>
    </li>
  );
}
