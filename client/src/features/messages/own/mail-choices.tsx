import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { read } from '../../../lib/read.ts';
import { LoadProblem } from '../../../ui/error-state.tsx';
import { type ChoiceTexts, MailSwitch } from './mail-switch.tsx';

const CHOICES: ChoiceTexts[] = [
  {
    kind: 'reminders',
    label: 'Reminders',
    text: 'Before a class starts, and before a held seat ends.',
  },
  {
    kind: 'news',
    label: 'News from the school',
    text: 'What the school writes to your class. You can always read it on this page.',
  },
];

/** For parents. */
const CAMP_DAY: ChoiceTexts = {
  kind: 'campDay',
  label: 'Arrival and pick-up',
  text: 'When a child of yours arrives at camp, is collected or is marked absent. You can always read it under Enrolled Course.',
};

type Props = {
  /** Whether they have confirmed their email address. */
  isConfirmed: boolean;
  /** Whether they can have children here. */
  isFamily: boolean;
};

/** Where a person turns the emails that are not essential on and off. A change is saved at once. R83 */
export function MailChoices({ isConfirmed, isFamily }: Props) {
  const choice = useQuery(read('GET /myMail'));
  const headingId = useId();
  return (
    <section
      aria-labelledby={headingId}
      className="card bg-base-100 shadow-card mt-8 p-4 sm:px-6 sm:py-6"
    >
      <h2 id={headingId} className="text-xl font-bold">
        Which emails you get
      </h2>
      <p className="text-base-content/80 mt-1 mb-3 max-w-prose">{`You always get receipts, and news about changes to your class or your account.${!isConfirmed ? ` You get reminders${isFamily ? ', and emails about arrival and pick-up,' : ''} once you have confirmed your email address.` : ''}`}</p>
      {choice.isPending ? (
        <div role="status" aria-label="Loading your choices" className="space-y-2 py-2">
          <div className="skeleton h-14" />
          <div className="skeleton h-14" />
        </div>
      ) : choice.isError ? (
        <LoadProblem what="Your choices" query={choice} />
      ) : (
        [...CHOICES, ...(isFamily ? [CAMP_DAY] : [])].map((of) => (
          <div key={of.kind} className="border-base-300 border-t">
            <MailSwitch {...of} saved={choice.data[of.kind]} />
          </div>
        ))
      )}
    </section>
  );
}
