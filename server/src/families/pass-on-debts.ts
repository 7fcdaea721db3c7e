import { hasMailbox } from '@speakifyr/contract/stand-in-address.ts';
import type { ObjectId } from 'mongodb';
import type { EnrolledSeat } from '../database/class-document.ts';
import type { PaymentDocument } from '../database/payment-documents.ts';
import type { UserDocument } from '../database/user-documents.ts';
import type { ChildDocument } from '../database/family-documents.ts';
import { listOwedBack } from '../database/owed-back.ts';
import { changeSeats } from '../seats/change-seats.ts';
import {
  findSeat,
  isEnrolled,
  listSeatsOf,
  onlyEnrolled,
  type SeatOfClass,
} from '../seats/find-seat.ts';
import { listDebtors, passOn } from '../seats/passed-plans.ts';
import { listOwedOf, owedByAll } from '../seats/seat-plan.ts';
import { ApiError } from '../errors.ts';
import { auditEvent, SYSTEM } from '../events/audit-event.ts';
import { findChildren, listChildrenOf } from './booking.ts';
import { logFailure } from '../log.ts';
import { findPeopleById } from '../users/find-users.ts';
import { readToday } from '../school-time.ts';
import type { Services } from '../services.ts';
import { listOwingSeats, type OwingSeat } from '../seats/owing-seats.ts';

/**
 * Somebody always owes what is owed for a seat: an active account that may book for the child, or the adult who sits
 * there. When a payer ends (deletes the account, is removed, or may no longer book), it passes to another guardian who
 * may. Without one, a person can't end as a payer until it is paid or the office cancels the seat. R475, decisions/0082
 */

type Needs = Pick<Services, 'database'>;

/**
 * Refuses a change after which nobody could pay what is owed for a child's seats. Somebody else may leave at the same
 * moment; the update of the child then decides again.
 * @param after the guardians that the child would have
 * @throws {ApiError} `still_owes`
 */
export async function checkSomebodyPays(
  child: ChildDocument,
  { guardians }: Pick<ChildDocument, 'guardians'>,
  services: Needs,
): Promise<void> {
  if (!losesBooker(child, guardians)) return;
  const [before, after] = [child, { ...child, guardians }];
  const payersOf = await readPayers([before, after], services);
  if (payersOf(before).length === 0 || payersOf(after).length > 0) return;
  if ((await listOwed({ childIds: [child._id] }, services)).length > 0)
    throw new ApiError('still_owes');
}

/** Passes on what is owed for a child's seats, once its guardians have changed. May be repeated. @param before the child as it was */
export async function passOnDebtsFor(
  before: ChildDocument,
  { guardians }: Pick<ChildDocument, 'guardians'>,
  services: Services,
): Promise<void> {
  if (!losesBooker(before, guardians)) return;
  await passOnAll(await listOwed({ childIds: [before._id] }, services), services);
}

function losesBooker(before: ChildDocument, after: Guarded['guardians']): boolean {
  const still = listBookers({ guardians: after });
  return listBookers(before).some((id) => !still.some((one) => one.equals(id)));
}

function listBookers({ guardians }: Guarded): ObjectId[] {
  return guardians.filter(({ may }) => may.includes('book')).map(({ userId }) => userId);
}

/**
 * Whether something is owed that nobody else could pay if this account ended: what one of its payments gave back before
 * it bounced; or something for a seat, by its owner, or by another guardian who may be ending at the same moment, and
 * whose debts would pass to its owner. R476
 * @param user whose account is about to end, or has just been locked
 */
export async function owesAlone(
  { _id }: Pick<UserDocument, '_id'>,
  services: Needs,
): Promise<boolean> {
  if ((await listOwedBack(services.database.collections, _id)).length > 0) return true;
  const isTheirs = (id: ObjectId) => id.equals(_id);
  const children = await listChildrenOf({ _id }, services);
  const booked = children.filter((child) => listBookers(child).some(isTheirs));
  const childIds = booked.map((child) => child._id);
  const seats = await listOwed({ userId: _id, payerId: _id, childIds }, services);
  const payersOf = await readPayersOfSeats(seats, services);
  return seats.some(
    ({ campClass, seat }) =>
      payersOf(seat).every(isTheirs) &&
      (childIds.some((id) => seat.childId?.equals(id)) ||
        listDebtors(campClass, seat).some(isTheirs)),
  );
}

/** Whether something is owed for a child's seats. */
export async function isOwedFor(childId: ObjectId, services: Needs): Promise<boolean> {
  return (await listOwed({ childIds: [childId] }, services)).length > 0;
}

/**
 * Passes on what a server that stopped has not passed on, or what became owed since, such as by a bounced check. A job;
 * several servers may run it at once.
 * @param signal stops it between two seats
 */
export async function passOnLostDebts(services: Services, signal?: AbortSignal): Promise<void> {
  await passOnAll((await listDebtsOfNobody(services)).seats, services, signal);
}

/**
 * What is owed by somebody who can't pay it: for seats, and of payments that bounced. What no guardian can take over stays
 * here: the office records the money, cancels the seat, or waives it. The invariant of the random attack and of the
 * doctor: nothing else is here once the jobs have run.
 */
export async function listDebtsOfNobody(
  services: Needs,
): Promise<{ seats: OwingSeat[]; payments: PaymentDocument[] }> {
  const owing = await listOwingSeats(services);
  const payersOf = await readPayersOfSeats(owing, services);
  const back = await listOwedBack(services.database.collections);
  const payers = back.map(({ userId }) => userId);
  const able = (await readPayers([], services, payers))({ guardians: payers.map(toBooker) });
  const isAble = (id: ObjectId) => able.some((one) => one.equals(id));
  return {
    seats: owing.filter(({ seat, payerId }) => !payersOf(seat).some((id) => id.equals(payerId))),
    payments: back.filter(({ userId }) => !isAble(userId)),
  };
}

/** As if they looked after somebody. */
const toBooker = (userId: ObjectId) => ({ userId, may: ['book' as const] });

async function listOwed(
  wanted: Parameters<typeof listSeatsOf>[1],
  { database }: Needs,
): Promise<SeatOfClass<EnrolledSeat>[]> {
  const seats = onlyEnrolled(await listSeatsOf(database.collections, wanted));
  return seats.filter(({ campClass, seat }) => owedByAll(campClass, seat) > 0);
}

type SeatWithDebt = Pick<OwingSeat, 'campClass' | 'seat'>;

async function passOnAll(
  seats: SeatWithDebt[],
  services: Services,
  signal?: AbortSignal,
): Promise<void> {
  const payersOf = await readPayersOfSeats(seats, services);
  for (const one of seats) {
    if (signal?.aborted) return;
    const { seatId } = one.seat;
    const passing = passOnOne(one, payersOf(one.seat), services);
    await logFailure(passing, 'what is owed is not passed on yet', services, { seatId });
  }
}

async function passOnOne(
  { campClass, seat: { seatId } }: SeatWithDebt,
  payers: ObjectId[],
  services: Services,
): Promise<void> {
  const today = readToday(services);
  const pass = (one: SeatWithDebt['campClass']): EnrolledSeat | null => {
    const seat = findSeat(one, { seatId });
    return isEnrolled(seat) ? passOn(one, seat, payers, today) : null;
  };
  const planned = pass(campClass);
  const event = planned && (await describe({ campClass, seat: planned }, seatId, services));
  if (!event) return;
  await changeSeats(
    campClass._id,
    (fresh) => {
      const passed = pass(fresh);
      return (
        passed && { seats: fresh.seats.map((one) => (one.seatId.equals(seatId) ? passed : one)) }
      );
    },
    services,
    event,
  );
}

/** What the audit log says, and whom the mailer tells. No name: the log outlives the account. */
async function describe({ campClass, seat }: SeatWithDebt, seatId: ObjectId, services: Services) {
  const before = findSeat(campClass, { seatId });
  const known = isEnrolled(before) ? listDebtors(campClass, before) : [];
  const heir = listDebtors(campClass, seat).find((id) => !known.some((one) => one.equals(id)));
  const userId = heir ?? listDebtors(campClass, seat)[0];
  if (!userId) return undefined;
  const people = await findPeopleById([userId, ...known], services);
  const emailOf = (id: ObjectId | undefined) => people.get(id?.toHexString() ?? '')?.email ?? '';
  const owed = listOwedOf({ _id: userId }, { campClass, seat });
  return auditEvent({
    at: services.now(),
    by: SYSTEM,
    type: 'pass on debt',
    target: emailOf(userId),
    before: { seat: seatId.toHexString(), email: emailOf(known[0]) },
    after: { amount: owedByAll(campClass, seat), email: emailOf(userId) },
    classId: campClass._id,
    seatId,
    userId,
    due: owed[0]?.due ?? '',
  });
}

type PayersOf = (seat: EnrolledSeat) => ObjectId[];

/** Who can pay for each of these seats, first those who read emails. */
export async function readPayersOfSeats(
  seats: { seat: EnrolledSeat }[],
  services: Needs,
): Promise<PayersOf> {
  const ids = seats.flatMap(({ seat }) => seat.childId ?? []);
  const children = ids.length === 0 ? [] : await findChildren(ids, services);
  const payersOf = await readPayers(
    children,
    services,
    seats.flatMap(({ seat }) => listNamed(seat)),
  );
  return (seat) => {
    const { childId, userId } = seat;
    if (!childId) return payersOf({ guardians: [toBooker(userId)] });
    const child = children.find(({ _id }) => _id.equals(childId));
    return child && !child.deletingSince ? payersOf(child, listNamed(seat)) : [];
  };
}

/** Everybody who may owe something for a seat. */
function listNamed({ userId, plan, coPay }: EnrolledSeat): ObjectId[] {
  return [userId, plan?.payerId, coPay?.userId].flatMap((id) => id ?? []);
}

type Guarded = { guardians: Pick<ChildDocument['guardians'][number], 'userId' | 'may'>[] };

/**
 * Whose accounts are active. A family that is just moving to another account counts as that one: merge-families.ts.
 * @param people read, too
 */
async function readPayers(
  children: ChildDocument[],
  services: Needs,
  people: ObjectId[] = [],
): Promise<(child: Guarded, named?: ObjectId[]) => ObjectId[]> {
  const users = await findPeopleById([...children.flatMap(listBookers), ...people], services);
  const find = (id: ObjectId) => users.get(id.toHexString());
  const hasEmail = (id: ObjectId) => hasMailbox(find(id)?.email ?? '');
  return (child, named = []) => {
    const able = listBookers(child).filter((id) => {
      const { status, deletion } = find(id) ?? {};
      return status === 'active' || deletion?.into !== undefined;
    });
    const isMoving = (id: ObjectId) =>
      able.some((one) => find(id)?.deletion?.into?.equals(one) === true);
    return [
      ...able.filter(hasEmail),
      ...able.filter((id) => !hasEmail(id)),
      ...named.filter(isMoving),
    ];
  };
}
