import type { SentTap, TapProblem } from '@speakifyr/contract/attendance.ts';
import { TAP_DAYS } from '@speakifyr/contract/limits.ts';
import { forgetKept, keep, readAllKept } from './device-store.ts';

/** A tap of this phone, with the list that it is on. */
export type OwnTap = {
  classId: string;
  /** For pages that have no list. Missing from those that an earlier version kept. */
  className?: string;
  day: string;
  tap: SentTap;
};

/** A tap that the server did not record. */
export type RefusedTap = OwnTap & {
  problem: TapProblem | null;
  /** The server's words, if it refused the whole request. */
  message?: string;
};

/** A tap that was not sent is worth more than an empty phone: it waits for a week, encrypted. In milliseconds. */
const KEEP_MS = TAP_DAYS * 24 * 60 * 60_000;
const START = 'tap/';
const REFUSED = 'refused/';

const nameOf = ({ tap }: OwnTap) => `${START}${tap._id}`;

// Rules: R403.
export async function keepTaps(taps: OwnTap[]): Promise<void> {
  for (const own of taps) await keep(nameOf(own), own, Date.parse(own.tap.at) + KEEP_MS);
}

export async function forgetTaps(taps: OwnTap[]): Promise<void> {
  for (const own of taps) await forgetKept(nameOf(own));
}

/** What this phone has not sent yet. */
export type KeptTaps = {
  /** The oldest first. */
  taps: OwnTap[];
  /** Of all that are there, also of those that can't be opened. */
  ids: Set<string>;
};

/** @returns undefined if the phone's store does not answer: nobody knows what is there */
export async function readKeptTaps(): Promise<KeptTaps | undefined> {
  const kept = await readAllKept<OwnTap>(START);
  return (
    kept && {
      taps: kept
        .flatMap(({ value }) => value ?? [])
        .sort((a, b) => a.tap.at.localeCompare(b.tap.at)),
      ids: new Set(kept.map(({ name }) => name.slice(START.length))),
    }
  );
}

/** Keeps what was refused until somebody has read why, but no longer than a tap that was not sent. R715 */
export async function keepRefused(refused: RefusedTap[]): Promise<void> {
  for (const own of refused) await keep(REFUSED + own.tap._id, own, Date.now() + KEEP_MS);
}

/** Forgets refusals that were read. */
export async function forgetKeptRefused(refused: RefusedTap[]): Promise<void> {
  for (const { tap } of refused) await forgetKept(REFUSED + tap._id);
}

/** @returns undefined if the phone's store does not answer */
export async function readKeptRefused(): Promise<RefusedTap[] | undefined> {
  return (await readAllKept<RefusedTap>(REFUSED))?.flatMap(({ value }) => value ?? []);
}
