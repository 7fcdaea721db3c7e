import type { Role } from '@speakifyr/contract/limits.ts';
import { Route, Routes } from 'react-router-dom';
import { paths } from '../lib/paths.ts';
import { NotFoundPage } from '../pages/not-found-page.tsx';
import { type LoadPage, page } from './page.ts';
import { DashboardIndex, RequireRole } from './role-guards.tsx';

const DashboardLayout = page(() => import('../pages/dashboard/dashboard-layout.tsx'));

/** The page of each address, loaded when it is opened. */
const toRoutes = (pages: [path: string, load: LoadPage][]) =>
  pages.map(([path, load]) => {
    const Page = page(load);
    // The path relative to /dashboard, where these routes are nested.
    return <Route key={path} path={path.slice(paths.dashboard.length + 1)} element={<Page />} />;
  });

const FOR_EVERYBODY = toRoutes([
  [paths.ownMessages, () => import('../pages/dashboard/own-messages-page.tsx')],
  [paths.profile, () => import('../pages/dashboard/profile-page.tsx')],
  [paths.receipt, () => import('../pages/dashboard/receipt-page.tsx')],
  [paths.creditNote, () => import('../pages/dashboard/credit-note-page.tsx')],
]);

const FOR_ROLE: Record<Role, ReturnType<typeof toRoutes>> = {
  student: toRoutes([
    [paths.student, () => import('../pages/dashboard/student-home-page.tsx')],
    [paths.myClasses, () => import('../pages/dashboard/cart-page.tsx')],
    [paths.plan, () => import('../pages/dashboard/summer-plan-page.tsx')],
    [paths.waiting, () => import('../pages/dashboard/waiting-page.tsx')],
    [paths.payment, () => import('../pages/dashboard/payment-page.tsx')],
    [paths.enroll, () => import('../pages/dashboard/enrolled-seats-page.tsx')],
    [paths.children, () => import('../pages/dashboard/children-page.tsx')],
    [paths.child, () => import('../pages/dashboard/child-page.tsx')],
  ]),
  instructor: toRoutes([
    [paths.instructor, () => import('../pages/dashboard/instructor-home-page.tsx')],
    [paths.manageCourse, () => import('../pages/dashboard/instructor-manage-page.tsx')],
    [paths.courseMessage, () => import('../pages/dashboard/instructor-message-page.tsx')],
    [paths.courseCare, () => import('../pages/dashboard/instructor-care-page.tsx')],
    [paths.ownPage, () => import('../pages/dashboard/instructor-own-page.tsx')],
  ]),
  admin: toRoutes([
    [paths.admin, () => import('../pages/dashboard/admin-home-page.tsx')],
    [paths.users, () => import('../pages/dashboard/admin-users-page.tsx')],
    [paths.manage, () => import('../pages/dashboard/admin-manage-page.tsx')],
    [paths.addInstructor, () => import('../pages/dashboard/admin-add-instructor-page.tsx')],
    [paths.addCourse, () => import('../pages/dashboard/admin-add-class-page.tsx')],
    [paths.updateInstructor, () => import('../pages/dashboard/admin-update-instructor-page.tsx')],
    [paths.updateCourse, () => import('../pages/dashboard/admin-update-class-page.tsx')],
    [paths.editCourse, () => import('../pages/dashboard/admin-edit-class-page.tsx')],
    [paths.courseCalendar, () => import('../pages/dashboard/admin-class-calendar-page.tsx')],
    [paths.classList, () => import('../pages/dashboard/admin-class-list-page.tsx')],
    [paths.classPeople, () => import('../pages/dashboard/admin-class-people-page.tsx')],
    [paths.classCare, () => import('../pages/dashboard/admin-care-page.tsx')],
    [paths.families, () => import('../pages/dashboard/admin-families-page.tsx')],
    [paths.family, () => import('../pages/dashboard/admin-family-page.tsx')],
    [paths.classMessage, () => import('../pages/dashboard/admin-class-message-page.tsx')],
    [paths.familyMessage, () => import('../pages/dashboard/admin-family-message-page.tsx')],
    [paths.payments, () => import('../pages/dashboard/admin-payments-page.tsx')],
    [paths.papers, () => import('../pages/dashboard/admin-papers-page.tsx')],
    [paths.accounting, () => import('../pages/dashboard/admin-accounting-page.tsx')],
    [paths.openRefunds, () => import('../pages/dashboard/admin-refunds-page.tsx')],
    [paths.changeRefundPolicy, () => import('../pages/dashboard/admin-refund-policy-page.tsx')],
    [paths.messages, () => import('../pages/dashboard/admin-messages-page.tsx')],
    [paths.message, () => import('../pages/dashboard/admin-message-page.tsx')],
    [paths.outbox, () => import('../pages/dashboard/admin-outbox-page.tsx')],
    [paths.mail, () => import('../pages/dashboard/admin-mail-page.tsx')],
    [paths.auditLog, () => import('../pages/dashboard/admin-audit-log-page.tsx')],
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
