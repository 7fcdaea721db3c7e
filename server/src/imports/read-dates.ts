import type { KnownOrder } from '../payments/bank-file/days.ts';
import { readDay } from '../payments/bank-file/days.ts';

/** A day of a file, or why it is none. */
export type ReadDate = { day: string } | { problem: string };

/** Numbers with the year at their end: `3/4/2016`. All else says itself which part is the month. */
const NUMBERS = /^\d{1,2}[./-] ?\d{1,2}[./-] ?(\d{4}|\d{2})$/;

/**
 * Reads the dates of a column in the order of the school's settings. If the column has a date that only the other order
 * gives, those that both orders give are read by nobody: they would be wrong without a sign of it.
 * @param cells all of the column
 * @returns how a cell is read, and what the director should know of all of them
 */
export function openDates(
  cells: string[],
  { dates }: { dates: 'day first' | 'month first' },
): { read: (cell: string) => ReadDate; note: string | undefined } {
  const order: KnownOrder = dates === 'day first' ? 'dmy' : 'mdy';
  const other: KnownOrder = order === 'dmy' ? 'mdy' : 'dmy';
  const isNumbers = (cell: string) => NUMBERS.test(cell.trim());
  const isAmbiguous = (cell: string) => {
    const [one, two] = [readDay(cell, order), readDay(cell, other)];
    return isNumbers(cell) && one !== undefined && two !== undefined && one !== two;
  };
  const wrong = cells.find(
    (cell) => isNumbers(cell) && !readDay(cell, order) && readDay(cell, other),
  );
  const ambiguous = cells.filter(isAmbiguous);
  const otherWay = order === 'dmy' ? 'month first' : 'day first';
  const read = (cell: string): ReadDate => {
    const day = readDay(cell, order);
    if (!day && isNumbers(cell) && readDay(cell, other))
      return {
        problem: `The date has the ${otherWay}, and the school’s settings say ${dates}. Write it as 2016-05-31.`,
      };
    if (!day || /^\d{1,2}[./-]\d{1,2}[./-]\d{2}$/.test(cell.trim()))
      return { problem: 'This is not a date with a year of four digits, such as 2016-05-31.' };
    if (wrong !== undefined && isAmbiguous(cell))
      return {
        problem: `The date can be read in two ways, because other dates of the file have the ${otherWay}. Write it as 2016-05-31.`,
      };
    return { day };
  };
  const [first] = ambiguous;
  const note =
    first !== undefined && wrong === undefined
      ? `${ambiguous.length} of the dates can be read in two ways, such as ${first}. They are read ${dates}, as Settings → School says: ${first} is ${readDay(first, order)}.`
      : undefined;
  return { read, note };
}
