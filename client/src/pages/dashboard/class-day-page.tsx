import { useParams } from 'react-router-dom';
import { ClassDay } from '../../features/attendance/class-day.tsx';
import { KeepForToday } from '../../features/attendance/keep-for-today.tsx';
import { useChosenCourse } from '../../features/roster/class-choice.tsx';
import { OwnCourse } from '../../features/roster/own-course.tsx';
import { ClassRecords } from '../../features/safety/class-records.tsx';
import { DueDoses } from '../../features/safety/due-doses.tsx';
import { linkToClassPeople, linkToPageOf, paths } from '../../lib/paths.ts';
import { useSession } from '../../session/auth.tsx';
import { BackLink } from './back-link.tsx';

/** The day list of the class in the address, for an admin; or of the instructor's own course. */
export function ClassDayPage() {
  const { id } = useParams();
  const { user } = useSession();
  const { linkTo } = useChosenCourse();
  if (!user) return null;
  if (id)
    return (
      <>
        <KeepForToday user={user} />
        <BackLink to={linkToClassPeople(id)} label="Students of the class" />
        <ClassDay
          key={id}
          classId={id}
          sheet={linkToPageOf('classSheet', id)}
          mayOverride
          showDue={(day) => <DueDoses classId={id} day={day} />}
          showRecords={(day) => <ClassRecords classId={id} day={day} />}
        />
      </>
    );
  return (
    <>
      <KeepForToday user={user} />
      <BackLink to={linkTo(paths.manageCourse)} label="Enrolled Students" />
      <OwnCourse email={user.email} title="Day list">
        {(classId) => (
          <ClassDay
            key={classId}
            classId={classId}
            sheet={linkTo(paths.courseSheet)}
            mayOverride={false}
            showDue={(day) => <DueDoses classId={classId} day={day} />}
            showRecords={(day) => <ClassRecords classId={classId} day={day} />}
          />
        )}
      </OwnCourse>
    </>
  );
}
