import type { DateOrder } from '@speakifyr/contract/bank-transfers.ts';

/** Days as banks write them: `2027-03-04`, `20270304`, `4.3.27`, `3/4/2027`, `4 Mar 2027`, `Mar 4, 2027`, `4. März 2027`. */

export type KnownOrder = Exclude<DateOrder, 'auto'>;

const ISO = /^(\d{4})([-./])(\d{1,2})\2(\d{1,2})(?!\d)/;
const COMPACT = /^(\d{4})(\d{2})(\d{2})(?![\d.,])/;
const NUMBERS = /^(\d{1,2})[./-] ?(\d{1,2})[./-] ?(\d{4}|\d{2})(?!\d)/;
const DAY_FIRST = /^(\d{1,2})(?:st|nd|rd|th)?[-./ ]+(\p{L}{3,})[-., ]+(\d{4}|\d{2})(?!\d)/u;
const MONTH_FIRST = /^(\p{L}{3,})[-. ]+(\d{1,2})(?:st|nd|rd|th)?[-., ]+(\d{4})(?!\d)/u;
/** `Fri, 20 Nov 2026` */
const WEEKDAY = /^\p{L}{2,}[.,]+ /u;

const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt', 'pl', 'sv', 'da', 'nb', 'fi', 'cs'];
const MONTHS = new Map(
  LANGUAGES.flatMap((language) =>
    (['short', 'long'] as const).flatMap((month) => {
      // `March 4`: some languages write the month otherwise beside a day.
      const format = new Intl.DateTimeFormat(language, { month, day: 'numeric', timeZone: 'UTC' });
      return Array.from({ length: 12 }, (_, place): [string, number] => [
        fold(
          format.formatToParts(Date.UTC(2027, place, 4)).find(({ type }) => type === 'month')
            ?.value ?? '',
        ),
        place + 1,
      ]);
    }),
  ),
);

function fold(month: string): string {
  return month
    .normalize('NFKD')
    .replace(/[\p{M}.]/gu, '')
    .toLowerCase();
}

/**
 * The order of days and months in a file: by the numbers over 12, if there are any. Otherwise only one of the two may put
 * all lines in a row of days; otherwise as the country of the currency writes.
 */
export function guessOrder(cells: string[], currency: string): KnownOrder {
  const parts = cells.flatMap((cell) => {
    const [, a, b] = NUMBERS.exec(clean(cell)) ?? [];
    return a && b ? [[Number(a), Number(b)] as const] : [];
  });
  if (parts.some(([a]) => a > 12)) return 'dmy';
  if (parts.some(([, b]) => b > 12)) return 'mdy';
  if (cells.some((cell) => /^\s*\d{1,2}\./.test(cell))) return 'dmy';
  const orders = (['dmy', 'mdy'] as const).filter((order) => isSorted(cells, order));
  const [only] = orders;
  if (only && orders.length === 1) return only;
  return currency === 'USD' ? 'mdy' : 'dmy';
}

function isSorted(cells: string[], order: KnownOrder): boolean {
  const days = cells.flatMap((cell) => readDay(cell, order) ?? []);
  const rising = [...days].sort();
  return [rising, [...rising].reverse()].some((sorted) => sorted.join() === days.join());
}

/** @returns yyyy-mm-dd, or undefined if there is no such day */
export function readDay(cell: string, order: KnownOrder): string | undefined {
  const text = clean(cell);
  const [, isoYear = '', , isoMonth = '', isoDay = ''] = ISO.exec(text) ?? [];
  if (isoYear) return toDay(isoYear, isoMonth, isoDay);
  const [, eightYear = '', eightMonth = '', eightDay = ''] = COMPACT.exec(text) ?? [];
  if (eightYear) return toDay(eightYear, eightMonth, eightDay);
  const [, a = '', b = '', year = ''] = NUMBERS.exec(text) ?? [];
  if (year) return order === 'dmy' ? toDay(year, b, a) : toDay(year, a, b);
  const [, d = '', month = '', y = ''] = DAY_FIRST.exec(text) ?? [];
  if (y) return toDay(y, readMonth(month), d);
  const [, name = '', date = '', full = ''] = MONTH_FIRST.exec(text) ?? [];
  return full ? toDay(full, readMonth(name), date) : undefined;
}

function clean(cell: string): string {
  return cell
    .replace(/\p{Cf}/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(WEEKDAY, '');
}

function readMonth(name: string): string {
  return String(MONTHS.get(fold(name)) ?? '');
}

function toDay(year: string, month: string, date: string): string | undefined {
  const full = year.length === 2 ? `20${year}` : year;
  const day = `${full}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`;
  const read = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(read.getTime()) && read.toISOString().startsWith(day) ? day : undefined;
}
