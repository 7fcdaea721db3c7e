import type { FirstStep } from '@speakifyr/contract/statistics.ts';
import { ChevronRight, Circle, CircleCheck } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { listNames } from '../../lib/list-names.ts';
import { paths } from '../../lib/paths.ts';
import { deviceStorage } from '../../lib/storage.ts';
import type { SchoolFigures } from './school-figures.ts';

type Left = NonNullable<SchoolFigures['firstSteps']>;

/** Where this device keeps which steps were left when the list was put away. */
const PUT_AWAY = 'first-steps';

/**
 * What a director of a new school has still to do, each with the page where it is done. It can be put away, on this device:
 * then it is one line, until a step that was done is open again. R607, R608
 */
export function FirstSteps({ left }: { left: Left }) {
  const steps = Object.keys(left) as FirstStep[];
  const open = steps.filter((step) => (left[step]?.length ?? 0) > 0);
  const [known, setKnown] = useState(readPutAway);
  const isAway = known !== undefined && open.every((step) => known.includes(step));
  const now = JSON.stringify(open);
  // A step that gets done leaves what was put away, so the list comes back if the step opens again.
  useEffect(() => {
    if (isAway) deviceStorage.write(PUT_AWAY, now);
  }, [isAway, now]);
  if (open.length === 0) return null;

  function putAway(isOpen: boolean) {
    // The event also fires after this component itself opens or closes the list.
    if (isOpen !== isAway) return;
    if (isOpen) deviceStorage.remove(PUT_AWAY);
    setKnown(isOpen ? undefined : open);
  }

  return (
    <details
      className="mb-8"
      open={!isAway}
      onToggle={({ currentTarget }) => putAway(currentTarget.open)}
    >
      <summary className="flex min-h-11 cursor-pointer flex-wrap items-center gap-x-4">
        <h2 className="text-2xl font-bold">First steps</h2>
        <span className="text-base-content/80 flex-1">{`${steps.length - open.length} of ${steps.length} done`}</span>
        <span className="link">{isAway ? 'Show' : 'Put away'}</span>
      </summary>
      <ul className="card bg-base-100 shadow-card divide-base-300 mt-3 divide-y overflow-hidden">
        {listSteps(left).map((step) => (
          <Step key={step.title} {...step} />
        ))}
      </ul>
    </details>
  );
}

function readPutAway(): string[] | undefined {
  try {
    const kept: unknown = JSON.parse(deviceStorage.read(PUT_AWAY) ?? '');
    return Array.isArray(kept) ? kept.map(String) : undefined;
  } catch {
    return undefined;
  }
}

type StepProps = {
  title: string;
  to: string;
  /** What is left, or what there is to see. */
  text?: string;
  /** Undefined if the software can't know it. */
  isDone?: boolean | undefined;
};

function Step({ title, to, text, isDone }: StepProps) {
  const Mark = isDone ? CircleCheck : Circle;
  return (
    <li>
      <Link
        to={to}
        className="hover:bg-base-200 flex min-h-12 items-center gap-3 px-4 py-2 sm:px-5"
      >
        <span className="size-6 shrink-0">
          {isDone !== undefined && (
            <Mark className={isDone ? 'text-success' : ''} aria-hidden="true" />
          )}
        </span>
        <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
          {isDone !== undefined && <span className="sr-only">{isDone ? 'Done: ' : 'To do: '}</span>}
          <span className={`block ${isDone ? '' : 'font-semibold'}`}>{title}</span>{' '}
          {text && <span className="text-base-content/80 block text-sm">{text}</span>}
        </span>
        <ChevronRight className="size-5 shrink-0" aria-hidden="true" />
      </Link>
    </li>
  );
}

/** What Settings → School calls the texts. */
const TEXTS: Record<string, string> = {
  about: 'about the camp',
  questions: 'questions',
  terms: 'terms',
  privacy: 'privacy',
  refundPolicy: 'refunds',
  refundCases: 'refunds',
};

/** In the order in which a new school needs them. What the software can't know has no tick. */
function listSteps(left: Left): StepProps[] {
  const step = (name: FirstStep, title: string, to: string, say: (left: string[]) => string) => {
    const of = left[name];
    return of?.length === 0
      ? { title, to, isDone: true }
      : { title, to, text: say(of ?? []), ...(of && { isDone: false }) };
  };
  const classPage = left.course?.includes('course') ? paths.addCourse : paths.updateCourse;
  const part = (name: string) => `${paths.school}?part=${name}`;
  return [
    step(
      'about',
      'Say who you are',
      part('about'),
      (facts) => `Still those of the demo school: ${listNames(facts)}.`,
    ),
    step('texts', 'Write your texts', part('texts'), (names) => {
      const texts = new Set(names.map((name) => TEXTS[name] ?? name));
      return `Still as the software came: ${listNames([...texts])}.`;
    }),
    step('days', 'Time zone, currency and days', part('days'), (left) =>
      [
        left.includes('time zone') && 'The clock is still that of the demo school.',
        left.includes('lunch') && 'Families still read about the lunch of the demo school.',
        'Choose the currency before the first class: then it stays.',
      ]
        .filter(Boolean)
        .join(' '),
    ),
    {
      title: 'How families book and pay',
      to: part('booking'),
      text: 'How long a seat is held, who can join; under Money, your bank account. See whether it fits you.',
    },
    step(
      'refunds',
      'Refund policy',
      paths.changeRefundPolicy,
      () => 'Still the one that the software came with. Change it, or save it as it is.',
    ),
    {
      title: 'Discounts',
      to: paths.discounts,
      text: 'Early prices, siblings; in the next tab, extras such as lunch. You can do without.',
    },
    step(
      'instructor',
      'An instructor',
      paths.addInstructor,
      () => 'Invite them by email, and give them classes at once. A class can be sold before.',
    ),
    step('course', 'Your first class', classPage, (what) =>
      what.includes('draft')
        ? 'There is a draft, which only admins see. Publish it.'
        : 'With days, places and price. Without an instructor yet, save it as a draft, and publish that.',
    ),
    {
      title: 'Bring your families',
      to: paths.imports,
      text: 'If you have them in another system: families, children and classes from a CSV file.',
    },
    step('cards', 'Card payments', part('money'), sayCards),
    step(
      'open',
      'Families can join',
      classPage,
      () => 'No class can be joined today: there is none, or each is full or too late to join.',
    ),
    step(
      'booking',
      'Try a booking',
      paths.classes,
      () =>
        'Nobody has a seat yet. Book one as a family does: in another browser, with another email.',
    ),
  ];
}

function sayCards([problem]: string[]): string {
  if (problem === 'seller')
    return 'The key is live, but nobody can pay in the name of the demo school’s seller. Enter yours under About.';
  if (problem)
    return 'Stripe’s key is one of the test mode: nobody pays real money. Who runs the server enters the live one.';
  return 'A stand-in takes the cards here: nobody pays real money.';
}
