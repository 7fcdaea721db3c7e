import type { Role } from '@speakifyr/contract/limits.ts';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { linkToDashboard, paths } from '../lib/paths.ts';
import { useSession } from '../session/auth.tsx';
import { LACKS_RIGHT, mayOpen } from '../session/rights.ts';
import { useRole } from '../session/use-role.ts';

/**
 * Lets one role through and sends others to the home page, which says why. Staff with a family get a parent's pages.
 * An admin without the right to a page goes to their first one, which says so. A person whose role has changed since the
 * page was opened goes to their new dashboard: the links they see still lead to the old one. Use it inside RequireUser.
 * R294
 */
export function RequireRole({ role: required }: { role: Role }) {
  const { role } = useRole();
  const { user } = useSession();
  const location = useLocation();
  if (!role) return null;
  if (required === 'student' && user?.hasFamily) return <Outlet />;
  if (role === required) {
    if (role !== 'admin' || mayOpen(location.pathname, user?.bundle)) return <Outlet />;
    const first = user?.bundle === 'accountant' ? paths.accounting : paths.admin;
    // An accountant's links to their dashboard lead there, too.
    const isAskedFor = location.pathname !== paths.admin;
    return <Navigate to={first} state={isAskedFor ? LACKS_RIGHT : null} replace />;
  }
  if (user?.role !== role)
    return <Navigate to={linkToDashboard(role)} state={{ from: location }} replace />;
  return <Navigate to={paths.home} state={{ from: location, refused: required }} replace />;
}

/** Sends /dashboard itself to the home page of the person's role. */
export function DashboardIndex() {
  const { role } = useRole();
  return role ? <Navigate to={linkToDashboard(role)} replace /> : null;
}
