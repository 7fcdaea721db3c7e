import { DASHBOARD_HEADS } from './dashboard-heads.ts';
import { paths } from './paths.ts';

export type AdminPage = {
  to: string;
  /** What menus and the search call it. */
  label: string;
  /** What it is for. */
  note: string;
  /** Other words that people type to find it. */
  words: string;
};

/** Each of the admins' pages that is not about one thing, in the order of their work. The search finds them. R611 */
export const ADMIN_PAGES: AdminPage[] = [
  page('admin', 'Home', 'dashboard start today tasks to do figures statistics earnings chart'),
  page('everyone', 'Everyone, Now', 'emergency fire evacuation roll call day lists today present'),
  page('calls', 'Calls to Make', 'phone telephone no email bounced unreachable'),
  page('families', 'Families', 'parents guardians children kids customers new family'),
  page('aidRequests', 'Financial Aid', 'scholarship grant help reduced price'),
  page('classList', 'Classes', 'courses camps roster students enrolled seats waiting list'),
  page(
    'updateCourse',
    'Update Course',
    'edit class change delete copy cancel archive season dates',
  ),
  page('addCourse', 'Add a Course', 'new class create camp'),
  page('courseCalendar', 'Course Calendar', 'schedule timetable rooms clashes month'),
  page('payments', 'Payments', 'money paid card cash sales disputes chargebacks'),
  page('bankTransfers', 'Bank Transfers', 'import statement wire money CSV'),
  page('owedSeats', 'Owed', 'unpaid debt due outstanding balance reminders invoices money'),
  page('papers', 'Receipts', 'invoices credit notes papers numbers money'),
  page('accounting', 'Accounting', 'bookkeeping fees export months close report revenue money'),
  page('openRefunds', 'Refunds', 'failed pay back money back'),
  page('messages', 'Contact Inbox', 'contact form questions mail replies answers messages'),
  page('outbox', 'Outbox', 'sent emails failed mail queue messages'),
  page(
    'familyMessage',
    'Write to families',
    'email newsletter announcement bulk mail message everybody',
  ),
  page('ownMessages', 'My Messages', 'my emails notifications turn off'),
  page('users', 'Users', 'accounts roles rights admins director office accountant team'),
  page('addInstructor', 'Add Instructor', 'new teacher coach promote staff team hire'),
  page(
    'updateInstructor',
    'Update Instructor',
    'teachers coaches staff team remove assign unassign',
  ),
  page('manage', 'Manage', 'tasks manage all settings'),
  page('school', 'School', 'settings configuration set up'),
  page('changeRefundPolicy', 'Refund Policy', 'cancellation terms rules periods percent settings'),
  page('discounts', 'Discounts', 'coupon code voucher early bird sibling promotion settings'),
  page('extras', 'Extras', 'add-ons options lunch care T-shirts merchandise settings'),
  page('programs', 'For Programs', 'API keys webhooks integration developer settings'),
  page('auditLog', 'Audit Log', 'history changes journal who did what activity settings'),
  page('profile', 'Update Profile', 'my account name photo picture phone password'),
];

function page(name: keyof typeof DASHBOARD_HEADS, label: string, words: string): AdminPage {
  return { to: paths[name], label, note: DASHBOARD_HEADS[name].description, words };
}
