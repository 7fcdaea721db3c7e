import type { MailContent } from '@speakifyr/contract/mail.ts';
import { SCHOOL } from '@speakifyr/contract/school.ts';
import type { UserDocument } from '../../database/collections.ts';
import type { AuditEvent } from '../../database/event-document.ts';
import type { Services } from '../../services.ts';
import { essentialTo, findRecipient } from '../due-mails/recipients.ts';
import { aboutNoChild, defineMail } from '../mail-module.ts';
import type { NewMail } from '../outbox.ts';

export type ConfirmAddressCause = { kind: 'confirm address'; at: Date };

/** Goes to an address of which nobody knows yet whose it is, so it says nothing about anybody. */
type ConfirmAddressProps = { token: string };

export const confirmAddress = defineMail<ConfirmAddressCause, ConfirmAddressProps>({
  kind: 'confirm address',
  isSecret: true,
  on: { 'change mail address': describeConfirmMail },
  read(cause, { user }) {
    const props = user.status === 'active' && readConfirmAddress(cause, user);
    return props ? aboutNoChild(props) : undefined;
  },
  // To the address that is not confirmed, without the person's name; nowhere if that address was replaced.
  sendTo: ({ at }, mailTo) =>
    mailTo?.at.getTime() === at.getTime() ? { name: '', address: mailTo.address } : undefined,
  write,
});

/** Asks the reader whether they want an account's emails. It may be a stranger, so it names nobody. */
function write({ token }: ConfirmAddressProps): MailContent {
  return {
    subject: 'Is this your address?',
    greeting: 'Hi there,',
    parts: [
      {
        kind: 'text',
        text: `Someone at ${SCHOOL.name} says that emails for an account here should go to this address. If that is you, log in and confirm. If not, do nothing.`,
      },
      {
        kind: 'link',
        label: 'Log in and confirm',
        path: `/dashboard/profile?${new URLSearchParams({ confirmMail: token })}`,
      },
    ],
  };
}

/** How long its owner can confirm an address. The contract's summary names it. */
export const CONFIRM_DAYS = 14;

/** What the question says, while it is open. */
function readConfirmAddress(
  { at }: ConfirmAddressCause,
  { mailTo }: UserDocument,
): ConfirmAddressProps | undefined {
  const isOpen = mailTo?.at.getTime() === at.getTime() && !mailTo.confirmed;
  return isOpen ? { token: mailTo.token } : undefined;
}

/** Asks for the latest address only, once. */
async function describeConfirmMail(
  { data: { target } }: AuditEvent,
  services: Services,
): Promise<NewMail<ConfirmAddressCause>[]> {
  const user = await findRecipient(target, services);
  const at = user?.mailTo?.at;
  if (!user || !at) return [];
  const _id = `confirm-${user._id.toHexString()}-${at.getTime()}`;
  const cause = { kind: 'confirm address' as const, at };
  return [{ _id, cause, ...essentialTo(user, CONFIRM_DAYS, services) }];
}
