import { DEFAULT_REFUND_TERMS } from '@speakifyr/contract/refund-terms.ts';
import type { PaymentDocument, UserDocument } from '../../database/collections.ts';
import type { RefundDocument } from '../../database/money-documents.ts';
import type { CauseOf } from '../../database/outbox-document.ts';
import type { Services } from '../../services.ts';
import { sumAmounts } from '../../sum-amounts.ts';
import { worksInOffice } from '../../people/users/bundles.ts';
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
  if (!worksInOffice(user)) return undefined;
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

/** What an admin reads about an inquiry or a dispute that is not decided, or about money that an appeal brought back. */
export async function readPaymentDisputed(
  cause: CauseOf<'payment disputed'>,
  user: UserDocument,
  { database: { collections } }: Services,
): Promise<LetterFacts['payment disputed'] | undefined> {
  if (!worksInOffice(user)) return undefined;
  const payment = await findAnyPayment(collections, cause.paymentId);
  const loss = cause.lossId ? await findRefundWithId(collections, cause.lossId) : undefined;
  const dispute = payment?.dispute;
  if (!payment || dispute?.stripeId !== cause.stripeId) return undefined;
  const stage = nameStage(dispute, loss ?? undefined);
  if (stage !== nameStageOf(cause)) return undefined;
  const { items, email, settledAt, createdAt, terms } = payment;
  return {
    stage,
    classNames: await listClassNames(collections, items),
    payer: email,
    charge: describeCharge({ ...payment, amount: (loss ?? dispute).amount }),
    paymentId: cause.paymentId,
    paidAt: settledAt ?? createdAt,
    dueBy: dispute.dueBy ?? null,
    terms: terms ?? DEFAULT_REFUND_TERMS,
  };
}

type Stage = LetterFacts['payment disputed']['stage'];

function nameStage(
  { state, isRefundable }: NonNullable<PaymentDocument['dispute']>,
  loss: RefundDocument | undefined,
): Stage | undefined {
  if (loss) return loss.state === 'reversed' && loss.needsAdmin ? 'won back' : undefined;
  if (state !== 'open') return undefined;
  return isRefundable ? 'inquiry' : 'dispute';
}

function nameStageOf({ isInquiry, lossId }: CauseOf<'payment disputed'>): Stage {
  if (lossId) return 'won back';
  return isInquiry ? 'inquiry' : 'dispute';
}

/** What an admin reads about a seat that ended because a payment for it was returned. */
export async function readSeatEnded(
  { cartId }: CauseOf<'seat ended'>,
  user: UserDocument,
  { database: { collections } }: Services,
): Promise<LetterFacts['seat ended'] | undefined> {
  const canceled = worksInOffice(user) ? await findCancellation(collections, cartId) : null;
  if (!canceled) return undefined;
  const { className, email, refunds, kept, currency, paymentId } = canceled;
  return {
    ...{ className, payer: email, paymentId },
    refund: describeCharge({ amount: sumAmounts(refunds), currency }),
    kept: describeCharge({ amount: kept, currency }),
  };
}
