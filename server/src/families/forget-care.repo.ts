import type { ObjectId } from 'mongodb';
import type { Collections } from '../database/collections.ts';

/** What must be erased in time: health and contacts. */
type Care = Pick<Collections, 'childHealth' | 'childContacts'>;

/**
 * Takes the child that has been due for the longest time, so that no other server checks it until then.
 * @returns its id, or null if none is due
 */
export async function claimDueCare(
  { childHealth, childContacts }: Care,
  now: Date,
  nextCheck: Date,
): Promise<ObjectId | null> {
  const due = { checkAfter: { $lte: now } };
  const claim = { $set: { checkAfter: nextCheck } };
  const oldest = { sort: { checkAfter: 1 }, projection: { _id: 1 } } as const;
  const claimed =
    (await childHealth.findOneAndUpdate(due, claim, oldest)) ??
    (await childContacts.findOneAndUpdate(due, claim, oldest));
  return claimed?._id ?? null;
}

/** When a guardian last confirmed the health of a child, or saved its contacts. */
export async function findLastConfirmation(
  { childHealth, childContacts }: Care,
  childId: ObjectId,
): Promise<Date | null> {
  const [health, contacts] = await Promise.all([
    childHealth.findOne({ _id: childId }, { projection: { confirmedAt: 1 } }),
    childContacts.findOne({ _id: childId }, { projection: { savedAt: 1 } }),
  ]);
  const times = [health?.confirmedAt, contacts?.savedAt].flatMap((at) => at?.getTime() ?? []);
  return times.length > 0 ? new Date(Math.max(...times)) : null;
}

export async function setNextCheck(
  { childHealth, childContacts }: Care,
  childId: ObjectId,
  checkAfter: Date,
): Promise<void> {
  await childHealth.updateOne({ _id: childId }, { $set: { checkAfter } });
  await childContacts.updateOne({ _id: childId }, { $set: { checkAfter } });
}

/** Erases what was not confirmed or saved after this moment. May be repeated. */
export async function eraseCare(
  { childHealth, childContacts }: Care,
  childId: ObjectId,
  confirmedUntil: Date,
): Promise<void> {
  await childHealth.deleteOne({ _id: childId, confirmedAt: { $lte: confirmedUntil } });
  await childContacts.deleteOne({ _id: childId, savedAt: { $lte: confirmedUntil } });
}
