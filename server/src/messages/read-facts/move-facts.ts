import { summarizeClass, summarizeSeat } from '../../class-facts.ts';
import type { TransferDocument } from '../../database/money-documents.ts';
import type { CauseOf } from '../../database/outbox-document.ts';
import { priceOfSeat } from '../../enrollments/seats/price-of-seat.ts';
import { getClassWithSeat } from '../../enrollments/seats/seats.service.ts';
import type { Services } from '../../services.ts';
import { sumAmounts } from '../../sum-amounts.ts';
import type { EntryFacts, LetterFacts } from '../letters/facts.ts';
import { describeLostEntry } from './calendar-entry.ts';
import { describeCharge } from './charges.ts';
import { findAnyPayment, findTransfer } from './plan-facts.repo.ts';
import { listChildIds, type Read, type Reader } from './reading.ts';

/** What people read about a seat that has moved: each of the children whose guardian they are. */
export async function readSeatMoved(
  { transferId }: CauseOf<'seat moved'>,
  reader: Reader,
  services: Services,
): Promise<Read<'seat moved'> | undefined> {
  const transfer = await findTransfer(services.database.collections, transferId);
  if (transfer?.state !== 'done') return undefined;
  const isSameClass = transfer.from.classId.equals(transfer.to.classId);
  const from = await readOld(transfer, reader, services);
  const to = await readNew(transfer, reader, services);
  if (!from && !to) return undefined;
  const isPayer = reader.user.email === transfer.email;
  const facts = {
    ...{ from, to, isSameClass, note: transfer.note ?? null },
    isBySchool: transfer.by !== transfer.email,
    money: isPayer ? await describeDifference(transfer, services) : null,
  };
  const told = [...(from ? [transfer.from] : []), ...(to ? [transfer.to] : [])];
  return { facts, childIds: listChildIds(told) };
}

/** What the payer reads while the new seat is held for them. */
export async function readMoveAsked(
  { transferId }: CauseOf<'move asked'>,
  { user, rights }: Reader,
  services: Services,
): Promise<Read<'move asked'> | undefined> {
  const transfer = await findTransfer(services.database.collections, transferId);
  if (transfer?.state !== 'open' || user.email !== transfer.email) return undefined;
  const { from, to, heldCartId, cartId, note = '' } = transfer;
  const [old, fresh] = await Promise.all([
    getClassWithSeat(from.classId, { cartId }, services),
    getClassWithSeat(to.classId, { cartId: heldCartId }, services),
  ]);
  const seat = fresh?.seat;
  if (!old || !fresh || seat?.state !== 'held' || seat.heldUntil <= services.now())
    return undefined;
  if (!rights.mayReadSeat({ email: seat.email, ...(to.childId && { childId: to.childId }) }))
    return undefined;
  const facts = {
    ...{ from: old.name, campClass: summarizeClass(fresh), note, until: seat.heldUntil },
    ...{ child: to.childId ? to.name : null, price: priceOfSeat(fresh, seat) / 100 },
    path: `/dashboard/payment?cartId=${heldCartId.toHexString()}`,
  };
  return { facts, childIds: listChildIds([from, to]) };
}

/** The old seat, unless it has moved back since. */
async function readOld(
  { cartId, email, from, paymentId, createdAt }: TransferDocument,
  { rights }: Reader,
  services: Services,
): Promise<EntryFacts | null> {
  const { classId, childId, name } = from;
  const there = await getClassWithSeat(classId, { cartId }, services);
  const isBack =
    there?.seat?.state === 'enrolled' &&
    there.seat.childId?.toHexString() === childId?.toHexString();
  if (!there || isBack) return null;
  const seat = { cartId, email, name, paymentId, ...(childId && { childId }) };
  if (!rights.mayReadSeat(seat)) return null;
  return describeLostEntry(there, { ...seat, until: createdAt }, services);
}

/** The new seat, while it is there. */
async function readNew(
  { cartId, to }: TransferDocument,
  { rights }: Reader,
  services: Services,
): Promise<EntryFacts | null> {
  const campClass = await getClassWithSeat(to.classId, { cartId }, services);
  const seat = campClass?.seat;
  if (campClass?.status !== 'open' || seat?.state !== 'enrolled') return null;
  if (seat.childId?.toHexString() !== to.childId?.toHexString()) return null;
  if (!rights.mayReadSeat(seat)) return null;
  const payment = await findAnyPayment(services.database.collections, seat.paymentId);
  return {
    campClass: summarizeClass(campClass),
    seat: summarizeSeat(seat, payment?.items.length ?? 1),
  };
}

async function describeDifference(
  { difference, paidBy, refunds, keeps = [], currency, waived = 0 }: TransferDocument,
  { database }: Services,
): Promise<LetterFacts['seat moved']['money']> {
  const [back, kept] = [sumAmounts(refunds), sumAmounts(keeps)];
  const paid = paidBy ? await findAnyPayment(database.collections, paidBy) : null;
  return {
    paid: paid && difference > 0 ? describeCharge({ ...paid, amount: difference }) : null,
    back: back > 0 ? describeCharge({ amount: back, currency }) : null,
    kept: kept > 0 ? describeCharge({ amount: kept, currency }) : null,
    waived: waived > 0 ? describeCharge({ amount: waived, currency }) : null,
  };
}
