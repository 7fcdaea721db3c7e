import {
  countExtra,
  countExtraLeft,
  findSoldOut,
  listExtraDays,
  moveExtras,
} from '@speakifyr/contract/extra-places.ts';
import { addDays } from '@speakifyr/contract/days.ts';
import {
  costOf,
  type Extra,
  freezeExtra,
  type SeatExtra,
} from '@speakifyr/contract/seat-extras.ts';
import fc from 'fast-check';
import { expect, it } from 'vitest';

// Rules: R441, R651, R653.

const week = (from: string) => [0, 1, 2, 3, 4].map((day) => addDays(from, day));
const DAYS = [...week('2027-07-05'), ...week('2027-07-12')];
const THERE = [...week('2027-07-19'), '2027-07-26'];
const LUNCH: Extra = {
  ...{ id: 'lunch', label: 'Lunch', price: 799, per: 'day', options: [] },
  ...{ capacity: 2, isRefundable: true, classIds: [] },
};

const some = (days: string[]) => fc.shuffledSubarray(days, { minLength: 1 });
/** A seat of some days, or of all, and for which of them it wants lunch. */
const wishes = (days: string[]) =>
  fc.array(
    fc
      .option(some(days), { nil: undefined })
      .chain((own) => fc.record({ own: fc.constant(own?.toSorted()), wanted: some(own ?? days) })),
    { maxLength: 12 },
  );

type Taken = { days?: string[]; extras: SeatExtra[] };

function sell(days: string[], wanted: { own: string[] | undefined; wanted: string[] }[]): Taken[] {
  const seats: Taken[] = [];
  for (const wish of wanted) {
    const all = wish.own ?? days;
    const extra = freezeExtra(LUNCH, null, { chosen: wish.wanted.toSorted(), all });
    if (findSoldOut([extra], seats, all)) continue;
    seats.push({ ...(wish.own && { days: wish.own }), extras: [extra] });
  }
  return seats;
}

it('on each day, what is taken and what is left come to the places', () => {
  fc.assert(
    fc.property(wishes(DAYS), (wanted) => {
      const seats = sell(DAYS, wanted);
      for (const day of DAYS) {
        const taken = seats.filter(({ days = DAYS, extras }) =>
          extras.some((extra) => listExtraDays(extra, days).includes(day)),
        );
        expect(countExtra(seats, LUNCH.id, day)).toBe(taken.length);
        expect(taken.length + countExtraLeft(LUNCH, seats, day)!).toBe(2);
      }
    }),
  );
});

it('the same days cost the same, in any order and however many are there twice', () => {
  fc.assert(
    fc.property(some(DAYS), fc.integer({ min: 0, max: 20 }), (chosen, tax) => {
      const cost = (days: string[]) =>
        costOf(freezeExtra(LUNCH, null, { chosen: days, all: DAYS }, tax));
      expect(cost(chosen)).toBe(cost(chosen.toSorted()));
      expect(cost(chosen)).toBe(Math.round(799 * chosen.length * (1 + tax / 100)));
    }),
  );
});

it('a seat that moves has lunch only on its days, each once, and never the last one twice', () => {
  fc.assert(
    fc.property(
      wishes(THERE),
      some(DAYS),
      fc.nat({ max: 9 }),
      some(THERE),
      (wanted, on, cut, goal) => {
        const others = sell(THERE, wanted);
        const days = goal.toSorted();
        const parts = [on.slice(0, cut), on.slice(cut)].filter((part) => part.length > 0);
        const extras = parts.map((part) =>
          freezeExtra(LUNCH, null, { chosen: part.toSorted(), all: DAYS }),
        );
        const { stays } = moveExtras(extras, [LUNCH], { days, seats: others });
        const moved = stays.flatMap((extra) => listExtraDays(extra, days));
        expect(new Set(moved).size).toBe(moved.length);
        expect(stays.map((extra) => extra.days)).toEqual(
          stays.map((extra) => listExtraDays(extra, days).length),
        );
        expect(moved.every((day) => days.includes(day))).toBe(true);
        for (const day of THERE)
          expect(
            countExtra([...others, { days, extras: stays }], LUNCH.id, day),
          ).toBeLessThanOrEqual(2);
      },
    ),
  );
});
