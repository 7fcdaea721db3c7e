import { MOVE_PAY_HOURS } from '@speakifyr/contract/limits.ts';
import { nameCharge } from '../../../lib/format.ts';
import type { MoveQuote } from '../changes/moves.queries.ts';

/** What an admin does about the price difference. The first of a kind is chosen to begin with. */
export type MoneyChoice = 'waive' | 'charge' | 'all' | 'terms';

type Move = {
  /** The new class. `held`: what is held there until the family has paid, if it is no seat. */
  target: { name: string; held?: string };
  quote: MoveQuote;
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
  const back = move.quote.refund;
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
  const { quote, currency } = move;
  const { falls } = quote;
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
    return `${target.name} costs ${sum} more. We ask the family to pay that within ${MOVE_PAY_HOURS} hours. ${target.held ?? 'The new seat is'} held for them until then.`;
  if (difference > 0)
    return `${target.name} costs ${sum} more than was paid. The family does not have to pay the difference.`;
  if (choice !== 'terms')
    return `${target.name} costs ${sum} less than was paid. That is refunded the way it was paid.`;
  const back = move.quote.refund;
  return `${target.name} costs ${sum} less than was paid. ${nameCharge(back / 100, currency)} of that is refunded the way it was paid, and the school keeps the rest.`;
}

/** More than 0 if the family would have to pay, below 0 if something could go back. */
function findDifference({ quote: { whole } }: Move): number {
  return whole ? whole.pay - whole.refund : 0;
}
