import type { ObjectId } from 'mongodb';
import type { WaitingEntry, WaitingPerson } from '../database/waiting-documents.ts';
import type { Services } from '../services.ts';
import { changeSeats, type SeatedClass } from './change-seats.ts';
import { handOut, readCalendar } from './queue.ts';
import { listWaitingClasses, type WaitingOf } from './waiting-lists.repo.ts';

/** Takes people off waiting lists, and keeps their names right. */

/** Whether somebody goes from the list. */
export type IsDropped = (entry: WaitingEntry, person: WaitingPerson) => boolean;

/**
 * The list without some people. An entry without people goes, and seats that were kept for it are handed on.
 * @returns null if nobody goes
 */
export function withoutPeople(
  campClass: SeatedClass,
  isDropped: IsDropped,
  services: Services,
): Partial<SeatedClass> | null {
  const { waiting = [] } = campClass;
  let freed = 0;
  const left = waiting.flatMap((entry) => {
    const people = entry.people.filter((person) => !isDropped(entry, person));
    if (people.length === entry.people.length) return [entry];
    if (people.length > 0) return [{ ...entry, people }];
    freed += entry.kept?.seats ?? 0;
    return [];
  });
  const isSame = left.every((entry, index) => entry === waiting[index]);
  if (isSame && left.length === waiting.length) return null;
  return handOut({ ...campClass, waiting: left }, freed, readCalendar(services));
}

/**
 * Takes people off the waiting list of a class.
 * @returns whether anybody was on it
 */
export async function dropWaiting(
  classId: ObjectId,
  isDropped: IsDropped,
  services: Services,
): Promise<boolean> {
  const decide = (campClass: SeatedClass) => withoutPeople(campClass, isDropped, services);
  return (await changeSeats(classId, decide, services)) !== null;
}

/** Takes an account with all its entries, or a child, off all waiting lists. May be repeated. */
export async function leaveWaitingLists(wanted: WaitingOf, services: Services): Promise<void> {
  for (const classId of await listWaitingClasses(services.database.collections, wanted))
    await dropWaiting(
      classId,
      ({ email }, { childId }) =>
        'email' in wanted ? email === wanted.email : wanted.childId.equals(childId),
      services,
    );
}

/** Writes a child's new name on all waiting lists. */
export async function renameWaitingChild(
  childId: ObjectId,
  name: string,
  services: Services,
): Promise<void> {
  const rename = (person: WaitingPerson) =>
    childId.equals(person.childId) ? { ...person, name } : person;
  for (const classId of await listWaitingClasses(services.database.collections, { childId }))
    await changeSeats(
      classId,
      ({ waiting = [] }) => ({
        waiting: waiting.map((entry) => ({ ...entry, people: entry.people.map(rename) })),
      }),
      services,
    );
}
