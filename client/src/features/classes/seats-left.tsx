import type { CampClass } from '@speakifyr/contract/classes.ts';
import { FEW_LEFT } from '../../lib/few-left.ts';
import { hasSeats } from '@speakifyr/contract/has-seats.ts';

/** How many seats are left, in the spec's words. */
export function SeatsLeft({ campClass }: { campClass: Pick<CampClass, 'sit' | 'byDay'> }) {
  const { sit } = campClass;
  const color =
    sit === 0 ? 'text-base-content/75' : sit <= FEW_LEFT ? 'text-secondary' : 'text-success';
  return (
    <p className="leading-tight">
      <span className="text-base-content/75 block text-sm">Sit Left</span>
      <span className={`font-display text-xl font-bold tabular-nums ${color}`}>
        {sit}
        {sit === 0 && hasSeats(campClass) && (
          <span className="text-success ml-1.5 text-sm font-bold">single days left</span>
        )}
        {sit > 0 && sit <= FEW_LEFT && <span className="ml-1.5 text-sm font-bold">hurry!</span>}
      </span>
    </p>
  );
}
