import { SCHOOL } from '@speakifyr/contract/school.ts';
import type {
  BankFile,
  BankTransfer,
  ColumnRole,
  DateOrder,
} from '@speakifyr/contract/bank-transfers.ts';
import { listOwed } from '@speakifyr/contract/owed.ts';
import type { ObjectId } from 'mongodb';
import type { EnrolledSeat, HeldSeat } from '../database/class-document.ts';
import type { PaymentDocument } from '../database/payment-documents.ts';
import type { UserDocument } from '../database/user-documents.ts';
import type { SeatOfClass } from '../seats/find-seat.ts';
import { type HeldPriceOf, readHeldPrices } from './held-prices.ts';
import { presentAdult } from '../users/users.service.ts';
import { readPeople } from '../users/participant-names.ts';
import type { Services } from '../services.ts';
import { sumAmounts } from '@speakifyr/contract/sum-amounts.ts';
import { listPayments, type Payment } from '../ledger/payment-store.ts';
import {
  closeTransfer,
  keepTransfers,
  listOpenTransfers,
  nameRest,
  type OpenTransfer,
} from './open-transfers.ts';
import { findReferences, isAbout, names } from './pay-reference.ts';
import { readBankFile, type Transfer } from './bank-file/read-bank-file.ts';
import { namePayment } from '../ledger/enter-payment.ts';
import { leaveOutMoving, listSeatsToCollect, type SeatsToCollect } from './seats-to-collect.ts';

type WantedFile = { csv: string; dateOrder: DateOrder; roles?: ColumnRole[]; isKept?: true };

/**
 * Finds for each transfer in a bank's list which family it is from and what it pays for. An admin checks it. What is not
 * booked then goes on the list of open transfers, and is booked from there. R323
 * @param file.isKept puts it on that list
 * @throws {ApiError} `invalid_input` if it is not such a list
 */
export async function readTransfers(
  { csv, isKept, ...said }: WantedFile,
  services: Services,
): Promise<BankFile> {
  const currency = SCHOOL.currency;
  const { transfers: lines, ...file } = readBankFile(csv, { ...said, currency });
  const transfers = await findRests(lines, services);
  const ids = transfers.map(({ requestId }) => requestId);
  const known = new Map((await listOpenTransfers(services, ids)).map((one) => [one._id, one]));
  const listed = transfers.map((one) => ({ ...one, ...known.get(one.requestId) }));
  const matched = await matchTransfers(listed, services);
  if (isKept) {
    const open = matched.filter(({ state }) => state !== 'booked');
    await keepTransfers(open, services);
  }
  return { ...file, transfers: matched };
}

/** The transfers that are not booked yet, oldest first. Those set aside come last. R579 */
export async function getOpenTransfers(services: Services): Promise<BankTransfer[]> {
  const matched = await matchTransfers(await listToBook(services), services);
  const isAside = ({ state }: BankTransfer) => state === 'set aside';
  const open = matched.filter(({ state }) => state !== 'booked');
  return [...open.filter((one) => !isAside(one)), ...open.filter(isAside)];
}

/**
 * Takes lines off the list that the office has recorded by hand, on the days of an account's payments. The list leaves them out
 * anyway, as long as the ledger says what the bank wrote.
 */
export async function closeBookedByHand(userId: ObjectId, services: Services): Promise<void> {
  const { payments, openTransfers } = services.database.collections;
  const filter = { userId, method: 'bank transfer' as const };
  const days = (await payments.find(filter).toArray()).flatMap(
    ({ received }) => received?.day ?? [],
  );
  if (days.length === 0) return;
  const open = (await listToBook(services)).filter(({ day }) => days.includes(day));
  const booked = (await matchTransfers(open, services)).filter(({ state }) => state === 'booked');
  await openTransfers.deleteMany({ _id: { $in: booked.map(({ requestId }) => requestId) } });
}

/** The list, without what is in the ledger: a server may have stopped between the two. */
async function listToBook(services: Services): Promise<OpenTransfer[]> {
  for (;;) {
    const open = await listOpenTransfers(services);
    const booked = await findBooked(open, services);
    const done = open.filter((one) => booked.has(nameOf(one)));
    if (done.length === 0) return open;
    for (const { requestId } of done) await closeTransfer(requestId, services);
  }
}

/** What is left of each transfer of which a part is booked: another file has the whole line again. R597 */
async function findRests(transfers: Transfer[], services: Services): Promise<Transfer[]> {
  const booked = await findBooked(transfers, services);
  const rests = transfers.map((one) => {
    const { left, of } = booked.get(nameOf(one))?.received?.transfer ?? {};
    if (!left) return one;
    const { requestId, line = requestId } = one;
    return { ...one, requestId: nameRest(requestId), amount: left, of, line };
  });
  const isSame = rests.every((one, place) => one === transfers[place]);
  return isSame ? rests : findRests(rests, services);
}

/** What the payment of a transfer is called in the ledger. */
function nameOf({ requestId }: Pick<Transfer, 'requestId'>): string {
  return namePayment('office', requestId);
}

/** Those that are in the ledger, by their name there. */
async function findBooked(
  transfers: Transfer[],
  { database }: Services,
): Promise<Map<string, Payment>> {
  const found = await listPayments(database.collections, transfers.map(nameOf));
  return new Map(found.map((payment) => [payment.paymentId, payment]));
}

/** One that is on the list has a moment when it was put there. */
type Listed = Transfer & Partial<Pick<OpenTransfer, 'addedAt' | 'aside'>>;

async function matchTransfers(transfers: Listed[], services: Services): Promise<BankTransfer[]> {
  const booked = await findBooked(transfers, services);
  const families = await findFamilies(transfers, services);
  const byHand = await listRecordedByHand(transfers, booked, services);
  const taken = new Set<string>();
  const matched: BankTransfer[] = [];
  // One after the other, so that two transfers do not pay for the same seat.
  for (const listed of transfers) {
    const { requestId, day, amount, of, text, aside } = listed;
    const transfer = { requestId, day, amount, text, ...(of !== undefined && { of }) };
    const nobody = { ...transfer, family: null, seats: [], owed: 0 };
    const isBooked = booked.has(nameOf(listed)) || takeOut(byHand, listed, families);
    if (isBooked) matched.push({ ...nobody, state: 'booked' });
    else if (aside) matched.push({ ...nobody, state: 'set aside', note: aside.note });
    else matched.push(await match(transfer, families, taken, services));
  }
  return matched;
}

/** What the office has recorded on the days of these transfers, by hand or from a list in which the lines have other ids. */
async function listRecordedByHand(
  transfers: Transfer[],
  booked: Map<string, Payment>,
  { database }: Services,
): Promise<PaymentDocument[]> {
  const days = [...new Set(transfers.map(({ day }) => day))];
  if (days.length === 0) return [];
  const found = await database.collections.payments
    .find({ 'received.day': { $in: days }, method: 'bank transfer' })
    .toArray();
  // The first part of a transfer stands for all of it: for the same line of another file, and not for an equal one.
  const own = new Set(transfers.flatMap(({ line }) => (line ? nameOf({ requestId: line }) : [])));
  return found.filter(
    ({ _id, received }) => !booked.has(_id) && !own.has(_id) && !received?.transfer?.isRest,
  );
}

/**
 * Whether one of these is the transfer: the same day and amount, and of the family whose reference the sender wrote. If its
 * text has no family's reference, it names what the office typed, or the whole text of a line that was on the list. Each
 * matches once.
 */
function takeOut(
  recorded: PaymentDocument[],
  { day, amount, of, text, addedAt }: Listed,
  families: Map<string, UserDocument>,
): boolean {
  const senders = findReferences(text).flatMap((one) => families.get(one) ?? []);
  const at = recorded.findIndex(({ received, userId, ...payment }) => {
    if (received?.day !== day) return false;
    const { reference, transfer } = received;
    if ((transfer?.of ?? payment.amount) !== amount || (transfer && of !== undefined)) return false;
    // What was recorded before was another one of the same file; so was one that was on the list with the same text.
    if (
      addedAt &&
      (payment.createdAt <= addedAt || (transfer && isBeside({ text, addedAt }, transfer)))
    )
      return false;
    const isNamed = transfer ? isAbout(text, transfer.text ?? reference) : names(text, reference);
    return senders.length > 0
      ? senders.every(({ _id }) => _id.equals(userId)) || (transfer && isNamed)
      : isNamed;
  });
  if (at >= 0) recorded.splice(at, 1);
  return at >= 0;
}

/** Two lines of one file are two transfers, whatever they say; so are two with the same text, to its end. */
function isBeside(
  one: Pick<OpenTransfer, 'text' | 'addedAt'>,
  other: Partial<Pick<OpenTransfer, 'text' | 'addedAt'>>,
): boolean {
  return one.text === other.text || one.addedAt.getTime() === other.addedAt?.getTime();
}

/** The accounts that have the references in these texts now, by reference. */
async function findFamilies(
  transfers: Transfer[],
  { database }: Services,
): Promise<Map<string, UserDocument>> {
  const references = transfers.flatMap(({ text }) => findReferences(text));
  const { users } = database.collections;
  const families = new Map<string, UserDocument>();
  for (const payReference of new Set(references)) {
    let user = await users.findOne({ payReference });
    // The family may have moved to another account, and that one, too.
    while (user?.mergedInto) user = await users.findOne({ _id: user.mergedInto });
    if (user?.status === 'active') families.set(payReference, user);
  }
  return families;
}

async function match(
  transfer: Transfer,
  families: Map<string, UserDocument>,
  taken: Set<string>,
  services: Services,
): Promise<BankTransfer> {
  const accounts = new Set(findReferences(transfer.text).flatMap((one) => families.get(one) ?? []));
  const [user] = accounts;
  const nobody = { ...transfer, family: null, seats: [], owed: 0 };
  // With two families' references, nobody knows whose it is.
  if (!user || accounts.size > 1) return { ...nobody, state: 'unknown' };
  const family = presentAdult(user);
  const collectable = leaveOutMoving(await listSeatsToCollect(user, services));
  const priceOf = await readHeldPrices(collectable.held, services);
  const due = toDue(collectable, priceOf).filter(({ cartId }) => !taken.has(cartId));
  if (due.length === 0) return { ...nobody, family, state: 'nothing held' };
  const owed = sumAmounts(due);
  // What is left of a shared transfer is most likely another family's, whatever it fits. A person says whose it is. R597
  const paid = transfer.of === undefined ? choose(due, transfer.amount) : undefined;
  if (!paid) return { ...nobody, family, owed, state: 'other amount' };
  for (const { cartId } of paid) taken.add(cartId);
  const personOf = await readPeople(
    paid.map(({ seat }) => seat),
    services,
  );
  const seats = paid.map(({ cartId, className, seat }) => ({
    cartId,
    className,
    name: personOf(seat).name,
  }));
  return { ...transfer, family, owed, seats, state: 'matched' };
}

/** A seat that money may be for, in cents: `amount` in all, and `next` of it for the part that is due first. */
type Due = {
  cartId: string;
  className: string;
  seat: HeldSeat | EnrolledSeat;
  amount: number;
  next: number;
};

function toDue({ held, owing }: SeatsToCollect, priceOf: HeldPriceOf): Due[] {
  const name = ({ campClass, seat }: SeatOfClass) => ({
    cartId: seat.seatId.toHexString(),
    className: campClass.name,
  });
  return [
    ...held.map((one) => {
      const amount = priceOf(one).own;
      return { ...name(one), seat: one.seat, amount, next: amount };
    }),
    ...owing.map((one) => {
      const parts = listOwed(one.plan);
      const next = parts[0]?.amount ?? 0;
      return { ...name(one), seat: one.seat, amount: sumAmounts(parts), next };
    }),
  ];
}

/**
 * All seats, or those reserved by the office, or those that are enrolled and owed for: in full, or what is due next. Or
 * the only one that fits: nobody should have to guess. R351
 */
function choose(due: Due[], amount: number): Due[] | undefined {
  const held = due.filter(({ seat }) => seat.state === 'held');
  const reserved = held.filter(({ seat }) => seat.state === 'held' && seat.reserved);
  const owing = due.filter(({ seat }) => seat.state === 'enrolled');
  const single = due.filter((one) => one.amount === amount || one.next === amount);
  return [due, held, reserved, owing, single.length === 1 ? single : []].find(
    (some) => some.length > 0 && fits(some, amount),
  );
}

function fits(due: Due[], amount: number): boolean {
  const next = due.reduce((sum, one) => sum + one.next, 0);
  return sumAmounts(due) === amount || next === amount;
}
