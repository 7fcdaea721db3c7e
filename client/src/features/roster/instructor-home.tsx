import { NOT_ASSIGNED } from '@speakifyr/contract/limits.ts';
import { SCHOOL } from '@speakifyr/contract/school.ts';
import { useQuery } from '@tanstack/react-query';
import { Pencil, Ticket, Wallet } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { formatSum } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { read } from '../../lib/read.ts';
import { LoadProblem } from '../../ui/error-state.tsx';
import { ProfileCard } from '../../ui/profile-card.tsx';
import { StatTile } from '../../ui/stat-tile.tsx';
import { CourseChoice, findShown, useChosenCourse } from './class-choice.tsx';
import { MyClass, MyClassSkeleton } from './my-class.tsx';
import { NoCourse } from './no-class.tsx';
import { PageNotice } from './page-notice.tsx';
import { instructorStatsOptions } from './roster.queries.ts';
import { TodayLists } from './today-lists.tsx';

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
