import { readAttendance } from '@speakifyr/contract/attendance-state.ts';
import fc from 'fast-check';
import { expect, it } from 'vitest';

const at = (minute: number) => new Date(Date.UTC(2032, 6, 5, 3, minute)).toISOString();

/** Taps of one person, some of which undo others. */
const taps = fc
  .array(
    fc.record({
      kind: fc.constantFrom('in', 'out', 'absent', 'undo'),
      minute: fc.integer({ min: 0, max: 20 }),
      undone: fc.nat(),
    }),
    { maxLength: 12 },
  )
  .map((list) =>
    list.map(({ kind, minute, undone }, place) => ({
      ...{ _id: `tap-${place}`, kind, at: at(minute) },
      ...(kind === 'undo' && { undoes: `tap-${undone % list.length}` }),
    })),
  );

// Rules: R380.
it('any order of any taps, with some of them twice, ends in the same state', () => {
  fc.assert(
    fc.property(
      taps.chain((list) =>
        fc.tuple(
          fc.constant(list),
          fc.shuffledSubarray([...list, ...list], { minLength: list.length * 2 }),
        ),
      ),
      ([list, mixed]) => {
        const [first, second] = [readAttendance(list), readAttendance(mixed)];
        expect({ ...second, last: second.last?._id }).toEqual({ ...first, last: first.last?._id });
      },
    ),
  );
});

it('the latest tap that was no mistake says where somebody is', () => {
  fc.assert(
    fc.property(taps, (list) => {
      const undone = new Set(list.flatMap(({ kind, undoes }) => (kind === 'undo' ? [undoes] : [])));
      const valid = list.filter(({ kind, _id }) => kind !== 'undo' && !undone.has(_id));
      const latest = valid
        .map((tap) => tap.at)
        .sort()
        .at(-1);
      const kinds = valid.filter((tap) => tap.at === latest).map(({ kind }) => kind);
      const { state } = readAttendance(list);
      if (kinds.length === 0) expect(state).toBe('expected');
      else if (kinds.includes('out')) expect(state).toBe('gone');
      else if (kinds.includes('in')) expect(state).toBe('here');
      else expect(state).toBe('absent');
    }),
  );
});

it('somebody who was absent in the morning can arrive and leave, and comes once however often they are tapped', () => {
  const day = [
    { _id: 'a', kind: 'absent' as const, at: at(0) },
    { _id: 'b', kind: 'in' as const, at: at(5) },
    { _id: 'c', kind: 'in' as const, at: at(6) },
    { _id: 'd', kind: 'out' as const, at: at(9) },
  ];
  expect(readAttendance(day)).toMatchObject({ state: 'gone', in: { _id: 'b' }, out: { _id: 'd' } });
  expect(readAttendance(day.slice(0, 3))).toMatchObject({ state: 'here', in: { _id: 'b' } });
  expect(readAttendance(day.slice(0, 1))).toMatchObject({ state: 'absent', in: null, out: null });
});
