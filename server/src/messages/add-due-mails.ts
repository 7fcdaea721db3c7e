import type { MailKind } from '@speakifyr/contract/mail-kinds.ts';
import type { ClassDocument, Collections } from '../database/collections.ts';
import type { EventOf, EventType, SchoolEvent } from '../database/event-document.ts';
import { isDatabaseOutage } from '../database/outages.ts';
import { findClassEnd, hasJoiningEnded } from '../enrollments/seats/join-until.ts';
import { areSeatsOffered } from '../enrollments/seats/queue.ts';
import { listClassesWithList } from '../enrollments/waiting/waiting-classes.ts';
import { relayEvents } from '../events/relay.ts';
import { readToday } from '../school-time.ts';
import type { Services } from '../services.ts';
import { listDueEvents, finishEvents } from './due-events.repo.ts';
import { addEventMails } from './due-mails/add-event-mails.ts';
import { findRecipients, makeLines } from './due-mails/recipients.ts';
import { MAILS } from './kinds/all.ts';
import type { AnyMail, ClassEvent, ClassEvents } from './mail-module.ts';
import { wantsReminders } from './my-mail.ts';
import { addMails, type NewMail } from './outbox.ts';

type Source = (services: Services, signal?: AbortSignal) => Promise<void>;

const KINDS: AnyMail[] = Object.values(MAILS);

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
 * Puts everything that people must hear of by now into the outbox. Repeating it is harmless, also on several servers
 * at once. A problem with one kind of email doesn't stop the others.
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
    finish: finishEvents,
  };
  await addEventMails(due, services, signal);
}

function describeMails<T extends EventType>(
  event: EventOf<T>,
  batch: NewMail[],
  services: Services,
) {
  return KINDS.map(async (kind) => {
    const due = await kind.on?.[event.type as T]?.(event, services, batch);
    return makeLines(kind, due ?? [], services);
  });
}

/**
 * Tells people what changed about their class, CHANGE_MAIL_MINUTES after the first change. An admin who changes a class
 * often changes it again at once: another instructor means one event that unassigns and one that assigns, and a class is
 * unassigned before it is removed.
 */
async function addMailsOfChanges(services: Services, signal?: AbortSignal): Promise<void> {
  const due = {
    list: (collections: Collections) => listDueChanges(collections, services),
    describe: async (changes: ClassEvents) => {
      const found = KINDS.map(async (kind) =>
        makeLines(kind, (await kind.onChanges?.(changes, services)) ?? [], services),
      );
      return (await Promise.all(found)).flat();
    },
    finish: (collections: Collections, changes: ClassEvents[]) =>
      finishEvents(
        collections,
        changes.flatMap(({ events }) => events),
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

/** The emails about entries of waiting lists. They follow from the classes, so a crash loses nothing. */
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
  if (campClass.status !== 'open' || hasJoiningEnded(campClass, services)) return [];
  const { _id: classId, camp_start: campStart, sit: free, waiting = [] } = campClass;
  const notAfter = findClassEnd(campClass, services);
  const isOffered = areSeatsOffered(campClass, { today: readToday(services) });
  return waiting.flatMap((entry) =>
    KINDS.flatMap((kind) => {
      const due = kind.entry?.({ classId, campStart, free, isOffered, entry }, services);
      return due ? [{ notAfter, ...due, kind, ownerId: entry.userId }] : [];
    }),
  );
}

/** What each server has looked at, by kind. */
const lastLooks = new WeakMap<Services, Map<MailKind, string>>();

/** The emails of a kind that depend on the time. */
async function look(kind: AnyMail, services: Services, signal?: AbortSignal): Promise<void> {
  const looks = lastLooks.get(services) ?? new Map<MailKind, string>();
  lastLooks.set(services, looks);
  const name = kind.nameLook?.(services);
  if (!kind.look || (name && looks.get(kind.kind) === name)) return;
  const due = await kind.look(services);
  const wanted =
    kind.choice === 'reminders'
      ? due.filter(({ to }) => to && '_id' in to && wantsReminders(to))
      : due;
  const missing = await keepMissing(wanted, services);
  if (signal?.aborted) return;
  await addMails(makeLines(kind, missing, services), services);
  if (name) looks.set(kind.kind, name);
}

/** Those that are not in the outbox yet, whatever has become of the others. */
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
