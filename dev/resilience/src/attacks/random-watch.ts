import type { ClassDocument, EnrolledSeat } from '../../../../server/src/database/collections.ts';
import { findLastOfferDay } from '../../../../server/src/enrollments/seats/offered-seat.ts';
import type { Complaints } from '../attack.ts';
import { checkSeats } from '../books.ts';
import { pause } from '../waiting.ts';
import { capacityAt, type Run } from './random-visit.ts';

/** Reads the classes over and over: each document must be right at every moment. */
export async function watch(run: Run, isOver: () => boolean): Promise<void> {
  const { school, complaints, counts } = run;
  const { collections } = school;
  /** The seats that were seen, by entry code. */
  const seen = new Map<string, EnrolledSeat>();
  while (!isOver()) {
    const read = await collections.classes.find({}).toArray();
    for (const campClass of read) {
      const { _id, revision } = campClass;
      checkSeats(campClass, complaints, capacityAt(run, _id.toHexString(), revision));
      checkNobodyWaits(campClass, school.now(), complaints);
    }
    const paid = read
      .flatMap(({ seats }) => seats)
      .filter((seat): seat is EnrolledSeat => seat.state === 'enrolled');
    for (const seat of paid) {
      const { entry_code, paymentId } = seat;
      const before = seen.get(entry_code)?.paymentId ?? paymentId;
      complaints.check(
        before === paymentId,
        `${entry_code} was given to ${before} and ${paymentId}`,
      );
      seen.set(entry_code, seat);
    }
    const codes = new Set(paid.map(({ entry_code }) => entry_code));
    for (const seat of [...seen.values()].filter((one) => !codes.has(one.entry_code))) {
      complaints.check(
        await isGoneRightly(seat, read, run),
        `${seat.entry_code}: a paid seat is gone, but it was neither returned, canceled nor moved`,
      );
      seen.delete(seat.entry_code);
    }
    complaints.check(
      (await collections.payments.countDocuments({ kept: { $lt: 0 } })) === 0,
      'more was set aside for refunds than the payment had',
    );
    counts.readings += 1;
    await pause(1);
  }
}

/** Each way in which a paid seat may go is written down before it goes. */
async function isGoneRightly(
  { seatId, paymentId, entry_code }: EnrolledSeat,
  read: ClassDocument[],
  { school, refunds }: Run,
): Promise<boolean> {
  const { payments, seatChanges } = school.collections;
  const paidWith = await payments.find({ 'items.seatId': seatId }).toArray();
  return (
    [paymentId, ...paidWith.map(({ _id }) => _id)].some((id) => refunds.has(id)) ||
    read.some(({ resold = [] }) => resold.some((one) => one.seatId.equals(seatId))) ||
    (await seatChanges.countDocuments({ _id: seatId })) > 0 ||
    // A move that is taken back, because the money of the old seat has gone back, is over without being done.
    (await seatChanges.countDocuments({
      ...{ kind: 'move', seatId },
      $or: [{ 'from.entryCode': entry_code }, { state: 'rejected' }],
    })) > 0
  );
}

/** Until shortly before the class, nobody waits while there are free seats that they could take. */
export function checkNobodyWaits(
  { name, status, camp_start, sit, seats, waiting = [] }: ClassDocument,
  now: Date,
  complaints: Complaints,
): void {
  if (status !== 'open' || now >= new Date(findLastOfferDay(camp_start))) return;
  const taken = new Set(seats.map(({ userId, childId }) => (childId ?? userId).toHexString()));
  for (const { userId, people, together, isPaused, kept } of waiting) {
    const missing = people.filter(({ childId }) => !taken.has((childId ?? userId).toHexString()));
    const needed = together ? missing.length : 1;
    const available = sit + (kept?.seats ?? 0);
    complaints.check(
      isPaused === true || missing.length === 0 || sit === 0 || available < needed,
      `${name}: ${userId.toHexString()} waits for ${needed}, but ${sit} seats are free`,
    );
  }
}
