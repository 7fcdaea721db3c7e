import { formatTimeLeft } from './time-left.ts';
import { useNow } from '../../../lib/use-now.ts';

const SECOND_MS = 1_000;

/** The time left of a hold, counting down: `29:41`. A screen reader does not announce the changes. */
export function Countdown({ heldUntil }: { heldUntil: string }) {
  const now = useNow(SECOND_MS);
  return (
    <time dateTime={heldUntil} className="tabular-nums">
      {formatTimeLeft(heldUntil, now)}
    </time>
  );
}
