import type { AdminClass } from '@speakifyr/contract/classes.ts';
import { NOT_ASSIGNED } from '@speakifyr/contract/limits.ts';
import { Pencil, Ticket, Trash2 } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { Link } from 'react-router-dom';
import { formatDay, formatPrice } from '../../lib/format.ts';
import { linkToClassPeople, linkToEditCourse } from '../../lib/paths.ts';
import { RemotePicture } from '../../ui/remote-picture.tsx';
import { DuplicateButton, PublishButton } from './draft-buttons.tsx';
import { useCourseRemoval } from './use-course-removal.ts';

type Props = {
  course: AdminClass;
  /** Called after the person has closed the success message. */
  onRemoved: () => void;
  /** Called with the id of a copy. */
  onDuplicated: (id: string) => void;
};

/** A course with its figures, the way to its form, and out. */
export function CourseCard({ course, onRemoved, onDuplicated }: Props) {
  const { _id, name, image, course_tag, instructor, price, sit, camp_start, camp_end } = course;
  const { openHolds, enrolled, isDraft, assign_room } = course;
  const headingId = useId();
  const { remove, isRemoving } = useCourseRemoval(course, onRemoved);
  const isAssigned = course.instructor_email !== NOT_ASSIGNED;

  return (
    <article
      aria-labelledby={headingId}
      className="card bg-base-100 shadow-card min-h-[36rem] w-full overflow-hidden"
    >
      <div className="relative shrink-0">
        <RemotePicture
          src={image}
          alt=""
          width={640}
          height={400}
          className="bg-base-300 h-40 w-full object-cover"
        />
        {isDraft && (
          <span className="badge badge-lg bg-base-100 text-base-content absolute top-3 left-3 border-dashed font-semibold">
            Draft: not public
          </span>
        )}
      </div>
      <div className="flex min-w-0 flex-1 flex-col p-5 sm:p-6">
        <div className="flex items-start justify-between gap-3">
          <h2 id={headingId} className="min-w-0 text-xl font-bold break-words">
            {name}
          </h2>
          <span className="badge bg-base-300 border-base-content/15 shrink-0 font-semibold tracking-wide">
            <span className="sr-only">Tag </span>
            {course_tag}
          </span>
        </div>
        <p className="mt-1">
          <span className="text-base-content/80">Instructor: </span>
          {isAssigned ? (
            <span className="font-medium">{instructor}</span>
          ) : (
            <span className="text-secondary font-semibold">Not Assigned</span>
          )}
        </p>
        <dl className="rounded-box bg-base-200 my-4 grid grid-cols-2 gap-x-4 gap-y-3 p-4">
          <Figure term="Price">{formatPrice(price)}</Figure>
          <Figure term="Room">{assign_room}</Figure>
          <Figure term="Enrolled">{enrolled}</Figure>
          <Figure term="Sit Left">{sit}</Figure>
          <Figure term="Start">{formatDay(camp_start)}</Figure>
          <Figure term="End">{formatDay(camp_end)}</Figure>
        </dl>
        <div className="-mt-2 mb-2 grid justify-items-start">
          {!isDraft && (
            <Link to={linkToClassPeople(_id)} className="btn btn-ghost btn-sm -ml-3">
              <Ticket className="size-4" aria-hidden="true" />
              <span>
                Students: {enrolled}, open holds: {openHolds}{' '}
                <span className="sr-only">of {name}</span>
              </span>
            </Link>
          )}
          <DuplicateButton course={course} onDuplicated={onDuplicated} />
        </div>
        <div className="mt-auto flex flex-wrap gap-2">
          {isDraft && <PublishButton course={course} />}
          <Link
            to={linkToEditCourse(_id)}
            state={{ course }}
            className={`btn flex-1 ${isDraft ? 'btn-outline' : 'btn-primary'}`}
          >
            <Pencil className="size-4" aria-hidden="true" />
            Update Course<span className="sr-only">: {name}</span>
          </Link>
          <button
            type="button"
            className="btn btn-square btn-outline btn-error"
            aria-label={`Delete ${name}`}
            disabled={isRemoving}
            onClick={() => void remove()}
          >
            <Trash2 className="size-4.5" aria-hidden="true" />
          </button>
        </div>
      </div>
    </article>
  );
}

function Figure({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-base-content/80 text-sm">{term}</dt>
      <dd className="font-bold tabular-nums">{children}</dd>
    </div>
  );
}

/** The card's own size, so that little moves when it comes. */
export function CourseCardSkeleton() {
  return (
    <div className="card bg-base-100 shadow-card min-h-[36rem] overflow-hidden">
      <div className="skeleton h-40 rounded-none" />
      <div className="space-y-4 p-5 sm:p-6">
        <div className="skeleton h-6 w-2/3" />
        <div className="skeleton h-4 w-1/2" />
        <div className="skeleton h-32" />
      </div>
    </div>
  );
}
