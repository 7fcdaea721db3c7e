import type { MailKind } from '@speakifyr/contract/limits.ts';
import type { UserDocument } from '../database/collections.ts';
import type { OutboxDocument } from '../database/outbox-document.ts';
import type { Services } from '../services.ts';
import { findUserWithId } from '../users/users.service.ts';
import type { FactsOf } from './letters/facts.ts';
import { readPaid, readRefunded } from './read-facts/payment-facts.ts';

/** What an email says. With `notSent` it is written, for the person's Messages page, but not sent; the text says why. */
export type ReadFacts = { facts: FactsOf<MailKind>; notSent?: string };

/**
 * Reads what an email says, just before each try to send it.
 * @returns undefined if it is no longer true or wanted, so that nobody must get it
 */
export async function readFacts(
  { cause, userId }: Pick<OutboxDocument, 'cause' | 'userId'>,
  services: Services,
): Promise<ReadFacts | undefined> {
  if (cause.kind === 'account deleted') return { facts: {} };
  const user = userId && (await findUserWithId(userId, services));
  if (!user || user.status === 'deleting') return undefined;
  const facts = await readFactsFor(cause, user, services);
  return facts && { facts };
}

async function readFactsFor(
  cause: OutboxDocument['cause'],
  user: UserDocument,
  services: Services,
): Promise<FactsOf<MailKind> | undefined> {
  switch (cause.kind) {
    case 'paid':
      return readPaid(cause, user, services);
    case 'refunded':
      return readRefunded(cause, user, services);
    default:
      return undefined;
  }
}
