import { SCHOOL } from '@speakifyr/contract/school.ts';
import { findUserWithId } from '../../people/users/find-users.ts';
import { cut } from '../../plain-text.ts';
import { link, list } from '../content.ts';
import { aboutNoChild, defineMail } from '../mail-module.ts';

/** Welcomes a new user, and says how to get a seat. */
export const welcome = defineMail<object, object>({
  on: {
    /** Once their address is confirmed: anybody can sign up with another person's address. */
    async 'user joined'({ data: { userId } }, services) {
      const to = await findUserWithId(userId, services);
      if (to?.status !== 'active') return [];
      return [{ id: `welcome-${userId.toHexString()}`, about: {}, to }];
    },
  },
  read: (_cause, { user }) => (user.status === 'active' ? aboutNoChild({}) : undefined),
  write: () => ({
    subject: `Welcome to ${cut(SCHOOL.name, 40)}`,
    parts: [
      'Your account is ready. We are glad you are here!',
      'Here is how to get a seat in a class:',
      list([
        'Choose a class. Every class shows its days, its price and how many seats are left.',
        'Join it. We hold a seat for you for a while, and your cart shows for how long.',
        'Pay by card. Then the seat is yours, and we email you a receipt and your entry code.',
      ]),
      link('See all classes', '/classes'),
      'Questions? Just reply to this email.',
    ],
  }),
});
