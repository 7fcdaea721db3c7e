import type { ObjectId } from 'mongodb';
import { listGuardians } from '../../families/guardians.ts';
import { findHealthStates } from '../../families/health.ts';
import { hasEveryRight } from '../../families/rights.ts';
import type { UserDocument } from '../../database/collections.ts';
import { addDays, DAY_MS, findHour, formatIsoDay, readToday } from '../../school-time.ts';
import {
  getClassesEndingFrom,
  listEnrolledSeats,
} from '../../enrollments/seats/people-of-classes.ts';
import type { Services } from '../../services.ts';
import { addMails, type NewMail } from '../outbox.ts';
import { addressTo } from './recipients.ts';

/** By the school's clock. */
const HOUR = 9;

/** Days before a child's class on which its guardians are asked. They are also asked on the day after the enrollment. */
const DAYS_BEFORE = [14, 7, 2];

/** A seat of a child. */
type ChildSeat = { classId: ObjectId; cartId: ObjectId; childId: ObjectId };

/** The day (yyyy-mm-dd) that a server has looked at. What is due on a day is known at its hour. */
const lastLooks = new WeakMap<Services, string>();

/**
 * Asks for the answers about children's health while they are missing. A guardian gets one email a day at most, about
 * all their children. One that is more than a day late is not sent: the next one follows.
 */
export async function addHealthMails(services: Services, signal?: AbortSignal): Promise<void> {
  const day = findDay(services);
  if (lastLooks.get(services) === day) return;
  const seats = await listSeatsToAsk(day, services);
  const missing = await keepMissing(seats, services);
  const mails = await describeHealthMails(day, missing, services);
  if (signal?.aborted) return;
  await addMails(mails, services);
  lastLooks.set(services, day);
}

/** The day whose hour was last. */
function findDay(services: Services): string {
  const today = readToday(services);
  const moment = findHour(today, HOUR, services.environment.SCHOOL_TIME_ZONE);
  return services.now() < moment ? addDays(today, -1) : today;
}

async function listSeatsToAsk(day: string, services: Services): Promise<ChildSeat[]> {
  const timeZone = services.environment.SCHOOL_TIME_ZONE;
  const classes = await getClassesEndingFrom(day, services);
  return classes.flatMap((campClass) => {
    const isNear = DAYS_BEFORE.some((days) => addDays(campClass.camp_start, -days) === day);
    return listEnrolledSeats(campClass).flatMap(({ cartId, childId, enrolledAt }) => {
      const enrolledOn = formatIsoDay(enrolledAt, timeZone);
      const isDue = addDays(enrolledOn, 1) === day || (isNear && enrolledOn < day);
      return childId && isDue ? [{ classId: campClass._id, cartId, childId }] : [];
    });
  });
}

async function keepMissing(seats: ChildSeat[], services: Services): Promise<ChildSeat[]> {
  if (seats.length === 0) return [];
  const states = await findHealthStates(
    seats.map(({ childId }) => childId),
    services,
  );
  return seats.filter(({ childId }) => states.get(childId.toHexString()) === 'missing');
}

async function describeHealthMails(
  day: string,
  seats: ChildSeat[],
  services: Services,
): Promise<NewMail[]> {
  if (seats.length === 0) return [];
  const guardians = await listGuardians(
    seats.map(({ childId }) => childId),
    services,
  );
  const byUser = new Map<string, { user: UserDocument; seats: ChildSeat[] }>();
  for (const seat of seats)
    for (const { user, may } of guardians.get(seat.childId.toHexString()) ?? []) {
      // Only guardians with every right can answer.
      if (!hasEveryRight({ may }) || !user.isVerified) continue;
      const id = user._id.toHexString();
      byUser.set(id, { user, seats: [...(byUser.get(id)?.seats ?? []), seat] });
    }
  const moment = findHour(day, HOUR, services.environment.SCHOOL_TIME_ZONE);
  return [...byUser].map(([id, { user, seats: asked }]) => ({
    _id: `health-${day}-${id}`,
    cause: {
      kind: 'health question',
      seats: asked.map(({ classId, cartId }) => ({ classId, cartId })),
    },
    ...addressTo(user),
    isEssential: true,
    notAfter: new Date(moment.getTime() + DAY_MS),
  }));
}
