import type { CartItem } from '@speakifyr/contract/cart.ts';
import type { ReactNode } from 'react';
import { formatDay, nameCharge } from '../../lib/format.ts';
import { RemotePicture } from '../../ui/remote-picture.tsx';

/** The course to pay for. @param hold shows until when the seat is held */
export function OrderSummary({ course, hold }: { course: CartItem; hold: ReactNode }) {
  return (
    <section
      aria-labelledby="order-heading"
      className="card bg-base-100 overflow-hidden shadow-card"
    >
      <RemotePicture
        src={course.image}
        alt=""
        width={640}
        height={400}
        className="bg-base-300 h-36 w-full object-cover sm:h-48 lg:h-auto lg:aspect-[16/10]"
      />
      <div className="p-5 sm:p-6">
        <h2 id="order-heading" className="sr-only">
          Your order
        </h2>
        <dl className="space-y-3">
          <Line term="Course Name">
            <span className="font-semibold break-words">{course.name}</span>
          </Line>
          <Line term="Starting date">{formatDay(course.camp_start)}</Line>
          <Line term="Will end">{formatDay(course.camp_end)}</Line>
          <Line term="Seat held until">{hold}</Line>
          <div className="border-base-content/15 flex justify-between gap-6 border-t pt-4 text-xl font-bold">
            <dt>Price</dt>
            <dd className="tabular-nums">
              {course.price === 0 ? 'Free' : nameCharge(course.price)}
            </dd>
          </div>
        </dl>
      </div>
    </section>
  );
}

function Line({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="flex justify-between gap-6">
      <dt className="text-base-content/80 shrink-0">{term}</dt>
      <dd className="text-right">{children}</dd>
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
      <div className="skeleton h-36 w-full rounded-none sm:h-48 lg:h-auto lg:aspect-[16/10]" />
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
