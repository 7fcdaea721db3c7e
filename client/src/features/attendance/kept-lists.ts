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
  const missed = listenForChanges<T>(name);
  loads += 1;
  const asked = loads;
  try {
    const loaded = await load();
    // What was asked for before a tap was sent lacks it.
    const list = applyAll(loaded, missed.changes);
    if (mayKeep(list))
      await runAlone(name, async () => {
        // An answer that was asked for later is newer, even if it came first.
        if ((keptLoad.get(name) ?? 0) > asked) return;
        keptLoad.set(name, asked);
        await keep(name, applyAll(list, missed.changes), findDayEnd());
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
  } finally {
    missed.stop();
  }
}

/** How many lists were asked for, and which of these answers is the kept one, by the list's name. */
let loads = 0;
const keptLoad = new Map<string, number>();

type Change<T> = (list: T) => T;

function applyAll<T>(list: T, changes: Change<T>[]): T {
  let changed = list;
  for (const change of changes) changed = change(changed);
  return changed;
}

/** The changes that lists missed since they were asked for, by the list's name. */
const missing = new Map<string, Set<unknown[]>>();

function listenForChanges<T>(name: string): { changes: Change<T>[]; stop: () => void } {
  const changes: Change<T>[] = [];
  const all = missing.get(name) ?? new Set();
  missing.set(name, all.add(changes));
  return { changes, stop: () => all.delete(changes) };
}

/**
 * Changes a kept list, and what has been asked for and is not there yet: what was sent since stays on both.
 * @param change may see a list that has it already
 */
export async function changeKept<T extends object>(name: string, change: Change<T>): Promise<void> {
  for (const changes of missing.get(name) ?? []) changes.push(change);
  await runAlone(name, async () => {
    const list = await readKept<T>(name);
    if (list) await keep(name, change(list), findDayEnd());
  });
}
