import { countTaken } from './sold-by-day.ts';

/** Who comes into which group of a class. Plain functions only. decisions/0132 */

/** How many groups a class may have. */
export const MAX_GROUPS = 30;
/** How many friends a child may have in its circle, and in how many circles of others it may be. */
export const MAX_FRIENDS = 4;
/** How many may wait for the answer of who made a circle. */
export const MAX_ASKED_FRIENDS = 10;

export type GroupRoom = {
  _id: string;
  ageFrom: number | null;
  ageTo: number | null;
  /** How many people it may have on each day; null for no limit. */
  places: number | null;
};

export type GroupPerson = {
  /** The id of their seat. */
  cartId: string;
  /** On the first day of the class; null if nobody knows. */
  age: number | null;
  /** The days of the seat. Missing: all. */
  days?: string[] | undefined;
  /** The group that they are in already: they stay there. */
  groupId?: string | undefined;
};

/** Two people who should be in one group, or must not be. */
type Pair = { cartIds: string[]; isApart: boolean };

/** Why somebody has no group. */
export type NoGroup = 'age' | 'full' | 'apart';

export type Filled = {
  /** The group of each person who has one. */
  groupOf: Map<string, string>;
  /** Everybody else, and why. */
  left: Map<string, NoGroup>;
};

/**
 * Gives a group to everybody who has none: by age, and those who should be together in one group if that has room for them.
 * Nobody comes into a group that is full on one of their days, that is for other ages, or in which somebody is from whom
 * they must be apart. Who is in a group stays there. R681, R682
 */
export function fillGroups(people: GroupPerson[], rooms: GroupRoom[], pairs: Pair[]): Filled {
  const ids = new Set(rooms.map(({ _id }) => _id));
  const kept = people.filter(({ groupId }) => groupId && ids.has(groupId));
  const filling: Filling = {
    rooms: rooms.toSorted((one, other) => (one.ageFrom ?? 0) - (other.ageFrom ?? 0)),
    members: new Map(rooms.map(({ _id }) => [_id, kept.filter((one) => one.groupId === _id)])),
    apart: readPairs(pairs.filter(({ isApart }) => isApart)),
    friends: readPairs(pairs.filter(({ isApart }) => !isApart)),
    kept: new Set(kept),
    share: Math.ceil(people.length / Math.max(1, rooms.length)),
  };
  const open = people
    .filter((one) => !filling.kept.has(one))
    .toSorted((one, other) => (one.age ?? 0) - (other.age ?? 0));
  // Circles of friends first: later, no group may have room for all of them.
  const circles = findCircles(open, filling.friends);
  for (const circle of circles.toSorted(bySize)) placeTogether(circle, filling);
  const left = open.filter((one) => !findGroupOf(one, filling) && !makeRoom(one, filling));
  return {
    groupOf: new Map(
      [...filling.members].flatMap(([id, members]) =>
        members.map(({ cartId }) => [cartId, id] as const),
      ),
    ),
    left: new Map(left.map((one) => [one.cartId, sayWhy(one, filling)])),
  };
}

type Filling = {
  rooms: GroupRoom[];
  /** Who is in each group so far. */
  members: Map<string, GroupPerson[]>;
  apart: Map<string, Set<string>>;
  friends: Map<string, Set<string>>;
  kept: Set<GroupPerson>;
  /** How many each group has if all have as many. */
  share: number;
};

const bySize = (one: GroupPerson[], other: GroupPerson[]) =>
  Number(other.length > 1) - Number(one.length > 1);

function readPairs(pairs: Pair[]): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  const add = (one = '', other = '') => found.set(one, (found.get(one) ?? new Set()).add(other));
  for (const { cartIds } of pairs) {
    add(cartIds[0], cartIds[1]);
    add(cartIds[1], cartIds[0]);
  }
  return found;
}

/** People who are friends, and friends of those, in the order of the people. */
function findCircles(people: GroupPerson[], friends: Filling['friends']): GroupPerson[][] {
  const seen = new Set<GroupPerson>();
  return people.flatMap((first) => {
    if (seen.has(first)) return [];
    const circle = [first];
    seen.add(first);
    for (const one of circle)
      for (const other of people)
        if (!seen.has(other) && friends.get(one.cartId)?.has(other.cartId)) {
          circle.push(other);
          seen.add(other);
        }
    return [circle];
  });
}

/** Places a circle of friends in one group; if none has room for it, each of them where most of the others are. */
function placeTogether(circle: GroupPerson[], filling: Filling): void {
  const whole = choose(circle, filling);
  if (whole) whole.push(...circle);
  else for (const one of circle) choose([one], filling)?.push(one);
}

/** The members of the best group that has room for these people: where most friends are, then the first that gets no more than its share. */
function choose(people: GroupPerson[], filling: Filling): GroupPerson[] | undefined {
  const { rooms, members, share } = filling;
  const fitting = rooms.flatMap((room) => {
    const there = members.get(room._id) ?? [];
    if (!fits(people, room, there, filling)) return [];
    const friends = there.filter(({ cartId }) =>
      people.some((one) => filling.friends.get(one.cartId)?.has(cartId)),
    );
    const after = there.length + people.length;
    return { there, friends: friends.length, over: Math.max(0, after - share) };
  });
  return fitting.toSorted((one, other) => other.friends - one.friends || one.over - other.over)[0]
    ?.there;
}

function fits(
  people: GroupPerson[],
  { ageFrom, ageTo, places }: GroupRoom,
  there: GroupPerson[],
  { apart }: Filling,
): boolean {
  const all = [...there, ...people];
  return (
    people.every(({ age }) => isOfAge(age, { ageFrom, ageTo })) &&
    (places === null || countTaken(all) <= places) &&
    !people.some(({ cartId }) => all.some((other) => apart.get(cartId)?.has(other.cartId)))
  );
}

/** Whether a group is for this age. Who has none comes only into groups for every age. */
export function isOfAge(
  age: number | null,
  { ageFrom, ageTo }: Pick<GroupRoom, 'ageFrom' | 'ageTo'>,
): boolean {
  if (age === null) return ageFrom === null && ageTo === null;
  return (ageFrom === null || ageFrom <= age) && (ageTo === null || age <= ageTo);
}

function findGroupOf(person: GroupPerson, { members }: Filling): GroupPerson[] | undefined {
  return [...members.values()].find((there) => there.includes(person));
}

/**
 * Finds a group for somebody by bringing others into other groups, as in Kuhn's algorithm for matchings.
 * @param tried who was moved for this already
 */
function makeRoom(
  person: GroupPerson,
  filling: Filling,
  tried = new Set<GroupPerson>([person]),
): boolean {
  for (const room of filling.rooms) {
    const there = filling.members.get(room._id) ?? [];
    if (fits([person], room, there, filling)) {
      there.push(person);
      return true;
    }
  }
  for (const room of filling.rooms)
    for (const other of [...(filling.members.get(room._id) ?? [])]) {
      const there = filling.members.get(room._id) ?? [];
      const rest = there.filter((one) => one !== other);
      if (tried.has(other) || filling.kept.has(other)) continue;
      if (!there.includes(other) || !fits([person], room, rest, filling)) continue;
      tried.add(other);
      filling.members.set(room._id, [...rest, person]);
      if (makeRoom(other, filling, tried)) return true;
      filling.members.set(room._id, there);
    }
  return false;
}

function sayWhy(person: GroupPerson, filling: Filling): NoGroup {
  const ofAge = filling.rooms.filter((room) => isOfAge(person.age, room));
  if (ofAge.length === 0) return 'age';
  const isApart = ofAge.some((room) => {
    const there = filling.members.get(room._id) ?? [];
    return fits([person], room, there, { ...filling, apart: new Map() });
  });
  return isApart ? 'apart' : 'full';
}
