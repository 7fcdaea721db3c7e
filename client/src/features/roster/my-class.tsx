import { ListChecks } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { formatDays, formatPrice, formatSum } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { RemotePicture } from '../../ui/remote-picture.tsx';
import type { InstructorFigures } from './roster.queries.ts';

const LOOK = 'card bg-base-100 shadow-card overflow-hidden md:flex-row';
const PICTURE_LOOK = 'aspect-[8/5] w-full object-cover md:aspect-auto md:w-5/12';

type Props = {
  figures: InstructorFigures;
  /** Whether the instructor has others, too: then the tiles above are about all. */
  isOneOfMany: boolean;
  /** Where its students are listed. */
  students: string;
  /** Who is expected today. */
  dayList: string;
};

/** A course that an instructor teaches. */
export function MyClass({ figures, isOneOfMany, students, dayList }: Props) {
  const { image, course, sit, camp_start, camp_end, price, assign_room } = figures;
  return (
    <article aria-labelledby="my-course" className={LOOK}>
      <RemotePicture
        src={image}
        alt=""
        width={800}
        height={500}
        className={`bg-base-300 ${PICTURE_LOOK}`}
      />
      <div className="flex flex-1 flex-col p-5 sm:p-8">
        <h3 id="my-course" className="text-2xl font-bold break-words">
          {course}
        </h3>
        <dl className="mt-5 grid grid-cols-3 gap-x-4 gap-y-5">
          <Fact term="Sit Left">{sit}</Fact>
          <Fact term="Room No">{assign_room}</Fact>
          <Fact term="Price">{formatPrice(price)}</Fact>
          <Fact term="Duration" className="col-span-3">
            {formatDays(camp_start, camp_end)}
          </Fact>
          {isOneOfMany && (
            <>
              <Fact term="Enrolled">{figures.totalEnrolled}</Fact>
              {figures.earned !== undefined && (
                <Fact term="Earned" className="col-span-2">
                  {formatSum(figures.earned)}
                </Fact>
              )}
            </>
          )}
        </dl>
        <div className="mt-auto flex flex-wrap gap-3 pt-6">
          <Link to={dayList} className="btn btn-primary w-full sm:w-auto">
            <ListChecks className="size-4" aria-hidden="true" />
            Day list
          </Link>
          <Link to={paths.everyone} className="btn btn-outline btn-primary w-full sm:w-auto">
            Everyone, now
          </Link>
          <Link to={students} className="btn btn-outline btn-primary w-full sm:w-auto">
            Show my students
          </Link>
        </div>
      </div>
    </article>
  );
}

type FactProps = { term: string; className?: string; children: ReactNode };

function Fact({ term, className, children }: FactProps) {
  return (
    <div className={className}>
      <dt className="text-base-content/80 text-sm">{term}</dt>
      <dd className="text-lg font-semibold tabular-nums">{children}</dd>
    </div>
  );
}

/** Shown while the course loads. */
export function MyClassSkeleton() {
  return (
    <div className={LOOK} role="status" aria-label="Loading your course">
      <div className={`skeleton rounded-none ${PICTURE_LOOK}`} />
      <div className="flex-1 p-5 sm:p-8">
        <div className="skeleton h-7 w-3/4" />
        <div className="skeleton mt-5 h-[7.75rem]" />
        <div className="skeleton mt-6 h-40 w-full sm:h-11 sm:w-145" />
      </div>
    </div>
  );
}
