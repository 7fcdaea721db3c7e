import type { MailContent } from '@speakifyr/contract/mail.ts';
import { findClassNames } from '../../database/class-store.ts';
import type { RefundDocument } from '../../database/money-documents.ts';
import { worksInOffice } from '../../people/users/bundles.ts';
import { cleanLine, cut } from '../../plain-text.ts';
import type { Services } from '../../services.ts';
import { aboutRefund } from '../due-mails/as-it-is.ts';
import { tellAdmins } from '../due-mails/recipients.ts';
import {
  aboutNoChild,
  defineMail,
  type MailContext,
  type Read,
  type Reader,
} from '../mail-module.ts';
import type { NewMail } from '../outbox.ts';
import { findAnyPayment, findRefundWithId } from '../kinds.repo.ts';
import { type Charge, describeCharge } from '../parts/props.ts';
import { greet, listClasses, sayCharge, subjectOf } from '../parts/say.ts';

export type RefundFailedCause = { kind: 'refund failed'; refundId: string; attempt: number };

/** For admins. `failure` is what Stripe says; empty if it says nothing. */
type RefundFailedProps = {
  classNames: string[];
  payer: string;
  charge: Charge;
  paymentId: string;
  failure: string;
};

export const refundFailed = defineMail<RefundFailedCause, RefundFailedProps>({
  kind: 'refund failed',
  on: { 'refund changed': aboutRefund(describeFailedRefund) },
  read,
  write,
});

/** Tells an admin that a refund failed. */
function write(
  { classNames, payer, charge, paymentId, failure }: RefundFailedProps,
  { to }: MailContext,
): MailContent {
  return {
    subject: subjectOf('A refund failed: ', sayCharge(charge)),
    greeting: greet(to),
    parts: [
      {
        kind: 'text',
        text: `A refund of ${sayCharge(charge)} to ${payer} has failed. The parent reads that somebody at the school looks into it.`,
      },
      {
        kind: 'facts',
        facts: [
          { label: 'Refund', value: sayCharge(charge) },
          { label: 'To', value: payer },
          ...listClasses(classNames),
          { label: 'Payment', value: paymentId },
          ...(cleanLine(failure)
            ? [{ label: 'Stripe says', value: cut(cleanLine(failure), 200) }]
            : []),
        ],
      },
      {
        kind: 'text',
        text: 'You can try it again. If the card no longer exists, pay the money back in another way and note how.',
      },
      { kind: 'link', label: 'Open the refunds', path: '/dashboard/refunds' },
    ],
  };
}

/** What an admin reads about a refund, while it has failed and nobody has settled it. */
async function read(
  { refundId, attempt }: RefundFailedCause,
  { user }: Reader,
  { database: { collections } }: Services,
): Promise<Read<RefundFailedProps> | undefined> {
  if (!worksInOffice(user)) return undefined;
  const refund = await findRefundWithId(collections, refundId);
  const payment = refund && (await findAnyPayment(collections, refund.paymentId));
  if (!payment || refund.state !== 'failed' || !refund.needsAdmin || refund.attempt !== attempt)
    return undefined;
  const { seatId, failure = '', paymentId } = refund;
  const items = payment.items.filter((item) => !seatId || item.seatId.equals(seatId));
  return aboutNoChild({
    classNames: [
      ...(
        await findClassNames(
          collections,
          items.map(({ classId }) => classId),
        )
      ).values(),
    ],
    payer: payment.email,
    charge: describeCharge(refund),
    paymentId,
    failure,
  });
}

/** Tells every admin of one attempt of a refund that has failed. */
async function describeFailedRefund(
  { _id: refundId, attempt, state, needsAdmin }: RefundDocument,
  services: Services,
): Promise<NewMail<RefundFailedCause>[]> {
  if (state !== 'failed' || !needsAdmin) return [];
  const cause = { kind: 'refund failed' as const, refundId, attempt };
  return tellAdmins(`refundfailed-${refundId.replaceAll(':', '-')}-${attempt}`, cause, services);
}
