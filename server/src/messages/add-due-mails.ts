import type { ClassDocument, Collections } from '../database/collections.ts';
import type { EventOf, EventType, SchoolEvent } from '../database/event-document.ts';
import { isDatabaseOutage } from '../database/outages.ts';
import { findClassEnd, hasJoiningEnded } from '../enrollments/seats/join-until.ts';
import { areSeatsOffered } from '../enrollments/seats/queue.ts';
import { relayEvents } from '../events/relay.ts';
import { readToday } from '../school-time.ts';
import type { Services } from '../services.ts';
import { addEventMails } from './due-mails/add-event-mails.ts';
import { addMissing, type DueMail } from './due-mails/add-missing.ts';
import { listClassesWithList } from '../enrollments/waiting/waiting-classes.ts';
import { listDueEvents, unmarkEvents } from './due-events.repo.ts';
import { MAILS } from './kinds/all.ts';
import { MESSAGES } from './kinds/contact-form.ts';
import { CHANGES } from './kinds/class-changed.ts';
import type { AnyMail } from './mail-module.ts';

type Source = (services: Services, signal?: AbortSignal) => Promise<void>;

const KINDS: AnyMail[] = Object.values(MAILS);

/** Everything that can cause an email. */
const SOURCES: Source[] = [
  addMailsOfEvents,
  addEntryMails,
  ...KINDS.flatMap(({ look }) => look ?? []),
];

/**
 * Puts everything that people must hear of by now into the outbox. Repeating it is harmless, also on several servers
 * at once. A problem with one kind of email doesn't stop the others.
 * @param signal stops it between two emails
 */
export async function addDueMails(services: Services, signal?: AbortSignal): Promise<void> {
  for (const addMails of SOURCES) {
    if (signal?.aborted) return;
    try {
      await addMails(services, signal);
    } catch (error) {
      if (isDatabaseOutage(error)) throw error;
      services.log.error({ err: error }, 'some emails are not in the outbox yet');
    }
  }
}

/** Kinds of emails that look for these events themselves. */
const LATER = [...CHANGES, ...MESSAGES];

/** The emails that events cause. Those about changes of a class wait for further ones. */
async function addMailsOfEvents(services: Services, signal?: AbortSignal): Promise<void> {
  await relayEvents(services);
  const due = {
    list: (collections: Collections) => listDueEvents(collections, { $not: { $in: LATER } }),
    describe: async (event: SchoolEvent) =>
      (await Promise.all(describeMails(event, services))).flat(),
    unmark: unmarkEvents,
  };
  await addEventMails(due, services, signal);
}

function describeMails<T extends EventType>(event: EventOf<T>, services: Services) {
  return KINDS.map(({ on }) => on?.[event.type as T]?.(event, services) ?? []);
}

/** The emails about entries of waiting lists. They follow from the classes, so a crash loses nothing. */
async function addEntryMails(services: Services): Promise<void> {
  const classes = await listClassesWithList(services.database.collections);
  const due = classes.flatMap((one) => describeEntries(one, services));
  await addMissing(due, services);
}

function describeEntries(campClass: ClassDocument, services: Services): DueMail[] {
  if (campClass.status !== 'open' || hasJoiningEnded(campClass, services)) return [];
  const { _id: classId, camp_start: campStart, sit: free, waiting = [] } = campClass;
  const notAfter = findClassEnd(campClass, services);
  const isOffered = areSeatsOffered(campClass, { today: readToday(services) });
  return waiting.flatMap((entry) =>
    KINDS.flatMap(
      (kind) => kind.entry?.({ classId, campStart, free, isOffered, entry }, services) ?? [],
    ).map((mail) => ({ notAfter, ...mail, email: entry.email })),
  );
}
