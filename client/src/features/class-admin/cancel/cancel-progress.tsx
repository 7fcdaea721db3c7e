import type { ClassPeople } from '@speakifyr/contract/office.ts';
import { Link } from 'react-router-dom';
import { formatDay } from '../../../lib/format.ts';
import { paths } from '../../../lib/paths.ts';
import { countDone, describeProgress } from './describe-progress.ts';

/** The progress of a canceled class's refunds. Renders nothing for a class that was not canceled. */
export function CancelProgress({ canceled }: Pick<ClassPeople, 'canceled'>) {
  if (!canceled) return null;
  const { at, seats, refundsByHand, refundsFailed } = canceled;
  return (
    <section
      aria-labelledby="class-canceled"
      className="border-warning bg-warning/10 rounded-field mb-6 grid gap-2 border-l-4 p-4"
    >
      <h2 id="class-canceled" className="text-lg font-bold">
        This class was canceled on {formatDay(new Date(at))}
      </h2>
      <p role="status">{describeProgress(canceled)}</p>
      {seats > 0 && (
        <progress
          className="bg-base-300 [&::-moz-progress-bar]:bg-primary [&::-webkit-progress-bar]:bg-base-300 [&::-webkit-progress-value]:bg-primary h-2 w-full max-w-md appearance-none overflow-hidden rounded-full"
          aria-label="Refunds done"
          value={countDone(canceled)}
          max={seats}
        />
      )}
      {refundsByHand + refundsFailed > 0 && (
        <p>
          <Link to={paths.openRefunds} className="link font-semibold">
            Open Refunds
          </Link>
        </p>
      )}
    </section>
  );
}
