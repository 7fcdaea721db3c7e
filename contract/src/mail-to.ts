import * as z from 'zod';
import { defineAct, defineEndpoint } from './endpoint.ts';
import { auditNote, email, id } from './fields.ts';
import { ADMIN_BUNDLES } from './limits.ts';

/** Where an account's emails go instead of the address with which its owner logs in, once they have confirmed it. */
export const mailTo = z.object({ address: email, confirmed: z.boolean() });
export type MailTo = z.output<typeof mailTo>;
mailTo.register(z.globalRegistry, { id: 'MailTo' });

export const mailAddress = {
  'POST /families/:id/mailTo': defineAct({
    summary: 'Say where an account’s emails go',
    access: { who: 'admin' },
    params: z.object({ id }),
    body: z.object({ address: email, note: auditNote }),
    errors: ['own_family', 'not_found'],
  }),

  'GET /mailTo': defineEndpoint({
    summary: 'Where else the caller’s emails go',
    access: { who: 'registered', bundles: ADMIN_BUNDLES },
    output: mailTo.nullable(),
  }),

  'POST /mailTo/confirm': defineAct({
    summary: 'Get emails at the token’s address',
    access: { who: 'registered', bundles: ADMIN_BUNDLES },
    limited: true,
    body: z.object({ token: z.string().min(1).max(100) }),
    errors: ['link_invalid'],
  }),

  'DELETE /mailTo': defineAct({
    summary: 'Get emails at the log-in address',
    access: { who: 'registered', bundles: ADMIN_BUNDLES },
  }),
};
