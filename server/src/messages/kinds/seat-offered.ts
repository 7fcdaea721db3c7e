import type { ObjectId } from 'mongodb';
import type { ClassDocument } from '../../database/collections.ts';
import type { EntryOfClass } from '../../database/outbox-document.ts';
import { decideOfferEnd } from '../../enrollments/seats/offer-end.ts';
import { groupOffers } from '../../enrollments/waiting/own-waiting.ts';
import { listOfferingClasses } from '../../enrollments/waiting/waiting-classes.ts';
import type { Services } from '../../services.ts';
import { facts, link } from '../content.ts';
import { findRecipients } from '../recipients.ts';
import { defineMail } from '../mail-module.ts';
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

/** `price` is for one seat, in whole currency units. The offer ends at `until`, or later. */
type SeatOfferedProps = WaitingFacts & { price: number; until: Date };

/** Offers seats that are held for somebody who waited, and says until when. */
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

  /** What people read of seats that are held for them until the offer ends. */
  async read({ classId, waitId, seatIds }, { user, rights }, services) {
    const campClass = await findOpenClass(classId, services);
    if (!campClass) return undefined;
    const seats = groupOffers(campClass)
      .flat()
      .filter(
        ({ seatId, userId, offer, heldUntil, childId }) =>
          seatIds.some((id) => id.equals(seatId)) &&
          offer.entry.waitId.equals(waitId) &&
          userId.equals(user._id) &&
          heldUntil > services.now() &&
          rights.may('book', childId),
      );
    const [first] = seats;
    if (!first) return undefined;
    const { offer, heldUntil } = first;
    const props = {
      ...(await describeWaiting(campClass, user._id, seats, services)),
      price: offer.price,
      until: offer.notifiedAt ? heldUntil : predictEnd(campClass, services),
    };
    return { props, childIds: listChildIds(seats) };
  },

  write({ price, until, ...props }, { timeZone, currency }) {
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
        facts([
          ['Held until', deadline],
          [isOne ? 'Price' : 'Price of each', sayPrice(price, currency)],
          ...listWaitingFacts(props),
        ]),
        link('See your offer', WAITING_PAGE),
        'Don’t want it anymore? Please press “No thanks” on that page, so that the next family doesn’t have to wait. Opening the page decides nothing yet, and without an answer, you won’t be charged.',
      ],
    };
  },
});

/** The offer's time begins when the mail server takes the email, so it ends then or later. */
function predictEnd({ camp_start }: ClassDocument, { environment, now }: Services): Date {
  return decideOfferEnd({
    notifiedAt: now(),
    campStart: camp_start,
    offerHours: environment.OFFER_HOURS,
    timeZone: environment.SCHOOL_TIME_ZONE,
  });
}

/** The seats that were offered to one entry at once make one email. After it, there is no other one for what is left. */
async function listNewOffers(services: Services) {
  const classes = await listOfferingClasses(services.database.collections);
  const offers = classes.flatMap((campClass) =>
    groupOffers(campClass).map((seats) => ({ classId: campClass._id, seats })),
  );
  const open = offers.filter(({ seats: [first] }) => first && !first.offer.notifiedAt);
  const waitIds = open.flatMap(({ seats }) => seats.map(({ offer }) => offer.entry.waitId));
  const told = await listTold(waitIds, services);
  return open.flatMap(({ classId, seats }) => {
    const untold = seats.filter(
      ({ seatId, heldUntil }) => !told.has(seatId.toHexString()) && heldUntil > services.now(),
    );
    const [first] = untold;
    return first ? [{ classId, first, seatIds: untold.map(({ seatId }) => seatId) }] : [];
  });
}

/** The seats of the offers to these entries of waiting lists that are in the outbox. */
async function listTold(waitIds: ObjectId[], { database }: Services): Promise<Set<string>> {
  const ids = [...new Set(waitIds.map((id) => id.toHexString()))];
  if (ids.length === 0) return new Set();
  const lines = await database.collections.outbox
    // A period comes next after a hyphen.
    .find({ $or: ids.map((id) => ({ _id: { $gte: `offer-${id}-`, $lt: `offer-${id}.` } })) })
    .project<{ cause: SeatOfferedCause }>({ cause: 1 })
    .toArray();
  return new Set(lines.flatMap(({ cause }) => cause.seatIds.map((id) => id.toHexString())));
}
