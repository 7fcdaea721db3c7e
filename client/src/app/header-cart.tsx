import { Suspense } from 'react';
import { useSession } from '../session/auth.tsx';
import { lazyOrNothing } from '../ui/lazy-or-nothing.ts';
import { isParent } from '../session/is-parent.ts';

// Only signed-in students need it.
const StudentCart = lazyOrNothing(
  async () => (await import('../features/enrollment/cart/student-cart.tsx')).StudentCart,
);

/** The student's cart in the navigation bar. Nobody else has one. */
export function HeaderCart() {
  const { user } = useSession();
  if (!user || !isParent(user)) return null;
  return (
    <Suspense fallback={<span className="size-11" />}>
      <StudentCart email={user.email} />
    </Suspense>
  );
}
