import * as z from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { schoolClass } from './office.ts';
import { currency, day, id, name, phone, role, shownEmail } from './fields.ts';
import { PAYMENT_STATES } from './money-states.ts';
import { searchText } from './lists.ts';
import { entryCode, receiptId } from './payments.ts';
import { hasVisible } from './visible-text.ts';
import { namedPaper } from './papers.ts';

/** The office's one search. At most MAX_FOUND of each kind. Health and contacts are never searched. */

const foundPerson = z.object({
  _id: id,
  name: z.string(),
  email: shownEmail,
  /** Missing if they gave none. */
  phone: phone.optional(),
  role,
  /** Whether an admin has removed the account. */
  isRemoved: z.boolean(),
});
foundPerson.register(z.globalRegistry, { id: 'FoundPerson' });

const foundChild = z.object({
  _id: id,
  name,
  birthDate: day,
  /** The account whose family's page shows the child. */
  familyId: id,
  /** The names of the guardians. */
  guardians: z.array(z.string()),
});

const foundSeat = z.object({
  cartId: id,
  entry_code: entryCode,
  /** Who sits there. */
  name: z.string(),
  classId: id,
  className: name,
});

const foundPayment = z.object({
  _id: receiptId,
  /** Who paid. */
  name: z.string(),
  /** In cents. */
  amount: z.int(),
  currency,
  state: z.enum(PAYMENT_STATES),
});

const foundPaper = namedPaper.extend({
  /** Who paid. */
  name: z.string(),
});

const found = z.object({
  children: z.array(foundChild),
  parents: z.array(foundPerson),
  classes: z.array(schoolClass),
  seats: z.array(foundSeat),
  payments: z.array(foundPayment),
  papers: z.array(foundPaper),
});
export type Found = z.output<typeof found>;
found.register(z.globalRegistry, { id: 'Found' });

export const search = {
  'GET /search': defineEndpoint({
    summary: 'Find families, classes and payments',
    access: { who: 'admin' },
    query: z.object({
      text: searchText.unwrap().refine(hasVisible, 'Type a name, a number or a code.'),
    }),
    output: found,
  }),
};
