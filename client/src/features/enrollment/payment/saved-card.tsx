import type { SavedCardFacts } from '@speakifyr/contract/installments.ts';
import { useQuery } from '@tanstack/react-query';
import { CreditCard } from 'lucide-react';
import { useState } from 'react';
import { capitalize } from '../../../lib/capitalize.ts';
import { LoadProblem } from '../../../ui/error-state.tsx';
import { Button } from '../../../ui/button.tsx';
import { savedCardOptions } from '../installments/installments.queries.ts';
import { SaveCardForm } from './save-card-form.tsx';

/** The card that is charged, and a form to save another one. */
export function SavedCard({ owner }: { owner: { name: string; email: string } }) {
  const card = useQuery(savedCardOptions());
  const [isChanging, setChanging] = useState(false);
  if (card.isError) return <LoadProblem what="Your card" query={card} />;
  if (!card.data) return null;
  return (
    <section aria-labelledby="saved-card" className="card bg-base-100 shadow-card p-5 sm:p-6">
      <h2 id="saved-card" className="flex items-center gap-2 text-xl font-bold">
        <CreditCard className="size-5 shrink-0" aria-hidden="true" />
        Your card
      </h2>
      <p role="status" className="mt-2">
        {describeCard(card.data)}
      </p>
      <p className="text-base-content/80 mt-1 text-sm">
        Stripe keeps it until everything is paid. We never see its number.
      </p>
      {isChanging ? (
        <SaveCardForm owner={owner} onDone={() => setChanging(false)} />
      ) : (
        <Button
          type="button"
          className="btn-outline btn-sm mt-4 w-fit"
          onClick={() => setChanging(true)}
        >
          Change card
        </Button>
      )}
    </section>
  );
}

/** `Visa ending in 4242, expires 12/2027` */
function describeCard({ brand, last4, expMonth, expYear }: SavedCardFacts): string {
  const month = String(expMonth).padStart(2, '0');
  return `${capitalize(brand)} ending in ${last4}, expires ${month}/${expYear}`;
}
