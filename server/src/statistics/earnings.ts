import { formatIsoDay } from '../school-time.ts';
import type { Services } from '../services.ts';
import { type DayEarnings, listChangedDays, sumEarnings } from './statistics.repo.ts';

/**
 * A payment bears the moment at which a server began to close it. The write is there for all to see long before
 * this time is over, slow connections, a second try and clocks that differ included.
 */
const WRITTEN_WITHIN_MS = 2 * 60_000;

type Known = { days: Map<string, DayEarnings>; at: Date; today: string };

/**
 * Reads what the school has earned on each day, at a cost that does not grow with the ledger. The ledger alone says
 * what is true, nothing is counted anywhere else: this server remembers the sums of days, and adds a day up anew
 * when a payment of that day has been closed or given back since it last looked. At each midnight it begins afresh.
 * @returns reads the days on which something was paid, by their names yyyy-mm-dd
 */
export function createEarningsReader({
  database: { collections },
  environment,
  now,
}: Services): () => Promise<Map<string, DayEarnings>> {
  let known: Known | undefined;
  return async () => {
    const at = now();
    const today = formatIsoDay(at, environment.SCHOOL_TIME_ZONE);
    const days =
      known?.today === today ? await readChanges(known) : toMap(await sumEarnings(collections));
    // Of two that read at once, the one that began later knows more.
    if (!known || known.at <= at) known = { days, at, today };
    return days;
  };

  async function readChanges({ days, at }: Known): Promise<Map<string, DayEarnings>> {
    const since = new Date(at.getTime() - WRITTEN_WITHIN_MS);
    const changed = await listChangedDays(collections, since);
    if (changed.length === 0) return days;
    const kept = [...days.values()].filter(({ day }) => !changed.includes(day));
    return toMap([...kept, ...(await sumEarnings(collections, changed))]);
  }
}

function toMap(days: DayEarnings[]): Map<string, DayEarnings> {
  return new Map(days.map((earnings) => [earnings.day, earnings]));
}
