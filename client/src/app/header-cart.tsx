import { type ComponentType, lazy, Suspense } from 'react';
import { useSession } from '../session/auth.tsx';

// Only signed-in students need it. A header without a cart is better than no page if it does not load.
const StudentCart = lazy((): Promise<{ default: ComponentType<{ email: string }> }> =>
  import('../features/cart/student-cart.tsx').then(
    ({ StudentCart }) => ({ default: StudentCart }),
    () => ({ default: () => null }),
  ),
);

/** The student's cart in the navigation bar. Nobody else has one. */
export function HeaderCart() {
  const { user } = useSession();
  if (user?.role !== 'student') return null;
  return (
    <Suspense fallback={<span className="size-11" />}>
      <StudentCart email={user.email} />
    </Suspense>
  );
}
