import type { EnrolledClass } from '@speakifyr/contract/payments.ts';
import { formatDay, formatIsoDay } from '../../lib/format.ts';

/** Tells students before they delete their account what they lose and what stays, see docs/privacy.md. */
export function describeDeletion(
  enrolled: Pick<EnrolledClass, 'camp_end' | 'classData' | 'price'>[],
  today: Date,
): string {
  const day = formatIsoDay(today);
  const ahead = enrolled.filter(({ camp_end }) => camp_end >= day);
  const list = (classes: typeof enrolled) =>
    classes
      .map(({ classData, camp_end }) => `${classData.name} (to ${formatDay(camp_end)})`)
      .join(', ');
  const paid = list(ahead.filter(({ price }) => price > 0));
  const free = list(ahead.filter(({ price }) => price === 0));
  return [
    paid &&
      `You have paid for: ${paid}. You lose your room and your entry code, and you get no refund. Your instructor keeps your name until the camp is over.`,
    free &&
      `You are enrolled for free in: ${free}. You lose your room and your entry code. Others can have your seat, unless it is too late to join: then your instructor keeps your name until the camp is over.`,
    'We delete your name, photo and email, and release the seats we hold for you. We keep the amount, date and Stripe number of your payments for our records, without your name.',
  ]
    .filter(Boolean)
    .join('\n\n');
}
