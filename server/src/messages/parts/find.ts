import type { CampDays } from '@speakifyr/contract/class-days.ts';
import { findLastDay, quoteRefund } from '@speakifyr/contract/refund-terms.ts';
import { onDays } from '@speakifyr/contract/sold-by-day.ts';
import type { ObjectId } from 'mongodb';
import { findClosedPayment, findPayment, type Payment } from '../../ledger/payment-store.ts';
import { findRefund, type Refund } from '../../ledger/refund-store.ts';
import {
  type ClassSummary,
  type EntryFacts,
  nameCalendarEntry,
  type SeatSummary,
  summarizeSeat,
} from '../../class-facts.ts';
import { summarizeClass } from '../../users/class-instructors.ts';
import { findClass, findClassNames } from '../../database/class-store.ts';
import type { ClassDocument, EnrolledSeat } from '../../database/class-document.ts';
import type { PaymentItem } from '../../database/payment-documents.ts';
import type { UserDocument } from '../../database/user-documents.ts';
import type { CancellationDocument, MoveDocument } from '../../database/money-documents.ts';
import type { SeatOfCause, SeatsOfCause } from '../../database/outbox-document.ts';
import { findSeat, isEnrolled, pairSeat, type SeatOfClass } from '../../seats/find-seat.ts';
import { isChargedTo } from '../../seats/seat-plan.ts';
import { findNeeds } from '../../forms/needs.ts';
import { readChildName, readPeople } from '../../users/participant-names.ts';
import { readToday } from '../../school-time.ts';
import type { Services } from '../../services.ts';
import type { Reader } from '../mail-module.ts';
import type { NeedFacts } from './props.ts';

/** Finds what emails are about, as it is now. */
type Needs = Pick<Services, 'database'>;

/** A class with any status. R103, R184, R255 */
export function findClassWithId(_id: ObjectId, { database }: Needs): Promise<ClassDocument | null> {
  return findClass(database.collections, { _id });
}

/** A seat that is still in this class, and the class. */
export async function findSeatOf(
  { classId, seatId }: SeatOfCause,
  services: Needs,
): Promise<SeatOfClass | { campClass: ClassDocument | null; seat: undefined }> {
  const campClass = await findClassWithId(classId, services);
  const seat = findSeat(campClass, { seatId });
  return campClass && seat ? pairSeat(campClass, seat) : { campClass, seat: undefined };
}

/** Reads all items in parallel, and leaves out what is gone. */
export async function readEach<Item, Result>(
  items: Item[],
  read: (item: Item) => Promise<Result | undefined>,
): Promise<Result[]> {
  return (await Promise.all(items.map(read))).filter((one) => one !== undefined);
}

/** The names of the classes in a payment. */
export async function listClassNames(items: PaymentItem[], { database }: Needs): Promise<string[]> {
  const ids = items.map(({ classId }) => classId);
  return [...(await findClassNames(database.collections, ids)).values()];
}

/** @param seatId of the canceled seat */
export async function findToldCancellation(
  seatId: ObjectId,
  { database }: Needs,
): Promise<CancellationDocument | null> {
  const kind = { $in: ['cancel' as const, 'resell' as const] };
  const { seatChanges } = database.collections;
  return seatChanges.findOne<CancellationDocument>({ _id: seatId, kind });
}

/** The seats of a class that were canceled with the whole class. */
export async function listCanceledWith(
  classId: ObjectId,
  { database }: Needs,
): Promise<CancellationDocument[]> {
  const { seatChanges } = database.collections;
  return seatChanges.find<CancellationDocument>({ classId, reason: 'class canceled' }).toArray();
}

export async function findToldMove(
  _id: ObjectId,
  { database }: Needs,
): Promise<MoveDocument | null> {
  return database.collections.seatChanges.findOne<MoveDocument>({ _id, kind: 'move' });
}

/** A seat's moves that nothing can stop anymore, newest first. */
async function listMovesOf(seatId: ObjectId, { database }: Needs): Promise<MoveDocument[]> {
  const state = { $in: ['decided' as const, 'done' as const] };
  return database.collections.seatChanges
    .find<MoveDocument>({ kind: 'move', seatId, state })
    .sort({ createdAt: -1 })
    .toArray();
}

/** What an event is about, as of when the mailer gets to it. No email if it is gone by then. */
function about<Data, Found>(
  find: (data: Data, services: Services) => Promise<Found | null | undefined>,
) {
  return <Due>(describe: (found: Found, services: Services) => Due[] | Promise<Due[]>) =>
    async ({ data }: { data: Data }, services: Services): Promise<Due[]> => {
      const found = await find(data, services);
      return found ? describe(found, services) : [];
    };
}

export const aboutPayment = about<{ paymentId: string }, Payment>(({ paymentId }, services) =>
  findPayment(services.database.collections, paymentId),
);

// Rules: R188.
export const aboutRefund = about<{ refundId: string }, Refund>(({ refundId }, services) =>
  findRefund(services.database.collections, refundId),
);

export const aboutCancellation = about<{ changeId: ObjectId }, CancellationDocument>(
  ({ changeId }, services) => findToldCancellation(changeId, services),
);

export const aboutMove = about<{ changeId: ObjectId }, MoveDocument>(({ changeId }, services) =>
  findToldMove(changeId, services),
);

/**
 * Finds the paid seats that an email is about and whose reader may still hear of them.
 * @returns the class as these seats have it, open or archived, with at least one seat; undefined if there is none
 */
export async function findEnrolled(
  { classId, seatId, seatIds }: SeatsOfCause,
  { user, rights }: Reader,
  services: Services,
): Promise<{ campClass: ClassDocument; seats: EnrolledSeat[] } | undefined> {
  const own = seatId ? { seatId } : { userId: user._id };
  const refs = seatIds ? seatIds.map((id) => ({ seatId: id })) : [own];
  const campClass = await findClassWithId(classId, services);
  const seats = refs
    .map((ref) => findSeat(campClass, ref))
    .filter(isEnrolled)
    .filter(rights.mayReadSeat);
  return campClass && seats.length > 0
    ? { campClass: asAllHave(campClass, seats), seats }
    : undefined;
}

/** A class as these seats have it: with their days if all have the same ones, otherwise with all of its days. R647 */
export function asAllHave<C extends CampDays>(campClass: C, seats: { days?: string[] }[]): C {
  const [first] = seats;
  const isSame = seats.every(({ days }) => days?.join() === first?.days?.join());
  return first && isSame ? onDays(campClass, first) : campClass;
}

/** The entries of these seats in calendars: each on the days of its seat. */
export function listEntries(campClass: ClassSummary, seats: SeatSummary[]): EntryFacts[] {
  return seats.map((seat) => ({ campClass: onDays(campClass, seat), seat }));
}

/** Seats as emails describe them. */
export async function describeSeats(
  seats: EnrolledSeat[],
  services: Services,
): Promise<SeatSummary[]> {
  const personOf = await readPeople(seats, services);
  return Promise.all(
    seats.map(async (seat) => {
      const payment = await findClosedPayment(services.database.collections, seat.paymentId);
      const child = seat.childId ? personOf(seat).name : null;
      return summarizeSeat(seat, child, payment?.items.length ?? 1);
    }),
  );
}

/**
 * The last day (yyyy-mm-dd) on which everything comes back if the seat is canceled. Only the payer may read it.
 * @returns null if that is over, if nothing was paid, if an extra does not come back, or if other payments count for
 *   the seat because it moved or got other days
 */
export function findFreeUntil(
  { seatId, movedBy, extras = [] }: EnrolledSeat,
  payment: Payment,
  campStart: string,
  services: Services,
): string | null {
  const line = payment.items.find((item) => item.seatId.equals(seatId));
  const paid = line?.amount ?? 0;
  const isOnlyPaid = paid > 0 && !movedBy && !line?.movedBy;
  if (!isOnlyPaid || extras.some(({ isRefundable }) => !isRefundable)) return null;
  const terms = payment.terms;
  const today = readToday(services);
  const { refund, until } = quoteRefund({ terms, paid, campStart, today });
  // From the first day on, nobody can cancel.
  const last = findLastDay(1, campStart);
  if (until === null || refund < paid || today > last) return null;
  return until < last ? until : last;
}

/** The path at which a guardian answers the questions about a child's health. client/src/lib/paths.ts has it, too. */
export function linkToHealth(childId: ObjectId): string {
  return `/dashboard/children/${childId.toHexString()}#health`;
}

/** The path at which somebody answers the school's forms. client/src/lib/paths.ts has it, too. */
export const FORMS_PATH = '/dashboard/forms';

/** The path at which a guardian says whom to call, and who picks up. */
function linkToContacts(childId: ObjectId): string {
  return `/dashboard/children/${childId.toHexString()}#contacts`;
}

/**
 * What the camp still needs to know about a child, for a guardian who can add it. It never says what is known.
 * @returns null if the seat is no child's, or the reader can't change the child now
 */
export async function readNeeds(
  childId: ObjectId | undefined,
  lastDay: string,
  { rights, user: reader }: Reader,
  services: Services,
): Promise<NeedFacts | null> {
  if (!childId || !rights.mayChange(childId)) return null;
  const [missing = []] = await findNeeds([{ childId, lastDay, userId: reader._id }], services);
  const path = missing.includes('health')
    ? linkToHealth(childId)
    : missing.every((need) => need === 'forms')
      ? FORMS_PATH
      : linkToContacts(childId);
  const child = (await readChildName(childId, services)) ?? '';
  return { child, missing, path };
}

/** A seat that was in a class. `until`: when it left. */
type LostSeat = {
  seatId: ObjectId;
  childId?: ObjectId;
  paymentId: string;
  until: Date;
  days?: string[] | undefined;
};

/** @returns what takes a seat of this class out of a calendar */
export async function describeLostEntry(
  campClass: Parameters<typeof summarizeClass>[0],
  seat: LostSeat,
  services: Services,
): Promise<EntryFacts> {
  const calendarId = await nameLostEntry(seat, services);
  const child = await readChildName(seat.childId, services);
  return {
    campClass: await summarizeClass(onDays(campClass, seat), services),
    seat: { entryCode: '', child, calendarId, ...(seat.days && { days: seat.days }) },
  };
}

/** Names the calendar entry of a lost seat: its last move to another class before it left gave it a new one. */
async function nameLostEntry(
  { seatId, childId, paymentId, until }: LostSeat,
  services: Services,
): Promise<string> {
  const [moves, payment] = await Promise.all([
    listMovesOf(seatId, services),
    findPayment(services.database.collections, paymentId),
  ]);
  const move = moves.find(
    ({ createdAt, from, to }) => createdAt < until && !from.classId.equals(to.classId),
  );
  const ids = { seatId, childId, paymentId, movedBy: move?._id };
  return nameCalendarEntry(ids, payment?.items.length ?? 1);
}

/** The card that the plan of this seat is charged to, if it is this account's. */
export function findChargedCard(
  { _id, card }: Pick<UserDocument, '_id' | 'card'>,
  { plan }: Pick<EnrolledSeat, 'plan'>,
): UserDocument['card'] {
  return isChargedTo(_id, plan) ? card : undefined;
}
