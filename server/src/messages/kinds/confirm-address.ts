import { SCHOOL } from '@speakifyr/contract/school.ts';
import { link } from '../content.ts';
import { findRecipient } from '../recipients.ts';
import { aboutNoChild, defineMail } from '../mail-module.ts';

/** Goes to an address of which nobody knows yet whose it is, so it says nothing about anybody. */
type ConfirmAddressProps = { token: string };

/** How long its owner can confirm an address. The contract's summary names it. */
export const CONFIRM_DAYS = 14;

/** Asks the reader whether they want an account's emails. It may be a stranger, so it names nobody. */
export const confirmAddress = defineMail<{ at: Date }, ConfirmAddressProps>({
  isSecret: true,
  keepTryingDays: CONFIRM_DAYS,
  on: {
    /** Asks for the latest address only, once. */
    async 'change mail address'({ data: { target } }, services) {
      const to = await findRecipient(target, services);
      const at = to?.mailTo?.at;
      return at
        ? [{ id: `confirm-${to._id.toHexString()}-${at.getTime()}`, about: { at }, to }]
        : [];
    },
  },

  /** What the question says, while it is open. */
  read({ at }, { user: { status, mailTo } }) {
    const isOpen = mailTo?.at.getTime() === at.getTime() && !mailTo.confirmed;
    return status === 'active' && isOpen ? aboutNoChild({ token: mailTo.token }) : undefined;
  },

  // To the address that is not confirmed, without the person's name; nowhere if that address was replaced.
  sendTo: ({ at }, mailTo) =>
    mailTo?.at.getTime() === at.getTime() ? { name: '', address: mailTo.address } : undefined,

  write: ({ token }) => ({
    subject: 'Is this your address?',
    greeting: 'Hi there,',
    parts: [
      `Someone at ${SCHOOL.name} says that emails for an account here should go to this address. If that is you, log in and confirm. If not, do nothing.`,
      link(
        'Log in and confirm',
        `/dashboard/profile?${new URLSearchParams({ confirmMail: token })}`,
      ),
    ],
  }),
});
