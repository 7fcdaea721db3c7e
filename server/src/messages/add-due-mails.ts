import type { MailKind } from '@speakifyr/contract/mail-kinds.ts';
import { asChosen } from '@speakifyr/contract/sold-by-day.ts';
import type { Collection, Filter } from 'mongodb';
import type { ClassDocument } from '../database/class-document.ts';
import type { Collections } from '../database/collections.ts';
import type { EventOf, EventType, SchoolEvent } from '../database/event-document.ts';
import { isDatabaseOutage } from '../database/outages.ts';
import { findClassEnd, isTooLateFor } from '../seats/may-join.ts';
import { listClassesWithList } from '../waiting/waiting-classes.ts';
import { finishEvents } from '../events/finish-events.ts';
import { relayEvents } from '../events/relay.ts';
import type { Services } from '../services.ts';
import { getMailModule, MAILS } from './kinds/all.ts';
import type { ClassEvent, ClassEvents, NewMail } from './mail-module.ts';
import { wants } from './mail-choice.ts';
import { addMails, makeLines } from './outbox.ts';
import { areOffered, isOpen } from './parts/waiting.ts';
import { findRecipients } from './recipients.ts';

type Source = (services: Services, signal?: AbortSignal) => Promise<void>;

const KINDS = Object.keys(MAILS) as MailKind[];

/** Everything that can cause an email. */
const SOURCES: Source[] = [
  addMailsOfEvents,
  addMailsOfChanges,
  addEntryMails,
  ...KINDS.map(
    (kind): Source =>
      (services, signal) =>
        look(kind, services, signal),
  ),
];

/**
 * Puts every email that is due into the outbox. Repeating it is harmless, even on several servers at once. A problem
 * with one kind of email doesn't stop the others. R93, R185
 * @param signal stops it between two emails
 */
export async function addDueMails(services: Services, signal?: AbortSignal): Promise<void> {
  for (const addMailsOfSource of SOURCES) {
    if (signal?.aborted) return;
    try {
      await addMailsOfSource(services, signal);
    } catch (error) {
      if (isDatabaseOutage(error)) throw error;
      services.log.error({ err: error }, 'some emails are not in the outbox yet');
    }
  }
}

const CHANGES: ClassEvent[] = ['update course', 'unassign course'];

/** The emails that events cause, except changes of classes. */
async function addMailsOfEvents(services: Services, signal?: AbortSignal): Promise<void> {
  await relayEvents(services);
  const due = {
    list: (collections: Collections) => listDueEvents(collections, { $not: { $in: CHANGES } }),
    describe: async (event: SchoolEvent, batch: NewMail[]) =>
      (await Promise.all(describeMails(event, batch, services))).flat(),
    finish: (collections: Collections, events: SchoolEvent[]) =>
      finishEvents(collections, events, 'mailDue'),
  };
  await addEventMails(due, services, signal);
}

function describeMails<T extends EventType>(
  event: EventOf<T>,
  batch: NewMail[],
  services: Services,
) {
  return KINDS.map(async (kind) => {
    const due = await getMailModule(kind).on?.[event.type as T]?.(event, services, batch);
    return makeLines(kind, due ?? [], services);
  });
}

/**
 * Tells people what changed about their class, CHANGE_MAIL_MINUTES after the first change. Changes often come in quick
 * succession: a new instructor means one event that unassigns and one that assigns, and a class is unassigned before it
 * is removed.
 */
async function addMailsOfChanges(services: Services, signal?: AbortSignal): Promise<void> {
  const due = {
    list: (collections: Collections) => listDueChanges(collections, services),
    describe: async (changes: ClassEvents) => {
      const found = KINDS.map(async (kind) =>
        makeLines(kind, (await getMailModule(kind).onChanges?.(changes, services)) ?? [], services),
      );
      return (await Promise.all(found)).flat();
    },
    finish: (collections: Collections, changes: ClassEvents[]) =>
      finishEvents(
        collections,
        changes.flatMap(({ events }) => events),
        'mailDue',
      ),
  };
  await addEventMails(due, services, signal);
}

const MINUTE_MS = 60_000;

async function listDueChanges(
  collections: Collections,
  { environment, now }: Services,
): Promise<ClassEvents[]> {
  const byClass = new Map<string, ClassEvents>();
  for (const event of await listDueEvents(collections, { $in: CHANGES })) {
    const id = event.data.classId.toHexString();
    byClass.set(id, { _id: event._id, events: [...(byClass.get(id)?.events ?? []), event] });
  }
  const since = now().getTime() - environment.CHANGE_MAIL_MINUTES * MINUTE_MS;
  return [...byClass.values()].filter(({ events }) => events[0]!.at.getTime() <= since);
}

/** How many events are read at once. */
const EVENTS_AT_ONCE = 100;

/** Events that may cause emails, oldest first. */
export async function listDueEvents<T extends EventType>(
  { events }: Collections,
  type: { $in: T[] } | { $not: { $in: EventType[] } },
): Promise<EventOf<T>[]> {
  const due = events as unknown as Collection<EventOf<T>>;
  const filter = { mailDue: true, type } as Filter<EventOf<T>>;
  return due.find(filter).sort({ at: 1 }).limit(EVENTS_AT_ONCE).toArray() as Promise<EventOf<T>[]>;
}

/** How events become outbox lines, one by one or several together. */
type Due<T> = {
  list(collections: Collections): Promise<T[]>;
  /** The emails that they cause; always the same ones. `batch`: those of the events before it. */
  describe(due: T, batch: NewMail[]): Promise<NewMail[]>;
  finish(collections: Collections, done: T[]): Promise<void>;
};

/**
 * Adds the lines of all due events, then finishes the events. If the server stops in between, the next look re-adds the
 * same lines, which changes nothing. A problem with one event doesn't stop the others.
 * One command adds many lines, so that hundreds of emails at once don't slow down a join.
 * @param signal stops it between two events
 */
export async function addEventMails<T extends { _id: unknown }>(
  { list, describe, finish }: Due<T>,
  services: Services,
  signal?: AbortSignal,
): Promise<void> {
  const { collections } = services.database;
  for (;;) {
    const due = await list(collections);
    const mails: NewMail[] = [];
    const described: T[] = [];
    for (const one of due) {
      if (signal?.aborted) return;
      try {
        mails.push(...(await describe(one, mails)));
        described.push(one);
      } catch (error) {
        if (isDatabaseOutage(error)) throw error;
        services.log.error({ err: error, cause: one._id }, 'an email is not in the outbox yet');
      }
    }
    // Without progress, the next look tries again.
    if (described.length === 0) return;
    await addMails(mails, services);
    await finish(collections, described);
    if (due.length < EVENTS_AT_ONCE) return;
  }
}

/** The emails about waiting-list entries. They are derived from the classes, so a crash loses nothing. */
async function addEntryMails(services: Services): Promise<void> {
  const { collections } = services.database;
  const classes = await listClassesWithList(collections);
  const due = classes.flatMap((one) => describeEntries(one, services));
  const missing = await keepMissing(due, services);
  if (missing.length === 0) return;
  const users = await findRecipients(
    missing.map(({ ownerId }) => ownerId),
    services,
  );
  const lines = missing.flatMap(({ kind, ownerId, ...mail }) => {
    const to = users.get(ownerId.toHexString());
    return to?.status === 'active' ? makeLines(kind, [{ ...mail, to }], services) : [];
  });
  await addMails(lines, services);
}

function describeEntries(campClass: ClassDocument, services: Services) {
  if (!isOpen(campClass, services)) return [];
  return (campClass.waiting ?? []).flatMap((entry) => {
    if (isTooLateFor(entry, campClass, services)) return [];
    const wanted = asChosen(campClass, entry);
    const notAfter = findClassEnd(wanted);
    const isOffered = areOffered(wanted, services);
    return KINDS.flatMap((kind) => {
      const about = { campClass: wanted, isOffered, entry };
      const due = getMailModule(kind).entry?.(about, services);
      return due ? [{ notAfter, ...due, kind, ownerId: entry.userId }] : [];
    });
  });
}

/** What each server has looked at, by kind. */
const lastLooks = new WeakMap<Services, Map<MailKind, string>>();

/** The emails of a kind that depend on the time. */
async function look(kind: MailKind, services: Services, signal?: AbortSignal): Promise<void> {
  const mail = getMailModule(kind);
  const looks = lastLooks.get(services) ?? new Map<MailKind, string>();
  lastLooks.set(services, looks);
  const name = mail.nameLook?.(services);
  if (!mail.look || (name && looks.get(kind) === name)) return;
  const due = await mail.look(services);
  const wanted =
    mail.choice === 'reminders'
      ? due.filter(({ to }) => to && '_id' in to && wants('reminders', to))
      : due;
  const missing = await keepMissing(wanted, services);
  if (signal?.aborted) return;
  await addMails(makeLines(kind, missing, services), services);
  if (name) looks.set(kind, name);
}

/** Those that are not in the outbox yet, whatever happened to the others. */
async function keepMissing<D extends { id: string }>(
  due: D[],
  { database }: Services,
): Promise<D[]> {
  if (due.length === 0) return [];
  const found = await database.collections.outbox
    .find({ _id: { $in: due.map(({ id }) => id) } }, { projection: { _id: 1 } })
    .toArray();
  const known = new Set(found.map(({ _id }) => _id));
  return due.filter(({ id }) => !known.has(id));
}
