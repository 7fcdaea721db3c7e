import type { FormAnswers } from '@speakifyr/contract/forms.ts';
import { SCHOOL } from '@speakifyr/contract/school.ts';
import type { Filter, ObjectId } from 'mongodb';
import { listClassesOfAny } from '../database/class-store.ts';
import type { ClassDocument } from '../database/class-document.ts';
import { isDuplicateKey } from '../database/duplicate-key.ts';
import type { SchoolEvent } from '../database/event-document.ts';
import type { FormAnswerDocument, FormPartDocument } from '../database/form-documents.ts';
import { DAY_MS } from '../school-time.ts';
import type { Services } from '../services.ts';
import { findEraseTime } from './erase-time.ts';

/**
 * What is kept apart from the answers to forms: answers about health, and the bytes of documents. A part is written before
 * its answer names it, and nobody reads it until then. So a server that stops in between has lost and shown nothing: the
 * family sends it again, and a job erases what nobody names. R695, R693
 */

type Needs = Pick<Services, 'database'>;

/** How long a part may wait for its answer to name it. */
const UNNAMED_MS = 60 * 60_000;
/** How many parts one run checks. */
const AT_MOST = 500;
/** How long a server's claim on a part lasts. */
const CLAIM_MS = 5 * 60_000;

/**
 * Writes a part. A retry with the same id replaces it.
 * @returns false if another answer has a part with this id
 */
export async function putPart(
  { _id, answerId, ...part }: Omit<FormPartDocument, 'checkAfter'>,
  { database }: Needs,
): Promise<boolean> {
  const change = { $set: { ...part, checkAfter: part.at } };
  try {
    await database.collections.formParts.updateOne({ _id, answerId }, change, { upsert: true });
    return true;
  } catch (error) {
    if (isDuplicateKey(error)) return false;
    throw error;
  }
}

/** Reads a part that an answer names. */
export async function findPart(
  _id: ObjectId,
  { database }: Needs,
): Promise<{ part: FormPartDocument; answer: FormAnswerDocument } | undefined> {
  const part = await database.collections.formParts.findOne({ _id });
  if (!part) return undefined;
  const answer = await database.collections.formAnswers.findOne({ _id: part.answerId });
  return answer && isNamed(answer, _id) ? { part, answer } : undefined;
}

/**
 * Reads the answers about health. Only for the family, the care sheet, and what is made of it.
 * @returns by the id of their answer, without those who have none
 */
export async function readCareAnswers(
  answers: (Pick<FormAnswerDocument, 'care'> | undefined)[],
  { database }: Needs,
): Promise<Map<string, FormAnswers>> {
  const ids = answers.flatMap((answer) => answer?.care ?? []);
  if (ids.length === 0) return new Map();
  const found = await database.collections.formParts.find({ _id: { $in: ids } }).toArray();
  return new Map(found.flatMap(({ answerId, care }) => (care ? [[answerId, care]] : [])));
}

/** Another guardian agrees to keep what an answer has about health. R691 */
export async function agreeToParts(
  answerId: string,
  consent: NonNullable<FormPartDocument['consent']>,
  { database }: Needs,
): Promise<void> {
  await database.collections.formParts.updateMany(
    { answerId, consent: { $exists: true } },
    { $set: { consent } },
  );
}

/** The classes of a child, or of an account that booked, teaches or helps. */
export async function listClassesOfPerson(
  personId: ObjectId,
  { database }: Needs,
): Promise<ClassDocument[]> {
  return listClassesOfAny(database.collections, [
    { 'seats.childId': personId },
    { 'seats.userId': personId },
    { instructorId: personId },
    { 'team.userId': personId },
  ]);
}

/** How many documents of a person are stored. */
export async function countFiles(personId: ObjectId, { database }: Needs): Promise<number> {
  return database.collections.formParts.countDocuments({ personId, file: { $exists: true } });
}

/** Erases those of these parts that their answer does not name. */
export async function dropUnnamed(
  answerId: string,
  ids: ObjectId[],
  { database }: Needs,
): Promise<void> {
  if (ids.length === 0) return;
  const answer = await database.collections.formAnswers.findOne({ _id: answerId });
  const unnamed = ids.filter((id) => !answer || !isNamed(answer, id));
  await database.collections.formParts.deleteMany({ _id: { $in: unnamed }, answerId });
}

/** Whether an answer names a part. */
export function isNamed(
  { care, files = [] }: Pick<FormAnswerDocument, 'care' | 'files'>,
  id: ObjectId,
) {
  return care?.equals(id) === true || files.some(({ _id }) => _id.equals(id));
}

/** What guardians agreed to with a part about the health of a child. `_id`: the child. */
export type PartConsent = {
  _id: ObjectId;
  partId: ObjectId;
  consent: NonNullable<FormPartDocument['consent']>;
};

/** What guardians agreed to with answers and documents about the health of children. The latest last. */
export async function listPartConsents(
  childIds: ObjectId[],
  { database }: Needs,
): Promise<PartConsent[]> {
  const found = await database.collections.formParts
    .find(
      { personId: { $in: childIds }, consent: { $exists: true } },
      { projection: { personId: 1, consent: 1 }, sort: { at: 1 } },
    )
    .toArray();
  return found.flatMap(({ _id: partId, personId, consent }) =>
    consent ? { _id: personId, partId, consent } : [],
  );
}

/**
 * Erases all that forms have about a child's health, because a guardian takes back the consent. May be repeated. R691
 * @param until only what was agreed to by then; undefined for all
 */
export async function eraseHealthParts(
  personId: ObjectId,
  services: Needs,
  until?: Date,
): Promise<void> {
  const { formParts } = services.database.collections;
  const about = {
    personId,
    consent: { $exists: true },
    ...(until && { 'consent.at': { $lte: until } }),
  };
  await eraseParts(await formParts.find(about, ONLY_NAMES).toArray(), services);
}

/** Erases all parts of a child or an account that is deleted. */
export async function forgetParts(personId: ObjectId, { database }: Needs): Promise<void> {
  await database.collections.formParts.deleteMany({ personId });
}

const ONLY_NAMES = { projection: { _id: 1, answerId: 1, personId: 1, at: 1, consent: 1 } } as const;
type Named = Pick<FormPartDocument, '_id' | 'answerId' | 'at'>;

/**
 * Takes files out of answers. With the last one goes what the office said of the paper, which would count in its place: a
 * document is asked again.
 * @param answers which ones
 * @param events written in the same update
 */
export async function takeFilesOut(
  answers: Filter<FormAnswerDocument>,
  ids: ObjectId[],
  { database }: Needs,
  events: SchoolEvent[] = [],
): Promise<void> {
  const { formAnswers } = database.collections;
  const out = {
    $pull: { files: { _id: { $in: ids } } },
    $inc: { revision: 1 },
    $push: { events: { $each: events } },
  };
  const others = { $elemMatch: { _id: { $not: { $in: ids } } } };
  const last = { ...answers, $and: [{ 'files._id': { $in: ids } }, { files: { $not: others } }] };
  await formAnswers.updateMany(last, { ...out, $unset: { note: true } });
  await formAnswers.updateMany({ ...answers, 'files._id': { $in: ids } }, out);
}

/** The answer first: what it names is there. Without its part, it is asked again. */
async function eraseParts(parts: Named[], { database }: Needs): Promise<void> {
  const { formAnswers, formParts } = database.collections;
  const ids = parts.map(({ _id }) => _id);
  const answers = { _id: { $in: parts.map(({ answerId }) => answerId) } };
  await formAnswers.updateMany(
    { ...answers, care: { $in: ids } },
    { $unset: { care: true }, $set: { isComplete: false }, $inc: { revision: 1 } },
  );
  await takeFilesOut(answers, ids, { database });
  // Not one that was sent again, or whose answer has moved, since it was read.
  for (const { _id, answerId, at } of parts) await formParts.deleteOne({ _id, answerId, at });
}

/**
 * Erases old parts: those about health `keepDays.health` days after the last class, as all health; other documents after
 * `keepDays.attendance` days; and what no answer names after an hour. A job; several servers
 * may run it at once. R692
 * @param signal stops it between two parts
 */
export async function forgetOldParts(services: Services, signal?: AbortSignal): Promise<void> {
  for (let checked = 0; checked < AT_MOST && !signal?.aborted; checked += 1) {
    const now = services.now();
    const part = await services.database.collections.formParts.findOneAndUpdate(
      { checkAfter: { $lte: now } },
      { $set: { checkAfter: new Date(now.getTime() + CLAIM_MS) } },
      { sort: { checkAfter: 1 }, ...ONLY_NAMES },
    );
    if (!part) return;
    await forgetOrWait(part, services);
  }
}

async function forgetOrWait(
  part: Pick<FormPartDocument, '_id' | 'answerId' | 'personId' | 'at' | 'consent'>,
  services: Services,
): Promise<void> {
  const { formAnswers, formParts } = services.database.collections;
  const { _id, answerId, personId, at, consent } = part;
  const now = services.now();
  const answer = await formAnswers.findOne({ _id: answerId });
  const isUnnamed = !answer || !isNamed(answer, _id);
  const { keepDays } = SCHOOL;
  const eraseAt = isUnnamed
    ? new Date(at.getTime() + UNNAMED_MS)
    : findEraseTime(
        at,
        consent ? keepDays.health : keepDays.attendance,
        await listClassesOfPerson(personId, services),
      );
  if (eraseAt <= now && !isUnnamed) return eraseParts([part], services);
  if (eraseAt <= now) {
    // If somebody has just sent it again, the part is newer, and an answer names it.
    await formParts.deleteOne({ _id, answerId, at });
    return;
  }
  // Looks every day, because a class may move and a seat may be refunded.
  const tomorrow = new Date(now.getTime() + DAY_MS);
  await formParts.updateOne(
    { _id },
    { $set: { checkAfter: eraseAt < tomorrow ? eraseAt : tomorrow } },
  );
}
