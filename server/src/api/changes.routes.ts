import { cancelOwnSeat } from '../changes/cancel-own-seat.ts';
import type { Bind } from '../calls.ts';
import type { Services } from '../services.ts';
import { freeingExpiredHolds } from '../cart/release-holds.ts';
import { moveSeat } from '../changes/moves.ts';
import { previewCancellation, getCancellationsOf } from '../changes/parent-cancellation.ts';
import { listLostDiscounts } from '../changes/lost-discounts.ts';
import { putUpForResale } from '../changes/resales.ts';
import { refundByAdmin } from '../changes/admin-refunds.ts';
import { listMoveQuotes } from '../changes/move-quotes.ts';
import { bouncePayment } from '../changes/bounce-payment.ts';

export function bindChanges(bind: Bind, services: Services): void {
  bind('POST /moves', ({ body }, { user }) =>
    freeingExpiredHolds(body.classId, () => moveSeat(body, user, services), services),
  );
  bind('GET /cancellation/:cartId', ({ params }, { user }) =>
    previewCancellation(params.cartId, user, services),
  );
  bind('GET /lostDiscounts/:classId/:cartId', ({ params }) => listLostDiscounts(params, services));
  bind('POST /cancellation/:cartId', ({ params, body }, { user }) =>
    cancelOwnSeat(params.cartId, body, user, services),
  );
  bind('GET /myCancellations', (_input, { user }) => getCancellationsOf(user, services));
  bind('PUT /resales/:cartId', ({ params, body }, { user }) =>
    putUpForResale(params.cartId, body.isForResale, user, services),
  );
  bind('POST /refunds', ({ body }, { user }) => refundByAdmin(body, user, services));
  bind('GET /moveQuotes/:cartId', ({ params, query }, { user }) =>
    listMoveQuotes({ ...params, ...query }, user, services),
  );
  bind('POST /payments/:paymentId/bounce', ({ params, body }, { user }) =>
    bouncePayment(params.paymentId, body, user, services),
  );
}
