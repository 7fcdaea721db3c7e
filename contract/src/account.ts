import * as z from 'zod';
import { aidRequest } from './aid.ts';
import { ownAttendance } from './attendance.ts';
import { canceledSeat, creditNote } from './cancellation.ts';
import { heldSeat } from './cart.ts';
import { ownCertificate } from './certificates.ts';
import { ownPhoto } from './child-photos.ts';
import { credit } from './credit.ts';
import { childContact, guardedChild, rights, storedHealth } from './children.ts';
import { user } from './identity.ts';
import { savedCard } from './installments.ts';
import { enrollment, paidSeat } from './payments.ts';
import { ownLeaveAlone } from './leave-alone.ts';
import { ownBlock } from './must-not-collect.ts';
import { ownPickupCode } from './pickup-codes.ts';
import { safetyRecord } from './safety.ts';
import { statement } from './statements.ts';
import { defineAct, defineEndpoint } from './endpoint.ts';
import { formFile } from './form-files.ts';
import { ADMIN_BUNDLES } from './limits.ts';
import { mailTo } from './mail-to.ts';
import { mailChoice, mailKind, mailState } from './mail.ts';
import { ownWaitingEntry } from './waiting.ts';
import { agreement, textVersion } from './text-version.ts';
import {
  birthDate,
  changedPhone,
  email,
  id,
  idToken,
  moment,
  name,
  optionalPictureUrl,
  personName,
  phone,
  role,
  shownEmail,
} from './fields.ts';

/**
 * All the data the school keeps about one person. docs/privacy.md says why and for how long. For a child they are no
 * longer a guardian of, it only says what they bought: ids are null and texts empty.
 */
export const ownData = z.object({
  madeAt: moment,
  profile: z.object({
    name,
    email,
    photo: optionalPictureUrl,
    phone: phone.nullable(),
    birthDate: birthDate.nullable(),
    role,
    details: z.string(),
    /** Whether class pages name an assistant. */
    isNamed: z.boolean(),
    registeredAt: moment,
    /** Which terms the person agreed to, and when. Missing for accounts older than this record. */
    agreedTerms: z.object({ of: textVersion, at: moment }).nullable(),
    /** Whether the address is confirmed, and the id of the account at the provider. */
    isVerified: z.boolean(),
    uid: z.string().nullable(),
    /** The card that parts are charged to. */
    savedCard: savedCard.nullable(),
  }),
  /** Held seats that are not paid yet. An expired hold stays here until its payment is known to have ended. */
  heldSeats: z.array(heldSeat.extend({ cartId: id, className: name, joinedAt: moment })),
  /** Waiting lists that the person is on, for themselves or for children, and what was offered to them. */
  waiting: z.array(ownWaitingEntry),
  /** The person's recent holds, which count against the limits on holding seats. */
  recentHolds: z.array(
    z.object({
      cartId: id.nullable(),
      classId: id.nullable(),
      childId: id.nullable(),
      at: moment,
    }),
  ),
  enrollments: z.array(enrollment),
  /** Who came and left on which day, in these classes. */
  attendance: z.array(ownAttendance),
  /** Doses and incidents of the person, and of the children whose classes they may see. */
  safetyRecords: z.array(safetyRecord),
  /** Every card payment that was started, oldest first. Amounts are in the currency's smallest unit (cents). */
  payments: z.array(
    z.object({
      transactionId: z.string(),
      email: shownEmail,
      studentName: name,
      /** Each seat that was paid for, and who it was for. */
      items: z.array(paidSeat),
      amount: z.int().min(0),
      /** What the school kept: the amount minus refunds. Below 0 if it bounced after refunds: that is owed. */
      kept: z.int(),
      currency: z.string(),
      status: z.enum(['open', 'enrolled', 'refunded', 'canceled']),
      createdAt: moment,
      settledAt: moment.nullable(),
    }),
  ),
  /** Seats that the person paid for and that were canceled, newest first. */
  cancellations: z.array(canceledSeat),
  /** How much of their money is credit. */
  credit,
  /** Moves of seats that the person paid for, oldest first. Amounts are in cents. */
  moves: z.array(
    z.object({
      cartId: id.nullable(),
      fromClassId: id.nullable(),
      toClassId: id.nullable(),
      student_name: z.string(),
      /** The difference paid for a dearer class, and the refund for a cheaper one. */
      paid: z.int().min(0),
      refund: z.int().min(0),
      /** The price difference that an admin waived. */
      waived: z.int().min(0).optional(),
      currency: z.string(),
      state: z.enum(['open', 'decided', 'done', 'rejected']),
      createdAt: moment,
    }),
  ),
  /** Credit notes for their receipts, by number. */
  creditNotes: z.array(creditNote),
  /** The yearly statements they had issued, by number. */
  statements: z.array(statement),
  /** The children whose guardian the person is. Contacts and health are null for people who may not see them. */
  children: z.array(
    guardedChild.extend({
      addedAt: moment,
      contacts: z.array(childContact).nullable(),
      pickupCode: ownPickupCode.nullable(),
      /** What the person said about who must not collect the child. */
      mustNotCollect: z.array(ownBlock),
      photo: ownPhoto.nullable(),
      /** From when a guardian lets the child leave alone; null if none does, or the person may not see it. */
      mayLeaveAlone: ownLeaveAlone.nullable(),
      healthAnswer: storedHealth.nullable(),
      /** The person's share of the child’s classes, agreed or not; null if nobody asked them, nor they anybody. */
      costShare: z
        .object({
          youPayPercent: z.int(),
          askedByYou: z.boolean(),
          askedAt: moment,
          /** null until accepted. */
          agreedAt: moment.nullable(),
        })
        .nullable(),
      /** Open invitations that the person sent. */
      invitations: z.array(z.object({ email, may: rights, expiresAt: moment })),
    }),
  ),
  /** What the office last asked them: whether their account may go to another one. null if nothing. */
  mergeAsked: z
    .object({ into: z.object({ name: z.string(), address: z.string() }), until: moment })
    .nullable(),
  /** Open invitations to become a guardian, if the address is confirmed. */
  invitations: z.array(z.object({ childName: z.string(), may: rights, expiresAt: moment })),
  /** Messages of the contact form with the person’s address, oldest first, if the address is confirmed. */
  messages: z.array(
    z.object({
      at: moment,
      name,
      message: z.string(),
      /** What the school replied. */
      replies: z.array(z.object({ at: moment, text: z.string() })),
    }),
  ),
  /** What they agreed to, the newest first. `GET /texts/:name` has each version. */
  agreements: z.array(agreement),
  /** The school's forms: what was answered for them and their children, and each signature with its text. */
  forms: z.array(
    z.object({
      form: z.string(),
      for: z.string(),
      version: z.int(),
      savedAt: moment,
      answers: z.array(z.object({ question: z.string(), answer: z.string() })),
      /** Documents; each is opened where it was handed in. */
      files: z.array(formFile),
      signatures: z.array(
        z.object({
          version: z.int(),
          name: z.string(),
          at: moment,
          isYou: z.boolean(),
          isWithdrawn: z.boolean(),
          text: z.string(),
        }),
      ),
    }),
  ),
  /** Their requests for financial aid and the school's answers, newest first. */
  aid: z.array(aidRequest),
  /** Which emails the person wants besides those that always come. */
  mail: mailChoice,
  /** Where the person’s emails go instead, once confirmed. */
  mailTo: mailTo.nullable(),
  /** What the school has emailed to the person, oldest first. Texts are kept for KEEP_MAIL_DAYS days. */
  messagesFromSchool: z.array(
    z.object({
      at: moment,
      kind: mailKind,
      state: mailState,
      /** Empty if it was never written. */
      subject: z.string(),
      text: z.string().nullable(),
    }),
  ),
  /** The classes the person teaches, if they are an instructor. */
  teaches: z.array(z.object({ classId: id, className: name })),
  /** What the school has recorded of their certificates, newest first. */
  certificates: z.array(ownCertificate),
  /** The days on which they were, are or will be on the team of a class. */
  teams: z.array(
    z.object({ classId: id, className: name, role: z.string(), from: z.string(), to: z.string() }),
  ),
  /**
   * Audit log entries. What the person did comes without values. What was done to them also has the values before
   * and after.
   */
  acts: z.array(
    z.object({
      at: moment,
      action: z.string(),
      part: z.enum(['did it', 'it was about them']),
      before: z.record(z.string(), z.unknown()).nullable(),
      after: z.record(z.string(), z.unknown()).nullable(),
    }),
  ),
});
export type OwnData = z.output<typeof ownData>;
ownData.register(z.globalRegistry, {
  id: 'OwnData',
  description: 'A file for people. What its lists have in them grows with the school’s features.',
});

export const account = {
  'PATCH /myProfile': defineEndpoint({
    summary: 'Change the caller’s profile',
    access: { who: 'registered', bundles: ADMIN_BUNDLES },
    limited: true,
    changesCatalogue: true,
    body: z.object({
      // A missing field leaves the stored value unchanged.
      name: personName.optional(),
      photo: optionalPictureUrl.optional(),
      /** Empty to remove it. */
      phone: changedPhone.optional(),
      /** Asked for when people want a seat for themselves. */
      birthDate: birthDate.optional(),
    }),
    output: user,
  }),

  'GET /myAgreements': defineEndpoint({
    summary: 'What the caller agreed to',
    access: { who: 'registered', bundles: ADMIN_BUNDLES },
    output: z.array(agreement),
  }),

  'POST /myData': defineEndpoint({
    summary: 'All data about the caller',
    access: { who: 'registered', own: 'body', bundles: ADMIN_BUNDLES },
    limited: true,
    body: z.object({ email, idToken }),
    output: ownData,
    errors: ['sign_in_again'],
  }),

  'DELETE /myAccount': defineAct({
    summary: 'Delete the caller’s account',
    access: { who: 'registered', own: 'body', bundles: ADMIN_BUNDLES },
    limited: true,
    changesCatalogue: true,
    body: z.object({
      /** Typed again, so that nobody deletes the wrong account by accident. */
      email,
      idToken,
    }),
    errors: ['sign_in_again', 'staff_account', 'still_owes', 'refund_waiting'],
  }),
};
