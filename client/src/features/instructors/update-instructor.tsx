import { useQuery } from '@tanstack/react-query';
import { UserPlus } from 'lucide-react';
import { Link } from 'react-router-dom';
import { paths } from '../../lib/paths.ts';
import { readPage } from '../../lib/read.ts';
import { useListAddress } from '../../lib/use-list-address.ts';
import { PagedList } from '../../ui/paged-list.tsx';
import { mayOpen, useBundle } from '../../session/rights.ts';
import { InviteInstructor } from './invite-instructor.tsx';
import { InstructorRow } from './instructor-row.tsx';

/** The instructors. Those with a course can be unassigned, the others can be removed. */
export function UpdateInstructor() {
  const address = useListAddress();
  const instructors = useQuery(readPage('GET /getInstructors', address));
  const bundle = useBundle();
  return (
    <PagedList
      title="Update Instructor"
      lead="To remove an instructor, unassign their courses first. They write what families read about them on their dashboard."
      label="Instructors"
      entry="instructor"
      entries="instructors"
      searchLabel="Search by name, email or course"
      noneFound={{
        title: 'Nobody found',
        text: 'No instructor’s name, email or course matches your search.',
      }}
      tools={
        mayOpen(paths.addInstructor, bundle) && (
          <div className="mb-4 flex flex-wrap gap-3">
            <InviteInstructor />
            <Link to={paths.addInstructor} className="btn btn-outline">
              <UserPlus className="size-4" aria-hidden="true" />
              Add Instructor
            </Link>
          </div>
        )
      }
      columns={['Instructor', 'Status', 'Course', 'Unassign', 'Remove']}
      rowClass="h-80 @3xl:h-40"
      address={address}
      list={instructors}
      empty={{
        title: 'No instructors yet',
        text: 'Invite one by email, or turn a student into an instructor. Then give them a course.',
      }}
      row={(instructor, _number, onChanged) => (
        <InstructorRow instructor={instructor} onChanged={onChanged} />
      )}
    />
  );
}
