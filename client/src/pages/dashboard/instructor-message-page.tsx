import { NOT_ASSIGNED } from '@speakifyr/contract/limits.ts';
import { useQuery } from '@tanstack/react-query';
import { ClassMessage } from '../../features/class-message/class-message.tsx';
import {
  enrolledStudentsOptions,
  instructorInfoOptions,
} from '../../features/roster/roster.queries.ts';
import { NoCourse } from '../../features/roster/no-course.tsx';
import { DASHBOARD_HEADS } from '../../lib/dashboard-heads.ts';
import { paths } from '../../lib/paths.ts';
import { useSession } from '../../session/auth.tsx';
import { TaskPage } from './task-page.tsx';

export function InstructorMessagePage() {
  const { user } = useSession();
  if (!user) return null;
  return (
    <TaskPage head={DASHBOARD_HEADS.courseMessage} back={BACK}>
      <OwnClassMessage email={user.email} />
    </TaskPage>
  );
}

const BACK = { to: paths.manageCourse, label: 'Enrolled Students' };

function OwnClassMessage({ email }: { email: string }) {
  const info = useQuery(instructorInfoOptions(email));
  const roster = useQuery(enrolledStudentsOptions(email));
  if (info.data === null || info.data?.courseID === NOT_ASSIGNED)
    return (
      <>
        <h1 className="mb-6 text-3xl font-extrabold">Message to the class</h1>
        <NoCourse />
      </>
    );
  return (
    <ClassMessage
      author={email}
      campClass={
        info.data &&
        roster.data && {
          id: info.data.courseID,
          name: info.data.course,
          enrolled: roster.data.students.length,
        }
      }
      error={info.error ?? roster.error}
      onRetry={() => {
        void info.refetch();
        void roster.refetch();
      }}
      back={BACK}
    />
  );
}
