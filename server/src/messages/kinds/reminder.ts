import { nameDay } from '@speakifyr/contract/format.ts';
import type { MailContent } from '@speakifyr/contract/mail.ts';
import type { ClassDocument } from '../../database/collections.ts';
import { listEnrolledSeats } from '../../enrollments/seats/find-seat.ts';
import { listClasses } from '../../database/class-store.ts';
import { findClosedPayment } from '../../billing/ledger/closed-payments.ts';
import { type ClassSummary, type SeatSummary, summarizeClass } from '../../class-facts.ts';
import type { SeatsOfCause } from '../../database/outbox-document.ts';
import { addDays, findDayStart, findHour, readToday } from '../../school-time.ts';
import type { Services } from '../../services.ts';
import { addWantedReminders, type DueReminder } from '../due-mails/add-missing.ts';
import { defineMail, type MailContext, type Read, type Reader } from '../mail-module.ts';
import { wantsReminders } from '../my-mail.ts';
import { listChildIds, type NeedFacts } from '../parts/props.ts';
import {
  askNeeds,
  greet,
  listClassFacts,
  listCodes,
  listFreeUntil,
  listGate,
  listSchool,
  listWhatToBring,
  nameChildren,
  nameClass,
  subjectOf,
} from '../parts/say.ts';
import { describeSeats, findEnrolled, findFreeUntil, readNeeds } from '../parts/seats.ts';
import { listClassReaders } from '../seat-readers.ts';

export type ReminderCause = { kind: 'reminder'; days: 7 | 1; campStart: string } & SeatsOfCause;

/** `needs`: of the children whom the reader can change. `freeUntil`: as for `paid`; null for who did not pay. */
type ReminderProps = {
  campClass: ClassSummary;
  seats: SeatSummary[];
  days: 7 | 1;
  needs: NeedFacts[];
  freeUntil: string | null;
};

export const reminder = defineMail<ReminderCause, ReminderProps>({
  kind: 'reminder',
  choice: 'reminders',
  isTimely: true,
  look: addReminderMails,
  read,
  write,
});

/** Reminds a student, or the guardians of one, a week and a day before the first day. */
function write(
  { campClass, seats, days, needs, freeUntil }: ReminderProps,
  { to }: MailContext,
): MailContent {
  const name = nameClass(campClass.name);
  const start = campClass.camp_start;
  const who = nameChildren(seats) ?? 'you';
  return {
    subject: subjectOf(
      days === 1 ? 'Tomorrow: ' : `Starts ${nameDay(start, start.slice(0, 4))}: `,
      name,
    ),
    greeting: greet(to),
    parts: [
      {
        kind: 'text',
        text:
          days === 1
            ? `${name} starts tomorrow, ${nameDay(start)}. We look forward to seeing ${who}!`
            : `${name} starts soon, on ${nameDay(start)}. We look forward to seeing ${who}!`,
      },
      {
        kind: 'facts',
        facts: [
          ...listCodes(seats),
          ...listClassFacts(campClass),
          ...listGate(campClass),
          ...listSchool(),
          ...listFreeUntil(freeUntil),
        ],
      },
      ...askNeeds(needs),
      ...listWhatToBring(),
      { kind: 'link', label: 'See your class', path: '/dashboard/enroll' },
      { kind: 'text', text: 'Can’t make it? Please let us know: just reply to this email.' },
    ],
  };
}

/** What people read before a class, while it starts on the day that they are reminded of. */
async function read(
  { days, campStart, ...about }: ReminderCause,
  reader: Reader,
  services: Services,
): Promise<Read<ReminderProps> | undefined> {
  if (!wantsReminders(reader.user)) return undefined;
  const found = await findEnrolled(about, reader, services);
  if (found?.campClass.status !== 'open' || found.campClass.camp_start !== campStart)
    return undefined;
  const { camp_start, camp_end } = found.campClass;
  const needs = await Promise.all(
    found.seats.map((seat) => readNeeds(seat, camp_end, reader, services)),
  );
  const paid = found.seats.filter(({ email }) => email === reader.user.email);
  const freeUntil = await Promise.all(
    paid.map(async (seat) => {
      const payment = await findClosedPayment(seat.paymentId, services);
      return payment ? findFreeUntil(seat, payment, camp_start, services) : null;
    }),
  );
  const props = {
    campClass: summarizeClass(found.campClass),
    seats: await describeSeats(found.seats, services),
    days,
    needs: needs.flatMap((one) => one ?? []),
    freeUntil: freeUntil.includes(null) ? null : (freeUntil.toSorted()[0] ?? null),
  };
  return { props, childIds: listChildIds(found.seats) };
}

/** By the school's clock. */
const HOUR = 9;

/** How many days before a class students are reminded, and how many days late that still helps. */
const REMINDERS = [
  { days: 7, daysLate: 2 },
  { days: 1, daysLate: 0 },
] as const;

/** How often a server looks, because every look reads all classes that start soon. */
const LOOK_EVERY_MS = 60_000;

const lastLooks = new WeakMap<Services, number>();

/** Reminds students a week and a day before their class. Does nothing until the next look is due. */
async function addReminderMails(services: Services, signal?: AbortSignal): Promise<void> {
  const at = services.now();
  // A clock that was set back must not stop reminders until it is as late again.
  const elapsed = Math.abs(at.getTime() - (lastLooks.get(services) ?? 0));
  if (elapsed < LOOK_EVERY_MS) return;
  const today = readToday(services);
  const starts = REMINDERS.flatMap(({ days, daysLate }) =>
    Array.from({ length: daysLate + 1 }, (_none, late) => addDays(today, days - late)),
  );
  const soon = { status: 'open' as const, camp_start: { $in: starts } };
  const classes = await listClasses(services.database.collections, soon);
  const due: DueReminder<ReminderCause>[] = [];
  for (const campClass of classes) due.push(...(await listDue(campClass, at, services)));
  await addWantedReminders(due, services, signal);
  lastLooks.set(services, at.getTime());
}

/** Reminds people who were enrolled at that moment. Those who enroll later have just read the same in the receipt. */
async function listDue(
  campClass: ClassDocument,
  at: Date,
  services: Services,
): Promise<DueReminder<ReminderCause>[]> {
  const { _id: classId, camp_start: campStart } = campClass;
  const timeZone = services.environment.SCHOOL_TIME_ZONE;
  const due: DueReminder<ReminderCause>[] = [];
  for (const { days, daysLate } of REMINDERS) {
    const moment = findHour(addDays(campStart, -days), HOUR, timeZone);
    const notAfter =
      days === 1
        ? findDayStart(campStart, timeZone)
        : findHour(addDays(campStart, daysLate - days), HOUR, timeZone);
    if (at < moment || at >= notAfter) continue;
    const seats = listEnrolledSeats(campClass).filter(({ enrolledAt }) => enrolledAt < moment);
    const readers = await listClassReaders(classId, seats, services);
    due.push(
      ...readers.map(({ user, key, about }) => ({
        _id: `reminder-${days}-${key}-${campStart}`,
        cause: { kind: 'reminder' as const, days, campStart, ...about },
        user,
        notAfter,
      })),
    );
  }
  return due;
}
