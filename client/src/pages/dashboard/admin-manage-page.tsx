import { LABELS } from '@speakifyr/contract/labels.ts';
import {
  ArrowRight,
  BookPlus,
  type LucideIcon,
  NotebookPen,
  UserCog,
  UserPlus,
} from 'lucide-react';
import { Link } from 'react-router-dom';
import { paths } from '../../lib/paths.ts';
import { mayOpen, useBundle } from '../../session/rights.ts';
import { Picture } from '../../ui/picture.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';

type Task = { to: string; label: string; text: string; icon: LucideIcon; picture: string };

/** The four tasks of spec section 2. */
const TASKS: Task[] = [
  {
    to: paths.addInstructor,
    label: 'Add Instructor',
    text: 'Make an instructor of a student.',
    icon: UserPlus,
    picture: '/pictures/carousel-2',
  },
  {
    to: paths.addCourse,
    label: LABELS.addCourse,
    text: 'A new class, with its picture, dates, seats and instructor.',
    icon: BookPlus,
    picture: '/pictures/carousel-4',
  },
  {
    to: paths.updateInstructor,
    label: 'Update Instructor',
    text: 'See who teaches what, unassign a course, or remove an instructor.',
    icon: UserCog,
    picture: '/pictures/carousel-6',
  },
  {
    to: paths.updateCourse,
    label: 'Update Course',
    text: 'Change a course’s dates, picture, seats, price and room, copy it for next year, or delete it.',
    icon: NotebookPen,
    picture: '/pictures/carousel-7',
  },
];

export function AdminManagePage() {
  const bundle = useBundle();
  return (
    <>
      <PageHeading>Manage All</PageHeading>
      <ul className="grid gap-6 sm:grid-cols-2">
        {TASKS.filter(({ to }) => mayOpen(to, bundle)).map((task) => (
          <li key={task.to} className="flex">
            <TaskCard {...task} />
          </li>
        ))}
      </ul>
    </>
  );
}

function TaskCard({ to, label, text, icon: Icon, picture }: Task) {
  return (
    <Link
      to={to}
      className="group card bg-base-100 shadow-card hover:shadow-lifted w-full overflow-hidden motion-safe:transition-shadow"
    >
      <Picture
        name={picture}
        alt=""
        width={1200}
        height={600}
        hasSmall
        sizes="(min-width: 40rem) 32rem, 100vw"
        loading="eager"
        className="bg-base-300 aspect-[5/2] w-full object-cover motion-safe:transition-transform motion-safe:duration-500 motion-safe:group-hover:scale-[1.03]"
      />
      <span className="bg-base-100 relative flex flex-1 items-start gap-4 p-5 sm:p-6">
        <span className="bg-accent text-accent-content ring-base-100 absolute -top-7 left-5 grid size-14 place-items-center rounded-full ring-6 sm:left-6">
          <Icon className="size-6" aria-hidden="true" />
        </span>
        <span className="min-w-0 flex-1 pt-5">
          <span className="font-display block text-xl font-bold">{label}</span>
          <span className="text-base-content/80 mt-1 block">{text}</span>
        </span>
        <ArrowRight
          className="text-primary mt-6 size-6 shrink-0 motion-safe:transition-transform motion-safe:group-hover:translate-x-1"
          aria-hidden="true"
        />
      </span>
    </Link>
  );
}
