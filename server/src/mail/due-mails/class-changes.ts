import type { AuditDocument } from '../../database/collections.ts';
import type { Services } from '../../services.ts';
import { findAnyUser } from '../../users/users.service.ts';

/** What people are told of when it changes. */
export const TOLD_FIELDS = [
  'name',
  'camp_start',
  'camp_end',
  'dailyStart',
  'dailyEnd',
  'place',
  'assign_room',
  'instructor',
] as const;

/** The values of the changed fields. The instructor is a name, or null. */
export type FieldChanges = { before: Record<string, unknown>; after: Record<string, unknown> };

/** What an act changed of what people plan with; empty if it was something else, such as the price. */
export async function findChanges(
  { action, target, before, after }: AuditDocument,
  services: Services,
): Promise<FieldChanges> {
  if (action === 'unassign course') {
    // The act names the instructor by email.
    const instructor = (await findAnyUser(target, services))?.name ?? target;
    return { before: { instructor }, after: { instructor: null } };
  }
  const changed = TOLD_FIELDS.filter(
    (field) => after && field in after && readValue(before, field) !== readValue(after, field),
  );
  const pick = (values: AuditDocument['before']) =>
    Object.fromEntries(changed.map((field) => [field, readValue(values, field)]));
  return { before: pick(before), after: pick(after) };
}

/** An empty place and a missing one are the same. */
function readValue(values: AuditDocument['before'], field: string): unknown {
  const value = values?.[field];
  if (typeof value === 'object' && value && 'name' in value) return value.name;
  return value === '' || value === undefined ? null : value;
}
