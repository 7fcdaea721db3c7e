import { useQuery } from '@tanstack/react-query';
import { CareSheet } from '../../features/family/care/care-sheet.tsx';
import { CourseChoice, findShown, useChosenCourse } from '../../features/roster/class-choice.tsx';
import { NoCourse } from '../../features/roster/no-class.tsx';
import { instructorInfoOptions } from '../../features/roster/roster.queries.ts';
import { paths } from '../../lib/paths.ts';
import { useSession } from '../../session/auth.tsx';
import { LoadProblem } from '../../ui/error-state.tsx';
import { BackLink } from './back-link.tsx';

export function InstructorCarePage() {
  const { user } = useSession();
  const { linkTo } = useChosenCourse();
  if (!user) return null;
  const back = { to: linkTo(paths.manageCourse), label: 'Enrolled Students' };
  return (
    <>
      <BackLink {...back} />
      <OwnCareSheet email={user.email} />
    </>
  );
}

function OwnCareSheet({ email }: { email: string }) {
  const info = useQuery(instructorInfoOptions(email));
  const { classId } = useChosenCourse();
  const shown = findShown(info.data, classId)?._id ?? classId;
  if (shown)
    return (
      <>
        <CourseChoice info={info.data} />
        <CareSheet classId={shown} />
      </>
    );
  return (
    <>
      <h1 className="mb-6 text-3xl font-extrabold">Care sheet</h1>
      {info.isPending ? (
        <div role="status" aria-label="Loading" className="skeleton h-72 w-full" />
      ) : info.isError ? (
        <LoadProblem what="Your course" query={info} />
      ) : (
        <NoCourse />
      )}
    </>
  );
}
