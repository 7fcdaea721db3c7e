import type { ClassDocument } from '../database/collections.ts';
import { ApiError } from '../errors.ts';
import type { Services } from '../services.ts';
import { findInstructorUser } from '../users/users.service.ts';
import { findTaught, unassignTaught } from './classes.repo.ts';

/**
 * An instructor who has no class yet, as a class names them.
 * @throws {ApiError} `not_found`, `instructor_taken`
 */
export async function requireInstructor(
  email: string,
  services: Services,
): Promise<NonNullable<ClassDocument['instructor']>> {
  const instructor = await findInstructorUser({ email }, services);
  if (!instructor) throw new ApiError('not_found', 'We could not find this instructor.');
  if (await findTaught(services.database.collections, email))
    throw new ApiError('instructor_taken');
  return { name: instructor.name, email: instructor.email };
}

/** Unassigns the class if the instructor was removed at the same moment; see instructors.service.ts. */
export async function checkStillInstructor(email: string, services: Services): Promise<void> {
  if (await findInstructorUser({ email }, services)) return;
  await unassignTaught(services.database.collections, email);
  throw new ApiError(
    'not_found',
    'This instructor was just removed. The class now has no instructor.',
  );
}
