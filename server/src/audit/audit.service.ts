import { randomUUID } from 'node:crypto';
import type { OwnData } from '@speakifyr/contract/account.ts';
import type { AuditEntry } from '@speakifyr/contract/audit.ts';
import { email } from '@speakifyr/contract/fields.ts';
import type { AuditAction } from '@speakifyr/contract/audit-actions.ts';
import { AUDIT_SEARCH_DAYS, MAX_PAGE_SIZE } from '@speakifyr/contract/limits.ts';
import { ObjectId } from 'mongodb';
import type { AuditDocument } from '../database/collections.ts';
import { type ListRequest, type Page, presentBatches } from '../database/lists.ts';
import { DAY_MS, type Days, findPeriod, type Period } from '../school-time.ts';
import type { Services } from '../services.ts';
import {
  type AuditFilter,
  type ChangedDocument,
  countRemovals,
  dropUnfiledAct,
  insertAuditEntry,
  listAuditEntries,
  listEntriesAbout,
  listUnfiledActs,
  listUnfiledActsAbout,
  readAllAuditEntries,
  replacePeople,
} from './audit.repo.ts';

/** Who acts if no person does. */
export const SYSTEM = 'system';

type Act = Pick<AuditDocument, 'who' | 'target' | 'before' | 'after' | 'classId'> & {
  action: AuditAction;
};
/** Commands have no mail bell. The server finds their marks when it looks the next time. */
type Needs = Pick<Services, 'database' | 'now' | 'log'> & Partial<Pick<Services, 'mailBell'>>;

/** The acts that people get an email about. */
export const ACTS_WITH_MAIL: AuditAction[] = [
  'allow age',
  'cancel class',
  'change mail address',
  'make admin',
  'make instructor',
  'message to class',
  'remove admin',
  'remove course',
  'remove user',
  'reply to message',
  'take back age',
  'unassign course',
  'update course',
];

/**
 * Longer than any request needs to do an act and to undo it. The limit of 20 s only ends the answer; the request's work goes
 * on, but it is a few database commands of at most 8 s each. So an act that is still in its document after this time was
 * interrupted, or filing it failed.
 */
const ACT_MS = 5 * 60_000;

/**
 * Describes an act: who did what to whom or what, and the values before and after. Never contains tokens, passwords or
 * card data. The update that makes the change also adds this to the document's `unfiledActs`.
 */
export function describeAct(
  { classId, ...act }: Act,
  { now }: Pick<Services, 'now'>,
): AuditDocument {
  return {
    _id: randomUUID(),
    ...act,
    people: listPeople(act),
    at: now(),
    ...(classId && { classId }),
    ...(ACTS_WITH_MAIL.includes(act.action) && { mailDue: true as const }),
  };
}

/**
 * Moves an act from the document that it changed to the audit log. Never fails, because the change itself is made: if
 * this is not possible now, the sweep does it later. May be repeated.
 */
export async function fileAct(
  act: AuditDocument,
  changed: ChangedDocument,
  services: Needs,
): Promise<void> {
  try {
    await moveToLog(act, changed, services);
  } catch (error) {
    services.log.error({ err: error, act: act._id }, 'an act is not in the audit log yet');
  }
}

async function moveToLog(
  act: AuditDocument,
  changed: ChangedDocument,
  { database: { collections }, log, mailBell }: Needs,
): Promise<void> {
  log.info({ audit: withoutText(act) }, 'an act was recorded');
  await insertAuditEntry(collections, act);
  await dropUnfiledAct(collections, changed, act._id);
  if (act.mailDue) mailBell?.emit('ring');
}

/** An act as the server's log has it: what people write to each other is only in the audit log. */
function withoutText({ after, ...act }: AuditDocument): AuditDocument {
  if (act.action !== 'message to class') return { ...act, after };
  const { text: _text, ...rest } = after ?? {};
  return { ...act, after: rest };
}

/**
 * Files the acts that a crash or a database outage left in their documents. Part of the sweep.
 * @param signal stops it between two acts
 */
export async function fileLeftActs(services: Services, signal?: AbortSignal): Promise<void> {
  const before = new Date(services.now().getTime() - ACT_MS);
  for (const { act, changed } of await listUnfiledActs(services.database.collections, before)) {
    if (signal?.aborted) return;
    await fileAct(act, changed, services);
  }
}

/** Files all acts that contain a person's email address, new ones too. Fails if one can't be filed. */
export async function fileActsAbout(email: string, services: Services): Promise<void> {
  for (const { act, changed } of await listUnfiledActsAbout(services.database.collections, email))
    await moveToLog(act, changed, services);
}

/**
 * Records a refund, a deletion or a message to a class. The first two are repeated until all of their steps succeed,
 * this one included.
 * @param once the entry's id: recording it again changes nothing
 */
export async function recordAct(act: Act, once: string, services: Needs): Promise<void> {
  const entry = { ...describeAct(act, services), _id: once };
  services.log.info({ audit: entry }, 'an act was recorded');
  await insertAuditEntry(services.database.collections, entry);
  if (entry.mailDue) services.mailBell?.emit('ring');
}

/** The audit log, newest first. A search for a text covers the last AUDIT_SEARCH_DAYS days, unless `from` is given. */
export async function getAuditLog(
  request: WantedActs,
  services: Services,
): Promise<Page<AuditEntry>> {
  // The log only grows, so all of it comes in batches only.
  const wanted = { page: 1, size: MAX_PAGE_SIZE, ...limitSearch(request, services) };
  const { items, total } = await listAuditEntries(services.database.collections, wanted);
  return { total, items: items.map(presentEntry) };
}

/** The same entries, all of them, in batches. */
export function getAllAuditEntries(
  request: WantedActs,
  services: Services,
): AsyncIterable<AuditEntry[]> {
  const wanted = limitSearch(request, services);
  const batches = readAllAuditEntries(services.database.collections, wanted);
  return presentBatches(batches, (batch) => batch.map(presentEntry));
}

type WantedActs = ListRequest & Days & Omit<AuditFilter, 'since' | keyof Period>;

function limitSearch({ from, to, ...request }: WantedActs, services: Services) {
  const since = new Date(services.now().getTime() - AUDIT_SEARCH_DAYS * DAY_MS);
  return { ...request, ...findPeriod({ from, to }, services), since };
}

function presentEntry(entry: AuditDocument): AuditEntry {
  const { at, people: _people, classId: _class, mailDue: _due, ...shown } = entry;
  return { ...shown, at: at.toISOString() };
}

/**
 * How many accounts are gone since a day began: removed ones, and deleted ones that joined before. The record of a
 * removed account stays, so the caller counts when it joined.
 * @param day yyyy-mm-dd, which begins at `since`
 */
export async function countDepartures(
  since: Date,
  day: string,
  { database }: Pick<Services, 'database'>,
): Promise<number> {
  return countRemovals(database.collections, since, day);
}

/**
 * What a person did and what was done to them, oldest first, without data about others. What was done about a child
 * that is not theirs anymore is left out, or comes without values if it was done to their account.
 * @param isTheirs whether they may read what is about this child
 */
export async function getActsOf(
  email: string,
  isTheirs: (childId: ObjectId) => boolean,
  { database }: Services,
): Promise<OwnData['acts']> {
  const entries = await listEntriesAbout(database.collections, email);
  return entries.flatMap(({ at, action, who, target, before, after }) => {
    const didIt = who === email;
    const isHidden = listChildIds({ before, after }).some((childId) => !isTheirs(childId));
    if (isHidden && !didIt && target !== email) return [];
    const hasValues = !didIt && !isHidden;
    return {
      at: at.toISOString(),
      action,
      part: didIt ? ('did it' as const) : ('it was about them' as const),
      before: hasValues ? before : null,
      after: hasValues ? after : null,
    };
  });
}

/** The children that an act was about: `child` or `children` in its values. */
function listChildIds({ before, after }: Pick<AuditDocument, 'before' | 'after'>): ObjectId[] {
  return [before, after]
    .flatMap((values) => [values?.child, values?.children].flat())
    .flatMap((id) => (typeof id === 'string' ? new ObjectId(id) : []));
}

/**
 * Replaces a person by a pseudonym in every entry. Their email is theirs wherever it stands. Their name is not: a role,
 * a status or another person's email may be the same text. So only the fields that hold their name are replaced. May be
 * repeated.
 * @param stranger what replaces them
 */
export async function forgetActor(
  email: string,
  stranger: { email: string; name: string },
  { database }: Services,
): Promise<void> {
  for (const entry of await listEntriesAbout(database.collections, email)) {
    const rename = (value: unknown, isTheirs = false): unknown => {
      if (value === email) return stranger.email;
      if (Array.isArray(value)) return value.map((part) => rename(part));
      if (typeof value !== 'object' || value === null) return value;
      const hasName = 'name' in value && (isTheirs || ('email' in value && value.email === email));
      const fields = Object.entries(value).map(([key, field]) => [key, rename(field)]);
      return { ...Object.fromEntries(fields), ...(hasName && { name: stranger.name }) };
    };
    const isAboutThem = entry.target === email;
    const after = rename(entry.after, isAboutThem) as AuditDocument['after'];
    const isOwnMessage = entry.action === 'message to class' && entry.who === email;
    await replacePeople(database.collections, {
      ...entry,
      who: rename(entry.who) as string,
      target: rename(entry.target) as string,
      before: rename(entry.before, isAboutThem) as AuditDocument['before'],
      after: isOwnMessage ? { ...after, from: stranger.name } : after,
      people: rename(entry.people) as string[],
    });
  }
}

/** All email addresses in an act. */
function listPeople(act: unknown): string[] {
  const texts = listTexts(act).filter((text) => email.safeParse(text).success);
  return [...new Set(texts)];
}

function listTexts(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value ? Object.values(value).flatMap(listTexts) : [];
}
