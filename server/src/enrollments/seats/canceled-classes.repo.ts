import type { ClassDocument, Collections } from '../../database/collections.ts';

/** Classes that the school has canceled and whose seats are not all canceled yet. */
export async function listCanceledWithSeats({
  classes,
}: Pick<Collections, 'classes'>): Promise<ClassDocument[]> {
  return classes
    .find({ 'canceled.at': { $gt: new Date(0) }, 'seats.state': 'enrolled' })
    .sort({ 'canceled.at': 1 })
    .toArray();
}
