import type { RefundReason } from '@speakifyr/contract/money-states.ts';
import { sayPaid } from '@speakifyr/contract/payment-methods.ts';
import type { ListedRefund } from '@speakifyr/contract/refunds.ts';
import { sayAddress } from '@speakifyr/contract/stand-in-address.ts';
import { RotateCw } from 'lucide-react';
import { Link } from 'react-router-dom';
import { useChange } from '../../../lib/use-change.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { nameCharge } from '../../../lib/format.ts';
import { linkToFamily, linkToPaymentSearch } from '../../../lib/dashboard-links.ts';
import { DayAndTime } from '../../../ui/day-and-time.tsx';
import { PhoneLink } from '../../../ui/phone-link.tsx';
import { GiveBack } from './give-back.tsx';
import { RefundQuestion } from './refund-question.tsx';

/** Why the money goes back, as an admin reads it. */
const REASON_TEXTS: Record<RefundReason, string> = {
  'no seat': 'The money goes back because there was no seat left.',
  'not owed': 'It was more than what was owed for the seat by then.',
  'by the school': 'Somebody made this refund in Stripe’s dashboard.',
  'canceled by parent': 'The family canceled the seat.',
  'canceled by admin': 'An admin canceled the seat.',
  'class canceled': 'The class was canceled.',
  'seat resold': 'The family put the seat up for resale, and somebody else took it.',
  'payment returned': 'Another payment for the seat was returned, so the seat ended.',
  'not paid': 'The school released the seat, because it was not paid in time.',
  'by admin': 'An admin gave back money. The seat stays.',
  'price difference': 'The seat moved to a class that costs less.',
  dispute: 'The bank took the money back after a dispute.',
  'payment bounced': 'The check or bank transfer bounced.',
};

const WON_BACK_TEXT =
  'The bank took this money in a dispute, and has given it back after an appeal. The seat ended when the dispute was lost, and stays so. Agree with the family what happens: they book a seat again, or you give the money back on the payment’s page.';

type Props = {
  refund: ListedRefund;
  /** Called when it no longer needs an admin. */
  onDone: () => void;
};

/** A refund that needs an admin: whose it is, why, and what to do about it. */
export function OpenRefund({ refund, onDone }: Props) {
  const { name, email, phone, userId, amount, currency, createdAt, paymentId } = refund;
  const { method, state, failure } = refund;
  const isFailed = state === 'failed';
  const isByHand = method !== 'card';
  return (
    <article className="card bg-base-100 shadow-card p-5 sm:p-7">
      <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-1">
        <div className="min-w-0">
          <h2 className="text-xl font-bold [overflow-wrap:anywhere]">{`${nameCharge(amount / 100, currency)} ${state === 'reversed' ? 'of' : 'to'} ${name.trim() || sayAddress(email)}`}</h2>
          <p className="text-base-content/80 [overflow-wrap:anywhere]">{sayAddress(email)}</p>
          <p className="mt-1 flex flex-wrap gap-x-4 gap-y-1">
            {phone && <PhoneLink phone={phone} />}
            <Link to={linkToFamily(userId)} className="link">
              The family’s page
            </Link>
          </p>
        </div>
        <p className="text-base-content/80 text-sm">
          <DayAndTime at={createdAt} />
        </p>
      </header>
      <p className="mt-3">
        {isFailed && isByHand && <strong>{sayPaid(method)}: give it back the same way. </strong>}
        {isFailed && !isByHand && (
          <>
            <strong className="text-error">The refund failed. </strong>
            <span className="[overflow-wrap:anywhere]">{failure}</span>{' '}
          </>
        )}
        <span>{state === 'reversed' ? WON_BACK_TEXT : REASON_TEXTS[refund.reason]}</span>
      </p>
      <p className="mt-1">
        <Link
          to={linkToPaymentSearch(paymentId)}
          className="link font-mono text-sm [overflow-wrap:anywhere]"
        >
          {paymentId}
        </Link>
      </p>
      {isFailed && <FailedButtons refund={refund} onDone={onDone} />}
      {state === 'reversed' && <WonBack refund={refund} onDone={onDone} />}
      {!isFailed && state !== 'reversed' && <RefundQuestion refund={refund} onDone={onDone} />}
    </article>
  );
}

/** Money that is back, but whose seat is gone. It leaves the list when the admin has decided about it. */
function WonBack({ refund, onDone }: Props) {
  const answering = useChange('POST /openRefunds/:refundId/answer');

  return (
    <ActionButton
      className="btn-primary mt-4 sm:self-start"
      act={() =>
        answering.mutateAsync({ params: { refundId: refund._id }, body: { cartId: null } })
      }
      success="It is off the list"
      onDone={onDone}
    >
      Done
      <span className="sr-only">
        : {nameCharge(refund.amount / 100, refund.currency)} of {refund.name}
      </span>
    </ActionButton>
  );
}

/** Tries a failed refund again, or takes it off the list after the school has paid in another way. */
function FailedButtons({ refund, onDone }: Props) {
  const retry = useChange('POST /openRefunds/:refundId/retry');
  const what = `: ${nameCharge(refund.amount / 100, refund.currency)} to ${refund.name}`;
  const isByHand = refund.method !== 'card';

  return (
    <div className="mt-4 flex flex-wrap gap-3">
      {!isByHand && (
        <ActionButton
          className="btn-primary"
          act={() => retry.mutateAsync({ params: { refundId: refund._id } })}
          success="The refund is on its way again"
          onDone={onDone}
        >
          <RotateCw className="size-4" aria-hidden="true" />
          Try again
          <span className="sr-only">{what}</span>
        </ActionButton>
      )}
      <GiveBack refund={refund} onDone={onDone} />
    </div>
  );
}
