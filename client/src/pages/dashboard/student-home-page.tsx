import type { User } from '@speakifyr/contract/identity.ts';
import { useQuery } from '@tanstack/react-query';
import { CalendarRange } from 'lucide-react';
import { Link } from 'react-router-dom';
import { YourData } from '../../features/account/your-data.tsx';
import { ReadyForCamp } from '../../features/families/children/ready-for-camp.tsx';
import { ClassPlan } from '../../features/enrollment/seats/class-plan.tsx';
import { NextClass, NextClassSkeleton } from '../../features/enrollment/seats/next-class.tsx';
import { groupByClass, sortByDay } from '../../features/enrollment/seats/seats-of-class.ts';
import { StudentHome } from '../../features/overview/student-home.tsx';
import { listHeld } from '../../lib/cart-seats.ts';
import { paths } from '../../lib/paths.ts';
import { read } from '../../lib/read.ts';
import { useSession } from '../../session/auth.tsx';
import { type Family, useFamily } from '../../features/enrollment/seats/use-family.ts';

// Rules: R250.
export function StudentHomePage() {
  const { user } = useSession();
  return user && <StudentHomeOf user={user} />;
}

function StudentHomeOf({ user }: { user: User }) {
  const cart = useQuery(read('GET /myclass', { query: { email: user.email } }));
  const stats = useQuery(read('GET /userStats', { query: { email: user.email } }));
  const family = useFamily(user.email);
  // All at once, so that nothing moves.
  const isReady = family && [cart, stats].every((one) => !one.isPending || one.failureCount > 0);
  if (!isReady) return <NextClassSkeleton />;
  return (
    <>
      <StudentHome
        user={user}
        held={cart.isPending ? undefined : listHeld(cart.data ?? []).length}
        {...describe(family)}
      />
      <YourData user={user} />
    </>
  );
}

function describe({ children, invitations, toCome, past }: Family) {
  const [next, ...later] = sortByDay(groupByClass(toCome));
  return {
    family: { hasClass: next !== undefined, invitations },
    next: next && <NextClass seats={next} />,
    rest: (
      <>
        <ReadyForCamp listed={children} seats={toCome} />
        {children.length > 0 && (
          <Link to={paths.plan} className="btn btn-outline btn-primary mb-6 h-auto min-h-12 py-2">
            <CalendarRange className="size-5" aria-hidden="true" />
            Plan the summer, week by week
          </Link>
        )}
        <ClassPlan later={later} past={sortByDay(groupByClass(past)).toReversed()} />
      </>
    ),
  };
}
