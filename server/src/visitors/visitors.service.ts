import type { Services } from '../services.ts';
import { addVisit } from './visitors.repo.ts';

/** Counts a visit to the instructors' page. @returns the visits of today (UTC) so far, this one among them */
export async function countVisit({ database, now }: Services): Promise<number> {
  return addVisit(database.collections, now());
}
