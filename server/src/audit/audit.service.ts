import { randomUUID } from 'node:crypto';
import type { OwnData } from '@speakifyr/contract/account.ts';
import type { AuditEntry } from '@speakifyr/contract/audit.ts';
import { email } from '@speakifyr/contract/fields.ts';
import { AUDIT_SEARCH_DAYS, MAX_PAGE_SIZE } from '@speakifyr/contract/limits.ts';
import type { AuditDocument } from '../database/collections.ts';
import type { ListRequest, Page } from '../database/lists.ts';
import type { Services } from '../services.ts';
import {
  insertAuditEntry,
  listAuditEntries,
  listEntriesAbout,
  replacePeople,
} from './audit.repo.ts';

const DAY_MS = 24 * 60 * 60_000;

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
  const entry = { _id: once ?? randomUUID(), ...act, people: listPeople(act), at: now() };
  log.info({ audit: entry }, 'an act was recorded');
  await insertAuditEntry(database.collections, entry);
}

/** The audit log, newest first. A search looks at the last AUDIT_SEARCH_DAYS days. */
export async function getAuditLog(
  request: ListRequest & { search?: string | undefined },
  { database, now }: Services,
): Promise<Page<AuditEntry>> {
  const since = new Date(now().getTime() - AUDIT_SEARCH_DAYS * DAY_MS);
  // The log only grows, so the answer is always a page of it.
  const page = { page: 1, size: MAX_PAGE_SIZE, ...request, since };
  const { items, total } = await listAuditEntries(database.collections, page);
  return {
    total,
    items: items.map(({ at, people: _people, ...entry }) => ({
      ...entry,
      at: at.toISOString(),
    })),
  };
}

/** Lines of what a person did, and of what was done to them, oldest first. Of others they say nothing. */
export async function getActsOf(email: string, { database }: Services): Promise<OwnData['acts']> {
  const entries = await listEntriesAbout(database.collections, email);
  return entries.map(({ at, action, who, before, after }) => {
    const didIt = who === email;
    return {
      at: at.toISOString(),
      action,
      part: didIt ? ('did it' as const) : ('it was about them' as const),
      before: didIt ? null : before,
      after: didIt ? null : after,
    };
  });
}

/**
 * Puts a pseudonym in the place of a person in every line; may be repeated.
 * @param person who stands there now
 * @param stranger who stands there afterwards
 */
export async function forgetActor(
  person: { email: string; name: string },
  stranger: { email: string; name: string },
  { database }: Services,
): Promise<void> {
  const rename = (value: unknown): unknown => {
    if (value === person.email) return stranger.email;
    if (value === person.name) return stranger.name;
    if (Array.isArray(value)) return value.map(rename);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, rename(field)]));
  };
  for (const { _id, at, action, ...entry } of await listEntriesAbout(
    database.collections,
    person.email,
  )) {
    const renamed = rename(entry) as typeof entry;
    await replacePeople(database.collections, { _id, at, action, ...renamed });
  }
}

/** Every e-mail address in what was done, wherever it stands. */
function listPeople(act: unknown): string[] {
  const texts = listTexts(act).filter((text) => email.safeParse(text).success);
  return [...new Set(texts)];
}

function listTexts(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value ? Object.values(value).flatMap(listTexts) : [];
}
