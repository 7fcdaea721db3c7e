import type { TaxInAmount } from '@speakifyr/contract/payments.ts';
import type { MovementKind, RefundReason, RefundState } from '@speakifyr/contract/money-states.ts';
import type { MoneyRow } from '@speakifyr/contract/months.ts';
import type { PaidParts } from '@speakifyr/contract/owed.ts';
import type { PaymentMethod } from '@speakifyr/contract/payment-methods.ts';
import type { PaperLine, PriceLine, Discount } from '@speakifyr/contract/prices.ts';
import type { RefundTerms } from '@speakifyr/contract/refund-terms.ts';
import type { VersionedSchool } from '@speakifyr/contract/school-schema.ts';
import type { Extra, SeatExtra } from '@speakifyr/contract/seat-extras.ts';
import type { ObjectId } from 'mongodb';
import type { Actor, SchoolEvent } from './event-document.ts';

/**
 * One refund, written before Stripe is asked. `_id` is part of the idempotency key and in Stripe's metadata, so that a
 * refund whose response was lost can be found there.
 */
export type RefundDocument = {
  /**
   * `<paymentId>:<seatId>` for a seat that could not be given, followed by `:canceled` or `:moved-<move>` for a seat
   * that was canceled or moved; `<refund>:back-0` and so on for credit that was turned into a refund; `admin:<id>` for
   * an admin's refund; `dispute:<Stripe's id>` for what the bank took, followed by `:2` and so on if it took it again;
   * `bounced:<paymentId>` for one that bounced; Stripe's id for a refund made in its dashboard.
   */
  _id: string;
  paymentId: string;
  /** The seat whose price goes back; null for a refund in the dashboard that nobody has assigned to a seat. */
  seatId: ObjectId | null;
  /** Integer cents. If it was `paid otherwise`, what was left to be returned by then. */
  amount: number;
  /** In lower case, such as usd. */
  currency: string;
  reason: RefundReason;
  /** How much of it is for extras, if they have another rate of tax than the class. */
  forExtras?: { percent: number; amount: number };
  /** The fee that the refund policy keeps of it, if fees have a rate of their own. */
  fee?: { name: string; percent: number; amount: number };
  state: RefundState;
  /** Grows only after a definite failure. 0 before the first one. Final once `paid otherwise`. */
  attempt: number;
  stripeId?: string;
  /** Why Stripe says it failed. */
  failure?: string;
  /** When a job works on it next. Missing if nothing is left to do. */
  checkAfter?: Date;
  createdAt: Date;
  settledAt?: Date;
  /** Set with `reversed`: when we recorded that the bank returned the money of a lost dispute. */
  reversedAt?: Date;
  /**
   * It failed; or it was made in Stripe's dashboard and an admin must say which seat it was for; or the bank returned
   * the money, but the seats are gone.
   */
  needsAdmin?: true;
  /** Its credit note, or the one that takes it back, is to be issued. */
  noteDue?: true;
  /** Set if it is `paid otherwise`: how and when (yyyy-mm-dd) the school gave it back. Missing in older ones. R598 */
  given?: { method: PaymentMethod; day: string; reference: string; by: ObjectId };
  /** Set if it failed because an admin wanted to give back more than was left. They were told at once. */
  isRefused?: true;
  /** Of a refund `by admin` or a `payment bounced`: who decided it, and what they wrote about it. */
  by?: Actor;
  note?: string;
  /** Of a `payment bounced`: all that an admin decided about its seats, so that a job can finish it. */
  bounce?: {
    /** The day on which the bank said so, yyyy-mm-dd. */
    day: string;
    /** The seats that the payment paid for by then. */
    seatIds: ObjectId[];
    /** Until when they are reserved again. Missing: they end. */
    heldUntil?: Date;
    /** The seats with a plan that other payments pay for, too: they stay, and what bounced is owed again. */
    stayIds?: ObjectId[];
  };
  /** Set if it stays at the school as the family's credit. decisions/0063 */
  credit?: {
    /** The last day on which the payer can turn it into a refund, yyyy-mm-dd; null if there is no such day. */
    until: string | null;
    /** Integer cents: 0 until its money is set aside, then the amount minus uses. Its update guards all spending. */
    left: number;
    /** What it pays for, by the payment's id; with `isBack`, what went back to its own payment, by the refund's id. */
    uses: { id: string; amount: number; isBack?: true; isDropped?: true }[];
    /** The refunds of payments with credit that gave some of it back. */
    returned: { refundId: string; amount: number }[];
  };
  /** Set if it gives credit back: the refund that was kept as credit. The seat's own money is counted there. */
  ofCredit?: string;
  /** Of a refund `by admin`: what the request with its id asked for, which may be a sum of several refunds. */
  request?: { paymentId: string; seatId: ObjectId | null; amount: number };
};

/**
 * A change of a payment's money. It counts on the school's day on which the ledger learned of it, seconds after it
 * happened at Stripe, and never changes: so what was read about a day stays true.
 */
export type Movement = {
  kind: MovementKind;
  at: Date;
  /** yyyy-mm-dd, in the school's time zone. */
  day: string;
  /** Integer cents: below 0 for money that went back or became credit, 0 for `begun`. */
  amount: number;
  /** The RefundDocument, unless it is `begun`, `paid` or what credit paid. */
  refundId?: string;
  /** Of credit that became money of its payment again: the use in that refund. */
  backFor?: string;
  /** Of money that a family paid back after its payment bounced: how it came, when, and who took it. */
  received?: {
    requestId: string;
    method: PaymentMethod;
    day: string;
    reference: string;
    by: ObjectId;
  };
};

/**
 * Stripe's fee for a payment or a dispute. It counts on the school's day on which the ledger learned of it, apart from
 * `kept`.
 */
export type Fee = {
  /** Of the balance transaction at Stripe. */
  stripeId: string;
  at: Date;
  /** yyyy-mm-dd, in the school's time zone. */
  day: string;
  /** Integer cents; below 0 if Stripe gave it back. */
  amount: number;
  /** That of the school's account at Stripe, in lower case. */
  currency: string;
};

/** A row without what somebody has typed about it, which may have a name in it. */
export type CountedRow = Omit<MoneyRow, 'received' | 'reference'>;

/** A month of the books that somebody has closed. Its rows stay as they were then. */
export type ClosedMonthDocument = {
  /** yyyy-mm */
  _id: string;
  /** The admin who closed it. */
  by: ObjectId;
  at: Date;
  /** They name no person. The day and the reference are read from the payments. */
  rows: CountedRow[];
  events?: SchoolEvent[];
};

/**
 * A receipt: what was bought, as of the day it was issued. It never changes, except that the deletion of an account
 * removes the names.
 */
export type ReceiptDocument = {
  /** 1, 2, 3, … without gaps. */
  _id: number;
  paymentId: string;
  issuedAt: Date;
  /** With a tax number if there is a tax. */
  seller: { name: string; address: string; email: string; phone: string; taxNumber?: string };
  payer: { name: string; email: string };
  items: {
    seatId: ObjectId;
    className: string;
    camp_start: string;
    camp_end: string;
    /** If they were not the usual ones. */
    days?: string[];
    studentName: string;
    /** Integer cents. */
    amount: number;
    /** How the price it pays for came about. Missing if nothing was taken off. */
    lines?: PriceLine[];
    /** Which parts of the price it pays. Missing if all, and in papers from before 2026-11-28. */
    parts?: PaidParts;
    /** In its amount, one for each rate. Missing without one. */
    taxes?: TaxInAmount[];
  }[];
  /** Integer cents. */
  amount: number;
  /** What those of its items add up to. Missing without one. */
  taxes?: TaxInAmount[];
  /** In lower case. */
  currency: string;
};

/** A credit note: a refund of a payment that has a receipt. Like a receipt, it never changes. */
export type CreditNoteDocument = {
  /** 1, 2, 3, … without gaps. */
  _id: number;
  refundId: string;
  paymentId: string;
  /** The number of the receipt that it corrects. */
  receiptNumber: number;
  /**
   * Set if it takes back another credit note, because the bank paid the school again: that one's number. Its amounts
   * are below 0, and its `refundId` ends with `:reversed`.
   */
  takesBack?: number;
  issuedAt: Date;
  seller: ReceiptDocument['seller'];
  payer: ReceiptDocument['payer'];
  lines: {
    className: string;
    studentName: string;
    reason: RefundReason;
    amount: number;
    /** How the price being refunded came about. Never with financial aid. */
    price?: PaperLine[];
  }[];
  /** Integer cents. */
  amount: number;
  /** In the amount, at the rates of the receipt; below 0 for a fee that is kept of it. */
  taxes?: TaxInAmount[];
  /** In lower case. */
  currency: string;
  /** The seat that the refund was for. Missing if nobody had said which one, and in older ones. */
  seatId?: ObjectId;
};

/**
 * A version of what somebody paid for one person in one year. Like a receipt, it never changes, except that the
 * deletion of an account removes the names. decisions/0058
 */
export type StatementDocument = {
  /** 1, 2, 3, … without gaps. */
  _id: number;
  /** Who paid. */
  userId: ObjectId;
  /** Who the seats are for; null for the payer. */
  childId: ObjectId | null;
  /** In the school's time zone. */
  year: number;
  /** 1, 2, 3, … per payer, person and year. */
  version: number;
  /** The number of the previous version. */
  replaces: number | null;
  issuedAt: Date;
} & StatementFacts;

/** What a statement says. If any of it changes, there is a new version. */
export type StatementFacts = {
  seller: ReceiptDocument['seller'] & { taxNumber: string };
  payer: ReceiptDocument['payer'];
  studentName: string;
  lines: StatementLine[];
};

/** What was paid and given back in one year for one seat, in one currency. */
export type StatementLine = {
  className: string;
  camp_start: string;
  camp_end: string;
  /** If they were not the usual ones. */
  days?: string[];
  /** HH:MM; null if the class names no hours. */
  dailyStart: string | null;
  dailyEnd: string | null;
  isCanceled: boolean;
  /** How the first paid price came about. Never with financial aid: others read the paper, too. */
  price?: PaperLine[];
  /** In lower case. */
  currency: string;
  /** Oldest first. Amounts are in integer cents, never below 0. */
  entries: {
    /** `bounced`: a check or a transfer that the bank did not pay after all. */
    kind: 'paid' | 'returned' | 'bounced';
    /** yyyy-mm-dd */
    day: string;
    amount: number;
    method: PaymentMethod;
    isByHand: boolean;
    /** The number of the payment's receipt. */
    receipt: number;
    /** In the amount, at the rates of the receipt. */
    taxes?: TaxInAmount[];
  }[];
};

/**
 * One change of a paid seat. Inserting it locks the seat: `openSeatId` is unique, so a seat has one change at a time.
 * After `decided` it is carried out, even after a crash. decisions/0052
 */
export type SeatChangeDocument = CancellationDocument | MoveDocument | SeatRefundDocument;

/** What all changes of a seat have in common. */
type SeatChange = {
  /** The seat. */
  seatId: ObjectId;
  /** The seat, while the change is `open` or `decided`. */
  openSeatId?: ObjectId;
  /** The account that paid. */
  userId: ObjectId;
  /** The first payment of the seat. */
  paymentId: string;
  /** In lower case. */
  currency: string;
  /** Who decided it. */
  by: Actor;
  note?: string;
  createdAt: Date;
  /** When the job goes on with it. Missing once it is over. */
  checkAfter?: Date;
  events?: SchoolEvent[];
};

/** What goes back of one payment of a seat, or is kept. */
export type PlannedRefund = Pick<RefundDocument, 'forExtras' | 'fee'> & {
  refundId: string;
  paymentId: string;
  /** Integer cents. */
  amount: number;
  /** Who paid it, if the booker did not: the other household, or a guardian who took over what was owed. */
  to?: ObjectId;
};

/** Integer cents. `extras`: such as `T-shirt, M`. `forDiscounts`: of other seats, which they had because of this one. */
export type KeptFor = { extras: string[]; forExtras: number; forDiscounts: number };

/**
 * The end of a seat: its owner or the school cancels it, or somebody else enrolls in its place (`resell`). A seat ends
 * once, so the change has the seat's id.
 */
export type CancellationDocument = SeatChange & {
  kind: 'cancel' | 'resell';
  /** The seat's seat id. */
  _id: ObjectId;
  classId: ObjectId;
  /** As of the day of the cancellation. */
  className: string;
  camp_start: string;
  camp_end: string;
  /** The days that were chosen for the seat. Missing: all. R647 */
  days?: string[];
  childId?: ObjectId;
  /** What goes back, one for each payment of the seat; none without a refund. */
  refunds: PlannedRefund[];
  /** Integer cents. */
  kept: number;
  /** What of it the booker loses besides the refund policy. Missing if nothing, and in older ones. */
  keptFor?: KeptFor;
  /** Set if another household had paid a share: how much of `kept` was theirs. */
  coPay?: { userId: ObjectId; kept: number };
  /** The payer wants credit instead of refunds. `until`: the last day on which they can change their mind. */
  credit?: { until: string | null };
  reason: Extract<
    RefundReason,
    | 'canceled by parent'
    | 'canceled by admin'
    | 'class canceled'
    | 'seat resold'
    | 'payment returned'
    | 'not paid'
    | 'payment bounced'
  >;
  /** Set with `payment bounced`. */
  bounced?: {
    /** The payment; it may have paid only for a move of the seat. */
    paymentId: string;
    /** The reserved seat that takes its place in the class. Missing: the place is free. */
    again?: SeatAgain;
  };
  /** `open` until its amounts are checked under the lock; `decided` until the seat is free and the refunds are recorded. */
  state: 'open' | 'decided' | 'done';
};

/** A seat that is reserved in place of one that ends, for the same person. */
export type SeatAgain = {
  seatId: ObjectId;
  /** In whole currency units. */
  price: number;
  /** How it came about. Missing if nothing was taken off. */
  lines?: PriceLine[];
  /** What comes on top of it. */
  extras?: SeatExtra[];
  heldUntil: Date;
  /** The admin. */
  by: ObjectId;
};

/** An admin gives money back, and everybody keeps their seats. It is open while the refunds are recorded and sent. */
export type SeatRefundDocument = SeatChange & {
  kind: 'refund';
  _id: ObjectId;
  /** The refunds of the request are called so, with `:1` and so on after it. */
  refundId: string;
  state: 'open' | 'done';
};

/**
 * What the family has lost of a discount of a seat, in integer cents. `amount` is still to come off what comes back;
 * `taken` has come off already.
 */
export type LostLine = {
  seatId: ObjectId;
  discountId: string | null;
  amount: number;
  taken?: number;
};

/**
 * A seat that moves to another class, another child, or both. The target is held first and the old seat is freed last,
 * so nobody is ever without a seat.
 */
export type MoveDocument = SeatChange & {
  kind: 'move';
  _id: ObjectId;
  /** `entryCode` tells the old seat from a later one with the same seat id; `price`: its cost then, in whole units. */
  from: {
    classId: ObjectId;
    childId?: ObjectId;
    entryCode: string;
    price?: number;
    days?: string[];
  };
  /**
   * `price` is what will have been paid for the seat, in whole currency units. `extras` and `lines`: those that move
   * along. Older moves have no lines: then the price is not explained.
   */
  to: {
    classId: ObjectId;
    childId?: ObjectId;
    /** The days that are chosen there. Missing: all of them. R648 */
    days?: string[];
    price: number;
    extras?: SeatExtra[];
    lines?: PriceLine[];
  };
  /** What the school keeps for extras that don't come back, of each household, in integer cents. R473 */
  extrasKept?: [number, number];
  /** What is lost of other seats' discounts, as far as it does not come off the refunds. R472 */
  lost?: LostLine[];
  /** The move that last changed the seat's line in the ledger. */
  previous?: ObjectId;
  /** The seat id under which the new seat is held until the difference is paid. */
  heldSeatId: ObjectId;
  /** What is to be paid first, in integer cents; 0 if nothing. */
  difference: number;
  /** The payment of the difference. */
  paidBy?: string;
  /** What goes back because the new class costs less, one for each payment of the seat. */
  refunds: PlannedRefund[];
  /** Likewise, what the school keeps of that difference, and for extras: no longer left for the seat. */
  keeps?: Omit<PlannedRefund, 'refundId'>[];
  /** What was owed for the seat, in cents, if it has a plan. */
  owed?: number;
  /** What an admin did not charge because the new class costs more, in integer cents. */
  waived?: number;
  /** The family's deadline, if an admin asks them to pay the difference. */
  askedUntil?: Date;
  /** Whether the email about that is due, or was. */
  isAsked?: true;
  /** `open` until the difference is paid, `decided` once it goes on by itself, `rejected` if the new seat was given up. */
  state: 'open' | 'decided' | 'done' | 'rejected';
  /** Whether people on the waiting list come first. Not if an admin moves the seat. */
  isQueueFirst: boolean;
  /** Whether the same account added those who have the seat before and after. An own seat belongs to its account. */
  isWithinFamily?: boolean;
  /** When the difference was paid. Missing if there was none: then it was decided at once. */
  decidedAt?: Date;
};

/** Why a seat is held: another one moves there. */
export type HeldMove = {
  /** The MoveDocument. */
  moveId: ObjectId;
  /** The seat that moves. */
  seatId: ObjectId;
  /** The name of the class that the other seat is in. */
  from: string;
  /** What the moving seat has cost, in whole currency units. What it costs in the class minus this is to be paid. */
  paid: number;
  /** How its price comes about in the class, without extras. */
  lines?: PriceLine[];
  /**
   * Set if the seat only changes its days: those that it is to have; without days, all. Those that are added are held beside it. R648
   */
  goal?: { days?: string[] };
};

/** What admins decide for the whole school: the refund policy for new purchases, discounts, and extras. */
export type SchoolSettings = {
  refundPolicy: RefundTerms;
  /** For seats that are held from now on. decisions/0075 */
  discounts: { version: number; discounts: Discount[] };
  /** What families can add to a seat from now on. decisions/0077 */
  extras: { version: number; extras: Extra[] };
  /** What a director decides for the school. decisions/0119 */
  school: Omit<VersionedSchool, 'texts' | 'fixedBecause'> & Partial<Pick<VersionedSchool, 'texts'>>;
};

export type SettingsDocument = {
  _id: keyof SchoolSettings;
  /** Missing if no admin has decided yet. */
  terms?: SchoolSettings[keyof SchoolSettings];
  changedAt?: Date;
  /** Of the school: when a class or a price was last about to be written in its currency and time zone. R625 */
  usedAt?: Date;
  events?: SchoolEvent[];
};
