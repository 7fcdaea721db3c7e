import * as z from 'zod';
import { CERTIFICATE_KINDS, CERTIFICATE_PROBLEMS, CHECK_RESULTS } from './certificate-state.ts';
import { defineAct, defineEndpoint } from './endpoint.ts';
import { anyDay, day, id, pastDay } from './fields.ts';
import { MAX_SHORT_LENGTH } from './limits.ts';
import { hasVisible } from './visible-text.ts';

/**
 * Instructors' certificates: what each one is, its dates, and who checked it. Never the paper itself. R415
 */

/** What decides whether somebody may look after children: certificate-state.ts. */
export const certificateFacts = z.object({
  kind: z.enum(CERTIFICATE_KINDS),
  /** Empty unless it is another kind. */
  name: z.string(),
  /** Only for a check; null otherwise. */
  result: z.enum(CHECK_RESULTS).nullable(),
  /** When it was issued. */
  on: day,
  /** Its last valid day; null if it has no end. */
  expiresOn: day.nullable(),
});
export type CertificateFacts = z.output<typeof certificateFacts>;
certificateFacts.register(z.globalRegistry, { id: 'CertificateFacts' });

/** As its owner reads it. */
export const ownCertificate = certificateFacts.extend({ _id: id });
export type OwnCertificate = z.output<typeof ownCertificate>;
ownCertificate.register(z.globalRegistry, { id: 'OwnCertificate' });

/** As an admin reads it. */
export const listedCertificate = ownCertificate.extend({
  /** The admin who checked the paper; empty if no longer known. */
  checkedBy: z.string(),
});
export type ListedCertificate = z.output<typeof listedCertificate>;
listedCertificate.register(z.globalRegistry, { id: 'ListedCertificate' });

export const certificateProblem = z.object({
  name: z.string(),
  problem: z.enum(CERTIFICATE_PROBLEMS),
  on: day.nullable(),
});

const newCertificate = certificateFacts
  .extend({
    on: pastDay,
    expiresOn: anyDay.nullable(),
    name: z.string().trim().max(MAX_SHORT_LENGTH).default(''),
  })
  .refine(({ kind, name }) => (kind === 'other' ? hasVisible(name) : name === ''), {
    message: 'Say what it is called.',
    path: ['name'],
  })
  .refine(({ kind, result }) => kind !== 'background_check' || result !== null, {
    message: 'Say what the check found.',
    path: ['result'],
  })
  .refine(({ kind, result }) => kind !== 'first_aid' || result === null, {
    message: 'First aid has no result.',
    path: ['result'],
  })
  .refine(({ on, expiresOn }) => expiresOn === null || on <= expiresOn, {
    message: 'It ends before it begins.',
    path: ['expiresOn'],
  });

export const certificates = {
  'POST /instructors/:id/certificates': defineAct({
    summary: 'Record a certificate',
    access: { who: 'admin' },
    params: z.object({ id }),
    body: newCertificate,
    errors: ['not_found', 'too_many_certificates'],
  }),

  'DELETE /instructors/:id/certificates/:entryId': defineAct({
    summary: 'Delete a certificate',
    access: { who: 'admin' },
    params: z.object({ id, entryId: id }),
    errors: ['not_found'],
  }),

  'GET /myCertificates': defineEndpoint({
    summary: 'The instructor’s certificates',
    access: { who: 'instructor' },
    output: z.array(ownCertificate),
  }),
};
