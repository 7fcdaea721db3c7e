import type { HealthAnswer, SevereAllergy, StoredHealth } from '@speakifyr/contract/children.ts';
import { HEALTH_FRESH_DAYS } from '@speakifyr/contract/limits.ts';
import type { HealthState } from '@speakifyr/contract/health-state.ts';
import { ObjectId } from 'mongodb';
import { ApiError } from '../errors.ts';
import { DAY_MS } from '../school-time.ts';
import { findLatestEnrollments } from '../seats/current-seats.ts';
import type { Collections } from '../database/collections.ts';
import type { ChildHealthDocument } from '../database/family-documents.ts';
import { checkAgreed } from '../school/school.service.ts';
import type { Services } from '../services.ts';
import { childNotFoundError } from './booking.ts';
import { eraseHealthParts } from './form-parts.ts';
import { findChangeableChild } from './change-family.ts';
import { isChildThere, noteHealthWithdrawn } from './children.repo.ts';
import { listDeciders } from './guardians.ts';

/** When these children's health was last confirmed and by whom, without what was answered. R111, R124 */
export async function listConfirmations(
  childIds: ObjectId[],
  { database }: Pick<Services, 'database'>,
): Promise<Pick<ChildHealthDocument, '_id' | 'confirmedAt' | 'consent'>[]> {
  const { childHealth } = database.collections;
  return childHealth
    .find({ _id: { $in: childIds } }, { projection: { confirmedAt: 1, consent: 1 } })
    .toArray();
}

/**
 * Whether the school knows about children's health. Doesn't read the answers. An answer outlives the rights of who gave
 * it, because an allergy does: then it is outdated until a guardian confirms it, also if the giver is back. R467
 * @param childIds only children whose health the caller may see; for others, say `hidden`
 * @returns by child id (hexadecimal), each child with a state
 */
export async function findHealthStates(
  childIds: ObjectId[],
  services: Pick<Services, 'database'>,
): Promise<Map<string, Exclude<HealthState, 'hidden'>>> {
  const [confirmations, enrollments, deciders] = await Promise.all([
    listConfirmations(childIds, services),
    findLatestEnrollments(childIds, services),
    listDeciders(childIds, services),
  ]);
  const confirmed = new Map(confirmations.map((answer) => [answer._id.toHexString(), answer]));
  return new Map(
    childIds.map((childId) => {
      const id = childId.toHexString();
      return [id, decideState(confirmed.get(id), enrollments.get(id), deciders.get(id) ?? [])];
    }),
  );
}

function decideState(
  answer: Pick<ChildHealthDocument, 'confirmedAt' | 'consent'> | undefined,
  enrolledAt: Date | undefined,
  deciders: ObjectId[],
) {
  if (!answer) return 'missing';
  const { confirmedAt, consent } = answer;
  // What the office entered today may have been signed long ago.
  const saidAt = Math.min(confirmedAt.getTime(), consent.at.getTime());
  const isOld = enrolledAt && enrolledAt.getTime() - saidAt > HEALTH_FRESH_DAYS * DAY_MS;
  const isGiverGone = consent.isOver || !deciders.some((decider) => decider.equals(consent.by));
  return isOld || isGiverGone ? 'outdated' : 'answered';
}

/**
 * Reads the answers. Only the child's page, the care sheet, what is made of it, and the download of one's own data may
 * show them.
 * @returns by child id (hexadecimal), without children whom nobody has answered for
 */
export async function readHealth(
  childIds: ObjectId[],
  { database }: Pick<Services, 'database'>,
): Promise<Map<string, StoredHealth>> {
  const { childHealth } = database.collections;
  const found = await childHealth.find({ _id: { $in: childIds } }).toArray();
  return new Map(
    found.map(({ _id, confirmedAt, consent, checkAfter: _check, ...answer }) => [
      _id.toHexString(),
      {
        ...answer,
        confirmedAt: confirmedAt.toISOString(),
        consent: {
          at: consent.at.toISOString(),
          by: consent.by.toHexString(),
          textVersion: consent.textVersion,
          ...(consent.paper && { paper: consent.paper }),
        },
      },
    ]),
  );
}

/**
 * The severe allergies of children, with what to do: for the day list and Everyone, now, which record their readers.
 * The database sends nothing else of what was answered. R558
 * @returns by child id (hexadecimal), without children who have none
 */
export async function readSevereAllergies(
  childIds: ObjectId[],
  { database }: Pick<Services, 'database'>,
): Promise<Map<string, SevereAllergy[]>> {
  const found = await database.collections.childHealth
    .find({ _id: { $in: childIds }, 'allergies.isSevere': true }, { projection: { allergies: 1 } })
    .toArray();
  return new Map(
    found.map(({ _id, allergies }) => [
      _id.toHexString(),
      allergies
        .filter(({ isSevere }) => isSevere)
        .map(({ what, whatToDo }) => ({ what, whatToDo })),
    ]),
  );
}

/**
 * Answers the questions about a child's health, or confirms the answer, with the guardian's consent to keep it.
 * @param request.seen when the answer that the guardian saw was confirmed, null if there was none; undefined replaces
 *   any answer
 * @param signed if the office enters it: when this guardian signed the paper, and which one it is. R568
 * @returns when it was confirmed: now
 * @throws {ApiError} `not_found`, `guardian_may_not`, `health_changed` if another guardian has answered since,
 *   `text_changed` if there is another consent by now
 */
export async function saveHealth(
  childId: string,
  { consent, seen, ...answer }: HealthAnswer & { consent: string; seen?: string | null },
  user: { _id: ObjectId },
  services: Services,
  signed?: { at: Date; paper: string },
): Promise<Date> {
  const { collections } = services.database;
  const id = new ObjectId(childId);
  await findChangeableChild(id, user, services);
  // What was signed on paper agrees to the words of its day.
  if (!signed) await checkAgreed('healthConsent', consent, services);
  const now = services.now();
  const isWritten = await writeHealth(
    collections,
    {
      _id: id,
      ...answer,
      confirmedAt: now,
      consent: { at: now, by: user._id, textVersion: consent, ...signed },
      checkAfter: now,
    },
    typeof seen === 'string' ? new Date(seen) : seen,
  );
  if (!isWritten) throw new ApiError('health_changed');
  // A concurrent deletion of the child may have erased the old answer before this one was written.
  if (await isChildThere(collections, id)) return now;
  await collections.childHealth.deleteOne({ _id: id });
  throw childNotFoundError();
}

/**
 * Writes an answer.
 * @param seen when the answer that it replaces was confirmed, null if there must be none, undefined for any
 * @returns whether it was written
 */
async function writeHealth(
  { childHealth }: Pick<Collections, 'childHealth'>,
  { _id, ...health }: ChildHealthDocument,
  seen: Date | null | undefined,
): Promise<boolean> {
  const change = { $set: health };
  if (seen) {
    const { matchedCount } = await childHealth.updateOne({ _id, confirmedAt: seen }, change);
    return matchedCount === 1;
  }
  if (seen === undefined) {
    await childHealth.updateOne({ _id }, change, { upsert: true });
    return true;
  }
  const { upsertedCount } = await childHealth.updateOne(
    { _id },
    { $setOnInsert: health },
    { upsert: true },
  );
  return upsertedCount === 1;
}

/**
 * Erases what the school knows about a child's health, in forms too, because a guardian withdraws the consent. No paper
 * that was signed before brings it back.
 * @param at when they withdrew it, if that was on paper
 * @throws {ApiError} `not_found`, `guardian_may_not`
 */
export async function withdrawHealth(
  childId: string,
  user: { _id: ObjectId },
  services: Services,
  at: Date = services.now(),
): Promise<void> {
  const { collections } = services.database;
  const { _id } = (await findChangeableChild(new ObjectId(childId), user, services)).child;
  await noteHealthWithdrawn(collections, _id, at);
  await eraseHealth(_id, services);
}

/**
 * Erases what the school knows about a child's health, in forms too. May be repeated.
 * @param until only what was agreed to by then; undefined for all
 */
export async function eraseHealth(
  _id: ObjectId,
  services: Pick<Services, 'database'>,
  until?: Date,
): Promise<void> {
  const agreed = until && { 'consent.at': { $lte: until } };
  await services.database.collections.childHealth.deleteOne({ _id, ...agreed });
  await eraseHealthParts(_id, services, until);
}
