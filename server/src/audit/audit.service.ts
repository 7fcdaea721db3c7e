import type { AuditEntry } from '@speakifyr/contract/audit.ts';
import type { AuditDocument } from '../database/collections.ts';
import type { ListRequest, Page } from '../database/lists.ts';
import type { Services } from '../services.ts';
import { insertAuditEntry, listAuditEntries } from './audit.repo.ts';

/** Who acts when nobody presses a button. */
export const SYSTEM = 'system';

/**
 * Writes down what was done, right after it was: who, what, to whom or what, and how it was before and after.
 * Names and figures only; never a token, a password or anything of a card.
 */
export async function recordAct(
  act: Pick<AuditDocument, 'who' | 'action' | 'target' | 'before' | 'after'>,
  { database, now, log }: Services,
): Promise<void> {
  const entry = { ...act, at: now() };
  log.info({ audit: entry }, 'an act was recorded');
  await insertAuditEntry(database.collections, entry);
}

/** The audit log, latest first. */
export async function getAuditLog(
  request: ListRequest & { search?: string | undefined },
  { database }: Services,
): Promise<Page<AuditEntry>> {
  const { items, total } = await listAuditEntries(database.collections, request);
  return {
    total,
    items: items.map(({ _id, at, ...entry }) => ({
      _id: _id.toHexString(),
      ...entry,
      at: at.toISOString(),
    })),
  };
}
