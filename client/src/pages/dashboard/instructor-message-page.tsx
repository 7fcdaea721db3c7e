import { NOT_ASSIGNED } from '@speakifyr/contract/limits.ts';
import { useQuery } from '@tanstack/react-query';
import { ClassMessage } from '../../features/messages/school-messages/class-message.tsx';
import { CourseChoice, findShown, useChosenCourse } from '../../features/roster/class-choice.tsx';
import { NoCourse } from '../../features/roster/no-class.tsx';
import { paths } from '../../lib/paths.ts';
import { read } from '../../lib/read.ts';
import { useSession } from '../../session/auth.tsx';
import { BackLink } from './back-link.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';

export function InstructorMessagePage() {
  const { user } = useSession();
  const { linkTo } = useChosenCourse();
  if (!user) return null;
  const back = { to: linkTo(paths.manageCourse), label: 'Enrolled Students' };
  return (
    <>
      <BackLink {...back} />
      <OwnClassMessage email={user.email} back={back} />
    </>
  );
}

type Props = { email: string; back: { to: string; label: string } };

function OwnClassMessage({ email, back }: Props) {
  const { classId } = useChosenCourse();
  const info = useQuery(read('GET /userList/instructorInfo', { query: { email } }));
  const roster = useQuery(
    read('GET /enrolledStudents', { query: { email, ...(classId && { classId }) } }),
  );
  const shown = findShown(info.data, classId);
  if (info.data === null || info.data?.courseID === NOT_ASSIGNED)
    return (
      <>
        <PageHeading>Message to the class</PageHeading>
        <NoCourse />
      </>
    );
  return (
    <>
      <CourseChoice info={info.data} />
      <ClassMessage
        // What was written for one class is not for another.
        key={shown?._id}
        author={email}
        campClass={
          shown &&
          roster.data && {
            id: shown._id,
            name: shown.name,
            enrolled: roster.data.students.length,
            groups: roster.data.groups ?? [],
          }
        }
        error={info.error ?? roster.error}
        onRetry={() => {
          void info.refetch();
          void roster.refetch();
        }}
        back={back}
      />
    </>
  );
}
