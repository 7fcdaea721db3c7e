import { getMessage } from '../contact/contact.service.ts';
import type { UserDocument } from '../../database/collections.ts';
import type { CauseOf } from '../../database/outbox-document.ts';
import type { Services } from '../../services.ts';
import { worksInOffice } from '../../people/users/bundles.ts';
import type { LetterFacts } from '../letters/facts.ts';

/** What an admin reads of a message that is still in the inbox. */
export async function readContactForm(
  { messageId }: CauseOf<'contact form'>,
  user: UserDocument,
  services: Services,
): Promise<LetterFacts['contact form'] | undefined> {
  if (!worksInOffice(user)) return undefined;
  const found = await getMessage(messageId, services);
  if (!found) return undefined;
  const { name, email, message, at } = found;
  return { name, email, message, at };
}

/** What its sender reads of a message that is still in the inbox, while the address is theirs. */
export async function readContactCopy(
  { messageId }: CauseOf<'contact copy'>,
  user: UserDocument,
  services: Services,
): Promise<LetterFacts['contact copy'] | undefined> {
  const found = await getMessage(messageId, services);
  if (user.status !== 'active' || !user.isVerified || found?.email !== user.email) return undefined;
  return found.copyTo?.equals(user._id) ? { message: found.message, at: found.at } : undefined;
}

/**
 * A reply to a message that is still in the inbox.
 * @param owner the account that wrote it. Only they read their own message again: anybody can give another person's
 *   address, and must not make the school send their words there
 */
export async function readContactReply(
  { messageId, replyId }: CauseOf<'contact reply'>,
  owner: UserDocument | undefined,
  services: Services,
): Promise<LetterFacts['contact reply'] | undefined> {
  const found = await getMessage(messageId, services);
  const reply = found?.replies?.find(({ _id }) => _id === replyId);
  if (!found || !reply) return undefined;
  const isTheirs = owner !== undefined && found.copyTo?.equals(owner._id) === true;
  return { reply: reply.text, message: isTheirs ? found.message : null, at: found.at };
}
