import { LABELS } from '@speakifyr/contract/labels.ts';
import { nameCard } from '@speakifyr/contract/name-card.ts';
import type { SavedCardFacts } from '@speakifyr/contract/installments.ts';
import type { Stripe } from '@stripe/stripe-js';
import { formatCharge } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { type CardOutcome, confirmCard } from './card-outcome.ts';

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
      <Button
        className="btn-primary btn-block btn-lg"
        disabled={!clientSecret}
        isBusy={isBusy}
        hasSpinner
        onClick={pay}
      >
        {isBusy ? 'Paying…' : `${LABELS.pay} ${formatCharge(price)} with ${nameCard(card)}`}
      </Button>
      <Button className="btn-ghost mt-3" disabled={isBusy} onClick={onOtherCard}>
        Use another card
      </Button>
    </div>
  );
}
