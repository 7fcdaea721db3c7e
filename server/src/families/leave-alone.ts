import { SCHOOL } from '@speakifyr/contract/school.ts';
import type { OwnLeaveAlone } from '@speakifyr/contract/leave-alone.ts';
import { ObjectId } from 'mongodb';
import type { UserDocument } from '../database/user-documents.ts';
import type { MayLeaveAlone } from '../database/family-documents.ts';
import { auditEvent } from '../events/audit-event.ts';
import { findTime, type Moment, readToday } from '../school-time.ts';
import type { Services } from '../services.ts';
import { checkMayHandOver, judgeGuardian } from './blocked-guardian.ts';
import { findChangeableChild } from './change-family.ts';
import { checkChildThere } from './contacts.ts';
import { listGuardians } from './guardians.ts';
import { readBlocks } from './read-blocks.ts';
import { hasEveryRight } from './rights.ts';

/** A guardian lets a child leave alone from a time of day on. R412 */

/** What was said, and the name of who said it. */
type Consent = MayLeaveAlone & { name: string };

/**
 * Sets from when on a child may leave alone, every day and in all classes. Replaces what any guardian said before.
 * @param wish.childId 24 hexadecimal digits
 * @param wish.from HH:MM at the school
 * @throws {ApiError} `not_found`, `guardian_may_not` without every right, and for a guardian who must not collect it
 */
export async function allowLeavingAlone(
  { childId, from }: { childId: string; from: string },
  user: UserDocument,
  services: Services,
): Promise<void> {
  const _id = new ObjectId(childId);
  await findChangeableChild(_id, user, services);
  await checkMayHandOver(_id, user, services);
  const at = services.now();
  const event = auditEvent({
    type: 'allow leaving alone',
    at,
    by: user._id,
    target: user.email,
    before: null,
    after: { child: childId, from },
    childId: _id,
  });
  await services.database.collections.childContacts.updateOne(
    { _id },
    {
      // The job that erases the contacts counts from now.
      $set: { mayLeaveAlone: { from, by: user._id, at }, savedAt: at, checkAfter: at },
      $setOnInsert: { contacts: [] },
      $push: { events: event },
    },
    { upsert: true },
  );
  await checkChildThere(_id, services);
}

/**
 * Takes it back. Any guardian who may say it may do so, whoever said it. May be repeated.
 * @param childId 24 hexadecimal digits
 * @throws {ApiError} `not_found`, `guardian_may_not` without every right
 */
export async function endLeavingAlone(
  childId: string,
  user: UserDocument,
  services: Services,
): Promise<void> {
  const _id = new ObjectId(childId);
  await findChangeableChild(_id, user, services);
  const event = auditEvent({
    type: 'end leaving alone',
    at: services.now(),
    by: user._id,
    target: user.email,
    before: null,
    after: { child: childId },
    childId: _id,
  });
  await services.database.collections.childContacts.updateOne(
    { _id, mayLeaveAlone: { $exists: true } },
    { $unset: { mayLeaveAlone: true }, $push: { events: event } },
  );
}

/**
 * Which children may leave alone, and from when on. Valid while the guardian who said so has every right
 * and may collect the child themselves. R461
 * @returns by child id (24 hexadecimal digits), without children who may not
 */
export async function readLeavingAlone(
  childIds: ObjectId[],
  services: Pick<Services, 'database' | 'now' | 'environment'>,
): Promise<Map<string, Consent>> {
  const found = await services.database.collections.childContacts
    .find(
      { _id: { $in: childIds }, mayLeaveAlone: { $exists: true } },
      { projection: { mayLeaveAlone: 1 } },
    )
    .toArray();
  if (found.length === 0) return new Map();
  const ids = found.map(({ _id }) => _id);
  const [guardians, blocks] = [await listGuardians(ids, services), await readBlocks(ids, services)];
  const today = readToday(services);
  return new Map(
    found.flatMap(({ _id, mayLeaveAlone: said }) => {
      const id = _id.toHexString();
      const guardian = guardians.get(id)?.find(({ user }) => said && user._id.equals(said.by));
      const isBlocked =
        guardian && judgeGuardian(blocks.get(id), guardian.user, today) === 'blocked';
      return said && guardian && hasEveryRight(guardian) && !isBlocked
        ? [[id, { ...said, name: guardian.user.name }]]
        : [];
    }),
  );
}

/** Whether a child may leave alone at a moment: from the time of day on, and not before somebody said so. R413 */
export function mayLeaveAt(
  { from, at: saidAt }: Pick<MayLeaveAlone, 'from' | 'at'>,
  { at, day }: Moment,
): boolean {
  return at >= findTime(day, from, SCHOOL.timeZone) && at >= saidAt;
}

/** What was said, for a guardian who may see the child; without the name of another one. */
export function presentLeavingAlone(
  { from, at, by }: MayLeaveAlone,
  { _id }: { _id: ObjectId },
): OwnLeaveAlone {
  return { from, at: at.toISOString(), isYou: by.equals(_id) };
}
