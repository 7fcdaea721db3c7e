import {
  type Discount,
  type FamilySeat,
  findMost,
  isForClass,
  type LineTerms,
  type PriceLine,
  sumLines,
  takeOff,
  worthOf,
} from './prices.ts';

/**
 * What becomes of a seat's price if the seat moves, for client and server. Plain functions only, like format.ts. All
 * amounts are integer cents. R470
 */

/** Where a seat is to go. */
export type LineGoal = {
  classId: string;
  isOtherClass: boolean;
  /** Who will sit there; null for the account itself. */
  child: string | null;
  /** The full price there. */
  base: number;
  /** yyyy-mm-dd */
  today: string;
  /** How the seat stands among its family's, before and after. */
  before: FamilySeat;
  after: FamilySeat;
};

/** A line that says for what it holds. */
export type TermedLine = PriceLine & { terms: LineTerms };

/**
 * What a seat's lines become at its goal. One that holds there takes off what it would in a purchase, but no more than
 * before once its last day is over. One that does not hold is dropped. A move earns no new ones.
 * @param lines what is taken off the seat's full price now
 * @returns the lines of the price there, without extras; and what is dropped, or takes off less than it says
 */
export function moveLines(
  lines: TermedLine[],
  goal: LineGoal,
): { lines: PriceLine[]; dropped: TermedLine[] } {
  const dropped: TermedLine[] = [];
  let left = goal.base;
  const moved = lines.map((line) => {
    const { terms, percent, amount, kind } = line;
    const whole = worthOf(
      { percent, amount: terms.amount ?? -amount },
      kind === 'aid' ? left : goal.base,
    );
    const worth = holdsFor(line, goal) ? Math.min(whole, findLimit(line, goal)) : 0;
    if (worth < whole) dropped.push(line);
    left = sumLines(takeOff(left, [{ ...line, amount: -worth }]));
    return { ...line, amount: -worth };
  });
  return { lines: takeOff(goal.base, moved), dropped };
}

function holdsFor(
  { terms }: TermedLine,
  { classId, isOtherClass, child, base }: LineGoal,
): boolean {
  const { isForOneClass = false, minimum = 0, person = child } = terms;
  if (isForOneClass && isOtherClass) return false;
  return isForClass(terms, classId) && base >= minimum && person === child;
}

/** The most that a line may take off at its goal. */
function findLimit(line: TermedLine, { today, before, after }: LineGoal): number {
  const { terms, amount } = line;
  const isOver = terms.until !== undefined && today > terms.until;
  // What the family has lost of it before is settled: it was taken back, or the school let it be.
  const settled = -amount - worthNow(line, before);
  return Math.min(isOver ? -amount : Infinity, findMost(dependsOn(line), after) + settled);
}

/** How much of a line its seat earns at this place among those of its family. */
export function worthNow(line: TermedLine, seat: FamilySeat): number {
  return Math.min(-line.amount, findMost(dependsOn(line), seat));
}

/** On which other seats a line depends. Nobody loses `returning` again. */
function dependsOn({ kind, terms }: TermedLine): Pick<Discount, 'kind' | 'from'> {
  const isOnOthers = kind === 'sibling' || kind === 'weeks';
  return isOnOthers ? { kind, from: terms.from ?? 2 } : { kind: 'early', from: null };
}

/**
 * The lines of a price at another full price, because that has changed while a seat was held for a move. What is taken off
 * stays.
 * @param extras the lines of the seat's extras there
 */
export function rebaseLines(
  [, ...rest]: PriceLine[],
  base: number,
  extras: PriceLine[] = [],
): PriceLine[] {
  const taken = rest.filter(({ kind }) => kind !== 'extra');
  return [...takeOff(base, taken), ...extras];
}
