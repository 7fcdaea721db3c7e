import { SCHOOL } from '@speakifyr/contract/school.ts';
import { randomUUID } from 'node:crypto';
import { nameCharge } from '@speakifyr/contract/format.ts';
import type { OpenTransferDocument, PaymentDocument } from '../database/payment-documents.ts';
import type { UserDocument } from '../database/user-documents.ts';
import { ApiError } from '../errors.ts';
import { recordEvent } from '../events/audit-event.ts';
import type { Services } from '../services.ts';
import { namePayment } from '../ledger/enter-payment.ts';
import { findPayment } from '../ledger/payment-store.ts';
import { makeRequestId, type Transfer } from './bank-file/read-bank-file.ts';
import type { Money } from './money-lines.ts';

/** The transfers of a bank's lists that are still to be booked. decisions/0116 */

export type OpenTransfer = OpenTransferDocument & { requestId: string };

/** More than a school leaves open, so that the list is one answer. */
const MAX_LISTED = 1_000;
/** A file of a year can be read again without listing again what was set aside. */
const FORGET_MS = 400 * 24 * 60 * 60_000;

/** Oldest first. @param ids only these */
export async function listOpenTransfers(
  { database }: Pick<Services, 'database'>,
  ids?: string[],
): Promise<OpenTransfer[]> {
  const found = await database.collections.openTransfers
    .find(ids ? { _id: { $in: ids } } : {})
    .sort({ day: 1, _id: 1 })
    .limit(ids?.length ?? MAX_LISTED)
    .toArray();
  return found.map((one) => ({ ...one, requestId: one._id }));
}

/** Puts transfers on the list. One that is there stays as it is. R579 */
export async function keepTransfers(
  transfers: Transfer[],
  { database, now }: Pick<Services, 'database' | 'now'>,
): Promise<void> {
  const { openTransfers } = database.collections;
  const addedAt = now();
  await openTransfers.deleteMany({ 'aside.at': { $lt: new Date(addedAt.getTime() - FORGET_MS) } });
  const writes = transfers.map(({ requestId, day, amount, of, text }) => ({
    updateOne: {
      filter: { _id: requestId },
      update: { $setOnInsert: { day, amount, ...(of !== undefined && { of }), text, addedAt } },
      upsert: true,
    },
  }));
  if (writes.length > 0) await openTransfers.bulkWrite(writes);
}

/**
 * Sets a transfer aside that is no family's, or puts it back. It stays known, so that the next file does not list it again.
 * @param note why; empty to put it back
 * @throws {ApiError} `not_found` if it is booked, or on no list
 */
export async function setTransferAside(
  requestId: string,
  note: string,
  { _id: by }: UserDocument,
  services: Services,
): Promise<void> {
  const { openTransfers } = services.database.collections;
  const at = services.now();
  const { matchedCount } = await openTransfers.updateOne(
    { _id: requestId },
    note ? { $set: { aside: { note, by, at } } } : { $unset: { aside: true } },
  );
  if (matchedCount === 0) throw goneError();
  const told = { by, type: 'set transfer aside', target: requestId, before: null } as const;
  await recordEvent({ ...told, after: note ? { note } : null }, randomUUID(), services);
}

/**
 * A transfer is booked as the bank's list has it: all of it, or a part, of which the rest stays on the list. So nothing of it
 * is left without a trace. R578, R597
 * @returns its line of the list, if it is on it
 * @throws {ApiError} `invalid_input`
 */
export async function checkTransfer(
  { requestId, amount, day, method, isPart }: Pick<Money, 'method' | 'isPart'> & Booked,
  { database }: Services,
): Promise<OpenTransferDocument | null> {
  const found = await database.collections.openTransfers.findOne({ _id: requestId });
  if (!found) return null;
  const isAmount = isPart ? amount < found.amount : amount === found.amount;
  if (isAmount && found.day === day && method === 'bank transfer') return found;
  const sum = nameCharge(found.amount / 100, SCHOOL.currency);
  const what = isPart ? 'A part is less than that.' : 'Book all of it.';
  throw new ApiError('invalid_input', undefined, {
    fields: { 'body.amount': `The bank’s list says ${sum} on ${found.day}. ${what}` },
  });
}

type Booked = Pick<Transfer, 'requestId' | 'amount' | 'day'>;

export function goneError(): ApiError {
  return new ApiError('not_found', 'This transfer is booked, or no longer on the list.');
}

/** What the ledger keeps of the line of a transfer. @param amount in cents: what of it is booked now */
export function describePart(
  { amount: before, of, text, addedAt }: OpenTransferDocument,
  amount: number,
): NonNullable<NonNullable<PaymentDocument['received']>['transfer']> {
  const left = before - amount;
  return {
    of: of ?? before,
    text,
    addedAt,
    ...(left > 0 && { left }),
    ...(of !== undefined && { isRest: true as const }),
  };
}

/** The id of what is left of a transfer, after the part with this id: the same for everybody who works it out. */
export function nameRest(requestId: string): string {
  return makeRequestId(`the rest of ${requestId}`);
}

/** It is in the ledger now. What is left of it takes its place on the list. May be repeated. */
export async function closeTransfer(
  requestId: string,
  { database }: Pick<Services, 'database'>,
): Promise<void> {
  const { openTransfers } = database.collections;
  const found = await openTransfers.findOne({ _id: requestId });
  if (!found) return;
  // The rest is as old as its line: what was recorded by hand since then may be it.
  const { day, text, addedAt } = found;
  const payment = await findPayment(database.collections, namePayment('office', requestId));
  const { left, of } = payment?.received?.transfer ?? {};
  if (left && of)
    await openTransfers.updateOne(
      { _id: nameRest(requestId) },
      { $setOnInsert: { day, text, amount: left, of, addedAt } },
      { upsert: true },
    );
  await openTransfers.deleteOne({ _id: requestId });
}
