import { listClassDays } from '@speakifyr/contract/class-days.ts';
import type { TaughtCourse } from '@speakifyr/contract/instructors.ts';
import { NOT_ASSIGNED } from '@speakifyr/contract/limits.ts';
import { SCHOOL } from '@speakifyr/contract/school.ts';
import { useQuery } from '@tanstack/react-query';
import { EyeOff, ListChecks, Pencil, Ticket, Wallet } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { formatSum, readToday } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { read } from '../../lib/read.ts';
import { LoadProblem } from '../../ui/error-state.tsx';
import { ProfileCard } from '../../ui/profile-card.tsx';
import { StatTile } from '../../ui/stat-tile.tsx';
import { CourseChoice, findShown, linkToCourse, useChosenCourse } from './class-choice.tsx';
import { MyClass, MyClassSkeleton } from './my-class.tsx';
import { NoCourse } from './no-class.tsx';
import { instructorStatsOptions } from './roster.queries.ts';

type Props = {
  user: { name: string; email: string; photo: string };
  /** What they look after today besides their own courses, shown first. */
  today?: ReactNode;
  /** Shown above their own course. */
  children?: ReactNode;
};

/** The instructor's own page: profile, course, enrollments and, unless a director keeps them, earnings. R613 */
export function InstructorHome({ user, today, children }: Props) {
  const info = useQuery(read('GET /userList/instructorInfo', { query: { email: user.email } }));
  const stats = useQuery(instructorStatsOptions(user.email));
  const { classId, linkTo } = useChosenCourse();
  const isOneOfMany = (info.data?.courses.length ?? 0) > 1;
  const shown = findShown(info.data, classId);
  const ofCourse = useQuery({
    ...instructorStatsOptions(user.email, shown?._id),
    enabled: isOneOfMany,
  });
  const course = stats.data?.course ?? info.data?.course;
  const figures = isOneOfMany ? ofCourse.data : stats.data;
  const earned = stats.data?.earned;
  // Until the server has answered, what the school said when the page was loaded.
  const seesEarnings = stats.data ? earned !== undefined : SCHOOL.booking.instructorsSeeEarnings;
  return (
    <>
      <TodayLists courses={info.data?.courses ?? []} />
      {today}
      <ProfileCard
        user={stats.data ?? user}
        picture={{
          name: '/pictures/carousel-3',
          width: 1200,
          height: 600,
          className: 'object-[50%_55%]',
        }}
        action={
          <div className="flex flex-wrap gap-3 sm:mt-4">
            <Link to={paths.profile} className="btn btn-outline btn-primary">
              Update Profile
            </Link>
            <Link to={paths.ownPage} className="btn btn-outline btn-primary">
              <Pencil className="size-4" aria-hidden="true" />
              Edit my page
            </Link>
          </div>
        }
      />
      {children}
      {info.data?.details === '' && <PageNotice />}
      {stats.isError ? (
        <LoadProblem what="Your course" query={stats} />
      ) : (
        <>
          <ul className={`grid gap-4 ${seesEarnings ? 'sm:grid-cols-2' : ''}`}>
            <StatTile icon={Ticket} label="Total Enrolled" to={paths.manageCourse}>
              {stats.data?.totalEnrolled}
            </StatTile>
            {seesEarnings && (
              <StatTile icon={Wallet} label="Total Earned">
                {earned !== undefined && formatSum(earned)}
              </StatTile>
            )}
          </ul>
          <h2 className="mt-10 mb-4 text-2xl font-bold">
            {isOneOfMany ? 'My Courses' : 'My Course'}
          </h2>
          <CourseChoice info={info.data} />
          {course === NOT_ASSIGNED ? (
            <NoCourse />
          ) : ofCourse.isError ? (
            <LoadProblem what="Your course" query={ofCourse} />
          ) : !figures ? (
            <MyClassSkeleton />
          ) : (
            <MyClass
              figures={figures}
              isOneOfMany={isOneOfMany}
              students={linkTo(paths.manageCourse)}
              dayList={linkTo(paths.courseDay)}
            />
          )}
        </>
      )}
    </>
  );
}

/** Tells a new instructor that nobody sees them yet, and what to do about it. */
function PageNotice() {
  return (
    <section
      aria-labelledby="page-notice"
      className="bg-accent/25 rounded-box mb-6 flex flex-col gap-4 p-5 sm:flex-row sm:items-center sm:p-6"
    >
      <EyeOff className="size-7 shrink-0" aria-hidden="true" />
      <div className="flex-1">
        <h2 id="page-notice" className="text-xl font-bold">
          Families don’t see you yet
        </h2>
        <p className="mt-1">
          Write a few sentences about yourself. Then you appear on the Home page and among the
          instructors.
        </p>
      </div>
      <Link to={paths.ownPage} className="btn btn-primary">
        Write my page
      </Link>
    </section>
  );
}

/** The day list of each course that meets today, before anything else. Renders nothing on other days. R563 */
function TodayLists({ courses }: { courses: TaughtCourse[] }) {
  const today = readToday();
  const meeting = courses.filter((course) => listClassDays(course).includes(today));
  if (meeting.length === 0) return null;
  return (
    <ul aria-label="Today" className="mb-6 grid gap-3 sm:grid-cols-2">
      {meeting.map(({ _id, name }) => (
        <li key={_id}>
          <Link
            to={linkToCourse(paths.courseDay, _id)}
            className="btn btn-primary h-auto min-h-16 w-full justify-start gap-3 py-2 text-left"
          >
            <ListChecks className="size-6 shrink-0" aria-hidden="true" />
            <span className="min-w-0 [overflow-wrap:anywhere]">
              <span className="block text-lg font-bold">Today: Day list</span>
              <span className="block font-normal">{name}</span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
