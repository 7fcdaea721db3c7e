import { KEEP_MAIL_DAYS } from '@speakifyr/contract/limits.ts';
import { SCHOOL } from '@speakifyr/contract/school.ts';
import { cut } from '../../plain-text.ts';
import { aboutNoChild, defineMail } from '../mail-module.ts';

/** Tells somebody that their account is deleted, as they asked. There is no account to link to. */
export const accountDeleted = defineMail<object, object>({
  // forgetMailsOf in mails-of.ts adds it: no document is left that could have an event.
  readForAnyone: () => aboutNoChild({}),
  write: (_props, { to }) => ({
    subject: `Your ${cut(SCHOOL.name, 30)} account has been deleted`,
    parts: [
      `As you asked, we have deleted your account (${to.address}). Thank you for the time you spent with us.`,
      `We no longer have your name and email, except in two places: we keep this email for up to ${KEEP_MAIL_DAYS} days, and if you paid for a class, your name stays on its list until the class is over. Our books keep the amounts you paid, without your name.`,
      'If you did not ask for this, please reply to this email right away.',
    ],
  }),
});
