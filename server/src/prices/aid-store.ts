import { type Aid, isForClass } from '@speakifyr/contract/prices.ts';
import { KEEP_AID_DAYS, MAX_PAGE_SIZE } from '@speakifyr/contract/limits.ts';
import type { ObjectId } from 'mongodb';
import type { AidRequestDocument } from '../database/price-documents.ts';
import type { Collections } from '../database/collections.ts';
import { findPage, type ListRequest, type Page } from '../database/lists.ts';
import { isDuplicateKey } from '../database/duplicate-key.ts';
import { addDays, DAY_MS, readToday } from '../school-time.ts';
import type { Services } from '../services.ts';

/**
 * Requests for financial aid, and what was awarded. A request and its award are one document, so that it can be answered
 * once. decisions/0078
 */

type Needs = Pick<Services, 'database'>;

/** Who a seat is for: the account itself, or one of its children. */
export type SeatFor = { userId: ObjectId; childId?: ObjectId };

/** How long an unanswered request is kept. docs/privacy.md names it. */
const KEEP_OPEN_DAYS = 180;

/**
 * The aid for a seat of this class that is held today. Only the account that asked gets it, not another guardian of the
 * child. R454
 */
export async function findAid(
  classId: ObjectId,
  whom: SeatFor,
  services: Pick<Services, 'database' | 'environment' | 'now'>,
): Promise<Aid[]> {
  const { collections } = services.database;
  const awarded = await listAwards(whom.userId, readToday(services), collections);
  return awarded.filter((one) => countsFor(one, classId, whom)).flatMap(toAid);
}

/** The awards that an account has on a day, yyyy-mm-dd. */
export async function listAwards(
  userId: ObjectId,
  today: string,
  { aidRequests }: Pick<Collections, 'aidRequests'>,
): Promise<AidRequestDocument[]> {
  return aidRequests.find({ userId, 'award.until': { $gte: today } }).toArray();
}

/** Whether an award is for this seat of the account that asked, apart from its last day. */
export function countsFor(
  { childId, award }: AidRequestDocument,
  classId: ObjectId,
  whom: Pick<SeatFor, 'childId'>,
): boolean {
  if (!award) return false;
  const isNamed = whom.childId ? whom.childId.equals(childId) : !childId;
  return (award.isForAll || isNamed) && isForClass(award, classId.toHexString());
}

/** What a held seat keeps of an award, and for what that holds; nothing without one. R470 */
export function toAid({ _id, award, childId }: AidRequestDocument): Aid[] {
  if (!award) return [];
  const { percent, amount, classIds, until, isForAll } = award;
  const person = !isForAll && { person: childId?.toHexString() ?? null };
  return [{ id: _id.toHexString(), percent, amount, classIds, until, ...person }];
}

/**
 * R450
 * @returns false if the account has an open request
 */
export async function insertRequest(
  { userId, ...asked }: Omit<AidRequestDocument, 'openFor'>,
  { database }: Needs,
): Promise<boolean> {
  try {
    await database.collections.aidRequests.insertOne({ ...asked, userId, openFor: userId });
    return true;
  } catch (error) {
    if (isDuplicateKey(error)) return false;
    throw error;
  }
}

/** All requests of an account, newest first. */
export async function listRequestsOf(
  { _id: userId }: { _id: ObjectId },
  { database }: Needs,
): Promise<AidRequestDocument[]> {
  return database.collections.aidRequests.find({ userId }).sort({ askedAt: -1 }).toArray();
}

/** A page of the requests that nobody has answered yet, or of the others. */
export async function listRequests(
  isOpen: boolean,
  request: ListRequest,
  { database }: Needs,
): Promise<Page<AidRequestDocument>> {
  return findPage(
    database.collections.aidRequests,
    { [isOpen ? 'openFor' : 'answeredAt']: { $exists: true } },
    { page: 1, size: MAX_PAGE_SIZE, ...request },
    '-askedAt',
  );
}

/** @returns null if there is none */
export async function findRequest(
  _id: ObjectId,
  { database }: Needs,
): Promise<AidRequestDocument | null> {
  return database.collections.aidRequests.findOne({ _id });
}

/** Deletes an open request of an account. @returns whether there was one */
export async function withdrawRequest(
  _id: ObjectId,
  userId: ObjectId,
  { database }: Needs,
): Promise<boolean> {
  const { deletedCount } = await database.collections.aidRequests.deleteOne({
    _id,
    userId,
    openFor: { $exists: true },
  });
  return deletedCount === 1;
}

/** Answers an open request. @returns false if somebody else was faster, or it is gone */
export async function answerRequest(
  _id: ObjectId,
  answer: Pick<AidRequestDocument, 'answer' | 'award' | 'answeredAt' | 'by'>,
  { database }: Needs,
): Promise<boolean> {
  const { modifiedCount } = await database.collections.aidRequests.updateOne(
    { _id, openFor: { $exists: true } },
    { $set: { ...answer, isDue: true }, $unset: { openFor: true } },
  );
  return modifiedCount === 1;
}

/** Those whose answer is not in the audit log or not in the cart yet. */
export async function listDueAnswers({ database }: Needs): Promise<AidRequestDocument[]> {
  return database.collections.aidRequests.find({ isDue: { $exists: true } }).toArray();
}

export async function markDone(_id: ObjectId, { database }: Needs): Promise<void> {
  await database.collections.aidRequests.updateOne({ _id }, { $unset: { isDue: true } });
}

/** Ends an award. Seats that have it keep it. */
export async function endAward(
  _id: ObjectId,
  services: Pick<Services, 'database' | 'environment' | 'now'>,
): Promise<void> {
  const today = readToday(services);
  await services.database.collections.aidRequests.updateOne(
    { _id, 'award.until': { $gte: today } },
    { $set: { 'award.until': addDays(today, -1) } },
  );
}

/**
 * Moves all requests and awards of an account to another one. If both have an open request, that of the account that
 * stays counts. Idempotent.
 */
export async function moveAid(
  { _id: from }: { _id: ObjectId },
  { _id: into }: { _id: ObjectId },
  { database }: Needs,
): Promise<void> {
  const { aidRequests } = database.collections;
  for (const { _id, openFor } of await listRequestsOf({ _id: from }, { database }))
    try {
      await aidRequests.updateOne(
        { _id },
        { $set: { userId: into, ...(openFor && { openFor: into }) } },
      );
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      await aidRequests.deleteOne({ _id });
    }
}

/** What was asked and awarded for one record of a child is for another record of it. May be repeated. */
export async function moveAidOfChild(
  from: ObjectId,
  into: ObjectId,
  { database }: Needs,
): Promise<void> {
  await database.collections.aidRequests.updateMany({ childId: from }, { $set: { childId: into } });
}

/** Deletes what an account that is deleted or removed asked for and was awarded. Idempotent. */
export async function forgetAidOf(
  { _id: userId }: { _id: ObjectId },
  { database }: Needs,
): Promise<void> {
  await database.collections.aidRequests.deleteMany({ userId });
}

/**
 * Deletes what anybody but these accounts asked for a child and was awarded for it: they no longer book for it. An award for
 * all seats of an account stays with the account, without the child. R455
 */
export async function forgetAidFor(
  childId: ObjectId,
  bookers: ObjectId[],
  { database }: Needs,
): Promise<void> {
  const { aidRequests } = database.collections;
  const ofOthers = { childId, userId: { $not: { $in: bookers } } };
  await aidRequests.updateMany(
    { ...ofOthers, 'award.isForAll': true },
    { $unset: { childId: true, words: true, canPay: true, answer: true } },
  );
  await aidRequests.deleteMany(ofOthers);
}

/**
 * Erases the words of a request KEEP_AID_DAYS after its answer, deletes what was declined or is over by then, and what nobody
 * answered in half a year. A job. R455
 */
export async function forgetOldAid(services: Services): Promise<void> {
  const { aidRequests } = services.database.collections;
  const before = (days: number) => new Date(services.now().getTime() - days * DAY_MS);
  const isOld = { answeredAt: { $lt: before(KEEP_AID_DAYS) }, isDue: { $exists: false } };
  await aidRequests.updateMany(
    { ...isOld, words: { $exists: true } },
    { $unset: { words: true, canPay: true, answer: true } },
  );
  const lastDay = addDays(readToday(services), -KEEP_AID_DAYS);
  await aidRequests.deleteMany({ ...isOld, award: { $exists: false } });
  await aidRequests.deleteMany({ ...isOld, 'award.until': { $lt: lastDay } });
  const isUnanswered = { openFor: { $exists: true }, askedAt: { $lt: before(KEEP_OPEN_DAYS) } };
  await aidRequests.deleteMany(isUnanswered);
}
