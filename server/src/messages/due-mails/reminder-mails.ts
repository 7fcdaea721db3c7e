import { addDays, findDayStart, findHour, readToday } from '../../school-time.ts';
import {
  type ClassWithPeople,
  getClassesStartingOn,
  listEnrolledSeats,
} from '../../enrollments/seats/people-of-classes.ts';
import type { Services } from '../../services.ts';
import { listClassReaders } from './class-readers.ts';
import { addWantedReminders, type DueReminder } from './wanted-reminders.ts';

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
export async function addReminderMails(services: Services, signal?: AbortSignal): Promise<void> {
  const at = services.now();
  // A clock that was set back must not stop reminders until it is as late again.
  const elapsed = Math.abs(at.getTime() - (lastLooks.get(services) ?? 0));
  if (elapsed < LOOK_EVERY_MS) return;
  const today = readToday(services);
  const starts = REMINDERS.flatMap(({ days, daysLate }) =>
    Array.from({ length: daysLate + 1 }, (_none, late) => addDays(today, days - late)),
  );
  const classes = await getClassesStartingOn(starts, services);
  const due: DueReminder[] = [];
  for (const campClass of classes) due.push(...(await listDue(campClass, at, services)));
  await addWantedReminders(due, services, signal);
  lastLooks.set(services, at.getTime());
}

/** Reminds people who were enrolled at that moment. Those who enroll later have just read the same in the receipt. */
async function listDue(
  campClass: ClassWithPeople,
  at: Date,
  services: Services,
): Promise<DueReminder[]> {
  const { _id: classId, camp_start: campStart } = campClass;
  const timeZone = services.environment.SCHOOL_TIME_ZONE;
  const due: DueReminder[] = [];
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
