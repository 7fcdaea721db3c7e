import { MAX_SEATS } from '@speakifyr/contract/limits.ts';
import { listCancellations, listMoves } from './seat-changes.ts';
import type { ClassDocument } from '../../../server/src/database/class-document.ts';
import type { PaymentDocument } from '../../../server/src/database/payment-documents.ts';
import { countKept, countPlaces } from '../../../server/src/seats/places.ts';
import { collectComplaints, type Complaints } from './attack.ts';
import { askOffice, isOfOffice, listPaidBack } from './cash-box.ts';
import { checkPayment, checkPrice, type Entry, listPlaces, sum } from './check-payment.ts';
import {
  askCredits,
  checkCredits,
  describeCredits,
  listCredits,
  listKeptAsCredit,
} from './credit-books.ts';
import { describeOpenThings, listOpenThings } from './open-things.ts';
import type { School } from './school.ts';
import { listIntents, listReturned, type Truth } from './stripe.ts';
import { waitUntil } from './waiting.ts';

/**
 * What must hold for a class at every moment: free, kept and taken seats add up to its places, nobody has two seats or
 * waits in two places, and no entry code exists twice. A seat for resale has no
 * place of its own. R147
 * @param capacity how many places the class has
 */
export function checkSeats(
  campClass: ClassDocument,
  complaints: Complaints,
  capacity: number = MAX_SEATS,
): void {
  const { name, days, sit, seats, status, waiting = [] } = campClass;
  const isClosed = status === 'archived'; // Held seats were given up and are not offered again.
  const places = countPlaces(campClass);
  const kept = countKept(waiting);
  complaints.check(
    sit >= 0 && (isClosed ? places <= capacity : places === capacity),
    `${name}: ${sit} free, ${kept} kept and ${seats.length} taken seats, ${places} of ${capacity} places`,
  );
  for (const day of days) {
    const there = seats.filter((seat) => !seat.days || seat.days.includes(day));
    const taken = there.filter((seat) => seat.state === 'held' || !seat.isForResale).length;
    complaints.check(taken <= capacity, `${name}: ${taken} of ${capacity} places taken on ${day}`);
  }
  const strange = seats.flatMap((seat) => seat.days ?? []).filter((day) => !days.includes(day));
  complaints.check(strange.length === 0, `${name}: seats on ${strange.join(', ')}, no day of it`);
  complaints.check(
    status === 'open' || waiting.length === 0,
    `${name}: ${waiting.length} wait for a class that is closed`,
  );
  // A child, no matter who booked, or the account itself.
  const people = seats.map(({ userId, childId }) => (childId ?? userId).toHexString());
  const twice = seats.filter(
    (_seat, place) => people.indexOf(people[place]!) !== people.lastIndexOf(people[place]!),
  );
  complaints.check(twice.length === 0, `${name}: somebody has two seats: ${JSON.stringify(twice)}`);
  const entries = waiting.map(({ waitId }) => waitId.toHexString());
  complaints.check(areDifferent(entries), `${name}: an entry is on the list twice`);
  const codes = seats.flatMap((seat) => (seat.state === 'enrolled' ? [seat.entry_code] : []));
  complaints.check(areDifferent(codes), `${name}: an entry code exists twice`);
}

type Told = Pick<Entry, 'truth' | 'refunds' | 'atStripe' | 'paidBack'>;

/** How many payments ended in each state; and the school's money in cents. */
export type Balance = Record<'enrolled' | 'refunded' | 'canceled' | 'open', number> &
  Record<'charged' | 'returned' | 'kept' | 'credit', number>;

/**
 * What must hold once everything is settled. Credit that nobody has spent is neither kept nor returned. Every payment that Stripe knows is in the ledger. Each seat that was paid
 * for was given once, or it was canceled or refunded. Nobody has a seat without having paid its price. Every refund is in the books
 * as it is at Stripe, and what the ledger says is kept is what Stripe has, to the cent. Failed refunds are in the
 * admins' list. What the office took and gave itself is in the books as its cash box says.
 * @param capacityOf how many seats a class has
 */
export async function checkBooks(
  school: School,
  complaints: Complaints,
  capacityOf: (campClass: ClassDocument) => number = () => MAX_SEATS,
): Promise<Balance> {
  const { collections } = school;
  const classes = await collections.classes.find({}).toArray();
  const ledger = await collections.payments.find({}).toArray();
  const refunds = await collections.refunds.find({}).toArray();
  const moves = await listMoves(collections, { state: 'done' });
  const ends = await listCancellations(collections);
  const canceled = ends.map(({ _id }) => _id.toHexString());
  // What a cancellation or a move to a cheaper class gives back is among the refunds.
  for (const { refundId, amount } of [...ends, ...moves].flatMap((one) => one.refunds))
    complaints.check(
      refunds.some((refund) => refund._id === refundId && refund.amount === amount),
      `${refundId}: ${amount} were to go back, but no refund says so`,
    );
  const credits = listCredits(refunds);
  const truths = new Map((await listIntents(school)).map((truth) => [truth.id, truth]));
  const returned = await listReturned(school);
  const balance = { enrolled: 0, refunded: 0, canceled: 0, open: 0, charged: 0, returned: 0 };
  let kept = 0;

  for (const campClass of classes) checkSeats(campClass, complaints, capacityOf(campClass));
  const enrolled = classes.flatMap((campClass) =>
    campClass.seats.flatMap((seat) => (seat.state === 'enrolled' ? [{ campClass, seat }] : [])),
  );
  complaints.check(
    areDifferent(enrolled.map(({ seat }) => seat.entry_code)),
    'an entry code exists in two classes',
  );
  complaints.check(
    areDifferent(enrolled.map(({ seat }) => seat.seatId.toHexString())),
    'a seat is in two classes',
  );
  for (const { campClass, seat } of enrolled)
    checkPrice(campClass, seat, { payments: ledger, refunds, moves }, complaints);
  const places = enrolled.flatMap(({ campClass, seat }) => listPlaces(campClass, seat, ledger));
  for (const payment of ledger) {
    const { _id, status } = payment;
    const own = refunds.filter(({ paymentId }) => paymentId === _id);
    const truth = payment.method === 'free' ? describeFree(payment) : truths.get(_id);
    const told: Told | undefined = isOfOffice(payment)
      ? askOffice(school.cashBox, payment, own)
      : payment.method === 'credit'
        ? askCredits(credits, payment, own)
        : truth && { truth, refunds: own, atStripe: returned.get(_id) ?? [] };
    if (!told) throw new Error(`Stripe does not know ${_id}`);
    const entry: Entry = {
      payment,
      truth: told.truth,
      paidBack: told.paidBack,
      refunds: describeCredits(told.refunds),
      atStripe: [...told.atStripe, ...listKeptAsCredit(own)],
      isPaid: told.truth.status === 'succeeded',
      places: places.filter(({ paymentId }) => paymentId === _id),
      canceled,
    };
    checkPayment(entry, complaints);
    balance[status] += 1;
    if (!entry.isPaid) continue;
    kept += payment.kept;
    // Credit is no new money, and none that is gone.
    if (payment.method === 'credit') continue;
    balance.charged += told.truth.amount;
    balance.returned += sum(told.atStripe) - (told.paidBack ?? 0);
  }
  const credit = checkCredits(refunds, ledger, complaints);
  complaints.check(
    kept + credit === balance.charged - balance.returned,
    `${kept} cents kept and ${credit} open credit, ${balance.charged} charged, ${balance.returned} returned`,
  );
  const known = new Set(ledger.map(({ _id }) => _id));
  const all = new Set([
    ...[...known, ...refunds.map(({ _id }) => _id)],
    ...ledger.flatMap(listPaidBack).map(({ id }) => id),
  ]);
  for (const [id, { isSure }] of school.cashBox)
    complaints.check(
      !isSure || all.has(id),
      `${id}: the office is sure of it, but the books are not`,
    );
  for (const { campClass, seat } of enrolled)
    complaints.check(
      places.some((one) => one.seat === seat && one.paymentId === seat.paymentId),
      `${campClass.name}: ${seat.entry_code} was paid with ${seat.paymentId}, but the ledger has no line for it`,
    );
  for (const intent of truths.values())
    complaints.check(
      known.has(intent.id) || intent.status !== 'succeeded',
      `${intent.id}: paid, but not in the ledger`,
    );
  return { ...balance, kept, credit };
}

/** Stripe never hears of a free class. Its line in the ledger has a seat, or has never had one. */
function describeFree({ _id, status }: PaymentDocument): Truth {
  const isPaid = status === 'enrolled';
  return { id: _id, amount: 0, isRefunded: false, status: isPaid ? 'succeeded' : 'canceled' };
}

function areDifferent(names: string[]): boolean {
  return new Set(names).size === names.length;
}

/** The balance's money, for a report. */
export function describeMoney(
  money: Pick<Balance, 'charged' | 'returned' | 'kept'> & Partial<Balance>,
): string {
  const write = (cents: number) => `${(cents / 100).toFixed(2)} USD`;
  const { charged, returned, kept, credit = 0 } = money;
  const open = credit > 0 ? ` and ${write(credit)} open credit` : '';
  return `${write(charged)} charged, ${write(returned)} returned, ${write(kept)} kept${open}, at Stripe and in the ledger`;
}

/**
 * Waits until everything is settled and the books agree, and complains about whatever still does not.
 * @param limitMs how long that may take
 * @returns the balance, and how long it took in milliseconds
 */
export async function settleBooks(
  school: School,
  complaints: Complaints,
  limitMs: number,
  capacityOf?: (campClass: ClassDocument) => number,
): Promise<Balance & { ms: number }> {
  let balance: Balance | undefined;
  const ms = await waitUntil(async () => {
    const books = collectComplaints();
    if ((await listOpenThings(school)).length > 0) return false;
    balance = await checkBooks(school, books, capacityOf);
    return books.list.length === 0;
  }, limitMs);
  // Not looked at again: a refund at Stripe may fail the moment after the books agreed.
  if (ms !== null && balance) return { ...balance, ms };
  const open = await listOpenThings(school);
  complaints.check(
    open.length === 0,
    `payments, refunds or holds are still open after ${limitMs / 1_000} s: ${describeOpenThings(open)}`,
  );
  return { ...(await checkBooks(school, complaints, capacityOf)), ms: limitMs };
}
