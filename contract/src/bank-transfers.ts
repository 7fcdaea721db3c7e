import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { day, id, shownEmail } from './fields.ts';

/** Longer than a bank's list of a busy month. */
const MAX_FILE_CHARACTERS = 400_000;

const dateOrder = z.enum(['auto', 'dmy', 'mdy']);
export type DateOrder = z.output<typeof dateOrder>;
dateOrder.register(z.globalRegistry, { id: 'DateOrder' });

const amount = z.int();

const transfer = z.object({
  /** For `POST /families/:id/payments`: the same line has the same id in each file. */
  requestId: z.uuid(),
  day,
  /** In cents. */
  amount,
  /** Who sent it and what they wrote. */
  text: z.string(),
  /**
   * - booked: it is in the ledger.
   * - matched: its reference is of a family that holds seats for exactly this amount, or owes it for enrolled ones.
   * - other amount: the family holds seats or owes something, but not this amount.
   * - nothing held: the family holds no seats and owes nothing.
   * - unknown: it has no known reference.
   */
  state: z.enum(['booked', 'matched', 'other amount', 'nothing held', 'unknown']),
  /** Whose reference it has; null if unknown. */
  family: z.object({ _id: id, name: z.string(), email: shownEmail }).nullable(),
  /** The seats that it pays for, if matched. */
  seats: z.array(z.object({ cartId: id, name: z.string(), className: z.string() })),
  /** What the family's held seats cost plus what it owes for others, in cents. */
  owed: amount,
});
export type BankTransfer = z.output<typeof transfer>;
transfer.register(z.globalRegistry, { id: 'BankTransfer' });

export const bankTransfers = {
  'POST /bankFiles': defineEndpoint({
    summary:
      'Read a bank’s list of transfers (CSV) and say which family each one is from and what it pays for. Nothing is written: book each one with POST /families/{id}/payments',
    access: { who: 'admin' },
    bodyBytes: 2 * MAX_FILE_CHARACTERS,
    body: z.object({
      csv: z.string().min(1, 'Choose a file.').max(MAX_FILE_CHARACTERS),
      /** How the file writes dates such as 3/4/2027. */
      dateOrder,
    }),
    output: z.array(transfer),
    errors: [],
  }),
};
