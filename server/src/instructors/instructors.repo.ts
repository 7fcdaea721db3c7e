import type { Collections, InstructorDocument } from '../database/collections.ts';

type Instructors = Pick<Collections, 'instructors'>;

/** All instructors, by name. */
export async function listInstructors({ instructors }: Instructors): Promise<InstructorDocument[]> {
  return instructors.find().sort({ name: 1 }).toArray();
}

/** @param email in lower case */
export async function findInstructor(
  { instructors }: Instructors,
  email: string,
): Promise<InstructorDocument | null> {
  return instructors.findOne({ email });
}
