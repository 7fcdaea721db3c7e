import type { ClassDocument, Collections, UserDocument } from '../database/collections.ts';

/** An instructor, and the class that they teach, if any. */
export type InstructorWithClass = {
  instructor: UserDocument;
  campClass: Pick<ClassDocument, '_id' | 'name' | 'course_tag' | 'instructor'> | undefined;
};

const CLASS_OF_INSTRUCTOR = { name: 1, course_tag: 1, instructor: 1 } as const;

/** All instructors, by name. */
export async function listInstructors({
  users,
  classes,
}: Pick<Collections, 'users' | 'classes'>): Promise<InstructorWithClass[]> {
  const [instructors, taught] = await Promise.all([
    users.find({ role: 'instructor' }).sort({ name: 1 }).toArray(),
    classes
      .find({ 'instructor.email': { $exists: true } }, { projection: CLASS_OF_INSTRUCTOR })
      .toArray(),
  ]);
  const byEmail = new Map(taught.map((campClass) => [campClass.instructor?.email, campClass]));
  return instructors.map((instructor) => ({
    instructor,
    campClass: byEmail.get(instructor.email),
  }));
}

/** @param email in lower case */
export async function findInstructor(
  { users, classes }: Pick<Collections, 'users' | 'classes'>,
  email: string,
): Promise<InstructorWithClass | null> {
  const instructor = await users.findOne({ email, role: 'instructor' });
  if (!instructor) return null;
  const campClass = await classes.findOne(
    { 'instructor.email': email },
    { projection: CLASS_OF_INSTRUCTOR },
  );
  return { instructor, campClass: campClass ?? undefined };
}
