import type { MailContent, MailPart } from '@speakifyr/contract/mail.ts';
import type { ObjectId } from 'mongodb';
import { findClassEnd } from '../../enrollments/seats/join-until.ts';
import { listEnrolledSeats } from '../../enrollments/seats/find-seat.ts';
import { findClass } from '../../database/class-store.ts';
import { type ClassSummary, type SeatSummary, summarizeClass } from '../../class-facts.ts';
import type { Collections, UserDocument } from '../../database/collections.ts';
import type { EventOf } from '../../database/event-document.ts';
import type { SeatsOfCause } from '../../database/outbox-document.ts';
import { cleanLine } from '../../plain-text.ts';
import type { Services } from '../../services.ts';
import { addEventMails } from '../due-mails/add-event-mails.ts';
import { listDueEvents, unmarkEvents } from '../due-events.repo.ts';
import { addressTo, findRecipient } from '../due-mails/recipients.ts';
import {
  defineMail,
  type MailContext,
  listEntries,
  type Read,
  type Reader,
} from '../mail-module.ts';
import type { NewMail } from '../outbox.ts';
import {
  type ClassChange,
  type ClassEvent,
  describeChanges,
  findOldValues,
  type OldValues,
} from '../parts/class-changes.ts';
import { listChildIds } from '../parts/props.ts';
import {
  type Facts,
  greet,
  listClassFacts,
  listCodes,
  nameChildren,
  nameClass,
  subjectOf,
} from '../parts/say.ts';
import { describeSeats, findEnrolled } from '../parts/seats.ts';
import { listClassReaders } from '../seat-readers.ts';

export type ClassChangedCause = {
  kind: 'class changed';
  before: Record<string, unknown>;
} & SeatsOfCause;

/** The reader's own seat, or those of their children. None for the instructor. */
type ClassChangedProps = { campClass: ClassSummary; changes: ClassChange[]; seats: SeatSummary[] };

export const classChanged = defineMail<ClassChangedCause, ClassChangedProps>({
  kind: 'class changed',
  look: addChangeMails,
  read,
  write,
  calendar: ({ campClass, seats }) =>
    listEntries(
      'REQUEST',
      seats.map((seat) => ({ campClass, seat })),
    ),
});

/** Tells a class's students, their guardians and its instructor what has changed. */
function write({ campClass, changes, seats }: ClassChangedProps, { to }: MailContext): MailContent {
  const name = nameClass(campClass.name);
  return {
    subject: subjectOf('Changed: ', name),
    greeting: greet(to),
    parts: [
      {
        kind: 'text',
        text: `Something about ${nameTheirClass(name, seats)} has changed:`,
      },
      { kind: 'facts', facts: listChanges(changes) },
      { kind: 'text', text: 'Here are all the details as they are now:' },
      { kind: 'facts', facts: [...listCodes(seats), ...listClassFacts(campClass)] },
      ...(seats.length > 0 ? adviseStudents(seats) : ADVICE_FOR_INSTRUCTOR),
    ],
  };
}

type Seats = ClassChangedProps['seats'];

function nameTheirClass(name: string, seats: Seats): string {
  if (seats.length === 0) return `${name}, the class you teach,`;
  const children = nameChildren(seats);
  return children ? `${name}, the class of ${children},` : `your class, ${name},`;
}

function adviseStudents(seats: Seats): MailPart[] {
  const what = seats.length > 1 ? 'The seats and entry codes' : 'The seat and the entry code';
  const files = seats.length > 1 ? 'files' : 'file';
  return [
    {
      kind: 'text',
      text: `${what} stay the same. Open the attached ${files} to update your calendar.`,
    },
    { kind: 'link', label: 'See your class', path: '/dashboard/enroll' },
    {
      kind: 'text',
      text: 'If the change doesn’t work for you, just reply to this email. Our refund policy says when you can get your money back.',
    },
    { kind: 'link', label: 'Read the refund policy', path: '/refund-policy' },
  ];
}

const ADVICE_FOR_INSTRUCTOR: MailPart[] = [
  { kind: 'link', label: 'See your class', path: '/dashboard/instructor' },
  { kind: 'text', text: 'If the change doesn’t work for you, just reply to this email.' },
];

/** What changed, while the class is not over and its reader still belongs to it. */
async function read(
  { before, ...about }: ClassChangedCause,
  reader: Reader,
  services: Services,
): Promise<Read<ClassChangedProps> | undefined> {
  const isStudent = about.seatId !== undefined || about.seatIds !== undefined;
  const found = isStudent
    ? await findEnrolled(about, reader, services)
    : await findTaught(about.classId, reader.user, services);
  if (!found) return undefined;
  const { campClass, seats } = found;
  if (campClass.status !== 'open' || findClassEnd(campClass, services) <= services.now())
    return undefined;
  const changes = describeChanges(campClass, before);
  // Whatever changed was changed back.
  if (changes.length === 0) return undefined;
  const props = {
    campClass: summarizeClass(campClass),
    changes,
    seats: await describeSeats(seats, services),
  };
  return { props, childIds: listChildIds(seats) };
}

async function findTaught(classId: ObjectId, { email }: UserDocument, services: Services) {
  const campClass = await findClass(services.database.collections, { _id: classId });
  return campClass?.instructor?.email === email ? { campClass, seats: [] } : undefined;
}

const MINUTE_MS = 60_000;

/** People hear of these a while later. */
export const CHANGES: ClassEvent[] = ['update course', 'unassign course'];

/** The changes of one class that make one email, oldest first. The id is that of the last one. */
type Changes = { _id: string; events: EventOf<ClassEvent>[] };

/**
 * Tells people what changed about their class, CHANGE_MAIL_MINUTES after the first change. An admin who changes a class
 * often changes it again at once: another instructor means one event that unassigns and one that assigns, and a class is
 * unassigned before it is removed.
 */
async function addChangeMails(services: Services, signal?: AbortSignal): Promise<void> {
  const due = {
    list: (collections: Collections) => listDueChanges(collections, services),
    describe: describeMails,
    unmark: (collections: Collections, changes: Changes[]) =>
      unmarkEvents(
        collections,
        changes.flatMap(({ events }) => events),
      ),
  };
  await addEventMails(due, services, signal);
}

async function listDueChanges(
  collections: Collections,
  { environment, now }: Services,
): Promise<Changes[]> {
  const byClass = new Map<string, Changes>();
  for (const event of await listDueEvents(collections, { $in: CHANGES })) {
    const id = event.data.classId.toHexString();
    byClass.set(id, { _id: event._id, events: [...(byClass.get(id)?.events ?? []), event] });
  }
  const since = now().getTime() - environment.CHANGE_MAIL_MINUTES * MINUTE_MS;
  return [...byClass.values()].filter(({ events }) => events[0]!.at.getTime() <= since);
}

/** Tells everyone who was enrolled before, and the instructor, unless only the instructor changed. */
async function describeMails(
  { _id, events }: Changes,
  services: Services,
): Promise<NewMail<ClassChangedCause>[]> {
  const classId = events[0]?.data.classId;
  if (!classId) return [];
  const campClass = await findClass(services.database.collections, { _id: classId });
  if (campClass?.status !== 'open') return [];
  const notAfter = findClassEnd(campClass, services);
  if (notAfter <= services.now()) return [];

  const changes = await Promise.all(
    events.map(async (event) => ({ at: event.at, old: await findOldValues(event, services) })),
  );
  /** What people knew at that moment and is different now. Of several changes of a field, they knew the first value. */
  const sinceThen = (moment: Date): OldValues =>
    Object.assign(
      {},
      ...changes
        .filter(({ at }) => at > moment)
        .map(({ old }) => old)
        .toReversed(),
    );
  const readers = await listClassReaders(
    classId,
    listEnrolledSeats(campClass).filter(
      ({ enrolledAt }) => Object.keys(sinceThen(enrolledAt)).length > 0,
    ),
    services,
  );
  const toStudents = readers.map(({ user, key, about, seats }): NewMail<ClassChangedCause> => {
    // Of several children, the first one to enroll is the one whose parents know the oldest values.
    const [since] = seats.map(({ enrolledAt }) => enrolledAt).sort((a, b) => +a - +b);
    return {
      _id: `changed-${_id}-${key}`,
      cause: { kind: 'class changed', before: since ? sinceThen(since) : {}, ...about },
      ...addressTo(user),
      isEssential: true,
      notAfter,
    };
  });

  const before = sinceThen(new Date(0));
  const isOnlyInstructor = Object.keys(before).every((field) => field === 'instructor');
  if (!campClass.instructor || isOnlyInstructor) return toStudents;
  const instructor = await findRecipient(campClass.instructor.email, services);
  if (!instructor) return toStudents;
  return [
    ...toStudents,
    {
      _id: `changed-${_id}-instructor`,
      cause: { kind: 'class changed', classId, before },
      ...addressTo(instructor),
      isEssential: true,
      notAfter,
    },
  ];
}

/** What changed, with the values before. */
function listChanges(changes: ClassChange[]): Facts {
  return changes.map(({ label, was, is }) => ({
    label,
    value: cleanLine(is) || 'not set',
    was: cleanLine(was) || 'not set',
  }));
}
