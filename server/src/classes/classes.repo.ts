import { MAX_POPULAR_CLASSES } from '@speakifyr/contract/limits.ts';
import type { ObjectId } from 'mongodb';
import type { ClassDocument, Collections } from '../database/collections.ts';

type Classes = Pick<Collections, 'classes'>;

/** A class as the catalogue shows it: the names of those who sit in it stay inside. */
export type CatalogueClass = Omit<
  ClassDocument,
  'seats' | 'nextEntryNumber' | 'refusedPayments' | 'status'
>;

const CATALOGUE = { seats: 0, nextEntryNumber: 0, refusedPayments: 0, status: 0 } as const;

/** All open classes, by start day. */
export async function listOpenClasses({ classes }: Classes): Promise<CatalogueClass[]> {
  return classes
    .find<CatalogueClass>({ status: 'open' }, { projection: CATALOGUE })
    .sort({ camp_start: 1 })
    .toArray();
}

/** The dearest open classes, spec section 2. */
export async function listPopularClasses({ classes }: Classes): Promise<CatalogueClass[]> {
  return classes
    .find<CatalogueClass>({ status: 'open' }, { projection: CATALOGUE })
    .sort({ price: -1 })
    .limit(MAX_POPULAR_CLASSES)
    .toArray();
}

export async function findOpenClass(
  { classes }: Classes,
  id: ObjectId,
): Promise<CatalogueClass | null> {
  return classes.findOne<CatalogueClass>({ _id: id, status: 'open' }, { projection: CATALOGUE });
}
