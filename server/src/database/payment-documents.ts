import type { ItemState, PaymentState } from '@speakifyr/contract/money-states.ts';
import type { PaymentMethod } from '@speakifyr/contract/payment-methods.ts';
import type { PriceLine } from '@speakifyr/contract/prices.ts';
import type { RefundTerms } from '@speakifyr/contract/refund-terms.ts';
import type { SeatExtra } from '@speakifyr/contract/seat-extras.ts';
import type { SeatTax } from '@speakifyr/contract/tax.ts';
import type { PaidTexts } from '@speakifyr/contract/text-version.ts';
import type { ObjectId } from 'mongodb';
import type { AgreedPlan } from './class-document.ts';
import type { SchoolEvent } from './event-document.ts';
import type { Fee, Movement } from './money-documents.ts';

/** The ledger’s payments, and transfers of a bank’s list that are not booked yet. */

/** One line of a payment: what it pays for one seat. A payment has at most one line for a seat. */
export type PaymentItem = {
  /** The seat. If the line is the difference for a move, the seat that moves. */
  seatId: ObjectId;
  classId: ObjectId;
  /** Missing if the seat is for the account itself. */
  childId?: ObjectId;
  /** Who the seat is for: the child or the account's owner. */
  name: string;
  /** Those of the seat that it pays for. */
  days?: string[];
  /** Integer cents. */
  amount: number;
  /** How the price it pays for came about. Missing if nothing was taken off or added. */
  lines?: PriceLine[];
  /** The extras that it pays for and that the seat is given with. */
  extras?: SeatExtra[];
  /** That of the seat. */
  tax?: SeatTax;
  /** What credit pays on top of it, in integer cents. Once the seat is given, that becomes its own payment. */
  credit?: number;
  state: ItemState;
  /** Set once the seat was given, or has moved. It stays when the seat ends. Missing if there was no seat. */
  isGiven?: true;
  /** Set if it is the difference for a seat that moves to a dearer class: see MoveDocument. */
  moveId?: ObjectId;
  /** Set if it is a deposit: what was agreed about the balance. */
  plan?: AgreedPlan;
  /** Set if another household pays a share of the price: who, and what and when. */
  coPay?: { userId: ObjectId; plan: AgreedPlan };
  /** Set if it pays what is owed for a seat that is enrolled. */
  isRest?: true;
  /** Set with `isRest` if it pays the other household's share. */
  isCoPay?: true;
  /**
   * Set with `isRest` if it is for certain parts: the day of the last one (yyyy-mm-dd). Once another payment has paid
   * that part, this one is refused, and never pays a later part.
   */
  upTo?: string;
  /** The last move that moved the seat of this line to another class or child. */
  movedBy?: ObjectId;
  /** Set if it is for no seat, and becomes the family's credit. Then no seat and no class has its ids. */
  isForCredit?: true;
};

/** The line of a bank's list that a payment is, or a part of it, in integer cents. R597 */
type ListedTransfer = {
  /** All that the bank wrote: the reference may end before. Other files are compared with it. Older ones have none. */
  text?: string;
  /** When it came on the list: the same for all lines of one file. Older ones have none. */
  addedAt?: Date;
  /** All of it. */
  of: number;
  /** What was left for other families after this part. Missing for the last one. */
  left?: number;
  /** Set if another part was booked before. */
  isRest?: true;
};

/**
 * The ledger: one document per payment, written before anyone can pay it. The payment record of the spec (section 3)
 * stands in it like this: `transactionId` is `_id`, `pay` the status, date and time are `settledAt`, and each seat has
 * `classId`, `cartId` (`seatId`) and `price` (`amount`) in `items`. R530
 */
export type PaymentDocument = {
  /** The PaymentIntent's id; free_… for a free class, office_… for what the school took, credit_… for what credit paid. */
  _id: string;
  method: PaymentMethod;
  /** Set if the office took the money: when it came (yyyy-mm-dd), its number, and who took it. */
  received?: {
    day: string;
    reference: string;
    by: ObjectId;
    /** Set if it was on the list of open transfers. */
    transfer?: ListedTransfer;
  };
  /** The last four digits of the card, for the office's search. Missing if it was not paid by card, or before 0.3. */
  last4?: string;
  /**
   * Set if a request with an id of its own began it: a fingerprint of all that it said, for when it comes again. Older
   * ones have none: they are like no request.
   */
  request?: string;
  /** The account that pays. */
  userId: ObjectId;
  /** The account's email and name when it paid, for the office's search. Replaced if the account is deleted. */
  email: string;
  studentName: string;
  /** Both as the office finds them: search-words.ts. Older payments have none, and are read through. */
  searchWords?: string[];
  /** At least one. A free class has a payment of its own. */
  items: PaymentItem[];
  /** Integer cents: the sum of the items. */
  amount: number;
  /**
   * What the school keeps once the money has arrived, in integer cents: the amount minus all refunds that are made. People
   * see `keptOf`. Below 0 if it bounced after some of it had gone back: the family owes that.
   */
  kept: number;
  /** The credit that pays for it, or for a part of it: the refunds that were kept as credit, and how much of each. */
  credits?: { refundId: string; amount: number }[];
  /** Oldest first. Each update of `kept` adds one. Once the money has arrived, they sum up to `kept`. */
  movements: Movement[];
  /** The fees that Stripe has reported so far, oldest first. */
  fees?: Fee[];
  /** The refunds that `kept` takes into account, each with its attempt: `<refund id>:<attempt>`. */
  refundIds: string[];
  /** Failed attempts, in the same form. Nothing is set aside for them anymore. */
  failedRefundIds?: string[];
  /** What this payment was charged in, whatever the school's currency is now. In lower case, such as usd. */
  currency: string;
  status: PaymentState;
  createdAt: Date;
  /** When a job checks it next, while open. */
  checkAfter: Date;
  /**
   * The texts that the payer agreed to when they pressed Pay below a card. `byLink`: they had a link, and may not be the
   * account’s owner. Missing: no such page, or from before it was recorded. R635
   */
  agreed?: { texts: PaidTexts; at: Date; byLink?: true };
  /** Set if the saved card is charged for a part that is due. */
  installment?: {
    /** The part's day. */
    due: string;
    /** 1 for the first try. */
    attempt: number;
    /** The card was declined, so this payment ends. */
    decline?: {
      /** Stripe's word for the bank's reason, and what may help: `Decline` in outside/stripe-objects.ts. */
      code: string;
      advice: 'later' | 'another card' | 'the payer';
      cardId: string;
      at: Date;
    };
  };
  /** Set with `open` while the payer's bank is working on it, as far as Stripe has told us. */
  isProcessing?: true;
  settledAt?: Date;
  /** When status or `kept` last changed. */
  changedAt?: Date;
  /** The refund policy that its seats are bought under. */
  terms: RefundTerms;
  /** Set if the payer's bank questions it. `dueBy`: when Stripe wants an answer. */
  dispute?: {
    stripeId: string;
    /** Integer cents. */
    amount: number;
    /** `lost` stays while the school appeals, and becomes `won` if the bank gives the money back. */
    state: 'open' | 'won' | 'lost';
    /** Stripe's own word for its status. */
    status: string;
    /** Set with `open` while money can go back: the bank only asks (an inquiry), and has not taken any. */
    isRefundable?: true;
    dueBy?: Date;
    at: Date;
  };
  /** Each change of its disputes, oldest first, with the time when we recorded it. */
  disputeChanges?: {
    stripeId: string;
    state: 'open' | 'won' | 'lost';
    status: string;
    at: Date;
  }[];
  /**
   * Set with `refunded`: there was no seat left, or nothing owed anymore, the school returned the money at Stripe, or
   * the bank did after a dispute that the school lost.
   */
  refundReason?: 'no seat' | 'not owed' | 'by the school' | 'dispute';
  /** Its receipt is to be issued. */
  receiptDue?: true;
  /** Set when all of it goes back, before its seats are freed. They are freed even if the refund fails in the meantime. */
  isReturning?: true;
  events?: SchoolEvent[];
};

/**
 * A transfer of a bank's list that is not booked yet. It is deleted once it is booked, so this is a list of what is to be
 * done, and no part of the books. decisions/0116
 */
export type OpenTransferDocument = {
  /** The id of the line (a UUID), which is also the id of the request that books it. */
  _id: string;
  /** yyyy-mm-dd */
  day: string;
  /** Integer cents, in the school's currency. */
  amount: number;
  /** Who sent it and what they wrote. */
  text: string;
  /** All of the transfer, if a part of it is booked: then this is what is left. R597 */
  of?: number;
  addedAt: Date;
  /** Set if the office has said why it is no family's. */
  aside?: { note: string; by: ObjectId; at: Date };
};
