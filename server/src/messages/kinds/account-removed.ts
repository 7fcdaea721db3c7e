import { SCHOOL } from '@speakifyr/contract/school.ts';
import { cut } from '../../plain-text.ts';
import { findRecipient } from '../recipients.ts';
import { aboutNoChild, defineMail } from '../mail-module.ts';

/** Tells somebody that an admin removed them. They can't log in, so there is no link into the account. */
export const accountRemoved = defineMail<object, object>({
  on: {
    'remove user': async ({ _id, data: { target } }, services) => [
      { id: `removed-${_id}`, about: {}, to: await findRecipient(target, services) },
    ],
  },
  read: (_cause, { user }) => (user.status === 'removed' ? aboutNoChild({}) : undefined),
  write: (_props, { to }) => ({
    subject: `Your ${cut(SCHOOL.name, 30)} account has been closed`,
    parts: [
      `${SCHOOL.name} has closed your account (${to.address}). You can no longer log in.`,
      'If you were holding a seat that you had not paid for, we have released it. Classes that you have paid for are not canceled.',
      'If you have paid for a class, or if you think this is a mistake, please reply to this email.',
    ],
  }),
});
