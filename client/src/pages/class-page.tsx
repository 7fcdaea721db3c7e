import { NOT_ASSIGNED } from '@speakifyr/contract/limits.ts';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router-dom';
import { ClassDetails, ClassDetailsSkeleton } from '../features/classes/class-details.tsx';
import { classOptions } from '../features/classes/classes.queries.ts';
import { InstructorNote } from '../features/instructors/instructor-note.tsx';
import { findOverlaps } from '../features/overlap/find-overlaps.ts';
import { OverlapNotice } from '../features/overlap/overlap-notice.tsx';
import { readApiError } from '../lib/api.ts';
import { useSession } from '../session/auth.tsx';
import { formatDay } from '../lib/format.ts';
import { paths } from '../lib/paths.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { JoinAction } from './join-action.tsx';
import { useOwnCamps } from './own-camps.ts';

export function ClassPage() {
  const { id = '' } = useParams();
  const { user } = useSession();
  const campClass = useQuery(classOptions(id));
  const ownCamps = useOwnCamps(user);
  if (campClass.isPending) return <ClassDetailsSkeleton />;
  if (campClass.isError) {
    const { code, message } = readApiError(campClass.error);
    // An address that was typed wrongly, or a class that is no longer given.
    const isGone = code === 'not_found' || code === 'invalid_input';
    return (
      <div className="page py-16">
        <PageTitle title="SPEAKIFYR | Class" />
        <h1 className="sr-only">Class</h1>
        {isGone ? (
          <EmptyState
            title="There is no such class"
            text="It may have ended, or the address has a slip in it."
            action={
              <Link to={paths.classes} className="btn btn-primary">
                See all classes
              </Link>
            }
          />
        ) : (
          <ErrorState
            title="The class could not be loaded"
            text={message}
            onRetry={() => void campClass.refetch()}
          />
        )}
      </div>
    );
  }
  const { name, image, camp_start, instructor_email } = campClass.data;
  const overlaps = findOverlaps(campClass.data, ownCamps);
  return (
    <>
      <PageTitle
        title={`SPEAKIFYR | ${name}`}
        description={`${name}, a class of the summer camp, from ${formatDay(camp_start)}. ${shorten(campClass.data.details)}`}
        picture={image}
      />
      <ClassDetails
        campClass={campClass.data}
        action={
          <>
            <JoinAction campClass={campClass.data} isToldOfOverlap={overlaps.length > 0} />
            {/* It comes later than the page: below the button, it moves nothing. */}
            <OverlapNotice overlaps={overlaps} />
          </>
        }
        teacher={instructor_email !== NOT_ASSIGNED && <InstructorNote email={instructor_email} />}
      />
    </>
  );
}

/** As much as search engines show. */
function shorten(text: string): string {
  return text.length <= 110 ? text : `${text.slice(0, 110).replace(/\s\S*$/, '')}…`;
}
