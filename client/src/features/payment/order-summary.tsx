import type { CartItem } from '@speakifyr/contract/cart.ts';
import type { ReactNode } from 'react';
import { formatDay, formatDollars } from '../../lib/format.ts';
import { RemotePicture } from '../../ui/remote-picture.tsx';

/** What is being paid for. @param hold until when the seat is kept */
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
        className="bg-base-300 aspect-[16/10] w-full object-cover"
      />
      <div className="p-5 sm:p-6">
        <h2 id="order-heading" className="sr-only">
          Your order
        </h2>
        <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-3">
          <dt className="text-base-content/75">Course Name</dt>
          <dd className="text-right font-semibold break-words">{course.name}</dd>
          <dt className="text-base-content/75">Camp days</dt>
          <dd className="text-right">
            {formatDay(course.camp_start)} – {formatDay(course.camp_end)}
          </dd>
          <dt className="text-base-content/75">Seat held until</dt>
          <dd className="text-right">{hold}</dd>
          <dt className="border-base-300 border-t pt-4 text-lg font-semibold">Price</dt>
          <dd className="border-base-300 border-t pt-4 text-right text-lg font-semibold">
            {formatDollars(course.price)}
          </dd>
        </dl>
      </div>
    </section>
  );
}

/** The order's own size, so that nothing moves when it comes. */
export function OrderSummarySkeleton() {
  return (
    <div
      className="card bg-base-100 overflow-hidden shadow-card"
      role="status"
      aria-label="Loading"
    >
      <div className="skeleton aspect-[16/10] w-full rounded-none" />
      <div className="space-y-4 p-5 sm:p-6">
        <div className="skeleton h-6" />
        <div className="skeleton h-6" />
        <div className="skeleton h-11" />
        <div className="skeleton h-8" />
      </div>
    </div>
  );
}
