import type { CartItem } from '@speakifyr/contract/cart.ts';
import type { InstallmentOffer } from '@speakifyr/contract/installments.ts';
import { Elements } from '@stripe/react-stripe-js';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { toCents } from '@speakifyr/contract/format.ts';
import type { PaidItem } from '@speakifyr/contract/payments.ts';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { readApiError } from '../../../lib/api.ts';
import { findFirstToEnd, isProcessing, nameOrder, sumPrices } from '../../../lib/cart-seats.ts';
import { stripePublishableKey } from '../../../lib/config.ts';
import { showError, showSuccess } from '../../../lib/dialogs.ts';
import { formatMoment } from '../../../lib/format.ts';
import type { CardOutcome } from './card-outcome.ts';
import { CreditChoice, CreditStays, PayWithCredit } from './credit-choice.tsx';
import { savedCardOptions } from '../installments/installments.queries.ts';
import { useCredit } from './use-credit.ts';
import { CardForm } from './card-form.tsx';
import { cardOutcomeOptions, paymentIntentOptions, stripeOptions } from './payment.queries.ts';
import { ErrorState } from '../../../ui/error-state.tsx';
import { hasWallets } from './has-wallets.ts';
import { WalletButtons } from './wallet-buttons.tsx';
import { CardFormSkeleton } from './card-form-skeleton.tsx';
import {
  type FinalEnd,
  PaymentEndNotice,
  PaymentRefusalNotice,
  PriceChangedNotice,
} from './payment-faces.tsx';
import { MissingSeatsNotice } from './missing-seats-notice.tsx';
import { PayWithSavedCard } from './pay-with-saved-card.tsx';
import { useLeaveWarning } from './use-leave-warning.ts';
import { type PaymentEnd, paymentKey, usePayment } from './use-payment.ts';

/** Shown when a try failed without an answer from Stripe. */
const UNKNOWN_END = 'Something went wrong. Please try again: you will not be charged twice.';

/** Shown when the payment was stopped because the hold on its seat ended. A new payment may be possible. */
const STOPPED = 'This payment was stopped, and nothing was charged. Please try again.';

type Props = {
  /** What is paid for, from the server's last answer about each course. */
  courses: CartItem[];
  /** Those that the server still lists among the selected courses. */
  held: CartItem[];
  /** What the payer has agreed to, if they pay in parts. */
  parts?: InstallmentOffer | undefined;
  student: { name: string; email: string };
  /** The refund policy in a sentence, once it is known. */
  refundRule: string | undefined;
  /** A seat, its hold or its price has changed: load them again. */
  onSeatChange: () => void;
  /** Money has moved. Called even if the person has left the page. */
  onPaid: () => void;
  /** Seats were given: go to the next page, or show what became of each. */
  onEnrolled: (items: PaidItem[], paymentId: string) => void;
  /** This is owed for enrolled seats: no hold ends, and credit pays a part of it by itself. */
  isRest?: true;
  /** What a success is called, if it gives no seat. */
  done?: string;
  /** A button to join again, for a seat that is no longer held or has become free of charge. */
  rejoin: ReactNode;
};

/** The payment of selected courses by card or wallet, from the client secret to the enrollment, with every outcome. */
export function Checkout(props: Props) {
  const { courses, held, student, refundRule, onSeatChange, onPaid, onEnrolled, rejoin } = props;
  const { done = 'Congratulations, Successfully Enrolled' } = props;
  const { parts, isRest } = props;
  const firstPart = parts && (parts.parts[0]?.amount ?? 0) / 100;
  const priceNow = firstPart ?? sumPrices(courses);
  const isHeld = held.length > 0;
  // The price the person saw and agreed to. No other price is ever charged.
  const [price, setPrice] = useState(priceNow);
  const [end, setEnd] = useState<PaymentEnd>();
  const queryClient = useQueryClient();
  const stripe = useQuery(stripeOptions());
  const credit = useCredit({ courses, price });
  const intent = useQuery(
    paymentIntentOptions(student.email, {
      courses,
      price,
      credit: isRest ? 0 : credit.used,
      agreed: parts?.text,
    }),
  );
  const clientSecret = intent.data?.clientSecret;
  const [isOtherCard, setOtherCard] = useState(false);
  // The card that is charged for the parts can pay the rest now, too.
  const saved = useQuery({ ...savedCardOptions(), enabled: isRest === true });
  const known = useQuery(cardOutcomeOptions(stripe.data, clientSecret));
  const payment = usePayment({ courses, price }, student, onPaid);
  const refusal = intent.error ? readApiError(intent.error) : undefined;
  const finalEnd =
    findFinalEnd(end) ??
    findFinalEnd(known.data) ??
    // After a reload, even once the hold is over. During a payment its own answer counts.
    (!payment.isPending && courses.every(isProcessing)
      ? { state: 'processing' as const }
      : undefined);
  const isIdle = !payment.isPending && !finalEnd;
  // What an earlier visit took for these seats is free once this one has begun its payment.
  if (intent.data && !credit.isWanted) credit.want();
  useLeaveWarning(payment.isPending);

  function pay(confirm: () => Promise<CardOutcome>) {
    // The cache knows at once: two clicks can come before the next rendering.
    if (queryClient.isMutating({ mutationKey: paymentKey(courses) }) > 0) return;
    payment.mutate(confirm, {
      onSuccess: finish,
      onError: () => setEnd({ state: 'refused', message: UNKNOWN_END }),
    });
  }

  function finish(reached: PaymentEnd) {
    setEnd(reached);
    if (reached.state === 'ended') void intent.refetch();
    if (reached.state === 'unrecorded') void showError('Something went wrong');
    if (reached.state !== 'enrolled') return;
    if (reached.items.every(({ state }) => state === 'enrolled')) void showSuccess(done);
    onEnrolled(reached.items, reached.paymentId);
  }

  // After a reload in the middle of a payment the card is charged already: only the record is missing.
  const recordEarlierPayment = useEffectEvent((paid: CardOutcome) => {
    if (!end) pay(() => Promise.resolve(paid));
  });
  useEffect(() => {
    if (known.data?.state === 'paid') recordEarlierPayment(known.data);
  }, [known.data]);

  // All seats left the list while the page was open. The server knows whether the hold ended or the seat is paid for.
  const askAgain = useEffectEvent(() => {
    if (isIdle) void intent.refetch();
  });
  useEffect(() => {
    if (!isHeld) askAgain();
  }, [isHeld]);

  // Opening the payment page extends the holds.
  const heldUntil = intent.data?.heldUntil;
  const isRenewed = Boolean(heldUntil) && heldUntil !== findFirstToEnd(courses);
  // The list on the screen is older than the refusal.
  const isListOld =
    refusal?.code === 'price_changed' || (courses.length > 1 && refusal !== undefined);
  const lookAgain = useEffectEvent(onSeatChange);
  useEffect(() => {
    if (isListOld || isRenewed) lookAgain();
  }, [isListOld, isRenewed]);

  if (finalEnd)
    return (
      <PaymentEndNotice
        end={finalEnd}
        courseName={nameOrder(courses)}
        price={price}
        isBusy={payment.isPending}
        onRecordAgain={(paid) => pay(() => Promise.resolve(paid))}
      />
    );
  if (isIdle && isHeld && held.length < courses.length)
    return <MissingSeatsNotice courses={courses} left={held} />;
  const isNowFree = isIdle && priceNow === 0;
  if (isIdle && !isNowFree && priceNow !== price)
    return (
      <PriceChangedNotice
        count={courses.length}
        shown={price}
        now={priceNow}
        onAgree={() => setPrice(priceNow)}
      />
    );
  if (isIdle && refusal)
    return (
      <PaymentRefusalNotice
        refusal={refusal}
        courses={courses}
        rejoin={rejoin}
        onRetry={() => {
          credit.reset();
          void intent.refetch();
        }}
      />
    );
  const mayUseCredit = !isNowFree && !parts;
  const choice = mayUseCredit && (
    <>
      {credit.tooLittle > 0 && <CreditStays amount={credit.tooLittle} />}
      {credit.most > 0 && (
        <CreditChoice
          most={credit.most}
          total={toCents(price)}
          isUsed={credit.used > 0}
          isRest={isRest}
          isBusy={payment.isPending}
          onChange={(isUsed) => {
            setEnd(undefined);
            credit.use(isUsed);
          }}
        />
      )}
    </>
  );
  if (credit.used > 0 && (isRest || credit.used === toCents(price)))
    return (
      <>
        {choice}
        <PayWithCredit
          order={{ courses, price: credit.used / 100 }}
          isBusy={payment.isPending}
          refusal={end && describeRefusal(end)}
          onPay={pay}
        />
      </>
    );
  if (stripe.isError)
    return (
      <ErrorState title="The card form could not be loaded" onRetry={() => void stripe.refetch()} />
    );
  // The choice of credit is above the card: if it came later, it would push the card away while people type.
  const isChoiceLoading = saved.isLoading || (mayUseCredit && !intent.isError && !credit.isKnown);
  if (!stripe.data || isChoiceLoading) return <CardFormSkeleton />;
  if (saved.data && !isOtherCard)
    return (
      <>
        {choice}
        <PayWithSavedCard
          card={saved.data}
          stripe={stripe.data}
          clientSecret={clientSecret}
          price={price}
          isBusy={payment.isPending}
          refusal={end && describeRefusal(end)}
          onPay={pay}
          onOtherCard={() => {
            setEnd(undefined);
            setOtherCard(true);
          }}
        />
      </>
    );
  return (
    <>
      {choice}
      {clientSecret &&
        !isNowFree &&
        !parts &&
        hasWallets(stripePublishableKey, window.location.protocol) && (
          <WalletButtons
            stripe={stripe.data}
            clientSecret={clientSecret}
            isBusy={payment.isPending}
            onPay={pay}
          />
        )}
      <Elements stripe={stripe.data}>
        <CardForm
          clientSecret={clientSecret}
          price={isNowFree ? 0 : (toCents(price) - credit.used) / 100}
          isFirstPart={parts !== undefined}
          student={student}
          isBusy={payment.isPending}
          refundRule={refundRule}
          refusal={end && describeRefusal(end)}
          stays={end?.state === 'refused' && end.isUncharged ? sayStays(held) : undefined}
          onPay={pay}
        />
        {isNowFree && <div className="mt-3">{rejoin}</div>}
      </Elements>
    </>
  );
}

/** Says after a declined card, or a failed 3-D Secure, that nothing was lost. */
function sayStays(held: CartItem[]): string | undefined {
  const heldUntil = findFirstToEnd(held);
  if (!heldUntil) return undefined;
  const seats = held.length === 1 ? 'Your seat is' : 'Your seats are';
  return `You have not been charged. ${seats} held until ${formatMoment(new Date(heldUntil))}.`;
}

function describeRefusal(end: PaymentEnd): string | undefined {
  if (end.state === 'ended') return STOPPED;
  return end.state === 'refused' ? end.message : undefined;
}

/** An outcome after which the card form is no longer needed. */
function findFinalEnd(end: PaymentEnd | CardOutcome | undefined): FinalEnd | undefined {
  if (!end || end.state === 'paid' || end.state === 'refused' || end.state === 'ended') return;
  return end;
}
