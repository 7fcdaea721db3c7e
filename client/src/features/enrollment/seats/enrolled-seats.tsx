import { LABELS } from '@speakifyr/contract/labels.ts';
import type { EnrolledClass } from '@speakifyr/contract/payments.ts';
import { useQuery } from '@tanstack/react-query';
import { Clock, MailCheck } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../../lib/paths.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { LoadProblem } from '../../../ui/error-state.tsx';
import { EnrolledCourseCard } from './enrolled-seat-card.tsx';
import { myEnrolledClassOptions } from './enrollment.queries.ts';
import { ParticipantFilter } from './participant-filter.tsx';
import { listParticipants } from './participants.ts';
import { groupByClass, orderClasses } from './seats-of-class.ts';

type Props = {
  email: string;
  /** A payment whose enrollment is on its way. */
  awaiting?: string | undefined;
  /** What the student gets by email, if they have just enrolled. */
  emailed?: Emailed | undefined;
  /** What is shown above the courses; undefined until it is known, so that nothing moves when it is. */
  notes: ReactNode | undefined;
  /** The button to change or cancel a seat. */
  renderChange: (course: EnrolledClass) => ReactNode;
  /** Who is at camp, around the days of the class. */
  renderAttendance?: (seat: EnrolledClass) => ReactNode;
};

/** What is emailed after a paid and after a free enrollment. */
export type Emailed = 'receipt' | 'confirmation';

/** The classes that a family has paid for. Siblings in one class share a card, which says whose seats it has. */
export function EnrolledCourses(props: Props) {
  const { email, awaiting, emailed, notes, renderChange, renderAttendance } = props;
  const [chosenId, setChosenId] = useState<string | null>();
  const enrolled = useQuery(myEnrolledClassOptions(email, awaiting));
  if (enrolled.isPending || (notes === undefined && !enrolled.isError)) return <CardsSkeleton />;
  if (enrolled.isError) return <LoadProblem what="Your enrolled courses" query={enrolled} />;

  const isOnItsWay =
    awaiting && !enrolled.data.some(({ transactionId }) => transactionId === awaiting);
  const participants = listParticipants(enrolled.data);
  const isFamily = participants.length > 1;
  // If their last course is gone, everyone's are shown again.
  const chosen = participants.find(({ id }) => id === chosenId);
  const shown = chosen
    ? enrolled.data.filter(({ childId }) => childId === chosen.id)
    : enrolled.data;
  return (
    <>
      <div role="status">
        {isOnItsWay && (
          <p className="rounded-box bg-accent/25 mb-6 flex items-start gap-3 p-4">
            <Clock className="mt-0.5 size-5 shrink-0" aria-hidden="true" />
            <span>
              Your payment went through, and your enrollment is on its way. It shows here by itself,
              usually within a minute. If the class has filled up in the meantime, the money goes
              back to your card. You get an email either way.
            </span>
          </p>
        )}
        {emailed && !isOnItsWay && (
          <p className="rounded-box bg-success/12 mb-6 flex items-start gap-3 p-4">
            <MailCheck className="mt-0.5 size-5 shrink-0" aria-hidden="true" />
            <span className="min-w-0 [overflow-wrap:anywhere]">
              We’re emailing your {emailed} to <strong>{email}</strong>. You can also read it under{' '}
              <Link to={paths.ownMessages} className="link font-semibold">
                Messages
              </Link>
              .
            </span>
          </p>
        )}
      </div>
      {notes}
      {isFamily && (
        <ParticipantFilter
          participants={participants}
          chosen={chosen}
          onChoose={(participant) => setChosenId(participant?.id)}
        />
      )}
      {enrolled.data.length === 0 && !isOnItsWay ? (
        <EmptyState
          title="No Enrollment Yet!"
          text="After you pay for a class, its entry code and room appear here."
          link={{ to: paths.classes, label: LABELS.findClass }}
        />
      ) : (
        <ul className="grid gap-6 lg:grid-cols-2 2xl:grid-cols-3">
          {orderClasses(groupByClass(shown)).map((seats) => (
            <li key={seats[0].classId} className="flex">
              <EnrolledCourseCard {...{ seats, renderChange, renderAttendance }} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function CardsSkeleton() {
  return (
    <div className="grid gap-6 lg:grid-cols-2 2xl:grid-cols-3" role="status" aria-label="Loading">
      {[0, 1].map((card) => (
        <div key={card} className="card bg-base-100 shadow-card">
          <div className="skeleton aspect-[16/9] rounded-b-none" />
          <div className="space-y-3 p-5 sm:p-6">
            <div className="skeleton h-7 w-2/3" />
            <div className="skeleton h-40" />
            <div className="skeleton h-24" />
          </div>
        </div>
      ))}
    </div>
  );
}
