import { SCHOOL } from '@speakifyr/contract/school.ts';
import { randomInt } from 'node:crypto';
import {
  MAX_WRONG_CODES_OF_CHILD,
  PICKUP_CODE_DIGITS,
  PICKUP_CODE_HOURS,
} from '@speakifyr/contract/pick-up.ts';
import type { OwnPickupCode } from '@speakifyr/contract/pickup-codes.ts';
import { ObjectId } from 'mongodb';
import type { UserDocument } from '../database/user-documents.ts';
import type { PickupCode } from '../database/family-documents.ts';
import { auditEvent } from '../events/audit-event.ts';
import { findActiveUsers } from '../users/find-users.ts';
import { DAY_MS, formatIsoDay, HOUR_MS } from '../school-time.ts';
import type { Services } from '../services.ts';
import { hashCode } from '../short-code.ts';
import { checkMayHandOver, isBlockedToday } from './blocked-guardian.ts';
import { findAnyChild } from './booking.ts';
import { findChangeableChild } from './change-family.ts';
import { checkChildThere, withoutContacts } from './contacts.ts';
import { checkOwnBlocks } from './must-not-collect.ts';
import { canChange } from './rights.ts';

/** One-time codes with which an adult who is not a contact collects a child: the guardians' view. R393 */

/**
 * Makes a code for an adult. It replaces the last one. Its digits are in the response and nowhere else.
 * @param wish.childId 24 hexadecimal digits
 * @param wish.name of the adult who comes
 * @throws {ApiError} `not_found`, `guardian_may_not` without every right: it names somebody who may collect the child; also for a guardian who must not;
 *   `invalid_input` for somebody of whom the caller said that they must not
 */
export async function makePickupCode(
  { childId, name }: { childId: string; name: string },
  user: UserDocument,
  services: Services,
): Promise<{ code: string; until: string }> {
  const { childContacts } = services.database.collections;
  const _id = new ObjectId(childId);
  await findChangeableChild(_id, user, services);
  const at = services.now();
  const until = new Date(at.getTime() + PICKUP_CODE_HOURS * HOUR_MS);
  const day = formatIsoDay(until, SCHOOL.timeZone);
  await checkMayHandOver(_id, user, services);
  await checkOwnBlocks(_id, { name, day }, user, services);
  const digits = String(randomInt(10 ** PICKUP_CODE_DIGITS)).padStart(PICKUP_CODE_DIGITS, '0');
  const pickupCode: PickupCode = {
    _id: new ObjectId(),
    hash: hashPickupCode(_id, digits, services),
    name,
    by: user._id,
    until,
    wrong: 0,
  };
  const event = pickupCodeEvent(
    'make pickup code',
    { childId: _id, codeId: pickupCode._id },
    user,
    at,
  );
  await childContacts.updateOne(
    { _id },
    {
      $set: { pickupCode },
      $setOnInsert: withoutContacts(at),
      $push: { events: event },
    },
    { upsert: true },
  );
  await checkChildThere(_id, services);
  return { code: digits, until: until.toISOString() };
}

/**
 * Ends a child's code. Any guardian who may make one may end it. May be repeated.
 * @throws {ApiError} `not_found`, `guardian_may_not`
 */
export async function withdrawPickupCode(
  childId: string,
  user: UserDocument,
  services: Services,
): Promise<void> {
  const { childContacts } = services.database.collections;
  const _id = new ObjectId(childId);
  await findChangeableChild(_id, user, services);
  const code = await findPickupCode(_id, services);
  if (!code) return;
  const about = { childId: _id, codeId: code._id };
  await childContacts.updateOne(
    // Not one that was used or made just now.
    { _id, 'pickupCode._id': code._id, 'pickupCode.usedBy': { $exists: false } },
    {
      $unset: { pickupCode: true },
      $push: { events: pickupCodeEvent('withdraw pickup code', about, user, services.now()) },
    },
  );
}

/** The audit log says who did it, and neither the code nor the names of the child and of the adult. */
function pickupCodeEvent(
  type: 'make pickup code' | 'withdraw pickup code',
  about: { childId: ObjectId; codeId: ObjectId },
  user: UserDocument,
  at: Date,
) {
  const after = { child: about.childId.toHexString() };
  return auditEvent({
    type,
    at,
    by: user._id,
    target: user.email,
    before: null,
    after,
    ...about,
  });
}

/** A child's last code, also one that no longer works; null if there is none. */
export async function findPickupCode(
  _id: ObjectId,
  { database }: Pick<Services, 'database'>,
): Promise<PickupCode | null> {
  const { childContacts } = database.collections;
  const found = await childContacts.findOne({ _id }, { projection: { pickupCode: 1 } });
  return found?.pickupCode ?? null;
}

/**
 * The children's codes that can still be used, or that are locked so that the family has to know.
 * @returns by child id (24 hexadecimal digits)
 */
export async function readPickupCodes(
  childIds: ObjectId[],
  services: Services,
): Promise<Map<string, OwnPickupCode>> {
  const { childContacts } = services.database.collections;
  const found = await childContacts
    .find({ _id: { $in: childIds } }, { projection: { pickupCode: 1 } })
    .toArray();
  const working = await Promise.all(
    found.map(async ({ _id, pickupCode: code }) => {
      const isOpen = code && !code.usedBy && code.until > services.now();
      if (!isOpen || !(await isMadeByGuardian(_id, code, services))) return [];
      const { name, until } = code;
      const isLocked = code.wrong >= MAX_WRONG_CODES_OF_CHILD;
      return [[_id.toHexString(), { name, until: until.toISOString(), isLocked }] as const];
    }),
  );
  return new Map(working.flat());
}

/** Whether the one who made a code still decides about the child. Checked whenever the code is used or shown. R461 */
export async function isMadeByGuardian(
  childId: ObjectId,
  { by }: Pick<PickupCode, 'by'>,
  services: Services,
): Promise<boolean> {
  const [child, [maker]] = await Promise.all([
    findAnyChild(childId, services),
    findActiveUsers([by], services),
  ]);
  if (!child || !maker || !canChange(child, by)) return false;
  return !(await isBlockedToday(childId, maker, services));
}

/** A keyed hash that includes the child, so that a code works for one child only. */
export function hashPickupCode(
  childId: ObjectId,
  digits: string,
  services: Pick<Services, 'environment'>,
): string {
  return hashCode(`pickup code ${childId.toHexString()} ${digits}`, services);
}

/** Forgets codes that ended a day ago. Until then, the team reads that a code has expired or was used. A job. */
export async function forgetPickupCodes({ database, now }: Services): Promise<void> {
  const dayAgo = new Date(now().getTime() - DAY_MS);
  await database.collections.childContacts.updateMany(
    { 'pickupCode.until': { $lte: dayAgo } },
    { $unset: { pickupCode: true } },
  );
}
