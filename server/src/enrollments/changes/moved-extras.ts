import type { Contract } from '@speakifyr/contract/contract.ts';
import type { Output } from '@speakifyr/contract/endpoint.ts';
import { costOf, nameExtra } from '@speakifyr/contract/seat-extras.ts';
import { listClasses } from '../../database/class-store.ts';
import type { UserDocument } from '../../database/collections.ts';
import { getExtras } from '../../prices/extras.ts';
import { readToday } from '../../school-time.ts';
import type { Services } from '../../services.ts';
import { findAnySeat } from './moves.ts';
import { findOwnSeat } from './parent-cancellation.ts';
import { splitMovedExtras } from './plan-move.ts';

/**
 * What becomes of the extras of a paid seat in each class to which it could move. Nothing if it has none.
 * @throws {ApiError} `not_found`
 */
export async function listMovedExtras(
  cartId: string,
  user: UserDocument,
  services: Services,
): Promise<Output<Contract['GET /moveExtras/:cartId']>> {
  const { seat } =
    user.role === 'admin'
      ? await findAnySeat(cartId, services)
      : await findOwnSeat(cartId, user, services);
  if (!seat.extras) return [];
  const { extras } = await getExtras(services);
  const open = { status: 'open' as const, camp_end: { $gte: readToday(services) } };
  const classes = await listClasses(services.database.collections, open);
  return classes.map((campClass) => {
    const { stays, dropped } = splitMovedExtras(seat, campClass, extras);
    return {
      classId: campClass._id.toHexString(),
      stays: stays.map((extra) => ({ label: nameExtra(extra), amount: costOf(extra) })),
      dropped: dropped.map(nameExtra),
    };
  });
}
