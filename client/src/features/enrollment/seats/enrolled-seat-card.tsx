import { formatHours, nameTeacher } from '@speakifyr/contract/format.ts';
import type { EnrolledClass } from '@speakifyr/contract/payments.ts';
import { UserRound } from 'lucide-react';
import { Fragment, type ReactNode, useId } from 'react';
import { sayDays } from '../../../lib/say-days.ts';
import { formatDay } from '../../../lib/format.ts';
import { RemotePicture } from '../../../ui/remote-picture.tsx';
import { CalendarFileButton } from './calendar-file-button.tsx';
import { ContactNote } from './contact-note.tsx';
import { Detail } from './detail.tsx';
import { OwedNote } from './owed-note.tsx';
import { SeatDetails } from './seat-details.tsx';
import { nameSeat, nameSeats, type SeatsOfClass } from './seats-of-class.ts';

type Props = {
  seats: SeatsOfClass;
  /** The button to change or cancel a seat. */
  renderChange: (course: EnrolledClass) => ReactNode;
  /** Who is at camp, around the days of the class. */
  renderAttendance?: ((seat: EnrolledClass) => ReactNode) | undefined;
};

/** A class with the paid seats of a family: dates, room, the calendar file, and the entry code and
 * payment data of each seat. */
export function EnrolledCourseCard({ seats, renderChange, renderAttendance }: Props) {
  const [course] = seats;
  const { classData, camp_start, camp_end, room, place } = course;
  const days = sayDays(course);
  const headingId = useId();
  const isOne = seats.length === 1;
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
          <span className="min-w-0">for {nameSeats(seats)}</span>
        </p>
        <ContactNote seats={seats} />
        <OwedNote seats={seats} />
        {renderAttendance &&
          seats.map((seat) => <Fragment key={seat.cartId}>{renderAttendance(seat)}</Fragment>)}
        <dl className="rounded-box bg-base-200 my-4 grid grid-cols-2 gap-4 p-4">
          {seats.map((seat) => (
            <div key={seat.cartId} className="min-w-0">
              <dt className="text-base-content/80 text-sm [overflow-wrap:anywhere]">{`Entry Code${isOne ? '' : `, ${nameSeat(seat, seats)}`}`}</dt>
              <dd className="text-primary font-display text-xl font-extrabold tracking-wide">
                {seat.entry_code}
              </dd>
            </div>
          ))}
          <div>
            <dt className="text-base-content/80 text-sm">Class Room</dt>
            <dd className="text-xl font-bold tabular-nums">{room}</dd>
          </div>
        </dl>
        <dl className="space-y-2">
          <Detail term="Instructor">{nameTeacher(classData.instructor)}</Detail>
          <Detail term="Starting date">{formatDay(camp_start)}</Detail>
          <Detail term="Will end">{formatDay(camp_end)}</Detail>
          {days && <Detail term="Days">{days}</Detail>}
          {hours && <Detail term="Every day">{hours}</Detail>}
          {place && <Detail term="Place">{place}</Detail>}
        </dl>
        <CalendarFileButton seat={course} className="mt-4 w-fit">
          Calendar file<span className="sr-only">: {classData.name}</span>
        </CalendarFileButton>
        {seats.map((seat) => (
          <SeatDetails
            key={seat.cartId}
            seat={seat}
            whose={isOne ? undefined : nameSeat(seat, seats)}
            change={renderChange(seat)}
          />
        ))}
      </div>
    </article>
  );
}
