import type { Letter, LetterPart } from '@speakifyr/contract/mail.ts';
import type { HeldFacts, LetterContext, LetterFacts } from './facts.ts';
import {
  type Facts,
  greet,
  listChild,
  listClassFacts,
  nameChild,
  nameClass,
  sayAll,
  sayMoment,
  sayPrice,
  sayTime,
  subjectOf,
} from './say.ts';

/** Reminds somebody ten minutes before the seats that they hold become free again. */
export function writeSeatHeld({ seats }: LetterFacts['seat held'], context: LetterContext): Letter {
  const [first] = seats;
  const isOne = seats.length === 1 && first;
  return {
    subject: isOne
      ? subjectOf('Your seat is not paid for yet: ', nameClass(first.campClass.name))
      : `${seats.length} of your seats are not paid for yet`,
    greeting: greet(context.to),
    parts: [
      ...(isOne ? describeOne(first, context) : describeSeveral(seats, context)),
      { kind: 'link', label: 'Go to your cart', path: '/dashboard/myclasses' },
      {
        kind: 'text',
        text: `Don’t want ${isOne ? 'the seat' : 'a seat'} anymore? You don’t have to do anything, and you won’t be charged.${sayStays(seats)}`,
      },
    ],
  };
}

/** If the difference is not paid, the old seat stays. */
function sayStays(seats: HeldFacts[]): string {
  const names = seats.flatMap(({ movesFrom }) => movesFrom ?? []);
  return names.length > 0 ? ` Your seat in ${sayAll(names.map(nameClass))} then stays.` : '';
}

function describeOne(seat: HeldFacts, context: LetterContext): LetterPart[] {
  const { campClass, child, heldUntil } = seat;
  const { timeZone } = context;
  const forWhom = child === null ? ' for yourself' : ` for ${nameChild(child)}`;
  return [
    {
      kind: 'text',
      text: `You have a seat${forWhom} in ${nameClass(campClass.name)}, but it is not paid for yet. We are holding it for you until ${sayTime(heldUntil, timeZone)}. After that, somebody else can take it.`,
    },
    {
      kind: 'facts',
      facts: [...listHold(seat, context), ...listClassFacts(campClass)],
    },
  ];
}

function describeSeveral(seats: HeldFacts[], context: LetterContext): LetterPart[] {
  return [
    {
      kind: 'text',
      text: 'You have seats that are not paid for yet. We are holding each one for you until the time below. After that, somebody else can take it.',
    },
    ...seats.map((seat) => ({
      kind: 'facts' as const,
      facts: [
        { label: 'Class', value: nameClass(seat.campClass.name) },
        ...listHold(seat, context),
      ],
    })),
  ];
}

function listHold(
  { child, price, heldUntil, movesFrom }: HeldFacts,
  { timeZone, currency }: LetterContext,
): Facts {
  return [
    ...listChild(child),
    { label: 'Held until', value: sayMoment(heldUntil, timeZone) },
    {
      label: movesFrom === null ? 'Price' : 'Difference',
      value: sayPrice(price, currency),
    },
  ];
}
