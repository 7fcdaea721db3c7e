import { CardElement } from '@stripe/react-stripe-js';
import { useCardStyle } from './use-card-style.ts';

type Props = {
  labelId: string;
  hasError: boolean;
  onReady: () => void;
  /** The problem with what is typed so far, if there is one. */
  onType: (problem: string | undefined) => void;
};

/** Stripe's own frame for the card. */
export function CardInput({ labelId, hasError, onReady, onType }: Props) {
  const style = useCardStyle();
  return (
    <>
      <p id={labelId} className="mt-6 mb-2 font-medium">
        Card number, expiry and CVC
      </p>
      <div
        role="group"
        aria-labelledby={labelId}
        className={`rounded-field bg-base-100 focus-within:outline-primary min-h-14 border px-4 py-4 focus-within:outline-2 focus-within:outline-offset-2 ${
          hasError ? 'border-error' : 'border-base-content/30'
        }`}
      >
        <CardElement
          options={{ style, hidePostalCode: true }}
          onReady={onReady}
          onChange={(change) => onType(change.error?.message)}
        />
      </div>
    </>
  );
}
