import type { GuardianRight } from '@speakifyr/contract/limits.ts';
import type { Letter } from '@speakifyr/contract/mail.ts';
import { SCHOOL } from '@speakifyr/contract/school.ts';
import type { LetterContext, LetterFacts } from './facts.ts';
import { greet, sayMoment } from './say.ts';

const RIGHTS: Record<GuardianRight, string> = {
  see: 'See the child’s classes, contacts and what the school has to know about their health.',
  book: 'Book classes for the child and pay for them.',
};

/**
 * Invites somebody to become a guardian. The reader may be a stranger, so it names neither the child nor anything
 * that the inviting person typed.
 */
export function writeGuardianInvited(
  { from, children, may, expiresAt }: LetterFacts['guardian invited'],
  { to, timeZone }: LetterContext,
): Letter {
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
