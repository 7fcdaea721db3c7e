import { sayDays } from '../../../lib/say-days.ts';
import { formatHours } from '@speakifyr/contract/format.ts';
import { formatDays } from '../../../lib/format.ts';
import { countOf } from '../../../lib/count-of.ts';
import { nameSeats, type SeatsOfClass } from './seats-of-class.ts';

type Props = {
  /** The classes after the next one, by day. */
  later: SeatsOfClass[];
  past: SeatsOfClass[];
};

/** The other classes of a family by day, with those that are over folded away. */
export function ClassPlan({ later, past }: Props) {
  if (later.length + past.length === 0) return null;
  return (
    <section aria-labelledby="plan" className="card bg-base-100 shadow-card mb-6 p-5 sm:p-8">
      <h2 id="plan" className="text-2xl font-bold">
        {later.length > 0 ? 'After that' : 'Your classes'}
      </h2>
      <Classes groups={later} />
      {past.length > 0 && (
        <details className="mt-4">
          <summary className="cursor-pointer py-2 font-semibold">
            {countOf(past.length, 'class that is over', 'classes that are over')}
          </summary>
          <Classes groups={past} />
        </details>
      )}
    </section>
  );
}

function Classes({ groups }: { groups: SeatsOfClass[] }) {
  return (
    <ol className="divide-base-300 divide-y">
      {groups.map((seats) => {
        const [course] = seats;
        const { classId, classData, camp_start, camp_end } = course;
        const hours = formatHours(course);
        const days = sayDays(course);
        return (
          <li
            key={classId}
            className="flex flex-col gap-x-6 py-3 [overflow-wrap:anywhere] sm:flex-row sm:justify-between"
          >
            <span className="min-w-0">
              <strong>{classData.name}</strong> for {nameSeats(seats)}
            </span>
            <span className="text-base-content/80 sm:shrink-0 sm:text-right">
              {formatDays(camp_start, camp_end)}
              {days && <span className="block">{days}</span>}
              {hours && <span className="block">{hours}</span>}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
