import type { ClassPeople } from '@speakifyr/contract/office.ts';
import { nameCharge } from '../../../lib/format.ts';
import { countOf } from '../../../lib/count-of.ts';
import { sayWhoHears } from '../../../lib/who-hears.ts';

/** What canceling a class means for everybody in it, in sentences. */
export function describeCanceling({ enrolled, held }: ClassPeople): string[] {
  const reserved = held.filter(({ isReserved }) => isReserved);
  const inCarts = held.length - reserved.length;
  return [
    describeEnrolled(enrolled),
    ...(reserved.length > 0 ? [describeReserved(reserved)] : []),
    ...(inCarts > 0
      ? [
          countOf(
            inCarts,
            'seat is held but not paid for yet. It is taken out of the cart. A payment that is on its way is returned.',
            'seats are held but not paid for yet. They are taken out of the carts. Payments that are on their way are returned.',
          ),
        ]
      : []),
    'Nobody can find or join the class from then on. Everybody on the waiting list gets an email, or is on the list of calls.',
    'This can’t be undone.',
  ];
}

/** They hear of it, because their money may be on its way to the school. R704 */
function describeReserved(reserved: ClassPeople['held']): string {
  const ends = countOf(
    reserved.length,
    'seat is reserved but not paid for yet. The reservation ends, and its family reads that it should send no money.',
    'seats are reserved but not paid for yet. The reservations end, and their families read that they should send no money.',
  );
  return `${ends} ${sayWhoHears(reserved)}`;
}

function describeEnrolled(enrolled: ClassPeople['enrolled']): string {
  if (enrolled.length === 0) return 'Nobody is enrolled.';
  const who = countOf(enrolled.length, 'person is enrolled', 'people are enrolled');
  const sums = sumLeft(enrolled);
  const hears = sayWhoHears(enrolled);
  if (!sums) return `${who}. ${hears}`;
  return enrolled.length === 1
    ? `${who}. They get all their money back, including fees: ${sums}. ${hears}`
    : `${who}. Everybody gets all their money back, including fees: ${sums} in total. ${hears}`;
}

/** What was paid and not refunded yet: one sum for each currency. Empty if nothing was. */
function sumLeft(enrolled: ClassPeople['enrolled']): string {
  const sums = new Map<string, number>();
  for (const { left, payment } of enrolled)
    if (payment && left > 0) sums.set(payment.currency, (sums.get(payment.currency) ?? 0) + left);
  return [...sums].map(([currency, cents]) => nameCharge(cents / 100, currency)).join(' + ');
}
