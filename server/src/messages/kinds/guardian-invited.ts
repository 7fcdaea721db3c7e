import type { GuardianRight } from '@speakifyr/contract/limits.ts';
import type { MailContent } from '@speakifyr/contract/mail.ts';
import { SCHOOL } from '@speakifyr/contract/school.ts';
import type { ObjectId } from 'mongodb';
import type { EventOf } from '../../database/event-document.ts';
import { countOpenInvitations, findOpenInvitation } from '../../families/open-invitation.ts';
import { findActiveUsers } from '../../people/users/find-users.ts';
import type { Services } from '../../services.ts';
import { findRecipient } from '../due-mails/recipients.ts';
import { aboutNoChild, defineMail, type MailContext, type Read } from '../mail-module.ts';
import type { NewMail } from '../outbox.ts';
import { greet, sayMoment } from '../parts/say.ts';

export type GuardianInvitedCause = {
  kind: 'guardian invited';
  childId: ObjectId;
  invitationId: ObjectId;
  invitedBy: ObjectId;
};

/** Nothing that the inviting person typed, except their confirmed address. `children`: for how many. */
type GuardianInvitedProps = {
  from: string;
  children: number;
  may: GuardianRight[];
  expiresAt: Date;
};

export const guardianInvited = defineMail<GuardianInvitedCause, GuardianInvitedProps>({
  kind: 'guardian invited',
  on: { 'guardian invited': describeInvitationMail },
  readForAnyone: read,
  write,
});

const RIGHTS: Record<GuardianRight, string> = {
  see: 'See the child’s classes, contacts and what the school has to know about their health.',
  book: 'Book classes for the child and pay for them.',
};

/**
 * Invites somebody to become a guardian. The reader may be a stranger, so it names neither the child nor anything
 * that the inviting person typed.
 */
function write(
  { from, children, may, expiresAt }: GuardianInvitedProps,
  { to, timeZone }: MailContext,
): MailContent {
  const isOne = children === 1;
  return {
    subject: isOne
      ? 'An invitation to be a child’s guardian'
      : `An invitation to be the guardian of ${children} children`,
    greeting: greet(to),
    parts: [
      {
        kind: 'text',
        text: `${from} invites you to be a guardian of ${isOne ? 'a child' : `${children} children`} at ${SCHOOL.name}. As a guardian, you can:`,
      },
      { kind: 'list', items: may.map((right) => RIGHTS[right]) },
      {
        kind: 'text',
        text: `To accept or decline, open My Children. If you don’t have an account yet, sign up with this email address (${to.address}) and confirm it.`,
      },
      { kind: 'link', label: 'Open My Children', path: '/dashboard/children' },
      {
        kind: 'text',
        text: `The invitation ends on ${sayMoment(expiresAt, timeZone)}. Don’t know who this is? Then you don’t have to do anything.`,
      },
    ],
  };
}

/** What somebody reads who may still accept an invitation. */
async function read(
  { childId, invitationId }: GuardianInvitedCause,
  services: Services,
): Promise<Read<GuardianInvitedProps> | undefined> {
  const invitation = await findOpenInvitation(childId, invitationId, services);
  if (!invitation) return undefined;
  const [inviter] = await findActiveUsers([invitation.invitedBy], services);
  const { may, expiresAt } = invitation;
  const children = await countOpenInvitations(invitation, services);
  return inviter && aboutNoChild({ from: inviter.email, children, may, expiresAt });
}

/** The line names the first invitation of a day, so nobody gets two emails about it. */
async function describeInvitationMail(
  { data: { childId, invitationId } }: EventOf<'guardian invited'>,
  services: Services,
): Promise<NewMail<GuardianInvitedCause>[]> {
  const invitation = await findOpenInvitation(childId, invitationId, services);
  if (!invitation) return [];
  const { email, invitedBy, expiresAt, emailedAs } = invitation;
  const user = await findRecipient(email, services);
  if (user?.status === 'removed') return [];
  return [
    {
      _id: `invited-${(emailedAs ?? invitationId).toHexString()}`,
      cause: { kind: 'guardian invited' as const, childId, invitationId, invitedBy },
      // Nobody has told us a name.
      to: { name: '', address: email },
      ...(user?.isVerified && { userId: user._id }),
      isEssential: true,
      notAfter: expiresAt,
    },
  ];
}
