import { formatCharge } from '../../../lib/format.ts';
import type { MoveQuote } from './moves.queries.ts';

type Props = {
  quote: MoveQuote;
  currency: string;
  /** Whether the seat stays in its class, and only gets other days. */
  isOwn?: boolean;
};

/** What a family loses by a move: discounts and extras that don't move along, and what the school keeps. R470 */
export function MoveLosses({ quote, currency, isOwn = false }: Props) {
  const { lines, dropped, extrasKept, lost, kept } = quote;
  const name = (cents: number) => formatCharge(cents / 100, currency);
  const byPolicy = kept - extrasKept - lost.reduce((sum, { amount }) => sum + amount, 0);
  return (
    <>
      {lines.length > 0 && (
        <p className="mt-1 font-medium">
          Does not move along, or only in part: {lines.join('; ')}. It was not given for this.
        </p>
      )}
      {dropped.length > 0 && (
        <p className="mt-1 font-medium">
          {`${isOwn ? 'Not on these days: ' : 'The new class does not have '}${dropped.join('; ')}.`}
        </p>
      )}
      {extrasKept > 0 && (
        <p className="mt-1">
          The school keeps {name(extrasKept)} for extras that don’t come back, as if you canceled.
        </p>
      )}
      {lost.length > 0 && (
        <ul className="mt-1 list-disc pl-5">
          {lost.map(({ label, className, student_name: who, amount }) => (
            <li key={`${label} ${className} ${who}`}>
              “{label}” of {who} in {className} comes off: {name(amount)}. It depended on this seat.
            </li>
          ))}
        </ul>
      )}
      {byPolicy > 0 && (
        <p className="mt-1">
          The school keeps {name(byPolicy)} of the difference, as if you canceled: the refund policy
          on the day you paid says so.
        </p>
      )}
    </>
  );
}
