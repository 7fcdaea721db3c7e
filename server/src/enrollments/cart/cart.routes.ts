import type { Bind } from '../../calls.ts';
import { moveSeat } from '../changes/moves.ts';
import type { Services } from '../../services.ts';
import { getCart, joinClass, removeFromCart } from './cart.service.ts';
import { freeingExpiredHolds, releaseHold } from './release-holds.ts';

export function bindCart(bind: Bind, services: Services): void {
  bind('GET /myclass', (_input, { user }) => getCart(user, services));

  bind('POST /addClass', async ({ body }, joiner) => {
    const { seat, isEnrolled } = await joinClass(body, joiner, services);
    return {
      status: true as const,
      message: isEnrolled
        ? 'Congratulations, Successfully Enrolled'
        : 'Added to Cart, Check Your Dashboard',
      cartId: seat.seatId.toHexString(),
      heldUntil: (isEnrolled ? seat.joinedAt : seat.heldUntil).toISOString(),
      enrolled: isEnrolled,
    };
  });

  bind('DELETE /addClass/:cartId', ({ params, query }, { user }) =>
    removeFromCart({ ...params, ...query }, user, services),
  );

  bind('POST /moves', ({ body }, { user }) =>
    freeingExpiredHolds(body.classId, () => moveSeat(body, user, services), services),
  );

  bind('DELETE /classHolds/:classId/:cartId', ({ params }, { user }) =>
    releaseHold(params, user, services),
  );
}
