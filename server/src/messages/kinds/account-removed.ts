import type { MailContent } from '@speakifyr/contract/mail.ts';
import { SCHOOL } from '@speakifyr/contract/school.ts';
import { cut } from '../../plain-text.ts';
import { tellTarget } from '../due-mails/recipients.ts';
import { aboutNoChild, defineMail, type MailContext } from '../mail-module.ts';
import { greet } from '../parts/say.ts';

export type AccountRemovedCause = { kind: 'account removed' };

type AccountRemovedProps = Record<never, never>;

export const accountRemoved = defineMail<AccountRemovedCause, AccountRemovedProps>({
  kind: 'account removed',
  on: {
    'remove user': (event, services) =>
      tellTarget(event, `removed-${event._id}`, { kind: 'account removed' as const }, services),
  },
  read: (_cause, { user }) => (user.status === 'removed' ? aboutNoChild({}) : undefined),
  write,
});

/** Tells somebody that an admin removed them. They can't log in, so there is no link into the account. */
function write(_: AccountRemovedProps, { to }: MailContext): MailContent {
  return {
    subject: `Your ${cut(SCHOOL.name, 30)} account has been closed`,
    greeting: greet(to),
    parts: [
      {
        kind: 'text',
        text: `${SCHOOL.name} has closed your account (${to.address}). You can no longer log in.`,
      },
      {
        kind: 'text',
        text: 'If you were holding a seat that you had not paid for, we have released it. Classes that you have paid for are not canceled.',
      },
      {
        kind: 'text',
        text: 'If you have paid for a class, or if you think this is a mistake, please reply to this email.',
      },
    ],
  };
}
