import { findPayment } from '../../billing/ledger/payment-store.ts';
import { cleanLine, cut } from '../../plain-text.ts';
import { facts, link } from '../content.ts';
import { toAdmins } from '../recipients.ts';
import { aboutNoChild, defineMail } from '../mail-module.ts';
import { findRefund } from '../../billing/ledger/refund-store.ts';
import { aboutRefund, listClassNames } from '../parts/find.ts';
import type { Charge } from '../parts/props.ts';
import { listClasses, sayCharge, subjectOf } from '../parts/say.ts';

/** `failure` is what Stripe says; empty if it says nothing. */
type RefundFailedProps = {
  classNames: string[];
  payer: string;
  charge: Charge;
  paymentId: string;
  failure: string;
};

/** Tells every admin of one attempt of a refund that has failed. */
export const refundFailed = defineMail<{ refundId: string; attempt: number }, RefundFailedProps>({
  isForAdmins: true,
  on: {
    'refund changed': aboutRefund(({ refundId, attempt, state, needsAdmin }, services) => {
      if (state !== 'failed' || !needsAdmin) return [];
      const id = `refundfailed-${refundId.replaceAll(':', '-')}-${attempt}`;
      return toAdmins(id, { refundId, attempt }, services);
    }),
  },

  /** What an admin reads about a refund, while it has failed and nobody has settled it. */
  async read({ refundId, attempt }, _reader, services) {
    const refund = await findRefund(services.database.collections, refundId);
    const payment = refund && (await findPayment(services.database.collections, refund.paymentId));
    if (!payment || refund.state !== 'failed' || !refund.needsAdmin || refund.attempt !== attempt)
      return undefined;
    const { seatId, failure = '', paymentId, amount, currency } = refund;
    const items = payment.items.filter((item) => !seatId || item.seatId.equals(seatId));
    return aboutNoChild({
      classNames: await listClassNames(items, services),
      ...{ payer: payment.email, charge: { amount, currency }, paymentId, failure },
    });
  },

  write({ classNames, payer, charge, paymentId, failure }) {
    const reason = cut(cleanLine(failure), 200);
    return {
      subject: subjectOf('A refund failed: ', sayCharge(charge)),
      parts: [
        `A refund of ${sayCharge(charge)} to ${payer} has failed. The parent reads that somebody at the school looks into it.`,
        facts([
          ['Refund', sayCharge(charge)],
          ['To', payer],
          ...listClasses(classNames),
          ['Payment', paymentId],
          reason !== '' && ['Stripe says', reason],
        ]),
        'You can try it again. If the card no longer exists, pay the money back in another way and note how.',
        link('Open the refunds', '/dashboard/refunds'),
      ],
    };
  },
});
