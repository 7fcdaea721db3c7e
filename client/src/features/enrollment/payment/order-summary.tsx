import type { CartItem } from '@speakifyr/contract/cart.ts';
import type { ReactNode } from 'react';
import { formatCamp, sayDays } from '../../../lib/say-days.ts';
import { describeShare } from '../cart/describe-share.ts';
import { describeHeldSeat, groupByPerson, sumPrices } from '../../../lib/cart-seats.ts';
import { formatDay, nameCharge } from '../../../lib/format.ts';
import { PriceLines } from '../../../ui/price-lines.tsx';
import { TaxLines } from '../../../ui/tax-lines.tsx';
import { RemotePicture } from '../../../ui/remote-picture.tsx';

type Props = {
  courses: CartItem[];
  /** What can be chosen for a seat. */
  renderExtras: (course: CartItem) => ReactNode;
  /** Where a code is typed, or taken out again. */
  code: ReactNode;
  /** Shows until when the seats are held. */
  hold: ReactNode;
  /** A way to pay for less, if there are several. */
  other?: ReactNode;
};

/** What is paid for: one course with its picture, or several by child. */
export function OrderSummary({ courses, renderExtras, code, hold, other }: Props) {
  const [course] = courses;
  return (
    <section
      aria-labelledby="order-heading"
      className="card bg-base-100 overflow-hidden shadow-card"
    >
      {course && courses.length === 1 && (
        <RemotePicture
          src={course.image}
          alt=""
          width={640}
          height={400}
          className="bg-base-300 hidden w-full object-cover lg:block lg:aspect-[16/10]"
        />
      )}
      <div className="p-5 sm:p-6">
        <h2
          id="order-heading"
          className={courses.length === 1 ? 'sr-only' : 'mb-4 text-xl font-bold'}
        >
          Your order
        </h2>
        {course && courses.length === 1 ? (
          <CourseFacts {...{ course, renderExtras, code, hold }} />
        ) : (
          <>
            <CourseList {...{ courses, renderExtras, code, hold }} />
            {other}
          </>
        )}
      </div>
    </section>
  );
}

type FactsProps = Omit<Props, 'courses' | 'other'> & { course: CartItem };

function CourseFacts({ course, renderExtras, code, hold }: FactsProps) {
  const days = sayDays(course);
  return (
    <>
      <Reason course={course} className="mb-4" />
      <dl className="space-y-3">
        <Line term="Course Name">
          <span className="font-semibold [overflow-wrap:anywhere]">{course.name}</span>
        </Line>
        <Line term="For">
          <span className="font-semibold [overflow-wrap:anywhere]">
            {namePerson(course.childId, course.student_name)}
          </span>
        </Line>
        <Line term="Starting date">{formatDay(course.camp_start)}</Line>
        <Line term="Will end">{formatDay(course.camp_end)}</Line>
        {days && <Line term="Days">{days}</Line>}
        <Line term="Seat held until">{hold}</Line>
        <Sum term={course.movesFrom ? 'Difference' : 'Price'}>
          {course.price === 0 ? 'Free' : nameCharge(course.price)}
        </Sum>
      </dl>
      <TaxLines taxes={course.taxes} className="text-right text-sm" />
      <PriceLines lines={course.lines} format={nameCharge} className="mt-1" />
      {renderExtras(course)}
      {code}
    </>
  );
}

/** Why a seat that nobody joined for is held, or why it costs less than the class. */
function Reason({ course, className }: { course: CartItem; className: string }) {
  const reason = describeHeldSeat(course) ?? describeShare(course, nameCharge);
  return (
    reason && (
      <span className={`block font-semibold [overflow-wrap:anywhere] ${className}`}>{reason}</span>
    )
  );
}

function CourseList({ courses, renderExtras, code, hold }: Omit<Props, 'other'>) {
  return (
    <>
      {groupByPerson(courses).map(({ childId, name, courses: own }) => (
        <section key={childId} aria-label={namePerson(childId, name)} className="mb-4">
          <h3 className="font-bold [overflow-wrap:anywhere]">{namePerson(childId, name)}</h3>
          <ul className="divide-base-300 divide-y">
            {own.map((course) => (
              <li key={course._id} className="py-3">
                <span className="flex justify-between gap-4">
                  <span className="min-w-0 [overflow-wrap:anywhere]">{course.name}</span>{' '}
                  <span className="shrink-0 font-semibold tabular-nums">
                    {nameCharge(course.price)}
                  </span>
                </span>{' '}
                <span className="text-base-content/80 block text-sm tabular-nums">
                  {formatCamp(course)}
                </span>{' '}
                <Reason course={course} className="text-sm" />
                <PriceLines lines={course.lines} format={nameCharge} className="mt-1" />
                {renderExtras(course)}
              </li>
            ))}
          </ul>
        </section>
      ))}
      {code}
      <dl className="space-y-3">
        <Line term="Seats held until">{hold}</Line>
        <Sum term="Total">{nameCharge(sumPrices(courses))}</Sum>
      </dl>
      <TaxLines
        taxes={courses.flatMap(({ taxes = [] }) => taxes)}
        className="mt-1 text-right text-sm"
      />
    </>
  );
}

function namePerson(childId: string | null, name: string): string {
  return childId === null ? `Me${name && ` (${name})`}` : name;
}

function Sum({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="border-base-content/15 flex justify-between gap-6 border-t pt-4 text-xl font-bold">
      <dt>{term}</dt>
      <dd className="tabular-nums">{children}</dd>
    </div>
  );
}

function Line({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="flex justify-between gap-6">
      <dt className="text-base-content/80 shrink-0">{term}</dt>
      <dd className="min-w-0 text-right">{children}</dd>
    </div>
  );
}

/** As large as the order, so that nothing moves when it appears. */
export function OrderSummarySkeleton() {
  return (
    <div
      className="card bg-base-100 overflow-hidden shadow-card"
      role="status"
      aria-label="Loading"
    >
      <div className="skeleton hidden w-full rounded-none lg:block lg:aspect-[16/10]" />
      <div className="space-y-3 p-5 sm:p-6">
        <div className="skeleton h-[1.6rem]" />
        <div className="skeleton h-[1.6rem]" />
        <div className="skeleton h-[1.6rem]" />
        <div className="skeleton h-[3rem]" />
        <div className="skeleton h-12" />
      </div>
    </div>
  );
}
