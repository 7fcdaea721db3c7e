import { meetsOn } from '@speakifyr/contract/class-days.ts';
import type { ClassChoice } from '@speakifyr/contract/office.ts';
import { nameCharge } from '../../../lib/format.ts';
import { formatCamp } from '../../../lib/say-days.ts';
import { describeDifference, type MoneyChoice } from './describe-difference.ts';
import type { SeatProps } from './money-form.tsx';
import { sayHowFamilyHears } from './say-who-hears.ts';

/** A move that an admin is about to make. `target`: the class as the seat is to have it. */
export type MoveAbout = Parameters<typeof describeDifference>[0] & { target: ClassChoice };

/** What happens, in sentences. @param own the days that it has now, if the seat stays in its class */
export function summarizeMove(
  person: SeatProps['person'],
  about: MoveAbout,
  chosen: MoneyChoice | undefined,
  own: string[] | undefined,
): string[] {
  const { email } = person;
  const name = person.name.trim() || email;
  const { target, quote } = about;
  const { dropped, lines, lost, extrasKept } = quote;
  const sum = (cents: number) => nameCharge(cents / 100, about.currency);
  const isWithout = [
    ...(dropped.length > 0 ? [`${target.name} is without ${dropped.join('; ')}.`] : []),
    ...(lines.length > 0 ? [`Does not hold there, or only in part: ${lines.join('; ')}.`] : []),
    ...(chosen === 'terms' && extrasKept > 0
      ? [`The school keeps ${sum(extrasKept)} for extras that do not come back.`]
      : []),
    ...(chosen === 'terms'
      ? lost.map(
          ({ label, student_name: who, amount }) =>
            `“${label}” of ${who} comes off: ${sum(amount)}. It depended on this seat.`,
        )
      : []),
  ];
  return [
    describeDifference(about, chosen),
    ...isWithout,
    ...(own ? sayNewDays(name, target, chosen, own) : sayNewSeat(name, target, chosen)),
    `${sayHowFamilyHears(email, `We email ${email} about it, with your reason`)}.`,
  ];
}

/** What happens to the days of a seat that stays in its class. @param own the days that it has now */
function sayNewDays(
  name: string,
  target: ClassChoice,
  chosen: MoneyChoice | undefined,
  own: string[],
): string[] {
  const days = formatCamp(target);
  if (chosen === 'charge')
    return [
      `Once they have paid, ${name} has these days: ${days}. The entry code stays the same.`,
      'If they do not pay in time, nothing changes.',
    ];
  const isFreed = own.some((day) => !meetsOn(target, day));
  return [
    `${name} will have these days: ${days}. The entry code stays the same.`,
    ...(isFreed ? ['Others can take the days that are given back right away.'] : []),
  ];
}

/** What happens to a seat that moves to another class. */
function sayNewSeat(name: string, target: ClassChoice, chosen: MoneyChoice | undefined): string[] {
  const days = formatCamp(target);
  if (chosen === 'charge')
    return [
      `Once they have paid, ${name} gets a new entry code for ${target.name}, ${days}, and others can take the old seat.`,
      `If they do not pay in time, nothing changes: ${name} keeps the old seat.`,
    ];
  return [
    `${name} gets a new entry code for ${target.name}, ${days}.`,
    'Others can take the old seat right away.',
  ];
}
