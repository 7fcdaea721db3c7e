import { pairSeat } from '../../seats/find-seat.ts';
import { SCHOOL } from '@speakifyr/contract/school.ts';
import { asChosen } from '@speakifyr/contract/sold-by-day.ts';
import { writePhoneNumber } from '@speakifyr/contract/phone-numbers.ts';
import type { ObjectId } from 'mongodb';
import { readHeldPrices } from '../../payments/held-prices.ts';
import type { ClassDocument } from '../../database/class-document.ts';
import type { EntryOfClass } from '../../database/outbox-document.ts';
import { decideOfferEnd } from '../../seats/offer-end.ts';
import type { OfferedSeat } from '../../seats/offered-seat.ts';
import { groupOffers } from '../../waiting/own-waiting.ts';
import { listOfferingClasses } from '../../waiting/waiting-classes.ts';
import { findUserWithId } from '../../users/find-users.ts';
import type { Services } from '../../services.ts';
import { facts, link } from '../content.ts';
import { findRecipients, toAdmins } from '../recipients.ts';
import { aboutNoChild, defineMail } from '../mail-module.ts';
import { listChildIds } from '../parts/props.ts';
import { nameClass, sayMoment, sayPrice, subjectOf } from '../parts/say.ts';
import {
  describeWaiting,
  findOpenClass,
  listWaitingFacts,
  nameWaiting,
  WAITING_PAGE,
  type WaitingFacts,
} from '../parts/waiting.ts';

type SeatOfferedCause = { seatIds: ObjectId[] } & EntryOfClass;

/** `prices` are those of the seats, in whole currency units. The offer ends at `until`, or later. */
type SeatOfferedProps = WaitingFacts & { prices: number[]; until: Date };

/** Offers seats that are held for somebody who waited, and says until when. R185, R186 */
export const seatOffered = defineMail<SeatOfferedCause, SeatOfferedProps>({
  isTimely: true,
  /** Offers are read from the classes that have them, so a crash loses none. */
  async look(services) {
    const offers = await listNewOffers(services);
    const users = await findRecipients(
      offers.map(({ first }) => first.userId),
      services,
    );
    return offers.map(({ classId, seatIds, first }) => {
      const { waitId } = first.offer.entry;
      const user = users.get(first.userId.toHexString());
      return {
        id: `offer-${waitId.toHexString()}-${first.seatId.toHexString()}`,
        about: { classId, waitId, seatIds },
        to: user?.status === 'active' ? user : undefined,
        notAfter: first.heldUntil,
      };
    });
  },

  /** What people read about seats that are held for them until the offer ends. */
  async read({ seatIds, ...cause }, { user, rights }, services) {
    const found = await findOpenOffer(cause, services);
    if (!found?.userId.equals(user._id)) return undefined;
    const seats = found.seats.filter(
      ({ seatId, childId }) =>
        seatIds.some((id) => id.equals(seatId)) && rights.may('book', childId),
    );
    const props = await describeOffer(found.campClass, seats, services);
    return props && { props, childIds: listChildIds(seats) };
  },

  write({ prices, until, ...props }, { timeZone, currency }) {
    const { campClass, children } = props;
    const name = nameClass(campClass.name);
    const isOne = children.length < 2;
    const them = isOne ? 'it' : 'them';
    const deadline = sayMoment(until, timeZone);
    return {
      subject: subjectOf(isOne ? 'A seat for you: ' : 'Seats for you: ', name),
      parts: [
        `Good news: ${isOne ? 'a seat in' : `${children.length} seats in`} ${name} ${isOne ? 'is' : 'are'} free, and we are holding ${them} for ${nameWaiting(children) ?? 'you'}.`,
        `Take ${them} by ${deadline}. We hold ${them} at least until then, and your waiting list page shows the exact time. After that, the next family on the list gets ${them}.`,
        facts([['Held until', deadline], listPrice(prices, currency), ...listWaitingFacts(props)]),
        link('See your offer', WAITING_PAGE),
        'Don’t want it anymore? Please press “No thanks” on that page, so that the next family doesn’t have to wait. Opening the page decides nothing yet, and without an answer, you won’t be charged.',
      ],
    };
  },
});

/** `family` is the name of the account, and `phone` its number. */
type CallFamilyProps = SeatOfferedProps & {
  familyId: string;
  family: string;
  phone: string | null;
};

/** Asks the office to call a family without a sign-in about an offer: nobody else can take the seat. R340 */
export const callFamily = defineMail<SeatOfferedCause, CallFamilyProps>({
  isForAdmins: true,
  isTimely: true,
  async look(services) {
    const offers = await listOffers(services);
    const userIds = offers.map(({ first }) => first.userId);
    const users = await findRecipients(userIds, services);
    const mails = offers.map(({ classId, seats, first: { userId, offer, heldUntil } }) => {
      const user = users.get(userId.toHexString());
      if (user?.status !== 'active' || user.uid) return [];
      const { waitId } = offer.entry;
      // Once per offer to an entry, even if only one of its seats is left.
      const id = `calloffer-${waitId.toHexString()}-${offer.offeredAt.getTime()}`;
      const seatIds = seats.map(({ seatId }) => seatId);
      return toAdmins(id, { classId, waitId, seatIds }, services, heldUntil);
    });
    return (await Promise.all(mails)).flat();
  },

  async read(cause, _reader, services) {
    const found = await findOpenOffer(cause, services);
    const user = found && (await findUserWithId(found.userId, services));
    if (!found || user?.status !== 'active' || user.uid) return undefined;
    const offered = await describeOffer(found.campClass, found.seats, services);
    const { name: family, phone = null } = user;
    return offered && aboutNoChild({ ...offered, familyId: user._id.toHexString(), family, phone });
  },

  write({ familyId, family, phone, prices, until, ...props }, { timeZone, currency }) {
    const { campClass, children } = props;
    const name = nameClass(campClass.name);
    const deadline = sayMoment(until, timeZone);
    const isOne = children.length < 2;
    return {
      subject: subjectOf('Call a family about a free seat: ', name),
      parts: [
        `${isOne ? 'A seat' : `${children.length} seats`} in ${name} ${isOne ? 'is' : 'are'} free for ${nameWaiting(children) ?? family}. The family of ${family} has no account, so nobody else can answer for them. Please call them.`,
        `If they want ${isOne ? 'it' : 'them'}, press “Reserve” on their page by ${deadline}, or record their money. After that, the next family on the list gets ${isOne ? 'it' : 'them'}.`,
        facts([
          ['Phone', phone ? writePhoneNumber(phone) : 'No number is known'],
          ['Held until', deadline],
          listPrice(prices, currency),
          ...listWaitingFacts(props),
        ]),
        link('Open the family’s page', `/dashboard/families/${familyId}`),
      ],
    };
  },
});

/** An entry's open offer, if the class can still be joined and the offer's time is not over. */
async function findOpenOffer({ classId, waitId }: EntryOfClass, services: Services) {
  const campClass = await findOpenClass(classId, services);
  const seats = campClass
    ? groupOffers(campClass)
        .flat()
        .filter(
          ({ offer, heldUntil }) => offer.entry.waitId.equals(waitId) && heldUntil > services.now(),
        )
    : [];
  const [first] = seats;
  return campClass && first && { campClass, seats, userId: first.userId };
}

async function describeOffer(
  campClass: ClassDocument,
  seats: OfferedSeat[],
  services: Services,
): Promise<SeatOfferedProps | undefined> {
  const [first] = seats;
  if (!first) return undefined;
  const { offer, heldUntil, userId } = first;
  const held = seats.map((seat) => pairSeat(campClass, seat));
  const priceOf = await readHeldPrices(held, services);
  // All of them have the same days.
  const chosen = asChosen(campClass, first);
  return {
    ...(await describeWaiting(chosen, userId, seats, services)),
    prices: held.map((one) => priceOf(one).own / 100),
    until: offer.notifiedAt ? heldUntil : predictEnd(chosen, services),
  };
}

/** A discount may be for one of several siblings only. */
function listPrice(prices: number[], currency: string): [string, string] {
  const [first = 0] = prices;
  const sum = prices.reduce((all, price) => all + price, 0);
  if (prices.some((price) => price !== first)) return ['Price together', sayPrice(sum, currency)];
  return [prices.length < 2 ? 'Price' : 'Price of each', sayPrice(first, currency)];
}

/** The offer's time starts when the mail server accepts the email, so the offer ends then or later. R186 */
function predictEnd({ camp_start }: ClassDocument, { now }: Services): Date {
  return decideOfferEnd({
    notifiedAt: now(),
    campStart: camp_start,
    offerHours: SCHOOL.booking.offerHours,
    timeZone: SCHOOL.timeZone,
  });
}

/** The seats that are offered to one entry at once. */
async function listOffers({ database, now }: Services) {
  const classes = await listOfferingClasses(database.collections);
  return classes.flatMap((campClass) =>
    groupOffers(campClass).flatMap((seats) => {
      const [first] = seats;
      return first && first.heldUntil > now() ? [{ classId: campClass._id, seats, first }] : [];
    }),
  );
}

/** Seats offered to one entry at once share one email. No second email follows for those that are left. */
async function listNewOffers(services: Services) {
  const offers = await listOffers(services);
  const open = offers.filter(({ first }) => !first.offer.notifiedAt);
  const waitIds = open.flatMap(({ seats }) => seats.map(({ offer }) => offer.entry.waitId));
  const told = await listTold(waitIds, services);
  return open.flatMap(({ classId, seats }) => {
    const untold = seats.filter(({ seatId }) => !told.has(seatId.toHexString()));
    const [first] = untold;
    return first ? [{ classId, first, seatIds: untold.map(({ seatId }) => seatId) }] : [];
  });
}

/** The seats of offers to these waiting-list entries that are already in the outbox. */
async function listTold(waitIds: ObjectId[], { database }: Services): Promise<Set<string>> {
  const ids = [...new Set(waitIds.map((id) => id.toHexString()))];
  if (ids.length === 0) return new Set();
  const lines = await database.collections.outbox
    // In ASCII, a period follows a hyphen.
    .find({ $or: ids.map((id) => ({ _id: { $gte: `offer-${id}-`, $lt: `offer-${id}.` } })) })
    .project<{ cause: SeatOfferedCause }>({ cause: 1 })
    .toArray();
  return new Set(lines.flatMap(({ cause }) => cause.seatIds.map((id) => id.toHexString())));
}
