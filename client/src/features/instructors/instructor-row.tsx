import type { ListedInstructor } from '@speakifyr/contract/instructors.ts';
import { LABELS } from '@speakifyr/contract/labels.ts';
import { CircleCheck, CircleDashed, Link2Off, MailPlus, Trash2 } from 'lucide-react';
import { useChange } from '../../lib/use-change.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { formatDays } from '../../lib/format.ts';
import { useBundle } from '../../session/rights.ts';
import { DataCell, DataRow } from '../../ui/data-table.tsx';
import { PersonPhoto } from '../../ui/person-photo.tsx';
import { InstructorCertificates } from './instructor-certificates.tsx';

type Props = {
  instructor: ListedInstructor;
  /** Called after the person has closed the success message. */
  onChanged: () => void;
};

/** An instructor, their courses, and the two ways out: of a course, and of the instructors. */
export function InstructorRow({ instructor, onChanged }: Props) {
  const { _id, name, email, image, courses, details, isInvited } = instructor;
  const invitation = useChange('POST /instructors/:id/invite');
  const unassignment = useChange('PATCH /unassignCourse/:id');
  const removal = useChange('DELETE /removeInstructor/:id');
  const isAssigned = courses.length > 0;
  const isOneOfMany = courses.length > 1;
  const bundle = useBundle();
  const isBusy = unassignment.isPending || removal.isPending;

  return (
    <DataRow className="grid-cols-2">
      <DataCell className="col-span-2">
        <span className="flex items-center gap-3">
          <PersonPhoto photo={image} name={name} size={48} />
          <span className="min-w-0">
            <span className="block font-semibold break-words">{name}</span>
            <span className="text-base-content/80 block break-words">{email}</span>
          </span>
        </span>
        <InstructorCertificates instructor={instructor} onChanged={onChanged} />
      </DataCell>
      <DataCell className="col-span-2 pt-2">
        <span className="flex flex-wrap items-center gap-2">
          <StatusBadge isAssigned={isAssigned} />
          {isInvited && (
            <>
              <span className="badge badge-lg bg-base-300 border-base-content/15 text-sm font-semibold whitespace-nowrap">
                Has not signed up yet
              </span>
              {bundle === 'director' && (
                <ActionButton
                  className="btn-outline btn-sm min-h-11"
                  act={() => invitation.mutateAsync({ params: { id: _id } })}
                  success={`We email ${email} again`}
                >
                  <MailPlus className="size-4" aria-hidden="true" />
                  Invite again<span className="sr-only">: {name}</span>
                </ActionButton>
              )}
            </>
          )}
          {!details && !isInvited && (
            <span className="badge badge-lg bg-accent/25 border-accent/40 gap-1.5 text-sm font-semibold whitespace-nowrap">
              No text yet
            </span>
          )}
        </span>
      </DataCell>
      <DataCell className="col-span-2">
        <ul className="grid gap-2">
          {courses.map((course) => (
            <li key={course._id}>
              <span className="flex flex-wrap items-center gap-x-2">
                <span className="break-words">{course.name}</span>
                <span className="badge badge-sm bg-base-300 border-base-content/15 font-semibold tracking-wide">
                  {course.tag}
                </span>
              </span>
              {isOneOfMany && (
                <span className="text-base-content/80 block text-sm">
                  {formatDays(course.camp_start, course.camp_end)}
                </span>
              )}
            </li>
          ))}
        </ul>
      </DataCell>
      <DataCell className={isOneOfMany ? 'col-span-2 pt-3' : 'pt-3'}>
        <span className="grid gap-2 @3xl:justify-items-start">
          {(isAssigned ? courses : [undefined]).map((course) => (
            <ActionButton
              key={course?._id ?? ''}
              className="btn-outline w-full @3xl:w-auto"
              disabled={!course}
              isBusy={isBusy}
              question={{
                titleText: `Unassign ${name} from ${course?.name}?`,
                text: 'The course stays, but it has no instructor until you choose a new one.',
                confirm: 'Yes, Unassign!',
              }}
              act={() =>
                unassignment.mutateAsync({
                  params: { id: _id },
                  query: { classId: course?._id ?? '' },
                })
              }
              success="Unassigned!"
              onDone={onChanged}
            >
              <Link2Off className="size-4" aria-hidden="true" />
              <span>{`Unassign${isOneOfMany && course ? ` ${course.tag}` : ''}`}</span>
              <span className="sr-only"> {name}</span>
            </ActionButton>
          ))}
        </span>
      </DataCell>
      <DataCell className="pt-3">
        {bundle === 'director' && (
          <ActionButton
            className="btn-ghost text-error w-full @3xl:w-auto"
            disabled={isAssigned}
            isBusy={isBusy}
            question={{
              titleText: `Remove ${name}?`,
              text: 'They become a student again and no longer appear on the Instructors page.',
              confirm: 'Yes, Remove!',
            }}
            act={() => removal.mutateAsync({ params: { id: _id } })}
            success="Instructor Removed"
            failure={'Something went wrong ! Try Again'}
            onDone={onChanged}
          >
            <Trash2 className="size-4" aria-hidden="true" />
            {LABELS.remove}
            <span className="sr-only"> {name}</span>
          </ActionButton>
        )}
      </DataCell>
    </DataRow>
  );
}

function StatusBadge({ isAssigned }: { isAssigned: boolean }) {
  const Icon = isAssigned ? CircleCheck : CircleDashed;
  const look = isAssigned ? 'badge-success' : 'bg-base-300 border-base-content/15';
  return (
    <span className={`badge badge-lg gap-1.5 text-sm font-semibold whitespace-nowrap ${look}`}>
      <Icon className="size-4" aria-hidden="true" />
      <span>{isAssigned ? 'Assigned' : 'Not Assigned'}</span>
    </span>
  );
}
