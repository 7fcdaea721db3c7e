import { formatHours, nameDayOfYear } from '@speakifyr/contract/format.ts';
import type { CampClass } from '@speakifyr/contract/classes.ts';
import { Check, TriangleAlert } from 'lucide-react';
import { Link } from 'react-router-dom';
import { formatCamp } from '../../../lib/say-days.ts';
import { formatDollars, formatMonth } from '../../../lib/format.ts';
import { listNames } from '../../../lib/list-names.ts';
import { linkToClass } from '../../../lib/paths.ts';
import { countOf } from '../../../lib/count-of.ts';
import { FEW_LEFT } from '../../../lib/few-left.ts';
import { priceToday } from '../../classes/early-price.tsx';
import { type Choice, isSame, type PlannedCell, type PlannedWeek } from './plan-weeks.ts';

/** So many classes of a week are shown at once. */
const SHOWN = 3;

type Props = {
  weeks: PlannedWeek[];
  chosen: Choice[];
  onToggle: (choice: Choice) => void;
};

/** A family's summer: weeks as rows, people as columns; on a phone one below the other. R283, R646 */
export function SummerPlan({ weeks, chosen, onToggle }: Props) {
  const months = [...new Set(weeks.map(({ start }) => start.slice(0, 7)))];
  return months.map((month) => (
    <section key={month} aria-label={formatMonth(month)} className="mb-6">
      <h2 className="text-2xl font-bold">{formatMonth(month)}</h2>
      {weeks
        .filter(({ start }) => start.startsWith(month))
        .map((week) => (
          <section
            key={week.start}
            aria-label={nameWeek(week)}
            className="card bg-base-100 shadow-card mt-3 p-4 sm:p-6"
          >
            <h3 className="text-lg font-bold">{nameWeek(week)}</h3>
            <ul className="mt-2 grid gap-5 sm:grid-cols-[repeat(auto-fit,minmax(min(100%,19rem),1fr))]">
              {week.cells.map((cell) => (
                <Cell key={cell.person.childId} cell={cell} chosen={chosen} onToggle={onToggle} />
              ))}
            </ul>
          </section>
        ))}
    </section>
  ));
}

function nameWeek({ start }: PlannedWeek): string {
  return `Week of ${nameDayOfYear(start)}`;
}

type CellProps = Pick<Props, 'chosen' | 'onToggle'> & { cell: PlannedCell };

function Cell({ cell: { person, booked, fitting }, chosen, onToggle }: CellProps) {
  const { childId, name } = person;
  if (childId === null && booked.length === 0) return null;
  const offers = fitting.map((campClass) => (
    <Offer
      key={campClass._id}
      campClass={campClass}
      name={name}
      isChosen={childId !== null && chosen.some((one) => isSame(one, { childId, campClass }))}
      isLast={chosen.filter((one) => one.campClass._id === campClass._id).length >= campClass.sit}
      onPress={() => childId !== null && onToggle({ childId, campClass })}
    />
  ));
  // What is booked fills most weeks: more is for those who look for it.
  const shown = booked.length > 0 ? 0 : SHOWN;
  const more = offers.slice(shown);
  return (
    <li className="min-w-0">
      <h4 className="font-bold [overflow-wrap:anywhere]">{name}</h4>
      {booked.map((one) => (
        <Booked key={one.classId} one={one} />
      ))}
      <ul>{offers.slice(0, shown)}</ul>
      {more.length > 0 && (
        <details>
          <summary className="link w-fit cursor-pointer py-3">
            <span>
              {booked.length > 0
                ? `${countOf(more.length, 'class', 'classes')} at other hours`
                : `${more.length} more`}
            </span>
            <span className="sr-only"> for {name}</span>
          </summary>
          <ul>{more}</ul>
        </details>
      )}
      {booked.length === 0 && fitting.length === 0 && (
        <p className="text-base-content/80 mt-1">No class with a free seat fits.</p>
      )}
    </li>
  );
}

function Booked({ one }: { one: PlannedCell['booked'][number] }) {
  const { classId, name, isPaid, clashes, dailyStart = null, dailyEnd = null } = one;
  const hours = formatHours({ dailyStart, dailyEnd });
  return (
    <div className="rounded-box bg-base-200 mt-2 p-3 [overflow-wrap:anywhere]">
      <Link to={linkToClass(classId)} className="link font-semibold">
        {name}
      </Link>
      <span className="badge badge-outline badge-sm ml-2 whitespace-nowrap">
        {isPaid ? 'booked' : 'in your cart'}
      </span>
      <span className="text-base-content/80 block text-sm">{`${formatCamp(one)}${hours ? `, ${hours}` : ''}`}</span>
      {clashes.length > 0 && (
        <span className="rounded-field bg-warning text-warning-content mt-1 flex items-start gap-2 px-3 py-2 text-sm font-semibold">
          <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
          <span className="min-w-0">Overlaps with {listNames(clashes)}</span>
        </span>
      )}
    </div>
  );
}

type OfferProps = {
  campClass: CampClass;
  /** Whose seat it would be. */
  name: string;
  isChosen: boolean;
  /** Others of the family have chosen all free seats. */
  isLast: boolean;
  onPress: () => void;
};

/** A class to choose with one press. */
function Offer({ campClass, name, isChosen, isLast, onPress }: OfferProps) {
  const { _id, sit } = campClass;
  const facts = [
    formatCamp(campClass),
    formatHours(campClass),
    formatDollars(priceToday(campClass)),
  ];
  const isTaken = isLast && !isChosen;
  return (
    <li className="border-base-300 flex items-center justify-between gap-3 border-b py-2">
      <span className="min-w-0 [overflow-wrap:anywhere]">
        <Link to={linkToClass(_id)} className="link font-semibold">
          {campClass.name}
        </Link>
        <span className="text-base-content/80 block text-sm">
          {facts.filter(Boolean).join(', ')}
        </span>
        {(sit <= FEW_LEFT || isTaken) && (
          <span className="block text-sm font-semibold">
            {isTaken ? 'All free seats are chosen' : `${countOf(sit, 'seat')} left`}
          </span>
        )}
      </span>
      <button
        type="button"
        aria-pressed={isChosen}
        disabled={isTaken}
        className={`btn min-h-11 shrink-0 ${isChosen ? 'btn-primary' : 'btn-outline btn-primary'}`}
        onClick={onPress}
      >
        {isChosen && <Check className="size-4" aria-hidden="true" />}
        <span>Choose</span>{' '}
        <span className="sr-only">{`${campClass.name} for ${name}, ${formatCamp(campClass)}`}</span>
      </button>
    </li>
  );
}
