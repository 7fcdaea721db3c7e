import { nameCalendarFile, nameTeacher } from '@speakifyr/contract/format.ts';
import type { EnrolledClass } from '@speakifyr/contract/payments.ts';
import { CalendarPlus, Receipt as ReceiptIcon, UserRound } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { Link } from 'react-router-dom';
import { formatHours } from '@speakifyr/contract/format.ts';
import { formatDay, formatPrice, nameZone } from '../../lib/format.ts';
import { linkToReceipt } from '../../lib/paths.ts';
import { saveFile } from '../../lib/save-file.ts';
import { RemotePicture } from '../../ui/remote-picture.tsx';
import { Detail } from './detail.tsx';

type Props = {
  course: EnrolledClass;
  /** The button to change or cancel the seat. */
  change: ReactNode;
};

/** A paid class: dates, room, entry code and payment data. */
export function EnrolledCourseCard({ course, change }: Props) {
  const { classData, camp_start, camp_end, price, entry_code, room, date, time, transactionId } =
    course;
  const headingId = useId();
  const whose = course.childId ? course.student_name : 'you';
  const hours = formatHours(course);
  return (
    <article
      aria-labelledby={`${headingId} ${headingId}-whose`}
      className="card bg-base-100 w-full overflow-hidden shadow-card"
    >
      <RemotePicture
        src={classData.image}
        alt=""
        width={640}
        height={360}
        className="bg-base-300 aspect-[16/9] w-full object-cover"
      />
      <div className="flex flex-1 flex-col p-5 sm:p-6">
        <h2 id={headingId} className="text-xl font-bold break-words">
          {classData.name}
        </h2>
        <p
          id={`${headingId}-whose`}
          className="text-base-content/80 mt-1 flex items-start gap-2 font-semibold [overflow-wrap:anywhere]"
        >
          <UserRound className="mt-1 size-4 shrink-0" aria-hidden="true" />
          <span className="min-w-0">for {whose}</span>
        </p>
        <dl className="rounded-box bg-base-200 my-4 grid grid-cols-2 gap-4 p-4">
          <div>
            <dt className="text-base-content/80 text-sm">Entry Code</dt>
            <dd className="text-primary font-display text-xl font-extrabold tracking-wide">
              {entry_code}
            </dd>
          </div>
          <div>
            <dt className="text-base-content/80 text-sm">Class Room</dt>
            <dd className="text-xl font-bold tabular-nums">{room}</dd>
          </div>
        </dl>
        <dl className="space-y-2">
          <Detail term="Instructor">{nameTeacher(classData.instructor)}</Detail>
          <Detail term="Starting date">{formatDay(camp_start)}</Detail>
          <Detail term="Will end">{formatDay(camp_end)}</Detail>
          {hours && <Detail term="Every day">{hours}</Detail>}
          {course.place && <Detail term="Place">{course.place}</Detail>}
          <Detail term="Price">{formatPrice(price)}</Detail>
        </dl>
        <h3 className="border-base-300 mt-5 border-t pt-4 text-base font-semibold">
          Enroll Information
        </h3>
        <dl className="mt-2 space-y-2">
          {/* The wire has dd/mm/yyyy, spec section 9. */}
          <Detail term="Date">{formatDay(date.split('/').reverse().join('-'))}</Detail>
          <Detail term="Time">{nameZone(time)}</Detail>
          <Detail term="TrxID">
            <span className="font-mono text-xs break-all sm:text-sm">{transactionId}</span>
          </Detail>
        </dl>
        {course.isOffered && (
          <p className="rounded-box bg-accent/25 mt-5 p-4 text-sm">
            This seat is offered to the next person. If somebody takes it, you get back everything
            you paid.
          </p>
        )}
        <div className="mt-auto flex flex-wrap gap-2 pt-6">
          {/* Another guardian may have paid, and a free class has no receipt. */}
          {course.isPayer && price > 0 && (
            <Link to={linkToReceipt(transactionId)} className="btn btn-outline btn-sm">
              <ReceiptIcon className="size-4" aria-hidden="true" />
              Receipt <span className="sr-only">for {classData.name}</span>
            </Link>
          )}
          <button
            type="button"
            className="btn btn-outline btn-sm"
            onClick={() =>
              saveFile(
                nameCalendarFile(classData.name, entry_code),
                'text/calendar;charset=utf-8',
                course.calendar,
              )
            }
          >
            <CalendarPlus className="size-4" aria-hidden="true" />
            Add to calendar<span className="sr-only">: {classData.name}</span>
          </button>
          {change}
        </div>
      </div>
    </article>
  );
}
