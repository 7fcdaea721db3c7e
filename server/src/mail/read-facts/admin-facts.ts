import { DEFAULT_REFUND_TERMS } from '@speakifyr/contract/refund-terms.ts';
import type { UserDocument } from '../../database/collections.ts';
import type { CauseOf } from '../../database/outbox-document.ts';
import type { Services } from '../../services.ts';
import { sumAmounts } from '../../sum-amounts.ts';
import type { LetterFacts } from '../letters/facts.ts';
import { describeCharge } from './charges.ts';
import {
  findAnyPayment,
  findCancellation,
  findRefundWithId,
  listClassNames,
} from './plan-facts.repo.ts';

/** What an admin reads about a refund, while it has failed and nobody has settled it. */
export async function readRefundFailed(
  { refundId, attempt }: CauseOf<'refund failed'>,
  user: UserDocument,
  { database: { collections } }: Services,
): Promise<LetterFacts['refund failed'] | undefined> {
  if (!isAdmin(user)) return undefined;
  const refund = await findRefundWithId(collections, refundId);
  const payment = refund && (await findAnyPayment(collections, refund.paymentId));
  if (!payment || refund.state !== 'failed' || !refund.needsAdmin || refund.attempt !== attempt)
    return undefined;
  const { cartId, failure = '', paymentId } = refund;
  const items = payment.items.filter((item) => !cartId || item.cartId.equals(cartId));
  return {
    classNames: await listClassNames(collections, items),
    payer: payment.email,
    charge: describeCharge(refund),
    paymentId,
    failure,
  };
}

/** What an admin reads about a dispute that is not decided. */
export async function readPaymentDisputed(
  { paymentId, stripeId }: CauseOf<'payment disputed'>,
  user: UserDocument,
  { database: { collections } }: Services,
): Promise<LetterFacts['payment disputed'] | undefined> {
  if (!isAdmin(user)) return undefined;
  const payment = await findAnyPayment(collections, paymentId);
  const dispute = payment?.dispute;
  if (!payment || dispute?.state !== 'open' || dispute.stripeId !== stripeId) return undefined;
  const { items, email, settledAt, createdAt, terms } = payment;
  return {
    classNames: await listClassNames(collections, items),
    payer: email,
    charge: describeCharge({ ...payment, amount: dispute.amount }),
    paymentId,
    paidAt: settledAt ?? createdAt,
    dueBy: dispute.dueBy ?? null,
    terms: terms ?? DEFAULT_REFUND_TERMS,
  };
}

/** What an admin reads about a seat that ended because a payment for it was returned. */
export async function readSeatEnded(
  { cartId }: CauseOf<'seat ended'>,
  user: UserDocument,
  { database: { collections } }: Services,
): Promise<LetterFacts['seat ended'] | undefined> {
  const canceled = isAdmin(user) ? await findCancellation(collections, cartId) : null;
  if (!canceled) return undefined;
  const { className, email, refunds, kept, currency, paymentId } = canceled;
  return {
    ...{ className, payer: email, paymentId },
    refund: describeCharge({ amount: sumAmounts(refunds), currency }),
    kept: describeCharge({ amount: kept, currency }),
  };
}

function isAdmin({ role, status }: UserDocument): boolean {
  return role === 'admin' && status === 'active';
}
