import type { AdminClass } from '@speakifyr/contract/classes.ts';
import { ERRORS } from '@speakifyr/contract/errors.ts';
import { NOT_ASSIGNED } from '@speakifyr/contract/limits.ts';
import { Pencil, Ticket, Trash2 } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { Link } from 'react-router-dom';
import { confirmAndDo, showError } from '../../lib/dialogs.ts';
import { formatDay, formatPrice } from '../../lib/format.ts';
import { linkToEditCourse, linkToOpenHolds } from '../../lib/paths.ts';
import { RemotePicture } from '../../ui/remote-picture.tsx';
import { useRemoveCourse } from './course-admin.queries.ts';

type Props = {
  course: AdminClass;
  /** Called after the person has closed the success message. */
  onRemoved: () => void;
};

/** A course with its figures, the way to its form, and out. */
export function CourseCard({ course, onRemoved }: Props) {
  const { _id, name, image, course_tag, instructor, price, sit, camp_start, camp_end, openHolds } =
    course;
  const headingId = useId();
  const removal = useRemoveCourse();
  const isAssigned = course.instructor_email !== NOT_ASSIGNED;

  async function remove() {
    if (removal.isPending) return;
    if (isAssigned) return showError(ERRORS.instructor_assigned.message);
    const isDone = await confirmAndDo(
      {
        titleText: `Delete ${name}?`,
        text: 'No one can join it anymore, and held seats are released. Students who paid will still see it.',
        confirm: 'Yes, Delete!',
      },
      () => removal.mutateAsync(_id),
      { success: 'Deleted!' },
    );
    if (isDone) onRemoved();
  }

  return (
    <article
      aria-labelledby={headingId}
      className="card bg-base-100 shadow-card min-h-[30.5rem] w-full overflow-hidden"
    >
      <RemotePicture
        src={image}
        alt=""
        width={640}
        height={400}
        className="bg-base-300 h-40 w-full shrink-0 object-cover"
      />
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
          <Figure term="Sit Left">{sit}</Figure>
          <Figure term="Start">{formatDay(camp_start)}</Figure>
          <Figure term="End">{formatDay(camp_end)}</Figure>
        </dl>
        <Link
          to={linkToOpenHolds(_id)}
          className="btn btn-ghost btn-sm -mt-2 mb-2 -ml-3 self-start"
        >
          <Ticket className="size-4" aria-hidden="true" />
          <span>
            Open holds: {openHolds} <span className="sr-only">of {name}</span>
          </span>
        </Link>
        <div className="mt-auto flex gap-2">
          <Link to={linkToEditCourse(_id)} state={{ course }} className="btn btn-primary flex-1">
            <Pencil className="size-4" aria-hidden="true" />
            Update Course<span className="sr-only">: {name}</span>
          </Link>
          <button
            type="button"
            className="btn btn-square btn-outline btn-error"
            aria-label={`Delete ${name}`}
            disabled={removal.isPending}
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
    <div className="card bg-base-100 shadow-card min-h-[30.5rem] overflow-hidden">
      <div className="skeleton h-40 rounded-none" />
      <div className="space-y-4 p-5 sm:p-6">
        <div className="skeleton h-6 w-2/3" />
        <div className="skeleton h-4 w-1/2" />
        <div className="skeleton h-32" />
      </div>
    </div>
  );
}
