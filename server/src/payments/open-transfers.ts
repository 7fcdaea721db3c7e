import { randomUUID } from 'node:crypto';
import { nameCharge } from '@speakifyr/contract/format.ts';
import type { OpenTransferDocument, UserDocument } from '../database/collections.ts';
import { ApiError } from '../errors.ts';
import { recordEvent } from '../events/audit-event.ts';
import type { Services } from '../services.ts';
import type { Transfer } from './bank-file/read-bank-file.ts';

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
  const writes = transfers.map(({ requestId, day, amount, text }) => ({
    updateOne: {
      filter: { _id: requestId },
      update: { $setOnInsert: { day, amount, text, addedAt } },
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
  if (matchedCount === 0)
    throw new ApiError('not_found', 'This transfer is booked, or no longer on the list.');
  const told = { by, type: 'set transfer aside', target: requestId, before: null } as const;
  await recordEvent({ ...told, after: note ? { note } : null }, randomUUID(), services);
}

/**
 * A transfer is booked as the bank's list has it: all of it, so that nothing of it is left without a trace. R578
 * @throws {ApiError} `invalid_input`
 */
export async function checkTransfer(
  {
    requestId,
    amount,
    day,
    method,
  }: Pick<Transfer, 'requestId' | 'amount' | 'day'> & {
    method: string;
  },
  { database, environment }: Services,
): Promise<void> {
  const found = await database.collections.openTransfers.findOne({ _id: requestId });
  if (!found || (found.amount === amount && found.day === day && method === 'bank transfer'))
    return;
  const sum = nameCharge(found.amount / 100, environment.CURRENCY);
  throw new ApiError('invalid_input', undefined, {
    fields: { 'body.amount': `The bank’s list says ${sum} on ${found.day}. Book all of it.` },
  });
}

/** It is in the ledger now. */
export async function closeTransfer(
  requestId: string,
  { database }: Pick<Services, 'database'>,
): Promise<void> {
  await database.collections.openTransfers.deleteOne({ _id: requestId });
}
