import type { AidRequest } from '@speakifyr/contract/aid.ts';
import { formatDay, nameCharge } from '../../../lib/format.ts';

/** What was awarded, in sentences. @param person the name of whom the request was for */
export function describeAward(award: NonNullable<AidRequest['award']>, person: string): string[] {
  const { percent, amount, isForAll, classNames, until, isOver } = award;
  const worth = percent === null ? nameCharge((amount ?? 0) / 100) : `${percent}%`;
  const whom = isForAll ? 'all of the family' : person;
  const classes = classNames.length === 0 ? 'every class' : classNames.join(', ');
  return [
    `${worth} off each seat for ${whom}, in ${classes}.`,
    isOver
      ? `It ended on ${formatDay(until)}. Seats that were held or paid with it keep their price.`
      : `It counts for seats that are held through ${formatDay(until)}.`,
  ];
}
