import type { EventOf } from '../database/event-document.ts';
import { auditEvent, SYSTEM } from '../events/audit-event.ts';
import type { ChildDocument } from '../database/family-documents.ts';
import { type Family, keepCostShare } from './family.ts';
import { listRights } from './rights.ts';

/**
 * The event if two guardians no longer share the cost because one of them may no longer book for the child. The other
 * one hears of it. R371
 * @param after the new family
 */
export function endLostShare(
  { _id, costShare: before }: Pick<ChildDocument, '_id' | 'costShare'>,
  after: Family,
  at: Date,
): EventOf<'end cost share'> | undefined {
  // If a guardian ends it, that call has its own event.
  if (!before?.agreedAt || !after.costShare || keepCostShare(after)) return undefined;
  const { askedBy, other, askedAt, percent } = before;
  const stays = [askedBy, other].find((id) => listRights(after, id).includes('book'));
  const child = _id.toHexString();
  return auditEvent({
    type: 'end cost share',
    at,
    by: SYSTEM,
    target: child,
    before: { child, percent },
    after: null,
    childId: _id,
    askedAt,
    tell: stays ?? null,
    partner: stays?.equals(askedBy) ? other : askedBy,
  });
}
