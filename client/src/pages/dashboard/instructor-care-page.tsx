import { NOT_ASSIGNED } from '@speakifyr/contract/limits.ts';
import { useQuery } from '@tanstack/react-query';
import { CareSheet } from '../../features/care/care-sheet.tsx';
import { NoCourse } from '../../features/roster/no-course.tsx';
import { instructorInfoOptions } from '../../features/roster/roster.queries.ts';
import { readApiError } from '../../lib/api.ts';
import { DASHBOARD_HEADS } from '../../lib/dashboard-heads.ts';
import { paths } from '../../lib/paths.ts';
import { useSession } from '../../session/auth.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { TaskPage } from './task-page.tsx';

export function InstructorCarePage() {
  const { user } = useSession();
  if (!user) return null;
  return (
    <TaskPage head={DASHBOARD_HEADS.courseCare} back={BACK}>
      <OwnCareSheet email={user.email} />
    </TaskPage>
  );
}

const BACK = { to: paths.manageCourse, label: 'Enrolled Students' };

function OwnCareSheet({ email }: { email: string }) {
  const info = useQuery(instructorInfoOptions(email));
  const classId = info.data?.courseID;
  if (classId && classId !== NOT_ASSIGNED) return <CareSheet classId={classId} />;
  return (
    <>
      <h1 className="mb-6 text-3xl font-extrabold">Care sheet</h1>
      {info.isPending ? (
        <div role="status" aria-label="Loading" className="skeleton h-72 w-full" />
      ) : info.isError ? (
        <ErrorState
          title="Your course could not be loaded"
          text={readApiError(info.error).message}
          onRetry={() => void info.refetch()}
        />
      ) : (
        <NoCourse />
      )}
    </>
  );
}
