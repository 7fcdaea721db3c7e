import type { Family } from '@speakifyr/contract/families.ts';
import { splitByDue } from '@speakifyr/contract/owed.ts';
import { sumAmounts } from '@speakifyr/contract/sum-amounts.ts';

/** A seat that a family's money can pay for. */
export type SeatToPay = {
  cartId: string;
  name: string;
  className: string;
  /** The first day of its class, yyyy-mm-dd. */
  start: string;
  isHeld: boolean;
  /** What is to be paid for it, in cents. */
  cost: number;
  /** When: what is due first comes first. */
  parts: { due: string; amount: number }[];
};

/** What this family's money can pay for. What another guardian holds or owes is paid on their own page. */
export function listSeats({
  account,
  held,
  enrolled,
}: Pick<Family, 'account' | 'held' | 'enrolled'>): SeatToPay[] {
  const isOwn = ({ person }: { person: { userId: string } }) => person.userId === account._id;
  return [
    ...held.filter(isOwn).map(({ campClass, person: { cartId, name, cost } }) => ({
      cartId,
      name,
      cost,
      parts: [{ due: '', amount: cost }],
      className: campClass.name,
      start: campClass.camp_start,
      isHeld: true,
    })),
    ...enrolled
      .filter(({ person }) => person.owed.length > 0)
      .map(({ campClass, person: { cartId, name, owed } }) => ({
        cartId,
        name,
        className: campClass.name,
        start: campClass.camp_start,
        isHeld: false,
        cost: sumAmounts(owed),
        parts: owed,
      })),
  ];
}

/**
 * What of a transfer each seat probably gets: those that it fits, or all if it pays for all of them, or else what is due
 * first of enrolled ones. With held seats that cost more, the office chooses.
 * @param fitting the seats that it fits, by id
 * @returns in cents, in the order of the seats
 */
export function suggestShares(seats: SeatToPay[], amount: number, fitting: string[]): number[] {
  const isFitting = ({ cartId }: SeatToPay) => fitting.length === 0 || fitting.includes(cartId);
  const chosen = seats.filter(isFitting);
  const total = chosen.reduce((sum, { cost }) => sum + cost, 0);
  const isUnclear = total > amount && chosen.some(({ isHeld }) => isHeld);
  const plans = seats.map((seat) => ({
    parts: isFitting(seat) && !isUnclear ? seat.parts : [],
    paid: [],
  }));
  return splitByDue(plans, amount);
}
