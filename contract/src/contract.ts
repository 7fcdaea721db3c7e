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
import { identity } from './identity.ts';
import { installments } from './installments.ts';
import { instructors } from './instructors.ts';
import { mailAddress } from './mail-to.ts';
import { mail } from './mail.ts';
import { merging } from './merging.ts';
import { dayList } from './day-list.ts';
import { months } from './months.ts';
import { office } from './office.ts';
import { owedSeats } from './owed-seats.ts';
import { payments } from './payments.ts';
import { leaveAlone } from './leave-alone.ts';
import { mustNotCollect } from './must-not-collect.ts';
import { papers } from './papers.ts';
import { discounts } from './discounts.ts';
import { extras } from './extras.ts';
import { pickupCodes } from './pickup-codes.ts';
import { receipts, refunds } from './refunds.ts';
import { safety } from './safety.ts';
import { search } from './search.ts';
import { seasons } from './seasons.ts';
import { statements } from './statements.ts';
import { statistics } from './statistics.ts';
import { moves } from './moves.ts';
import { team } from './team.ts';
import { users } from './users.ts';
import { visitors } from './visitors.ts';
import { waiting } from './waiting.ts';

/**
 * Every call of the API (spec section 7), by method and path under the API's base address.
 * A call that is not in this table does not exist. The client imports only the type.
 */
export const contract = {
  ...identity,
  ...users,
  ...instructors,
  ...certificates,
  ...classes,
  ...cart,
  ...calendar,
  ...waiting,
  ...payments,
  ...owedSeats,
  ...installments,
  ...receipts,
  ...papers,
  ...refunds,
  ...cancellation,
  ...classCancellation,
  ...refundPolicy,
  ...discounts,
  ...aid,
  ...extras,
  ...resales,
  ...adminRefunds,
  ...creditNotes,
  ...credits,
  ...statements,
  ...moves,
  ...office,
  ...months,
  ...search,
  ...seasons,
  ...families,
  ...merging,
  ...bankTransfers,
  ...statistics,
  ...dayList,
  ...visitors,
  ...browserErrors,
  ...contact,
  ...mail,
  ...mailAddress,
  ...audit,
  ...account,
  ...children,
  ...costShares,
  ...care,
  ...attendance,
  ...emergencyList,
  ...pickupCodes,
  ...team,
  ...safety,
  ...mustNotCollect,
  ...childPhotos,
  ...leaveAlone,
  ...apiKeys,
} satisfies Record<EndpointName, Endpoint>;

export type Contract = typeof contract;
