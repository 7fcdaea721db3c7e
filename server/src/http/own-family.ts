import type { Contract } from '@speakifyr/contract/contract.ts';
import { ObjectId } from 'mongodb';
import { findPayment, listPaymentsOfHolds } from '../ledger/payment-store.ts';
import { findRefund } from '../ledger/refund-store.ts';
import { findClass } from '../database/class-store.ts';
import type { PaymentItem } from '../database/payment-documents.ts';
import type { UserDocument } from '../database/user-documents.ts';
import { findSeatInClass, isEnrolled } from '../seats/find-seat.ts';
import { ApiError } from '../errors.ts';
import { findPart } from '../families/form-parts.ts';
import { type Concerned, isOwnFamily } from '../families/own-family.ts';
import { findAnyUser } from '../users/find-users.ts';
import { findRequest } from '../prices/aid-store.ts';
import type { Services } from '../services.ts';
import { type About, TEAM_ACTS } from './family-acts.ts';

/**
 * Nobody of the office serves their own family: not a director, and not the only admin, who use a parent's pages. The
 * only place that decides it, for all calls. R495
 * @param input the call's, parsed
 * @returns the user; without the role in a call that parents make, too
 * @throws {ApiError} `own_family`
 */
export async function admitToFamily(
  name: keyof Contract,
  input: unknown,
  user: UserDocument,
  services: Services,
): Promise<UserDocument> {
  if (user.role !== 'admin' || !(name in TEAM_ACTS)) return user;
  const act = TEAM_ACTS[name as keyof typeof TEAM_ACTS];
  if (typeof act === 'string') return user;
  // The table gives each name its own type, which TypeScript can't follow through a lookup by name.
  const concerned = await findConcerned((act as (input: unknown) => About)(input), services);
  if (!(await isOwnFamily(user, concerned, services))) return user;
  if (name === 'POST /moves') return { ...user, role: 'student' };
  throw new ApiError('own_family');
}

/** Nobody for what is not there: the call itself says so. */
async function findConcerned(about: About, services: Services): Promise<Concerned> {
  const { collections } = services.database;
  const { email, childId, seat, paidSeat, entry, paymentId, refundId, aidRequest, formFile } =
    about;
  const concerned: Concerned = {
    accounts: (about.accounts ?? []).map((id) => new ObjectId(id)),
    children: childId ? [new ObjectId(childId)] : [],
  };
  const add = (userId?: ObjectId, ...children: (ObjectId | undefined)[]) => {
    if (userId) concerned.accounts.push(userId);
    concerned.children.push(...children.flatMap((id) => id ?? []));
  };
  const addPayment = (payment: { userId: ObjectId; items: PaymentItem[] } | null) => {
    add(payment?.userId, ...(payment?.items ?? []).map((item) => item.childId));
    for (const { coPay } of payment?.items ?? []) add(coPay?.userId);
  };
  const addSeat = async (ref: { classId: string; cartId: string }) => {
    const found = (await findSeatInClass(ref, collections))?.seat;
    add(found?.userId, found?.childId);
    if (isEnrolled(found)) add(found.coPay?.userId);
  };

  if (email) add((await findAnyUser(email, services))?._id);
  if (seat) await addSeat(seat);
  if (paidSeat) {
    const seatId = new ObjectId(paidSeat);
    for (const payment of await listPaymentsOfHolds(collections, [{ seatId }])) {
      addPayment(payment);
      const item = payment.items.find((one) => one.seatId.equals(seatId));
      if (item) await addSeat({ classId: item.classId.toHexString(), cartId: paidSeat });
    }
  }
  if (entry) {
    const campClass = await findClass(collections, { _id: new ObjectId(entry.classId) });
    const found = campClass?.waiting?.find(({ waitId }) => waitId.equals(entry.waitId));
    add(found?.userId, ...(found?.people ?? []).map((person) => person.childId));
  }
  if (paymentId) addPayment(await findPayment(collections, paymentId));
  if (refundId) {
    const refund = await findRefund(collections, refundId);
    if (refund) addPayment(await findPayment(collections, refund.paymentId));
  }
  if (aidRequest) {
    const request = await findRequest(new ObjectId(aidRequest), services);
    add(request?.userId, request?.childId);
  }
  if (formFile) {
    const personId = (await findPart(new ObjectId(formFile), services))?.part.personId;
    // Of a child, or of an account: an id is of one of them.
    add(personId, personId);
  }
  return concerned;
}
