import type { Role } from '@speakifyr/contract/limits.ts';
import {
  Baby,
  BookmarkCheck,
  BookOpen,
  Calculator,
  HandCoins,
  HandHeart,
  CalendarRange,
  HeartPulse,
  History,
  Hourglass,
  LayoutDashboard,
  ListChecks,
  Mail,
  MailOpen,
  type LucideIcon,
  ReceiptText,
  Send,
  Settings2,
  Siren,
  Ticket,
  Undo2,
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
import { paths } from '../../lib/paths.ts';

type DashboardLink = {
  to: string;
  label: string;
  icon: LucideIcon;
  /** Marked as the current page only on this page, not on those below it. */
  isExact?: true;
  /** Shown beside the label, such as a number. */
  badge?: ComponentType<{ email: string }>;
};

/** Each role's page title and the links of its sidebar: first those of spec section 2, then ours. */
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
      { to: paths.ownMessages, label: 'Messages', icon: MailOpen },
    ],
  },
  admin: {
    title: 'Admin dashboard',
    links: [
      { to: paths.admin, label: 'Home', icon: LayoutDashboard },
      { to: paths.users, label: 'Users', icon: UsersRound },
      { to: paths.manage, label: 'Manage', icon: Settings2 },
      { to: paths.everyone, label: 'Everyone, Now', icon: Siren },
      { to: paths.classList, label: 'Classes', icon: BookOpen },
      { to: paths.families, label: 'Families', icon: Baby },
      { to: paths.payments, label: 'Payments', icon: Wallet },
      { to: paths.owedSeats, label: 'Owed', icon: HandCoins },
      { to: paths.papers, label: 'Receipts', icon: ReceiptText },
      { to: paths.accounting, label: 'Accounting', icon: Calculator },
      { to: paths.openRefunds, label: 'Refunds', icon: Undo2, badge: RefundsBadge },
      { to: paths.aidRequests, label: 'Financial Aid', icon: HandHeart, badge: AidBadge },
      { to: paths.messages, label: 'Contact Inbox', icon: Mail, badge: InboxBadge },
      { to: paths.outbox, label: 'Outbox', icon: Send, badge: OutboxBadge },
      { to: paths.auditLog, label: 'Audit Log', icon: History },
      { to: paths.ownMessages, label: 'My Messages', icon: MailOpen },
    ],
  },
};
