import type { User } from '@speakifyr/contract/identity.ts';
import { forgetOldDays, keep, readAllKept, readKept } from './device-store.ts';
import { wipeDevice } from '../../session/wipe-device.ts';
import type { ClassDay } from './attendance.queries.ts';
import { findDayEnd, KEPT_DAYS } from './kept-lists.ts';

/** What a person may do. It decides what they may read. */
export type Right = Pick<User, 'role' | 'bundle'>;

/** The day's lists that a phone has. */
export type KeptWork = Right & { days: Pick<ClassDay, 'classId' | 'className'>[] };

const PERSON = 'person';

export async function keepRight({ role, bundle }: Right): Promise<void> {
  await keep(PERSON, { role, bundle } satisfies Right, findDayEnd());
}

/** Deletes what the phone has if it was kept for another role than the one the server has just named. R404 */
export async function wipeForOtherRight({ role, bundle }: Right): Promise<void> {
  const kept = await readKept<Right>(PERSON);
  if (kept && (kept.role !== role || kept.bundle !== bundle)) await wipeDevice();
}

/**
 * What the phone has kept for today for the person whose session is stored. R402
 * @returns null if there is nothing
 */
export async function readKeptWork(): Promise<KeptWork | null> {
  await forgetOldDays();
  const right = await readKept<Right>(PERSON);
  if (!right) return null;
  const days = (await readAllKept<ClassDay>(KEPT_DAYS)) ?? [];
  return {
    ...right,
    days: days
      .flatMap(({ value }) => value ?? [])
      .map(({ classId, className }) => ({ classId, className })),
  };
}
