import type { CodeProblem } from '@speakifyr/contract/pick-up.ts';
import type { UserDocument } from '../database/collections.ts';
import { listEnrolledSeats } from '../enrollments/seats/find-seat.ts';
import { childNotFound } from '../families/booking.ts';
import { findClassLookedAfter } from '../families/looks-after.ts';
import { checkPickupCode } from '../families/use-pickup-code.ts';
import type { Services } from '../services.ts';

/**
 * Who comes for a child of a class with a pick-up code. It uses nothing up.
 * @throws {ApiError} as `findClassLookedAfter`; `not_found` if the child is not in the class
 */
export async function checkCode(
  { classId, childId, code }: { classId: string; childId: string; code: string },
  by: UserDocument,
  services: Services,
): Promise<{ name: string | null; problem: CodeProblem | null }> {
  const campClass = await findClassLookedAfter(classId, by, 'day list', services);
  const seat = listEnrolledSeats(campClass).find((one) => one.childId?.toHexString() === childId);
  if (!seat?.childId) throw childNotFound();
  const checked = await checkPickupCode({ childId: seat.childId, code }, by, services);
  return 'problem' in checked
    ? { name: null, problem: checked.problem }
    : { name: checked.code.name, problem: null };
}
