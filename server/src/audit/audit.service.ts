import { randomUUID } from 'node:crypto';
import type { AuditEntry } from '@speakifyr/contract/audit.ts';
import { MAX_PAGE_SIZE } from '@speakifyr/contract/limits.ts';
import type { AuditDocument } from '../database/collections.ts';
import type { ListRequest, Page } from '../database/lists.ts';
import type { Services } from '../services.ts';
import { insertAuditEntry, listAuditEntries } from './audit.repo.ts';

/** Who acts when nobody presses a button. */
export const SYSTEM = 'system';

/**
 * Writes down what was done, right after it was: who, what, to whom or what, and how it was before and after.
 * Names and figures only; never a token, a password or anything of a card.
 * @param once names what can happen only once, so that writing it down again changes nothing
 */
export async function recordAct(
  act: Pick<AuditDocument, 'who' | 'action' | 'target' | 'before' | 'after'>,
  { database, now, log }: Pick<Services, 'database' | 'now' | 'log'>,
  once?: string,
): Promise<void> {
  const entry = { _id: once ?? randomUUID(), ...act, at: now() };
  log.info({ audit: entry }, 'an act was recorded');
  await insertAuditEntry(database.collections, entry);
}

/** The audit log, latest first. */
export async function getAuditLog(
  request: ListRequest & { search?: string | undefined },
  { database }: Services,
): Promise<Page<AuditEntry>> {
  // It grows for ever: always a page of it.
  const page = { page: 1, size: MAX_PAGE_SIZE, ...request };
  const { items, total } = await listAuditEntries(database.collections, page);
  return {
    total,
    items: items.map(({ at, ...entry }) => ({
      ...entry,
      at: at.toISOString(),
    })),
  };
}
