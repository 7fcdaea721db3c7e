import { isDeepStrictEqual } from 'node:util';
import type { Filter } from 'mongodb';
import type { AuditAction } from '@speakifyr/contract/audit-actions.ts';
import type { UserDocument } from '../database/user-documents.ts';
import type { SchoolSettings, SettingsDocument } from '../database/money-documents.ts';
import { replaceSettings, markSchoolUsed } from '../database/settings-store.ts';
import { auditEvent } from '../events/audit-event.ts';
import type { Services } from '../services.ts';

/** What the audit log calls a change of each. */
const ACTIONS: Record<keyof SchoolSettings, AuditAction> = {
  refundPolicy: 'change refund policy',
  discounts: 'change discounts',
  extras: 'change extras',
  school: 'change school',
};

/**
 * Replaces what admins decide for the whole school, such as the refund policy, as its next version.
 * @param before what is in force now
 * @param seen what should replace it; its `version` is the one that the admin saw
 * @param still what else must be so of the document
 * @returns the new version; undefined if somebody else has changed it since the admin saw it
 */
export async function changeSettings<Id extends keyof SchoolSettings>(
  id: Id,
  { before, seen }: { before: SchoolSettings[Id]; seen: SchoolSettings[Id] },
  admin: UserDocument,
  services: Services,
  still?: Filter<SettingsDocument>,
): Promise<SchoolSettings[Id] | undefined> {
  if (before.version !== seen.version) return undefined;
  const type: AuditAction = ACTIONS[id];
  const terms = { ...seen, version: seen.version + 1 };
  const event = auditEvent({
    at: services.now(),
    by: admin._id,
    type,
    target: `version ${terms.version}`,
    before: pickChanged(before, terms),
    after: pickChanged(terms, before),
  });
  const { collections } = services.database;
  // Prices and fees are in the school's currency.
  if (id !== 'school') await markSchoolUsed(collections, services.now());
  return (await replaceSettings(collections, id, terms, event, still)) ? terms : undefined;
}

/** What of one version is not in the other, without their numbers: of a part, only what differs in it. */
function pickChanged(one: object, other: object): Record<string, unknown> {
  const before = other as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(one as Record<string, unknown>).flatMap(([name, value]) => {
      if (name === 'version' || isDeepStrictEqual(value, before[name])) return [];
      const areParts = isPart(value) && isPart(before[name]);
      return [[name, areParts ? pickChanged(value, before[name] as object) : value]];
    }),
  );
}

/** Whether it has parts of its own, which change one by one. */
export function isPart(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
