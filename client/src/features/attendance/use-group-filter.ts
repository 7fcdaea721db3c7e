import { useState } from 'react';
import type { ClassDay } from './attendance.queries.ts';
import type { PersonNow } from './read-person.ts';
import { NO_GROUP } from './who-is-here.ts';

export type GroupFilter = {
  /** What can be chosen; empty if the class has no groups. */
  names: string[];
  /** The group that is shown; '' for everybody. */
  chosen: string;
  choose: (name: string) => void;
};

/**
 * Shows one group of a class. Who leads a group sees that one first. R684
 * @returns the people to show
 */
export function useGroupFilter(
  { groups = [] }: Pick<ClassDay, 'groups'>,
  people: PersonNow[],
): { filter: GroupFilter; shown: PersonNow[] } {
  const own = groups.find(({ isOwn }) => isOwn)?.name ?? '';
  const [wanted, choose] = useState(own);
  const hasOthers = groups.length > 0 && people.some(({ group }) => !group);
  const names = [...groups.map(({ name }) => name), ...(hasOthers ? [NO_GROUP] : [])];
  // A group may be gone since it was chosen: then nobody is hidden.
  const chosen = names.includes(wanted) ? wanted : '';
  return {
    filter: { names, chosen, choose },
    shown: chosen ? people.filter(({ group = NO_GROUP }) => group === chosen) : people,
  };
}
