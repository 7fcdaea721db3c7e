import type { OwnData } from '@speakifyr/contract/account.ts';
import type { AuditEntry } from '@speakifyr/contract/audit.ts';
import { AUDIT_ACTIONS, type AuditAction } from '@speakifyr/contract/audit-actions.ts';
import type { Contract } from '@speakifyr/contract/contract.ts';
import type { ParsedInput } from '@speakifyr/contract/endpoint.ts';
import { AUDIT_SEARCH_DAYS, MAX_PAGE_SIZE } from '@speakifyr/contract/limits.ts';
import { type Collection, type Filter, ObjectId } from 'mongodb';
import type { UserDocument } from '../database/user-documents.ts';
import type { Actor, AuditEvent } from '../database/event-document.ts';
import { findFirst, findPageOrBatches, matchText, type PageOrBatches } from '../database/lists.ts';
import { listSearchWords, matchTyped } from '../database/search-words.ts';
import { isDoneBy, SYSTEM } from '../events/audit-event.ts';
import { relayEvents, relayEventsAbout } from '../events/relay.ts';
import {
  findAnyUser,
  findIdsByAddress,
  findPeopleById,
  findPeopleNamed,
  NOBODY,
} from '../users/find-users.ts';
import { DAY_MS, findPeriod } from '../school-time.ts';
import type { Services } from '../services.ts';

/** The events that the audit log shows. No function removes them, and only `forgetActor` changes them. */
function openLog({ database }: Pick<Services, 'database'>): Collection<AuditEvent> {
  return database.collections.events as unknown as Collection<AuditEvent>;
}

/** Limits the list to some entries. */
type WantedEvents = ParsedInput<Contract['GET /auditLog']>['query'] & {
  /** With a `search`, entries about one of these children are found, too. Their ids, as 24 hexadecimal digits. */
  about?: string[];
};

/**
 * The audit log, newest first: a page or, with `all`, every entry. A search for a text covers the last
 * AUDIT_SEARCH_DAYS days, unless `from` is given. R36
 * @param name turns the ids in entries into names
 */
export async function getAuditLog(
  wanted: WantedEvents,
  name: (entries: AuditEntry[]) => Promise<AuditEntry[]>,
  services: Services,
): Promise<PageOrBatches<AuditEntry>> {
  await relayEvents(services);
  const { search, who, action, target, from, to } = wanted;
  const isAll = !(search || who || action || target || from || to);
  const log = openLog(services);
  const { filter, count } = await findFirst(log, await matchEntries(wanted, services));
  return findPageOrBatches(
    log,
    filter,
    // The log only grows, so all of it comes only in batches.
    { page: 1, size: MAX_PAGE_SIZE, ...wanted },
    '-at',
    async (events) => name(await presentEntries(events, services)),
    isAll ? () => countAll(services) : count,
  );
}

/** What finds the entries: the second only if the first finds nothing. */
async function matchEntries(
  { search, who, action, target, about = [], from, to }: WantedEvents,
  services: Services,
): Promise<Filter<AuditEvent>[]> {
  const { start, end } = findPeriod({ from, to });
  // Any entry may contain the text, so the index on the date must limit how many we read.
  const since = new Date(services.now().getTime() - AUDIT_SEARCH_DAYS * DAY_MS);
  const first = start ?? (search || target ? since : undefined);
  const at = { $gte: first ?? new Date(0), ...(end && { $lt: end }) };
  const within = {
    ...((first || end) && { at }),
    ...(who && { by: await findActor(who, services) }),
    ...(action && { type: action }),
    'data.target': target ? matchText(target) : { $exists: true },
  };
  const ways = search ? await matchSearch({ search, about }, services) : [{}];
  return ways.map((way) => ({ ...within, ...way }) as Filter<AuditEvent>);
}

async function findActor(who: string, services: Services): Promise<Actor | { $in: [] }> {
  if (who === SYSTEM) return SYSTEM;
  return (await findAnyUser(who, services))?._id ?? { $in: [] };
}

const CHILD_FIELDS = ['child', 'children'].flatMap((field) => [
  `data.before.${field}`,
  `data.after.${field}`,
]);

/**
 * Entries by an action, by a person or about them, about a child, and those with the words in their target. A person is
 * found as everywhere in the office, by the words of their name or by phone, or by any part of an address, unless too many
 * have it. One way hides nothing of another one. Only if that finds nothing, the text is looked for anywhere in the
 * targets. R36, R220
 */
async function matchSearch(
  { search, about }: { search: string; about: string[] },
  services: Services,
): Promise<object[]> {
  const text = search.toLowerCase();
  const types = AUDIT_ACTIONS.filter((action) => action.toLowerCase().includes(text));
  const [named, addressed] = await Promise.all([
    findPeopleNamed(search, services),
    findIdsByAddress(search, services),
  ]);
  const system: Actor[] = SYSTEM.includes(text) ? [SYSTEM] : [];
  const by = [...named.map(({ _id }) => _id), ...addressed, ...system];
  // The others have the text in their address, so the target finds them.
  const addresses = named.flatMap(({ email }) => (email.includes(text) ? [] : email));
  const others = [
    { type: { $in: types } },
    { by: { $in: by } },
    { 'data.people': { $in: addresses }, 'data.target': { $in: addresses } },
    ...CHILD_FIELDS.map((field) => ({ [field]: { $exists: true, $in: about } })),
  ];
  const { byWords, anywhere } = matchTyped(search, ['data.target']);
  return [{ $or: [...others, ...byWords] }, { $or: [...others, ...anywhere] }];
}

/** MongoDB knows the size of a collection without reading it. Counts only the few events that are no entries. */
async function countAll({ database }: Services): Promise<number> {
  const { events } = database.collections;
  const isNews = { 'data.target': { $exists: false } };
  // Two counts, because each has its own index.
  const [all, ofMailer, ofWebhooks] = await Promise.all([
    events.estimatedDocumentCount(),
    events.countDocuments({ mailDue: true, ...isNews }),
    events.countDocuments({ hookDue: true, mailDue: { $exists: false }, ...isNews }),
  ]);
  return all - ofMailer - ofWebhooks;
}

async function presentEntries(events: AuditEvent[], services: Services): Promise<AuditEntry[]> {
  const ids = events.flatMap(({ by }) => (by === SYSTEM ? [] : by));
  const users = await findPeopleById(ids, services);
  return events.map(({ _id, type, by, at, data: { target, before, after } }) => {
    const who = by === SYSTEM ? SYSTEM : (users.get(by.toHexString())?.email ?? NOBODY);
    return { _id, who, action: type, target, before, after, at: at.toISOString() };
  });
}

/**
 * How many accounts are gone since a day began: removed ones, less those that came back, and deleted ones that joined
 * before. The record of a removed account stays, so the caller counts when it joined. R208
 * @param day yyyy-mm-dd, which begins at `since`
 */
export async function countDepartures(
  since: Date,
  day: string,
  services: Services,
): Promise<number> {
  await relayEvents(services);
  const removed = { type: 'remove user' as const, at: { $gte: since } };
  const ends: AuditAction[] = ['delete account', 'merge families', 'claim family'];
  const deleted = { type: { $in: ends }, at: { $gte: since } };
  const back = { type: 'take back removal' as const, at: { $gte: since } };
  const [removals, returns, deletions] = await Promise.all([
    openLog(services).countDocuments(removed),
    openLog(services).countDocuments(back),
    openLog(services).countDocuments({ ...deleted, 'data.before.joined': { $lt: day } }),
  ]);
  return removals - returns + deletions;
}

/** All entries by a person, or with their email address, oldest first. */
async function listEntriesAbout(
  { _id: by, email }: Pick<UserDocument, '_id' | 'email'>,
  services: Services,
): Promise<AuditEvent[]> {
  const [done, about] = await Promise.all([
    openLog(services).find({ by }).toArray(),
    openLog(services)
      .find({ by: { $ne: by }, 'data.people': email })
      .toArray(),
  ]);
  return [...done, ...about].sort((a, b) => a.at.getTime() - b.at.getTime());
}

/**
 * What a person did and what was done to them, oldest first, without data about others. Acts about a child that is no
 * longer theirs are left out, or come without values if they were done to their account. R206
 * @param isTheirs whether they may read what is about this child
 */
export async function getActsOf(
  user: UserDocument,
  isTheirs: (childId: ObjectId) => boolean,
  services: Services,
): Promise<OwnData['acts']> {
  await relayEvents(services);
  const entries = await listEntriesAbout(user, services);
  return entries.flatMap(({ at, type, by, data: { target, before, after } }) => {
    const didIt = isDoneBy(by, user);
    const isHidden = listChildIds({ before, after }).some((childId) => !isTheirs(childId));
    if (isHidden && !didIt && target !== user.email) return [];
    const hasValues = !didIt && !isHidden;
    return {
      at: at.toISOString(),
      action: type,
      part: didIt ? ('did it' as const) : ('it was about them' as const),
      before: hasValues ? before : null,
      after: hasValues && !FOR_THE_OFFICE.includes(type) ? leaveOutOther(after) : null,
    };
  });
}

/** Why the office did it: what it writes may be about others. */
const FOR_THE_OFFICE: AuditAction[] = ['remove user', 'take back removal'];

/** Leaves out another household's money. */
function leaveOutOther(after: AuditEvent['data']['after']): AuditEvent['data']['after'] {
  if (!after) return after;
  const { coPay: _coPay, ...own } = after;
  return own;
}

/** The children that an event was about: `child` or `children` in its values. */
function listChildIds({ before, after }: Pick<AuditEvent['data'], 'before' | 'after'>): ObjectId[] {
  return [before, after]
    .flatMap((values) => [values?.child, values?.children].flat())
    .flatMap((id) => (typeof id === 'string' ? new ObjectId(id) : []));
}

/**
 * Replaces a person by a pseudonym in every entry about them, new ones, too. Their email is theirs wherever it appears.
 * Their name is not: a role, a status or another person's email may be the same text. So only the fields that hold
 * their name are replaced. May be repeated.
 * @param stranger what replaces them
 */
export async function forgetActor(
  user: Pick<UserDocument, '_id' | 'email'>,
  stranger: { email: string; name: string },
  services: Services,
): Promise<void> {
  // Events moved later would bring the email back, and those in the person's record would be lost with it.
  const { email } = user;
  await relayEventsAbout(user, services);
  for (const entry of await listEntriesAbout(user, services)) {
    const rename = (value: unknown, isTheirs = false): unknown => {
      if (value === email) return stranger.email;
      if (Array.isArray(value)) return value.map((part) => rename(part));
      if (typeof value !== 'object' || value === null) return value;
      const hasName = 'name' in value && (isTheirs || ('email' in value && value.email === email));
      const fields = Object.entries(value).map(([key, field]) => [key, rename(field)]);
      return { ...Object.fromEntries(fields), ...(hasName && { name: stranger.name }) };
    };
    const { target, people, before, after } = entry.data;
    const isAboutThem = target === email;
    const isOwnMessage = entry.type === 'message to class' && isDoneBy(entry.by, user);
    const renamed = rename(after, isAboutThem) as typeof after;
    const data = {
      ...entry.data,
      target: rename(target),
      people: rename(people),
      before: rename(before, isAboutThem),
      after: isOwnMessage ? { ...renamed, from: stranger.name } : renamed,
    };
    const searchWords = listSearchWords({ name: String(data.target) });
    // The type and its time stay.
    await openLog(services).updateOne(
      { _id: entry._id },
      { $set: { data, searchWords } as object },
    );
  }
}
