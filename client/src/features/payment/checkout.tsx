import type { CartItem } from '@speakifyr/contract/cart.ts';
import { Elements } from '@stripe/react-stripe-js';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { readApiError } from '../../lib/api.ts';
import { showError, showSuccess } from '../../lib/dialogs.ts';
import type { CardOutcome } from './card-outcome.ts';
import { CardForm } from './card-form.tsx';
import { cardOutcomeOptions, paymentIntentOptions, stripeOptions } from './payment.queries.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { CardFormSkeleton } from './card-form-skeleton.tsx';
import {
  type FinalEnd,
  PaymentEndNotice,
  PaymentRefusalNotice,
  PriceChangedNotice,
} from './payment-faces.tsx';
import { useLeaveWarning } from './use-leave-warning.ts';
import { type PaymentEnd, paymentKey, usePayment } from './use-payment.ts';

/** Said when a try broke off in a way that Stripe does not speak of. */
const UNKNOWN_END = 'Something went wrong. Please try again: you will not be charged twice.';

/** Said when the payment was stopped because its seat was about to be given back: there may be a new one to try. */
const STOPPED = 'This payment had been stopped, and nothing was charged. Please try again.';

type Props = {
  /** As the server last told it. */
  course: CartItem;
  /** Whether the server still lists it among the selected courses. */
  isHeld: boolean;
  student: { name: string; email: string };
  /** The seat, its hold or its price are not what they were: what is shown of them is asked for again. */
  onSeatChange: () => void;
  /** Money has moved: called even if the page was left meanwhile. */
  onPaid: () => void;
  /** The person has their place: the way on. */
  onEnrolled: () => void;
  /** A way to take the seat again, for when it is not held any more. */
  rejoin: ReactNode;
};

/** The card payment of one selected course, from the secret to the enrolment, with every way it can end. */
export function Checkout(props: Props) {
  const { course, isHeld, student, onSeatChange, onPaid, onEnrolled, rejoin } = props;
  // What the person was shown last, and agreed to by going on: the only price that is ever charged.
  const [price, setPrice] = useState(course.price);
  const [end, setEnd] = useState<PaymentEnd>();
  const queryClient = useQueryClient();
  const stripe = useQuery(stripeOptions());
  const intent = useQuery(
    paymentIntentOptions({ email: student.email, cartId: course._id, price }),
  );
  const clientSecret = intent.data?.clientSecret;
  const known = useQuery(cardOutcomeOptions(stripe.data, clientSecret));
  const payment = usePayment({ ...course, price }, student, onPaid);
  const refusal = intent.error ? readApiError(intent.error) : undefined;
  const finalEnd = findFinalEnd(end) ?? findFinalEnd(known.data);
  const isIdle = !payment.isPending && !finalEnd;
  useLeaveWarning(payment.isPending);

  function pay(confirm: () => Promise<CardOutcome>) {
    // Asked of the cache, which knows at once: two clicks can come before the next rendering.
    if (queryClient.isMutating({ mutationKey: paymentKey(course._id) }) > 0) return;
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
    void showSuccess('Congratulations, Successfully Enrolled');
    onEnrolled();
  }

  // A reload in the middle of it: the card was charged, so what is left is to record it.
  const recordEarlierPayment = useEffectEvent((paid: CardOutcome) => {
    if (!end) pay(() => Promise.resolve(paid));
  });
  useEffect(() => {
    if (known.data?.state === 'paid') recordEarlierPayment(known.data);
  }, [known.data]);

  // The seat went from the list while the page was open: the server says whether it lapsed or is paid for.
  const askAgain = useEffectEvent(() => {
    if (isIdle) void intent.refetch();
  });
  useEffect(() => {
    if (!isHeld) askAgain();
  }, [isHeld]);

  // Opening the payment page keeps the seat a while longer.
  const heldUntil = intent.data?.heldUntil;
  const isRenewed = heldUntil !== undefined && heldUntil !== course.heldUntil;
  const isPriceRefused = refusal?.code === 'price_changed';
  const lookAgain = useEffectEvent(onSeatChange);
  useEffect(() => {
    if (isPriceRefused || isRenewed) lookAgain();
  }, [isPriceRefused, isRenewed]);

  if (finalEnd)
    return (
      <PaymentEndNotice
        end={finalEnd}
        courseName={course.name}
        price={price}
        isBusy={payment.isPending}
        onRecordAgain={(paid) => pay(() => Promise.resolve(paid))}
      />
    );
  if (isIdle && course.price !== price)
    return (
      <PriceChangedNotice shown={price} now={course.price} onAgree={() => setPrice(course.price)} />
    );
  if (isIdle && refusal)
    return (
      <PaymentRefusalNotice
        refusal={refusal}
        rejoin={rejoin}
        onRetry={() => void intent.refetch()}
      />
    );
  if (stripe.isError)
    return (
      <ErrorState title="The card form could not be loaded" onRetry={() => void stripe.refetch()} />
    );
  if (!stripe.data) return <CardFormSkeleton />;
  return (
    <Elements stripe={stripe.data}>
      <CardForm
        clientSecret={clientSecret}
        price={price}
        student={student}
        isBusy={payment.isPending}
        refusal={end && describeRefusal(end)}
        onPay={pay}
      />
    </Elements>
  );
}

function describeRefusal(end: PaymentEnd): string | undefined {
  if (end.state === 'ended') return STOPPED;
  return end.state === 'refused' ? end.message : undefined;
}

/** An end after which the card form has nothing more to do. */
function findFinalEnd(end: PaymentEnd | CardOutcome | undefined): FinalEnd | undefined {
  if (!end || end.state === 'paid' || end.state === 'refused' || end.state === 'ended') return;
  return end;
}
