import { formatDay } from '../lib/format.ts';

/**
 * A day that never breaks inside. R526
 * @param day as in `formatDay`
 */
export function Day({ day }: { day: string }) {
  return <span className="whitespace-nowrap">{formatDay(day)}</span>;
}
