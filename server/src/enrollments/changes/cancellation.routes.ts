import type { Bind } from '../../calls.ts';
import type { Services } from '../../services.ts';
import { refundByAdmin } from './admin-refunds.ts';
import { getCreditNote } from '../../billing/ledger/credit-notes.ts';
import { putUpForResale } from './put-up-for-resale.ts';
import { cancelOwnSeat, getCancellationsOf, previewCancellation } from './parent-cancellation.ts';
import { changeRefundPolicy, getRefundTerms } from '../../billing/ledger/refund-policy.ts';

/** Canceling seats, and what comes back. */
export function bindCancellation(bind: Bind, services: Services): void {
  bind('GET /cancellation/:cartId', ({ params }, { user }) =>
    previewCancellation(params.cartId, user, services),
  );
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
}
