import type { EnrolledClass } from '@speakifyr/contract/payments.ts';
import { formatDay } from '../../lib/format.ts';

/** What a student loses by deleting their account, and what stays; said before they do it. docs/privacy.md */
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
      `You have paid for: ${camps.join(', ')}. You lose your room and your entry code, and no money is returned. Your instructor keeps your name until the camp is over.`,
    'Your name, photo and email are deleted, and your held seats are free again. Of your payments the amount, the day and Stripe’s number stay in the books, without your name.',
  ]
    .filter(Boolean)
    .join('\n\n');
}
