import type {
  ClassDocument,
  EnrolledSeat,
} from '../../../../server/src/database/class-document.ts';
import { findLastOfferDay } from '../../../../server/src/seats/offered-seat.ts';
import { findOfferable } from '../../../../server/src/seats/offer-limits.ts';
import { countPlaces } from '../../../../server/src/seats/places.ts';
import { collectComplaints, type Complaints } from '../attack.ts';
import { checkSeats } from '../books.ts';
import { pause } from '../waiting.ts';
import { capacityAt, type Run } from './random-run.ts';

/** How long a job may take to offer a free seat to somebody who held too many until now, while servers are killed. */
const OFFERED_MS = 20_000;

/** Reads the classes over and over: each document must be right at every moment. */
export async function watch(run: Run, isOver: () => boolean): Promise<void> {
  const { school, complaints } = run;
  const { collections } = school;
  /** The seats that were seen, by entry code. */
  const seen = new Map<string, EnrolledSeat>();
  /** Since when somebody waits in vain, by the complaint. */
  let inVain = new Map<string, number>();
  while (!isOver()) {
    const read = await collections.classes.find({}).toArray();
    const now = performance.now();
    const waits = collectComplaints();
    for (const campClass of read) {
      const { _id, revision } = campClass;
      checkSeats(campClass, complaints, capacityAt(run, _id.toHexString(), revision));
      checkNobodyWaits(campClass, read, school.now(), waits);
    }
    inVain = new Map(waits.list.map((one) => [one, inVain.get(one) ?? now]));
    for (const [complaint, since] of inVain)
      complaints.check(now - since < OFFERED_MS, `${complaint}, for ${OFFERED_MS / 1_000} s`);
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
    // What had gone back before a payment bounced is owed to the school.
    const below = await collections.payments.find({ kept: { $lt: 0 } }).toArray();
    complaints.check(
      below.every(({ refundIds }) => refundIds.some((id) => id.startsWith('bounced:'))),
      'more was set aside for refunds than the payment had',
    );
    await pause(1);
  }
}

/** Each way in which a paid seat may go is recorded before it goes. */
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

/**
 * Until shortly before the class, nobody waits while there are free seats that they could take. Who holds too many seats of
 * other classes can't: the office may have reserved them for days.
 */
export function checkNobodyWaits(
  campClass: ClassDocument,
  all: ClassDocument[],
  now: Date,
  complaints: Complaints,
): void {
  const { _id, name, status, camp_start, sit, waiting = [] } = campClass;
  if (status !== 'open' || now >= new Date(findLastOfferDay(camp_start))) return;
  const elsewhere = all
    .filter((one) => !one._id.equals(_id))
    .flatMap(({ seats, ...days }) => seats.map((seat) => ({ ...days, ...seat })))
    .filter((seat) => seat.state === 'held' && seat.heldUntil > now);
  for (const entry of waiting) {
    const { userId, isPaused, kept, together } = entry;
    const own = elsewhere.filter((seat) => seat.userId.equals(userId));
    const rules = {
      ...{ at: now, today: '', timeZone: '', maxAtAddress: Infinity },
      heldElsewhere: new Map([[userId.toHexString(), own]]),
    };
    const { people } = findOfferable(
      { ...campClass, places: countPlaces(campClass) },
      entry,
      rules,
    );
    const needed = together ? people.length : 1;
    const available = sit + (kept?.seats ?? 0);
    complaints.check(
      isPaused === true || people.length === 0 || sit === 0 || available < needed,
      `${name}: ${userId.toHexString()} waits for ${needed}, but ${sit} seats are free`,
    );
  }
}
