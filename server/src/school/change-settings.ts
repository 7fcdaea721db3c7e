import type { AuditAction } from '@speakifyr/contract/audit-actions.ts';
import type { UserDocument } from '../database/collections.ts';
import type { SchoolSettings } from '../database/money-documents.ts';
import { replaceSettings } from '../database/settings-store.ts';
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
 * @returns the new version; undefined if somebody else has changed it since the admin saw it
 */
export async function changeSettings<Id extends keyof SchoolSettings>(
  id: Id,
  { before, seen }: { before: SchoolSettings[Id]; seen: SchoolSettings[Id] },
  admin: UserDocument,
  services: Services,
): Promise<SchoolSettings[Id] | undefined> {
  if (before.version !== seen.version) return undefined;
  const type: AuditAction = ACTIONS[id];
  const terms = { ...seen, version: seen.version + 1 };
  const event = auditEvent({
    at: services.now(),
    by: admin._id,
    type,
    target: `version ${terms.version}`,
    before: withoutVersion(before),
    after: withoutVersion(terms),
  });
  const { collections } = services.database;
  return (await replaceSettings(collections, id, terms, event)) ? terms : undefined;
}

function withoutVersion({ version: _version, ...decided }: { version: number }) {
  return decided;
}
