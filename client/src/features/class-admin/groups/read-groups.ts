import { findAge } from '@speakifyr/contract/age.ts';
import { type Filled, fillGroups, isOfAge, type NoGroup } from '@speakifyr/contract/fill-groups.ts';
import type { ClassGroup, ClassGroups } from '@speakifyr/contract/groups.ts';
import type { ClassPeople } from '@speakifyr/contract/office.ts';
import { countTaken } from '@speakifyr/contract/sold-by-day.ts';

/** Somebody with a paid seat, for the groups. */
export type Member = {
  cartId: string;
  name: string;
  age: number | null;
  days: string[] | undefined;
  groupId: string | undefined;
};

/** Everybody with a paid seat, by name. Ages are those of the first day. */
export function listMembers({ enrolled, camp_start, groups }: ClassPeople): Member[] {
  const groupOf = new Map(groups.seats.map(({ cartId, groupId }) => [cartId, groupId]));
  return enrolled
    .map(({ cartId, name, birthDate, days }) => ({
      cartId,
      name: name.trim() || 'Not Found',
      days,
      groupId: groupOf.get(cartId),
      age: birthDate ? findAge(birthDate, camp_start) : null,
    }))
    .sort((one, other) => one.name.localeCompare(other.name));
}

/** Such as `Ada, age 9`. */
export function nameWithAge({ name, age }: Pick<Member, 'name' | 'age'>): string {
  return age === null ? name : `${name}, age ${age}`;
}

/** Fills the groups by age, and friends together. R681 */
export function planGroups(people: ClassPeople): Filled {
  const wishes = (people.wishes ?? []).map((cartIds) => ({ cartIds, isApart: false }));
  const { groups, pairs } = people.groups;
  return fillGroups(listMembers(people), groups, [...pairs, ...wishes]);
}

/** How full a group is: `7 of 8 places`. Of a class that is sold by day, on its fullest day. R680 */
export function sayPlaces(members: Member[], { places }: Pick<ClassGroup, 'places'>): string {
  const taken = countTaken(members);
  return places === null ? `${taken} there` : `${taken} of ${places} places`;
}

/** What is not as it should be in a group that was filled by hand. R682 */
export function findProblems(
  members: Member[],
  group: Pick<ClassGroup, 'ageFrom' | 'ageTo' | 'places'>,
  pairs: ClassGroups['pairs'],
): string[] {
  const { places } = group;
  const nameOf = new Map(members.map(({ cartId, name }) => [cartId, name]));
  const wrongAge = members.filter(({ age }) => !isOfAge(age, group)).map(({ name }) => name);
  return [
    ...(places !== null && countTaken(members) > places ? ['More people than places.'] : []),
    ...(wrongAge.length > 0 ? [`For other ages: ${wrongAge.join(', ')}.`] : []),
    ...pairs.flatMap(({ cartIds: [one = '', other = ''], isApart }) =>
      isApart && nameOf.has(one) && nameOf.has(other)
        ? `Must be apart: ${nameOf.get(one)} and ${nameOf.get(other)}.`
        : [],
    ),
  ];
}

/** Why the press of a button found no group for somebody. */
export const NO_GROUP: Record<NoGroup, string> = {
  age: 'no group for this age',
  full: 'no place left',
  apart: 'must be apart from somebody in each group that has a place',
};

/** The same groups, with somebody in another one, or in none. */
export function putInGroup(
  groups: ClassGroups,
  { cartId }: Pick<Member, 'cartId'>,
  groupId: string,
): ClassGroups {
  const others = groups.seats.filter((seat) => seat.cartId !== cartId);
  return { ...groups, seats: groupId ? [...others, { cartId, groupId }] : others };
}
