import * as z from 'zod';
import { defineAct } from './endpoint.ts';
import { MAX_GROUPS } from './fill-groups.ts';
import { age, id, typedName } from './fields.ts';
import { MAX_SEATS_OF_LARGE } from './limits.ts';

/** The groups of a class: some of its people, with leaders of its team. decisions/0132 */

const MAX_PAIRS = 500;

const classGroup = z.object({
  _id: id,
  name: typedName,
  ageFrom: age.nullable(),
  ageTo: age.nullable(),
  /** How many people it may have on each day; null for no limit. */
  places: z.int('Enter a whole number').min(1).max(MAX_SEATS_OF_LARGE).nullable(),
  /** Of the class's team. */
  leaders: z.array(id),
});
export type ClassGroup = z.output<typeof classGroup>;
classGroup.register(z.globalRegistry, { id: 'ClassGroup' });

/** Two seats whose people should be in one group, or must not be. Only the office knows. */
const seatPair = z.object({ cartIds: z.array(id).length(2), isApart: z.boolean() });

export const classGroups = z
  .object({
    /** How often the groups have been changed. */
    version: z.int().min(0),
    groups: z.array(classGroup).max(MAX_GROUPS),
    pairs: z.array(seatPair).max(MAX_PAIRS),
    /** Which group each seat is in. A seat without a group is not here. */
    seats: z.array(z.object({ cartId: id, groupId: id })),
  })
  .check(({ value, issues }) => {
    for (const [place, { name, ageFrom, ageTo }] of value.groups.entries()) {
      const refuse = (field: string, message: string) =>
        issues.push({ code: 'custom', input: value, message, path: ['groups', place, field] });
      const before = value.groups.slice(0, place);
      if (before.some((other) => isSameName(other.name, name)))
        refuse('name', 'Another group has this name');
      if (ageFrom !== null && ageTo !== null && ageFrom > ageTo)
        refuse('ageTo', 'Must not be below the youngest age');
    }
  });
export type ClassGroups = z.output<typeof classGroups>;
export type SeatPair = ClassGroups['pairs'][number];
classGroups.register(z.globalRegistry, { id: 'ClassGroups' });

/** People name a group in the yard by what they hear. */
function isSameName(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}

/** The name of somebody's group. Missing if they have none. */
export const groupName = z.string().optional();

export const groups = {
  'PUT /classGroups/:classId': defineAct({
    summary: 'Set the groups of a class',
    access: { who: 'admin' },
    params: z.object({ classId: id }),
    body: classGroups,
    errors: ['not_found', 'class_changed'],
  }),
};
