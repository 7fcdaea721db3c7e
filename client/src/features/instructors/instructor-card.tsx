import type { Instructor } from '@speakifyr/contract/instructors.ts';
import { useQuery } from '@tanstack/react-query';
import { PersonPhoto } from '../../ui/person-photo.tsx';
import { connectOptions } from './instructors.queries.ts';

type Props = {
  instructor: Instructor;
  /** The level that the name has below the page's headings. */
  headingLevel: 2 | 3;
};

/** An instructor: round picture, name, course, email and a text about them. Spec section 2. */
export function InstructorCard({ instructor, headingLevel }: Props) {
  const { name, image, email, details } = instructor;
  const connection = useQuery(connectOptions());
  const Heading = `h${headingLevel}` as const;
  return (
    <article className="instructor-card">
      {connection.isPending && (
        <span
          role="status"
          aria-label="Connecting"
          className="loading loading-ring loading-sm text-primary absolute top-5 right-5"
        />
      )}
      <PersonPhoto
        photo={image}
        name={name}
        size={176}
        className="ring-accent/60 ring-offset-base-100 ring-4 ring-offset-4"
      />
      <Heading className="mt-7 text-[1.75rem] font-bold">{name}</Heading>
      <p className="text-secondary mt-1 font-semibold">{nameCourses(instructor)}</p>
      <p className="badge badge-lg bg-base-300 text-base-content mt-3 h-auto max-w-full border-0 py-1 break-all">
        {email}
      </p>
      <p className="text-base-content/85 mt-5 line-clamp-6">{details}</p>
    </article>
  );
}

/** The courses, or words that say there is none. One that is held in several weeks is named once. */
export function nameCourses({ courses }: Pick<Instructor, 'courses'>): string {
  return [...new Set(courses.map(({ name }) => name))].join(', ') || 'Between courses';
}
