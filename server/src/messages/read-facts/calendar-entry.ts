import type { ObjectId } from 'mongodb';
import { nameCalendarEntry, summarizeClass } from '../../class-facts.ts';
import type { Services } from '../../services.ts';
import type { EntryFacts } from '../letters/facts.ts';
import { findAnyPayment, listTransfersOf } from './plan-facts.repo.ts';

/** A seat that was in a class. `until`: when it left. */
type LostSeat = {
  cartId: ObjectId;
  childId?: ObjectId | undefined;
  name: string;
  paymentId: string;
  until: Date;
};

/** @returns what takes a seat of this class out of a calendar */
export async function describeLostEntry(
  campClass: Parameters<typeof summarizeClass>[0],
  { name, ...seat }: LostSeat,
  services: Services,
): Promise<EntryFacts> {
  const calendarId = await nameLostEntry(seat, services);
  return {
    campClass: summarizeClass(campClass),
    seat: { entryCode: '', child: seat.childId ? name : null, calendarId },
  };
}

/** Names the calendar entry of a seat that is gone: its last move to another class before that time gave it a new one. */
async function nameLostEntry(
  { cartId, childId, paymentId, until }: Omit<LostSeat, 'name'>,
  { database: { collections } }: Services,
): Promise<string> {
  const [transfers, payment] = await Promise.all([
    listTransfersOf(collections, cartId),
    findAnyPayment(collections, paymentId),
  ]);
  const move = transfers.find(
    ({ createdAt, from, to }) => createdAt < until && !from.classId.equals(to.classId),
  );
  const ids = { cartId, childId, paymentId, movedBy: move?._id };
  return nameCalendarEntry(ids, payment?.items.length ?? 1);
}
