import type { RefundReason, RefundState } from '@speakifyr/contract/limits.ts';
import type { ObjectId } from 'mongodb';

/**
 * One refund. It is written before Stripe is asked. `_id` is part of the idempotency key and stands in the metadata at
 * Stripe, so that a refund whose answer was lost is found there.
 */
export type RefundDocument = {
  /** `<paymentId>:<cartId>` for a seat that could not be given, or Stripe's id for a refund made in its dashboard. */
  _id: string;
  paymentId: string;
  /** The seat whose price goes back; null for a refund in the dashboard that nobody has assigned to a seat. */
  cartId: ObjectId | null;
  /** Integer cents. */
  amount: number;
  /** In lower case, such as usd. */
  currency: string;
  reason: RefundReason;
  state: RefundState;
  /** Grows only after a definite failure. 0 before the first one. */
  attempt: number;
  stripeId?: string;
  /** Why Stripe says it failed. */
  failure?: string;
  /** When the sweep works on it next. Missing if nothing is left to do. */
  checkAfter?: Date;
  createdAt: Date;
  settledAt?: Date;
  /** It failed, or it was made in Stripe's dashboard and an admin has to say which seat it was for. */
  needsAdmin?: true;
  /** See OutboxDocument. */
  mailDue?: true;
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
  seller: { name: string; address: string; email: string; phone: string };
  payer: { name: string; email: string };
  items: {
    cartId: ObjectId;
    className: string;
    camp_start: string;
    camp_end: string;
    studentName: string;
    /** Integer cents. */
    amount: number;
  }[];
  /** Integer cents. */
  amount: number;
  /** In lower case. */
  currency: string;
};

/** A migration of the database that has finished. */
export type MigrationDocument = { _id: number; name: string; finishedAt: Date };
