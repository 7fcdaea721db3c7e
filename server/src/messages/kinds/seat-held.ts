import { nameClassDays } from '@speakifyr/contract/say-class-days.ts';
import type { ObjectId } from 'mongodb';
import { sayTransfer } from '../../payments/pay-reference.ts';
import { getProcessingSeats } from '../../payments/readable-seats.ts';
import type { ClassSummary } from '../../class-facts.ts';
import { summarizeClass } from '../../users/class-instructors.ts';
import { listClasses } from '../../database/class-store.ts';
import type { HeldSeat } from '../../database/class-document.ts';
import type { UserDocument } from '../../database/user-documents.ts';
import type { SeatOfCause } from '../../database/outbox-document.ts';
import { listHolds, type SeatOfClass, pairSeat } from '../../seats/find-seat.ts';
import { readHeldPrices } from '../../payments/held-prices.ts';
import { listOfferingClasses } from '../../waiting/waiting-classes.ts';
import { readChildName } from '../../users/participant-names.ts';
import type { Services } from '../../services.ts';
import { type Fact, facts, link, type MailContext, type Piece } from '../content.ts';
import { findRecipient, findRecipients } from '../recipients.ts';
import { defineMail, type DueMail, type Reader } from '../mail-module.ts';
import { findSeatOf, readEach } from '../parts/find.ts';
import {
  listChild,
  listClassFacts,
  nameChild,
  nameClass,
  sayAll,
  sayMoment,
  sayPrice,
  showTransfer,
  subjectOf,
} from '../parts/say.ts';

type SeatHeldCause = { others?: SeatOfCause[] } & SeatOfCause;

/** A seat that is not paid yet. `child` is null for the reader's own. */
type HeldFacts = {
  campClass: ClassSummary;
  child: string | null;
  price: number;
  heldUntil: Date;
  /** The class from which another seat moves here once the difference is paid, which is then the price. */
  movesFrom: string | null;
  /** Set if its days are added to a seat of this class. */
  addsDays?: boolean;
};

/** `transfer`: how to send the money, if the school has a bank account for that. */
type ReservedFacts = HeldFacts & { transfer: ReturnType<typeof sayTransfer> };

const MINUTE_MS = 60_000;

/** How long before a hold ends its student is reminded. */
const AHEAD_MS = 10 * MINUTE_MS;

/** An offer lasts longer, and the person who waited for it may not be looking. */
const OFFER_AHEAD_MS = 120 * MINUTE_MS;

/** The office's reservations end at midnight, so this is about noon of the day before. */
const RESERVED_AHEAD_MS = 36 * 60 * MINUTE_MS;

/** A hold that ends up to this much later shares the email: a family holds several seats within minutes. */
const TOGETHER_MS = 5 * MINUTE_MS;

/** Shorter holds get no reminder: their student has just been here. */
const MIN_HOLD_MS = 20 * MINUTE_MS;

/** Reminds somebody ten minutes before the seats that they hold become free again. R96, R186, R317 */
export const seatHeld = defineMail<SeatHeldCause, { seats: HeldFacts[] }>({
  choice: 'reminders',
  isTimely: true,

  /**
   * Reminds people of seats that they hold and have not paid, unless their bank is processing the payment. Each seat is
   * in one email, even if the hold is renewed. Holds that end at about the same time share one.
   */
  async look(services) {
    const at = services.now();
    const holds = [
      ...(await listJoinsEnding(at, services)),
      ...(await listOffersEnding(at, services)),
      ...(await listReservedEnding(at, services)),
    ];
    if (!holds.some((hold) => isDue(hold, at))) return [];
    const found = await findRecipients(
      holds.map(({ seat }) => seat.userId),
      services,
    );
    const users = [...found.values()];
    const announced = await listAnnounced(users, holds, services);
    const processing = await getProcessingSeats(holds, services);
    const fresh = holds.filter(({ seat }) => {
      const id = seat.seatId.toHexString();
      const until = announced.get(id);
      // A reservation that the office made longer ends another time.
      const isAnnounced = until !== undefined && (!seat.reserved || seat.heldUntil <= until);
      return !isAnnounced && !processing.has(id);
    });
    return users.flatMap((user) => {
      const own = fresh.filter(({ seat }) => seat.userId.equals(user._id));
      return describeHolds(own, user, at);
    });
  },

  /** What somebody reads of seats that they still hold. */
  async read({ classId, seatId, others = [] }, { user, rights }, services) {
    const childIds: ObjectId[] = [];
    const seats = await readEach([{ classId, seatId }, ...others], async (hold) => {
      const held = await readHold(hold, { user, rights }, services);
      if (held?.childId) childIds.push(held.childId);
      return held?.facts;
    });
    return seats.length > 0 ? { props: { seats }, childIds } : undefined;
  },

  write({ seats }, context) {
    const [first] = seats;
    const isOne = seats.length === 1 && first;
    return {
      subject: isOne
        ? subjectOf('Your seat is not paid for yet: ', nameClass(first.campClass.name))
        : `${seats.length} of your seats are not paid for yet`,
      parts: [
        isOne ? describeOne(first, context) : describeSeveral(seats, context),
        link('Go to your cart', '/dashboard/myclasses'),
        `Don’t want ${isOne ? 'the seat' : 'a seat'} anymore? You don’t have to do anything, and you won’t be charged.${sayStays(seats)}`,
      ],
    };
  },
});

/** Tells a family that called the office that a seat is reserved, until when, and how to pay. R317 */
export const seatReserved = defineMail<SeatOfCause, ReservedFacts>({
  isNotCalled: true,
  on: {
    async 'reserve seat'({ at, data: { classId, seatId, before } }, services) {
      const { seat } = await findSeatOf({ classId, seatId }, services);
      if (seat?.state !== 'held') return [];
      const to = await findRecipient(seat.userId, services);
      // Until another day, or at another price than before.
      const again = before ? `-${at.getTime()}` : '';
      const id = `reserved-${seatId.toHexString()}${again}`;
      return [{ id, about: { classId, seatId }, to, notAfter: seat.heldUntil }];
    },
  },

  async read(hold, reader, services) {
    const held = await readHold(hold, reader, services);
    const transfer = sayTransfer(reader.user);
    return (
      held && {
        props: { ...held.facts, transfer },
        childIds: held.childId ? [held.childId] : [],
      }
    );
  },

  write(seat, context) {
    const { campClass, child, heldUntil, transfer } = seat;
    const name = nameClass(campClass.name);
    const forWhom = child === null ? 'you' : nameChild(child);
    return {
      subject: subjectOf('A seat is reserved for you: ', name),
      parts: [
        `We have reserved a seat for ${forWhom} in ${name}, as you asked us. We hold it until ${sayMoment(heldUntil, context.timeZone)}. Pay for it by card, or bring or send the money to the school. Then we enroll ${forWhom}.`,
        facts([...listHold(seat, context), ...listClassFacts(campClass)]),
        showTransfer(transfer),
        link('Pay by card', '/dashboard/myclasses'),
        'Don’t want the seat anymore? You don’t have to do anything, and you won’t be charged.',
      ],
    };
  },
});

/** A seat that the reader still holds, if they may book for its child. */
async function readHold(
  hold: SeatOfCause,
  { user, rights }: Reader,
  services: Services,
): Promise<{ facts: HeldFacts; childId: ObjectId | undefined } | undefined> {
  const { campClass, seat } = await findSeatOf(hold, services);
  if (!campClass || seat?.state !== 'held' || seat.heldUntil <= services.now()) return undefined;
  const { childId, heldUntil, move } = seat;
  if (!seat.userId.equals(user._id) || !rights.may('book', childId)) return undefined;
  const one = pairSeat(campClass, seat);
  const { own } = (await readHeldPrices([one], services))(one);
  const held = {
    campClass: await summarizeClass(campClass, services),
    child: await readChildName(childId, services),
    price: own / 100,
    heldUntil,
    movesFrom: move?.from ?? null,
    ...(move?.goal && { addsDays: true }),
  };
  return { facts: held, childId };
}

/** If the difference is not paid, the old seat stays. */
function sayStays(seats: HeldFacts[]): string {
  const names = seats.flatMap(({ movesFrom }) => movesFrom ?? []);
  return names.length > 0 ? ` Your seat in ${sayAll(names.map(nameClass))} then stays.` : '';
}

function describeOne(seat: HeldFacts, context: MailContext): Piece {
  const { campClass, child, heldUntil } = seat;
  const forWhom = child === null ? 'yourself' : nameChild(child);
  const what = seat.addsDays ? 'more days' : 'a seat';
  const isNot = seat.addsDays ? 'they are not' : 'it is not';
  const them = seat.addsDays ? 'them' : 'it';
  return [
    `You have ${what} for ${forWhom} in ${nameClass(campClass.name)}, but ${isNot} paid for yet. We are holding ${them} for you until ${sayMoment(heldUntil, context.timeZone)}. After that, somebody else can take ${them}.`,
    facts([...listHold(seat, context), ...listClassFacts(campClass)]),
  ];
}

function describeSeveral(seats: HeldFacts[], context: MailContext): Piece {
  return [
    'You have seats that are not paid for yet. We are holding each one for you until the time below. After that, somebody else can take it.',
    seats.map((seat) =>
      facts([
        ['Class', nameClass(seat.campClass.name)],
        ['Days', nameClassDays(seat.campClass)],
        ...listHold(seat, context),
      ]),
    ),
  ];
}

function listHold(seat: HeldFacts, context: MailContext): Fact[] {
  const { child, price, heldUntil, movesFrom } = seat;
  return [
    ...listChild(child),
    ['Held until', sayMoment(heldUntil, context.timeZone)],
    [movesFrom === null ? 'Price' : 'Difference', sayPrice(price, context.currency)],
  ];
}

type Hold = SeatOfClass<HeldSeat>;

async function listJoinsEnding(at: Date, services: Services): Promise<Hold[]> {
  const holds = await listEnding({}, at, AHEAD_MS, MIN_HOLD_MS, services);
  return holds.filter(({ seat }) => !seat.offer && !seat.reserved);
}

/** Without recent reservations: their family just got an email. */
async function listReservedEnding(at: Date, services: Services): Promise<Hold[]> {
  const reserved = { reserved: { $exists: true } };
  const holds = await listEnding(reserved, at, RESERVED_AHEAD_MS, 2 * RESERVED_AHEAD_MS, services);
  return holds.filter(({ seat }) => seat.reserved);
}

/** @param leastMs shorter holds are left out */
async function listEnding(
  which: object,
  at: Date,
  aheadMs: number,
  leastMs: number,
  { database }: Services,
): Promise<Hold[]> {
  const until = new Date(at.getTime() + aheadMs + TOGETHER_MS);
  const ending = { ...which, heldUntil: { $gt: at, $lte: until } };
  return listHolds(
    await listClasses(database.collections, { seats: { $elemMatch: ending } }),
    ({ joinedAt, heldUntil }) =>
      heldUntil > at && heldUntil <= until && heldUntil.getTime() - joinedAt.getTime() >= leastMs,
  );
}

/** The offers that end soon. An offer whose email is not out has no end yet. */
async function listOffersEnding(at: Date, { database }: Services): Promise<Hold[]> {
  const until = new Date(at.getTime() + OFFER_AHEAD_MS + TOGETHER_MS);
  return listHolds(
    await listOfferingClasses(database.collections),
    ({ offer, heldUntil }) => !!offer?.notifiedAt && heldUntil > at && heldUntil <= until,
  );
}

function isDue({ seat }: Hold, at: Date): boolean {
  const ahead = seat.reserved ? RESERVED_AHEAD_MS : seat.offer ? OFFER_AHEAD_MS : AHEAD_MS;
  return seat.heldUntil.getTime() <= at.getTime() + ahead;
}

/**
 * Those of the seats that an email to one of these people already announced, alone or with others.
 * @returns by seat: until when the last such email counts
 */
async function listAnnounced(
  users: UserDocument[],
  holds: Hold[],
  { database }: Services,
): Promise<Map<string, Date>> {
  const seats = { $in: holds.map(({ seat }) => seat.seatId) };
  const lines = await database.collections.outbox
    .find({
      userId: { $in: users.map(({ _id }) => _id) },
      'cause.kind': 'seat held',
      $or: [{ 'cause.seatId': seats }, { 'cause.others.seatId': seats }],
    })
    .sort({ notAfter: 1 })
    .project<{ cause: SeatHeldCause; notAfter: Date }>({ cause: 1, notAfter: 1 })
    .toArray();
  return new Map(
    lines.flatMap(({ cause, notAfter }) =>
      [cause, ...(cause.others ?? [])].map(({ seatId }) => [seatId.toHexString(), notAfter]),
    ),
  );
}

/** The email is named after the seat whose hold ends first, so two servers add it once. */
function describeHolds(holds: Hold[], to: UserDocument, at: Date): DueMail<SeatHeldCause>[] {
  const sorted = holds.toSorted(
    (a, b) =>
      a.seat.heldUntil.getTime() - b.seat.heldUntil.getTime() ||
      a.seat.seatId.toHexString().localeCompare(b.seat.seatId.toHexString()),
  );
  const [first, ...others] = sorted.map(({ campClass, seat: { seatId } }) => ({
    classId: campClass._id,
    seatId,
  }));
  const [lead, last] = [sorted[0], sorted.at(-1)];
  if (!first || !lead || !last || !isDue(lead, at)) return [];
  const about = { ...first, ...(others.length > 0 && { others }) };
  const end = lead.seat.reserved ? `-${lead.seat.heldUntil.getTime()}` : '';
  const id = `held-${first.seatId.toHexString()}${end}`;
  return [{ id, about, to, notAfter: last.seat.heldUntil }];
}
