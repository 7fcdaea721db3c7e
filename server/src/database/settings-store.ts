import type { Collections } from './collections.ts';
import { isDuplicateKey } from './duplicate-key.ts';
import type { AuditEvent } from './event-document.ts';
import type { SchoolSettings } from './money-documents.ts';

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
  return (await settings.findOne({ _id: id, 'terms.version': { $ne: version } })) !== null;
}

/**
 * Replaces the version before this one.
 * @returns false if somebody else was faster
 */
export async function replaceSettings<Id extends keyof SchoolSettings>(
  { settings }: Settings,
  id: Id,
  terms: SchoolSettings[Id],
  event: AuditEvent,
): Promise<boolean> {
  // Only the first version is a new document.
  const isFirst = terms.version === 1;
  const before = isFirst
    ? { _id: id, terms: { $exists: false } }
    : { _id: id, 'terms.version': terms.version - 1 };
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
