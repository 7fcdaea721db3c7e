import type { CampClass } from '@speakifyr/contract/classes.ts';
import { quoteRefund, type RefundTerms } from '@speakifyr/contract/refund-terms.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { formatDay, formatDollars, readToday } from '../../../lib/format.ts';
import { paths } from '../../../lib/paths.ts';
import { read } from '../../../lib/read.ts';

/** Until when a seat bought today can be canceled, and what is refunded. Optional: a failure leaves it out. R241 */
export function FreeCancellation({ campClass }: { campClass: CampClass }) {
  const { price, camp_start } = campClass;
  const { data: terms } = useQuery({ ...read('GET /refundPolicy'), enabled: price > 0 });
  if (price === 0) return null;
  return (
    // One line is kept free while it loads.
    <p className="text-base-content/85 mt-3 min-h-[1.5em] text-center text-sm font-semibold">
      {terms && (
        <Link to={paths.refundPolicy} className="link">
          {sayCancellation(terms, { price, camp_start })}
        </Link>
      )}
    </p>
  );
}

/** `Free cancellation until Mon 24 May`, or what is refunded from today on. */
export function sayCancellation(
  terms: RefundTerms,
  { price, camp_start }: Pick<CampClass, 'price' | 'camp_start'>,
  today = readToday(),
): string {
  const paid = Math.round(price * 100);
  const { refund, until } = quoteRefund({ terms, paid, campStart: camp_start, today });
  if (until === null || refund === 0) return 'No refund if you cancel';
  const lastDay = formatDay(until);
  if (refund === paid) return `Free cancellation until ${lastDay}`;
  return `Cancel until ${lastDay} and get ${formatDollars(refund / 100)} back`;
}
