import type { CartItem } from '@speakifyr/contract/cart.ts';
import { Link } from 'react-router-dom';
import { countOf } from '../../../lib/count-of.ts';
import { formatDollars } from '../../../lib/format.ts';
import { linkToPayment } from '../../../lib/paths.ts';
import { sumPrices } from '../../../lib/cart-seats.ts';

/** Pays for several courses at once. @param chosen those with a check mark */
export function CartTotal({ chosen }: { chosen: CartItem[] }) {
  const count = countOf(chosen.length, 'seat');
  const total = formatDollars(sumPrices(chosen));
  return (
    <section
      aria-label="Pay together"
      className="card bg-base-100 border-base-content/15 shadow-lifted sticky bottom-3 z-10 mt-4 grid items-center gap-3 border p-4 sm:flex sm:flex-row sm:justify-between sm:px-6"
    >
      <p role="status">
        {chosen.length > 0 ? (
          <span key="total">
            Total: <strong className="tabular-nums">{total}</strong>
          </span>
        ) : (
          <span>Tick at least one seat to pay for.</span>
        )}
      </p>
      {chosen.length > 0 ? (
        <Link
          to={linkToPayment(...chosen.map(({ _id }) => _id))}
          className="btn btn-primary btn-lg tabular-nums"
        >
          Pay for {count}
        </Link>
      ) : (
        <button type="button" className="btn btn-lg" disabled>
          Pay
        </button>
      )}
    </section>
  );
}
