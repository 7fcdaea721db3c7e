import type { Services } from '../services.ts';
import { findEnds } from './seasons.repo.ts';

/** The years from the first class to the last one, the latest first. */
export async function listSeasons({ database }: Services): Promise<string[]> {
  const ends = await findEnds(database.collections);
  const [first, last] = [ends[0], ends.at(-1)].map((day) => Number(day?.slice(0, 4)));
  if (!first || !last) return [];
  return Array.from({ length: last - first + 1 }, (_none, index) =>
    String(last - index).padStart(4, '0'),
  );
}
