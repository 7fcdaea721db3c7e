import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { linkToInstructor } from '../../lib/paths.ts';
import { read } from '../../lib/read.ts';
import { PersonPhoto } from '../../ui/person-photo.tsx';

/** Who teaches a class, below its details. Optional: if it fails to load, the page leaves it out. */
export function InstructorNote({ email }: { email: string }) {
  const instructors = useQuery(read('GET /instructors'));
  const instructor = instructors.data?.find((one) => one.email === email);
  if (instructors.isPending) return <div className="skeleton h-40 rounded-[1.75rem]" />;
  if (!instructor) return null;
  return (
    <section
      aria-labelledby="instructor-name"
      className="bg-base-300 flex flex-col gap-5 rounded-[1.75rem] p-6 sm:flex-row sm:items-center"
    >
      <PersonPhoto photo={instructor.image} name={instructor.name} size={112} />
      <div className="min-w-0">
        <p className="text-base-content/80 text-sm font-semibold">Your instructor</p>
        <h2 id="instructor-name" className="text-2xl font-bold">
          <Link to={linkToInstructor(instructor._id)} className="link">
            {instructor.name}
          </Link>
        </h2>
        <p className="text-base-content/85 mt-2">{instructor.details}</p>
      </div>
    </section>
  );
}
