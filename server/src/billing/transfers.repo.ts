import { toCents } from '@speakifyr/contract/format.ts';
import { DELETED_NAME } from '@speakifyr/contract/limits.ts';
import type { ObjectId } from 'mongodb';
import type { AuditDocument, Collections } from '../database/collections.ts';
import { isDuplicateKey } from '../database/duplicate-key.ts';
import type { TransferDocument } from '../database/money-documents.ts';

/** A transfer. Its id is `_id` in the database. */
export type Transfer = Omit<TransferDocument, '_id'> & { transferId: ObjectId };

type Transfers = Pick<Collections, 'transfers'>;

function toTransfer({ _id, ...transfer }: TransferDocument): Transfer {
  return { transferId: _id, ...transfer };
}

/** @returns false if another transfer of the same seat is not over */
export async function insertTransfer(
  { transfers }: Transfers,
  { transferId, ...transfer }: Transfer,
): Promise<boolean> {
  try {
    await transfers.insertOne({ _id: transferId, ...transfer });
    return true;
  } catch (error) {
    if (isDuplicateKey(error)) return false;
    throw error;
  }
}

export async function findTransfer(
  { transfers }: Transfers,
  transferId: ObjectId,
): Promise<Transfer | null> {
  const found = await transfers.findOne({ _id: transferId });
  return found && toTransfer(found);
}

/**
 * Says which payment has paid the difference, and how much it was: the price of the class may have changed since the seat was
 * held. The first one counts. A transfer whose new seat was given up goes on if nothing else moves the seat by then.
 * @returns the transfer, or null if it is not this payment's
 */
export async function claimForPayment(
  { transfers }: Transfers,
  { transferId, cartId, to, difference }: Transfer,
  { paymentId, amount }: { paymentId: string; amount: number },
  { decidedAt, checkAfter }: { decidedAt: Date; checkAfter: Date },
): Promise<Transfer | null> {
  const price = (toCents(to.price) - difference + amount) / 100;
  try {
    await transfers.updateOne(
      { _id: transferId, state: { $in: ['held', 'ended'] }, paidBy: { $exists: false } },
      {
        $set: {
          ...{ state: 'decided', paidBy: paymentId, openCartId: cartId, decidedAt, checkAfter },
          ...{ difference: amount, 'to.price': price },
        },
      },
    );
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
  }
  const found = await transfers.findOne({
    _id: transferId,
    paidBy: paymentId,
    state: { $in: ['decided', 'done'] },
  });
  return found && toTransfer(found);
}

/** Whether a seat is moving to another class, and nothing has to be paid for that anymore. */
export async function isMoveDecided({ transfers }: Transfers, cartId: ObjectId): Promise<boolean> {
  return (await transfers.countDocuments({ cartId, state: 'decided' }, { limit: 1 })) > 0;
}

/** The transfer that is about to move a seat, with nothing to pay for it anymore. */
export async function findDecidedTransfer(
  { transfers }: Transfers,
  cartId: ObjectId,
): Promise<Transfer | null> {
  const found = await transfers.findOne({ cartId, state: 'decided' });
  return found && toTransfer(found);
}

/** How often parents have moved a seat since then, or begun to. Moves that came to nothing don't count. */
export async function countMoves(
  { transfers }: Transfers,
  cartId: ObjectId,
  since: Date,
): Promise<number> {
  return transfers.countDocuments({
    ...{ cartId, isQueueFirst: true, state: { $ne: 'ended' } },
    createdAt: { $gt: since },
  });
}

/** Notes that the email is due that asks the family to pay the difference, once, while the new seat is held. */
export async function markAskedTransfer(
  { transfers }: Transfers,
  transferId: ObjectId,
): Promise<void> {
  await transfers.updateOne(
    { _id: transferId, state: 'held', isAsked: { $exists: false } },
    { $set: { isAsked: true, mailDue: true } },
  );
}

/** Ends a transfer that got no seat. */
export async function endTransfer(
  { transfers }: Transfers,
  transferId: ObjectId,
  from: 'held' | 'decided',
): Promise<void> {
  await transfers.updateOne(
    { _id: transferId, state: from },
    { $set: { state: 'ended' }, $unset: { openCartId: true, checkAfter: true } },
  );
}

/** Records that a transfer is complete, and that an email about it is due. @returns whether it was not before */
export async function closeTransfer(
  { transfers }: Transfers,
  transferId: ObjectId,
  act: AuditDocument,
): Promise<boolean> {
  const { matchedCount } = await transfers.updateOne(
    { _id: transferId, state: 'decided' },
    {
      $set: { state: 'done', mailDue: true },
      $unset: { openCartId: true, checkAfter: true },
      $push: { unfiledActs: act },
    },
  );
  return matchedCount === 1;
}

/** The lines of the ledger with which a seat was moved to a dearer class. */
export async function listDifferencesPaid(
  { transfers }: Transfers,
  cartId: ObjectId,
): Promise<{ paymentId: string; cartId: ObjectId }[]> {
  const found = await transfers
    .find({ cartId, paidBy: { $exists: true } })
    .sort({ createdAt: 1 })
    .toArray();
  return found.flatMap(({ state, paidBy, heldCartId }) =>
    paidBy && state !== 'ended' ? [{ paymentId: paidBy, cartId: heldCartId }] : [],
  );
}

/** The payments of the differences with which some seats were moved to dearer classes, by the seat's cart id (hexadecimal). */
export async function listDifferencesOf(
  { transfers }: Transfers,
  cartIds: ObjectId[],
): Promise<Map<string, string[]>> {
  const found = await transfers
    .find({ cartId: { $in: cartIds }, state: 'done' })
    .sort({ createdAt: 1 })
    .toArray();
  const paid = new Map<string, string[]>();
  for (const { cartId, paidBy } of found) {
    const key = cartId.toHexString();
    if (paidBy) paid.set(key, [...(paid.get(key) ?? []), paidBy]);
  }
  return paid;
}

/** What the school has kept of the payments of some seats when they moved to cheaper classes. */
export async function listKept(
  { transfers }: Transfers,
  cartIds: ObjectId[],
): Promise<NonNullable<Transfer['keeps']>> {
  const found = await transfers.find({ cartId: { $in: cartIds }, state: 'done' }).toArray();
  return found.flatMap(({ keeps = [] }) => keeps);
}

/** The transfers of the seats that an account paid for, oldest first. */
export async function listTransfersOf(
  { transfers }: Transfers,
  email: string,
): Promise<Transfer[]> {
  const found = await transfers.find({ email }).sort({ createdAt: 1 }).toArray();
  return found.map(toTransfer);
}

/** Removes the email from the transfers of an account, and its own name. Children's names go with the children. */
export async function forgetTransfers(
  { transfers }: Transfers,
  email: string,
  pseudonym: string,
): Promise<void> {
  await transfers.updateMany({ email, by: email }, { $set: { by: pseudonym } });
  for (const place of ['from', 'to'])
    await transfers.updateMany(
      { email, [`${place}.childId`]: { $exists: false } },
      { $set: { [`${place}.name`]: DELETED_NAME } },
    );
  await transfers.updateMany({ email }, { $set: { email: pseudonym } });
}

/** How many transfers one sweep works on. */
const MAX_DUE = 100;

/** The transfers that somebody should go on with now. */
export async function listDueTransfers({ transfers }: Transfers, at: Date): Promise<Transfer[]> {
  const found = await transfers
    .find({ checkAfter: { $lte: at } })
    .sort({ checkAfter: 1 })
    .limit(MAX_DUE)
    .toArray();
  return found.map(toTransfer);
}

/** Looks at a transfer again later. */
export async function postponeTransfer(
  { transfers }: Transfers,
  transferId: ObjectId,
  checkAfter: Date,
): Promise<void> {
  await transfers.updateOne(
    { _id: transferId, checkAfter: { $exists: true } },
    { $set: { checkAfter } },
  );
}

/**
 * Moves a line of the ledger with its seat, once. The line tells who was first: this, or somebody who returns the money.
 * @param before the transfer that moved it last
 * @returns whether the line belongs to the new seat now
 */
export async function moveItem(
  { payments }: Pick<Collections, 'payments'>,
  line: { paymentId: string; cartId: ObjectId },
  { transferId, previous, to }: Pick<Transfer, 'transferId' | 'previous' | 'to'>,
): Promise<boolean> {
  const { paymentId, cartId } = line;
  const { classId, childId, name } = to;
  await payments.updateOne(
    {
      _id: paymentId,
      items: { $elemMatch: { cartId, state: 'enrolled', movedBy: previous ?? { $exists: false } } },
    },
    {
      $set: {
        'items.$.classId': classId,
        'items.$.name': name,
        'items.$.movedBy': transferId,
        ...(childId && { 'items.$.childId': childId }),
      },
    },
  );
  const isMoved = {
    items: { $elemMatch: { cartId, state: 'enrolled' as const, movedBy: transferId } },
  };
  return (await payments.countDocuments({ _id: paymentId, ...isMoved })) === 1;
}
