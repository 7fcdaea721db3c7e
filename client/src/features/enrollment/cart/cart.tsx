import { useQuery } from '@tanstack/react-query';
import { type ReactNode, type Ref, useCallback, useRef, useState } from 'react';
import type { CartItem } from '@speakifyr/contract/cart.ts';
import { LABELS } from '@speakifyr/contract/labels.ts';
import { Link } from 'react-router-dom';
import { formatDollars, readPriceSign } from '../../../lib/format.ts';
import { linkToPayment, paths } from '../../../lib/paths.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { LoadProblem } from '../../../ui/error-state.tsx';
import { PageHeading } from '../../../ui/page-heading.tsx';
import { read } from '../../../lib/read.ts';
import { groupByPerson, listPayable, sumPrices } from '../../../lib/cart-seats.ts';
import { countOf } from '../../../lib/count-of.ts';
import { LapsedCourseRow, SelectedCourseRow } from './cart-row.tsx';
import { useLapsedCourses } from './use-lapsed-seats.ts';

const listColumns = () => [
  '#',
  'Class Image',
  'Class Name',
  `Price (${readPriceSign()})`,
  'Seat held until',
  'Payment',
  'Remove',
];

type Props = {
  email: string;
  /** What a person should know about a course, such as an overlap. */
  warn?: (course: CartItem) => string | undefined;
};

/** The selected courses of a family, each with its hold, Pay and Remove. Several can be paid for at once. R130 */
export function SelectedCourses({ email, warn = () => undefined }: Props) {
  const cart = useQuery(read('GET /myclass', { query: { email } }));
  if (cart.isPending)
    return (
      <>
        <Heading count={<span className="skeleton inline-block h-[0.8em] w-8" />} />
        <TableSkeleton />
      </>
    );
  if (cart.isError)
    return (
      <>
        <Heading />
        <LoadProblem what="Your selected courses" query={cart} />
      </>
    );
  return (
    <CourseTable
      courses={cart.data}
      answeredAt={cart.dataUpdatedAt}
      refetch={cart.refetch}
      warn={warn}
    />
  );
}

type TableProps = {
  courses: CartItem[];
  answeredAt: number;
  refetch: () => Promise<unknown>;
  warn: (course: CartItem) => string | undefined;
};

function CourseTable({ courses, answeredAt, refetch, warn }: TableProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  // The cart ids without a check mark, so that what is joined later has one.
  const [leftOut, setLeftOut] = useState<string[]>([]);
  const lapsed = useLapsedCourses(
    courses,
    answeredAt,
    useCallback(() => void refetch(), [refetch]),
  );
  const groups = groupByPerson(courses);
  const isFamily = courses.length > 1 && groups.some(({ childId }) => childId !== null);
  const payable = listPayable(courses);
  const canPayTogether = payable.length > 1;
  const sorted = groups.flatMap((group) => group.courses);
  if (courses.length === 0 && lapsed.length === 0)
    return (
      <>
        <Heading count={0} ref={heading} />
        <EmptyState
          title="No course selected yet"
          text="Join a class, and we hold its seat for you here until you pay."
          link={{ to: paths.classes, label: LABELS.findClass }}
        />
      </>
    );
  return (
    <>
      <Heading count={courses.length} ref={heading} />
      <Table>
        {groups.map(({ childId, name, courses: own }) => (
          <tbody key={childId} role="rowgroup" className="block md:table-row-group">
            {isFamily && <PersonRow name={childId === null ? `Me (${name})` : name} />}
            {own.map((course) => (
              <SelectedCourseRow
                key={course._id}
                course={course}
                number={sorted.indexOf(course) + 1}
                isPersonKnown={isFamily}
                warning={warn(course)}
                choice={
                  canPayTogether && payable.includes(course)
                    ? {
                        isChosen: !leftOut.includes(course._id),
                        onToggle: () => setLeftOut(toggle(leftOut, course._id)),
                      }
                    : undefined
                }
                onRemoved={() => heading.current?.focus()}
              />
            ))}
          </tbody>
        ))}
        {lapsed.length > 0 && (
          <tbody role="rowgroup" className="block md:table-row-group">
            {lapsed.map((course, index) => (
              <LapsedCourseRow
                key={course._id}
                course={course}
                number={courses.length + index + 1}
              />
            ))}
          </tbody>
        )}
      </Table>
      {canPayTogether && <CartTotal chosen={payable.filter(({ _id }) => !leftOut.includes(_id))} />}
    </>
  );
}

function toggle(list: string[], id: string): string[] {
  return list.includes(id) ? list.filter((other) => other !== id) : [...list, id];
}

/** Says whose rows follow. */
function PersonRow({ name }: { name: string }) {
  return (
    <tr role="row" className="bg-base-200 block md:table-row">
      <th
        role="rowheader"
        scope="rowgroup"
        colSpan={listColumns().length}
        className="font-display block p-4 text-lg font-bold [overflow-wrap:anywhere] md:table-cell md:py-3"
      >
        {name}
      </th>
    </tr>
  );
}

function Heading({ count, ref }: { count?: ReactNode; ref?: Ref<HTMLHeadingElement> }) {
  return (
    <PageHeading ref={ref} lead="Each seat is held for a while. Pay in time, and it is yours.">
      {count === undefined ? (
        <span key="loading">Selected Courses for Enroll</span>
      ) : (
        <span key="counted">{`Selected Courses for Enroll : ${count}`}</span>
      )}
    </PageHeading>
  );
}

function Table({ children }: { children: ReactNode }) {
  return (
    <div className="card bg-base-100 overflow-hidden shadow-card">
      <table role="table" className="table block md:table">
        <thead
          role="rowgroup"
          className="bg-base-300/70 sr-only md:not-sr-only md:table-header-group"
        >
          <tr role="row">
            {listColumns().map((column) => (
              <th key={column} role="columnheader" scope="col" className="text-base-content/80">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        {children}
      </table>
    </div>
  );
}

function TableSkeleton() {
  return (
    <div className="card bg-base-100 shadow-card" role="status" aria-label="Loading">
      {[0, 1].map((row) => (
        <div key={row} className="flex gap-4 p-4 md:mt-0">
          <div className="skeleton aspect-[4/3] w-1/3 md:w-28" />
          <div className="flex-1 space-y-3">
            <div className="skeleton h-5 w-2/3" />
            <div className="skeleton h-5 w-1/4" />
          </div>
        </div>
      ))}
    </div>
  );
}

/** Pays for several courses at once. @param chosen those with a check mark */
function CartTotal({ chosen }: { chosen: CartItem[] }) {
  const count = countOf(chosen.length, 'seat');
  const total = formatDollars(sumPrices(chosen));
  return (
    <section
      aria-label="Pay together"
      className="card bg-base-100 border-base-content/15 shadow-lifted sticky bottom-3 z-10 mt-4 grid items-center gap-3 border p-4 sm:flex sm:flex-row sm:justify-between sm:px-6"
    >
      <p role="status">
        {chosen.length > 0 ? (
          <span key="total">
            Total: <strong className="tabular-nums">{total}</strong>
          </span>
        ) : (
          <span>Tick at least one seat to pay for.</span>
        )}
      </p>
      {chosen.length > 0 ? (
        <Link
          to={linkToPayment(...chosen.map(({ _id }) => _id))}
          className="btn btn-primary btn-lg tabular-nums"
        >
          {`Pay for ${count}`}
        </Link>
      ) : (
        <button type="button" className="btn btn-lg" disabled>
          Pay
        </button>
      )}
    </section>
  );
}
