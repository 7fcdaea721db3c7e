import type { CartItem } from '@speakifyr/contract/cart.ts';
import type { EnrolledClass } from '@speakifyr/contract/payments.ts';
import type { User } from '@speakifyr/contract/identity.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useChildren } from '../../features/families/children/children.queries.ts';
import { myEnrolledClassOptions } from '../../features/enrollment/seats/enrollment.queries.ts';
import { HoldBar } from '../../features/enrollment/plan/hold-bar.tsx';
import {
  type Choice,
  type OwnClass,
  type Planned,
  type PlannedWeek,
  planWeeks,
  toggleChoice,
} from '../../features/enrollment/plan/plan-weeks.ts';
import { SummerPlan } from '../../features/enrollment/plan/summer-plan.tsx';
import { countOf } from '../../lib/count-of.ts';
import { readApiError } from '../../lib/api.ts';
import { readToday } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { read } from '../../lib/read.ts';
import { sayFirstName } from '../../lib/say-first-name.ts';
import { useSession } from '../../session/auth.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';

/** The summer of the family, week by week: a place to book it. R283, R646 */
export function SummerPlanPage() {
  const { user } = useSession();
  return (
    <>
      <PageHeading lead="What is booked, what overlaps, and what fits: choose the whole summer, and pay once.">
        Summer Plan
      </PageHeading>
      {user && <Plans user={user} />}
    </>
  );
}

function Plans({ user: { email } }: { user: User }) {
  const mine = useChildren();
  const enrolled = useQuery(myEnrolledClassOptions(email));
  const cart = useQuery(read('GET /myclass', { query: { email } }));
  const offered = useQuery(read('GET /classes'));
  const all = [mine, enrolled, cart, offered];
  const failed = all.find(({ isError, data }) => isError && !data);
  if (failed)
    return (
      <ErrorState
        title="Your summer plan could not be loaded"
        text={readApiError(failed.error).message}
        onRetry={() => all.forEach((one) => one.isError && void one.refetch())}
      />
    );
  if (!mine.data || !enrolled.data || !cart.data || !offered.data) return <PlanSkeleton />;
  const own = listOwn(cart.data, enrolled.data);
  const children = mine.data.children.filter(({ may }) => may.includes('see'));
  const names = children.map(({ name }) => name);
  const hasOwn = own.some(({ childId }) => childId === null);
  const people: Planned[] = [
    ...(hasOwn ? [{ childId: null, name: 'You' }] : []),
    ...children.map((child) => ({
      childId: child._id,
      name: sayFirstName(child.name, names),
      child,
    })),
  ];
  if (people.length === 0)
    return (
      <EmptyState
        title="Whose summer is it?"
        text="Add a child, and its weeks appear here."
        link={{ to: paths.children, label: 'My Children' }}
      />
    );
  return (
    <Family
      email={email}
      people={people}
      weeks={planWeeks(people, own, offered.data, readToday())}
    />
  );
}

type FamilyProps = { email: string; people: Planned[]; weeks: PlannedWeek[] };

function Family({ email, people, weeks }: FamilyProps) {
  const [chosen, setChosen] = useState<Choice[]>([]);
  // A seat that somebody else has taken meanwhile can no longer be chosen.
  const open = chosen.filter((one) =>
    weeks.some(({ cells }) =>
      cells.some(
        ({ person, fitting }) =>
          person.childId === one.childId && fitting.some(({ _id }) => _id === one.campClass._id),
      ),
    ),
  );
  return (
    <>
      {people.map((person) => (
        <Count key={person.childId} person={person} weeks={weeks} />
      ))}
      <div className="mt-6">
        <SummerPlan
          weeks={weeks}
          chosen={open}
          onToggle={(choice) => setChosen(toggleChoice(open, choice))}
        />
      </div>
      <HoldBar
        email={email}
        chosen={open}
        nameOf={(childId) => people.find((one) => one.childId === childId)?.name ?? ''}
        onHeld={setChosen}
      />
    </>
  );
}

/** How much of somebody's summer is booked: `Mia: 3 of 10 weeks booked, 1 with an overlap`. */
function Count({ person: { childId, name }, weeks }: { person: Planned; weeks: PlannedWeek[] }) {
  const cells = weeks.flatMap((week) =>
    week.cells.filter(({ person }) => person.childId === childId),
  );
  const booked = cells.filter((cell) => cell.booked.length > 0);
  const overlaps = booked.filter((cell) => cell.booked.some(({ clashes }) => clashes.length > 0));
  return (
    <p className="[overflow-wrap:anywhere]">
      <strong>{`${name}:`}</strong>{' '}
      <span>{`${booked.length} of ${countOf(weeks.length, 'week')} booked${overlaps.length > 0 ? `, ${overlaps.length} with an overlap` : ''}`}</span>
    </p>
  );
}

function listOwn(cart: CartItem[], enrolled: EnrolledClass[]): OwnClass[] {
  return [
    ...enrolled.map(({ classId, classData, childId, ...seat }) => ({
      classId,
      childId,
      name: classData.name,
      isPaid: true,
      camp_start: seat.camp_start,
      camp_end: seat.camp_end,
      days: seat.days,
      dailyStart: seat.dailyStart,
      dailyEnd: seat.dailyEnd,
    })),
    ...cart.map(({ classId, name, childId, camp_start, camp_end, days }) => ({
      classId,
      name,
      childId,
      camp_start,
      camp_end,
      days,
      isPaid: false,
    })),
  ];
}

function PlanSkeleton() {
  return (
    <div className="card bg-base-100 shadow-card p-5 sm:p-8" role="status" aria-label="Loading">
      <div className="skeleton h-8 w-48" />
      <div className="mt-6 grid gap-3 lg:grid-cols-2">
        {[0, 1, 2, 3].map((week) => (
          <div key={week} className="skeleton h-20" />
        ))}
      </div>
    </div>
  );
}
