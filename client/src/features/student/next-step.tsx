import { LABELS } from '@speakifyr/contract/labels.ts';
import { Link } from 'react-router-dom';
import { linkToHealth, paths } from '../../lib/paths.ts';
import { Picture } from '../../ui/picture.tsx';

const LOOK =
  'card bg-base-100 shadow-card mt-6 flex-col items-center gap-x-8 gap-y-4 p-6 text-center sm:flex-row sm:p-8 sm:text-left';

/** What the student's family waits for. */
export type FamilyTasks = {
  /** A child with a class to come about whose health the camp does not know enough. */
  unanswered: { _id: string; name: string } | undefined;
  /** The number of invitations to look after a child. */
  invitations: number;
};

type Props = { selected: number; enrolled: number; family: FamilyTasks };

/** What to do next: pay for a held seat, answer about a child's health, look at an invitation, or find a class. */
export function NextStep(props: Props) {
  const step = findNextStep(props);
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

function findNextStep({ selected, enrolled, family: { unanswered, invitations } }: Props) {
  if (selected > 0)
    return {
      picture: '/pictures/step-2',
      title: selected === 1 ? 'A seat is held for you' : `${selected} seats are held for you`,
      text: `Pay before the time is up to keep ${selected === 1 ? 'it' : 'them'}.`,
      to: paths.myClasses,
      action: 'Go and pay',
    };
  if (unanswered)
    return {
      picture: '/pictures/step-3',
      title: `What should we know about ${unanswered.name}’s health?`,
      text: 'The instructor reads it before the class, even if there is nothing to tell.',
      to: linkToHealth(unanswered._id),
      action: 'Answer now',
    };
  if (invitations > 0)
    return {
      picture: '/pictures/step-1',
      title: 'You’re invited to look after a child',
      text: 'Accept, and you can see the child’s classes or book new ones.',
      to: paths.children,
      action: 'Show the invitation',
    };
  if (enrolled > 0)
    return {
      picture: '/pictures/step-3',
      title: 'See you at the camp',
      text: 'Your entry code and your room are waiting under Enrolled Course.',
      to: paths.enroll,
      action: 'Show my courses',
    };
  return {
    picture: '/pictures/step-1',
    title: 'Find your first class',
    text: 'Sailing, code, cooking, music: choose one, and a seat is held for you.',
    to: paths.classes,
    action: LABELS.seeAllClasses,
  };
}
