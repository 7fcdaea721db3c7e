import type { MailContent, MailPart } from '@speakifyr/contract/mail.ts';
import type { ObjectId } from 'mongodb';
import { findSeat, listHolds, type SeatOfClass } from '../../enrollments/seats/find-seat.ts';
import { findClass, listClasses } from '../../database/class-store.ts';
import { getProcessingSeats } from '../../billing/readable-seats.ts';
import { type ClassSummary, summarizeClass } from '../../class-facts.ts';
import type { HeldSeat, UserDocument } from '../../database/collections.ts';
import type { SeatOfCause } from '../../database/outbox-document.ts';
import { priceOfSeat } from '../../enrollments/seats/price-of-seat.ts';
import type { Services } from '../../services.ts';
import { addWantedReminders, type DueReminder } from '../due-mails/add-missing.ts';
import { listAnnouncedHolds } from '../due-mails.repo.ts';
import { listOfferingClasses } from '../../enrollments/waiting/waiting-classes.ts';
import { findRecipients } from '../due-mails/recipients.ts';
import { defineMail, type MailContext, type Read, type Reader } from '../mail-module.ts';
import { wantsReminders } from '../my-mail.ts';
import { listChildIds } from '../parts/props.ts';
import {
  type Facts,
  greet,
  listChild,
  listClassFacts,
  nameChild,
  nameClass,
  sayAll,
  sayMoment,
  sayPrice,
  sayTime,
  subjectOf,
} from '../parts/say.ts';

export type SeatHeldCause = { kind: 'seat held'; others?: SeatOfCause[] } & SeatOfCause;

type SeatHeldProps = { seats: HeldFacts[] };

export const seatHeld = defineMail<SeatHeldCause, SeatHeldProps>({
  kind: 'seat held',
  choice: 'reminders',
  isTimely: true,
  look: addHeldMails,
  read,
  write,
});

/** Reminds somebody ten minutes before the seats that they hold become free again. */
function write({ seats }: SeatHeldProps, context: MailContext): MailContent {
  const [first] = seats;
  const isOne = seats.length === 1 && first;
  return {
    subject: isOne
      ? subjectOf('Your seat is not paid for yet: ', nameClass(first.campClass.name))
      : `${seats.length} of your seats are not paid for yet`,
    greeting: greet(context.to),
    parts: [
      ...(isOne ? describeOne(first, context) : describeSeveral(seats, context)),
      { kind: 'link', label: 'Go to your cart', path: '/dashboard/myclasses' },
      {
        kind: 'text',
        text: `Don’t want ${isOne ? 'the seat' : 'a seat'} anymore? You don’t have to do anything, and you won’t be charged.${sayStays(seats)}`,
      },
    ],
  };
}

/** If the difference is not paid, the old seat stays. */
function sayStays(seats: HeldFacts[]): string {
  const names = seats.flatMap(({ movesFrom }) => movesFrom ?? []);
  return names.length > 0 ? ` Your seat in ${sayAll(names.map(nameClass))} then stays.` : '';
}

function describeOne(seat: HeldFacts, context: MailContext): MailPart[] {
  const { campClass, child, heldUntil } = seat;
  const { timeZone } = context;
  const forWhom = child === null ? ' for yourself' : ` for ${nameChild(child)}`;
  return [
    {
      kind: 'text',
      text: `You have a seat${forWhom} in ${nameClass(campClass.name)}, but it is not paid for yet. We are holding it for you until ${sayTime(heldUntil, timeZone)}. After that, somebody else can take it.`,
    },
    {
      kind: 'facts',
      facts: [...listHold(seat, context), ...listClassFacts(campClass)],
    },
  ];
}

function describeSeveral(seats: HeldFacts[], context: MailContext): MailPart[] {
  return [
    {
      kind: 'text',
      text: 'You have seats that are not paid for yet. We are holding each one for you until the time below. After that, somebody else can take it.',
    },
    ...seats.map((seat) => ({
      kind: 'facts' as const,
      facts: [
        { label: 'Class', value: nameClass(seat.campClass.name) },
        ...listHold(seat, context),
      ],
    })),
  ];
}

function listHold(
  { child, price, heldUntil, movesFrom }: HeldFacts,
  { timeZone, currency }: MailContext,
): Facts {
  return [
    ...listChild(child),
    { label: 'Held until', value: sayMoment(heldUntil, timeZone) },
    {
      label: movesFrom === null ? 'Price' : 'Difference',
      value: sayPrice(price, currency),
    },
  ];
}

/** A seat that is not paid yet. `child` is null for the reader's own. */
type HeldFacts = {
  campClass: ClassSummary;
  child: string | null;
  price: number;
  heldUntil: Date;
  /** The class from which another seat moves here once the difference, which is then the price, is paid. */
  movesFrom: string | null;
};

/** What somebody reads of seats that they still hold. */
async function read(
  { classId, seatId, others = [] }: SeatHeldCause,
  { user, rights }: Reader,
  services: Services,
): Promise<Read<SeatHeldProps> | undefined> {
  if (!wantsReminders(user)) return undefined;
  const { collections } = services.database;
  const found = await Promise.all(
    [{ classId, seatId }, ...others].map(async (hold) => {
      const campClass = await findClass(collections, { _id: hold.classId });
      return { campClass, seat: findSeat(campClass, { seatId: hold.seatId }) };
    }),
  );
  const childIds: ObjectId[] = [];
  const seats = found.flatMap(({ campClass, seat }) => {
    if (!campClass || seat?.state !== 'held' || seat.heldUntil <= services.now()) return [];
    if (seat.email !== user.email || !rights.may('book', seat.childId)) return [];
    childIds.push(...listChildIds([seat]));
    const price = priceOfSeat(campClass, seat) / 100;
    const child = seat.childId ? seat.name : null;
    const movesFrom = seat.move?.from ?? null;
    const { heldUntil } = seat;
    return [{ campClass: summarizeClass(campClass), child, price, heldUntil, movesFrom }];
  });
  return seats.length > 0 ? { props: { seats }, childIds } : undefined;
}

const MINUTE_MS = 60_000;

/** How long before its hold ends a student is reminded of their seat. */
const AHEAD_MS = 10 * MINUTE_MS;

/** An offer lasts longer, and the person who waited for it may not be looking. */
const OFFER_AHEAD_MS = 120 * MINUTE_MS;

/** A seat whose hold ends this much later is in the same email: a family holds several seats within minutes. */
const TOGETHER_MS = 5 * MINUTE_MS;

/** Shorter holds get no reminder: their student has just been here. */
const MIN_HOLD_MS = 20 * MINUTE_MS;

type Hold = SeatOfClass<HeldSeat>;

/**
 * Reminds people of seats that they hold and have not paid, unless their bank is working on that. Each seat is in one
 * email, even if the hold is renewed, and seats that end at about the same time are in the same one.
 */
async function addHeldMails(services: Services, signal?: AbortSignal): Promise<void> {
  const at = services.now();
  const until = new Date(at.getTime() + AHEAD_MS + TOGETHER_MS);
  const { collections } = services.database;
  const ending = { seats: { $elemMatch: { heldUntil: { $gt: at, $lte: until } } } };
  const joined = listHolds(
    await listClasses(collections, ending),
    ({ joinedAt, heldUntil, offer }) =>
      !offer &&
      heldUntil > at &&
      heldUntil <= until &&
      heldUntil.getTime() - joinedAt.getTime() >= MIN_HOLD_MS,
  );
  const holds = [...joined, ...(await listOffersEnding(at, services))];
  if (!holds.some((hold) => isDue(hold, at))) return;
  const users = await findRecipients(
    holds.map(({ seat }) => seat.email),
    services,
  );
  const announced = await listAnnouncedHolds(collections, {
    userIds: [...users.values()].map(({ _id }) => _id),
    seatIds: holds.map(({ seat }) => seat.seatId),
  });
  const processing = await getProcessingSeats(holds, services);
  const isNew = ({ seat: { seatId } }: Hold) =>
    !announced.has(seatId.toHexString()) && !processing.has(seatId.toHexString());
  const due = [...users.values()].flatMap((user) => {
    const own = holds.filter((hold) => hold.seat.email === user.email && isNew(hold));
    return describeHolds(own, user, at);
  });
  await addWantedReminders(due, services, signal);
}

/** The offers that end soon. Those whose email is not out have no end yet. */
async function listOffersEnding(at: Date, { database }: Services): Promise<Hold[]> {
  const until = new Date(at.getTime() + OFFER_AHEAD_MS + TOGETHER_MS);
  const classes = await listOfferingClasses(database.collections);
  return listHolds(
    classes,
    ({ offer, heldUntil }) => !!offer?.notifiedAt && heldUntil > at && heldUntil <= until,
  );
}

function isDue({ seat }: Hold, at: Date): boolean {
  const ahead = seat.offer ? OFFER_AHEAD_MS : AHEAD_MS;
  return seat.heldUntil.getTime() <= at.getTime() + ahead;
}

/** The email is named after the seat whose hold ends first, so two servers add it once. */
function describeHolds(holds: Hold[], user: UserDocument, at: Date): DueReminder<SeatHeldCause>[] {
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
  return [
    {
      _id: `held-${first.seatId.toHexString()}`,
      cause: { kind: 'seat held', ...first, ...(others.length > 0 && { others }) },
      user,
      notAfter: last.seat.heldUntil,
    },
  ];
}
