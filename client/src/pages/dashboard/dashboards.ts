import type { AdminBundle, Role } from '@speakifyr/contract/limits.ts';
import {
  Baby,
  BookmarkCheck,
  BookOpen,
  CalendarRange,
  ClipboardList,
  HeartPulse,
  Hourglass,
  LayoutDashboard,
  ListChecks,
  Mail,
  MailOpen,
  type LucideIcon,
  NotebookPen,
  Settings2,
  Siren,
  Ticket,
  UserCog,
  UserRound,
  Users,
  UsersRound,
  Wallet,
} from 'lucide-react';
import type { ComponentType } from 'react';
import { CartBadge } from '../../features/enrollment/cart/cart-badge.tsx';
import { AidBadge } from '../../features/prices/aid/aid-badge.tsx';
import { InboxBadge } from '../../features/messages/contact/inbox-badge.tsx';
import { OutboxBadge } from '../../features/messages/outbox/outbox-badge.tsx';
import { RefundsBadge } from '../../features/ledger/refunds/refunds-badge.tsx';
import { ADMIN_PAGES, type Door, DOORS } from '../../lib/admin-pages.ts';
import { paths } from '../../lib/paths.ts';
import { mayOpen } from '../../session/rights.ts';

type Badge = ComponentType<{ email: string }>;

type DashboardLink = {
  to: string;
  label: string;
  icon: LucideIcon;
  /** Marked as the current page only on this page, not on those below it. */
  isExact?: true;
  /** Shown beside the label, such as a number. */
  badge?: Badge;
};

/** Each role's page title and the links of its sidebar: first those of spec section 2, then ours. An admin's are doors. */
export const DASHBOARDS: Record<Role, { title: string; links: DashboardLink[] }> = {
  student: {
    title: 'User dashboard',
    links: [
      { to: paths.student, label: 'User Home', icon: UserRound },
      { to: paths.myClasses, label: 'Selected Course', icon: BookmarkCheck, badge: CartBadge },
      { to: paths.enroll, label: 'Enrolled Course', icon: Ticket },
      { to: paths.plan, label: 'Summer Plan', icon: CalendarRange },
      { to: paths.waiting, label: 'My Waiting List', icon: Hourglass },
      { to: paths.children, label: 'My Children', icon: Users },
      { to: paths.forms, label: 'Forms', icon: ClipboardList },
      { to: paths.ownMessages, label: 'Messages', icon: MailOpen },
    ],
  },
  instructor: {
    title: 'Instructor dashboard',
    links: [
      { to: paths.instructor, label: 'Home', icon: UserRound },
      { to: paths.manageCourse, label: 'Manage', icon: UsersRound, isExact: true },
      { to: paths.courseDay, label: 'Day List', icon: ListChecks },
      { to: paths.everyone, label: 'Everyone, Now', icon: Siren },
      { to: paths.courseCare, label: 'Care Sheet', icon: HeartPulse },
      { to: paths.forms, label: 'Forms', icon: ClipboardList },
      { to: paths.ownMessages, label: 'Messages', icon: MailOpen },
    ],
  },
  admin: {
    title: 'Admin dashboard',
    links: [
      { to: paths.admin, label: 'Home', icon: LayoutDashboard },
      { to: paths.users, label: 'Users', icon: UsersRound },
      { to: paths.manage, label: 'Manage', icon: NotebookPen },
    ],
  },
};

export const DOOR_ICONS: Record<Door, LucideIcon> = {
  Today: Siren,
  Families: Baby,
  Classes: BookOpen,
  Money: Wallet,
  Messages: Mail,
  Team: UserCog,
  Settings: Settings2,
};

/** What is shown beside the tab of one of the admins' pages, and beside its door. */
const BADGES: Record<string, Badge> = {
  [paths.openRefunds]: RefundsBadge,
  [paths.aidRequests]: AidBadge,
  [paths.messages]: InboxBadge,
  [paths.outbox]: OutboxBadge,
};

/** The doors that an admin may open, with their tabs. A door leads to its first tab. R612 */
export function listDoors(bundle?: AdminBundle) {
  return DOORS.map((door) => ({
    door,
    tabs: ADMIN_PAGES.filter((one) => one.door === door && mayOpen(one.to, bundle)).map((page) => ({
      page,
      badge: BADGES[page.to],
    })),
  })).filter(({ tabs }) => tabs.length > 0);
}
