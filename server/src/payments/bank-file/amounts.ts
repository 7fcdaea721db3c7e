/** Amounts as banks write them: `1,234.50`, `1.234,50`, `1’234.5`, `−80,00 kr`, `(50.00)`, `80.00 DR`, `US$ 5`. */

/** Also the true minus sign, dashes, and the small and the wide one. */
const MINUS = /[-\u2010-\u2015\u2212\uFE63\uFF0D]/g;
const WENT_OUT = /^(?:dr|db|dt|d|s|soll|debit)$/i;
const CAME_IN = /^(?:cr|c|h|haben|credit)$/i;
/** Signs that only one currency has. `$`, `kr` and `¥` are of several. */
export const CURRENCY_SIGNS: Record<string, string> = {
  '€': 'EUR',
  '£': 'GBP',
  '₹': 'INR',
  '৳': 'BDT',
  zł: 'PLN',
  Kč: 'CZK',
  Ft: 'HUF',
  '₺': 'TRY',
  '₴': 'UAH',
  '₽': 'RUB',
  '₪': 'ILS',
  '₫': 'VND',
  '₦': 'NGN',
  R$: 'BRL',
  US$: 'USD',
  C$: 'CAD',
  A$: 'AUD',
  Fr: 'CHF',
  SFr: 'CHF',
};
/** What currencies are called beside an amount. */
const UNIT =
  /^(?:\p{Sc}|(?:US|CA?|AU?|NZ|HK|NT|S|R)\$|kr|z[łl]|k[čc]|ft|rs|s?fr|tk|taka|euro?|lei|лв|tl|din|руб|грн)$/iu;
/** What stands before or after the number: at most a short word, such as `EUR`, `kr.` or `DR`. */
const PARTS =
  /^([+(-]?)([\p{Sc}\p{L}.]{0,5}?)([+(-]?)(\d[\d.,]*|(?<!\p{L})[.,]\d+)([-)+]?)([\p{Sc}\p{L}.]{0,6})\)?$/u;

export type ReadAmount = {
  /** Below 0 if the money went out. */
  cents: number;
  /** The currency that stands beside the number, such as USD, if it says one. */
  currency: string | undefined;
};

/**
 * @param cell what a bank has written where an amount belongs
 * @returns null if there is nothing; undefined if that is no amount, or one with fractions of a cent or more digits than can be counted
 */
export function readAmount(cell: string): ReadAmount | null | undefined {
  const text = cell.replace(/[\s'’`\p{Cf}]/gu, '').replace(MINUS, '-');
  if (!text || text === '-') return null;
  const [, sign, before = '', second, number, third, after = ''] = PARTS.exec(text) ?? [];
  const cents = number ? countCents(number) : undefined;
  if (cents === undefined) return undefined;
  const words = [before, after].map((word) => word.replace(/\.$/, '')).filter(Boolean);
  const isOut =
    [sign, second, third].some((one) => one === '-' || one === '(') ||
    words.some((word) => WENT_OUT.test(word));
  const [unit, ...others] = words.filter((word) => !WENT_OUT.test(word) && !CAME_IN.test(word));
  const code = unit && /^[A-Z]{3}$/.test(unit) ? unit : undefined;
  if (others.length > 0 || (unit && !code && !UNIT.test(unit))) return undefined;
  const currency = code ?? CURRENCY_SIGNS[unit ?? ''];
  return { cents: isOut ? -cents : cents, currency };
}

/** Thousands in groups of three, or as India writes lakhs; or without groups. */
const WHOLE = /^(?:\d*|\d{1,3}([.,])\d{3}(?:\1\d{3})*|\d{1,2}(?:,\d{2})+,\d{3})$/;

/** @param number digits with dots and commas */
function countCents(number: string): number | undefined {
  const marks = number.replace(/\d/g, '');
  const at = Math.max(number.lastIndexOf('.'), number.lastIndexOf(','));
  const isAlone = marks.length === 1;
  // `1.234` is more than a thousand, and `0.500` is half of one.
  const isThousand = isAlone && /^[1-9]\d{0,2}[.,]\d{3}$/.test(number);
  const hasFraction = isAlone ? !isThousand : marks.slice(0, -1).indexOf(marks.at(-1) ?? '') < 0;
  const [whole, fraction] =
    marks && hasFraction ? [number.slice(0, at), number.slice(at + 1)] : [number, ''];
  if (!WHOLE.test(whole) || !/^\d{0,2}0*$/.test(fraction)) return undefined;
  const cents =
    Number(whole.replace(/[.,]/g, '')) * 100 + Number(fraction.slice(0, 2).padEnd(2, '0'));
  // Nobody can count with so many digits exactly: it is the number of something.
  return Number.isSafeInteger(cents) ? cents : undefined;
}
