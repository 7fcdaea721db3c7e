import type { OwnData } from '@speakifyr/contract/account.ts';
import type { AuditEntry } from '@speakifyr/contract/audit.ts';
import { AUDIT_SEARCH_DAYS, MAX_PAGE_SIZE } from '@speakifyr/contract/limits.ts';
import { ObjectId } from 'mongodb';
import type { UserDocument } from '../database/collections.ts';
import type { Actor, AuditEvent } from '../database/event-document.ts';
import { type ListRequest, type Page, presentBatches } from '../database/lists.ts';
import { isDoneBy, SYSTEM } from '../events/audit-event.ts';
import { relayEvents, relayEventsAbout } from '../events/relay.ts';
import { findAnyUser, findIdsByEmail, findPeopleById, NOBODY } from '../people/users/find-users.ts';
import { DAY_MS, type Days, findPeriod, type Period } from '../school-time.ts';
import type { Services } from '../services.ts';
import {
  type AuditFilter,
  countRemovals,
  listAuditEntries,
  listEntriesAbout,
  readAllAuditEntries,
  replacePeople,
} from './audit.repo.ts';

/** The audit log, newest first. A search for a text covers the last AUDIT_SEARCH_DAYS days, unless `from` is given. */
export async function getAuditLog(
  request: WantedEvents,
  services: Services,
): Promise<Page<AuditEntry>> {
  await relayEvents(services);
  // The log only grows, so all of it comes in batches only.
  const wanted = { page: 1, size: MAX_PAGE_SIZE, ...(await readFilter(request, services)) };
  const { items, total } = await listAuditEntries(services.database.collections, wanted);
  return { total, items: await presentEntries(items, services) };
}

/** The same entries, all of them, in batches. */
export async function* getAllAuditEntries(
  request: WantedEvents,
  services: Services,
): AsyncGenerator<AuditEntry[]> {
  await relayEvents(services);
  const wanted = await readFilter(request, services);
  const batches = readAllAuditEntries(services.database.collections, wanted);
  yield* presentBatches(batches, (batch) => presentEntries(batch, services));
}

/** `who`: an email, or `system`. */
type WantedEvents = ListRequest &
  Days &
  Omit<AuditFilter, 'since' | 'by' | 'foundBy' | keyof Period> & { who?: string | undefined };

async function readFilter({ from, to, who, ...request }: WantedEvents, services: Services) {
  const since = new Date(services.now().getTime() - AUDIT_SEARCH_DAYS * DAY_MS);
  const { search } = request;
  return {
    ...{ ...request, ...findPeriod({ from, to }, services), since },
    ...(who && { by: await findActors(who, services) }),
    ...(search && {
      foundBy: await searchActors(search, services),
    }),
  };
}

async function findActors(who: string, services: Services): Promise<Actor[]> {
  if (who === SYSTEM) return [SYSTEM];
  const user = await findAnyUser(who, services);
  return user ? [user._id] : [];
}

async function searchActors(search: string, services: Services): Promise<Actor[]> {
  const ids = await findIdsByEmail(search, services);
  return SYSTEM.includes(search.toLowerCase()) ? [...ids, SYSTEM] : ids;
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
 * How many accounts are gone since a day began: removed ones, and deleted ones that joined before. The record of a
 * removed account stays, so the caller counts when it joined.
 * @param day yyyy-mm-dd, which begins at `since`
 */
export async function countDepartures(
  since: Date,
  day: string,
  services: Services,
): Promise<number> {
  await relayEvents(services);
  return countRemovals(services.database.collections, since, day);
}

/**
 * What a person did and what was done to them, oldest first, without data about others. What was done about a child
 * that is not theirs anymore is left out, or comes without values if it was done to their account.
 * @param isTheirs whether they may read what is about this child
 */
export async function getActsOf(
  user: UserDocument,
  isTheirs: (childId: ObjectId) => boolean,
  services: Services,
): Promise<OwnData['acts']> {
  await relayEvents(services);
  const entries = await listEntriesAbout(services.database.collections, user);
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
      after: hasValues ? after : null,
    };
  });
}

/** The children that an event was about: `child` or `children` in its values. */
function listChildIds({ before, after }: Pick<AuditEvent['data'], 'before' | 'after'>): ObjectId[] {
  return [before, after]
    .flatMap((values) => [values?.child, values?.children].flat())
    .flatMap((id) => (typeof id === 'string' ? new ObjectId(id) : []));
}

/**
 * Replaces a person by a pseudonym in every entry about them, new ones too. Their email is theirs wherever it stands. Their name is not: a role,
 * a status or another person's email may be the same text. So only the fields that hold their name are replaced. May be
 * repeated.
 * @param stranger what replaces them
 */
export async function forgetActor(
  user: Pick<UserDocument, '_id' | 'email'>,
  stranger: { email: string; name: string },
  services: Services,
): Promise<void> {
  const { collections } = services.database;
  // What is moved later would bring the email back, and what is in the person's record would be lost with it.
  const { email } = user;
  await relayEventsAbout(user, services);
  for (const entry of await listEntriesAbout(collections, user)) {
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
      ...{ ...entry.data, target: rename(target), people: rename(people) },
      before: rename(before, isAboutThem),
      after: isOwnMessage ? { ...renamed, from: stranger.name } : renamed,
    };
    await replacePeople(collections, { ...entry, data } as AuditEvent);
  }
}
