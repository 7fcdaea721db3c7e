import * as z from 'zod';
import { AUDIT_ACTIONS, type AuditAction } from './audit-actions.ts';
import { defineEndpoint } from './endpoint.ts';
import { moment } from './fields.ts';
import { MAX_EMAIL_LENGTH } from './limits.ts';
import { listQuery, period, searchText, whole } from './lists.ts';

const isAction = (text: string): text is AuditAction => AUDIT_ACTIONS.some((one) => one === text);

/** One act of an admin, or one act of the system, such as a refund. Nobody can edit or remove an entry. */
export const auditEntry = z.object({
  _id: z.string(),
  /** The admin’s email, or 'system'. */
  who: z.string(),
  action: z.string(),
  /** What was changed: an email, a class name or a payment id. */
  target: z.string(),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
  at: moment,
});
export type AuditEntry = z.output<typeof auditEntry>;
auditEntry.register(z.globalRegistry, { id: 'AuditEntry' });

export const audit = {
  'GET /auditLog': defineEndpoint({
    summary: 'What admins did, newest first',
    access: { who: 'admin' },
    query: listQuery(['at']).extend({
      /** An admin’s email, or 'system'. */
      who: z.string().max(MAX_EMAIL_LENGTH).optional(),
      // Not an enum: the document for programs would list them all.
      action: z.string().refine(isAction).optional(),
      /** A part of the target. */
      target: searchText,
      ...period,
      ...whole,
    }),
    output: z.array(auditEntry),
  }),
};
