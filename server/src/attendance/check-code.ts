import type { CodeProblem } from '@speakifyr/contract/pick-up.ts';
import { ObjectId } from 'mongodb';
import type { UserDocument } from '../database/user-documents.ts';
import { childNotFoundError } from '../families/booking.ts';
import { findClassLookedAfter } from '../families/looks-after.ts';
import { checkPickupCode } from '../families/use-pickup-code.ts';
import type { Services } from '../services.ts';
import { listEverEnrolled } from './class-people.ts';

/**
 * Who comes for a child of a class with a pick-up code. Doesn't use the code up.
 * @throws {ApiError} as `findClassLookedAfter`; `not_found` if the child was never in the class
 */
export async function checkCode(
  { classId, childId, code }: { classId: string; childId: string; code: string },
  by: UserDocument,
  services: Services,
): Promise<{ name: string | null; problem: CodeProblem | null }> {
  const campClass = await findClassLookedAfter(classId, by, 'day list', services);
  // Even a child whose seat has ended since: somebody must collect it.
  const person = (await listEverEnrolled(campClass, [childId], services)).get(childId);
  if (!person?.isChild) throw childNotFoundError();
  const entered = { childId: new ObjectId(childId), code };
  const checked = await checkPickupCode(entered, by, services);
  return 'problem' in checked
    ? { name: null, problem: checked.problem }
    : { name: checked.code.name, problem: null };
}
