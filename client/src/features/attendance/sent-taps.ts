import type { SentTap } from '@speakifyr/contract/attendance.ts';
import type { EmergencyList } from '@speakifyr/contract/emergency-list.ts';
import type { QueryClient } from '@tanstack/react-query';
import { type ClassDay, classDayOptions, nameKeptDay } from './attendance.queries.ts';
import { everyoneOptions } from './everyone.queries.ts';
import { changeKept, KEPT_EVERYONE } from './kept-lists.ts';
import { pickNewTaps } from './new-taps.ts';

type Sent = { classId: string; day: string; taps: SentTap[] };

/** Puts taps that the server has recorded onto the lists at once, also the kept ones, so that nobody jumps back. */
export async function addToLists(sent: Sent, queryClient: QueryClient): Promise<void> {
  const { classId, day, taps } = sent;
  const { queryKey } = classDayOptions(classId, day);
  const onDay = (list: ClassDay): ClassDay => ({ ...list, people: addTaps(list.people, taps) });
  const onAll = (list: EmergencyList): EmergencyList => addToEveryone(list, sent);
  const all = everyoneOptions().queryKey;
  await Promise.all([queryKey, all].map((key) => queryClient.cancelQueries({ queryKey: key })));
  queryClient.setQueryData(queryKey, (list) => list && onDay(list));
  queryClient.setQueryData(all, (list) => list && onAll(list));
  await changeKept(nameKeptDay(classId, day), onDay);
  await changeKept(KEPT_EVERYONE, onAll);
}

function addToEveryone(list: EmergencyList, { classId, day, taps }: Sent): EmergencyList {
  if (list.day !== day) return list;
  return {
    ...list,
    classes: list.classes.map((one) =>
      one.classId === classId ? { ...one, people: addTaps(one.people, taps) } : one,
    ),
  };
}

function addTaps<P extends { personId: string; taps: { _id: string }[] }>(
  people: P[],
  taps: SentTap[],
): P[] {
  return people.map((person) => {
    const own = pickNewTaps(person, taps);
    return own.length > 0 ? { ...person, taps: [...person.taps, ...own] } : person;
  });
}
