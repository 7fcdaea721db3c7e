import { formatHours, nameDayOfYear } from '@speakifyr/contract/format.ts';
import { CircleDashed, TriangleAlert } from 'lucide-react';
import { Link } from 'react-router-dom';
import { formatCamp } from '../../../lib/say-days.ts';
import { formatMonth } from '../../../lib/format.ts';
import { listNames } from '../../../lib/list-names.ts';
import { linkToClass } from '../../../lib/paths.ts';
import { countOf } from '../../../lib/count-of.ts';
import type { PlannedWeek } from './plan-weeks.ts';

type Props = {
  /** The child's name, or `You`. */
  name: string;
  weeks: PlannedWeek[];
  /** The classes that fit the person in the week that begins on this day. */
  linkToWeek: (start: string) => string;
};

/** A person's summer, week by week: what is booked, what is not yet, and what overlaps. */
export function SummerPlan({ name, weeks, linkToWeek }: Props) {
  const booked = weeks.filter((week) => week.booked.length > 0).length;
  const overlaps = weeks.filter(hasClash).length;
  const months = [...new Set(weeks.map(({ start }) => start.slice(0, 7)))];
  return (
    <section aria-label={name} className="card bg-base-100 shadow-card mb-6 p-5 sm:p-8">
      <h2 className="text-2xl font-bold [overflow-wrap:anywhere]">{name}</h2>
      <p className="text-base-content/80 mt-1">{`${booked} of ${countOf(weeks.length, 'week')} booked${overlaps > 0 ? `, ${overlaps} with an overlap` : ''}`}</p>
      {months.map((month) => (
        <div key={month} className="mt-5">
          <h3 className="text-lg font-bold">{formatMonth(month)}</h3>
          <ol className="mt-2 grid gap-2 sm:gap-3 lg:grid-cols-2">
            {weeks
              .filter(({ start }) => start.startsWith(month))
              .map((week) => (
                <li key={week.start} className="min-w-0">
                  {week.booked.length > 0 ? (
                    <BookedWeek week={week} />
                  ) : (
                    <Gap week={week} name={name} to={linkToWeek(week.start)} />
                  )}
                </li>
              ))}
          </ol>
        </div>
      ))}
    </section>
  );
}

function BookedWeek({ week: { start, booked } }: { week: PlannedWeek }) {
  return (
    <div className="rounded-box bg-base-200 h-full p-3 sm:p-4">
      <p className="text-base-content/80 text-sm">Week of {nameDayOfYear(start)}</p>
      <ul className="space-y-2">
        {booked.map((one) => {
          const hours = formatHours({
            dailyStart: one.dailyStart ?? null,
            dailyEnd: one.dailyEnd ?? null,
          });
          return (
            <li key={one.classId} className="[overflow-wrap:anywhere]">
              <Link to={linkToClass(one.classId)} className="link font-semibold">
                {one.name}
              </Link>
              {!one.isPaid && (
                <span className="badge badge-outline badge-sm ml-2 whitespace-nowrap">
                  in your cart
                </span>
              )}
              <span className="text-base-content/80 block text-sm">{`${formatCamp(one)}${hours ? `, ${hours}` : ''}`}</span>
              {one.clashes.length > 0 && (
                <span className="rounded-field bg-warning text-warning-content mt-1 flex items-start gap-2 px-3 py-2 text-sm font-semibold">
                  <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
                  <span className="min-w-0">Overlaps with {listNames(one.clashes)}</span>
                </span>
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

function Gap({ week, name, to }: { week: PlannedWeek; name: string; to: string }) {
  const { start, fitting } = week;
  return (
    <div className="rounded-box border-base-content/25 flex h-full items-start gap-2 border border-dashed px-3 py-2 sm:p-4">
      <CircleDashed className="text-base-content/60 mt-0.5 size-5 shrink-0" aria-hidden="true" />
      <p className="min-w-0 [overflow-wrap:anywhere]">
        Week of {nameDayOfYear(start)}
        <span className="sr-only">, nothing booked</span> –{' '}
        {fitting > 0 ? (
          <Link to={to} className="link font-semibold">
            <span>{countOf(fitting, 'class fits', 'classes fit')}</span>{' '}
            <span className="sr-only">
              {name} in the week of {nameDayOfYear(start)}
            </span>
          </Link>
        ) : (
          <span className="text-base-content/80">no class with a free seat fits</span>
        )}
      </p>
    </div>
  );
}

function hasClash({ booked }: PlannedWeek): boolean {
  return booked.some(({ clashes }) => clashes.length > 0);
}
