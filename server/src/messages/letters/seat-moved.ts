import type { Letter, LetterPart } from '@speakifyr/contract/mail.ts';
import { cleanLine } from '../../plain-text.ts';
import type { EntryFacts, LetterContext, LetterFacts } from './facts.ts';
import { listGate, listSchool } from './get-ready.ts';
import {
  ASK_IF_WRONG,
  greet,
  listClassFacts,
  listCodes,
  listWhatToBring,
  nameChild,
  nameClass,
  nameSeat,
  sayCharge,
  sayMoment,
  sayRefund,
  sayRemoval,
  subjectOf,
} from './say.ts';

type Moved = LetterFacts['seat moved'];

/** Says that a seat is now in another class or for another child, with everything about the new class. */
export function writeSeatMoved(facts: Moved, { to: recipient }: LetterContext): Letter {
  const { from, to, money } = facts;
  const name = nameClass((to ?? from)?.campClass.name ?? '');
  return {
    subject: subjectOf('Seat moved: ', name),
    greeting: greet(recipient),
    parts: [
      { kind: 'text', text: sayMove(facts) },
      ...sayWhy(facts.note),
      ...sayMoney(money),
      ...(to ? describeNew(to, facts) : []),
      { kind: 'text', text: sayFiles(from, to) },
      to
        ? { kind: 'link', label: 'See your class', path: '/dashboard/enroll' }
        : { kind: 'link', label: 'See other classes', path: '/classes' },
      ASK_IF_WRONG,
    ],
  };
}

/** Asks the payer to pay the difference, so that the seat moves. */
export function writeMoveAsked(
  { from, campClass, child, price, until, note, path }: LetterFacts['move asked'],
  { to, timeZone, currency }: LetterContext,
): Letter {
  const [old, fresh] = [nameClass(from), nameClass(campClass.name)];
  const seat = nameSeat({ className: from, child });
  const sum = sayCharge({ amount: Math.round(price * 100), currency });
  return {
    subject: subjectOf('Please pay the difference: ', fresh),
    greeting: greet(to),
    parts: [
      {
        kind: 'text',
        text: `We would like to move ${seat} to ${fresh}. The new class costs ${sum} more.`,
      },
      ...sayWhy(note),
      {
        kind: 'text',
        text: `The new seat is held for you until ${sayMoment(until, timeZone)}. It moves once you have paid ${sum}. If you do not pay by then, nothing changes: the seat in ${old} stays yours.`,
      },
      { kind: 'facts', facts: [...listClassFacts(campClass), ...listGate(campClass)] },
      { kind: 'link', label: 'Look at it and pay', path },
      ASK_IF_WRONG,
    ],
  };
}

/** What an admin said about a move. */
function sayWhy(note: string | null): LetterPart[] {
  const why = cleanLine(note ?? '');
  return why ? [{ kind: 'text', text: `Why: ${why}` }] : [];
}

function sayMove({ from, to, isSameClass, isBySchool }: Moved): string {
  const by = isBySchool ? ' The school has arranged it.' : '';
  if (!to) return `${nameOwner(from)} no longer has a seat in ${nameClassOf(from)}.${by}`;
  const fresh = nameClassOf(to);
  if (!from) return `${nameOwner(to)} now has a seat in ${fresh}.${by}`;
  const old = nameClassOf(from);
  if (from.seat.child === to.seat.child)
    return `${sayWhose(from)} seat has moved from ${old} to ${fresh}.${by}`;
  const place = isSameClass ? '' : `, in ${fresh}`;
  return `${sayWhose(from)} seat in ${old} is now for ${to.seat.child === null ? 'you' : nameChild(to.seat.child)}${place}.${by}`;
}

function sayMoney(money: Moved['money']): LetterPart[] {
  if (!money) return [];
  const { paid, back, kept, waived } = money;
  if (waived)
    return [
      {
        kind: 'text',
        text: `The new class costs ${sayCharge(waived)} more. You do not have to pay the difference.`,
      },
    ];
  if (paid)
    return [{ kind: 'text', text: `You have paid the difference in price, ${sayCharge(paid)}.` }];
  const keeps =
    kept && `The school keeps ${sayCharge(kept)}, as our refund policy said when you booked.`;
  if (!back && keeps) return [{ kind: 'text', text: `The new class costs less. ${keeps}` }];
  if (!back) return [{ kind: 'text', text: 'There is nothing to pay for this.' }];
  return [
    {
      kind: 'text',
      text: `The new class costs less, so ${sayCharge(back)} comes back. ${keeps ? `${keeps} ` : ''}${sayRefund('pending')}`,
    },
  ];
}

function describeNew(to: EntryFacts, { from, isSameClass }: Moved): LetterPart[] {
  return [
    {
      kind: 'text',
      text:
        from && !isSameClass
          ? 'Here is the new class. The entry code of the old one is no longer valid.'
          : 'Here are all the details:',
    },
    {
      kind: 'facts',
      facts: [
        ...listCodes([to.seat]),
        ...listClassFacts(to.campClass),
        ...listGate(to.campClass),
        ...listSchool(),
      ],
    },
    ...listWhatToBring(),
  ];
}

function sayFiles(from: EntryFacts | null, to: EntryFacts | null): string {
  if (!to) return sayRemoval(1, 1);
  if (!from) return 'Open the attached file to add the class to your calendar.';
  if (from.seat.calendarId === to.seat.calendarId)
    return 'Open the attached file to bring your calendar up to date.';
  return 'Open the attached files: one removes the old entry from your calendar, the other one adds the new one.';
}

function nameClassOf(part: EntryFacts | null): string {
  return nameClass(part?.campClass.name ?? '');
}

function nameOwner(part: EntryFacts | null): string {
  return nameChild(part?.seat.child ?? '');
}

function sayWhose({ seat: { child } }: EntryFacts): string {
  return child === null ? 'Your' : `${nameChild(child)}’s`;
}
