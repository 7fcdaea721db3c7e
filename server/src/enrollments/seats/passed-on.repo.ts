import type { ClassDocument, Collections } from '../../database/collections.ts';

/** A class and the seats of it that somebody else has taken. */
export type PassingClass = Pick<
  ClassDocument,
  '_id' | 'name' | 'camp_start' | 'camp_end' | 'passedOn'
>;

/** How many classes are read at once. */
const MAX_CLASSES = 100;

/** The classes with a seat that somebody else has taken, and whose money is not on its way back yet. */
export async function listPassingClasses(
  { classes }: Pick<Collections, 'classes'>,
  at: Date,
): Promise<PassingClass[]> {
  return classes
    .find(
      { 'passedOn.at': { $lte: at } },
      { projection: { name: 1, camp_start: 1, camp_end: 1, passedOn: 1 }, limit: MAX_CLASSES },
    )
    .toArray();
}
