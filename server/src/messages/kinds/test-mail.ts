import { bundleOf } from '../../users/bundles.ts';
import { aboutNoChild, defineMail } from '../mail-module.ts';

/**
 * A test that a director sends to themselves. It was written when they sent it, as they saw it, and leaves as that; this is
 * what stands in its place once it is forgotten. R624
 */
export const testMail = defineMail<object, object>({
  isForAdmins: true,
  isForDirectors: true,
  isTimely: true,
  keepTryingDays: 1,
  read: (_cause, { user }) =>
    user.isVerified && bundleOf(user) === 'director' ? aboutNoChild({}) : undefined,
  write: () => ({ subject: 'Test of an email', parts: ['This was a test of an email.'] }),
});
