import type { BankTransfer } from '@speakifyr/contract/bank-transfers.ts';
import type { UserDocument } from '../database/user-documents.ts';
import { planFor } from './planned-seat.ts';
import type { TestApp } from './test-app.ts';

/** Families that pay by bank transfer, and the office that books it. */
export function transfersFor(app: TestApp, admin: UserDocument) {
  const { buildReserved } = planFor(app, admin);
  return {
    /** A family with a reserved seat for each price, and its reference. */
    async buildReserved(prices: number[]) {
      const { parent, id, cartIds } = await buildReserved(prices);
      const { body } = await app.as(admin).call('GET /families/:id', { params: { id } });
      return { parent, id, cartIds, reference: body.account.transfer?.reference ?? '' };
    },

    /** Books a matched transfer, as the page does. */
    book({ requestId, family, seats, amount, day, text }: BankTransfer) {
      return app.as(admin).call('POST /families/:id/payments', {
        params: { id: family?._id ?? '' },
        body: {
          ...{ requestId, amount, day, reference: text.slice(0, 60), method: 'bank transfer' },
          cartIds: seats.map(({ cartId }) => cartId),
        },
      });
    },
  };
}
