import { FIRST_SCHOOL, SCHOOL } from '@speakifyr/contract/school.ts';
import type { School } from '@speakifyr/contract/school-schema.ts';
import type { Filter } from 'mongodb';
import { ApiError } from '../errors.ts';
import type { Collections } from './collections.ts';
import { isDuplicateKey } from './duplicate-key.ts';
import type { AuditEvent } from './event-document.ts';
import type { SchoolSettings, SettingsDocument } from './money-documents.ts';

/** What admins decide for the whole school: one document for each, replaced as a whole. */

type Settings = Pick<Collections, 'settings'>;

/** @returns undefined if no admin has decided yet */
export async function findSettings<Id extends keyof SchoolSettings>(
  { settings }: Settings,
  id: Id,
): Promise<SchoolSettings[Id] | undefined> {
  const found = await settings.findOne({ _id: id });
  return found?.terms as SchoolSettings[Id] | undefined;
}

/** Whether the current version is another one than this. Reads nothing if it is not. */
export async function hasOtherVersion(
  { settings }: Settings,
  id: keyof SchoolSettings,
  version: number,
): Promise<boolean> {
  const other = { terms: { $exists: true }, 'terms.version': { $ne: version } };
  return (await settings.findOne({ _id: id, ...other })) !== null;
}

/** A request that is about to write a class or a price has done so after this time. */
const WRITING_MS = 60_000;

/**
 * Says that something is about to be written in the school's currency and time zone. From now on they stay: see
 * `findUnused`. R625
 * @throws {ApiError} `unavailable` if this server does not know yet that they have just changed
 */
export async function markSchoolUsed({ settings }: Settings, at: Date): Promise<void> {
  const school = await settings.findOneAndUpdate(
    { _id: 'school' },
    { $set: { usedAt: at } },
    { upsert: true, returnDocument: 'after' },
  );
  const terms = { ...FIRST_SCHOOL, ...(school?.terms as Partial<School> | undefined) };
  if (terms.timeZone !== SCHOOL.timeZone || terms.currency !== SCHOOL.currency)
    throw new ApiError(
      'unavailable',
      'The school has just changed its currency or time zone. Please reload this page in a moment.',
    );
}

/**
 * What must still be so when the currency or the time zone change, besides that nothing is written in them: nobody was about
 * to write something when that was read, or is since. R625
 * @returns undefined if somebody may be about to
 */
export async function findUnused(
  { settings }: Settings,
  now: Date,
): Promise<Filter<SettingsDocument> | undefined> {
  const usedAt = (await settings.findOne({ _id: 'school' }))?.usedAt;
  if (!usedAt) return { usedAt: { $exists: false } };
  return usedAt.getTime() < now.getTime() - WRITING_MS ? { usedAt } : undefined;
}

/**
 * Replaces the version before this one.
 * @param still what else the document must be like
 * @returns false if somebody else was faster
 */
export async function replaceSettings<Id extends keyof SchoolSettings>(
  { settings }: Settings,
  id: Id,
  terms: SchoolSettings[Id],
  event: AuditEvent,
  still: Filter<SettingsDocument> = {},
): Promise<boolean> {
  // Only the first version is a new document.
  const isFirst = terms.version === 1;
  const before = isFirst
    ? { ...still, _id: id, terms: { $exists: false } }
    : { ...still, _id: id, 'terms.version': terms.version - 1 };
  const change = { $set: { terms, changedAt: event.at }, $push: { events: event } };
  try {
    const { matchedCount, upsertedCount } = await settings.updateOne(before, change, {
      upsert: isFirst,
    });
    return matchedCount + upsertedCount === 1;
  } catch (error) {
    if (isDuplicateKey(error)) return false;
    throw error;
  }
}
