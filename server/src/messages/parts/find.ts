import type { ObjectId } from 'mongodb';
import { findPayment, type Payment } from '../../billing/ledger/payment-store.ts';
import { findRefund, type Refund } from '../../billing/ledger/refund-store.ts';
import { findClass, findClassNames } from '../../database/class-store.ts';
import type { ClassDocument, PaymentItem, Seat } from '../../database/collections.ts';
import type { CancellationDocument, MoveDocument } from '../../database/money-documents.ts';
import type { SeatOfCause } from '../../database/outbox-document.ts';
import { findSeat } from '../../enrollments/seats/find-seat.ts';
import type { Services } from '../../services.ts';

/** Finds what emails are about, as it is now. */
type Needs = Pick<Services, 'database'>;

/** A class with any status. */
export function findClassWithId(_id: ObjectId, { database }: Needs): Promise<ClassDocument | null> {
  return findClass(database.collections, { _id });
}

/** A seat that is still in this class, and the class. */
export async function findSeatOf(
  { classId, seatId }: SeatOfCause,
  services: Needs,
): Promise<{ campClass: ClassDocument | null; seat: Seat | undefined }> {
  const campClass = await findClassWithId(classId, services);
  return { campClass, seat: findSeat(campClass, { seatId }) };
}

/** Reads one after the other at the same time, and leaves out what is gone. */
export async function readEach<Item, Result>(
  items: Item[],
  read: (item: Item) => Promise<Result | undefined>,
): Promise<Result[]> {
  return (await Promise.all(items.map(read))).filter((one) => one !== undefined);
}

/** The names of the classes in a payment. */
export async function listClassNames(items: PaymentItem[], { database }: Needs): Promise<string[]> {
  const ids = items.map(({ classId }) => classId);
  return [...(await findClassNames(database.collections, ids)).values()];
}

/** @param seatId of the canceled seat */
export async function findCancellation(
  seatId: ObjectId,
  { database }: Needs,
): Promise<CancellationDocument | null> {
  const kind = { $in: ['cancel' as const, 'resell' as const] };
  const { seatChanges } = database.collections;
  return seatChanges.findOne<CancellationDocument>({ _id: seatId, kind });
}

/** The seats of a class that were canceled with the whole class. */
export async function listCanceledWith(
  classId: ObjectId,
  { database }: Needs,
): Promise<CancellationDocument[]> {
  const { seatChanges } = database.collections;
  return seatChanges.find<CancellationDocument>({ classId, reason: 'class canceled' }).toArray();
}

export async function findMove(_id: ObjectId, { database }: Needs): Promise<MoveDocument | null> {
  return database.collections.seatChanges.findOne<MoveDocument>({ _id, kind: 'move' });
}

/** The moves of a seat that nothing can stop anymore, newest first. */
export async function listMovesOf(seatId: ObjectId, { database }: Needs): Promise<MoveDocument[]> {
  const state = { $in: ['decided' as const, 'done' as const] };
  return database.collections.seatChanges
    .find<MoveDocument>({ kind: 'move', seatId, state })
    .sort({ createdAt: -1 })
    .toArray();
}

/** What an event is about, as it is when the mailer gets to the event. No email, if it is gone by then. */
function about<Data, Found>(
  find: (data: Data, services: Services) => Promise<Found | null | undefined>,
) {
  return <Due>(describe: (found: Found, services: Services) => Due[] | Promise<Due[]>) =>
    async ({ data }: { data: Data }, services: Services): Promise<Due[]> => {
      const found = await find(data, services);
      return found ? describe(found, services) : [];
    };
}

export const aboutPayment = about<{ paymentId: string }, Payment>(({ paymentId }, services) =>
  findPayment(services.database.collections, paymentId),
);

export const aboutRefund = about<{ refundId: string }, Refund>(({ refundId }, services) =>
  findRefund(services.database.collections, refundId),
);

export const aboutCancellation = about<{ changeId: ObjectId }, CancellationDocument>(
  ({ changeId }, services) => findCancellation(changeId, services),
);

export const aboutMove = about<{ changeId: ObjectId }, MoveDocument>(({ changeId }, services) =>
  findMove(changeId, services),
);
