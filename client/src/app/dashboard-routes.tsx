import { lazy } from 'react';
import { Route, Routes } from 'react-router-dom';
import { paths } from '../lib/paths.ts';
import { NotFoundPage } from '../pages/not-found-page.tsx';
import { DashboardIndex, RequireRole } from './role-guards.tsx';

const DashboardLayout = lazy(async () => ({
  default: (await import('../pages/dashboard/dashboard-layout.tsx')).DashboardLayout,
}));
const OwnMessagesPage = lazy(async () => ({
  default: (await import('../pages/dashboard/own-messages-page.tsx')).OwnMessagesPage,
}));
const ProfilePage = lazy(async () => ({
  default: (await import('../pages/dashboard/profile-page.tsx')).ProfilePage,
}));
const ReceiptPage = lazy(async () => ({
  default: (await import('../pages/dashboard/receipt-page.tsx')).ReceiptPage,
}));
const CreditNotePage = lazy(async () => ({
  default: (await import('../pages/dashboard/credit-note-page.tsx')).CreditNotePage,
}));
const StudentHomePage = lazy(async () => ({
  default: (await import('../pages/dashboard/student-home-page.tsx')).StudentHomePage,
}));
const SelectedCoursesPage = lazy(async () => ({
  default: (await import('../pages/dashboard/cart-page.tsx')).SelectedCoursesPage,
}));
const SummerPlanPage = lazy(async () => ({
  default: (await import('../pages/dashboard/summer-plan-page.tsx')).SummerPlanPage,
}));
const WaitingPage = lazy(async () => ({
  default: (await import('../pages/dashboard/waiting-page.tsx')).WaitingPage,
}));
const PaymentPage = lazy(async () => ({
  default: (await import('../pages/dashboard/payment-page.tsx')).PaymentPage,
}));
const EnrolledCoursesPage = lazy(async () => ({
  default: (await import('../pages/dashboard/enrolled-seats-page.tsx')).EnrolledCoursesPage,
}));
const ChildrenPage = lazy(async () => ({
  default: (await import('../pages/dashboard/children-page.tsx')).ChildrenPage,
}));
const ChildPage = lazy(async () => ({
  default: (await import('../pages/dashboard/child-page.tsx')).ChildPage,
}));
const AdminHomePage = lazy(async () => ({
  default: (await import('../pages/dashboard/admin-home-page.tsx')).AdminHomePage,
}));
const AdminUsersPage = lazy(async () => ({
  default: (await import('../pages/dashboard/admin-users-page.tsx')).AdminUsersPage,
}));
const AdminManagePage = lazy(async () => ({
  default: (await import('../pages/dashboard/admin-manage-page.tsx')).AdminManagePage,
}));
const AdminAddInstructorPage = lazy(async () => ({
  default: (await import('../pages/dashboard/admin-add-instructor-page.tsx'))
    .AdminAddInstructorPage,
}));
const AdminAddCoursePage = lazy(async () => ({
  default: (await import('../pages/dashboard/admin-add-class-page.tsx')).AdminAddCoursePage,
}));
const AdminUpdateInstructorPage = lazy(async () => ({
  default: (await import('../pages/dashboard/admin-update-instructor-page.tsx'))
    .AdminUpdateInstructorPage,
}));
const AdminUpdateCoursePage = lazy(async () => ({
  default: (await import('../pages/dashboard/admin-update-class-page.tsx')).AdminUpdateCoursePage,
}));
const AdminEditCoursePage = lazy(async () => ({
  default: (await import('../pages/dashboard/admin-edit-class-page.tsx')).AdminEditCoursePage,
}));
const AdminCourseCalendarPage = lazy(async () => ({
  default: (await import('../pages/dashboard/admin-class-calendar-page.tsx'))
    .AdminCourseCalendarPage,
}));
const AdminClassListPage = lazy(async () => ({
  default: (await import('../pages/dashboard/admin-class-list-page.tsx')).AdminClassListPage,
}));
const AdminClassPeoplePage = lazy(async () => ({
  default: (await import('../pages/dashboard/admin-class-people-page.tsx')).AdminClassPeoplePage,
}));
const AdminPapersPage = lazy(async () => ({
  default: (await import('../pages/dashboard/admin-papers-page.tsx')).AdminPapersPage,
}));
const AdminAccountingPage = lazy(async () => ({
  default: (await import('../pages/dashboard/admin-accounting-page.tsx')).AdminAccountingPage,
}));
const AdminPaymentsPage = lazy(async () => ({
  default: (await import('../pages/dashboard/admin-payments-page.tsx')).AdminPaymentsPage,
}));
const AdminRefundsPage = lazy(async () => ({
  default: (await import('../pages/dashboard/admin-refunds-page.tsx')).AdminRefundsPage,
}));
const AdminRefundPolicyPage = lazy(async () => ({
  default: (await import('../pages/dashboard/admin-refund-policy-page.tsx')).AdminRefundPolicyPage,
}));
const AdminMessagesPage = lazy(async () => ({
  default: (await import('../pages/dashboard/admin-messages-page.tsx')).AdminMessagesPage,
}));
const AdminMessagePage = lazy(async () => ({
  default: (await import('../pages/dashboard/admin-message-page.tsx')).AdminMessagePage,
}));
const AdminOutboxPage = lazy(async () => ({
  default: (await import('../pages/dashboard/admin-outbox-page.tsx')).AdminOutboxPage,
}));
const AdminMailPage = lazy(async () => ({
  default: (await import('../pages/dashboard/admin-mail-page.tsx')).AdminMailPage,
}));
const AdminFamilyMessagePage = lazy(async () => ({
  default: (await import('../pages/dashboard/admin-family-message-page.tsx'))
    .AdminFamilyMessagePage,
}));
const AdminClassMessagePage = lazy(async () => ({
  default: (await import('../pages/dashboard/admin-class-message-page.tsx')).AdminClassMessagePage,
}));
const AdminFamiliesPage = lazy(async () => ({
  default: (await import('../pages/dashboard/admin-families-page.tsx')).AdminFamiliesPage,
}));
const AdminFamilyPage = lazy(async () => ({
  default: (await import('../pages/dashboard/admin-family-page.tsx')).AdminFamilyPage,
}));
const AdminCarePage = lazy(async () => ({
  default: (await import('../pages/dashboard/admin-care-page.tsx')).AdminCarePage,
}));
const AdminAuditLogPage = lazy(async () => ({
  default: (await import('../pages/dashboard/admin-audit-log-page.tsx')).AdminAuditLogPage,
}));
const InstructorHomePage = lazy(async () => ({
  default: (await import('../pages/dashboard/instructor-home-page.tsx')).InstructorHomePage,
}));
const InstructorManagePage = lazy(async () => ({
  default: (await import('../pages/dashboard/instructor-manage-page.tsx')).InstructorManagePage,
}));
const InstructorMessagePage = lazy(async () => ({
  default: (await import('../pages/dashboard/instructor-message-page.tsx')).InstructorMessagePage,
}));
const InstructorCarePage = lazy(async () => ({
  default: (await import('../pages/dashboard/instructor-care-page.tsx')).InstructorCarePage,
}));
const InstructorOwnPage = lazy(async () => ({
  default: (await import('../pages/dashboard/instructor-own-page.tsx')).InstructorOwnPage,
}));

/** Every route below /dashboard, guarded by role. Visitors do not load this file. */
export function DashboardRoutes() {
  return (
    <Routes>
      <Route element={<DashboardLayout />}>
        <Route index element={<DashboardIndex />} />
        <Route path={below(paths.ownMessages)} element={<OwnMessagesPage />} />
        <Route path={below(paths.profile)} element={<ProfilePage />} />
        <Route path={below(paths.receipt)} element={<ReceiptPage />} />
        <Route path={below(paths.creditNote)} element={<CreditNotePage />} />
        <Route element={<RequireRole role="student" />}>
          <Route path={below(paths.student)} element={<StudentHomePage />} />
          <Route path={below(paths.myClasses)} element={<SelectedCoursesPage />} />
          <Route path={below(paths.plan)} element={<SummerPlanPage />} />
          <Route path={below(paths.waiting)} element={<WaitingPage />} />
          <Route path={below(paths.payment)} element={<PaymentPage />} />
          <Route path={below(paths.enroll)} element={<EnrolledCoursesPage />} />
          <Route path={below(paths.children)} element={<ChildrenPage />} />
          <Route path={below(paths.child)} element={<ChildPage />} />
        </Route>
        <Route element={<RequireRole role="instructor" />}>
          <Route path={below(paths.instructor)} element={<InstructorHomePage />} />
          <Route path={below(paths.manageCourse)} element={<InstructorManagePage />} />
          <Route path={below(paths.courseMessage)} element={<InstructorMessagePage />} />
          <Route path={below(paths.courseCare)} element={<InstructorCarePage />} />
          <Route path={below(paths.ownPage)} element={<InstructorOwnPage />} />
        </Route>
        <Route element={<RequireRole role="admin" />}>
          <Route path={below(paths.admin)} element={<AdminHomePage />} />
          <Route path={below(paths.users)} element={<AdminUsersPage />} />
          <Route path={below(paths.manage)} element={<AdminManagePage />} />
          <Route path={below(paths.addInstructor)} element={<AdminAddInstructorPage />} />
          <Route path={below(paths.addCourse)} element={<AdminAddCoursePage />} />
          <Route path={below(paths.updateInstructor)} element={<AdminUpdateInstructorPage />} />
          <Route path={below(paths.updateCourse)} element={<AdminUpdateCoursePage />} />
          <Route path={below(paths.editCourse)} element={<AdminEditCoursePage />} />
          <Route path={below(paths.courseCalendar)} element={<AdminCourseCalendarPage />} />
          <Route path={below(paths.classList)} element={<AdminClassListPage />} />
          <Route path={below(paths.classPeople)} element={<AdminClassPeoplePage />} />
          <Route path={below(paths.classCare)} element={<AdminCarePage />} />
          <Route path={below(paths.families)} element={<AdminFamiliesPage />} />
          <Route path={below(paths.family)} element={<AdminFamilyPage />} />
          <Route path={below(paths.classMessage)} element={<AdminClassMessagePage />} />
          <Route path={below(paths.familyMessage)} element={<AdminFamilyMessagePage />} />
          <Route path={below(paths.payments)} element={<AdminPaymentsPage />} />
          <Route path={below(paths.papers)} element={<AdminPapersPage />} />
          <Route path={below(paths.accounting)} element={<AdminAccountingPage />} />
          <Route path={below(paths.openRefunds)} element={<AdminRefundsPage />} />
          <Route path={below(paths.changeRefundPolicy)} element={<AdminRefundPolicyPage />} />
          <Route path={below(paths.messages)} element={<AdminMessagesPage />} />
          <Route path={below(paths.message)} element={<AdminMessagePage />} />
          <Route path={below(paths.outbox)} element={<AdminOutboxPage />} />
          <Route path={below(paths.mail)} element={<AdminMailPage />} />
          <Route path={below(paths.auditLog)} element={<AdminAuditLogPage />} />
        </Route>
        <Route path="*" element={<NotFoundPage />} />
      </Route>
    </Routes>
  );
}

/** The path relative to /dashboard, where these routes are nested. */
function below(path: string): string {
  return path.slice(paths.dashboard.length + 1);
}
