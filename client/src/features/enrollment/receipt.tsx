import { nameTeacher } from '@speakifyr/contract/format.ts';
import type { EnrolledClass } from '@speakifyr/contract/payments.ts';
import { SCHOOL, SCHOOL_ADDRESS } from '@speakifyr/contract/school.ts';
import { ArrowLeft, Printer } from 'lucide-react';
import { Link } from 'react-router-dom';
import { formatDay, nameCharge, nameZone } from '../../lib/format.ts';
import { Detail } from './detail.tsx';
import { useFocusedHeading } from '../../ui/use-focused-heading.ts';

type Props = { course: EnrolledClass; payer: { name: string; email: string } };

/** The receipt of an enrollment, to print. Always in the light theme, because paper is white. */
export function Receipt({ course, payer }: Props) {
  const heading = useFocusedHeading();

  return (
    <>
      <div className="mb-6 flex flex-wrap justify-between gap-3 print:hidden">
        <Link to={{ search: '' }} className="btn btn-ghost">
          <ArrowLeft className="size-4" aria-hidden="true" />
          Back to Enrolled Course
        </Link>
        <button type="button" className="btn btn-primary" onClick={() => window.print()}>
          <Printer className="size-4" aria-hidden="true" />
          Print
        </button>
      </div>
      <article
        data-theme="light"
        className="card bg-base-100 text-base-content mx-auto max-w-2xl p-6 shadow-card sm:p-10 print:max-w-none print:bg-white print:p-0 print:shadow-none"
      >
        <header className="border-base-content flex flex-wrap items-end justify-between gap-4 border-b-2 pb-4">
          <div>
            <p className="font-semibold tracking-wide">{SCHOOL.name}</p>
            <h1 ref={heading} tabIndex={-1} className="text-3xl font-bold outline-none">
              Receipt
            </h1>
          </div>
          <p className="text-right">
            {course.date}
            <br />
            {nameZone(course.time)}
          </p>
        </header>
        <dl className="space-y-3 py-6">
          <Detail term="Student">{course.student_name}</Detail>
          <Detail term="Paid by">
            {payer.name}
            <br />
            {payer.email}
          </Detail>
          <Detail term="Class">{course.classData.name}</Detail>
          <Detail term="Instructor">{nameTeacher(course.classData.instructor)}</Detail>
          <Detail term="Camp days">
            {formatDay(course.camp_start)} – {formatDay(course.camp_end)}
          </Detail>
          <Detail term="Class Room">{course.room}</Detail>
          <Detail term="Entry Code">{course.entry_code}</Detail>
          <Detail term="TrxID">
            <span className="font-mono text-xs break-all sm:text-sm">{course.transactionId}</span>
          </Detail>
        </dl>
        <p className="border-base-content flex justify-between border-t-2 pt-4 text-xl font-bold">
          <span>{course.price === 0 ? 'Free of charge' : 'Paid by card'}</span>
          <span className="tabular-nums">{nameCharge(course.price, course.currency)}</span>
        </p>
        <footer className="text-base-content/80 mt-8 text-sm">
          <p>
            Sold by {SCHOOL.seller}, {SCHOOL_ADDRESS}
          </p>
          <p>{[SCHOOL.email, SCHOOL.phone].filter(Boolean).join(' · ')}</p>
        </footer>
      </article>
    </>
  );
}
