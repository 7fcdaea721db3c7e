import type { Bind } from '../calls.ts';
import { applyCode, removeCode } from '../billing/cart-codes.ts';
import { listCodeUses } from '../billing/ledger/code-uses.ts';
import { moveSeat } from './changes/moves.ts';
import type { Services } from '../services.ts';
import { getCart, joinClass, removeFromCart } from './cart/cart.service.ts';
import { freeingExpiredHolds, releaseHold } from './cart/release-holds.ts';
import { quoteSeat, reserveSeat } from './cart/reserve-seat.ts';
import { declineOffer, leaveWaitingList, waitAgain } from './waiting/answer-offer.ts';
import { changeOrder, getClassWaiting, offerToEntry } from './waiting/class-waiting.ts';
import { joinWaitingList } from './waiting/join-waiting.ts';
import { putOnWaitingList, takeOffWaitingList } from './waiting/office-waiting.ts';
import { getOwnWaiting } from './waiting/own-waiting.ts';
import { refundByAdmin } from './changes/admin-refunds.ts';
import { getCreditNote } from '../billing/ledger/credit-notes.ts';
import { putUpForResale } from './changes/resales.ts';
import {
  cancelOwnSeat,
  getCancellationsOf,
  previewCancellation,
} from './changes/parent-cancellation.ts';
import { changeRefundPolicy, getRefundTerms } from '../billing/ledger/refund-policy.ts';
import { changeDiscounts, getDiscounts } from '../prices/discounts.ts';
import { changeExtras, getExtras } from '../prices/extras.ts';
import { listLostDiscounts } from './changes/lost-discounts.ts';
import { listMoveQuotes } from './changes/move-quotes.ts';

export function bindEnrollments(bind: Bind, services: Services): void {
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
  bind('POST /cartCode', async ({ body }, { user }) => ({
    status: true as const,
    seats: await applyCode(body.code, user, services),
  }));
  bind('DELETE /cartCode', async (_input, { user }) => {
    await removeCode(user, services);
    return { status: true as const };
  });
  bind('DELETE /addClass/:cartId', ({ params, query }, { user }) =>
    removeFromCart({ ...params, ...query }, user, services),
  );
  bind('POST /moves', ({ body }, { user }) =>
    freeingExpiredHolds(body.classId, () => moveSeat(body, user, services), services),
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
  bind('POST /families/:id/waiting', ({ params, body }, { user }) =>
    putOnWaitingList(params.id, body, user, services),
  );
  bind('DELETE /families/:id/waiting/:waitId', ({ params }, { user }) =>
    takeOffWaitingList(params.id, params.waitId, user, services),
  );
  bind('DELETE /classHolds/:classId/:cartId', ({ params }, { user }) =>
    releaseHold(params, user, services),
  );
  bind('POST /waiting/:classId', ({ params, body }, joiner) =>
    joinWaitingList({ ...params, ...body }, joiner, services),
  );
  bind('GET /myWaiting', (_input, { user }) => getOwnWaiting(user, services));
  bind('DELETE /waiting/:waitId', ({ params }, { user }) =>
    leaveWaitingList({ ...params, userId: user._id }, services),
  );
  bind('POST /waiting/:waitId/decline', ({ params }, { user }) =>
    declineOffer({ ...params, userId: user._id }, services),
  );
  bind('POST /waiting/:waitId/stillWanted', ({ params }, { user }) =>
    waitAgain({ ...params, userId: user._id }, services),
  );
  bind('GET /classWaiting/:classId', ({ params }) => getClassWaiting(params.classId, services));
  bind('PATCH /classWaiting/:classId/:waitId', ({ params, body }, { user }) =>
    changeOrder({ ...params, ...body }, user, services),
  );
  bind('POST /classWaiting/:classId/:waitId/offer', ({ params }, { user }) =>
    offerToEntry(params, user, services),
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
  bind('GET /creditNotes/:no', ({ params }, { user }) => getCreditNote(params.no, user, services));
  bind('GET /refundPolicy', () => getRefundTerms(services));
  bind('PUT /refundPolicy', ({ body }, { user }) => changeRefundPolicy(body, user, services));
  bind('GET /extras', () => getExtras(services));
  bind('PUT /extras', ({ body }, { user }) => changeExtras(body, user, services));
  bind('GET /moveQuotes/:cartId', ({ params, query }, { user }) =>
    listMoveQuotes({ ...params, ...query }, user, services),
  );
  bind('GET /discounts', () => getDiscounts(services));
  bind('GET /codeUses', () => listCodeUses(services));
  bind('PUT /discounts', ({ body }, { user }) => changeDiscounts(body, user, services));
}
