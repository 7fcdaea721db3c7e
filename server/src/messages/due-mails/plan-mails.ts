import type { ObjectId } from 'mongodb';
import type { UserDocument } from '../../database/collections.ts';
import type { CancellationDocument, TransferDocument } from '../../database/money-documents.ts';
import type { Services } from '../../services.ts';
import type { NewMail } from '../outbox.ts';
import { sumAmounts } from '../../sum-amounts.ts';
import { findReaders } from '../seat-readers.ts';
import { describeEndedSeat } from './admin-mails.ts';
import { addMarkedMails } from './add-marked-mails.ts';
import {
  listMarkedCancellations,
  listMarkedTransfers,
  unmarkCancellations,
  unmarkTransfers,
} from './plan-marks.repo.ts';
import { addressTo, essentialTo, findRecipient } from './recipients.ts';

const KEEP_TRYING_DAYS = 30;

/**
 * Tells every guardian who sees the children's classes, or booked the seat, of seats that are canceled or have moved. A
 * payer who is no longer a guardian only hears of money that comes back. A class that is canceled as a whole has an email
 * of its own: class-mails.ts. Tells the admins of seats that ended because money was returned.
 */
export async function addPlanMails(services: Services, signal?: AbortSignal): Promise<void> {
  const cancellations = {
    list: listMarkedCancellations,
    describe: describeCanceledSeat,
    unmark: unmarkCancellations,
  };
  const transfers = {
    list: listMarkedTransfers,
    describe: describeMovedSeat,
    unmark: unmarkTransfers,
  };
  await addMarkedMails(cancellations, services, signal);
  await addMarkedMails(transfers, services, signal);
}

async function describeCanceledSeat(
  canceled: CancellationDocument,
  services: Services,
): Promise<NewMail[]> {
  const { _id: cartId, email, childId, reason, refunds } = canceled;
  if (reason === 'class canceled') return [];
  const readers = await findPeople(email, cartId, [childId], services);
  const payer = sumAmounts(refunds) > 0 ? await findRecipient(email, services) : undefined;
  const people = payer ? [...readers.filter(({ _id }) => !_id.equals(payer._id)), payer] : readers;
  const toFamily = people.map((user) => ({
    _id: `seatcanceled-${cartId.toHexString()}-${user._id.toHexString()}`,
    cause: { kind: 'seat canceled' as const, cartId },
    ...essentialTo(user, KEEP_TRYING_DAYS, services),
  }));
  return [...toFamily, ...(await describeEndedSeat(canceled, services))];
}

async function describeMovedSeat(
  { _id: transferId, cartId, email, from, to, state, askedUntil }: TransferDocument,
  services: Services,
): Promise<NewMail[]> {
  if (state === 'open') return describeAskedMove({ transferId, email, askedUntil }, services);
  if (state !== 'done') return [];
  const people = await findPeople(email, cartId, [from.childId, to.childId], services);
  return people.map((user) => ({
    _id: `moved-${transferId.toHexString()}-${user._id.toHexString()}`,
    cause: { kind: 'seat moved' as const, transferId },
    ...essentialTo(user, KEEP_TRYING_DAYS, services),
  }));
}

/** Asks the payer to pay the difference, as an admin wants. */
async function describeAskedMove(
  {
    transferId,
    email,
    askedUntil,
  }: Pick<TransferDocument, 'email' | 'askedUntil'> & {
    transferId: ObjectId;
  },
  services: Services,
): Promise<NewMail[]> {
  const payer = await findRecipient(email, services);
  if (!payer || !askedUntil) return [];
  return [
    {
      _id: `moveasked-${transferId.toHexString()}`,
      cause: { kind: 'move asked', transferId },
      ...addressTo(payer),
      ...{ isEssential: true, notAfter: askedUntil },
    },
  ];
}

/** Those who hear of a seat, and of the children that have it or had it. Each person once. */
async function findPeople(
  email: string,
  cartId: ObjectId,
  childIds: (ObjectId | undefined)[],
  services: Services,
): Promise<UserDocument[]> {
  const seats = childIds.map((childId) => ({ cartId, email, ...(childId && { childId }) }));
  const readers = await findReaders(seats, services);
  return [...new Map(readers.map(({ user }) => [user._id.toHexString(), user])).values()];
}
