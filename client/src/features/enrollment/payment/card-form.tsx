import { linkToPhone } from '@speakifyr/contract/phone-text.ts';
import { SCHOOL } from '@speakifyr/contract/school.ts';
import { CardElement, useElements, useStripe } from '@stripe/react-stripe-js';
import { Lock } from 'lucide-react';
import { type FormEvent, type ReactNode, useEffect, useId, useState } from 'react';
import { Link } from 'react-router-dom';
import { nameCharge } from '../../../lib/format.ts';
import { paths } from '../../../lib/paths.ts';
import { type CardOutcome, confirmCard } from './card-outcome.ts';
import { CardInput } from './card-input.tsx';
import type { Agree } from './use-agreeing.ts';
import { PayButton } from '../../../ui/pay-button.tsx';

type Props = {
  /** Undefined while it loads, and if there is nothing to pay. */
  clientSecret: string | undefined;
  price: number;
  /** The rest is charged later. */
  isFirstPart?: boolean;
  student: { name: string; email: string };
  isBusy: boolean;
  /** The refund policy in a sentence, once it is known. */
  refundRule: string | undefined;
  /** The bank's message about the last try. */
  refusal: string | undefined;
  /** What stays as it was despite the refusal. */
  stays: string | undefined;
  /** Agrees to the texts that this form names, right before the card is charged. */
  agree: Agree;
  onPay: (confirm: () => Promise<CardOutcome>) => void;
};

/**
 * The card form. The card number goes into Stripe's own frame and never reaches our code. After a refusal the same
 * payment is tried again, so there is at most one charge, no matter how often the button is pressed.
 */
export function CardForm(props: Props) {
  const { clientSecret, price, student, isBusy, refundRule, refusal, stays, agree, onPay } = props;
  const { isFirstPart = false } = props;
  const stripe = useStripe();
  const elements = useElements();
  const labelId = useId();
  const [isFieldReady, setFieldReady] = useState(false);
  const [typingError, setTypingError] = useState<string>();
  const isReady = Boolean(stripe && elements && clientSecret && isFieldReady) && price > 0;
  const error = typingError ?? (isBusy ? undefined : refusal);

  useEffect(() => {
    if (refusal) elements?.getElement(CardElement)?.focus();
  }, [refusal, elements]);

  function pay(event: FormEvent) {
    event.preventDefault();
    const card = elements?.getElement(CardElement);
    if (!isReady || isBusy || !stripe || !clientSecret || !card) return;
    setTypingError(undefined);
    onPay(
      async () =>
        (await agree()) ??
        confirmCard(stripe, clientSecret, () =>
          stripe.confirmCardPayment(clientSecret, {
            payment_method: { card, billing_details: { name: student.name, email: student.email } },
          }),
        ),
    );
  }

  return (
    <form onSubmit={pay} noValidate>
      <h2 className="text-2xl font-bold">Pay by card</h2>
      <CardInput
        labelId={labelId}
        hasError={Boolean(error)}
        onReady={() => setFieldReady(true)}
        onType={setTypingError}
      />
      <div role="alert" className="text-error min-h-6 pt-1 text-sm">
        {error && <p>{error}</p>}
        {error && error === refusal && stays && (
          <p className="text-base-content mt-1 font-medium">{stays}</p>
        )}
      </div>
      <PayButton price={price} isBusy={isBusy} isDisabled={!isReady} />
      {price === 0 ? (
        <p className="mt-4">
          This class is free now, so there is nothing to pay. Join it again, and you are enrolled.
        </p>
      ) : (
        <div className="text-base-content/80 mt-4 flex items-start gap-2 text-sm">
          <Lock className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
          <div className="space-y-1">
            <p>{`${nameCharge(price)} is charged ${isFirstPart ? 'now' : 'once'}, through Stripe. We never see your card number.`}</p>
            {refundRule && <p>{refundRule}</p>}
            {SCHOOL.phone && (
              <p>
                No card? Call us:{' '}
                <a href={linkToPhone(SCHOOL.phone)} className="link">
                  {SCHOOL.phone}
                </a>
              </p>
            )}
            <p>
              By paying, you agree to our <NewTab to={paths.terms}>Terms</NewTab> and{' '}
              <NewTab to={paths.refundPolicy}>Refund policy</NewTab>.
            </p>
          </div>
        </div>
      )}
    </form>
  );
}

/** A link that leaves the page open, and with it the card that was typed. */
function NewTab({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} target="_blank" className="link">
      {children}
      <span className="sr-only"> (opens in a new tab)</span>
    </Link>
  );
}
