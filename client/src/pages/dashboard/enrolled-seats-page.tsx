import type { User } from '@speakifyr/contract/identity.ts';
import { useRef } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { OwnAttendance } from '../../features/attendance/own-attendance.tsx';
import { OwnCredit } from '../../features/enrollment/credit/own-credit.tsx';
import { FriendsButton } from '../../features/enrollment/friends/friends-button.tsx';
import { Confirmation } from '../../features/enrollment/payment/confirmation.tsx';
import { CanceledSeats } from '../../features/enrollment/changes/canceled-seats.tsx';
import { ReadyForCamp } from '../../features/families/children/ready-for-camp.tsx';
import { CalendarAddress } from '../../features/enrollment/seats/calendar-address.tsx';
import { type Emailed, EnrolledCourses } from '../../features/enrollment/seats/enrolled-seats.tsx';
import { CampDayMails } from '../../features/messages/own/camp-day-mails.tsx';
import { sayFirstName } from '../../lib/say-first-name.ts';
import { paths } from '../../lib/paths.ts';
import { useSession } from '../../session/auth.tsx';
import { AidLink } from './aid-link.tsx';
import { ChangeSeat } from '../../features/enrollment/changes/change-seat.tsx';
import { type Family, useFamily } from '../../features/enrollment/seats/use-family.ts';
import { PageHeading } from '../../ui/page-heading.tsx';

/** The enrolled courses of the student and their children, and the seats that were canceled. */
export function EnrolledCoursesPage() {
  const { user } = useSession();
  return user && <EnrolledCoursesOf user={user} />;
}

function EnrolledCoursesOf({ user }: { user: User }) {
  const { email } = user;
  const { state } = useLocation();
  const heading = useRef<HTMLHeadingElement>(null);
  const canceledHeading = useRef<HTMLHeadingElement>(null);
  const family = useFamily(email);
  const names = listChildren(family);
  const paid = readText(state, 'paid');
  return (
    <>
      <PageHeading ref={heading}>Enrolled Course</PageHeading>
      {paid && <Confirmation key={paid} paymentId={paid} user={user} />}
      <EnrolledCourses
        email={email}
        awaiting={readText(state, 'awaiting')}
        emailed={readEmailed(state)}
        notes={family && <ReadyForCamp listed={family.children} seats={family.toCome} />}
        renderAttendance={(seat) => <OwnAttendance seat={seat} />}
        renderChange={(course) => (
          <>
            <FriendsButton seat={course} />
            <ChangeSeat
              course={course}
              user={user}
              onCanceled={() => (canceledHeading.current ?? heading.current)?.focus()}
            />
          </>
        )}
      />
      {names.length > 0 && <CampDayMails names={names} isConfirmed={user.isVerified} />}
      {family && family.toCome.length > 0 && <CalendarAddress />}
      <CanceledSeats ref={canceledHeading} />
      <OwnCredit />
      <p className="mt-10">
        For your taxes or a childcare benefit:{' '}
        <Link to={paths.statements} className="link font-semibold">
          what you paid in a year for each child
        </Link>
        .
      </p>
      <AidLink />
    </>
  );
}

/** The first names of the children who have a class to come, each once. */
function listChildren(family: Family | undefined): string[] {
  const seats = family?.toCome.filter(({ childId }) => childId !== null) ?? [];
  const names = [...new Map(seats.map((seat) => [seat.childId, seat.student_name])).values()];
  return names.map((name) => sayFirstName(name, names));
}

/** What the step that led here has said: the payment that is `paid`, or whose enrollment it is `awaiting`. */
function readText(state: unknown, key: 'paid' | 'awaiting'): string | undefined {
  const value: unknown = typeof state === 'object' && state ? Reflect.get(state, key) : undefined;
  return typeof value === 'string' ? value : undefined;
}

/** What the step that led here causes to be emailed. */
function readEmailed(state: unknown): Emailed | undefined {
  if (typeof state !== 'object' || !state || !('emailed' in state)) return undefined;
  return state.emailed === 'receipt' || state.emailed === 'confirmation'
    ? state.emailed
    : undefined;
}
