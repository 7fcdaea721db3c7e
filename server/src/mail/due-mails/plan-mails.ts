import type { ObjectId } from 'mongodb';
import type { UserDocument } from '../../database/collections.ts';
import type { CancellationDocument, TransferDocument } from '../../database/money-documents.ts';
import type { Services } from '../../services.ts';
import type { NewMail } from '../outbox.ts';
import { findReaders } from '../seat-readers.ts';
import { describeEndedSeat } from './admin-mails.ts';
import { addMarkedMails } from './add-marked-mails.ts';
import {
  listMarkedCancellations,
  listMarkedTransfers,
  unmarkCancellations,
  unmarkTransfers,
} from './plan-marks.repo.ts';
import { essentialTo, findRecipient } from './recipients.ts';

const KEEP_TRYING_DAYS = 30;

/**
 * Tells the payer, and every guardian who sees the children's classes, of seats that are canceled or have moved. A class
 * that is canceled as a whole has an email of its own: class-mails.ts. Tells the admins of seats that ended because money
 * was returned.
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
  const { _id: cartId, email, childId, reason } = canceled;
  if (reason === 'class canceled') return [];
  const people = await findPeople(email, cartId, [childId], services);
  const toFamily = people.map((user) => ({
    _id: `seatcanceled-${cartId.toHexString()}-${user._id.toHexString()}`,
    cause: { kind: 'seat canceled' as const, cartId },
    ...essentialTo(user, KEEP_TRYING_DAYS, services),
  }));
  return [...toFamily, ...(await describeEndedSeat(canceled, services))];
}

async function describeMovedSeat(
  { _id: transferId, cartId, email, from, to, state }: TransferDocument,
  services: Services,
): Promise<NewMail[]> {
  if (state !== 'done') return [];
  const people = await findPeople(email, cartId, [from.childId, to.childId], services);
  return people.map((user) => ({
    _id: `moved-${transferId.toHexString()}-${user._id.toHexString()}`,
    cause: { kind: 'seat moved' as const, transferId },
    ...essentialTo(user, KEEP_TRYING_DAYS, services),
  }));
}

/** The payer of a seat, and those who hear of the children that have it or had it. Each person once. */
async function findPeople(
  email: string,
  cartId: ObjectId,
  childIds: (ObjectId | undefined)[],
  services: Services,
): Promise<UserDocument[]> {
  const seats = childIds.map((childId) => ({ cartId, email, ...(childId && { childId }) }));
  const payer = await findRecipient(email, services);
  const readers = (await findReaders(seats, services)).map(({ user }) => user);
  const people = payer ? [payer, ...readers] : readers;
  return [...new Map(people.map((user) => [user._id.toHexString(), user])).values()];
}
