import type { PaidUnder } from '@speakifyr/contract/refund-parts.ts';
import type { RefundTerms } from '@speakifyr/contract/refund-terms.ts';
import { splitByWeight } from '@speakifyr/contract/owed.ts';
import type { ObjectId } from 'mongodb';
import { itemKey } from '../seats/refused-items.ts';
import type { Collections } from '../database/collections.ts';
import type { EnrolledSeat } from '../database/class-document.ts';
import type {
  CancellationDocument,
  MoveDocument,
  PlannedRefund,
} from '../database/money-documents.ts';
import type { Services } from '../services.ts';
import { sumAmounts } from '@speakifyr/contract/sum-amounts.ts';
import { isFrozen, listLinesOf, type SeatLine } from './payment-store.ts';
import { listRefundsOf, type Refund } from './refund-store.ts';
import { countLeft } from './set-aside.ts';

/**
 * What is left of one payment for a seat. Only a seat that is paid in parts or moved to a more expensive class has
 * several payments.
 */
export type PaidPart = {
  paymentId: string;
  /** Integer cents. */
  left: number;
  /** In lower case. */
  currency: string;
  /** Whether the payer's bank has the money for now: nothing can be refunded. */
  isDisputed: boolean;
  /** The refund policy under which it was paid. */
  terms: RefundTerms;
  /** Who paid it. */
  payerId: ObjectId;
  /** Set if it is the share of the other household: who paid it. */
  coPayerId?: ObjectId;
};

/**
 * What is left of what was paid for a seat: its price minus what was refunded or is set aside to be, and minus what the
 * school kept when the seat moved to a cheaper class. Never more than what is left of the whole payment. R163, R182
 * @returns the first payment first; nothing for a seat that is not in the ledger
 */
export async function whatIsLeft(
  seat: BoughtSeat,
  services: Pick<Services, 'database'>,
): Promise<PaidPart[]> {
  return listParts(seat, await readLedger([seat], services));
}

/** Like `whatIsLeft`, for several seats at once. @returns by seat id (24 hexadecimal digits) */
export async function whatIsLeftOfEach(
  seats: BoughtSeat[],
  services: Pick<Services, 'database'>,
): Promise<Map<string, PaidPart[]>> {
  const ledger = await readLedger(seats, services);
  return new Map(seats.map((seat) => [seat.seatId.toHexString(), listParts(seat, ledger)]));
}

/** What is left of what was paid for each of several groups of seats, in whole currency units. R201 */
export async function sumPaidOfEach(
  groups: BoughtSeat[][],
  services: Pick<Services, 'database'>,
): Promise<number[]> {
  const parts = await whatIsLeftOfEach(groups.flat(), services);
  const read = ({ seatId }: { seatId: ObjectId }) => parts.get(seatId.toHexString()) ?? [];
  return groups.map((group) => sumLeft(group.flatMap(read)) / 100);
}

/** What is left of what was paid for some seats, in whole currency units. */
export async function sumPaid(
  seats: BoughtSeat[],
  services: Pick<Services, 'database'>,
): Promise<number> {
  const [paid = 0] = await sumPaidOfEach([seats], services);
  return paid;
}

/** What is left of each payment, with its refund policy. */
export function listPaidUnder(parts: PaidPart[]): PaidUnder[] {
  return parts.map(({ left, terms }) => ({ paid: left, terms }));
}

type BoughtSeat = Pick<EnrolledSeat, 'seatId'>;
type Ledger = {
  /** By seat. */
  lines: Map<string, SeatLine[]>;
  refunds: Refund[];
  keeps: Kept;
};

/** The lines of some seats, with all refunds of their payments. */
async function readLedger(
  seats: BoughtSeat[],
  { database }: Pick<Services, 'database'>,
): Promise<Ledger> {
  const seatIds = seats.map(({ seatId }) => seatId);
  const [lines, keeps] = await Promise.all([
    listLinesOf(database.collections, seatIds),
    listKept(database.collections, seatIds),
  ]);
  const paymentIds = [...lines.values()].flat().map(({ paymentId }) => paymentId);
  return { lines, keeps, refunds: await listRefundsOf(database.collections, paymentIds) };
}

function listParts(seat: BoughtSeat, { lines, refunds, keeps }: Ledger): PaidPart[] {
  const ofSeat = lines.get(seat.seatId.toHexString()) ?? [];
  const stays = ofSeat.some(({ item }) => item.state === 'enrolled');
  // A refunded part is owed again. If the money did not reach the card, it is refunded by hand, never with the seat.
  const counted = ofSeat.filter(({ item }) => !(stays && item.isRest && item.state === 'refunded'));
  return counted.map(({ paymentId, seatId, payment, item }) => {
    const kept = keeps.filter((one) => one.paymentId === paymentId && one.seatId.equals(seatId));
    const left = Math.max(0, countLeft(payment, seatId, refunds) - sumAmounts(kept));
    const isDisputed = isFrozen(payment);
    const { currency } = payment;
    // A seat that is paid in parts was bought with the first one.
    const { terms } = (item.isRest && ofSeat[0]?.payment) || payment;
    const { userId: payerId } = payment;
    // Two families may have become one since: then all of it is the booker's. R322
    const isOther = item.isCoPay && !ofSeat[0]?.payment.userId.equals(payerId);
    const coPayer = isOther && { coPayerId: payerId };
    return { paymentId, left, currency, isDisputed, terms, payerId, ...coPayer };
  });
}

export function sumLeft(parts: { left: number }[]): number {
  return parts.reduce((sum, { left }) => sum + left, 0);
}

/**
 * Takes an amount from a seat's payments, first payment first. If two households paid, each gives in proportion to what
 * is left of its payments. R375
 * @returns how much of each, in cents
 */
export function splitAmount(parts: PaidPart[], amount: number): number[] {
  const { own, other } = splitHouseholds(parts);
  const [ofOwn = 0, ofOther = 0] = splitByWeight(amount, [sumLeft(own), sumLeft(other)]);
  return joinHouseholds(parts, takeFirst(own, ofOwn), takeFirst(other, ofOther));
}

function takeFirst(parts: PaidPart[], amount: number): number[] {
  let rest = amount;
  return parts.map(({ left }) => {
    const share = Math.min(left, rest);
    rest -= share;
    return share;
  });
}

/** The payments of the household that booked a seat, and of the other one that pays a share. */
export function splitHouseholds(parts: PaidPart[]): { own: PaidPart[]; other: PaidPart[] } {
  return {
    own: parts.filter(({ coPayerId }) => !coPayerId),
    other: parts.filter(({ coPayerId }) => coPayerId),
  };
}

/** Puts the amounts of both households in the order of all payments. */
export function joinHouseholds(
  parts: Pick<PaidPart, 'coPayerId'>[],
  own: number[],
  other: number[],
): number[] {
  const rest = { own: [...own], other: [...other] };
  return parts.map(({ coPayerId }) => (coPayerId ? rest.other : rest.own).shift() ?? 0);
}

/**
 * The refunds that return these shares of a seat's payments.
 * @param why the end of the refunds' names
 */
export function planRefunds(
  seat: BookedSeat,
  parts: PaidPart[],
  shares: number[],
  why: string,
): PlannedRefund[] {
  return parts.flatMap((part, place) => {
    const amount = shares[place] ?? 0;
    const { paymentId } = part;
    const refundId = `${itemKey(paymentId, seat.seatId)}:${why}`;
    return amount > 0 ? [{ refundId, paymentId, amount, ...nameReceiver(part, seat) }] : [];
  });
}

type BookedSeat = Pick<EnrolledSeat, 'seatId' | 'userId'>;

/** Whose money it is, unless the booker of the seat has paid it. */
export function nameReceiver(
  { payerId }: PaidPart,
  { userId }: BookedSeat,
): Pick<PlannedRefund, 'to'> {
  return payerId.equals(userId) ? {} : { to: payerId };
}

/** Those of the planned refunds of a seat that go to this account: of what it has paid. R376 */
export function listRefundsTo<Planned extends Pick<PlannedRefund, 'to'>>(
  { _id }: { _id: ObjectId },
  { userId, refunds }: { userId: ObjectId; refunds: Planned[] },
): Planned[] {
  return refunds.filter(({ to = userId }) => to.equals(_id));
}

/** What the school keeps of what this account has paid for a canceled seat, in cents. */
export function countKeptOf(
  { _id }: { _id: ObjectId },
  { userId, kept, coPay }: Pick<CancellationDocument, 'userId' | 'kept' | 'coPay'>,
): number {
  const ofOther = coPay?.kept ?? 0;
  return userId.equals(_id) ? kept - ofOther : ofOther;
}

/** A planned refund as it is recorded. */
export function withoutRecipient({ to: _to, ...refund }: PlannedRefund): Omit<PlannedRefund, 'to'> {
  return refund;
}

type Kept = { paymentId: string; seatId: ObjectId; amount: number }[];

/** What the school has kept of the payments of some seats when they moved to cheaper classes. */
async function listKept(
  { seatChanges }: Pick<Collections, 'seatChanges'>,
  seatIds: ObjectId[],
): Promise<Kept> {
  const found = await seatChanges
    .find<MoveDocument>({ kind: 'move', seatId: { $in: seatIds }, state: 'done' })
    .toArray();
  return found.flatMap(({ seatId, keeps = [] }) => keeps.map((kept) => ({ ...kept, seatId })));
}
