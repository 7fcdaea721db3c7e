import { formatIsoDay } from '../school-time.ts';
import type { Services } from '../services.ts';
import { type DayEarnings, listChangedDays, sumEarnings } from './statistics.repo.ts';

/**
 * `changedAt` is when a server started to close a payment or to refund it. Everyone can read the write long before this time is over,
 * even with slow connections, a retry and different clocks.
 */
const WRITTEN_WITHIN_MS = 2 * 60_000;

type Known = { days: Map<string, DayEarnings>; at: Date; today: string };

/**
 * Reads the school's earnings per day, at a cost that does not grow with the ledger. The ledger is the only source:
 * this server keeps the sums of days in memory and adds up a day again if one of its payments was closed or refunded since
 * the last read. At midnight it starts over. Money counts on the day on which it arrived or went back.
 * @returns a function that reads the earnings by day (yyyy-mm-dd); days on which nothing moved are missing
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
    // Of two concurrent reads, keep the one that started later.
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
