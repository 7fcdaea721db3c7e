import { nameCard } from '@speakifyr/contract/name-card.ts';
import type { EnrolledClass } from '@speakifyr/contract/payments.ts';
import { sumAmounts } from '@speakifyr/contract/sum-amounts.ts';
import { useQuery } from '@tanstack/react-query';
import { formatDay, nameCharge } from '../../../lib/format.ts';
import { savedCardOptions } from '../installments/installments.queries.ts';

const PLACES = ['No', 'First', 'Second', 'Third', 'Fourth', 'Fifth'];

/** How much of a price in parts is paid, and what is charged next. Nothing if all is paid. */
export function NextPart({ seats }: { seats: EnrolledClass[] }) {
  const parts = seats.flatMap(({ installments }) => installments ?? []);
  const days = [...new Set(parts.map(({ due }) => due))].sort();
  const open = parts.filter(({ left }) => left > 0);
  const [next] = days.filter((day) => open.some(({ due }) => due === day));
  const card = useQuery({ ...savedCardOptions(), enabled: next !== undefined });
  if (next === undefined) return null;
  const done = days.indexOf(next);
  const amount = sumAmounts(
    open.filter(({ due }) => due === next).map(({ left }) => ({ amount: left })),
  );
  return (
    <p className="mt-3">{`${PLACES[done] ?? `Part ${done}`} of ${days.length} parts paid. Next: ${nameCharge(amount / 100)} ${card.data ? `from ${nameCard(card.data)} ` : ''}on ${formatDay(next)}.`}</p>
  );
}
