import { MAX_SEATS } from '@speakifyr/contract/limits.ts';
import type { ClassDocument } from '../../../server/src/database/collections.ts';
import { collectComplaints, type Complaints } from './attack.ts';
import type { School } from './school.ts';
import { listIntents } from './stripe.ts';
import { waitUntil } from './waiting.ts';

/**
 * What must hold for a class at every moment: free and taken seats add up to its capacity, nobody has two seats, and no
 * entry code exists twice.
 * @param capacity how many seats the class has
 */
export function checkSeats(
  campClass: ClassDocument,
  complaints: Complaints,
  capacity: number = MAX_SEATS,
): void {
  const { name, sit, seats, status } = campClass;
  const isClosed = status === 'archived'; // Held seats were given up and are not offered again.
  complaints.check(
    sit >= 0 && (isClosed ? sit + seats.length <= capacity : sit + seats.length === capacity),
    `${name}: ${sit} free and ${seats.length} taken of ${capacity} seats`,
  );
  const emails = seats.map(({ email }) => email);
  complaints.check(new Set(emails).size === emails.length, `${name}: somebody has two seats`);
  const codes = seats.flatMap((seat) => (seat.state === 'enrolled' ? [seat.entry_code] : []));
  complaints.check(new Set(codes).size === codes.length, `${name}: an entry code exists twice`);
}

/**
 * What must hold once everything is settled: every payment that Stripe knows is in the ledger; everyone who paid has a
 * seat or their money back; nobody else has a seat; and ledger, seats and Stripe agree.
 * @param capacityOf how many seats a class has
 * @returns how many payments ended in each state
 */
export async function checkBooks(
  school: School,
  complaints: Complaints,
  capacityOf: (campClass: ClassDocument) => number = () => MAX_SEATS,
): Promise<{ enrolled: number; refunded: number; canceled: number; open: number }> {
  const { collections } = school;
  const classes = await collections.classes.find({}).toArray();
  const ledger = await collections.payments.find({}).toArray();
  const counts = { enrolled: 0, refunded: 0, canceled: 0, open: 0 };
  for (const campClass of classes) checkSeats(campClass, complaints, capacityOf(campClass));

  const truths = new Map((await listIntents(school)).map((truth) => [truth.id, truth]));
  const seatOf = new Map(
    classes.flatMap((campClass) =>
      campClass.seats.flatMap((seat) =>
        seat.state === 'enrolled' ? [[seat.transactionId, { campClass, seat }] as const] : [],
      ),
    ),
  );
  for (const payment of ledger) {
    counts[payment.status] += 1;
    const { _id } = payment;
    const truth = truths.get(_id);
    if (!truth) throw new Error(`Stripe does not know ${_id}`);
    const place = seatOf.get(_id);
    const isPaid = truth.status === 'succeeded' && !truth.isRefunded;
    complaints.check(
      isPaid === Boolean(place),
      `${_id} (${payment.status}): ${isPaid ? 'paid but has no seat' : 'has a seat but is not paid'}`,
    );
    const expected = isPaid ? 'enrolled' : truth.isRefunded ? 'refunded' : undefined;
    complaints.check(
      expected ? payment.status === expected : ['open', 'canceled'].includes(payment.status),
      `${_id}: the ledger says ${payment.status}, Stripe ${truth.status}${truth.isRefunded ? ', refunded' : ''}`,
    );
    complaints.check(
      truth.amount === payment.amount,
      `${_id}: ${truth.amount} charged, ${payment.amount} in the ledger`,
    );
    if (!place) continue;
    complaints.check(
      place.seat.email === payment.email &&
        place.campClass._id.equals(payment.items[0]?.classId ?? '') &&
        Math.round(place.seat.price * 100) === payment.amount,
      `${_id}: its seat belongs to somebody else, or had another price`,
    );
  }
  const known = new Set(ledger.map(({ _id }) => _id));
  for (const [id, { campClass }] of seatOf)
    complaints.check(
      known.has(id),
      `${campClass.name}: a seat was paid with ${id}, which is not in the ledger`,
    );
  for (const intent of truths.values())
    complaints.check(
      known.has(intent.id) || intent.status !== 'succeeded',
      `${intent.id}: paid, but not in the ledger`,
    );
  return counts;
}

/**
 * Waits until everything is settled and the books agree, and complains about whatever still does not.
 * @param limitMs how long that may take
 * @returns how many payments ended in each state, and how long it took in milliseconds
 */
export async function settleBooks(
  school: School,
  complaints: Complaints,
  limitMs: number,
  capacityOf?: (campClass: ClassDocument) => number,
): Promise<Awaited<ReturnType<typeof checkBooks>> & { ms: number }> {
  const ms = await waitUntil(async () => {
    const books = collectComplaints();
    if (!(await isSettled(school))) return false;
    await checkBooks(school, books, capacityOf);
    return books.list.length === 0;
  }, limitMs);
  complaints.check(
    ms !== null || (await isSettled(school)),
    `payments or holds are still open after ${limitMs / 1_000} s`,
  );
  const counts = await checkBooks(school, complaints, capacityOf);
  return { ...counts, ms: ms ?? limitMs };
}

/** Whether everything is settled: no payment is open and no seat is held. */
async function isSettled({ collections }: School): Promise<boolean> {
  return (
    (await collections.payments.countDocuments({ status: 'open' })) === 0 &&
    (await collections.classes.countDocuments({ 'seats.state': 'held' })) === 0
  );
}
