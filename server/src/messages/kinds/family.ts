import { nameDay } from '@speakifyr/contract/format.ts';
import {
  CARE_DAYS_AFTER,
  CARE_DAYS_BEFORE,
  type GuardianRight,
} from '@speakifyr/contract/limits.ts';
import { SCHOOL } from '@speakifyr/contract/school.ts';
import { onDays } from '@speakifyr/contract/sold-by-day.ts';
import { ObjectId } from 'mongodb';
import { BY_START, listClasses } from '../../database/class-store.ts';
import type { EventOf } from '../../database/event-document.ts';
import type { SeatOfCause } from '../../database/outbox-document.ts';
import { listEnrolledSeats } from '../../seats/find-seat.ts';
import { findClassEnd } from '../../seats/may-join.ts';
import { findAnyChild } from '../../families/booking.ts';
import { listGuardiansWho } from '../../families/guardians.ts';
import { findHealthStates } from '../../families/health.ts';
import { findOpenInvitation, listInvitedFor } from '../../families/invitations.ts';
import { hasEveryRight } from '../../families/rights.ts';
import { findActiveUsers } from '../../users/find-users.ts';
import { readChildName } from '../../users/participant-names.ts';
import { addDays, DAY_MS, findHour, formatIsoDay, readToday } from '../../school-time.ts';
import type { Services } from '../../services.ts';
import { facts, link, list } from '../content.ts';
import { aboutNoChild, defineMail, type Reader } from '../mail-module.ts';
import { findClassWithId, findSeatOf, linkToHealth, readEach } from '../parts/find.ts';
import { nameChild, nameClass, sayAll, sayMoment } from '../parts/say.ts';
import { findRecipient, listSeatsByGuardian, toEach } from '../recipients.ts';

/** What guardians hear about their children, besides classes and money. */

type GuardianInvitedCause = {
  childId: ObjectId;
  invitationId: ObjectId;
  invitedBy: ObjectId;
};

/** `from` is the confirmed address. `name` and `names` are null unless each is a plain name: see `readPlain`. */
type GuardianInvitedProps = {
  from: string;
  name: string | null;
  children: number;
  /** The first names of the children. */
  names: string[] | null;
  may: GuardianRight[];
  expiresAt: Date;
};

const RIGHTS: Record<GuardianRight, string> = {
  see: 'See the child’s classes, contacts and what the school has to know about their health.',
  book: 'Book classes for the child and pay for them.',
};

/** Letters, with a hyphen or an apostrophe: no address, number or offer fits into it. */
const PLAIN_WORD = /^[\p{L}\p{M}]+(?:['’-][\p{L}\p{M}]+)*$/u;
const MAX_WORDS = 4;
const MAX_WORD_LENGTH = 20;

/** A name that somebody typed, if a stranger may read it in our email. R104 */
function readPlain(name: string): string | null {
  const words = name.split(' ');
  const isPlain = words.every((word) => word.length <= MAX_WORD_LENGTH && PLAIN_WORD.test(word));
  return isPlain && words.length <= MAX_WORDS ? name : null;
}

/** Each child's first name, or null if one of them is not plain. */
function readFirstNames(children: string[]): string[] | null {
  const names = children.map((child) => readPlain(child.split(' ')[0] ?? ''));
  return names.every((name) => name !== null) ? names : null;
}

/**
 * Invites somebody to become a guardian, with the first names of all children for whom the sender invites this address.
 * The reader may be a stranger: it has nothing else that the sender typed but plain names. R104, decisions/0101.
 * R105, R521
 */
export const guardianInvited = defineMail<GuardianInvitedCause, GuardianInvitedProps>({
  on: {
    /** The line names the first invitation of a day, so nobody gets two emails about it. */
    async 'guardian invited'({ data: { childId, invitationId } }, services) {
      const invitation = await findOpenInvitation(childId, invitationId, services);
      if (!invitation) return [];
      const { email, invitedBy, expiresAt, emailedAs } = invitation;
      const user = await findRecipient(email, services);
      if (user?.status === 'removed') return [];
      const userId = user?.isVerified ? user._id : undefined;
      return [
        {
          id: `invited-${(emailedAs ?? invitationId).toHexString()}`,
          about: { childId, invitationId, invitedBy },
          // We know no name.
          to: { name: '', address: email, userId },
          notAfter: expiresAt,
        },
      ];
    },
  },

  /** What a person who may still accept an invitation reads. */
  async readForAnyone({ childId, invitationId }, services) {
    const invitation = await findOpenInvitation(childId, invitationId, services);
    if (!invitation) return undefined;
    const [inviter] = await findActiveUsers([invitation.invitedBy], services);
    const { may, expiresAt } = invitation;
    const invited = await listInvitedFor(invitation, services);
    const names = readFirstNames(invited);
    const name = inviter ? readPlain(inviter.name) : null;
    const told = { children: invited.length, names, name, may, expiresAt };
    return inviter && aboutNoChild({ from: inviter.email, ...told });
  },

  write({ from, name, children, names, may, expiresAt }, { to, timeZone }) {
    const isOne = children === 1;
    const whom = names ? sayAll(names) : isOne ? 'a child' : `${children} children`;
    const sender = name ? `${name} (${from})` : from;
    return {
      subject: isOne
        ? 'An invitation to be a child’s guardian'
        : `An invitation to be the guardian of ${children} children`,
      parts: [
        `${sender} invites you to be a guardian of ${whom} at ${SCHOOL.name}. As a guardian, you can:`,
        list(may.map((right) => RIGHTS[right])),
        `To accept or decline, open My Children. If you don’t have an account yet, sign up with this email address (${to.address}) and confirm it.`,
        // The log-in page then says what it is for.
        link('Open My Children', '/dashboard/children#invited'),
        `The invitation ends on ${sayMoment(expiresAt, timeZone)}. Don’t know who this is? Then you don’t have to do anything.`,
      ],
    };
  },
});

type AgeAllowedCause = {
  childId: ObjectId;
  classId: ObjectId;
  isAllowed: boolean;
};

type AgeAllowedProps = { child: string; className: string; isAllowed: boolean; path: string };

/** Tells guardians that the school lets a child join a class for another age, or no longer does. R225 */
export const ageAllowed = defineMail<AgeAllowedCause, AgeAllowedProps>({
  on: { 'allow age': notifyGuardians, 'take back age': notifyGuardians },

  /** An admin's decision, while it still stands, for a guardian who still books for the child. */
  async read({ childId, classId, isAllowed }, { rights }, services) {
    if (!rights.may('book', childId)) return undefined;
    const [child, campClass] = await Promise.all([
      findAnyChild(childId, services),
      findClassWithId(classId, services),
    ]);
    if (!child || campClass?.status !== 'open') return undefined;
    if (child.allowedClasses.some((id) => id.equals(classId)) !== isAllowed) return undefined;
    const path = `/classes/${classId.toHexString()}`;
    const props = { child: child.name, className: campClass.name, isAllowed, path };
    return { props, childIds: [childId] };
  },

  write({ child, className, isAllowed, path }) {
    const [who, what] = [nameChild(child), nameClass(className)];
    return {
      subject: isAllowed
        ? 'Your child may join a class for another age'
        : 'A class for another age',
      parts: [
        isAllowed
          ? `${what} is for another age, and we think that it fits ${who}. You can join it for ${who} now, while there are free seats.`
          : `${what} is for another age. We said that ${who} may join it all the same, and have to take that back. A seat that ${who} already has stays.`,
        link('See the class', path),
        'If you have a question, please reply to this email.',
      ],
    };
  },
});

/** Tells those who book for the child. R225 */
async function notifyGuardians(
  { _id, type, data: { classId, after } }: EventOf<'allow age' | 'take back age'>,
  services: Services,
) {
  const childId = new ObjectId(after.child);
  const users = await listGuardiansWho('book', childId, services);
  return toEach(users, `age-${_id}`, { childId, classId, isAllowed: type === 'allow age' });
}

type AskedChild = { name: string; className: string; camp_start: string; path: string };

/** By the school's clock. */
const HOUR = 9;

/** Days before a child's class on which its guardians are asked. They are also asked the day after the enrollment. */
const DAYS_BEFORE = [14, 7, 2];

/**
 * Asks guardians for missing answers about their children's health. It says only that they are missing. A guardian gets
 * at most one email a day, about all their children. R105
 */
export const healthQuestion = defineMail<{ seats: SeatOfCause[] }, { children: AskedChild[] }>({
  nameLook: findDay,
  async look(services) {
    const day = findDay(services);
    const seats = await keepMissing(await listSeatsToAsk(day, services), services);
    const moment = findHour(day, HOUR, SCHOOL.timeZone);
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
      to,
      notAfter,
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
  if (campClass?.status !== 'open' || findClassEnd(campClass) <= services.now()) return undefined;
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

/** The latest day whose HOUR has passed: what is due on a day is known at that hour. */
function findDay(services: Services): string {
  const today = readToday(services);
  const moment = findHour(today, HOUR, SCHOOL.timeZone);
  return services.now() < moment ? addDays(today, -1) : today;
}

async function listSeatsToAsk(day: string, services: Services): Promise<ChildSeat[]> {
  const timeZone = SCHOOL.timeZone;
  const current = { status: 'open' as const, camp_end: { $gte: day } };
  // By start day: an email lists them in this order.
  const classes = await listClasses(services.database.collections, current, { sort: BY_START });
  return classes.flatMap((campClass) => {
    return listEnrolledSeats(campClass).flatMap((seat) => {
      const { seatId, childId, enrolledAt } = seat;
      const { camp_start, camp_end } = onDays(campClass, seat);
      if (camp_end < day) return [];
      const isNear = DAYS_BEFORE.some((days) => addDays(camp_start, -days) === day);
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
