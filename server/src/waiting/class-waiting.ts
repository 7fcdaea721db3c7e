import type { Services } from '../services.ts';
import { sumWaiting } from './waiting.repo.ts';

/** How many people wait in open classes, and how many asked for a seat and did not enroll by the list. */
export async function countWaiting({
  database,
}: Services): Promise<{ people: number; lost: number }> {
  return sumWaiting(database.collections);
}
