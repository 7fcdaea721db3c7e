import type { EnrolledPerson } from '@speakifyr/contract/office.ts';
import { MOVE_PAY_HOURS } from '@speakifyr/contract/limits.ts';
import { findFall, findPriceDifference, quoteMove } from '@speakifyr/contract/price-difference.ts';
import { priceInClass } from '@speakifyr/contract/prices.ts';
import { nameCharge, readToday } from '../../../lib/format.ts';
import { listMovedLines, type MovedExtras } from '../extras/moved-extras.ts';
import { sumAmounts } from '@speakifyr/contract/sum-amounts.ts';

/** What an admin does about the price difference. The first of a kind is chosen to begin with. */
export type MoneyChoice = 'waive' | 'charge' | 'all' | 'terms';

type Move = {
  /** The new class. */
  target: { name: string; price: number };
  /** What becomes of the seat's extras there. Missing if it has none. */
  extras?: MovedExtras | undefined;
  person: Pick<EnrolledPerson, 'price' | 'lines' | 'left' | 'parts' | 'owed'>;
  /** The first day of the class that the seat leaves. */
  campStart: string;
  /** Of the payment. */
  currency: string | undefined;
};

/** What an admin may choose about the money of a move; none if no money moves. */
export function listMoneyChoices(move: Move): { value: MoneyChoice; label: string }[] {
  const difference = findDifference(move);
  const sum = nameCharge(Math.abs(difference) / 100, move.currency);
  if (difference > 0)
    return [
      { value: 'waive', label: `Move without charging the difference of ${sum}` },
      { value: 'charge', label: `Ask the family to pay the difference of ${sum}` },
    ];
  const back = findBackByTerms(move);
  if (difference === 0 || back === -difference) return [];
  return [
    { value: 'all', label: `Give back all of the difference, ${sum}` },
    {
      value: 'terms',
      label: `Give back what the refund policy of this seat says, ${nameCharge(back / 100, move.currency)}`,
    },
  ];
}

/** What a move means for the money, in a sentence or two. */
export function describeDifference(move: Move, choice: MoneyChoice | undefined): string {
  const { person, currency } = move;
  const falls = findFall({
    from: person.price,
    to: findNewPrice(move),
    owed: sumAmounts(person.owed),
  });
  if (falls === 0) return describeMoney(move, choice);
  const less = `The family owes ${nameCharge(falls / 100, currency)} less.`;
  return findDifference(move) === 0 ? less : `${less} ${describeMoney(move, choice)}`;
}

function describeMoney(move: Move, choice: MoneyChoice | undefined): string {
  const { target, currency } = move;
  const difference = findDifference(move);
  const sum = nameCharge(Math.abs(difference) / 100, currency);
  if (difference === 0) return `${target.name} costs the same. No money moves.`;
  if (choice === 'charge')
    return `${target.name} costs ${sum} more. We ask the family by email to pay that within ${MOVE_PAY_HOURS} hours. The new seat is held for them until then.`;
  if (difference > 0)
    return `${target.name} costs ${sum} more than was paid. The family does not have to pay the difference.`;
  if (choice !== 'terms')
    return `${target.name} costs ${sum} less than was paid. That is refunded the way it was paid.`;
  const back = findBackByTerms(move);
  return `${target.name} costs ${sum} less than was paid. ${nameCharge(back / 100, currency)} of that is refunded the way it was paid, and the school keeps the rest.`;
}

/** The discounts of the seat move along, and the extras that the new class has. */
function findNewPrice({ target, person, extras }: Move): number {
  return priceInClass(person.lines, target.price, listMovedLines(extras));
}

function findDifference(move: Move): number {
  const { price: from, left } = move.person;
  return findPriceDifference({ from, to: findNewPrice(move), left });
}

/** What the refund policy refunds, in cents. */
function findBackByTerms(move: Move): number {
  const { price: from, parts } = move.person;
  const { campStart } = move;
  return quoteMove({ from, to: findNewPrice(move), parts, campStart, today: readToday() }).refund;
}
