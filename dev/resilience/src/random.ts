import { randomInt } from 'node:crypto';

export type Random = ReturnType<typeof createRandom>;

/** The seed of this run. Attacks put it into their complaints; set RESILIENCE_SEED to repeat them. */
export const SEED = Number(process.env.RESILIENCE_SEED ?? randomInt(2 ** 31));

/** What complaints of an attack with random choices start with. */
export const SEED_PREFIX = `RESILIENCE_SEED=${SEED}: `;

/** Makes mulberry32, a small generator: the same seed gives the same choices in the same order. */
export function createRandom(seed: number) {
  let state = seed | 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    /** From 0 up to, but not including, 1. */
    next,
    /** Whether something with this probability (0 to 1) happens. */
    chance: (probability: number) => next() < probability,
    pick: <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)]!,
  };
}
