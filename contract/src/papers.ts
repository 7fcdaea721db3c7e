import * as z from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { currency, moment } from './fields.ts';
import { ADMIN_BUNDLES } from './limits.ts';
import { PAPER_KINDS } from './money-states.ts';
import { listQuery, period, searchText, whole } from './lists.ts';
import { receiptId } from './payments.ts';

/** The school's receipts and credit notes. Amounts are in cents. */

const kind = z.enum(PAPER_KINDS);

/** A receipt or a credit note, as lists name it. */
export const namedPaper = z.object({
  /** Such as R-000123 or C-000123. */
  _id: z.string(),
  kind,
  /** The number in it. */
  no: z.int().min(1),
  paymentId: receiptId,
  /** In cents. Less than 0 if it takes a credit note back. */
  amount: z.int(),
  currency,
});
namedPaper.register(z.globalRegistry, { id: 'NamedPaper' });

const listedPaper = namedPaper.extend({
  issuedAt: moment,
  /** Of the payer; null for an accountant. */
  name: z.string().nullable(),
  email: z.string().nullable(),
  /** The classes that it is about, with the names of that day. */
  classNames: z.array(z.string()),
  /** The number of the paper it corrects: the receipt, or the credit note it takes back; null for a receipt. */
  corrects: z.string().nullable(),
});
export type ListedPaper = z.output<typeof listedPaper>;
listedPaper.register(z.globalRegistry, { id: 'ListedPaper' });

export const papers = {
  'GET /papers': defineEndpoint({
    summary: 'Receipts or credit notes',
    access: { who: 'admin', bundles: ADMIN_BUNDLES },
    query: listQuery(['issuedAt']).extend({ kind: kind.optional(), ...period, ...whole }),
    output: z.array(listedPaper),
  }),

  'GET /paperTotals': defineEndpoint({
    summary: 'Sums of papers',
    access: { who: 'admin', bundles: ADMIN_BUNDLES },
    query: z.object({ search: searchText, kind: kind.optional(), ...period }),
    output: z.array(z.object({ currency, count: z.int().min(0), amount: z.int() })),
  }),
};
