import type { Role } from '@speakifyr/contract/limits.ts';
import { Route, Routes } from 'react-router-dom';
import { DASHBOARD_HEADS } from '../lib/dashboard-heads.ts';
import { paths } from '../lib/paths.ts';
import { type Back, BackLink } from '../pages/dashboard/back-link.tsx';
import { NotFoundPage } from '../pages/not-found-page.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { type LoadPage, page } from './page.ts';
import { DashboardIndex, RequireRole } from './role-guards.tsx';

const DashboardLayout = page(() => import('../pages/dashboard/dashboard-layout.tsx'));

/** The name of an address and of its head, the file of its page, and the page above it. */
type DashboardPage = [name: keyof typeof DASHBOARD_HEADS, load: LoadPage, back?: Back];

/** The page of each address, loaded when it is opened. */
const toRoutes = (pages: DashboardPage[]) =>
  pages.map(([name, load, back]) => {
    const Page = page(load);
    return (
      <Route
        key={name}
        // Relative to /dashboard, where these routes are nested.
        path={paths[name].slice(paths.dashboard.length + 1)}
        element={
          <>
            <PageHead {...DASHBOARD_HEADS[name]} />
            {back && <BackLink {...back} />}
            <Page />
          </>
        }
      />
    );
  });

// The pages that are above others.
const TO_ENROLLED = { to: paths.enroll, label: 'Enrolled Course' };
const TO_CHILDREN = { to: paths.children, label: 'My Children' };
const TO_CLASSES = { to: paths.updateCourse, label: 'Classes' };
const TO_FAMILIES = { to: paths.families, label: 'Families' };
const TO_FORMS = { to: paths.formList, label: 'Forms' };
const TO_INBOX = { to: paths.messages, label: 'Contact Inbox' };
const TO_OUTBOX = { to: paths.outbox, label: 'Outbox' };

const FOR_EVERYBODY = toRoutes([
  ['ownMessages', () => import('../pages/dashboard/own-messages-page.tsx')],
  ['everyone', () => import('../pages/dashboard/everyone-page.tsx')],
  ['profile', () => import('../pages/dashboard/profile-page.tsx')],
  ['forms', () => import('../features/forms/own/own-forms.tsx')],
  ['receipt', () => import('../pages/dashboard/receipt-page.tsx')],
  ['creditNote', () => import('../pages/dashboard/credit-note-page.tsx')],
  ['childRecords', () => import('../pages/dashboard/child-records-page.tsx')],
  ['statement', () => import('../pages/dashboard/statement-page.tsx')],
]);

const FOR_ROLE: Record<Role, ReturnType<typeof toRoutes>> = {
  student: toRoutes([
    ['student', () => import('../pages/dashboard/student-home-page.tsx')],
    ['myClasses', () => import('../pages/dashboard/cart-page.tsx')],
    ['plan', () => import('../pages/dashboard/summer-plan-page.tsx')],
    ['waiting', () => import('../pages/dashboard/waiting-page.tsx')],
    ['payment', () => import('../pages/dashboard/payment-page.tsx')],
    ['enroll', () => import('../pages/dashboard/enrolled-seats-page.tsx')],
    ['installments', () => import('../pages/dashboard/installments-page.tsx'), TO_ENROLLED],
    ['statements', () => import('../features/ledger/statements/statement-list.tsx'), TO_ENROLLED],
    ['children', () => import('../pages/dashboard/children-page.tsx')],
    ['child', () => import('../pages/dashboard/child-page.tsx'), TO_CHILDREN],
    ['aid', () => import('../pages/dashboard/aid-page.tsx')],
    ['claim', () => import('../pages/dashboard/claim-page.tsx'), TO_CHILDREN],
  ]),
  instructor: toRoutes([
    ['instructor', () => import('../pages/dashboard/instructor-home-page.tsx')],
    ['manageCourse', () => import('../pages/dashboard/instructor-manage-page.tsx')],
    ['courseMessage', () => import('../pages/dashboard/instructor-message-page.tsx')],
    ['courseCare', () => import('../pages/dashboard/instructor-care-page.tsx')],
    ['courseDay', () => import('../pages/dashboard/class-day-page.tsx')],
    ['courseSheet', () => import('../pages/dashboard/attendance-sheet-page.tsx')],
    ['ownPage', () => import('../pages/dashboard/instructor-own-page.tsx')],
  ]),
  admin: toRoutes([
    ['admin', () => import('../pages/dashboard/admin-home-page.tsx')],
    ['users', () => import('../pages/dashboard/admin-users-page.tsx')],
    ['manage', () => import('../pages/dashboard/admin-manage-page.tsx')],
    ['addInstructor', () => import('../features/instructors/add-instructor.tsx')],
    ['addCourse', () => import('../pages/dashboard/admin-add-class-page.tsx')],
    ['updateInstructor', () => import('../features/instructors/update-instructor.tsx')],
    ['updateCourse', () => import('../pages/dashboard/admin-update-class-page.tsx')],
    ['editCourse', () => import('../pages/dashboard/admin-edit-class-page.tsx'), TO_CLASSES],
    ['classList', () => import('../pages/dashboard/admin-classes-page.tsx')],
    ['courseCalendar', () => import('../features/class-admin/edit/class-calendar.tsx')],
    ['classPeople', () => import('../pages/dashboard/admin-class-people-page.tsx'), TO_CLASSES],
    ['classCare', () => import('../pages/dashboard/admin-care-page.tsx')],
    ['classDay', () => import('../pages/dashboard/class-day-page.tsx')],
    ['classSheet', () => import('../pages/dashboard/attendance-sheet-page.tsx')],
    ['families', () => import('../pages/dashboard/admin-families-page.tsx')],
    ['family', () => import('../pages/dashboard/admin-family-page.tsx'), TO_FAMILIES],
    ['familyLetter', () => import('../pages/dashboard/admin-family-letter-page.tsx'), TO_FAMILIES],
    ['imports', () => import('../features/families/imports/imports.tsx')],
    ['classMessage', () => import('../pages/dashboard/admin-class-message-page.tsx')],
    ['familyMessage', () => import('../pages/dashboard/admin-family-message-page.tsx')],
    ['payments', () => import('../pages/dashboard/admin-payments-page.tsx')],
    ['bankTransfers', () => import('../features/ledger/transfers/bank-transfers.tsx')],
    ['owedSeats', () => import('../features/ledger/owed/owed-seats.tsx')],
    ['papers', () => import('../features/ledger/papers/paper-list.tsx')],
    ['accounting', () => import('../features/ledger/months/money-of-month.tsx')],
    ['openRefunds', () => import('../features/ledger/refunds/open-refunds.tsx')],
    ['aidRequests', () => import('../features/prices/aid/aid-requests.tsx')],
    ['changeRefundPolicy', () => import('../features/ledger/policy/refund-policy.tsx')],
    ['formList', () => import('../features/forms/edit/form-list.tsx')],
    ['editForm', () => import('../features/forms/edit/edit-form.tsx'), TO_FORMS],
    ['formPeople', () => import('../features/forms/people/form-people.tsx'), TO_FORMS],
    ['school', () => import('../features/school/school-settings.tsx')],
    ['discounts', () => import('../features/prices/discounts.tsx')],
    ['extras', () => import('../features/prices/extras/extras.tsx')],
    ['programs', () => import('../features/programs/programs.tsx')],
    ['messages', () => import('../features/messages/contact/inbox.tsx')],
    ['message', () => import('../pages/dashboard/admin-message-page.tsx'), TO_INBOX],
    ['outbox', () => import('../features/messages/outbox/outbox.tsx')],
    ['mail', () => import('../pages/dashboard/admin-mail-page.tsx'), TO_OUTBOX],
    ['calls', () => import('../features/messages/calls/calls.tsx')],
    ['auditLog', () => import('../features/audit/audit-log.tsx')],
  ]),
};

/** Every route below /dashboard, guarded by role. Visitors do not load this file. */
export function DashboardRoutes() {
  return (
    <Routes>
      <Route element={<DashboardLayout />}>
        <Route index element={<DashboardIndex />} />
        {FOR_EVERYBODY}
        <Route element={<RequireRole role="student" />}>{FOR_ROLE.student}</Route>
        <Route element={<RequireRole role="instructor" />}>{FOR_ROLE.instructor}</Route>
        <Route element={<RequireRole role="admin" />}>{FOR_ROLE.admin}</Route>
        <Route path="*" element={<NotFoundPage />} />
      </Route>
    </Routes>
  );
}
