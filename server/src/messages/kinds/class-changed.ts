import { isDeepStrictEqual } from 'node:util';
import type { ObjectId } from 'mongodb';
import type { ClassSummary, SeatSummary } from '../../class-facts.ts';
import { summarizeClass } from '../../users/class-instructors.ts';
import type { UserDocument } from '../../database/user-documents.ts';
import type { SeatsOfCause } from '../../database/outbox-document.ts';
import { listEnrolledSeats } from '../../seats/find-seat.ts';
import { findClassEnd } from '../../seats/may-join.ts';
import { cleanLine } from '../../plain-text.ts';
import type { Services } from '../../services.ts';
import { type Fact, facts, link, type Piece } from '../content.ts';
import { type ClassEvent, defineMail } from '../mail-module.ts';
import { describeSeats, findClassWithId, findEnrolled, listEntries } from '../parts/find.ts';
import { listChildIds } from '../parts/props.ts';
import { listClassFacts, listCodes, nameClass, nameTheirClass, subjectOf } from '../parts/say.ts';
import { findRecipient, listClassReaders } from '../recipients.ts';
import { listDayWords } from '@speakifyr/contract/say-class-days.ts';
import { formatHours, nameDay, nameTeacher } from '@speakifyr/contract/format.ts';
import type { EventOf } from '../../database/event-document.ts';
import { findAnyUser } from '../../users/find-users.ts';

/** The reader's own seat, or those of their children. None for the instructor. */
type ClassChangedProps = { campClass: ClassSummary; changes: ClassChange[]; seats: SeatSummary[] };

/** Tells a class's students, their guardians and its instructor what has changed. R95 */
export const classChanged = defineMail<{ before: OldValues } & SeatsOfCause, ClassChangedProps>({
  /** Tells everyone who was enrolled before, and the instructor, unless only the instructor changed. */
  async onChanges({ _id, events }, services) {
    const classId = events[0]?.data.classId;
    const campClass = classId && (await findClassWithId(classId, services));
    if (campClass?.status !== 'open') return [];
    const notAfter = findClassEnd(campClass);
    if (notAfter <= services.now()) return [];
    const changes = await Promise.all(
      events.map(async (event) => ({ at: event.at, old: await findOldValues(event, services) })),
    );
    /** What people knew at that moment and has changed since. If a field changed twice, they knew its first value. */
    const sinceThen = (moment: Date): OldValues => {
      const later = changes.filter(({ at }) => at > moment).map(({ old }) => old);
      return Object.assign({}, ...later.toReversed());
    };
    const seats = listEnrolledSeats(campClass).filter(
      (seat) => Object.keys(keepConcerned(sinceThen(seat.enrolledAt), [seat])).length > 0,
    );
    const readers = await listClassReaders(campClass._id, seats, services);
    const toStudents = readers.map(({ user: to, key, about, seats: theirs }) => {
      // With several children, the first enrollment tells the oldest values that the parents know.
      const since = new Date(Math.min(...theirs.map(({ enrolledAt }) => +enrolledAt)));
      const before = keepConcerned(sinceThen(since), theirs);
      return { id: `changed-${_id}-${key}`, about: { ...about, before }, to, notAfter };
    });
    const before = sinceThen(new Date(0));
    const isOnlyInstructor = Object.keys(before).every((field) => field === 'instructor');
    if (!campClass.instructorId || isOnlyInstructor) return toStudents;
    const to = await findRecipient(campClass.instructorId, services);
    const about = { classId: campClass._id, before };
    return [...toStudents, { id: `changed-${_id}-instructor`, about, to, notAfter }];
  },

  /** What changed, while the class is not over and its reader still belongs to it. */
  async read({ before, ...about }, reader, services) {
    const isStudent = about.seatId !== undefined || about.seatIds !== undefined;
    const found = isStudent
      ? await findEnrolled(about, reader, services)
      : await findTaught(about.classId, reader.user, services);
    if (!found) return undefined;
    const { campClass, seats } = found;
    if (campClass.status !== 'open' || findClassEnd(campClass) <= services.now()) return undefined;
    const summary = await summarizeClass(campClass, services);
    const changes = describeChanges({ ...campClass, ...summary }, keepConcerned(before, seats));
    // Everything was changed back.
    if (changes.length === 0) return undefined;
    const props = { campClass: summary, changes, seats: await describeSeats(seats, services) };
    return { props, childIds: listChildIds(seats) };
  },

  write({ campClass, changes, seats }) {
    const name = nameClass(campClass.name);
    return {
      subject: subjectOf('Changed: ', name),
      parts: [
        `Something about ${nameTheirClass(name, seats) ?? `your class, ${name},`} has changed:`,
        facts(
          changes.map(({ label, was, is }): Fact => [
            label,
            cleanLine(is) || 'not set',
            cleanLine(was) || 'not set',
          ]),
        ),
        'Here are all the details as they are now:',
        facts([...listCodes(seats), ...listClassFacts(campClass)]),
        seats.length > 0 ? adviseStudents(seats) : ADVICE_FOR_INSTRUCTOR,
      ],
    };
  },

  calendar: ({ campClass, seats }) => ({ REQUEST: listEntries(campClass, seats) }),
});

function adviseStudents(seats: SeatSummary[]): Piece {
  const what = seats.length > 1 ? 'The seats and entry codes' : 'The seat and the entry code';
  const files = seats.length > 1 ? 'files' : 'file';
  return [
    `${what} stay the same. Open the attached ${files} to update your calendar.`,
    link('See your class', '/dashboard/enroll'),
    'If the change doesn’t work for you, just reply to this email. Our refund policy says when you can get your money back.',
    link('Read the refund policy', '/refund-policy'),
  ];
}

const ADVICE_FOR_INSTRUCTOR: Piece = [
  link('See your class', '/dashboard/instructor'),
  'If the change doesn’t work for you, just reply to this email.',
];

async function findTaught(classId: ObjectId, { _id }: UserDocument, services: Services) {
  const campClass = await findClassWithId(classId, services);
  return campClass?.instructorId?.equals(_id) ? { campClass, seats: [] } : undefined;
}

/** A fact of a class that changed, such as `Room`, from `12` to `7`. */
export type ClassChange = { label: string; was: string; is: string };

/**
 * What has changed, in the order in which emails list it.
 * @param is all fields of the class as they are now. The instructor is a name, or null
 * @param before those that changed, with their old values
 */
function describeChanges(is: Record<string, unknown>, before: OldValues): ClassChange[] {
  // A field that did not change had its present value.
  const was = { ...is, ...before };
  return TOLD.filter(({ fields }) => fields.some((field) => field in before))
    .map(({ label, say }) => ({ label, was: say(was), is: say(is) }))
    .filter(({ was: old, is: current }) => old !== current);
}

/** How an email words the values of some fields. */
type Told = {
  label: string;
  fields: string[];
  say(values: Record<string, unknown>): string;
};

const readText = (value: unknown) => (typeof value === 'string' ? value : '');

const TOLD: Told[] = [
  { label: 'Name', fields: ['name'], say: ({ name }) => readText(name) },
  {
    label: 'First day',
    fields: ['camp_start'],
    say: ({ camp_start }) => nameDay(readText(camp_start)),
  },
  { label: 'Last day', fields: ['camp_end'], say: ({ camp_end }) => nameDay(readText(camp_end)) },
  {
    label: 'Days',
    fields: ['days'],
    say: ({ camp_start, camp_end, days }) =>
      listDayWords({
        camp_start: readText(camp_start),
        camp_end: readText(camp_end),
        days: (days ?? undefined) as string[] | undefined,
      }).join(', ') || 'every day of camp',
  },
  {
    label: 'Every day',
    fields: ['dailyStart', 'dailyEnd'],
    say: ({ dailyStart, dailyEnd }) => {
      const hours = {
        dailyStart: readText(dailyStart) || null,
        dailyEnd: readText(dailyEnd) || null,
      };
      return formatHours(hours) ?? '';
    },
  },
  { label: 'Place', fields: ['place'], say: ({ place }) => readText(place) },
  { label: 'Room', fields: ['assign_room'], say: ({ assign_room }) => String(assign_room) },
  {
    label: 'Instructor',
    fields: ['instructor'],
    say: ({ instructor }) => nameTeacher(readText(instructor)),
  },
];

/** The days that were chosen for a seat stay, whatever other days the class has. */
const DAY_FIELDS = ['camp_start', 'camp_end', 'days'];

/** What concerns these seats; without any, the instructor. R647 */
function keepConcerned(old: OldValues, seats: { days?: string[] }[]): OldValues {
  if (seats.length === 0 || seats.some(({ days }) => !days)) return old;
  return Object.fromEntries(Object.entries(old).filter(([field]) => !DAY_FIELDS.includes(field)));
}

/** The fields of a class whose changes people hear of. */
const TOLD_FIELDS = TOLD.flatMap(({ fields }) => fields);

/** Fields that changed, with their values before. The instructor is a name, or null. */
export type OldValues = Record<string, unknown>;

/** What people plan with that an event changed; empty if it changed something else, such as the price. */
async function findOldValues(
  { type, data: { target, before, after } }: EventOf<ClassEvent>,
  services: Services,
): Promise<OldValues> {
  if (type === 'unassign course') {
    // The event names the instructor by email, which students must not see, even if the account is gone by now.
    const instructor = (await findAnyUser(target, services))?.name ?? 'A former instructor';
    return { instructor };
  }
  const changed = TOLD_FIELDS.filter(
    (field) =>
      after &&
      field in after &&
      !isDeepStrictEqual(readValue(before, field), readValue(after, field)),
  );
  return Object.fromEntries(changed.map((field) => [field, readValue(before, field)]));
}

/** An empty place and a missing one are the same. */
function readValue(values: EventOf<ClassEvent>['data']['before'], field: string): unknown {
  const value = values?.[field];
  if (typeof value === 'object' && value && 'name' in value) return value.name;
  return value === '' || value === undefined ? null : value;
}
