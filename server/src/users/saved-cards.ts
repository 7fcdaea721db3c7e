import type { ObjectId } from 'mongodb';
import type { UserDocument } from '../database/user-documents.ts';
import { logFailure } from '../log.ts';
import type { Services } from '../services.ts';
import type { SavedCard } from '../outside/stripe.ts';

/** The card that an account's parts are charged to. Stripe keeps it; here is what its owner sees. decisions/0064 */

/** An account with a saved card. */
export type CardHolder = UserDocument & { card: NonNullable<UserDocument['card']> };

/** How long a server's claim on an account lasts: longer than Stripe takes to answer or time out. */
const WORK_MS = 5 * 60_000;

/**
 * Keeps the card that a payment saved, unless its payer has chosen another one since. If the account is gone, Stripe
 * forgets the card. May be repeated.
 */
export async function keepCard(
  { userId, createdAt }: { userId: ObjectId; createdAt: Date },
  card: SavedCard & { customerId: string },
  services: Services,
): Promise<void> {
  const { users } = services.database.collections;
  const isOlder = [{ card: { $exists: false } }, { 'card.savedAt': { $lt: createdAt } }];
  const checkAfter = services.now();
  const { matchedCount } = await users.updateOne(
    { _id: userId, status: 'active', $or: isOlder },
    { $set: { card: { ...card, savedAt: createdAt, checkAfter } } },
  );
  if (matchedCount === 1) return forgetOthers(card, services);
  const isActive = await users.countDocuments({ _id: userId, status: 'active' });
  if (isActive === 0) await services.cardPayments.forgetCards(card.customerId);
}

/** From now on, charges another card. @returns whether the account still has a card of this customer */
export async function replaceCard(
  { _id }: Pick<UserDocument, '_id'>,
  card: SavedCard & { customerId: string },
  services: Services,
): Promise<boolean> {
  const now = services.now();
  const { matchedCount } = await services.database.collections.users.updateOne(
    { _id, status: 'active', 'card.customerId': card.customerId },
    // Payments that the old card declined are retried with the new one soon.
    { $set: { card: { ...card, savedAt: now, checkAfter: now } } },
  );
  if (matchedCount === 0) return false;
  await forgetOthers(card, services);
  return true;
}

/** If Stripe does not answer, they go with the last one. */
async function forgetOthers(
  { customerId, cardId }: SavedCard & { customerId: string },
  services: Services,
): Promise<void> {
  const forgotten = services.cardPayments.forgetCards(customerId, cardId);
  await logFailure(forgotten, 'an old card is not forgotten yet', services);
}

/**
 * Forgets the card of an account, first at Stripe. May be repeated. R370
 * @throws {ApiError} `unavailable`
 */
export async function forgetCard(
  { _id }: Pick<UserDocument, '_id'>,
  { database, cardPayments }: Services,
): Promise<void> {
  const { users } = database.collections;
  const { card } = (await users.findOne({ _id })) ?? {};
  if (!card) return;
  await cardPayments.forgetCards(card.customerId);
  await users.updateOne({ _id, 'card.customerId': card.customerId }, { $unset: { card: '' } });
}

/** Claims the next account whose card is due for a check. No other server gets it for now. R366 */
export async function claimCardHolder({ database, now }: Services): Promise<CardHolder | null> {
  const at = now();
  return (await database.collections.users.findOneAndUpdate(
    { 'card.checkAfter': { $lte: at } },
    { $set: { 'card.checkAfter': new Date(at.getTime() + WORK_MS) } },
    { sort: { 'card.checkAfter': 1 }, returnDocument: 'after' },
  )) as CardHolder | null;
}

/** Sets when a server next checks a claimed account. Somebody may have changed the card since. */
export async function checkCardAfter(
  { _id, card }: CardHolder,
  checkAfter: Date,
  { database }: Services,
): Promise<void> {
  await database.collections.users.updateOne(
    { _id, 'card.checkAfter': card.checkAfter },
    { $set: { 'card.checkAfter': checkAfter } },
  );
}
