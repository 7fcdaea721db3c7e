import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { read } from '../../lib/read.ts';
import { LoadProblem } from '../../ui/error-state.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { CourseChoice, findShown, useChosenCourse } from './class-choice.tsx';
import { NoCourse } from './no-class.tsx';
import { TeamDays } from './team-days.tsx';

type Props = {
  email: string;
  /** The page's title, shown while there is no course. */
  title: string;
  children: (classId: string) => ReactNode;
};

/** A page about one of the instructor's courses: the chosen one, or the next one. */
export function OwnCourse({ email, title, children }: Props) {
  const info = useQuery(read('GET /userList/instructorInfo', { query: { email } }));
  const { classId } = useChosenCourse();
  const shown = findShown(info.data, classId)?._id ?? classId;
  if (shown)
    return (
      <>
        <CourseChoice info={info.data} />
        {children(shown)}
      </>
    );
  return (
    <>
      <PageHeading>{title}</PageHeading>
      {info.isPending ? (
        <div role="status" aria-label="Loading" className="skeleton h-72 w-full" />
      ) : info.isError ? (
        <LoadProblem what="Your course" query={info} />
      ) : (
        <>
          <TeamDays />
          <NoCourse />
        </>
      )}
    </>
  );
}
