import type { Instructor } from '@speakifyr/contract/instructors.ts';
import type { InstructorDocument } from '../database/collections.ts';
import type { Services } from '../services.ts';
import { findInstructor, listInstructors } from './instructors.repo.ts';

/** All instructors, by name. */
export async function getInstructors({ database }: Services): Promise<Instructor[]> {
  return (await listInstructors(database.collections)).map(presentInstructor);
}

/** @returns the instructor with this e-mail, or null */
export async function getInstructor(
  email: string,
  { database }: Services,
): Promise<Instructor | null> {
  const instructor = await findInstructor(database.collections, email);
  return instructor && presentInstructor(instructor);
}

function presentInstructor({ _id, ...instructor }: InstructorDocument): Instructor {
  return { _id: _id.toHexString(), ...instructor };
}
