import type { CartItem } from '@speakifyr/contract/cart.ts';
import type { EnrolledClass } from '@speakifyr/contract/payments.ts';
import type { User } from '@speakifyr/contract/identity.ts';
import { useQuery } from '@tanstack/react-query';
import { useChildren } from '../../features/families/children/children.queries.ts';
import { linkToClasses, NO_FILTER } from '../../features/classes/class-filter.ts';
import { myEnrolledClassOptions } from '../../features/enrollment/seats/enrollment.queries.ts';
import { type OwnClass, planWeeks } from '../../features/enrollment/plan/plan-weeks.ts';
import { SummerPlan } from '../../features/enrollment/plan/summer-plan.tsx';
import { readApiError } from '../../lib/api.ts';
import { readToday } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { read } from '../../lib/read.ts';
import { sayFirstName } from '../../lib/say-first-name.ts';
import { useSession } from '../../session/auth.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';

/** The summer of each child of the family, week by week. R283 */
export function SummerPlanPage() {
  const { user } = useSession();
  return (
    <>
      <PageHeading lead="What is booked, what fits the weeks that are still open, and what overlaps.">
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
  const people = [
    ...(hasOwn ? [{ childId: null, name: 'You', birthDate: undefined }] : []),
    ...children.map(({ _id, name, birthDate }) => ({
      childId: _id,
      name: sayFirstName(name, names),
      birthDate,
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
  const today = readToday();
  return people.map((person) => {
    const weeks = planWeeks(person, own, offered.data, today);
    return (
      <SummerPlan
        key={person.childId}
        name={person.name}
        // Nobody knows what fits the account itself, so its gaps say nothing.
        weeks={person.childId ? weeks : weeks.filter(({ booked }) => booked.length > 0)}
        linkToWeek={(week) =>
          paths.classes +
          linkToClasses({
            ...NO_FILTER,
            isFree: true,
            week,
            born: person.birthDate ? [person.birthDate.slice(0, 7)] : [],
          })
        }
      />
    );
  });
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
