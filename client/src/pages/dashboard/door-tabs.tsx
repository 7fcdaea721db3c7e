import { Link, useLocation } from 'react-router-dom';
import { findDoor, isBelow } from '../../lib/admin-pages.ts';
import { useSession } from '../../session/auth.tsx';
import { listDoors } from './dashboards.ts';

/** The pages beside this one, behind the same door of the admins' menu. R612 */
export function DoorTabs() {
  const { user } = useSession();
  const { pathname } = useLocation();
  const current = findDoor(pathname);
  const tabs = listDoors(user?.bundle).find(({ door }) => door === current)?.tabs ?? [];
  if (!user || tabs.length < 2) return null;
  return (
    <nav
      aria-label={current}
      className="frame mx-auto w-full max-w-6xl px-4 pt-3 sm:px-8 print:hidden"
    >
      <ul className="border-base-300 flex flex-wrap gap-x-5 border-b">
        {tabs.map(({ page, badge: Badge }) => (
          <li key={page.to}>
            <Link
              to={page.to}
              aria-current={isBelow(page, pathname) ? 'page' : undefined}
              className="hover:border-base-content/40 aria-[current=page]:border-primary flex min-h-11 items-center gap-2 border-b-3 border-transparent font-medium aria-[current=page]:font-bold"
            >
              <span>{page.label}</span>
              {Badge && <Badge email={user.email} />}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
