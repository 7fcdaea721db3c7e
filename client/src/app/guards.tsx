import { useEffect } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { useSession } from '../session/auth.tsx';
import { useRole } from '../session/use-role.ts';
import { paths } from '../lib/paths.ts';
import { page } from './page.ts';

const AccountPage = page(() => import('../pages/account-page.tsx'));

/**
 * Lets people through who are signed in. Others log in first and come back here.
 * @param props.preload starts to load the pages behind it, at the same time as the calls that find out who is there
 */
export function RequireUser({ preload }: { preload?: () => Promise<unknown> }) {
  const { status, problem, retry, hasLeft } = useSession();
  const location = useLocation();
  const isVisitor = status === 'signed-out';
  // If it fails, the page shows that when it needs the code.
  useEffect(() => {
    if (!isVisitor) preload?.().catch(() => undefined);
  }, [isVisitor, preload]);
  if (status === 'loading') return <AccountPage />;
  if (problem) return <AccountPage problem={problem} onRetry={() => void retry()} />;
  // Who has deleted the account is not asked to log in: on a slow phone, Home is not shown yet.
  if (hasLeft) return <Navigate to={paths.home} replace />;
  if (isVisitor) return <Navigate to={paths.login} state={{ from: location }} replace />;
  return <RequireKnownRole />;
}

/** Shows the dashboard only once the role is known, so that nobody sees the wrong navbar or is sent away too early. */
function RequireKnownRole() {
  const state = useRole();
  if (state.status === 'failed')
    return <AccountPage problem={state.problem} onRetry={state.retry} />;
  return state.status === 'known' ? <Outlet /> : <AccountPage />;
}
