import * as z from 'zod';
import { defineAct, defineEndpoint } from './endpoint.ts';
import { day, id, requestId, shownEmail } from './fields.ts';
import { MAX_NOTE_LENGTH } from './limits.ts';

/** Longer than a bank's list of a busy month, also as XML. */
const MAX_FILE_CHARACTERS = 2_000_000;
const MAX_COLUMNS = 100;

const dateOrder = z.enum(['auto', 'dmy', 'mdy']);
export type DateOrder = z.output<typeof dateOrder>;
dateOrder.register(z.globalRegistry, { id: 'DateOrder' });

/** What a column of a CSV file is read as. What is `other` is shown and says nothing. */
const columnRole = z.enum([
  ...(['day', 'amount', 'in', 'out', 'sign'] as const),
  ...(['currency', 'state', 'reference', 'name', 'other'] as const),
]);
export type ColumnRole = z.output<typeof columnRole>;
columnRole.register(z.globalRegistry, { id: 'ColumnRole' });

const amount = z.int();

const transfer = z.object({
  /** For `POST /families/:id/payments`: the same line has the same id in each file. */
  requestId: z.uuid(),
  day,
  /** In cents: what is still to be booked. */
  amount,
  /** All of it, if a part is booked. */
  of: amount.optional(),
  /** Who sent it and what they wrote. */
  text: z.string(),
  /**
   * - booked: it is in the ledger.
   * - matched: its reference is of a family that holds seats for exactly this amount, or owes it for enrolled ones.
   * - other amount: the family holds seats or owes something, but not this amount.
   * - nothing held: the family holds no seats and owes nothing.
   * - unknown: it has no known reference.
   * - set aside: the office has said why it is no family's.
   */
  state: z.enum(['booked', 'matched', 'other amount', 'nothing held', 'unknown', 'set aside']),
  /** Whose reference it has; null if unknown. */
  family: z.object({ _id: id, name: z.string(), email: shownEmail }).nullable(),
  /** The seats that it pays for, if matched. */
  seats: z.array(z.object({ cartId: id, name: z.string(), className: z.string() })),
  /** What the family's held seats cost plus what it owes for others, in cents. */
  owed: amount,
  /** Why it was set aside. */
  note: z.string().optional(),
});
export type BankTransfer = z.output<typeof transfer>;
transfer.register(z.globalRegistry, { id: 'BankTransfer' });

/**
 * A line that is no money that arrived in the school's currency, so it can't be booked:
 * - out: the money left the account, or came back to it.
 * - pending: the bank has not booked it, or has taken it back.
 * - other currency: it is not in the school's.
 * - unreadable: its day or its amount is missing, or can't be read.
 */
const leftOut = z.object({
  /** The line of the file, or the place of the entry among the file's entries. */
  line: z.int(),
  state: z.enum(['out', 'pending', 'other currency', 'unreadable']),
  /** Why, in words. */
  reason: z.string(),
  /** What the bank wrote. */
  text: z.string(),
});
export type LeftOutLine = z.output<typeof leftOut>;
leftOut.register(z.globalRegistry, { id: 'LeftOutLine' });

const bankFile = z.object({
  format: z.enum(['CSV', 'CAMT.053', 'MT940']),
  /** Of a CSV file, in their order; none in a file without columns. */
  columns: z.array(z.object({ name: z.string(), role: columnRole })),
  /** What has to be said about the columns before anything is booked; empty if all is clear. */
  questions: z.array(z.string()),
  /** What arrived, in the order of the file. */
  transfers: z.array(transfer),
  leftOut: z.array(leftOut),
});
export type BankFile = z.output<typeof bankFile>;
bankFile.register(z.globalRegistry, { id: 'BankFile' });

export const bankTransfers = {
  'POST /bankFiles': defineEndpoint({
    summary: 'Read a bank’s list',
    access: { who: 'admin' },
    bodyBytes: 2 * MAX_FILE_CHARACTERS,
    body: z.object({
      /** The text of the file, in whichever of the three formats. */
      csv: z.string().min(1, 'Choose a file.').max(MAX_FILE_CHARACTERS),
      /** How the file writes dates such as 3/4/2027. */
      dateOrder,
      /** What each column of a CSV file is, if the office knows better than its names say. */
      roles: z.array(columnRole).max(MAX_COLUMNS).optional(),
      /** Puts what is not booked yet on the list of open transfers. Without it, nothing is written. */
      isKept: z.literal(true).optional(),
    }),
    output: bankFile,
    errors: [],
  }),

  'GET /bankTransfers': defineEndpoint({
    summary: 'Transfers to book',
    access: { who: 'admin' },
    output: z.array(transfer),
  }),

  'POST /bankTransfers/:id': defineAct({
    summary: 'Set a transfer aside, or put it back',
    access: { who: 'admin' },
    params: z.object({ id: requestId }),
    body: z.object({ note: z.string().trim().max(MAX_NOTE_LENGTH) }),
    errors: ['not_found'],
  }),
};
