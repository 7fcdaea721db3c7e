import { useState } from 'react';
import type { ExpectedFilter } from './day-bar.tsx';
import type { PersonNow } from './read-person.ts';

/**
 * Shows only those who are still expected. Somebody who arrives stays until the person hides them: a list that moves under a
 * thumb records the next child by mistake. R562
 * @returns the people to show, in their order; `show` adds one
 */
export function useExpectedFilter(people: PersonNow[]): {
  filter: ExpectedFilter;
  shown: PersonNow[];
  show: (personId: string) => void;
} {
  const [kept, setKept] = useState<ReadonlySet<string>>();
  const isExpected = ({ attendance }: PersonNow) => attendance.state === 'expected';
  const listExpected = () => new Set(people.filter(isExpected).map(({ personId }) => personId));
  const shown = kept
    ? people.filter((person) => kept.has(person.personId) || isExpected(person))
    : people;
  return {
    shown,
    show: (personId) => setKept((before) => before && new Set([...before, personId])),
    filter: {
      isOn: kept !== undefined,
      done: kept ? shown.filter((person) => !isExpected(person)).length : 0,
      toggle: () => setKept(kept ? undefined : listExpected()),
      hideDone: () => setKept(listExpected()),
    },
  };
}
