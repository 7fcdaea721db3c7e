import './no-eval.ts';
import { aid } from './aid.ts';
import { attendance } from './attendance.ts';
import { account } from './account.ts';
import { apiKeys } from './api-keys.ts';
import { audit } from './audit.ts';
import {
  adminRefunds,
  cancellation,
  classCancellation,
  creditNotes,
  refundPolicy,
  resales,
} from './cancellation.ts';
import { browserErrors } from './browser-errors.ts';
import { calendar } from './calendar.ts';
import { cart } from './cart.ts';
import { certificates } from './certificates.ts';
import { childPhotos } from './child-photos.ts';
import { care, children } from './children.ts';
import { classes } from './classes.ts';
import { contact } from './contact.ts';
import { costShares } from './cost-share.ts';
import { credits } from './credit.ts';
import type { EndpointName, Endpoint } from './endpoint.ts';
import { bankTransfers } from './bank-transfers.ts';
import { emergencyList } from './emergency-list.ts';
import { families } from './families.ts';
import { friendCalls } from './friends.ts';
import { groups } from './groups.ts';
import { forms } from './forms.ts';
import { identity } from './identity.ts';
import { imports } from './imports.ts';
import { installments } from './installments.ts';
import { instructors } from './instructors.ts';
import { mailAddress } from './mail-to.ts';
import { mail } from './mail.ts';
import { merging } from './merging.ts';
import { dayList } from './day-list.ts';
import { months } from './months.ts';
import { office } from './office.ts';
import { owedSeats } from './owed-seats.ts';
import { payLinks } from './pay-links.ts';
import { payments } from './payments.ts';
import { leaveAlone } from './leave-alone.ts';
import { mustNotCollect } from './must-not-collect.ts';
import { paperForms } from './paper-form.ts';
import { papers } from './papers.ts';
import { discounts } from './discounts.ts';
import { extras } from './extras.ts';
import { pickupCodes } from './pickup-codes.ts';
import { receipts, refunds } from './refunds.ts';
import { safety } from './safety.ts';
import { search } from './search.ts';
import { school } from './school-schema.ts';
import { seasons } from './seasons.ts';
import { statements } from './statements.ts';
import { statistics } from './statistics.ts';
import { moves } from './moves.ts';
import { team } from './team.ts';
import { users } from './users.ts';
import { visitors } from './visitors.ts';
import { waiting } from './waiting.ts';
import { webhooks } from './webhooks.ts';

/**
 * Every call of the API (spec section 7) by its subject, in the order of the API's documentation. A call stands in one
 * of them, so none lacks its subject. R510
 */
export const subjects = {
  'Sign-in': {
    about: 'Log in, register, and ask who the caller is.',
    calls: identity,
  },
  Account: {
    about: 'Profile, own data, deletion, calendar and email.',
    calls: { ...account, ...calendar, ...mailAddress, ...merging },
  },
  Users: { about: 'Who has which role. For admins.', calls: users },
  School: { about: 'What a director decides for all.', calls: school },
  Classes: {
    about: 'What the school offers, by season.',
    calls: { ...classes, ...seasons },
  },
  Team: {
    about: 'Who teaches, certificates and teams.',
    calls: { ...instructors, ...certificates, ...team, ...groups },
  },
  Prices: {
    about: 'Discounts, extras and financial aid.',
    calls: { ...discounts, ...extras, ...aid },
  },
  Seats: { about: 'Held until they are paid for.', calls: cart },
  Waiting: { about: 'Who waits for a seat, and who is offered one.', calls: waiting },
  Payments: {
    about: 'Pay at once, in parts, with credit or by link.',
    calls: { ...payments, ...installments, ...credits, ...costShares, ...owedSeats, ...payLinks },
  },
  Changes: {
    about: 'Cancel or move a seat, and what comes back.',
    calls: { ...cancellation, ...classCancellation, ...refundPolicy, ...resales, ...moves },
  },
  Refunds: {
    about: 'Money that goes back. For admins.',
    calls: { ...refunds, ...adminRefunds },
  },
  Papers: {
    about: 'Receipts, credit notes and statements.',
    calls: { ...receipts, ...creditNotes, ...statements, ...papers },
  },
  Children: {
    about: 'Health, contacts and guardians.',
    calls: { ...children, ...childPhotos, ...leaveAlone, ...friendCalls },
  },
  Forms: { about: 'Questions, waivers and consents.', calls: forms },
  'Camp day': {
    about: 'Who is there, pick-up, care and incidents.',
    calls: {
      ...dayList,
      ...attendance,
      ...emergencyList,
      ...pickupCodes,
      ...mustNotCollect,
      ...paperForms,
      ...care,
      ...safety,
    },
  },
  Office: {
    about: 'Families, people and money.',
    calls: { ...families, ...office, ...search, ...bankTransfers, ...imports },
  },
  Books: {
    about: 'Closed months, figures, and the audit log.',
    calls: { ...months, ...statistics, ...audit },
  },
  Messages: {
    about: 'Emails, the outbox, the contact form.',
    calls: { ...mail, ...contact },
  },
  Programs: {
    about: 'API keys and webhooks.',
    calls: { ...apiKeys, ...webhooks },
  },
  Service: {
    about: 'Visits, and errors in browsers.',
    calls: { ...visitors, ...browserErrors },
  },
} satisfies Record<string, { about: string; calls: Record<EndpointName, Endpoint> }>;

/**
 * Every call, by method and path under the API's base address. A call that is not in this table does not exist. The
 * client imports only the type.
 */
export const contract = {
  ...subjects['Sign-in'].calls,
  ...subjects.Account.calls,
  ...subjects.Users.calls,
  ...subjects.School.calls,
  ...subjects.Classes.calls,
  ...subjects.Team.calls,
  ...subjects.Prices.calls,
  ...subjects.Seats.calls,
  ...subjects.Waiting.calls,
  ...subjects.Payments.calls,
  ...subjects.Changes.calls,
  ...subjects.Refunds.calls,
  ...subjects.Papers.calls,
  ...subjects.Children.calls,
  ...subjects.Forms.calls,
  ...subjects['Camp day'].calls,
  ...subjects.Office.calls,
  ...subjects.Books.calls,
  ...subjects.Messages.calls,
  ...subjects.Programs.calls,
  ...subjects.Service.calls,
};

export type Contract = typeof contract;
