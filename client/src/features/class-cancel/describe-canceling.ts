import type { ClassPeople } from '@speakifyr/contract/office.ts';
import { nameCharge } from '../../lib/format.ts';

/** What canceling a class means for everybody in it, in sentences. */
export function describeCanceling({ enrolled, held }: ClassPeople): string[] {
  return [
    describeEnrolled(enrolled),
    ...(held.length > 0
      ? [
          held.length === 1
            ? '1 seat is held and not paid yet. It leaves the cart, and a payment on its way is returned.'
            : `${held.length} seats are held and not paid yet. They leave the carts, and payments on their way are returned.`,
        ]
      : []),
    'Nobody can find or join the class anymore. Whoever waits for a seat gets an email.',
    'This can’t be undone.',
  ];
}

function describeEnrolled(enrolled: ClassPeople['enrolled']): string {
  if (enrolled.length === 0) return 'Nobody is enrolled.';
  const who =
    enrolled.length === 1 ? '1 person is enrolled' : `${enrolled.length} people are enrolled`;
  const sums = sumLeft(enrolled);
  if (!sums) return `${who}. They get an email.`;
  return enrolled.length === 1
    ? `${who} and gets all the money back, including fees: ${sums}. An email says so.`
    : `${who}. Everybody gets all their money back, including fees: ${sums} together. An email says so.`;
}

/** What was paid and not given back yet: one sum for each currency. Empty if nothing was. */
function sumLeft(enrolled: ClassPeople['enrolled']): string {
  const sums = new Map<string, number>();
  for (const { left, payment } of enrolled)
    if (payment && left > 0) sums.set(payment.currency, (sums.get(payment.currency) ?? 0) + left);
  return [...sums].map(([currency, cents]) => nameCharge(cents / 100, currency)).join(' + ');
}
