import { readApiError } from '../../../lib/api.ts';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { useResale } from './cancellation.queries.ts';

type Props = { cartId: string; isForResale: boolean };

/** Puts a seat without a refund up for resale. */
export function ResaleTick({ cartId, isForResale }: Props) {
  const resale = useResale(cartId);
  return (
    <div className="rounded-box border-base-content/20 mt-4 border p-4">
      <label className="flex cursor-pointer items-start gap-3 font-semibold">
        <input
          type="checkbox"
          className="accent-primary mt-0.5 size-5 shrink-0"
          checked={resale.isPending ? resale.variables : isForResale}
          aria-describedby={`${cartId}-resale`}
          onChange={({ target }) => !resale.isPending && resale.mutate(target.checked)}
        />
        Refund me if someone takes my seat
      </label>
      <p id={`${cartId}-resale`} className="text-base-content/80 mt-2 text-sm">
        Other free seats in the class go first. If the class is full and one more person enrolls,
        they get this seat, and you get back everything you paid. Until then the seat stays yours.
        We can’t promise that somebody takes it.
      </p>
      <p role="status" className="text-sm font-semibold">
        {resale.isSuccess &&
          (isForResale ? 'Saved: the seat is offered.' : 'Saved: the seat stays yours.')}
      </p>
      <FormProblem>{resale.error && readApiError(resale.error).message}</FormProblem>
    </div>
  );
}
