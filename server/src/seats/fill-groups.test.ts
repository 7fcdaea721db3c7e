import {
  fillGroups,
  type GroupPerson,
  type GroupRoom,
  isOfAge,
} from '@speakifyr/contract/fill-groups.ts';
import { countTaken } from '@speakifyr/contract/sold-by-day.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const room = (_id: string, fields: Partial<GroupRoom> = {}): GroupRoom => ({
  ...{ _id, ageFrom: null, ageTo: null, places: null },
  ...fields,
});
const person = (cartId: string, age: number | null, fields: Partial<GroupPerson> = {}) => ({
  ...{ cartId, age },
  ...fields,
});
const together = (...cartIds: string[]) => ({ cartIds, isApart: false });
const apart = (...cartIds: string[]) => ({ cartIds, isApart: true });

const namesIn = (groupOf: Map<string, string>, group: string) =>
  [...groupOf].filter(([, id]) => id === group).map(([name]) => name);

// Rules: R681.
describe('groups are filled by age, and friends come together', () => {
  const six = ['Ada', 'Bo', 'Cy', 'Di', 'Ed', 'Flo'].map((name, place) => person(name, 6 + place));

  it('without ages, the younger ones are in the first group', () => {
    const { groupOf, left } = fillGroups(six, [room('a'), room('b')], []);
    expect(namesIn(groupOf, 'a')).toEqual(['Ada', 'Bo', 'Cy']);
    expect(namesIn(groupOf, 'b')).toEqual(['Di', 'Ed', 'Flo']);
    expect(left.size).toBe(0);
  });

  it('friends of different ages come into one group, if it is for both', () => {
    const groups = [room('a'), room('b')];
    const { groupOf } = fillGroups(six, groups, [together('Ada', 'Flo')]);
    expect(groupOf.get('Flo')).toBe(groupOf.get('Ada'));
    const young = [room('a', { ageTo: 9 }), room('b', { ageFrom: 10 })];
    const split = fillGroups(six, young, [together('Ada', 'Flo')]);
    expect([split.groupOf.get('Ada'), split.groupOf.get('Flo')]).toEqual(['a', 'b']);
  });

  it('who has a group stays there, and friends come to them', () => {
    const people = [...six.slice(1), person('Ada', 6, { groupId: 'b' })];
    const { groupOf } = fillGroups(people, [room('a'), room('b')], [together('Ada', 'Bo')]);
    expect([groupOf.get('Ada'), groupOf.get('Bo')]).toEqual(['b', 'b']);
  });

  it('somebody is brought elsewhere if that is the only way for all', () => {
    // Both fit into a, and only Bo into b.
    const people = [person('Bo', 8), person('Ada', 6)];
    const groups = [room('a', { places: 1 }), room('b', { places: 1, ageFrom: 7 })];
    const { groupOf } = fillGroups([...people, person('Cy', 20)], groups, []);
    expect(groupOf).toEqual(
      new Map([
        ['Ada', 'a'],
        ['Bo', 'b'],
      ]),
    );
  });

  it('nobody whom the office has put somewhere is brought elsewhere', () => {
    const groups = [room('a', { places: 1 }), room('b', { ageFrom: 8 })];
    const people = [person('Ada', 8, { groupId: 'a' }), person('Bo', 5)];
    const { groupOf, left } = fillGroups(people, groups, []);
    expect([...groupOf]).toEqual([['Ada', 'a']]);
    expect([...left]).toEqual([['Bo', 'full']]);
  });

  it('two who share no day share a place', () => {
    const half = [
      person('Ada', 6, { days: ['2032-07-05'] }),
      person('Bo', 6, { days: ['2032-07-06'] }),
    ];
    const { left } = fillGroups([...half, person('Cy', 6)], [room('a', { places: 1 })], []);
    expect([...left]).toEqual([['Cy', 'full']]);
  });
});

// Rules: R682.
it('who could not be placed is named, with the reason', () => {
  const groups = [room('a', { places: 2, ageTo: 9 })];
  const people = [person('Ada', 6, { groupId: 'a' }), person('Bo', 7), person('Cy', 12)];
  expect([...fillGroups(people, groups, [apart('Ada', 'Bo')]).left]).toEqual([
    ['Bo', 'apart'],
    ['Cy', 'age'],
  ]);
  const adult = person('Eve', null);
  expect([...fillGroups([adult], groups, []).left]).toEqual([['Eve', 'age']]);
});

const DAYS = ['2032-07-05', '2032-07-06', '2032-07-07'];
const anyPeople = fc.array(
  fc.record({
    age: fc.option(fc.integer({ min: 5, max: 9 })),
    days: fc.option(fc.subarray(DAYS, { minLength: 1 }), { nil: undefined }),
    groupId: fc.option(fc.constantFrom('g0', 'g1', 'gone'), { nil: undefined }),
  }),
  { maxLength: 12 },
);
const anyRooms = fc.array(
  fc.record({
    ageFrom: fc.option(fc.integer({ min: 5, max: 9 })),
    ageTo: fc.option(fc.integer({ min: 5, max: 9 })),
    places: fc.option(fc.integer({ min: 1, max: 5 })),
  }),
  { maxLength: 4 },
);
const anyPairs = fc.array(
  fc.record({ one: fc.nat(11), other: fc.nat(11), isApart: fc.boolean() }),
  { maxLength: 8 },
);

// Rules: R681, R682.
it('whoever there is: nobody is lost or twice, places and ages hold, and who must be apart never meets', () => {
  fc.assert(
    fc.property(anyPeople, anyRooms, anyPairs, (who, groups, wishes) => {
      const people: GroupPerson[] = who.map((one, place) => ({ ...one, cartId: `p${place}` }));
      const rooms = groups.map((one, place) => ({ ...one, _id: `g${place}` }));
      const pairs = wishes
        .filter(({ one, other }) => one !== other)
        .map(({ one, other, isApart }) => ({ cartIds: [`p${one}`, `p${other}`], isApart }));
      const { groupOf, left } = fillGroups(people, rooms, pairs);

      expect([...groupOf.keys(), ...left.keys()].toSorted()).toEqual(
        people.map(({ cartId }) => cartId).toSorted(),
      );
      const isKept = ({ groupId }: GroupPerson) => rooms.some(({ _id }) => _id === groupId);
      for (const one of people.filter(isKept)) expect(groupOf.get(one.cartId)).toBe(one.groupId);
      for (const group of rooms) {
        const there = people.filter(({ cartId }) => groupOf.get(cartId) === group._id);
        const added = there.filter((one) => !isKept(one));
        if (added.length === 0) continue;
        expect(added.every(({ age }) => isOfAge(age, group))).toBe(true);
        if (group.places !== null) expect(countTaken(there)).toBeLessThanOrEqual(group.places);
        for (const { cartIds, isApart } of pairs)
          if (isApart && added.some(({ cartId }) => cartIds.includes(cartId)))
            expect(there.filter(({ cartId }) => cartIds.includes(cartId)).length).toBeLessThan(2);
      }
    }),
  );
});

// Rules: R681.
it('without friends and pairs, nobody is left who would have a place if others were elsewhere', () => {
  fc.assert(
    fc.property(anyPeople, anyRooms, (who, groups) => {
      const people = who.slice(0, 6).map(({ age }, place) => ({ age, cartId: `p${place}` }));
      const rooms = groups.slice(0, 3).map((one, place) => ({ ...one, _id: `g${place}` }));
      const { left } = fillGroups(people, rooms, []);
      expect(people.length - left.size).toBe(countMost(people, rooms));
    }),
  );
});

/** How many can have a place, by trying everything. */
function countMost([first, ...others]: GroupPerson[], rooms: GroupRoom[]): number {
  if (!first) return 0;
  const tries = rooms.flatMap((one) => {
    if (one.places === 0 || !isOfAge(first.age, one)) return [];
    const after = { ...one, places: one.places === null ? null : one.places - 1 };
    return (
      1 +
      countMost(
        others,
        rooms.map((other) => (other === one ? after : other)),
      )
    );
  });
  return Math.max(countMost(others, rooms), ...tries);
}
