import * as z from 'zod';
import { canceledSeat } from './cancellation.ts';
import { transfer } from './cart.ts';
import { knownChild, knownContact, rights } from './children.ts';
import { costShare } from './cost-share.ts';
import { defineAct, defineEndpoint } from './endpoint.ts';
import {
  anyDay,
  chosenDays,
  auditNote,
  birthDate,
  changedPhone,
  email,
  id,
  moment,
  newId,
  pastDay,
  personName,
  phone,
  price,
  requestId,
  requiredText,
  role,
  shownEmail,
  typedCents,
  typedPrice,
} from './fields.ts';
import {
  MAX_CHILDREN,
  MAX_PAID_TOGETHER,
  MAX_PLAN_PARTS,
  MAX_NEW_CHILDREN,
  MAX_OFFICE_NOTE_LENGTH,
  MAX_REFERENCE_LENGTH,
} from './limits.ts';
import { OFFICE_METHODS } from './payment-methods.ts';
import { mailTo } from './mail-to.ts';
import { listedMail, ownMessage } from './mail.ts';
import { whatMoves } from './merging.ts';
import { enrolledPerson, holdingPerson, listedPayment, schoolClass } from './office.ts';
import { recorded, taxesInAmount } from './payments.ts';
import { priceLines } from './discounts.ts';
import { listedStatement } from './statements.ts';
import { agreement } from './text-version.ts';
import { ownWaitingEntry, WAITING_REFUSALS, waitingGroup, waitingPlace } from './waiting.ts';
import { readPlainCode } from './visible-text.ts';

/** A family as the office sees it: an account with everybody and everything that belongs to it. Never health. */

const adult = z.object({
  _id: id,
  name: z.string(),
  email: shownEmail,
  /** Missing if they gave none. */
  phone: phone.optional(),
});
adult.register(z.globalRegistry, { id: 'AdultOfFamily' });

/** Without 0, 1, I, L, O and U, which people confuse or make words of. */
export const CLAIM_LETTERS = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
export const CLAIM_LENGTH = 12;
/** Typed in any case, with dashes or without. */
export const shortCode = z
  .string()
  .max(40)
  .overwrite((text) =>
    readPlainCode(text)
      .toUpperCase()
      .replace(/[^0-9A-Z]/g, ''),
  )
  .regex(
    new RegExp(`^[${CLAIM_LETTERS}]{${CLAIM_LENGTH}}$`),
    'The code has 12 letters and digits, such as K7QM-2ZPA-9RXC.',
  );

const newChild = z.object({ name: personName, birthDate });
newChild.register(z.globalRegistry, { id: 'NewChild' });

/** A child who is in two families under the same name and birth date. It stays two children unless its records are joined. */
const childTwice = z.object({
  /** In the account that goes. */
  childId: id,
  name: z.string(),
  /** What to know before they are joined. */
  says: z.array(z.string()),
  /** Why they can't be joined now; null if they can. */
  obstacle: z.string().nullable(),
});
export type ChildTwice = z.output<typeof childTwice>;
childTwice.register(z.globalRegistry, { id: 'ChildTwice' });

const merging = whatMoves.extend({
  /** The account that goes. */
  from: adult,
  /** The account that stays. */
  into: adult,
  twice: z.array(childTwice),
  notes: z.int().min(0),
  /** Whether somebody logs in to the account that goes, or ever did: then its owner is asked first. */
  needsOwner: z.boolean(),
});
export type Merging = z.output<typeof merging>;
merging.register(z.globalRegistry, { id: 'Merging' });

const child = knownChild.extend({
  guardians: z.array(adult.extend({ may: rights })),
  /** Between two of them; null without one. */
  costShare: costShare.nullable(),
  /** Whether somebody has answered about its health, not what. */
  health: z.enum(['missing', 'answered', 'outdated']),
  /** How many contacts the parents have listed. */
  contacts: z.int().min(0),
  /** How many people must not collect it. */
  mustNotCollect: z.int().min(0),
  hasPhoto: z.boolean(),
  /** Nobody who looks after it has a log-in: the office enters what they sign on paper. */
  isOnPaper: z.boolean(),
});
export type FamilyChild = z.output<typeof child>;
child.register(z.globalRegistry, { id: 'FamilyChild' });

const seatClass = schoolClass.extend({
  isCanceled: z.boolean(),
});
seatClass.register(z.globalRegistry, { id: 'SeatClass' });

const officeNote = z.object({
  _id: id,
  text: z.string(),
  /** The name of the admin who wrote it; empty if no longer known. */
  by: z.string(),
  at: moment,
});

const familyPayment = listedPayment.extend({
  /** Such as R-000123; null without one. */
  receipt: z.string().nullable(),
});
familyPayment.register(z.globalRegistry, { id: 'FamilyPayment' });

const family = z.object({
  /** Whether it is the caller's own family: then a colleague does everything for it. */
  isOwn: z.boolean(),
  account: adult.extend({
    role,
    /** A deleted one is shown while it owes something that nobody has taken over. */
    status: z.enum(['active', 'removed', 'deleted']),
    /** Whether the address is confirmed. */
    isVerified: z.boolean(),
    registeredAt: moment,
    mailTo: mailTo.nullable(),
    /** Whether somebody logs in to it, or ever did. The office opens accounts that their owners don't know about yet. */
    hasSignIn: z.boolean(),
    /** Its owner is asked whether everything may go to this account, until then; null if nothing is asked. */
    mergeAsked: z.object({ into: adult, until: moment }).nullable(),
    /** How to send money; null if the school names no bank account, or nothing was reserved yet. */
    transfer: transfer.nullable(),
    /** Until when the code of the letter works with which its owner takes it over; null if none does. */
    claim: z.object({ until: moment }).nullable(),
  }),
  /** Those who look after the same children, by name. */
  others: z.array(adult),
  /** By name. */
  children: z.array(child),
  /** The seats that the account booked, and all seats of its children. The last class first. */
  enrolled: z.array(z.object({ campClass: seatClass, person: enrolledPerson })),
  held: z.array(z.object({ campClass: seatClass, person: holdingPerson })),
  /** What the account had paid for. The latest first. */
  canceled: z.array(canceledSeat),
  /** By the account, or for one of the seats. The newest first, at most 100. */
  payments: z.array(familyPayment),
  /** The account's yearly statements. The newest first. */
  statements: z.array(listedStatement),
  /** The account's entries. */
  waiting: z.array(ownWaitingEntry),
  /** To the account. The newest first, at most 50. */
  mails: z.array(listedMail),
  /** What the account is to be called about. */
  calls: z.array(ownMessage),
  /** What the account agreed to. The newest first. */
  agreements: z.array(agreement),
  /** The newest first. The family never sees them. */
  notes: z.array(officeNote),
});
export type Family = z.output<typeof family>;
family.register(z.globalRegistry, { id: 'Family' });

export const families = {
  'GET /families/:id': defineEndpoint({
    summary: 'The family of an account',
    access: { who: 'admin' },
    params: z.object({ id }),
    output: family,
    errors: ['not_found'],
  }),

  'POST /families': defineAct({
    summary: 'Open a family’s account',
    access: { who: 'admin' },
    body: z.object({
      id: newId,
      name: personName,
      /** Without it, the office writes letters. */
      email: email.optional(),
      phone: changedPhone.optional(),
      children: z.array(newChild).max(MAX_NEW_CHILDREN),
    }),
    errors: ['account_exists', 'child_exists', 'request_used'],
  }),

  'POST /families/:id/children': defineAct({
    summary: 'Add a family’s child',
    access: { who: 'admin' },
    params: z.object({ id }),
    body: newChild,
    errors: ['own_family', 'not_found', 'child_exists', 'too_many_children', 'email_not_verified'],
  }),

  'POST /families/:id/claimCode': defineEndpoint({
    summary: 'Make a code to take over an account',
    access: { who: 'admin' },
    params: z.object({ id }),
    output: z.object({ status: z.literal(true), code: z.string(), until: moment }),
    errors: ['own_family', 'not_found', 'account_exists'],
  }),

  'POST /claimFamily': defineEndpoint({
    summary: 'Take over an office’s family',
    access: { who: 'student' },
    limited: true,
    byHour: true,
    changesCatalogue: true,
    body: z.object({
      code: shortCode,
      /** The children of that family whose two records become one. Without it, the caller is asked about them first. */
      join: z.array(id).max(MAX_CHILDREN).optional(),
    }),
    /** `status` false: `twice` is to be answered first. */
    output: z.object({ status: z.boolean(), twice: z.array(childTwice).optional() }),
    errors: ['verify_email_first', 'code_unknown', 'cannot_merge', 'too_many_children'],
  }),

  'GET /families/:id/merge': defineEndpoint({
    summary: 'What a merge would do',
    access: { who: 'admin' },
    params: z.object({ id }),
    query: z.object({ into: id }),
    output: merging,
    errors: ['not_found', 'cannot_merge'],
  }),

  'POST /families/:id/merge': defineEndpoint({
    summary: 'Make two families one',
    access: { who: 'admin' },
    changesCatalogue: true,
    params: z.object({ id }),
    /** `join`: the children of this account whose two records become one. */
    body: z.object({ into: id, note: auditNote, join: z.array(id).max(MAX_CHILDREN).optional() }),
    output: z.object({ status: z.literal(true), isMerged: z.boolean() }),
    errors: ['own_family', 'not_found', 'cannot_merge', 'too_many_children'],
  }),

  'DELETE /families/:id/merge': defineAct({
    summary: 'Take back what an owner is asked',
    access: { who: 'admin' },
    params: z.object({ id }),
    errors: ['own_family', 'not_found'],
  }),

  'PATCH /families/:id': defineAct({
    summary: 'Correct an account’s facts',
    access: { who: 'admin' },
    changesCatalogue: true,
    params: z.object({ id }),
    body: z.object({
      name: personName.optional(),
      /** Empty to remove it. */
      phone: changedPhone.optional(),
      /** Only for an account that nobody has ever logged in to. */
      email: email.optional(),
      note: auditNote,
    }),
    errors: ['own_family', 'not_found', 'address_fixed', 'account_exists'],
  }),

  'PATCH /children/:id': defineAct({
    summary: 'Correct a child’s name or birth date',
    access: { who: 'admin' },
    params: z.object({ id }),
    body: z.object({
      name: personName.optional(),
      birthDate: birthDate.optional(),
      note: auditNote,
    }),
    errors: ['own_family', 'not_found'],
  }),

  'GET /families/:id/seatPrice': defineEndpoint({
    summary: 'What a seat costs this family now',
    access: { who: 'admin' },
    params: z.object({ id }),
    query: z.object({
      classId: id,
      childId: id.optional(),
      /** How many days, of a class that is sold by day. */
      days: z.coerce.number().pipe(z.int().min(1)).optional(),
    }),
    output: z.object({ price, lines: priceLines, taxes: taxesInAmount }),
    errors: ['not_found'],
  }),

  'POST /families/:id/seats': defineEndpoint({
    summary: 'Reserve a seat for a family',
    access: { who: 'admin' },
    changesCatalogue: true,
    params: z.object({ id }),
    body: z
      .object({
        classId: id,
        /** null for the owner of the account. */
        childId: id.nullable(),
        /** Of a class that is sold by day, also a single one. Without them, all of its days. */
        days: chosenDays.optional(),
        /** A seat of theirs that is reserved already: it gets this day and price. */
        cartId: id.optional(),
        /** The last day on which it is reserved. */
        until: anyDay,
        /** In whole currency units. Without it, the price of the offer or of the class, less the family's discounts. */
        price: typedPrice.optional(),
        /** Why the price differs. */
        note: auditNote.optional(),
      })
      .refine((body) => body.price === undefined || body.note, {
        path: ['note'],
        message: 'Say why the price is another one.',
      }),
    output: z.object({ status: z.literal(true), cartId: id, enrolled: z.boolean() }),
    errors: [
      'own_family',
      'not_found',
      'already_joined',
      'seat_not_held',
      'payment_not_finished',
      'class_started',
      'class_full',
      'price_changed',
      'guardian_may_not',
      'wrong_age',
      'adults_only',
      'children_only',
      'account_removed',
    ],
  }),

  'POST /families/:id/waiting': defineEndpoint({
    summary: 'Put a family on a waiting list',
    access: { who: 'admin' },
    changesCatalogue: true,
    params: z.object({ id }),
    body: waitingGroup.extend({ classId: id }),
    output: waitingPlace,
    errors: ['own_family', ...WAITING_REFUSALS, 'email_not_verified', 'account_deleting'],
  }),

  'DELETE /families/:id/waiting/:waitId': defineAct({
    summary: 'Take a family off a waiting list',
    access: { who: 'admin' },
    changesCatalogue: true,
    params: z.object({ id, waitId: id }),
    errors: ['own_family', 'not_found'],
  }),

  'POST /families/:id/payments': defineEndpoint({
    summary: 'Record money that came in',
    access: { who: 'admin' },
    changesCatalogue: true,
    params: z.object({ id }),
    body: z.object({
      /** That of a bank's transfer, if the money is one. */
      requestId,
      /** None only if `isRestCredit`. */
      cartIds: z.array(id).max(MAX_PAID_TOGETHER),
      /** `credit`: the family's own, without a plan. The day and the reference mean nothing then. */
      method: z.enum([...OFFICE_METHODS, 'credit']),
      /** In cents: what the held seats cost together (less with a plan), and up to what is owed for enrolled ones. */
      amount: typedCents,
      /** In cents: what of it is for each of `cartIds`, in their order. Without it, the oldest part is paid first. */
      shares: z.array(typedCents).max(MAX_PAID_TOGETHER).optional(),
      /** What is more than they cost stays as the family's credit. */
      isRestCredit: z.literal(true).optional(),
      /** It is a part of a bank's transfer. The rest stays on the list, for another family. */
      isPart: z.literal(true).optional(),
      /** The amount is a deposit. When the balance is due, earliest first; the last part takes what is left. */
      plan: z
        .array(z.object({ due: anyDay, amount: typedCents.optional() }))
        .min(1)
        .max(MAX_PLAN_PARTS)
        .optional(),
      /** The day on which it came. */
      day: pastDay,
      /** The number of the cheque or voucher, or what the bank's statement says. */
      reference: z.string().trim().max(MAX_REFERENCE_LENGTH),
    }),
    output: recorded,
    errors: [
      'own_family',
      'not_found',
      'request_used',
      'seat_not_held',
      'payment_not_finished',
      'payment_refunded',
      'seat_changing',
      'credit_changed',
      'price_changed',
      'nothing_to_pay',
      'guardian_may_not',
      'class_started',
      'already_joined',
    ],
  }),

  'POST /families/:id/notes': defineAct({
    summary: 'Write a note about a family',
    access: { who: 'admin' },
    params: z.object({ id }),
    body: z.object({
      text: requiredText('Write something.', MAX_OFFICE_NOTE_LENGTH),
      noteId: newId.optional(),
    }),
    errors: ['own_family', 'not_found', 'too_many_notes', 'request_used'],
  }),

  'DELETE /families/:id/notes/:noteId': defineAct({
    summary: 'Delete a note about a family',
    access: { who: 'admin' },
    params: z.object({ id, noteId: id }),
    errors: ['own_family', 'not_found'],
  }),

  'GET /children/:id/contacts': defineEndpoint({
    summary: 'Whom to call about a child',
    access: { who: 'admin' },
    params: z.object({ id }),
    output: z.array(knownContact),
    errors: ['own_family', 'not_found'],
  }),
};
