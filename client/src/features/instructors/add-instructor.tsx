import { useQuery } from '@tanstack/react-query';
import { paths } from '../../lib/paths.ts';
import { readPage } from '../../lib/read.ts';
import { useListAddress } from '../../lib/use-list-address.ts';
import { PagedList } from '../../ui/paged-list.tsx';
import { InviteInstructor } from './invite-instructor.tsx';
import { StudentRow } from './student-row.tsx';

/** The students. Each can be made an instructor. */
export function AddInstructor() {
  const address = useListAddress();
  const students = useQuery(
    readPage('GET /userList', { ...address, filters: { role: 'student' } }),
  );
  return (
    <PagedList
      title="Add Instructor"
      lead="The person you choose becomes an instructor and can be given a course. Invite those who have no account."
      label="Students"
      entry="student"
      entries="students"
      searchLabel="Search by name, phone or email"
      noneFound={{
        title: 'Nobody found',
        text: 'No student’s name, phone or email matches your search.',
      }}
      tools={
        <div className="mb-4">
          <InviteInstructor />
        </div>
      }
      columns={['Name', 'Email', 'Role', 'Add']}
      rowClass="h-36 @3xl:h-[4.35rem]"
      address={address}
      list={students}
      empty={{
        title: 'There are no students',
        text: 'Everyone who signs up will show up here.',
        link: { to: paths.manage, label: 'Back to Manage' },
      }}
      row={(student, _number, onChanged) => <StudentRow student={student} onAdded={onChanged} />}
    />
  );
}
