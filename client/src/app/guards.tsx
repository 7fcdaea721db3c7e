import type { Role } from '@speakifyr/contract/limits.ts';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { useSession } from '../session/auth.tsx';
import { linkToDashboard, paths } from '../lib/paths.ts';
import { ErrorState } from '../ui/error-state.tsx';
import { Spinner } from '../ui/spinner.tsx';

/** Lets the signed-in through; others log in first and come back here. */
export function RequireUser() {
  const { status, problem, retry } = useSession();
  const location = useLocation();
  if (status === 'loading') return <Spinner />;
  if (problem)
    return (
      <div className="page py-16">
        <ErrorState
          title="We could not see who you are"
          text={problem.message}
          onRetry={() => void retry()}
        />
      </div>
    );
  if (status === 'signed-out')
    return <Navigate to={paths.login} state={{ from: location }} replace />;
  return <Outlet />;
}

/** Lets one role through; others are led home. Stands inside of RequireUser. */
export function RequireRole({ role }: { role: Role }) {
  const { user } = useSession();
  const location = useLocation();
  if (user?.role !== role) return <Navigate to={paths.home} state={{ from: location }} replace />;
  return <Outlet />;
}

/** /dashboard itself: the home of the person's role. */
export function DashboardIndex() {
  const { user } = useSession();
  if (!user) return null;
  return <Navigate to={linkToDashboard(user.role)} replace />;
}
