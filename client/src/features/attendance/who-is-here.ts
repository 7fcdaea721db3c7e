import type { SentTap } from '@speakifyr/contract/attendance.ts';
import { type AttendanceState, readAttendance } from '@speakifyr/contract/attendance-state.ts';
import { type ChildRatio, findRatio } from '@speakifyr/contract/child-ratio.ts';
import type {
  EmergencyClass,
  EmergencyList,
  EmergencyPerson,
} from '@speakifyr/contract/emergency-list.ts';
import type { OwnTap } from './kept-taps.ts';
import { pickNewTaps } from './new-taps.ts';

export type PersonHere = EmergencyPerson & { state: AttendanceState };
export type ClassHere = Omit<EmergencyClass, 'people'> & { people: PersonHere[] };

/**
 * Where everybody is, by class.
 * @param unsent the phone's taps that the server does not know yet
 */
export function readClasses({ classes, day }: EmergencyList, unsent: OwnTap[]): ClassHere[] {
  return classes.map((one) => {
    const own = unsent
      .filter((tap) => tap.classId === one.classId && tap.day === day)
      .map(({ tap }) => tap);
    return { ...one, people: one.people.map((person) => readPerson(person, own)) };
  });
}

function readPerson(person: EmergencyPerson, unsent: SentTap[]): PersonHere {
  const taps = [...person.taps, ...pickNewTaps(person, unsent)];
  return { ...person, state: readAttendance(taps).state };
}

/** Children and adults of one class. @param most how many children one adult may have; 0 for no limit */
export function findRatioOf(one: ClassHere, most: number): ChildRatio {
  return findRatioInAll([one], most);
}

/** Children and adults of all classes in which a child is here, each once. @param most as in `findRatioOf` */
export function findRatioInAll(classes: ClassHere[], most: number): ChildRatio {
  const childrenIn = ({ people }: ClassHere) =>
    people.filter(({ isChild, state }) => isChild && state === 'here');
  const ids = new Set(classes.flatMap(childrenIn).map(({ personId }) => personId));
  const here = classes.map((one) => ({ children: childrenIn(one).length, team: one.team }));
  return findRatio(here, ids.size, most);
}

export type Gathered = {
  /** Those who have come, and have not left. */
  here: PersonHere[];
  /** Those for whom nobody has recorded whether they came. They may be in the building. */
  unknown: PersonHere[];
};

/** Everybody once, by name. Somebody here in one class and expected in another is here. */
export function gather(classes: ClassHere[]): Gathered {
  const people = classes.flatMap((one) => one.people);
  const pick = (state: AttendanceState) =>
    new Map(people.filter((one) => one.state === state).map((one) => [one.personId, one]));
  const here = pick('here');
  const unknown = [...pick('expected')].filter(([id]) => !here.has(id)).map(([, one]) => one);
  const sort = (list: PersonHere[]) => list.sort((a, b) => a.name.localeCompare(b.name));
  return { here: sort([...here.values()]), unknown: sort(unknown) };
}

/**
 * People by group, as a leader counts them: groups by name, then those without one. R684
 * @returns the name of each group with its people; without groups, only '' with everybody
 */
export function splitByGroup<P extends { group?: string | undefined }>(
  people: P[],
): [string, P[]][] {
  const names = [...new Set(people.flatMap(({ group }) => group ?? []))].toSorted((one, other) =>
    one.localeCompare(other),
  );
  const inNone = people.filter(({ group }) => !group);
  return [
    ...names.map((name): [string, P[]] => [name, people.filter(({ group }) => group === name)]),
    ...(inNone.length > 0 ? [[names.length > 0 ? NO_GROUP : '', inNone] as [string, P[]]] : []),
  ];
}

/** What lists call those who are in no group of a class that has groups. */
export const NO_GROUP = 'No group';

/** Whom somebody should look for: who is or may be here, and was not ticked off. R401 */
export function findMissing({ here, unknown }: Gathered, seen: ReadonlySet<string>): Gathered {
  const isMissing = ({ personId }: PersonHere) => !seen.has(personId);
  return { here: here.filter(isMissing), unknown: unknown.filter(isMissing) };
}
