import { getMessage } from '../../contact/contact.service.ts';
import type { UserDocument } from '../../database/collections.ts';
import type { CauseOf } from '../../database/outbox-document.ts';
import type { Services } from '../../services.ts';
import type { LetterFacts } from '../letters/facts.ts';

/** What an admin reads of a message that is still in the inbox. */
export async function readContactForm(
  { messageId }: CauseOf<'contact form'>,
  user: UserDocument,
  services: Services,
): Promise<LetterFacts['contact form'] | undefined> {
  if (user.role !== 'admin' || user.status !== 'active') return undefined;
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
