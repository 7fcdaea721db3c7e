import type { Bind } from '../calls.ts';
import type { Services } from '../services.ts';
import { getCart, joinClass, removeFromCart } from '../cart/cart.service.ts';
import { quoteSeat, reserveSeat } from '../cart/reserve-seat.ts';
import { freeingExpiredHolds, releaseHold } from '../cart/release-holds.ts';

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
  bind('GET /families/:id/seatPrice', ({ params, query }, { user }) =>
    quoteSeat(params.id, query, user, services),
  );
  bind('POST /families/:id/seats', ({ params, body }, { user }) =>
    freeingExpiredHolds(
      body.classId,
      async () => {
        const { seat, isEnrolled } = await reserveSeat(params.id, body, user, services);
        const cartId = seat.seatId.toHexString();
        return { status: true as const, cartId, enrolled: isEnrolled };
      },
      services,
    ),
  );
  bind('DELETE /classHolds/:classId/:cartId', ({ params }, { user }) =>
    releaseHold(params, user, services),
  );
}
