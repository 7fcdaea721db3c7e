import { nameCard } from '@speakifyr/contract/name-card.ts';
import type { SavedCardFacts } from '@speakifyr/contract/installments.ts';
import type { Stripe } from '@stripe/stripe-js';
import { Button } from '../../../ui/button.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { type CardOutcome, confirmCard } from './card-outcome.ts';
import { PayButton } from '../../../ui/pay-button.tsx';

type Props = {
  card: SavedCardFacts;
  stripe: Stripe;
  /** Undefined while it loads. */
  clientSecret: string | undefined;
  price: number;
  isBusy: boolean;
  /** Why the last try failed. */
  refusal: string | undefined;
  onPay: (confirm: () => Promise<CardOutcome>) => void;
  onOtherCard: () => void;
};

/** Pays with the card that Stripe keeps for the parts, without typing it again. The bank may ask its question. */
export function PayWithSavedCard(props: Props) {
  const { card, stripe, clientSecret, price, isBusy, refusal, onPay, onOtherCard } = props;

  function pay() {
    if (!clientSecret) return;
    onPay(() =>
      confirmCard(stripe, clientSecret, () =>
        stripe.confirmCardPayment(clientSecret, { payment_method: card.cardId }),
      ),
    );
  }

  return (
    <div>
      <h2 className="text-2xl font-bold">Pay by card</h2>
      <div className="mt-4">
        <FormProblem>{isBusy ? undefined : refusal}</FormProblem>
      </div>
      <PayButton
        price={price}
        means={` with ${nameCard(card)}`}
        isBusy={isBusy}
        isDisabled={!clientSecret}
        onPress={pay}
      />
      <Button className="btn-ghost mt-3" disabled={isBusy} onClick={onOtherCard}>
        Use another card
      </Button>
    </div>
  );
}
