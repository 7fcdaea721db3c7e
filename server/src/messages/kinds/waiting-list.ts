import { OFFERS_UNTIL_DAYS } from '@speakifyr/contract/limits.ts';
import type { ObjectId } from 'mongodb';
import type { EntryOfClass } from '../../database/outbox-document.ts';
import { isTooLateFor } from '../../seats/may-join.ts';
import { getDiscounts } from '../../prices/discounts.ts';
import { findWaitingPrice } from '../../prices/shown-prices.ts';
import { countFreeFor } from '../../seats/places.ts';
import { findPosition } from '../../seats/queue.ts';
import { DAY_MS } from '../../school-time.ts';
import { facts, link, list } from '../content.ts';
import { defineMail } from '../mail-module.ts';
import { findClassWithId } from '../parts/find.ts';
import { nameClass, sayMoment, sayPrice, subjectOf } from '../parts/say.ts';
import {
  areOffered,
  describeWaiting,
  findEntry,
  listWaitingFacts,
  nameWaiting,
  SEE_LISTS,
  WAITING_PAGE,
  type WaitingFacts,
} from '../parts/waiting.ts';
import { findRecipient } from '../recipients.ts';

/** What people hear of an entry of a waiting list: from joining it until it is over. */

/** `position`: 1 is the first. */
type WaitingJoinedProps = WaitingFacts & { together: boolean; position: number };

/** People who joined a list earlier know what happens next. */
const JOINED_DAYS = 2;

/** Says that somebody waits now, and what happens next. R185, R256 */
export const waitingJoined = defineMail<EntryOfClass, WaitingJoinedProps>({
  isNotCalled: true,
  entry({ campClass, entry, isOffered }, services) {
    const { waitId, joinedAt, lapses, isPaused } = entry;
    const isNew = services.now().getTime() - joinedAt.getTime() < JOINED_DAYS * DAY_MS;
    if (isPaused || !isOffered || !isNew || lapses > 0) return undefined;
    return { id: `waiting-${waitId.toHexString()}`, about: { classId: campClass._id, waitId } };
  },

  /** What somebody who has just joined a waiting list reads. */
  async read(cause, reader, services) {
    const found = await findEntry(cause, reader, services);
    const position = found && findPosition(found.campClass.waiting, cause.waitId);
    if (!found || !position || !areOffered(found.campClass, services)) return undefined;
    const { props, childIds, entry } = found;
    return { props: { ...props, together: entry.together, position }, childIds };
  },

  write({ together, position, ...props }) {
    const { campClass, children } = props;
    const name = nameClass(campClass.name);
    const are = children.length === 1 ? 'is' : 'are';
    const siblings = together
      ? 'We only offer seats when there are enough for all of them.'
      : 'If only one seat becomes free, we offer you that one, and the others go on waiting.';
    return {
      subject: subjectOf('On the waiting list: ', name),
      parts: [
        `${nameWaiting(children) ?? 'You'} ${are} on the waiting list for ${name}, at number ${position}. This is not a seat yet, and you pay nothing to wait.`,
        'What happens next:',
        list([
          'When a seat becomes free and it is your turn, we hold it for you and email you. You then have some time to take it, and nobody else can.',
          ...(children.length > 1 ? [siblings] : []),
          `From ${OFFERS_UNTIL_DAYS} days before the first day, a free seat goes to the first person to book it. We then email everybody on the list at the same time.`,
          'We can’t promise a seat. You can leave the list at any time.',
        ]),
        facts(listWaitingFacts(props)),
        SEE_LISTS,
      ],
    };
  },
});

/** `seats` are kept until then. */
type SeatKeptProps = WaitingFacts & { seats: number; until: Date };

/** Says until when a seat is kept for people who need more than one. R256 */
export const seatKept = defineMail<{ until: Date } & EntryOfClass, SeatKeptProps>({
  /** Each time ends once, and so does each email. */
  entry({ campClass, entry: { waitId, kept, isPaused }, isOffered }) {
    if (!kept || isPaused || !isOffered) return undefined;
    const { until } = kept;
    const id = `kept-${waitId.toHexString()}-${until.getTime()}`;
    return { id, about: { until, classId: campClass._id, waitId }, notAfter: until };
  },

  /** What somebody with a kept seat reads, while it is kept and until the time they were told. */
  async read(cause, reader, services) {
    const found = await findEntry(cause, reader, services);
    const kept = found?.entry.kept;
    if (!found || !kept || found.entry.isPaused) return undefined;
    if (kept.until.getTime() !== cause.until.getTime() || kept.until <= services.now())
      return undefined;
    return { props: { ...found.props, ...kept }, childIds: found.childIds };
  },

  write({ seats, until, ...props }, { timeZone }) {
    const name = nameClass(props.campClass.name);
    const isOne = seats === 1;
    const deadline = sayMoment(until, timeZone);
    return {
      subject: subjectOf(isOne ? 'A seat is kept for you: ' : 'Seats are kept for you: ', name),
      parts: [
        `${isOne ? 'A seat has' : `${seats} seats have`} opened up in ${name}, but ${nameWaiting(props.children) ?? 'you'} need more. We keep ${isOne ? 'it' : 'them'} for you until ${deadline}. If enough seats open up by then, we offer you all of them. Otherwise ${isOne ? 'it goes' : 'they go'} to the next family, and you keep your place on the list.`,
        facts([['Kept until', deadline], ...listWaitingFacts(props)]),
        `You don’t have to do anything. Are fewer seats fine, too? Then call us or reply to this email before ${deadline}. Please don’t leave the list for that: what we keep for you would go to the next family.`,
        SEE_LISTS,
      ],
    };
  },
});

/** Says that an offer ran out, and asks whether the person still waits. R144, R185 */
export const offerEnded = defineMail<{ lapses: number } & EntryOfClass, WaitingFacts>({
  entry({ campClass, entry: { waitId, lapses, isPaused }, isOffered }) {
    if (!isPaused || !isOffered) return undefined;
    return {
      id: `lapsed-${waitId.toHexString()}-${lapses}`,
      about: { classId: campClass._id, waitId, lapses },
    };
  },

  /** What somebody whose offer ran out reads, until they say that they still want a seat. */
  async read(cause, reader, services) {
    const found = await findEntry(cause, reader, services);
    if (!found?.entry.isPaused || found.entry.lapses !== cause.lapses) return undefined;
    const { campClass, props, childIds } = found;
    return areOffered(campClass, services) ? { props, childIds } : undefined;
  },

  write(props) {
    const name = nameClass(props.campClass.name);
    return {
      subject: subjectOf('Still want it? ', name),
      parts: [
        `We held a seat in ${name} for ${nameWaiting(props.children) ?? 'you'}, but the time to take it is up, so we no longer hold it. You have not been charged.`,
        'Do you still want a seat? Then say so on your waiting list page: you keep your old place. Until you do, we won’t offer you another one. If the time runs out a second time, your place on the list ends.',
        facts(listWaitingFacts(props)),
        link('Say that you still want it', WAITING_PAGE),
        'Don’t want it anymore? Then you don’t have to do anything.',
      ],
    };
  },
});

/** `path`: the page of the class. */
type SeatsFreeProps = WaitingFacts & { free: number; price: number; path: string };

/** Shortly before a class, tells everybody on the list at once that there are seats. R145, R185 */
export const seatsFree = defineMail<{ campStart: string } & EntryOfClass, SeatsFreeProps>({
  isTimely: true,
  entry({ campClass, entry, isOffered }) {
    const { waitId, isPaused } = entry;
    const { _id: classId, camp_start: campStart } = campClass;
    if (isPaused || isOffered || countFreeFor(campClass, entry) <= 0) return undefined;
    return {
      id: `free-${waitId.toHexString()}-${campStart}`,
      about: { classId, waitId, campStart },
    };
  },

  /** What everybody who waits shortly before a class reads, while there are free seats. */
  async read(cause, reader, services) {
    const found = await findEntry(cause, reader, services);
    if (!found || found.entry.isPaused) return undefined;
    const { campClass, props, childIds } = found;
    const { camp_start } = campClass;
    const free = countFreeFor(campClass, found.entry);
    const { discounts } = await getDiscounts(services);
    const price = findWaitingPrice(campClass, discounts, found.entry.joinedAt, services);
    const isPublic = !areOffered(campClass, services) && camp_start === cause.campStart;
    if (!isPublic || free <= 0) return undefined;
    const path = `/classes/${cause.classId.toHexString()}`;
    return { props: { ...props, free, price, path }, childIds };
  },

  write({ free, price, path, ...props }, { currency }) {
    const name = nameClass(props.campClass.name);
    const isOne = free === 1;
    return {
      subject: subjectOf(isOne ? 'A seat is free: ' : 'Seats are free: ', name),
      parts: [
        `${isOne ? 'A seat' : `${free} seats`} in ${name} ${isOne ? 'is' : 'are'} free. The first day is soon, so we are telling everybody who waits for it at the same time: the first to book ${isOne ? 'gets it' : 'get them'}.`,
        facts([['Price', sayPrice(price, currency)], ...listWaitingFacts(props)]),
        link('See the class', path),
        'Don’t want a seat anymore? You don’t have to do anything.',
      ],
    };
  },
});

type WaitingClosedCause = {
  childIds: ObjectId[];
  isLapsed?: true;
  isMisfit?: true;
  days?: string[];
} & EntryOfClass;

type WaitingClosedProps = {
  className: string;
  why: 'canceled' | 'started' | 'begun' | 'lapsed' | 'misfit';
  /** Whom the class is not for; empty if it is the reader. */
  children?: string[];
  /** The class’s page; only for somebody who may join the list again. */
  path?: string;
};

/** Some of the readers were offered a seat, or let an offer run out. */
const WHY_CLOSED = {
  canceled: 'the class will not take place, so the list is closed.',
  started: 'the class has started, so the list is closed.',
  begun: 'the first of your days has begun, so nobody can wait for them anymore.',
};

function writeMisfit(name: string, children: string[]) {
  const isWrong =
    children.length > 0
      ? 'the class is for another age'
      : 'you can’t take a seat in it for yourself';
  return {
    subject: subjectOf('Your place on the list has ended: ', name),
    parts: [
      `We are sorry: ${nameWaiting(children) ?? 'you'} can no longer get a seat in ${name} from its waiting list, because ${isWrong}. If we held one, it goes to the next family.`,
      'You have not been charged. If you think that the class fits, please reply to this email.',
      link('See other classes', '/classes'),
    ],
  };
}

/** Says that a waiting list is closed, or that the reader is off it: after two offers, or as a misfit. R185, R716 */
export const waitingClosed = defineMail<WaitingClosedCause, WaitingClosedProps>({
  keepTryingDays: 3,
  on: {
    async 'waiting ended'({ data: { userId, ...about } }, services) {
      const to = await findRecipient(userId, services);
      if (to?.status !== 'active') return [];
      const id = `closed-${about.waitId.toHexString()}`;
      // Others of the entry may go on waiting, until the list closes for them.
      const who = about.childIds.map((childId) => childId.toHexString()).join('-') || 'self';
      return [{ id: about.isMisfit ? `${id}-${who}` : id, about, to }];
    },
  },

  /**
   * What people read whose waiting list is closed, unless the class can be joined again, or whose own entry ended.
   * Nothing if none of those who waited is theirs anymore.
   */
  async read({ classId, childIds: waited, isLapsed, isMisfit, days }, { user, rights }, services) {
    const childIds = waited.filter(rights.isTheirs);
    if (user.status !== 'active' || (waited.length > 0 && childIds.length === 0)) return undefined;
    const campClass = await findClassWithId(classId, services);
    if (!campClass) return undefined;
    const { name: className, status } = campClass;
    if (status === 'archived') return { props: { className, why: 'canceled' }, childIds };
    if (isMisfit) {
      const people = childIds.map((childId) => ({ childId }));
      const { children } = await describeWaiting(campClass, user._id, people, services);
      return { props: { className, why: 'misfit', children }, childIds };
    }
    if (isTooLateFor({ days }, campClass, services))
      return { props: { className, why: days ? 'begun' : 'started' }, childIds };
    if (!isLapsed) return undefined;
    const path = `/classes/${classId.toHexString()}`;
    return { props: { className, why: 'lapsed', path }, childIds };
  },

  write({ className, why, children = [], path = '/classes' }) {
    const name = nameClass(className);
    if (why === 'misfit') return writeMisfit(name, children);
    const isLapsed = why === 'lapsed';
    return {
      subject: subjectOf(
        isLapsed ? 'Your place on the list has ended: ' : 'Waiting list closed: ',
        name,
      ),
      parts: [
        isLapsed
          ? `We held a seat in ${name} for you twice, and the time to take it ran out both times. So your place on the waiting list has ended. If you still want a seat, you can join the class or its list again, at its end.`
          : `You were on the waiting list for ${name}. We are sorry: ${WHY_CLOSED[why]}`,
        'You have not been charged, and you don’t have to do anything.',
        link(isLapsed ? 'See the class' : 'See other classes', path),
      ],
    };
  },
});
