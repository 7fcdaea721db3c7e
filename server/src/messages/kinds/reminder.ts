import { SCHOOL } from '@speakifyr/contract/school.ts';
import { nameDay } from '@speakifyr/contract/format.ts';
import { onDays } from '@speakifyr/contract/sold-by-day.ts';
import { findClosedPayment } from '../../ledger/payment-store.ts';
import type { ClassSummary, SeatSummary } from '../../class-facts.ts';
import { summarizeClass } from '../../users/class-instructors.ts';
import { listClassesOfAny } from '../../database/class-store.ts';
import type { ClassDocument, EnrolledSeat } from '../../database/class-document.ts';
import type { SeatsOfCause } from '../../database/outbox-document.ts';
import { listEnrolledSeats } from '../../seats/find-seat.ts';
import { addDays, findDayStart, findHour, readToday } from '../../school-time.ts';
import type { Services } from '../../services.ts';
import { facts, link } from '../content.ts';
import { defineMail, type DueMail } from '../mail-module.ts';
import { listChildIds, type NeedFacts } from '../parts/props.ts';
import {
  askNeeds,
  listComingClass,
  listCodes,
  listFreeUntil,
  listSchool,
  listWhatToBring,
  nameChildren,
  nameClass,
  subjectOf,
} from '../parts/say.ts';
import { asAllHave, describeSeats, findEnrolled, findFreeUntil, readNeeds } from '../parts/find.ts';
import { listClassReaders } from '../recipients.ts';

type ReminderCause = { days: 7 | 1; campStart: string } & SeatsOfCause;

/** `needs`: of the children whom the reader can change. `freeUntil`: as for `paid`; null if the reader did not pay. */
type ReminderProps = {
  campClass: ClassSummary;
  seats: SeatSummary[];
  days: 7 | 1;
  needs: NeedFacts[];
  freeUntil: string | null;
};

/** By the school's clock. */
const HOUR = 9;

/** How many days before a class students are reminded, and how many days late a reminder still helps. */
const REMINDERS = [
  { days: 7, daysLate: 2 },
  { days: 1, daysLate: 0 },
] as const;

/** How often a server looks, because every look reads all classes that start soon. */
const LOOK_EVERY_MS = 60_000;

/** Reminds a student, or the guardians of one, a week and a day before the first day of their seat. R96, R647 */
export const reminder = defineMail<ReminderCause, ReminderProps>({
  choice: 'reminders',
  isTimely: true,
  nameLook: ({ now }) => String(Math.floor(now().getTime() / LOOK_EVERY_MS)),
  async look(services) {
    const at = services.now();
    const today = readToday(services);
    const starts = REMINDERS.flatMap(({ days, daysLate }) =>
      Array.from({ length: daysLate + 1 }, (_none, late) => addDays(today, days - late)),
    );
    const classes = await listClassesOfAny(services.database.collections, [
      { status: 'open', camp_start: { $in: starts } },
      { 'seats.days': { $in: starts } },
    ]);
    const due: DueMail<ReminderCause>[] = [];
    for (const campClass of classes.filter(({ status }) => status === 'open'))
      for (const campStart of starts)
        due.push(...(await listDue({ campClass, campStart }, at, services)));
    return due;
  },

  /** What people read before a class, while it starts on the day that they are reminded of. */
  async read({ days, campStart, ...about }, reader, services) {
    const found = await findEnrolled(about, reader, services);
    if (found?.campClass.status !== 'open') return undefined;
    const seats = found.seats.filter((seat) => firstDayOf(found.campClass, seat) === campStart);
    if (seats.length === 0) return undefined;
    const campClass = asAllHave(found.campClass, seats);
    const needs = await Promise.all(
      seats.map((seat) =>
        readNeeds(seat.childId, onDays(campClass, seat).camp_end, reader, services),
      ),
    );
    const paid = seats.filter(({ userId }) => userId.equals(reader.user._id));
    const freeUntil = await Promise.all(
      paid.map(async (seat) => {
        const payment = await findClosedPayment(services.database.collections, seat.paymentId);
        return payment ? findFreeUntil(seat, payment, campStart, services) : null;
      }),
    );
    const props = {
      campClass: await summarizeClass(campClass, services),
      seats: await describeSeats(seats, services),
      days,
      needs: needs.flatMap((one) => one ?? []),
      freeUntil: freeUntil.includes(null) ? null : (freeUntil.toSorted()[0] ?? null),
    };
    return { props, childIds: listChildIds(seats) };
  },

  write({ campClass, seats, days, needs, freeUntil }) {
    const name = nameClass(campClass.name);
    // All of them come on the same first day.
    const start = onDays(campClass, seats[0] ?? {}).camp_start;
    const day = days === 1 ? `tomorrow, ${nameDay(start)}` : `soon, on ${nameDay(start)}`;
    const when = days === 1 ? 'Tomorrow' : `Starts ${nameDay(start, start.slice(0, 4))}`;
    return {
      subject: subjectOf(`${when}: `, name),
      parts: [
        `${seats.some((seat) => seat.days) ? `The first day in ${name} is` : `${name} starts`} ${day}. We look forward to seeing ${nameChildren(seats) ?? 'you'}!`,
        facts([
          ...listCodes(seats),
          ...listComingClass(campClass),
          ...listSchool(),
          ...listFreeUntil(freeUntil),
        ]),
        askNeeds(needs),
        listWhatToBring(),
        link('See your class', '/dashboard/enroll'),
        'Can’t make it? Please let us know: just reply to this email.',
      ],
    };
  },
});

/** The first day that somebody comes: of the days that they chose, or of the class. */
function firstDayOf(campClass: ClassDocument, seat: Pick<EnrolledSeat, 'days'>): string {
  return onDays(campClass, seat).camp_start;
}

/** Reminds those enrolled at that moment. Those who enroll later have just read the same in the receipt. */
async function listDue(
  { campClass, campStart }: { campClass: ClassDocument; campStart: string },
  at: Date,
  services: Services,
): Promise<DueMail<ReminderCause>[]> {
  const { _id: classId } = campClass;
  const timeZone = SCHOOL.timeZone;
  const due: DueMail<ReminderCause>[] = [];
  for (const { days, daysLate } of REMINDERS) {
    const moment = findHour(addDays(campStart, -days), HOUR, timeZone);
    const notAfter =
      days === 1
        ? findDayStart(campStart, timeZone)
        : findHour(addDays(campStart, daysLate - days), HOUR, timeZone);
    if (at < moment || at >= notAfter) continue;
    const seats = listEnrolledSeats(campClass).filter(
      (seat) => seat.enrolledAt < moment && firstDayOf(campClass, seat) === campStart,
    );
    const readers = await listClassReaders(classId, seats, services);
    due.push(
      ...readers.map(({ user: to, key, about }) => ({
        id: `reminder-${days}-${key}-${campStart}`,
        about: { days, campStart, ...about },
        to,
        notAfter,
      })),
    );
  }
  return due;
}
