import type { EnrolledClass } from '@speakifyr/contract/payments.ts';
import { formatDay } from '../../lib/format.ts';

/** Tells students before they delete their account what they lose and what stays, see docs/privacy.md. */
export function describeDeletion(
  enrolled: Pick<EnrolledClass, 'camp_end' | 'classData'>[],
  today: Date,
): string {
  const day = today.toISOString().slice(0, 10);
  const ahead = enrolled.filter(({ camp_end }) => camp_end >= day);
  const camps = ahead.map(
    ({ classData, camp_end }) => `${classData.name} (to ${formatDay(camp_end)})`,
  );
  return [
    ahead.length > 0 &&
      `You have paid for: ${camps.join(', ')}. You lose your room and your entry code, and you get no refund. Your instructor keeps your name until the camp is over.`,
    'We delete your name, photo and email, and release the seats we hold for you. We keep the amount, date and Stripe number of your payments for our records, without your name.',
  ]
    .filter(Boolean)
    .join('\n\n');
}
