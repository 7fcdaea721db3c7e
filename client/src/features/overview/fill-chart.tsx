import { LABELS } from '@speakifyr/contract/labels.ts';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { linkToClassPeople, paths } from '../../lib/paths.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ChartCard, ChartTable } from './chart-card.tsx';
import type { ClassFill } from './school-figures.ts';

/** A striped pattern for held seats, so that color is not the only sign. */
const STRIPES = 'fill-chart-stripes';

/**
 * How full classes are: seats enrolled and held of all that they have.
 * @param props.total how many classes there are, shown or not
 */
export function FillChart({ classes, total }: { classes: ClassFill[]; total: number }) {
  if (classes.length === 0)
    return (
      <EmptyState
        title="No classes yet"
        text="Once you add a class, you’ll see how full it is."
        link={{ to: paths.addCourse, label: LABELS.addCourse }}
      />
    );
  return (
    <ChartCard
      title="Seats filled by class"
      legend={<Legend />}
      table={<FillTable classes={classes} />}
    >
      {total > classes.length && (
        <p className="mb-4">
          The {classes.length} classes that start next, of {total}.
        </p>
      )}
      <ul className="grid gap-x-10 gap-y-5 lg:grid-cols-2">
        {classes.map((campClass) => (
          <li key={campClass._id}>
            <ClassBar campClass={campClass} />
          </li>
        ))}
      </ul>
    </ChartCard>
  );
}

function ClassBar({ campClass }: { campClass: ClassFill }) {
  const { _id, name, enrolled, held } = campClass;
  const seats = countSeats(campClass);
  return (
    <>
      <p className="flex items-baseline justify-between gap-4">
        <Link
          to={linkToClassPeople(_id)}
          className="link link-hover min-w-0 font-semibold break-words"
        >
          {name}
        </Link>
        <span className="font-display shrink-0 text-lg font-bold tabular-nums">
          {formatShare(campClass)}
        </span>
      </p>
      <svg
        width="100%"
        height="14"
        className="bg-base-300 ring-base-content/15 mt-1 overflow-hidden rounded-full ring-1"
        aria-hidden="true"
      >
        <rect width={`${share(enrolled, seats)}%`} height="14" className="fill-primary" />
        <rect
          x={`${share(enrolled, seats)}%`}
          width={`${share(held, seats)}%`}
          height="14"
          fill={`url(#${STRIPES})`}
        />
      </svg>
      <p className="text-base-content/80 mt-1 text-sm">{`${enrolled} of ${seats} seats enrolled${held > 0 ? `, ${held} held` : ''}`}</p>
    </>
  );
}

function Legend() {
  return (
    <ul className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
      <li className="flex items-center gap-2">
        <Swatch>
          <rect width="18" height="12" className="fill-primary" />
        </Swatch>
        Enrolled
      </li>
      <li className="flex items-center gap-2">
        <Swatch>
          <defs>
            <pattern
              id={STRIPES}
              width="6"
              height="6"
              patternUnits="userSpaceOnUse"
              patternTransform="rotate(45)"
            >
              <rect width="6" height="6" className="fill-accent" />
              <rect width="2.5" height="6" className="fill-accent-content" />
            </pattern>
          </defs>
          <rect width="18" height="12" fill={`url(#${STRIPES})`} />
        </Swatch>
        Held
      </li>
      <li className="flex items-center gap-2">
        <Swatch />
        Free
      </li>
    </ul>
  );
}

function Swatch({ children }: { children?: ReactNode }) {
  return (
    <svg
      width="18"
      height="12"
      className="bg-base-300 ring-base-content/15 overflow-hidden rounded-sm ring-1"
      aria-hidden="true"
    >
      {children}
    </svg>
  );
}

function FillTable({ classes }: { classes: ClassFill[] }) {
  return (
    <ChartTable
      head={['Class', 'Enrolled', 'Held', 'Free', 'Filled']}
      rows={classes.map((campClass) => ({
        key: campClass._id,
        cells: [
          campClass.name,
          campClass.enrolled,
          campClass.held,
          campClass.sit,
          formatShare(campClass),
        ],
      }))}
    />
  );
}

function countSeats({ enrolled, held, sit }: ClassFill): number {
  return enrolled + held + sit;
}

/** Only paid seats count, because a held seat may become free again. */
function formatShare(campClass: ClassFill): string {
  return `${Math.round(share(campClass.enrolled, countSeats(campClass)))}%`;
}

/** In percent; a class without any seat is not filled. */
function share(part: number, whole: number): number {
  return whole > 0 ? (part / whole) * 100 : 0;
}
