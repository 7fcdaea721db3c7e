import type { Role } from '@speakifyr/contract/limits.ts';
import {
  BookmarkCheck,
  LayoutDashboard,
  type LucideIcon,
  Settings2,
  Ticket,
  UserRound,
  UsersRound,
} from 'lucide-react';
import type { ComponentType } from 'react';
import { CartBadge } from '../../features/cart/cart-badge.tsx';
import { paths } from '../../lib/paths.ts';

type DashboardLink = {
  to: string;
  label: string;
  icon: LucideIcon;
  /** A number beside the label. */
  badge?: ComponentType<{ email: string }>;
};

/** Each role's page title and navbar, spec section 2. */
export const DASHBOARDS: Record<Role, { title: string; links: DashboardLink[] }> = {
  student: {
    title: 'User dashboard',
    links: [
      { to: paths.student, label: 'User Home', icon: UserRound },
      { to: paths.myClasses, label: 'Selected Course', icon: BookmarkCheck, badge: CartBadge },
      { to: paths.enroll, label: 'Enrolled Course', icon: Ticket },
    ],
  },
  instructor: {
    title: 'Instructor dashboard',
    links: [
      { to: paths.instructor, label: 'Home', icon: UserRound },
      { to: paths.manageCourse, label: 'Manage', icon: UsersRound },
    ],
  },
  admin: {
    title: 'Admin dashboard',
    links: [
      { to: paths.admin, label: 'Home', icon: LayoutDashboard },
      { to: paths.users, label: 'Users', icon: UsersRound },
      { to: paths.manage, label: 'Manage', icon: Settings2 },
    ],
  },
};
