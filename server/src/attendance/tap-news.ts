import { listValidTaps } from '@speakifyr/contract/attendance-state.ts';
import type { StoredTap } from '@speakifyr/contract/attendance.ts';
import type { TapDocument } from '../database/family-documents.ts';
import type { Services } from '../services.ts';
import { listTapsOfPeople, presentTap } from './attendance-store.ts';

/** What a tap tells a family that hears of every one. R426 */

/** How long a tap can be undone before anybody hears of it. */
export const TELL_AFTER_MS = 2 * 60_000;

/** All taps of the same person, class and day as this one. */
export async function listTapsBeside(
  { personId, classId, day }: TapDocument,
  { database }: Pick<Services, 'database'>,
): Promise<TapDocument[]> {
  const taps = await listTapsOfPeople(database.collections, [personId], day);
  return taps.filter((tap) => tap.day === day && tap.classId.equals(classId));
}

/**
 * Whether a tap is news for a family: it was no mistake, and it differs from the tap before it, which may be the
 * family's own. An absence is news only while nobody has seen the person since.
 * @param taps all of that person and day
 * @param told the ids of those that the family was told of
 */
export function isNews({ _id }: TapDocument, taps: TapDocument[], told: Set<string>): boolean {
  const valid = listValidTaps(taps.map(presentTap));
  const place = valid.findIndex((tap) => tap._id === _id);
  const [before, tap, after] = [valid[place - 1], valid[place], valid.slice(place + 1)];
  // Everyone who may see the child hears of these, even with these emails off.
  if (!tap || isToldToAll(tap)) return false;
  if (before && saysSame(before, tap)) return false;
  if (tap.kind === 'absent') return after.length === 0;
  // Two phones recorded it, and the later tap arrived first.
  const other = after.findIndex((next) => !saysSame(next, tap));
  return !after.slice(0, other < 0 ? after.length : other).some((same) => told.has(same._id));
}

/**
 * The tap that an undo takes back, if the family was told of it, and not yet of the mistake.
 * @param taps all of that person and day
 * @param told the ids of those that the family was told of, undos included
 */
export function findToldMistake(
  { _id, undoes }: TapDocument,
  taps: TapDocument[],
  told: Set<string>,
): TapDocument | undefined {
  const mistake = taps.find((tap) => tap._id === undoes);
  const wasTold = mistake && (told.has(mistake._id) || isToldToAll(mistake));
  const undos = taps
    .filter((tap) => tap.undoes === undoes)
    .sort((a, b) => a.at.getTime() - b.at.getTime() || a._id.localeCompare(b._id));
  const isFirst = undos[0]?._id === _id && !undos.slice(1).some((undo) => told.has(undo._id));
  return wasTold && isFirst ? mistake : undefined;
}

/** A hand-over with a pick-up code, or one that was not allowed: each has an email of its own. */
function isToldToAll({ collectedBy, notAllowed }: Pick<StoredTap, 'collectedBy' | 'notAllowed'>) {
  return collectedBy?.how === 'code' || notAllowed !== undefined;
}

function saysSame(one: StoredTap, other: StoredTap): boolean {
  return one.kind === other.kind && nameAdult(one) === nameAdult(other);
}

function nameAdult({ collectedBy }: StoredTap): string | null {
  return collectedBy && 'name' in collectedBy ? collectedBy.name : null;
}
