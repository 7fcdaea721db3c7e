import { nameExtra } from '@speakifyr/contract/seat-extras.ts';
import type { EnrolledClass } from '@speakifyr/contract/payments.ts';
import { Detail } from './detail.tsx';

/** The extras of an enrolled seat. Their price is among the lines above. */
export function SeatExtrasList({ extras = [] }: Pick<EnrolledClass, 'extras'>) {
  if (extras.length === 0) return null;
  return (
    <Detail term="Extras">
      {extras.map((extra) => (
        <span
          key={extra.id}
          className="block [overflow-wrap:anywhere]"
        >{`${nameExtra(extra)}${extra.isPaid ? '' : ' (not paid yet)'}`}</span>
      ))}
    </Detail>
  );
}
