import type { MailContent } from '@speakifyr/contract/mail.ts';
import type { ObjectId } from 'mongodb';
import type { ClassDocument, Collections } from '../../database/collections.ts';
import type { EntryOfClass } from '../../database/outbox-document.ts';
import { decideOfferEnd } from '../../enrollments/seats/offer-end.ts';
import { groupOffers } from '../../enrollments/waiting/own-waiting.ts';
import type { Services } from '../../services.ts';
import { addMissing, type DueMail } from '../due-mails/add-missing.ts';
import { listOfferingClasses } from '../../enrollments/waiting/waiting-classes.ts';
import { defineMail, type MailContext, type Read, type Reader } from '../mail-module.ts';
import { listChildIds } from '../parts/props.ts';
import { greet, nameClass, sayMoment, sayPrice, subjectOf } from '../parts/say.ts';
import {
  describeWaiting,
  findOpenClass,
  listWaitingFacts,
  nameWaiting,
  WAITING_PAGE,
  type WaitingFacts,
} from '../parts/waiting.ts';

export type SeatOfferedCause = { kind: 'seat offered'; seatIds: ObjectId[] } & EntryOfClass;

/** `price` is for one seat, in whole currency units. The offer ends at `until`, or later. */
type SeatOfferedProps = WaitingFacts & { price: number; until: Date };

export const seatOffered = defineMail<SeatOfferedCause, SeatOfferedProps>({
  kind: 'seat offered',
  isTimely: true,
  look: addOfferMails,
  read,
  write,
});

/** Offers are read from the classes that have them, so a crash loses none. */
async function addOfferMails(services: Services): Promise<void> {
  const classes = await listOfferingClasses(services.database.collections);
  await addMissing(await describeOffers(classes, services), services);
}

/** Offers seats that are held for somebody who waited, and says until when. */
function write(
  { campClass, children, price, until }: SeatOfferedProps,
  { to, timeZone, currency }: MailContext,
): MailContent {
  const name = nameClass(campClass.name);
  const isOne = children.length < 2;
  const forWhom = children.length === 0 ? 'you' : nameWaiting(children);
  const deadline = sayMoment(until, timeZone);
  return {
    subject: subjectOf(isOne ? 'A seat for you: ' : 'Seats for you: ', name),
    greeting: greet(to),
    parts: [
      {
        kind: 'text',
        text: `Good news: ${isOne ? 'a seat in' : `${children.length} seats in`} ${name} ${isOne ? 'is' : 'are'} free, and we are holding ${isOne ? 'it' : 'them'} for ${forWhom}.`,
      },
      {
        kind: 'text',
        text: `Take ${isOne ? 'it' : 'them'} by ${deadline}. We hold ${isOne ? 'it' : 'them'} at least until then, and your waiting list page shows the exact time. After that, the next family on the list gets ${isOne ? 'it' : 'them'}.`,
      },
      {
        kind: 'facts',
        facts: [
          { label: 'Held until', value: deadline },
          { label: isOne ? 'Price' : 'Price of each', value: sayPrice(price, currency) },
          ...listWaitingFacts(campClass, timeZone, children),
        ],
      },
      { kind: 'link', label: 'See your offer', path: WAITING_PAGE },
      {
        kind: 'text',
        text: 'Don’t want it anymore? Please press “No thanks” on that page, so that the next family doesn’t have to wait. Opening the page decides nothing yet, and without an answer, you won’t be charged.',
      },
    ],
  };
}

/** What people read of seats that are held for them until the offer ends. */
async function read(
  { classId, waitId, seatIds }: SeatOfferedCause,
  reader: Reader,
  services: Services,
): Promise<Read<SeatOfferedProps> | undefined> {
  const campClass = await findOpenClass(classId, services);
  if (!campClass) return undefined;
  const { user, rights } = reader;
  const seats = groupOffers(campClass)
    .flat()
    .filter(
      ({ seatId, email, offer, heldUntil, childId }) =>
        seatIds.some((id) => id.equals(seatId)) &&
        offer.entry.waitId.equals(waitId) &&
        email === user.email &&
        heldUntil > services.now() &&
        rights.may('book', childId),
    );
  const [first] = seats;
  if (!first) return undefined;
  const { offer, heldUntil } = first;
  const props = {
    ...describeWaiting(campClass, seats),
    price: offer.price,
    until: offer.notifiedAt ? heldUntil : predictEnd(campClass, services),
  };
  return { props, childIds: listChildIds(seats) };
}

/** The offer's time begins when the mail server takes the email, so it ends then or later. */
function predictEnd({ camp_start }: ClassDocument, { environment, now }: Services): Date {
  return decideOfferEnd({
    notifiedAt: now(),
    campStart: camp_start,
    offerHours: environment.OFFER_HOURS,
    timeZone: environment.SCHOOL_TIME_ZONE,
  });
}

/** One email for the seats that were offered to one entry at once. After it, there is no other one for what is left. */
async function describeOffers(
  classes: ClassDocument[],
  services: Services,
): Promise<DueMail<SeatOfferedCause>[]> {
  const offers = classes.flatMap((campClass) =>
    groupOffers(campClass).map((seats) => ({ classId: campClass._id, seats })),
  );
  const open = offers.filter(({ seats: [first] }) => first && !first.offer.notifiedAt);
  const lines = await listOfferLines(
    services.database.collections,
    open.flatMap(({ seats }) => seats.map(({ offer }) => offer.entry.waitId)),
  );
  const told = new Set(lines.flatMap(({ cause }) => cause.seatIds.map((id) => id.toHexString())));
  return open.flatMap(({ classId, seats }): DueMail<SeatOfferedCause>[] => {
    const untold = seats.filter(
      ({ seatId, heldUntil }) => !told.has(seatId.toHexString()) && heldUntil > services.now(),
    );
    const [first] = untold;
    if (!first) return [];
    const { waitId } = first.offer.entry;
    const seatIds = untold.map(({ seatId }) => seatId);
    return [
      {
        _id: `offer-${waitId.toHexString()}-${first.seatId.toHexString()}`,
        cause: { kind: 'seat offered', classId, waitId, seatIds },
        email: first.email,
        notAfter: first.heldUntil,
      },
    ];
  });
}

/** The lines of the outbox with offers to these entries of waiting lists. */
async function listOfferLines(
  { outbox }: Pick<Collections, 'outbox'>,
  waitIds: ObjectId[],
): Promise<{ cause: SeatOfferedCause }[]> {
  const ids = [...new Set(waitIds.map((id) => id.toHexString()))];
  if (ids.length === 0) return [];
  return outbox
    .find<{ cause: SeatOfferedCause }>(
      // A period comes next after a hyphen.
      { $or: ids.map((id) => ({ _id: { $gte: `offer-${id}-`, $lt: `offer-${id}.` } })) },
      { projection: { cause: 1 } },
    )
    .toArray();
}
