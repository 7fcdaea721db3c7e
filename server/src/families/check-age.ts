import { findAge, fitsAges } from '@speakifyr/contract/age.ts';
import { sayAges } from '@speakifyr/contract/format.ts';
import type { ObjectId } from 'mongodb';
import { readClassFacts } from '../class-facts.ts';
import type { ChildDocument } from '../database/family-documents.ts';
import { ApiError } from '../errors.ts';
import { readToday } from '../school-time.ts';
import { findClass } from '../database/class-store.ts';
import { findSeat } from '../enrollments/seats/find-seat.ts';
import type { Services } from '../services.ts';

/**
 * Checks that a class is for the child's age on its first day, unless an admin made an exception for this child. Leaves
 * everything else, such as a class that does not exist, to `takeSeat`.
 * @throws {ApiError} `wrong_age` with both ages
 */
export async function checkAge(
  child: ChildDocument,
  { classId, userId }: { classId: ObjectId; userId: ObjectId },
  services: Services,
): Promise<void> {
  if (child.allowedClasses.some((id) => id.equals(classId))) return;
  const participant = { userId, childId: child._id };
  const campClass = await findClass(services.database.collections, { _id: classId });
  if (campClass?.status !== 'open' || findSeat(campClass, participant)) return;
  const { camp_start } = campClass;
  const ages = readClassFacts(campClass);
  if (fitsAges(child.birthDate, { ...ages, camp_start })) return;
  const is = camp_start > readToday(services) ? 'will be' : 'was';
  const age = findAge(child.birthDate, camp_start);
  throw new ApiError(
    'wrong_age',
    `${child.name} ${is} ${age} on the first day. This class is for ${sayAges(ages)}. If you think that it fits, please contact the school.`,
  );
}
