/** One formatter for each kind of thing a person reads. */

/** `$49`, `$89.50`: class cards and the cart, spec section 9. */
export function formatDollars(amount: number): string {
  return `$${formatAmount(amount)}`;
}

/** `49 tk`: everywhere else. */
export function formatTaka(amount: number): string {
  return `${formatAmount(amount)} tk`;
}

/**
 * A day as dd/mm/yyyy.
 * @param day `yyyy-mm-dd`, or a moment in the person's own time zone
 */
export function formatDay(day: string | Date): string {
  if (typeof day === 'string') return day.split('-').reverse().join('/');
  return day.toLocaleDateString('en-GB');
}

/** A month as a person says it: `June 2026`. @param month yyyy-mm */
export function formatMonth(month: string): string {
  return new Date(`${month}-01T00:00`).toLocaleDateString('en-GB', {
    month: 'long',
    year: 'numeric',
  });
}

/** The time of day in 12 hours: `9:05 PM`. */
export function formatClock(moment: Date): string {
  return moment.toLocaleTimeString('en-US', { hour: 'numeric', minute: '2-digit' });
}

/** Cents only where there are some. */
function formatAmount(amount: number): string {
  return amount.toLocaleString('en-US', {
    minimumFractionDigits: Number.isInteger(amount) ? 0 : 2,
    maximumFractionDigits: 2,
  });
}
