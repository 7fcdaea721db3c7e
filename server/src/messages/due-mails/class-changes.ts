import type { AuditDocument } from '../../database/collections.ts';
import type { Services } from '../../services.ts';
import { findAnyUser } from '../../people/users/users.service.ts';
import { TOLD_FIELDS } from '../read-facts/describe-changes.ts';

/** Fields that changed, with their values before. The instructor is a name, or null. */
export type OldValues = Record<string, unknown>;

/** What an act changed of what people plan with; empty if it was something else, such as the price. */
export async function findOldValues(
  { action, target, before, after }: AuditDocument,
  services: Services,
): Promise<OldValues> {
  if (action === 'unassign course') {
    // The act names the instructor by email, which is not for students, also if the account is gone by now.
    const instructor = (await findAnyUser(target, services))?.name ?? 'A former instructor';
    return { instructor };
  }
  const changed = TOLD_FIELDS.filter(
    (field) => after && field in after && readValue(before, field) !== readValue(after, field),
  );
  return Object.fromEntries(changed.map((field) => [field, readValue(before, field)]));
}

/** An empty place and a missing one are the same. */
function readValue(values: AuditDocument['before'], field: string): unknown {
  const value = values?.[field];
  if (typeof value === 'object' && value && 'name' in value) return value.name;
  return value === '' || value === undefined ? null : value;
}
