import type { CartItem } from '@speakifyr/contract/cart.ts';
import type { InstallmentOffer } from '@speakifyr/contract/installments.ts';
import type { PaidItem } from '@speakifyr/contract/payments.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useReducer, useState } from 'react';
import { readApiError } from '../../../lib/api.ts';
import { findFirstToEnd, sumPrices } from '../../../lib/cart-seats.ts';
import { showError, showSuccess } from '../../../lib/dialogs.ts';
import { savedCardOptions } from '../installments/installments.queries.ts';
import type { CardOutcome } from './card-outcome.ts';
import { findScreen } from './checkout-screen.ts';
import { CHOOSING, nextCheckout } from './checkout-state.ts';
import {
  cardOutcomeOptions,
  paymentIntentOptions,
  startPayment,
  stripeOptions,
} from './payment.queries.ts';
import { useAgreeing } from './use-agreeing.ts';
import { useCredit } from './use-credit.ts';
import { useLeaveWarning } from './use-leave-warning.ts';
import { type PaymentEnd, paymentKey, usePayment } from './use-payment.ts';

/** Shown when a try failed without an answer from Stripe. */
const UNKNOWN_END = 'Something went wrong. Please try again: you will not be charged twice.';

export type CheckoutOrder = {
  /** What is paid for, from the server's last answer about each course. */
  courses: CartItem[];
  /** Those that the server still lists among the selected courses. */
  held: CartItem[];
  /** What the payer has agreed to, if they pay in parts. */
  parts?: InstallmentOffer | undefined;
  student: { name: string; email: string };
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
};

/** What the person sees of a payment, and what they can do. The states are in checkout-state.ts. */
export function useCheckout(order: CheckoutOrder) {
  const { courses, held, parts, student, onSeatChange, onPaid, onEnrolled, isRest } = order;
  const { done = 'Congratulations, Successfully Enrolled' } = order;
  const firstPart = parts && (parts.parts[0]?.amount ?? 0) / 100;
  const priceNow = firstPart ?? sumPrices(courses);
  const [state, dispatch] = useReducer(nextCheckout, CHOOSING);
  const isBusy = state.name === 'paying' || state.name === 'recording';
  // The price the person saw and agreed to. No other price is ever charged.
  const [price, setPrice] = useState(priceNow);
  const [isOtherCard, setOtherCard] = useState(false);
  const queryClient = useQueryClient();
  const stripe = useQuery(stripeOptions());
  const credit = useCredit({ courses, price });
  const wanted = { courses, price, credit: isRest ? 0 : credit.used, agreed: parts?.text };
  const intent = useQuery(paymentIntentOptions(student.email, wanted));
  const clientSecret = intent.data?.clientSecret;
  const agree = useAgreeing(
    clientSecret,
    (texts) => startPayment({ ...wanted, cartIds: courses.map(({ _id }) => _id) }, texts),
    () => void intent.refetch(),
  );
  const refusal = intent.error ? readApiError(intent.error) : undefined;
  // The card that is charged for the parts can pay the rest now, too.
  const saved = useQuery({ ...savedCardOptions(), enabled: isRest === true });
  const known = useQuery(cardOutcomeOptions(stripe.data, clientSecret)).data;
  const payment = usePayment({ courses, price }, student, onPaid);
  const screen = findScreen(state, {
    courses,
    held,
    price,
    priceNow,
    known,
    refusal,
    creditUsed: credit.used,
    isCreditAlone: isRest === true,
    isCreditLoading: !parts && !intent.isError && !credit.isKnown,
    isSavedCardLoading: saved.isLoading,
    savedCard: isOtherCard ? undefined : saved.data,
    stripe,
  });
  // What an earlier visit took for these seats is free once this one has begun its payment.
  if (intent.data && !credit.isWanted) credit.want();
  useLeaveWarning(isBusy);

  function pay(confirm: () => Promise<CardOutcome>) {
    // The cache knows at once: two clicks can come before the next rendering.
    if (queryClient.isMutating({ mutationKey: paymentKey(courses) }) > 0) return;
    dispatch({ type: 'pay' });
    payment.mutate(confirm, {
      onSuccess: finish,
      onError: () =>
        dispatch({ type: 'answered', end: { state: 'refused', message: UNKNOWN_END } }),
    });
  }

  function finish(end: PaymentEnd) {
    dispatch({ type: 'answered', end });
    if (end.state === 'ended') void intent.refetch();
    if (end.state === 'unrecorded') void showError('Something went wrong');
    if (end.state !== 'enrolled') return;
    if (end.items.every((item) => item.state === 'enrolled')) void showSuccess(done);
    onEnrolled(end.items, end.paymentId);
  }

  // After a reload in the middle of a payment the card is charged already: only the record is missing.
  const recordEarlierPayment = useEffectEvent((paid: CardOutcome) => {
    if (state.name === 'choosing') pay(() => Promise.resolve(paid));
  });
  useEffect(() => {
    if (known?.state === 'paid') recordEarlierPayment(known);
  }, [known]);

  // All seats left the list while the page was open. The server knows whether the hold ended or the seat is paid for.
  const isHeld = held.length > 0;
  const askAgain = useEffectEvent(() => {
    if (!isBusy && screen.name !== 'over') void intent.refetch();
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

  return {
    state,
    screen,
    isBusy,
    price,
    priceNow,
    credit,
    clientSecret,
    pay,
    agree,
    agreeToPrice: () => setPrice(priceNow),
    askAgain() {
      credit.reset();
      void intent.refetch();
    },
    loadCardFormAgain: () => void stripe.refetch(),
    chooseCredit(isUsed: boolean) {
      dispatch({ type: 'chose' });
      credit.use(isUsed);
    },
    chooseOtherCard() {
      dispatch({ type: 'chose' });
      setOtherCard(true);
    },
  };
}
