import type { Instructor } from '@speakifyr/contract/instructors.ts';
import { NOT_ASSIGNED } from '@speakifyr/contract/limits.ts';
import type { Services } from '../services.ts';
import { findInstructor, type InstructorWithClass, listInstructors } from './instructors.repo.ts';

/** All instructors, by name. */
export async function getInstructors({ database }: Services): Promise<Instructor[]> {
  return (await listInstructors(database.collections)).map(presentInstructor);
}

/** @returns the instructor with this e-mail, or null */
export async function getInstructor(
  email: string,
  { database }: Services,
): Promise<Instructor | null> {
  const found = await findInstructor(database.collections, email);
  return found && presentInstructor(found);
}

function presentInstructor({ instructor, campClass }: InstructorWithClass): Instructor {
  return {
    _id: instructor._id.toHexString(),
    name: instructor.name,
    email: instructor.email,
    image: instructor.photo,
    courseID: campClass?._id.toHexString() ?? NOT_ASSIGNED,
    course: campClass?.name ?? NOT_ASSIGNED,
    tag: campClass?.course_tag ?? NOT_ASSIGNED,
    details: instructor.details,
  };
}
