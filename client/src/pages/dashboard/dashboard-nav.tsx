import type { User } from '@speakifyr/contract/identity.ts';
import { LABELS } from '@speakifyr/contract/labels.ts';
import type { Role } from '@speakifyr/contract/limits.ts';
import { ArrowLeftRight, CircleHelp, House, LogOut, Mail, Search } from 'lucide-react';
import { Link, NavLink, useLocation } from 'react-router-dom';
import { useSession } from '../../session/auth.tsx';
import { mayOpen } from '../../session/rights.ts';
import { findDoor } from '../../lib/admin-pages.ts';
import { linkToDashboard, paths } from '../../lib/paths.ts';
import { DASHBOARDS, DOOR_ICONS, listDoors } from './dashboards.ts';

const ITEM =
  'flex min-h-11 w-full items-center gap-3 rounded-field px-3 py-2 font-medium [overflow-wrap:anywhere] hover:bg-base-300 motion-safe:transition-colors';
const CURRENT = `${ITEM} bg-primary text-primary-content hover:bg-primary`;

/** Pages of the website that people look for from their dashboard. */
const PUBLIC_LINKS = [
  { to: paths.home, label: 'Home page', icon: House },
  { to: paths.classes, label: 'All classes', icon: Search },
  { to: paths.questions, label: 'Questions', icon: CircleHelp },
  { to: paths.contact, label: 'Contact', icon: Mail },
];

/** Where staff with a family go from here: to their family, or back to their work. */
function findOtherArea({ role, hasFamily }: User, area: Role) {
  if (role === 'student' || !hasFamily) return undefined;
  if (area !== 'student') return { to: paths.student, label: 'My Family' };
  return { to: linkToDashboard(role), label: DASHBOARDS[role].title };
}

type Props = {
  user: User;
  /** Whose pages these are. Staff with a family also have a parent's. */
  area: Role;
  /** Called when a link is pressed. */
  onFollow?: () => void;
};

/** The role's own links, those to the public website, and Log Out, which stays in sight. R294 R612 */
export function DashboardNav({ user, area, onFollow }: Props) {
  const { logOut } = useSession();
  const links = DASHBOARDS[area].links.filter(
    ({ to }) => area !== 'admin' || mayOpen(to, user.bundle),
  );
  const other = findOtherArea(user, area);
  return (
    <nav aria-label="Dashboard" className="flex min-h-0 flex-1 flex-col">
      {/* As wide as the outline of what has the focus. */}
      <div className="-mx-1 min-h-0 flex-1 overflow-y-auto p-1">
        <ul className="space-y-0.5">
          {links.map(({ to, label, icon: Icon, isExact, badge: Badge }) => (
            <li key={to}>
              <NavLink
                to={to}
                end={isExact}
                onClick={onFollow}
                className={({ isActive }) => (isActive ? CURRENT : ITEM)}
              >
                <Icon className="size-5 shrink-0" aria-hidden="true" />
                <span className="flex-1">{label}</span>
                {Badge && <Badge email={user.email} />}
              </NavLink>
            </li>
          ))}
          {area === 'admin' &&
            listDoors(user.bundle).map(({ door, tabs }) => (
              <li key={door}>
                <DoorLink {...{ user, door, tabs, onFollow }} />
              </li>
            ))}
        </ul>
        <ul className="border-base-300 mt-3 space-y-0.5 border-t pt-3">
          {other && (
            <li>
              <Link to={other.to} onClick={onFollow} className={ITEM}>
                <ArrowLeftRight className="size-5 shrink-0" aria-hidden="true" />
                <span>{other.label}</span>
              </Link>
            </li>
          )}
          {PUBLIC_LINKS.map(({ to, label, icon: Icon }) => (
            <li key={to}>
              <Link to={to} onClick={onFollow} className={ITEM}>
                <Icon className="size-5 shrink-0" aria-hidden="true" />
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </div>
      <div className="border-base-300 border-t pt-2">
        <button type="button" className={ITEM} onClick={() => void logOut()}>
          <LogOut className="size-5 shrink-0" aria-hidden="true" />
          {LABELS.logOut}
        </button>
      </div>
    </nav>
  );
}

type DoorProps = Pick<Props, 'user' | 'onFollow'> & ReturnType<typeof listDoors>[number];

function DoorLink({ user, door, tabs, onFollow }: DoorProps) {
  const { pathname } = useLocation();
  const isCurrent = findDoor(pathname) === door;
  const Icon = DOOR_ICONS[door];
  return (
    <Link
      to={tabs[0]?.page.to ?? paths.admin}
      onClick={onFollow}
      aria-current={isCurrent || undefined}
      className={isCurrent ? CURRENT : ITEM}
    >
      <Icon className="size-5 shrink-0" aria-hidden="true" />
      <span className="flex-1">{door}</span>
      {tabs.map(({ page, badge: Badge }) => Badge && <Badge key={page.to} email={user.email} />)}
    </Link>
  );
}
