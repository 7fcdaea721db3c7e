import { Elements, ExpressCheckoutElement, useElements } from '@stripe/react-stripe-js';
import type { Stripe, StripeExpressCheckoutElementConfirmEvent } from '@stripe/stripe-js';
import { useState } from 'react';
import { type CardOutcome, confirmCard } from './card-outcome.ts';
import type { Agree } from './use-agreeing.ts';

type Props = {
  stripe: Stripe;
  clientSecret: string;
  isBusy: boolean;
  /** Agrees to the texts that the card form below names. */
  agree: Agree;
  onPay: (confirm: () => Promise<CardOutcome>) => void;
};

/**
 * Apple Pay, Google Pay and Link, as far as this device and the school's Stripe account have them. They pay the same
 * PaymentIntent as the card form, so there is at most one charge. Renders nothing if there are none. R284
 */
export function WalletButtons(props: Props) {
  const { stripe, clientSecret } = props;
  return (
    // Apart from the card form: the wallets need the payment, which the card field does without.
    <Elements key={clientSecret} stripe={stripe} options={{ clientSecret }}>
      <Buttons {...props} />
    </Elements>
  );
}

function Buttons({ stripe, clientSecret, isBusy, agree, onPay }: Props) {
  const elements = useElements();
  const [hasWallet, setHasWallet] = useState(false);

  function pay({ paymentFailed }: StripeExpressCheckoutElementConfirmEvent) {
    onPay(async () => {
      const outcome =
        (await agree()) ??
        (await confirmCard(stripe, clientSecret, () =>
          elements
            ? stripe.confirmPayment({
                elements,
                clientSecret,
                // A wallet pays here; if it ever leads away, this page knows what became of the payment.
                confirmParams: { return_url: window.location.href },
                redirect: 'if_required',
              })
            : Promise.resolve({ error: { type: 'api_error' } }),
        ));
      // The wallet's own window says so, too.
      if (outcome.state === 'refused' || outcome.state === 'ended') paymentFailed();
      return outcome;
    });
  }

  return (
    <>
      <ExpressCheckoutElement
        options={{ buttonHeight: 48 }}
        onReady={({ availablePaymentMethods }) => setHasWallet(Boolean(availablePaymentMethods))}
        onClick={({ resolve, reject }) => (isBusy ? reject() : resolve())}
        onConfirm={pay}
      />
      {hasWallet && <p className="divider my-6">or</p>}
    </>
  );
}
