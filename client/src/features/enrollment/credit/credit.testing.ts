import type { Credit } from '@speakifyr/contract/credit.ts';

/** For tests: somebody who never had credit. */
export const NO_CREDIT: Credit = { currency: 'USD', available: 0, refundable: 0, lines: [] };

/** Credit of one canceled seat. @param left in cents */
export function buildCredit(left: number, changes: Partial<Credit['lines'][number]> = {}): Credit {
  const line: Credit['lines'][number] = {
    ...{ _id: 'pi_9:seat:canceled', paymentId: 'pi_9', className: 'Kites', currency: 'USD' },
    ...{ at: '2026-06-03T08:00:00.000Z', amount: left, left, until: null, isRefundable: true },
    ...{ uses: [], ...changes },
  };
  return { currency: 'USD', available: left, refundable: left, lines: [line] };
}
