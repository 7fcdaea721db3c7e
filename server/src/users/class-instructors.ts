import type { ClassDocument } from '../database/class-document.ts';
import type { UserDocument } from '../database/user-documents.ts';
import { type ClassSummary, readClassFacts } from '../class-facts.ts';
import { showCampDays } from '../class-days.ts';
import type { Services } from '../services.ts';
import { findPeopleById } from './find-users.ts';

type Taught = Pick<ClassDocument, 'instructorId'>;

/** Tells who teaches a class; undefined if nobody is assigned. */
export type InstructorOf = (campClass: Taught) => UserDocument | undefined;

/** Reads the current instructors of classes with one query for all: a class has only their id. */
export async function readInstructors(
  classes: Taught[],
  services: Pick<Services, 'database'>,
): Promise<InstructorOf> {
  const ids = classes.flatMap(({ instructorId }) => instructorId ?? []);
  const users = await findPeopleById(ids, services);
  return ({ instructorId }) => users.get(instructorId?.toHexString() ?? '');
}

/** A class as calendars and emails describe it. */
export async function summarizeClass(
  campClass: Omit<ClassDocument, 'seats'>,
  services: Pick<Services, 'database'>,
): Promise<ClassSummary> {
  const { name, assign_room: room, revision } = campClass;
  const instructorOf = await readInstructors([campClass], services);
  return {
    name,
    ...showCampDays(campClass),
    room,
    revision,
    ...readClassFacts(campClass),
    instructor: instructorOf(campClass)?.name ?? null,
  };
}
