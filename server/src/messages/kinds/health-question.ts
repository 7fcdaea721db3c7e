import { nameDay } from '@speakifyr/contract/format.ts';
import { CARE_DAYS_AFTER, CARE_DAYS_BEFORE } from '@speakifyr/contract/limits.ts';
import type { MailContent } from '@speakifyr/contract/mail.ts';
import type { ObjectId } from 'mongodb';
import { findClassEnd } from '../../enrollments/seats/join-until.ts';
import { findSeat, listEnrolledSeats } from '../../enrollments/seats/find-seat.ts';
import { BY_START, findClass, listClasses } from '../../database/class-store.ts';
import type { UserDocument } from '../../database/collections.ts';
import type { SeatOfCause } from '../../database/outbox-document.ts';
import { listGuardians } from '../../families/guardians.ts';
import { findHealthStates } from '../../families/health.ts';
import { hasEveryRight } from '../../families/rights.ts';
import { addDays, DAY_MS, findHour, formatIsoDay, readToday } from '../../school-time.ts';
import type { Services } from '../../services.ts';
import { addressTo } from '../due-mails/recipients.ts';
import { defineMail, type MailContext, type Read, type Reader } from '../mail-module.ts';
import { addMails, type NewMail } from '../outbox.ts';
import { greet, nameChild, nameClass, sayAll } from '../parts/say.ts';
import { linkToHealth } from '../parts/seats.ts';

export type HealthQuestionCause = { kind: 'health question'; seats: SeatOfCause[] };

type HealthQuestionProps = {
  children: { name: string; className: string; camp_start: string; path: string }[];
};

export const healthQuestion = defineMail<HealthQuestionCause, HealthQuestionProps>({
  kind: 'health question',
  look: addHealthMails,
  read,
  write,
});

/** Asks guardians to answer the questions about their children's health. It only says that the answers are missing. */
function write({ children }: HealthQuestionProps, { to }: MailContext): MailContent {
  const names = sayAll([...new Set(children.map(({ name }) => nameChild(name)))]);
  const paths = [...new Set(children.map(({ path }) => path))];
  const path = paths.length === 1 ? paths[0] : undefined;
  return {
    subject: 'Please tell us about allergies and medication',
    greeting: greet(to),
    parts: [
      {
        kind: 'text',
        text: `Before the class starts, we ask every family about allergies, medication and whatever else we should know. We don’t have your answer for ${names} yet. Please answer even if there is nothing to report: it takes a minute.`,
      },
      ...children.map(({ name, className, camp_start }) => ({
        kind: 'facts' as const,
        facts: [
          { label: 'Child', value: nameChild(name) },
          { label: 'Class', value: nameClass(className) },
          { label: 'First day', value: nameDay(camp_start) },
        ],
      })),
      {
        kind: 'link',
        label: 'Answer the questions',
        path: path ?? '/dashboard/children',
      },
      {
        kind: 'text',
        text: `The school’s admins can read your answers, and so can the instructor of the class from ${CARE_DAYS_BEFORE} days before it until ${CARE_DAYS_AFTER === 1 ? 'the day' : `${CARE_DAYS_AFTER} days`} after it. Please don’t send them by email.`,
      },
    ],
  };
}

/** The children about whose health a guardian is still asked. */
async function read(
  { seats }: HealthQuestionCause,
  reader: Reader,
  services: Services,
): Promise<Read<HealthQuestionProps> | undefined> {
  const children = await Promise.all(
    seats.map(({ classId, seatId }) => readAskedChild({ classId, seatId }, reader, services)),
  );
  const asked = children.flatMap((child) => child ?? []);
  if (asked.length === 0) return undefined;
  return {
    props: { children: asked.map(({ props }) => props) },
    childIds: asked.map(({ childId }) => childId),
  };
}

type Asked = { childId: ObjectId; props: HealthQuestionProps['children'][number] };

async function readAskedChild(
  { classId, seatId }: HealthQuestionCause['seats'][number],
  { rights }: Reader,
  services: Services,
): Promise<Asked | undefined> {
  const campClass = await findClass(services.database.collections, { _id: classId });
  const seat = findSeat(campClass, { seatId });
  if (campClass?.status !== 'open' || findClassEnd(campClass, services) <= services.now())
    return undefined;
  if (seat?.state !== 'enrolled' || !seat.childId) return undefined;
  const { childId } = seat;
  const state = (await findHealthStates([childId], services)).get(childId.toHexString());
  if (!rights.mayChange(childId) || state !== 'missing') return undefined;
  const { name: className, camp_start } = campClass;
  const props = { name: seat.name, className, camp_start, path: linkToHealth(childId) };
  return { childId, props };
}

/** By the school's clock. */
const HOUR = 9;

/** Days before a child's class on which its guardians are asked. They are also asked on the day after the enrollment. */
const DAYS_BEFORE = [14, 7, 2];

/** A seat of a child. */
type ChildSeat = { classId: ObjectId; seatId: ObjectId; childId: ObjectId };

/** The day (yyyy-mm-dd) that a server has looked at. What is due on a day is known at its hour. */
const lastLooks = new WeakMap<Services, string>();

/**
 * Asks for the answers about children's health while they are missing. A guardian gets one email a day at most, about
 * all their children. One that is more than a day late is not sent: the next one follows.
 */
async function addHealthMails(services: Services, signal?: AbortSignal): Promise<void> {
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
): Promise<NewMail<HealthQuestionCause>[]> {
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
      seats: asked.map(({ classId, seatId }) => ({ classId, seatId })),
    },
    ...addressTo(user),
    isEssential: true,
    notAfter: new Date(moment.getTime() + DAY_MS),
  }));
}
