import { randomInt } from 'node:crypto';

/** Chance that can be had again: equal seeds give equal choices, in equal order. */
export type Random = {
  /** From 0 up to, and not, 1. */
  next(): number;
  /** Whether something of this likelihood (0 to 1) happens. */
  chance(likelihood: number): boolean;
  pick<T>(list: readonly T[]): T;
  shuffle<T>(list: readonly T[]): T[];
};

/** The seed of this run; an attack that goes by it names it in its complaints, and TORTURE_SEED repeats it. */
export const SEED = Number(process.env.TORTURE_SEED ?? randomInt(2 ** 31));

/** @returns mulberry32, a small generator that is even enough for choices; not for secrets */
export function createRandom(seed: number): Random {
  let state = seed | 0;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    next,
    chance: (likelihood) => next() < likelihood,
    pick: (list) => list[Math.floor(next() * list.length)] as never,
    shuffle(list) {
      const rest = [...list];
      return list.map(() => rest.splice(Math.floor(next() * rest.length), 1)[0] as never);
    },
  };
}
