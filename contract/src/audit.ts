import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { listQuery } from './lists.ts';

/** One act of an admin, or a refund by the system. Nobody can change or remove it. */
export const auditEntry = z.object({
  _id: z.string(),
  /** The admin’s e-mail, or 'system'. */
  who: z.string(),
  action: z.string(),
  /** What it was done to: an e-mail, a class’s name, a payment’s id. */
  target: z.string(),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
  at: z.iso.datetime(),
});
export type AuditEntry = z.output<typeof auditEntry>;

export const audit = {
  'GET /auditLog': defineEndpoint({
    summary:
      'What admins did and what was refunded, latest first; searched in who, action and target',
    access: { who: 'admin' },
    query: listQuery(['at']),
    output: z.array(auditEntry),
  }),
};
