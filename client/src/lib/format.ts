/**
 * One formatter for each kind of value. Values on public pages are formatted by hand, because the first use of the
 * browser's number or date format blocks a phone for 50 ms.
 */

const FREE = 'Free';

/** A price on class cards and in the cart, spec section 9: `$49`, `$89.50`, `Free`. */
export function formatDollars(price: number): string {
  return price === 0 ? FREE : `$${formatAmount(price)}`;
}

/** A price everywhere else: `49 tk`, `Free`. */
export function formatPrice(price: number): string {
  return price === 0 ? FREE : formatTaka(price);
}

/** A sum of money: `49 tk`, `0 tk`. */
export function formatTaka(amount: number): string {
  return `${formatAmount(amount)} tk`;
}

/**
 * A day as dd/mm/yyyy.
 * @param day `yyyy-mm-dd`, or a time, which is shown in the person's own time zone
 */
export function formatDay(day: string | Date): string {
  if (typeof day === 'string') return day.split('-').reverse().join('/');
  return day.toLocaleDateString('en-GB');
}

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** A month in words: `June 2026`. @param month yyyy-mm */
export function formatMonth(month: string): string {
  const [year, number] = month.split('-');
  return `${MONTHS[Number(number) - 1]} ${year}`;
}

/** The time of day in 12 hours, in the person's own time zone: `9:05 PM`. */
export function formatClock(moment: Date): string {
  const hours = moment.getHours();
  const minutes = String(moment.getMinutes()).padStart(2, '0');
  return `${hours % 12 || 12}:${minutes} ${hours < 12 ? 'AM' : 'PM'}`;
}

/** Shows cents only if there are any. */
function formatAmount(amount: number): string {
  const digits = Number.isInteger(amount) ? String(amount) : amount.toFixed(2);
  // A comma before every group of three digits.
  return digits.replace(/\B(?=(\d{3})+(?!\d))/g, ',');
}
