import { judgeCollector } from '@speakifyr/contract/judge-collector.ts';
import {
  type CodeProblem,
  MAX_WRONG_CODES_OF_CHILD,
  MAX_WRONG_CODES_OF_PERSON,
} from '@speakifyr/contract/pick-up.ts';
import type { ObjectId } from 'mongodb';
import type { PickupCode } from '../database/family-documents.ts';
import { newsEvent } from '../events/audit-event.ts';
import { HOUR_MS, readToday } from '../school-time.ts';
import type { Services } from '../services.ts';
import { readBlocks } from './read-blocks.ts';
import { findPickupCode, hashPickupCode, isMadeByGuardian } from './pickup-code.ts';

/** Pick-up codes as the team enters them. A million codes and few tries: nobody guesses one. R394 */

/** A code that the team entered. `tapId`: of the tap with which the child is to leave. */
type Entered = { childId: ObjectId; code: string; tapId?: string };

type Checked = { code: PickupCode } | { problem: CodeProblem };

/**
 * Whether a code lets a child leave, and for whom it was made. Doesn't use it up, but a wrong code counts.
 * @param by who entered it
 */
export async function checkPickupCode(
  entered: Entered,
  by: { _id: ObjectId },
  services: Services,
): Promise<Checked> {
  if (!(await countTry(by, services))) return { problem: 'too_many_codes' };
  const checked = await findEntered(entered, services);
  const isWrong = 'problem' in checked && ['code_wrong', 'code_locked'].includes(checked.problem);
  if (!isWrong) await uncountTry(by, services);
  return checked;
}

/**
 * Uses a code up, for one tap. Of two concurrent phones, one succeeds; the same tap may repeat it. R393
 * @param entered.name the adult whom the team saw on its screen
 * @returns why the child may not leave with it; null if it may
 */
export async function spendPickupCode(
  entered: Entered & { tapId: string; name: string },
  by: { _id: ObjectId },
  services: Services,
): Promise<CodeProblem | null> {
  const checked = await checkPickupCode(entered, by, services);
  if ('problem' in checked) return checked.problem;
  const { childId, tapId, name } = entered;
  const { _id: codeId, usedBy } = checked.code;
  if (checked.code.name !== name) return 'code_wrong';
  if (usedBy === tapId) return null;
  const event = newsEvent('left with code', { childId, tapId }, services.now());
  const { childContacts } = services.database.collections;
  const { matchedCount } = await childContacts.updateOne(
    { _id: childId, 'pickupCode._id': codeId, 'pickupCode.usedBy': { $exists: false } },
    { $set: { 'pickupCode.usedBy': tapId }, $push: { events: event } },
  );
  if (matchedCount === 1) return null;
  const now = await findPickupCode(childId, services);
  if (!now?._id.equals(codeId)) return 'code_wrong';
  return now.usedBy === tapId ? null : 'code_used';
}

/** Counts the try before it looks, so that many concurrent tries can't all look. R395, R463 */
async function findEntered(
  { childId, code: digits, tapId }: Entered,
  services: Services,
): Promise<Checked> {
  const { childContacts } = services.database.collections;
  const counted = await childContacts.findOneAndUpdate(
    { _id: childId, 'pickupCode.wrong': { $lt: MAX_WRONG_CODES_OF_CHILD } },
    { $inc: { 'pickupCode.wrong': 1 } },
    { projection: { pickupCode: 1 } },
  );
  const code = counted?.pickupCode;
  if (!code) {
    const isLocked = (await findPickupCode(childId, services)) !== null;
    return { problem: isLocked ? 'code_locked' : 'code_wrong' };
  }
  if (code.hash !== hashPickupCode(childId, digits, services)) return { problem: 'code_wrong' };
  await childContacts.updateOne(
    { _id: childId, 'pickupCode._id': code._id },
    { $inc: { 'pickupCode.wrong': -1 } },
  );
  if (code.usedBy && code.usedBy !== tapId) return { problem: 'code_used' };
  if (code.until <= services.now()) return { problem: 'code_expired' };
  if (!(await isMadeByGuardian(childId, code, services))) return { problem: 'code_wrong' };
  const blocks = (await readBlocks([childId], services)).get(childId.toHexString()) ?? [];
  if (judgeCollector(blocks, { name: code.name }, readToday(services)) !== 'free')
    return { problem: 'must_not_collect' };
  return { code };
}

/** @returns false if they entered too many wrong codes within an hour, for any children */
export async function countTry(
  { _id }: { _id: ObjectId },
  { database, now }: Services,
): Promise<boolean> {
  const { users } = database.collections;
  const since = now();
  const hourAgo = new Date(since.getTime() - HOUR_MS);
  await users.updateOne(
    { _id, 'codeTries.since': { $not: { $gt: hourAgo } } },
    { $set: { codeTries: { since, count: 0 } } },
  );
  const { matchedCount } = await users.updateOne(
    { _id, 'codeTries.count': { $lt: MAX_WRONG_CODES_OF_PERSON } },
    { $inc: { 'codeTries.count': 1 } },
  );
  return matchedCount === 1;
}

/** It was no wrong code after all. */
export async function uncountTry(
  { _id }: { _id: ObjectId },
  { database }: Services,
): Promise<void> {
  await database.collections.users.updateOne(
    { _id, 'codeTries.count': { $gt: 0 } },
    { $inc: { 'codeTries.count': -1 } },
  );
}
