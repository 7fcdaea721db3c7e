import type { ClassDocument, Collections } from '../database/collections.ts';

/** Reads the classes of a season, with any status. */
type Classes = Pick<Collections, 'classes'>;

const STATUSES: ClassDocument['status'][] = ['open', 'draft', 'archived'];

/** The first days (yyyy-mm-dd) of the first and the last class. An index finds each, however many there are. */
export async function findEnds({ classes }: Classes): Promise<string[]> {
  const found = await Promise.all(
    STATUSES.flatMap((status) =>
      ([1, -1] as const).map((direction) =>
        classes.findOne(
          { status },
          { sort: { camp_start: direction, _id: direction }, projection: { camp_start: 1 } },
        ),
      ),
    ),
  );
  return found.flatMap((campClass) => (campClass ? [campClass.camp_start] : [])).sort();
}
