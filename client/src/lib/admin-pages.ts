import { DASHBOARD_HEADS } from './dashboard-heads.ts';
import { paths } from './paths.ts';

/** Where the admins' pages are. Each is a link of the menu, and its pages are its tabs. R612 */
export const DOORS = [
  'Today',
  'Families',
  'Classes',
  'Money',
  'Messages',
  'Team',
  'Settings',
] as const;
export type Door = (typeof DOORS)[number];

export type AdminPage = {
  to: string;
  /** Another address whose pages are below it. */
  also?: string;
  /** What menus and the search call it. */
  label: string;
  /** Missing for what the spec has in the menu itself. */
  door?: Door;
  /** What it is for. */
  note: string;
  /** Other words that people type to find it. */
  words: string;
};

/** Each of the admins' pages that is not about one thing, in the order of their work. The search finds them. R611 */
export const ADMIN_PAGES: AdminPage[] = [
  page('admin', 'Home', undefined, {
    words:
      'dashboard start today tasks figures statistics earnings chart first steps setup checklist',
  }),
  page('users', 'Users', undefined, {
    words:
      'accounts roles rights permissions make add admins director office accountant team remove delete account',
  }),
  page('manage', 'Manage', undefined, { words: 'tasks manage all instructors courses' }),
  page('everyone', 'Everyone, Now', 'Today', {
    words: 'emergency fire evacuation roll call day lists today present attendance',
  }),
  page('calls', 'Calls to Make', 'Today', {
    words: 'phone telephone no email bounced unreachable',
  }),
  page('families', 'Families', 'Families', {
    words:
      'parents guardians children kids customers new add family remove merge notes health allergies medicine pick-up pickup',
  }),
  page('imports', 'Import', 'Families', {
    words: 'CSV file upload other system migrate move children classes invite undo',
  }),
  page('formList', 'Forms', 'Families', {
    words:
      'questions waivers consents photo pictures permission medical swimming signatures releases documents questionnaire',
  }),
  page('aidRequests', 'Financial Aid', 'Families', {
    words: 'scholarship grant help reduced price',
  }),
  page('updateCourse', 'Classes', 'Classes', {
    words:
      'courses camps roster students enrolled seats waiting list update edit change delete copy cancel archive new season dates attendance care sheet medicine allergies',
    also: paths.classList,
  }),
  page('addCourse', 'Add a Course', 'Classes', { words: 'new class create camp' }),
  page('courseCalendar', 'Course Calendar', 'Classes', {
    words: 'schedule timetable rooms clashes month',
  }),
  page('payments', 'Payments', 'Money', {
    words: 'money paid card cash checks Stripe sales disputes chargebacks',
  }),
  page('bankTransfers', 'Bank Transfers', 'Money', { words: 'import statement wire money CSV' }),
  page('owedSeats', 'Owed', 'Money', {
    words: 'unpaid overdue late debt due outstanding balance reminders invoices money',
  }),
  page('papers', 'Receipts', 'Money', { words: 'invoices credit notes papers numbers money' }),
  page('accounting', 'Accounting', 'Money', {
    words: 'bookkeeping fees export months close report revenue money',
  }),
  page('openRefunds', 'Refunds', 'Money', { words: 'failed pay back money back' }),
  page('messages', 'Contact Inbox', 'Messages', {
    words: 'contact form questions mail replies answers messages',
  }),
  page('outbox', 'Outbox', 'Messages', { words: 'sent emails failed mail queue messages' }),
  page('familyMessage', 'Write to families', 'Messages', {
    words: 'email newsletter announcement bulk mail message everybody',
  }),
  page('ownMessages', 'My Messages', 'Messages', { words: 'my emails notifications turn off' }),
  page('updateInstructor', 'Update Instructor', 'Team', {
    words: 'teachers coaches staff team remove assign unassign invite certificates',
  }),
  page('addInstructor', 'Add Instructor', 'Team', {
    words: 'new teacher coach promote staff team hire invite',
  }),
  page('school', 'School', 'Settings', { words: 'settings configuration set up' }),
  page('changeRefundPolicy', 'Refund Policy', 'Settings', {
    words: 'cancellation cancelation terms rules periods percent fees money back settings',
  }),
  page('discounts', 'Discounts', 'Settings', {
    words: 'coupon code voucher early bird sibling promotion settings',
  }),
  page('extras', 'Extras', 'Settings', {
    words: 'add-ons options lunch care T-shirts merchandise settings',
  }),
  page('programs', 'For Programs', 'Settings', {
    words: 'API keys webhooks integration developer settings',
  }),
  page('auditLog', 'Audit Log', 'Settings', {
    words: 'history changes journal who did what activity settings',
  }),
  page('profile', 'Update Profile', undefined, {
    words: 'my account name photo picture phone password delete account',
  }),
];

/** The door to the page at an address, or to the page above it. */
export function findDoor(pathname: string): Door | undefined {
  return ADMIN_PAGES.find((one) => isBelow(one, pathname))?.door;
}

/** Whether an address is a page's, or of a page below it. */
export function isBelow({ to, also }: Pick<AdminPage, 'to' | 'also'>, pathname: string): boolean {
  return [to, also].some(
    (above) => above && (pathname === above || pathname.startsWith(`${above}/`)),
  );
}

function page(
  name: keyof typeof DASHBOARD_HEADS,
  label: string,
  door: Door | undefined,
  more: Pick<AdminPage, 'words' | 'also'>,
): AdminPage {
  return { to: paths[name], label, door, note: DASHBOARD_HEADS[name].description, ...more };
}
