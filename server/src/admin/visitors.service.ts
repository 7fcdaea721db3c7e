import type { Services } from '../services.ts';
import { addVisit } from './visitors.repo.ts';

/** Counts a visit to the instructors' page. @returns the number of visits today (UTC), including this one */
export async function countVisit({ database, now }: Services): Promise<number> {
  return addVisit(database.collections, now());
}
