/** What no cell of an import may have, whatever it is. */

/** A phone number may begin with a plus sign. */
const FORMULA = /^\s*(?:[=@＝＠]|[+\-＋－](?![\d\s(]))/;
const DIGITS = /(?<![\d+])(?:\d[ -]?){12,18}\d(?!\d)/g;

/** @returns why these cells can't be imported; undefined if nothing is wrong with them */
export function findCellProblem(cells: string[]): string | undefined {
  if (cells.some((cell) => FORMULA.test(cell)))
    return 'A cell has a formula. Type what it should say.';
  if (cells.some(hasCard))
    return 'A cell looks like the number of a card. Cards are never imported.';
  return undefined;
}

function hasCard(cell: string): boolean {
  return (cell.match(DIGITS) ?? []).some((found) => isCard(found.replace(/\D/g, '')));
}

/** The check digit of card numbers: ISO/IEC 7812-1, annex B. */
function isCard(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}
