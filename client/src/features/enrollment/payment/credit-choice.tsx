import { useState } from 'react';
import { call, readApiError } from '../../../lib/api.ts';
import { SCHOOL } from '@speakifyr/contract/school.ts';
import { formatCharge } from '../../../lib/format.ts';
import { Check } from '../../../ui/check.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import type { CardOutcome } from './card-outcome.ts';
import { PayButton } from '../../../ui/pay-button.tsx';
import type { Order } from './payment.queries.ts';

type ChoiceProps = {
  /** How much credit can pay, and what the order costs. In cents. */
  most: number;
  total: number;
  isUsed: boolean;
  /** For what is owed: what credit does not pay is paid afterwards. */
  isRest: true | undefined;
  isBusy: boolean;
  onChange: (isUsed: boolean) => void;
};

/** Offers to pay with credit: everything, or a part of it and the card pays the rest. */
export function CreditChoice({ most, total, isUsed, isRest, isBusy, onChange }: ChoiceProps) {
  const rest = total - most;
  const say = formatCharge(rest / 100);
  return (
    <div className="rounded-box bg-base-200 mb-6 px-4 py-2">
      <Check
        checked={isUsed}
        disabled={isBusy}
        onChange={(event) => onChange(event.target.checked)}
      >
        <span className="font-semibold">Use {formatCharge(most / 100)} of your credit</span>{' '}
        <span className="text-base-content/80 block text-sm">
          {rest > 0
            ? isRest
              ? `After that, you still owe ${say}.`
              : `The card pays the rest: ${say}.`
            : 'Nothing is charged to your card.'}
        </span>
      </Check>
    </div>
  );
}

/** Says why credit is not offered for the difference of a move. @param props.amount in cents */
export function CreditStays({ amount }: { amount: number }) {
  return (
    <p className="rounded-box bg-base-200 mb-6 p-4 text-sm">
      Your credit of {formatCharge(amount / 100)} is less than this difference, so it can’t pay for
      it. It stays yours.
    </p>
  );
}

type PayProps = {
  order: Order;
  isBusy: boolean;
  /** Why the last try failed. */
  refusal: string | undefined;
  onPay: (confirm: () => Promise<CardOutcome>) => void;
};

/** Pays with credit alone. */
export function PayWithCredit({ order, isBusy, refusal, onPay }: PayProps) {
  const [requestId, setRequestId] = useState(() => crypto.randomUUID());

  async function send(): Promise<CardOutcome> {
    const cartIds = order.courses.map(({ _id }) => _id);
    try {
      const { transactionId } = await call('POST /creditPayments', {
        body: { requestId, cartIds, price: order.price, currency: SCHOOL.currency },
      });
      return { state: 'paid', transactionId, status: 'succeeded' };
    } catch (error) {
      const { code, message } = readApiError(error);
      // After an answer, the next try is a payment of its own. Without one, it may have been paid.
      if (code === 'credit_changed') setRequestId(crypto.randomUUID());
      return { state: 'refused', message };
    }
  }

  return (
    <div>
      <h2 className="text-2xl font-bold">Pay with credit</h2>
      <div className="mt-4">
        <FormProblem>{isBusy ? undefined : refusal}</FormProblem>
      </div>
      <PayButton
        price={order.price}
        means=" with credit"
        isBusy={isBusy}
        onPress={() => onPay(send)}
      />
    </div>
  );
}
