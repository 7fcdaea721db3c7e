import { LABELS } from '@speakifyr/contract/labels.ts';
import { Link } from 'react-router-dom';
import { paths } from '../../lib/paths.ts';
import { Picture } from '../../ui/picture.tsx';

const LOOK =
  'card bg-base-100 shadow-card mb-6 flex-col items-center gap-x-8 gap-y-4 p-6 text-center sm:flex-row sm:p-8 sm:text-left';

/** What the student's family waits for. */
export type FamilyTasks = {
  /** Whether somebody has a class to come. */
  hasClass: boolean;
  /** The number of invitations to look after a child. */
  invitations: number;
};

type Props = { held: number; enrolled: number; family: FamilyTasks };

/** What to do next: pay for a held seat, look at an invitation, or find a class if none is coming up. */
export function NextStep(props: Props) {
  const step = findNextStep(props);
  if (!step) return null;
  return (
    <section className={LOOK}>
      <Picture
        name={step.picture}
        alt=""
        width={640}
        height={480}
        className="w-40 shrink-0 bg-none object-contain"
      />
      <div className="min-w-0 flex-1">
        <h2 className="text-2xl font-bold [overflow-wrap:anywhere]">{step.title}</h2>
        <p className="text-base-content/80 mt-2">{step.text}</p>
      </div>
      <Link to={step.to} className="btn btn-primary">
        {step.action}
      </Link>
    </section>
  );
}

/** As high as the next step, so that nothing below it moves when it appears. */
export function NextStepSkeleton() {
  return (
    <div className={LOOK} aria-hidden="true">
      <div className="skeleton aspect-[4/3] w-40 shrink-0" />
      <div className="w-full flex-1">
        <div className="skeleton mx-auto h-[1.875rem] w-56 sm:mx-0" />
        <div className="skeleton mx-auto mt-2 h-[3.2rem] w-full max-w-md sm:mx-0 xl:h-[1.6rem]" />
      </div>
      <div className="skeleton h-[2.8rem] w-32" />
    </div>
  );
}

function findNextStep({ held, enrolled, family: { hasClass, invitations } }: Props) {
  if (held > 0)
    return {
      picture: '/pictures/step-2',
      title: held === 1 ? 'A seat is held for you' : `${held} seats are held for you`,
      text: `Pay before the time is up to keep ${held === 1 ? 'it' : 'them'}.`,
      to: paths.myClasses,
      action: 'Go and pay',
    };
  if (invitations > 0)
    return {
      picture: '/pictures/step-1',
      title: 'You’re invited to look after a child',
      text: 'Accept, and you can see the child’s classes or book new ones.',
      to: paths.children,
      action: 'Show the invitation',
    };
  if (hasClass) return null;
  return {
    picture: '/pictures/step-1',
    title: enrolled > 0 ? 'Find your next class' : 'Find your first class',
    text: 'Sailing, code, cooking, music: choose one, and a seat is held for you.',
    to: paths.classes,
    action: LABELS.seeAllClasses,
  };
}
