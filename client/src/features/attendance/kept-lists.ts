import { isRefused } from '../../lib/api-error.ts';
import { forgetKept, keep, readKept } from './device-store.ts';
import { readMinutes } from '../../lib/school-clock.ts';
import { runAlone } from '../../lib/run-alone.ts';

/**
 * In the names of lists. Raise it when `GET /dayList/:classId/:day` or `GET /emergencyList` loses or changes a field: a
 * new version of the app must not show a list that an older one has kept. Taps have no such number: they must arrive.
 */
const FORMAT = 3;
/** How the names of kept day lists begin. */
export const KEPT_DAYS = `day${FORMAT}/`;
/** The name of the kept Everyone, now. */
export const KEPT_EVERYONE = `everyone${FORMAT}`;

/** The name of the kept photos of a day list. Not one of those that begin with KEPT_DAYS. */
export const nameKeptPhotos = (classId: string, day: string) => `photos${FORMAT}/${classId}/${day}`;

const DAY_MINUTES = 24 * 60;
const MINUTE_MS = 60_000;

/** A list as it was when it last came from the server. */
export type Kept<T> = T & {
  /** It is from earlier: there was no connection. */
  isOld?: true;
};

/** Midnight at the school, in milliseconds since 1970. */
export function findDayEnd(now = new Date()): number {
  return now.getTime() + (DAY_MINUTES - readMinutes(now)) * MINUTE_MS;
}

/**
 * Loads a list and keeps it on the phone until midnight. Without a connection, it is the kept one. Somebody who is
 * refused keeps nothing. R402
 * @param mayKeep whether it is a list of today
 * @throws as `load`, if nothing is kept
 */
export async function loadOrRead<T extends object>(
  name: string,
  load: () => Promise<T>,
  mayKeep: (list: T) => boolean,
): Promise<Kept<T>> {
  const asked = changes;
  try {
    const list = await load();
    if (mayKeep(list))
      await runAlone(name, async () => {
        // What was asked for before a tap was sent lacks it, and the kept list has it.
        if ((changedAt.get(name) ?? 0) <= asked) await keep(name, list, findDayEnd());
      });
    return list;
  } catch (error) {
    if (isRefused(error)) {
      await forgetKept(name);
      throw error;
    }
    const list = await readKept<T>(name);
    if (!list) throw error;
    return { ...list, isOld: true };
  }
}

/** How many changes of kept lists there were, and which was the last one of each list. */
let changes = 0;
const changedAt = new Map<string, number>();

/** Changes a kept list, if there is one: what was sent since stays on it. */
export async function changeKept<T extends object>(
  name: string,
  change: (list: T) => T,
): Promise<void> {
  await runAlone(name, async () => {
    const list = await readKept<T>(name);
    if (!list) return;
    changes += 1;
    changedAt.set(name, changes);
    await keep(name, change(list), findDayEnd());
  });
}
