import type { GuardianRight } from '@speakifyr/contract/limits.ts';
import { SCHOOL } from '@speakifyr/contract/school.ts';
import type { ObjectId } from 'mongodb';
import { countOpenInvitations, findOpenInvitation } from '../../families/open-invitation.ts';
import { findActiveUsers } from '../../people/users/find-users.ts';
import { link, list } from '../content.ts';
import { findRecipient } from '../recipients.ts';
import { aboutNoChild, defineMail } from '../mail-module.ts';
import { sayMoment } from '../parts/say.ts';

type GuardianInvitedCause = {
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

const RIGHTS: Record<GuardianRight, string> = {
  see: 'See the child’s classes, contacts and what the school has to know about their health.',
  book: 'Book classes for the child and pay for them.',
};

/**
 * Invites somebody to become a guardian. The reader may be a stranger, so it names neither the child nor anything
 * that the inviting person typed.
 */
export const guardianInvited = defineMail<GuardianInvitedCause, GuardianInvitedProps>({
  on: {
    /** The line names the first invitation of a day, so nobody gets two emails about it. */
    async 'guardian invited'({ data: { childId, invitationId } }, services) {
      const invitation = await findOpenInvitation(childId, invitationId, services);
      if (!invitation) return [];
      const { email, invitedBy, expiresAt, emailedAs } = invitation;
      const user = await findRecipient(email, services);
      if (user?.status === 'removed') return [];
      const userId = user?.isVerified ? user._id : undefined;
      return [
        {
          id: `invited-${(emailedAs ?? invitationId).toHexString()}`,
          about: { childId, invitationId, invitedBy },
          // Nobody has told us a name.
          to: { name: '', address: email, userId },
          notAfter: expiresAt,
        },
      ];
    },
  },

  /** What somebody reads who may still accept an invitation. */
  async readForAnyone({ childId, invitationId }, services) {
    const invitation = await findOpenInvitation(childId, invitationId, services);
    if (!invitation) return undefined;
    const [inviter] = await findActiveUsers([invitation.invitedBy], services);
    const { may, expiresAt } = invitation;
    const children = await countOpenInvitations(invitation, services);
    return inviter && aboutNoChild({ from: inviter.email, children, may, expiresAt });
  },

  write({ from, children, may, expiresAt }, { to, timeZone }) {
    const isOne = children === 1;
    return {
      subject: isOne
        ? 'An invitation to be a child’s guardian'
        : `An invitation to be the guardian of ${children} children`,
      parts: [
        `${from} invites you to be a guardian of ${isOne ? 'a child' : `${children} children`} at ${SCHOOL.name}. As a guardian, you can:`,
        list(may.map((right) => RIGHTS[right])),
        `To accept or decline, open My Children. If you don’t have an account yet, sign up with this email address (${to.address}) and confirm it.`,
        link('Open My Children', '/dashboard/children'),
        `The invitation ends on ${sayMoment(expiresAt, timeZone)}. Don’t know who this is? Then you don’t have to do anything.`,
      ],
    };
  },
});
