import { SCHOOL } from '@speakifyr/contract/school.ts';
import type { ObjectId } from 'mongodb';
import type { UserDocument } from '../database/user-documents.ts';
import { type FormAnswerDocument, nameAnswer } from '../database/form-documents.ts';
import { addDays, findDayStart, readToday } from '../school-time.ts';
import { ApiError } from '../errors.ts';
import type { Services } from '../services.ts';
import { findUserWithId } from '../users/find-users.ts';
import { childNotFoundError } from './booking.ts';
import { isChildThere } from './children.repo.ts';
import { forgetParts } from './form-parts.ts';

/**
 * What becomes of answers to forms when a family changes. The room above, forms/, asks and reads them. Signatures are
 * never changed, and outlive the family: they are kept as long as records of incidents.
 */

type Needs = Pick<Services, 'database'>;

/**
 * Ends the consents of guardians who lost the right to decide about a child, also the consent to keep health answers and
 * documents: another guardian confirms those. The consents do not come back with the right. R665, R691
 */
export async function endConsents(
  personId: ObjectId,
  deciders: ObjectId[],
  { database }: Needs,
): Promise<void> {
  await database.collections.formAnswers.updateMany(
    {
      personId,
      by: { $not: { $in: deciders } },
      $or: [{ kind: { $in: ['consent', 'document'] } }, { care: { $exists: true } }],
    },
    { $set: { isOver: true } },
  );
}

/** Whether this guardian gave a consent for a child that ends with their right. */
export async function hasGivenConsent(
  personId: ObjectId,
  by: ObjectId,
  { database }: Needs,
): Promise<boolean> {
  const given = { personId, kind: 'consent' as const, by, isOver: { $exists: false } };
  return (await database.collections.formAnswers.findOne(given)) !== null;
}

/** Makes another account the giver of an account's answers for a child. May be repeated. */
export async function moveGiverOfAnswers(
  personId: ObjectId,
  { from, into }: { from: ObjectId; into: ObjectId },
  { database }: Needs,
): Promise<void> {
  const { formAnswers, formParts } = database.collections;
  await formAnswers.updateMany({ personId, by: from }, { $set: { by: into } });
  await formParts.updateMany({ personId, 'consent.by': from }, { $set: { 'consent.by': into } });
}

/**
 * Gives the answers of a child or an account to another record of it. What the other one has answered stays; of a consent,
 * only what both allow. May be repeated.
 */
export async function moveAnswers(
  from: ObjectId,
  into: ObjectId,
  { database }: Needs,
): Promise<void> {
  const { formAnswers, formParts } = database.collections;
  for (const { _id: oldId, ...old } of await formAnswers
    .find({ personId: from, goneAt: { $exists: false } })
    .toArray()) {
    const _id = nameAnswer(old.formId, into);
    const by = old.by.equals(from) ? into : old.by;
    const moved: Moved = { ...old, personId: into, by, joined: [oldId] };
    const { upsertedCount } = await formAnswers.updateOne(
      { _id },
      { $setOnInsert: moved },
      { upsert: true },
    );
    if (upsertedCount === 0) await joinAnswer(_id, moved, { database });
    // After an answer names them, and before the one that goes is gone: no job takes them for what nobody names.
    await formParts.updateMany({ answerId: oldId }, { $set: { answerId: _id, personId: into } });
    await formAnswers.deleteOne({ _id: oldId });
  }
}

/** An answer as another record gets it, with the id that it had. */
type Moved = Omit<FormAnswerDocument, '_id'> & { joined: [string] };

async function joinAnswer(_id: string, other: Moved, { database }: Needs): Promise<void> {
  const { formAnswers } = database.collections;
  for (const signature of other.signatures)
    await formAnswers.updateOne(
      { _id, 'signatures.at': { $ne: signature.at } },
      { $push: { signatures: signature } },
    );
  for (const file of other.files ?? [])
    await formAnswers.updateOne(
      { _id, 'files._id': { $ne: file._id } },
      { $push: { files: file } },
    );
  for (let tries = 0; tries < MAX_TRIES; tries += 1)
    if (await joinWords(_id, other, { database })) return;
}

/** Each lost race means that a guardian has just saved another answer. */
const MAX_TRIES = 20;

/** @returns false if somebody has just answered, so that it must be looked at again */
async function joinWords(_id: string, other: Moved, { database }: Needs): Promise<boolean> {
  const { formAnswers } = database.collections;
  const known = await formAnswers.findOne({ _id });
  const [oldId] = other.joined;
  // A repeat would take the other record's words: the joined ones wait for the family's look.
  if (!known || known.joined?.includes(oldId)) return true;
  const { answers, version, at, by, note } = known.isComplete ? known : other;
  // What either of them has of somebody who lost the right waits for another guardian.
  const isOver = known.isOver ?? other.isOver;
  const care = await joinCare(known, other, { database });
  // The family looks at what the other record said about health: these words may not go with it.
  const isComplete = (known.isComplete || other.isComplete) && !other.care;
  const joined =
    known.kind === 'consent' && known.isComplete && other.isComplete
      ? Object.fromEntries(
          Object.keys(answers).map((key) => [
            key,
            known.answers[key] === true && other.answers[key] === true,
          ]),
        )
      : answers;
  const { matchedCount } = await formAnswers.updateOne(
    { _id, revision: known.revision },
    {
      $set: {
        answers: joined,
        isComplete,
        version,
        at,
        by,
        ...(care && { care }),
        ...(isOver && { isOver }),
        ...(note && { note }),
      },
      $unset: {
        ...(!care && { care: true }),
        ...(!isOver && { isOver: true }),
        ...(!note && { note: true }),
      },
      $push: { joined: oldId },
      $inc: { revision: 1 },
    },
  );
  return matchedCount === 1;
}

/** All that both records say about health. @returns where it is */
async function joinCare(
  known: FormAnswerDocument,
  other: Omit<FormAnswerDocument, '_id'>,
  { database }: Needs,
): Promise<ObjectId | undefined> {
  if (!known.care || !other.care) return known.care ?? other.care;
  const { formParts } = database.collections;
  const [mine, theirs] = await Promise.all(
    [known.care, other.care].map((_id) => formParts.findOne({ _id })),
  );
  const care = { ...theirs?.care, ...mine?.care };
  for (const [key, said] of Object.entries(theirs?.care ?? {})) {
    const ours = mine?.care?.[key];
    if (typeof said === 'string' && typeof ours === 'string' && !ours.includes(said))
      care[key] = `${ours}\n${said}`;
    if (said === true) care[key] = true;
    if (Array.isArray(said) && Array.isArray(ours)) care[key] = [...new Set([...ours, ...said])];
  }
  await formParts.updateOne({ _id: known.care }, { $set: { care } });
  return known.care;
}

/**
 * Call it after writing an answer: a concurrent deletion of the child or the account may have erased what was there
 * before. Then this erases the new one, too; what was signed before stays. A removal can be taken back, so it erases nothing.
 * @throws {ApiError} `not_found` if the child or the account is deleted
 */
export async function checkAnswered(
  { _id, about, personId }: Pick<FormAnswerDocument, '_id' | 'about' | 'personId'>,
  services: Pick<Services, 'database' | 'now'>,
): Promise<void> {
  const { database } = services;
  const { formAnswers } = database.collections;
  const isThere =
    about === 'child'
      ? await isChildThere(database.collections, personId)
      : KEPT.includes((await findUserWithId(personId, services))?.status);
  if (isThere) return;
  await formAnswers.deleteOne({ _id, revision: 1, goneAt: { $exists: false } });
  await forgetAnswers(personId, services);
  throw about === 'child'
    ? childNotFoundError()
    : new ApiError('not_found', 'This account is deleted.');
}

const KEPT: (UserDocument['status'] | undefined)[] = ['active', 'removed'];

/** Erases the answers of a child or an account that is deleted. Signatures stay. May be repeated. R668 */
export async function forgetAnswers(
  personId: ObjectId,
  { database, now }: Pick<Services, 'database' | 'now'>,
): Promise<void> {
  const { formAnswers } = database.collections;
  await forgetParts(personId, { database });
  await formAnswers.deleteMany({ personId, 'signatures.0': { $exists: false } });
  await formAnswers.updateMany(
    { personId, goneAt: { $exists: false } },
    {
      $set: { answers: {}, isComplete: false, goneAt: now() },
      $unset: { note: true, care: true, files: true, joined: true },
    },
  );
}

/** Erases signatures of those who were deleted, as many days later as incidents are kept. A job. R668 */
export async function forgetOldSignatures(services: Services): Promise<void> {
  const oldest = addDays(readToday(services), -SCHOOL.keepDays.safety);
  await services.database.collections.formAnswers.deleteMany({
    goneAt: { $lt: findDayStart(oldest, SCHOOL.timeZone) },
  });
}
