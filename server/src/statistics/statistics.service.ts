import type { Contract } from '@speakifyr/contract/contract.ts';
import type { Output } from '@speakifyr/contract/endpoint.ts';
import type { UserDocument } from '../database/collections.ts';
import type { Services } from '../services.ts';
import { countSeatsOfStudent } from './statistics.repo.ts';

/** A student's profile and figures; the amount in whole currency units. */
export async function getStudentStatistics(
  { photo, name, email }: UserDocument,
  { database, now }: Services,
): Promise<Output<Contract['GET /userStats']>> {
  const seats = await countSeatsOfStudent(database.collections, email, now());
  return {
    user: { photo, name, email },
    cartData: seats.held,
    totalEnrolled: seats.enrolled,
    // Sums of decimals such as 89.1 + 0.2 end in a tail that no price has.
    totalSpend: Math.round(seats.spent * 100) / 100,
  };
}
