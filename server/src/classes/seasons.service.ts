import { listClasses } from '../database/class-store.ts';
import type { Services } from '../services.ts';

const STATUSES = ['open', 'draft', 'archived'] as const;

/** The years from the first class to the last one, the latest first. */
export async function listSeasons({ database }: Services): Promise<string[]> {
  // An index finds each end, however many classes there are.
  const ends = await Promise.all(
    STATUSES.flatMap((status) =>
      ([1, -1] as const).map((direction) =>
        listClasses(
          database.collections,
          { status },
          { sort: { camp_start: direction, _id: direction }, limit: 1 },
        ),
      ),
    ),
  );
  const years = ends.flat().map(({ camp_start }) => Number(camp_start.slice(0, 4)));
  if (years.length === 0) return [];
  const [first, last] = [Math.min(...years), Math.max(...years)];
  return Array.from({ length: last - first + 1 }, (_none, index) =>
    String(last - index).padStart(4, '0'),
  );
}
