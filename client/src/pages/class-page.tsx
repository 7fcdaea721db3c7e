import { LABELS } from '@speakifyr/contract/labels.ts';
import { NOT_ASSIGNED } from '@speakifyr/contract/limits.ts';
import { describeClass, describeUnknownClass } from '@speakifyr/contract/page-head.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router-dom';
import { AssistantNote } from '../features/instructors/assistant-note.tsx';
import { FreeCancellation } from '../features/enrollment/changes/free-cancellation.tsx';
import { ClassDetails, ClassDetailsSkeleton } from '../features/classes/class-details.tsx';
import { InstructorNote } from '../features/instructors/instructor-note.tsx';
import { findOverlaps } from '../features/enrollment/join/find-overlaps.ts';
import { OverlapNotice } from '../features/enrollment/join/overlap-notice.tsx';
import { read } from '../lib/read.ts';
import { useSession } from '../session/auth.tsx';
import { useIsAwake } from '../lib/use-is-awake.ts';
import { paths } from '../lib/paths.ts';
import { LoadProblem } from '../ui/error-state.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { JoinAction } from '../features/enrollment/join/join-action.tsx';
import { useOwnCamps } from '../features/enrollment/join/own-camps.ts';

export function ClassPage() {
  const { id = '' } = useParams();
  const { user } = useSession();
  const campClass = useQuery(read('GET /classes/:id', { params: { id } }));
  const ownCamps = useOwnCamps(user);
  if (campClass.isPending)
    return (
      <>
        <LoadingHead />
        <ClassDetailsSkeleton />
      </>
    );
  if (campClass.isError)
    return (
      <div className="page py-16">
        <PageHead {...describeUnknownClass()} isPrivate />
        <h1 className="sr-only">Class</h1>
        <LoadProblem
          what="The class"
          query={campClass}
          gone={{
            title: 'We couldn’t find this class',
            text: 'It may have ended, or the address may be mistyped.',
            link: { to: paths.classes, label: LABELS.seeAllClasses },
          }}
        />
      </div>
    );
  const { instructor_email, assistants } = campClass.data;
  const overlaps = findOverlaps(campClass.data, ownCamps);
  return (
    <>
      <PageHead {...describeClass(campClass.data)} />
      <ClassDetails
        campClass={campClass.data}
        action={<JoinAction campClass={campClass.data} />}
        notice={<OverlapNotice overlaps={overlaps} />}
        cancellation={<FreeCancellation campClass={campClass.data} />}
        teacher={
          <>
            {instructor_email !== NOT_ASSIGNED && <InstructorNote email={instructor_email} />}
            {assistants && <AssistantNote assistants={assistants} />}
          </>
        }
      />
    </>
  );
}

/** The first page of a visit already has the head of its class: the server wrote it. */
function LoadingHead() {
  const isAwake = useIsAwake();
  const [cameWithPage] = useState(!isAwake);
  return !cameWithPage && <PageHead {...describeUnknownClass()} />;
}
