import type { EnrolledPerson } from '@speakifyr/contract/office.ts';
import { sumAmounts } from '@speakifyr/contract/sum-amounts.ts';

type Seat = Pick<EnrolledPerson, 'price' | 'left' | 'owed' | 'coPay'>;

/** What became of the price of an enrolled seat: the words of its page, print and file follow from it. */
export type SeatMoneyState = 'free' | 'paid' | 'partly paid' | 'not paid' | 'partly refunded';

/** In cents: the price, what was paid and not given back, and what its payers still owe. R557 */
export function readSeatMoney({ price, left, owed, coPay }: Seat) {
  const cents = Math.round(price * 100);
  const owedSum = sumAmounts(owed);
  const state = findState(cents, left, owedSum > 0 || coPay !== null);
  return { price: cents, paid: left, owed: owedSum, state };
}

/** @param isOwed whether somebody still pays some of it. A family's page does not have what the other household owes */
function findState(price: number, paid: number, isOwed: boolean): SeatMoneyState {
  if (price === 0) return 'free';
  if (paid >= price) return 'paid';
  if (!isOwed) return 'partly refunded';
  return paid > 0 ? 'partly paid' : 'not paid';
}
