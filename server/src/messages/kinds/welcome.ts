import type { MailContent } from '@speakifyr/contract/mail.ts';
import { SCHOOL } from '@speakifyr/contract/school.ts';
import type { EventOf } from '../../database/event-document.ts';
import { findUserWithId } from '../../people/users/find-users.ts';
import { cut } from '../../plain-text.ts';
import type { Services } from '../../services.ts';
import { essentialTo, KEEP_TRYING_DAYS } from '../due-mails/recipients.ts';
import { aboutNoChild, defineMail, type MailContext } from '../mail-module.ts';
import type { NewMail } from '../outbox.ts';
import { greet } from '../parts/say.ts';

export type WelcomeCause = { kind: 'welcome' };

type WelcomeProps = Record<never, never>;

export const welcome = defineMail<WelcomeCause, WelcomeProps>({
  kind: 'welcome',
  on: { 'user joined': describeMails },
  read: (_cause, { user }) => (user.status === 'active' ? aboutNoChild({}) : undefined),
  write,
});

/** Once their address is confirmed: anybody can sign up with another person's address. */
async function describeMails(
  { data: { userId } }: EventOf<'user joined'>,
  services: Services,
): Promise<NewMail<WelcomeCause>[]> {
  const user = await findUserWithId(userId, services);
  if (user?.status !== 'active') return [];
  const cause = { kind: 'welcome' as const };
  const _id = `welcome-${user._id.toHexString()}`;
  return [{ _id, cause, ...essentialTo(user, KEEP_TRYING_DAYS, services) }];
}

/** Welcomes a new user, and says how to get a seat. */
function write(_: WelcomeProps, { to }: MailContext): MailContent {
  return {
    subject: `Welcome to ${cut(SCHOOL.name, 40)}`,
    greeting: greet(to),
    parts: [
      { kind: 'text', text: 'Your account is ready. We are glad you are here!' },
      { kind: 'text', text: 'Here is how to get a seat in a class:' },
      {
        kind: 'list',
        items: [
          'Choose a class. Every class shows its days, its price and how many seats are left.',
          'Join it. We hold a seat for you for a while, and your cart shows for how long.',
          'Pay by card. Then the seat is yours, and we email you a receipt and your entry code.',
        ],
      },
      { kind: 'link', label: 'See all classes', path: '/classes' },
      { kind: 'text', text: 'Questions? Just reply to this email.' },
    ],
  };
}
