import { readApiError } from '../../../lib/api.ts';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { useOfferSeat } from './cancellation.queries.ts';

type Props = { cartId: string; isOffered: boolean };

/** The tick that offers a seat without a refund to the next person who enrolls. */
export function OfferTick({ cartId, isOffered }: Props) {
  const offer = useOfferSeat(cartId);
  return (
    <div className="rounded-box border-base-content/20 mt-4 border p-4">
      <label className="flex cursor-pointer items-start gap-3 font-semibold">
        <input
          type="checkbox"
          className="accent-primary mt-0.5 size-5 shrink-0"
          checked={offer.isPending ? offer.variables : isOffered}
          aria-describedby={`${cartId}-offer`}
          onChange={({ target }) => !offer.isPending && offer.mutate(target.checked)}
        />
        Refund me if someone takes my seat
      </label>
      <p id={`${cartId}-offer`} className="text-base-content/80 mt-2 text-sm">
        Other free seats in the class go first. If the class is full and one more person enrolls,
        they get this seat, and you get back everything you paid. Until then the seat stays yours.
        We can’t promise that somebody takes it.
      </p>
      <p role="status" className="text-sm font-semibold">
        {offer.isSuccess &&
          (isOffered ? 'Saved: the seat is offered.' : 'Saved: the seat stays yours.')}
      </p>
      <FormProblem>{offer.error && readApiError(offer.error).message}</FormProblem>
    </div>
  );
}
