import type { ErrorBody } from '@speakifyr/contract/errors.ts';
import type { Role } from '@speakifyr/contract/limits.ts';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { useSession } from '../session/auth.tsx';
import { useRole } from '../session/use-role.ts';
import { linkToDashboard, paths } from '../lib/paths.ts';
import { ErrorState } from '../ui/error-state.tsx';
import { Spinner } from '../ui/spinner.tsx';

/** Lets people through who are signed in. Others log in first and come back here. */
export function RequireUser() {
  const { status, problem, retry } = useSession();
  const location = useLocation();
  if (status === 'loading') return <Spinner />;
  if (problem) return <Unknown problem={problem} onRetry={() => void retry()} />;
  if (status === 'signed-out')
    return <Navigate to={paths.login} state={{ from: location }} replace />;
  return <RequireKnownRole />;
}

/** Shows the dashboard only once the role is known, so that nobody sees the wrong navbar or is sent away too early. */
function RequireKnownRole() {
  const state = useRole();
  if (state.status === 'failed') return <Unknown problem={state.problem} onRetry={state.retry} />;
  return state.status === 'known' ? <Outlet /> : <Spinner />;
}

function Unknown({ problem, onRetry }: { problem: ErrorBody; onRetry: () => void }) {
  return (
    <div className="page py-16">
      <ErrorState title="We could not load your account" text={problem.message} onRetry={onRetry} />
    </div>
  );
}

/** Lets one role through and sends others to the home page. Use it inside RequireUser. */
export function RequireRole({ role: required }: { role: Role }) {
  const { role } = useRole();
  const location = useLocation();
  if (!role) return null;
  if (role !== required) return <Navigate to={paths.home} state={{ from: location }} replace />;
  return <Outlet />;
}

/** Sends /dashboard itself to the home page of the person's role. */
export function DashboardIndex() {
  const { role } = useRole();
  return role ? <Navigate to={linkToDashboard(role)} replace /> : null;
}
