import type { Bind } from '../calls.ts';
import type { Services } from '../services.ts';
import { cancelOwnSeat, getCancellationsOf, previewCancellation } from './parent-cancellation.ts';
import { changeRefundPolicy, getRefundTerms } from './refund-policy.ts';

/** Canceling seats, and what comes back. */
export function bindCancellation(bind: Bind, services: Services): void {
  bind('GET /cancellation/:cartId', ({ params }, { user }) =>
    previewCancellation(params.cartId, user, services),
  );
  bind('POST /cancellation/:cartId', ({ params, body }, { user }) =>
    cancelOwnSeat(params.cartId, body, user, services),
  );
  bind('GET /myCancellations', (_input, { user }) => getCancellationsOf(user.email, services));
  bind('GET /refundPolicy', () => getRefundTerms(services));
  bind('PUT /refundPolicy', ({ body }, { user }) => changeRefundPolicy(body, user, services));
}
