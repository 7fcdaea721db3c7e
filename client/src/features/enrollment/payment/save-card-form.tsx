import { CardElement, Elements, useElements, useStripe } from '@stripe/react-stripe-js';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { readApiError } from '../../../lib/api.ts';
import { Button } from '../../../ui/button.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { CardFormSkeleton } from './card-form-skeleton.tsx';
import { CardInput } from './card-input.tsx';
import { stripeOptions } from './payment.queries.ts';
import {
  changeCard,
  savedCardOptions,
  startCardChange,
} from '../installments/installments.queries.ts';

type Props = { owner: { name: string; email: string }; onDone: () => void };

/** Saves another card at Stripe, and charges that one from now on. Nothing is paid. */
export function SaveCardForm(props: Props) {
  const stripe = useQuery(stripeOptions());
  if (stripe.isError)
    return (
      <ErrorState title="The card form could not be loaded" onRetry={() => void stripe.refetch()} />
    );
  if (!stripe.data) return <CardFormSkeleton />;
  return (
    <Elements stripe={stripe.data}>
      <Form {...props} />
    </Elements>
  );
}

function Form({ owner, onDone }: Props) {
  const stripe = useStripe();
  const elements = useElements();
  const queryClient = useQueryClient();
  const labelId = useId();
  const [isReady, setReady] = useState(false);
  const [typingError, setTypingError] = useState<string>();
  const save = useMutation({
    mutationFn: async () => {
      const card = elements?.getElement(CardElement);
      if (!stripe || !card) throw new Error('Stripe is not ready');
      const { name, email } = owner;
      const { setupIntent, error } = await stripe.confirmCardSetup(await startCardChange(), {
        payment_method: { card, billing_details: { name, email } },
      });
      if (error) return error.message ?? 'Your bank has not accepted this card.';
      queryClient.setQueryData(savedCardOptions().queryKey, {
        card: await changeCard(setupIntent.id),
      });
      return undefined;
    },
    onSuccess: (refusal) => {
      if (!refusal) onDone();
    },
  });
  const refusal = save.error ? readApiError(save.error).message : save.data;
  const error = typingError ?? (save.isPending ? undefined : refusal);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (isReady && !save.isPending) save.mutate();
  }

  return (
    <form onSubmit={submit} noValidate>
      <CardInput
        labelId={labelId}
        hasError={Boolean(error)}
        onReady={() => setReady(true)}
        onType={setTypingError}
      />
      <div role="alert" className="text-error min-h-6 pt-1 text-sm">
        {error && <p>{error}</p>}
      </div>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button
          type="submit"
          className="btn-primary"
          disabled={!isReady}
          isBusy={save.isPending}
          hasSpinner
        >
          {save.isPending ? 'Saving…' : 'Save this card'}
        </Button>
        <Button type="button" className="btn-ghost" onClick={onDone}>
          Keep the old one
        </Button>
      </div>
    </form>
  );
}
