import {
  type MyChildren,
  useAcceptInvitations,
  useDeclineInvitations,
} from './children.queries.ts';
import { MailQuestion } from 'lucide-react';
import { useId } from 'react';
import { useNavigate } from 'react-router-dom';
import { readApiError } from '../../../lib/api.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { showSuccess } from '../../../lib/dialogs.ts';
import { formatDay } from '../../../lib/format.ts';
import { listNames } from '../../../lib/list-names.ts';
import { linkToChild } from '../../../lib/paths.ts';
import { INVITED } from '../../../session/origin.ts';
import { Button } from '../../../ui/button.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { nameRights } from './name-rights.ts';

type Invitation = MyChildren['invitations'][number];

/** Invitations of one person with the same rights: one answer is for all these children. */
type Group = [Invitation, ...Invitation[]];

/** The invitations to look after children, with a button to accept and one to decline for each person who invites. */
export function InvitationList({ invitations }: { invitations: Invitation[] }) {
  const headingId = useId();
  const groups = groupInvitations(invitations);
  if (groups.length === 0) return null;
  return (
    <section id={INVITED} aria-labelledby={headingId} className="mb-8">
      <h2 id={headingId} className="mb-3 text-xl font-bold">
        {groups.length === 1 ? 'You are invited' : `You have ${groups.length} invitations`}
      </h2>
      <ul className="grid gap-4">
        {groups.map(([key, group]) => (
          // The same card if some of them are answered: it says why the others are not.
          <InvitationItem key={key} group={group} />
        ))}
      </ul>
    </section>
  );
}

function groupInvitations(invitations: Invitation[]): [string, Group][] {
  const groups = new Map<string, Group>();
  for (const invitation of invitations) {
    const key = `${invitation.from.email} ${invitation.may.join()}`;
    const group = groups.get(key);
    if (group) group.push(invitation);
    else groups.set(key, [invitation]);
  }
  return [...groups];
}

function InvitationItem({ group }: { group: Group }) {
  const [{ from, may }] = group;
  const expiresAt = group.map((one) => one.expiresAt).toSorted()[0] ?? '';
  const names = listNames(group.map(({ childName }) => childName));
  const invitations = group.length === 1 ? 'the invitation' : 'the invitations';
  const navigate = useNavigate();
  const accepting = useAcceptInvitations();
  const declining = useDeclineInvitations();

  const ids = group.map(({ _id }) => _id);

  async function accept() {
    const [childId, ...others] = await accepting.mutateAsync(ids);
    if (childId && others.length === 0) await navigate(linkToChild(childId));
    else void showSuccess(`You look after ${names} now`);
  }

  return (
    <li className="card bg-accent/20 border-accent flex-row gap-4 border p-5 sm:p-6">
      <MailQuestion className="mt-1 hidden size-6 shrink-0 sm:block" aria-hidden="true" />
      <div className="min-w-0 flex-1 space-y-2">
        <p className="[overflow-wrap:anywhere]">
          <strong>{from.name}</strong> ({from.email}) invites you to look after{' '}
          <strong>{names}</strong>. You {nameRights(may)}.
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
            <span>{`Accept${group.length > 1 ? ` for ${group.length} children` : ''}`}</span>{' '}
            <span className="sr-only">{`${invitations} for ${names}`}</span>
          </Button>
          <ActionButton
            className="btn-ghost"
            question={{
              titleText: `Decline ${invitations} for ${names}?`,
              text: `${from.name} can invite you again.`,
              confirm: 'Decline',
            }}
            act={() => declining.mutateAsync(ids)}
            success={group.length === 1 ? 'Invitation declined' : 'Invitations declined'}
          >
            Decline <span className="sr-only">{`${invitations} for ${names}`}</span>
          </ActionButton>
        </div>
      </div>
    </li>
  );
}
