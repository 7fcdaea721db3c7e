import { asChosen } from '@speakifyr/contract/sold-by-day.ts';
import type { ObjectId } from 'mongodb';
import type { ClassSummary } from '../../class-facts.ts';
import { summarizeClass } from '../../users/class-instructors.ts';
import type { ClassDocument } from '../../database/class-document.ts';
import type { WaitingEntry, WaitingPerson } from '../../database/waiting-documents.ts';
import { hasJoiningEnded, isTooLateFor } from '../../seats/may-join.ts';
import { areSeatsOffered } from '../../seats/queue-by-day.ts';
import { readPeople } from '../../users/participant-names.ts';
import { readToday } from '../../school-time.ts';
import type { Services } from '../../services.ts';
import { type Fact, link } from '../content.ts';
import type { Reader } from '../mail-module.ts';
import { findClassWithId } from './find.ts';
import { listChildIds } from './props.ts';
import { listChild, listClassFacts, nameChild, sayAll } from './say.ts';

/** What waiting-list emails are about. `children` are those who wait; empty if the reader waits. */
export type WaitingFacts = { campClass: ClassSummary; children: string[] };

/** The page with a person's own waiting lists and offers. client/src/lib/paths.ts has it, too. */
export const WAITING_PAGE = '/dashboard/waiting';

export const SEE_LISTS = link('See your waiting lists', WAITING_PAGE);

/** The children who wait; undefined if it is the reader. R185 */
export function nameWaiting(children: WaitingFacts['children']): string | undefined {
  return children.length > 0 ? sayAll(children.map(nameChild)) : undefined;
}

export function listWaitingFacts({ campClass, children }: WaitingFacts): Fact[] {
  return [...children.flatMap(listChild), ...listClassFacts(campClass)];
}

type Found = {
  campClass: ClassDocument;
  entry: WaitingEntry;
  props: WaitingFacts;
  childIds: ObjectId[];
};

/** This person's entry that still waits, with the people they may still book for, and the class as they want it. */
export async function findEntry(
  { classId, waitId }: { classId: ObjectId; waitId: ObjectId },
  { user, rights }: Reader,
  services: Services,
): Promise<Found | undefined> {
  const found = await findOpenClass(classId, services);
  const entry = found?.waiting?.find((one) => one.waitId.equals(waitId));
  if (!found || !entry?.userId.equals(user._id) || user.status !== 'active') return undefined;
  if (isTooLateFor(entry, found, services)) return undefined;
  const campClass = asChosen(found, entry);
  const people = entry.people.filter(({ childId }) => rights.may('book', childId));
  if (people.length === 0) return undefined;
  const props = await describeWaiting(campClass, entry.userId, people, services);
  return { campClass, entry, props, childIds: listChildIds(people) };
}

/** A class that can still be joined. */
export async function findOpenClass(
  classId: ObjectId,
  services: Services,
): Promise<ClassDocument | undefined> {
  const campClass = await findClassWithId(classId, services);
  return campClass && isOpen(campClass, services) ? campClass : undefined;
}

/** Whether a class can still be joined. */
export function isOpen(campClass: ClassDocument, services: Services): boolean {
  return campClass.status === 'open' && !hasJoiningEnded(campClass, services);
}

export function areOffered(campClass: ClassDocument, services: Services): boolean {
  return areSeatsOffered(campClass, { today: readToday(services) });
}

/** @param people those who wait with this account, or are offered seats */
export async function describeWaiting(
  campClass: ClassDocument,
  userId: ObjectId,
  people: WaitingPerson[],
  services: Services,
): Promise<WaitingFacts> {
  const waiting = people.flatMap(({ childId }) => (childId ? [{ userId, childId }] : []));
  const personOf = await readPeople(waiting, services);
  return {
    campClass: await summarizeClass(campClass, services),
    children: waiting.map((who) => personOf(who).name),
  };
}
