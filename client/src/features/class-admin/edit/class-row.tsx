import type { AdminClass } from '@speakifyr/contract/classes.ts';
import { ERRORS } from '@speakifyr/contract/errors.ts';
import { NOT_ASSIGNED } from '@speakifyr/contract/limits.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Archive, Pencil } from 'lucide-react';
import { Link } from 'react-router-dom';
import { readApiError } from '../../../lib/api.ts';
import { formatDays, formatPrice } from '../../../lib/format.ts';
import { linkToEditCourse } from '../../../lib/dashboard-links.ts';
import { askForText, showError, showSuccess } from '../../../lib/dialogs.ts';
import { linkToClassPeople } from '../../../lib/paths.ts';
import { useChange } from '../../../lib/use-change.ts';
import { DataCell, DataRow } from '../../../ui/data-table.tsx';
import { RemotePicture } from '../../../ui/remote-picture.tsx';
import { courseOptions } from './class-admin.queries.ts';
import { describeRemoval } from './describe-removal.ts';
import { DuplicateButton, PublishButton, UnpublishButton } from './draft-buttons.tsx';

type Props = {
  course: AdminClass;
  /** Called after the person has closed the success message. */
  onRemoved: () => void;
  /** Called with the id of a copy. */
  onDuplicated: (id: string) => void;
};

/** An open class or a draft with its figures, the way to its people and its form, and out. */
export function ClassRow({ course, onRemoved, onDuplicated }: Props) {
  const { _id, name, image, course_tag, instructor, price, sit, camp_start, camp_end } = course;
  const { openHolds, enrolled, isDraft, assign_room } = course;
  const { remove, isRemoving } = useCourseRemoval(course, onRemoved);
  const isAssigned = course.instructor_email !== NOT_ASSIGNED;
  return (
    <DataRow className="grid-cols-2">
      <DataCell className="col-span-2">
        <span className="flex items-center gap-3">
          <RemotePicture
            src={image}
            alt=""
            width={160}
            height={120}
            className="rounded-field bg-base-300 h-14 w-18 shrink-0 object-cover"
          />
          <span className="min-w-0">
            <Link
              to={isDraft ? linkToEditCourse(_id) : linkToClassPeople(_id)}
              className="link link-hover font-semibold break-words"
            >
              {name}
            </Link>{' '}
            <span className="text-base-content/80 text-sm">
              <span className="sr-only">Tag </span>
              {course_tag}
            </span>
            <span className="text-base-content/80 block break-words">
              {isAssigned ? (
                instructor
              ) : (
                <span className="text-secondary font-semibold">Not Assigned</span>
              )}
            </span>
            {isDraft && (
              <span className="badge badge-sm bg-base-100 border-dashed font-semibold">
                Draft: not public
              </span>
            )}
          </span>
        </span>
      </DataCell>
      <DataCell className="col-span-2 tabular-nums">
        {formatDays(camp_start, camp_end)}
        <span className="text-base-content/80 block text-sm">Room {assign_room}</span>
      </DataCell>
      <DataCell className="font-semibold whitespace-nowrap tabular-nums">
        {formatPrice(price)}
      </DataCell>
      <DataCell className="whitespace-nowrap tabular-nums">
        {isDraft ? (
          `Sit Left ${sit}`
        ) : (
          <Link to={linkToClassPeople(_id)} className="link">
            <span className="block">Sit Left {sit}</span>{' '}
            <span className="block text-sm">
              <span>{`${enrolled} enrolled${openHolds > 0 ? `, ${openHolds} held` : ''}`}</span>{' '}
              <span className="sr-only">in {name}</span>
            </span>
          </Link>
        )}
      </DataCell>
      <DataCell className="col-span-2 pt-2">
        <span className="flex flex-wrap items-center gap-2">
          {isDraft && <PublishButton course={course} />}
          <Link
            to={linkToEditCourse(_id)}
            state={{ course }}
            className={`btn btn-sm min-h-11 ${isDraft ? 'btn-outline' : 'btn-primary'}`}
          >
            <Pencil className="size-4" aria-hidden="true" />
            Update Course<span className="sr-only">: {name}</span>
          </Link>
          <DuplicateButton course={course} to="week" onDuplicated={onDuplicated} />
          <DuplicateButton course={course} to="year" onDuplicated={onDuplicated} />
          {!isDraft && !isAssigned && enrolled === 0 && openHolds === 0 && (
            <UnpublishButton course={course} />
          )}
          <button
            type="button"
            className="btn btn-sm btn-ghost text-error min-h-11"
            aria-label={`Archive ${name}`}
            disabled={isRemoving}
            onClick={() => void remove()}
          >
            <Archive className="size-4" aria-hidden="true" />
            Archive
          </button>
        </span>
      </DataCell>
    </DataRow>
  );
}

/**
 * Archives a course after saying who has paid how much, and after the person has typed its name.
 * @param onRemoved called after the person has closed the success message
 */
function useCourseRemoval(course: AdminClass, onRemoved: () => void) {
  const queryClient = useQueryClient();
  const removal = useChange('DELETE /removeCourse/:id');

  async function remove(): Promise<void> {
    if (removal.isPending) return;
    try {
      // The page may be older than the last payment.
      const now =
        (await queryClient.fetchQuery({ ...courseOptions(course._id), staleTime: 0 })) ?? course;
      if (now.instructor_email !== NOT_ASSIGNED) {
        await showError(ERRORS.instructor_assigned.message);
        return;
      }
      if (!(await confirmRemoval(now))) return;
      await removal.mutateAsync({ params: { id: now._id } });
    } catch (error) {
      await showError(readApiError(error).message);
      return;
    }
    await showSuccess('Archived!');
    onRemoved();
  }

  return { remove, isRemoving: removal.isPending };
}

async function confirmRemoval(course: AdminClass): Promise<boolean> {
  const typed = await askForText({
    titleText: `Archive ${course.name}?`,
    text: describeRemoval(course),
    label: `Type “${course.name}” to archive it`,
    type: 'text',
    confirm: 'Yes, Archive!',
    isDangerous: true,
    check: (text) =>
      simplify(text) === simplify(course.name) ? undefined : `Please type ${course.name}`,
  });
  return typed !== undefined;
}

/** Capitals and extra spaces don't matter. */
function simplify(text: string): string {
  return text.trim().replace(/\s+/g, ' ').toLowerCase();
}
