import { nameDay } from '@speakifyr/contract/format.ts';
import { CARE_DAYS_AFTER, CARE_DAYS_BEFORE } from '@speakifyr/contract/limits.ts';
import type { ObjectId } from 'mongodb';
import { BY_START, listClasses } from '../../database/class-store.ts';
import type { SeatOfCause } from '../../database/outbox-document.ts';
import { listEnrolledSeats } from '../../enrollments/seats/find-seat.ts';
import { findClassEnd } from '../../enrollments/seats/join-until.ts';
import { readChildName } from '../../people/users/participant-names.ts';
import { findHealthStates } from '../../families/health.ts';
import { hasEveryRight } from '../../families/rights.ts';
import { addDays, DAY_MS, findHour, formatIsoDay, readToday } from '../../school-time.ts';
import type { Services } from '../../services.ts';
import { facts, link } from '../content.ts';
import { defineMail, type Reader } from '../mail-module.ts';
import { findSeatOf, readEach } from '../parts/find.ts';
import { nameChild, nameClass, sayAll } from '../parts/say.ts';
import { linkToHealth } from '../parts/seats.ts';
import { listSeatsByGuardian } from '../recipients.ts';

type AskedChild = { name: string; className: string; camp_start: string; path: string };

/** By the school's clock. */
const HOUR = 9;

/** Days before a child's class on which its guardians are asked. They are also asked on the day after the enrollment. */
const DAYS_BEFORE = [14, 7, 2];

/**
 * Asks guardians for the answers about their children's health while they are missing. It only says that they are. A
 * guardian gets one email a day at most, about all their children.
 */
export const healthQuestion = defineMail<{ seats: SeatOfCause[] }, { children: AskedChild[] }>({
  nameLook: findDay,
  async look(services) {
    const day = findDay(services);
    const seats = await keepMissing(await listSeatsToAsk(day, services), services);
    const moment = findHour(day, HOUR, services.environment.SCHOOL_TIME_ZONE);
    // One that is more than a day late is not sent: the next one follows.
    const notAfter = new Date(moment.getTime() + DAY_MS);
    // Those who can answer for a child are guardians with every right.
    const guardians = await listSeatsByGuardian(
      seats,
      (guardian) => hasEveryRight(guardian) && guardian.user.isVerified,
      services,
    );
    return guardians.map(({ user: to, seats: asked }) => ({
      id: `health-${day}-${to._id.toHexString()}`,
      about: { seats: asked.map(({ classId, seatId }) => ({ classId, seatId })) },
      ...{ to, notAfter },
    }));
  },

  /** The children about whose health a guardian is still asked. */
  async read({ seats }, reader, services) {
    const asked = await readEach(seats, (seat) => readAskedChild(seat, reader, services));
    if (asked.length === 0) return undefined;
    return {
      props: { children: asked.map(({ child }) => child) },
      childIds: asked.map(({ childId }) => childId),
    };
  },

  write({ children }) {
    const names = sayAll([...new Set(children.map(({ name }) => nameChild(name)))]);
    const [path, ...others] = new Set(children.map((child) => child.path));
    const after = CARE_DAYS_AFTER === 1 ? 'the day' : `${CARE_DAYS_AFTER} days`;
    return {
      subject: 'Please tell us about allergies and medication',
      parts: [
        `Before the class starts, we ask every family about allergies, medication and whatever else we should know. We don’t have your answer for ${names} yet. Please answer even if there is nothing to report: it takes a minute.`,
        children.map(({ name, className, camp_start }) =>
          facts([
            ['Child', nameChild(name)],
            ['Class', nameClass(className)],
            ['First day', nameDay(camp_start)],
          ]),
        ),
        link('Answer the questions', path && others.length === 0 ? path : '/dashboard/children'),
        `The school’s admins can read your answers, and so can the instructor of the class from ${CARE_DAYS_BEFORE} days before it until ${after} after it. Please don’t send them by email.`,
      ],
    };
  },
});

async function readAskedChild(about: SeatOfCause, { rights }: Reader, services: Services) {
  const { campClass, seat } = await findSeatOf(about, services);
  if (campClass?.status !== 'open' || findClassEnd(campClass, services) <= services.now())
    return undefined;
  if (seat?.state !== 'enrolled' || !seat.childId) return undefined;
  const { childId } = seat;
  const state = (await findHealthStates([childId], services)).get(childId.toHexString());
  if (!rights.mayChange(childId) || state !== 'missing') return undefined;
  const { name: className, camp_start } = campClass;
  const name = (await readChildName(childId, services)) ?? '';
  return { childId, child: { name, className, camp_start, path: linkToHealth(childId) } };
}

/** A seat of a child. */
type ChildSeat = SeatOfCause & { childId: ObjectId };

/** The day whose hour was last: what is due on a day is known at its hour. */
function findDay(services: Services): string {
  const today = readToday(services);
  const moment = findHour(today, HOUR, services.environment.SCHOOL_TIME_ZONE);
  return services.now() < moment ? addDays(today, -1) : today;
}

async function listSeatsToAsk(day: string, services: Services): Promise<ChildSeat[]> {
  const timeZone = services.environment.SCHOOL_TIME_ZONE;
  const current = { status: 'open' as const, camp_end: { $gte: day } };
  // By start day: an email lists them in this order.
  const classes = await listClasses(services.database.collections, current, { sort: BY_START });
  return classes.flatMap((campClass) => {
    const isNear = DAYS_BEFORE.some((days) => addDays(campClass.camp_start, -days) === day);
    return listEnrolledSeats(campClass).flatMap(({ seatId, childId, enrolledAt }) => {
      const enrolledOn = formatIsoDay(enrolledAt, timeZone);
      const isDue = addDays(enrolledOn, 1) === day || (isNear && enrolledOn < day);
      return childId && isDue ? [{ classId: campClass._id, seatId, childId }] : [];
    });
  });
}

async function keepMissing(seats: ChildSeat[], services: Services): Promise<ChildSeat[]> {
  if (seats.length === 0) return [];
  const childIds = seats.map(({ childId }) => childId);
  const states = await findHealthStates(childIds, services);
  return seats.filter(({ childId }) => states.get(childId.toHexString()) === 'missing');
}
