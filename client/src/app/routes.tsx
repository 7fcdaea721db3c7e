import { lazy, Suspense } from 'react';
import { Route, Routes } from 'react-router-dom';
import { paths } from '../lib/paths.ts';
import { HomePage } from '../pages/home-page.tsx';
import { DashboardIndex, RequireRole, RequireUser } from './guards.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { Layout } from './layout.tsx';
import { PageChange } from './page-change.tsx';

// Home is in the first script: most visitors start there.
const ClassesPage = lazy(async () => ({
  default: (await import('../pages/classes-page.tsx')).ClassesPage,
}));
const ClassPage = lazy(async () => ({
  default: (await import('../pages/class-page.tsx')).ClassPage,
}));
const InstructorsPage = lazy(async () => ({
  default: (await import('../pages/instructors-page.tsx')).InstructorsPage,
}));
const LoginPage = lazy(async () => ({
  default: (await import('../pages/login-page.tsx')).LoginPage,
}));
const SignUpPage = lazy(async () => ({
  default: (await import('../pages/sign-up-page.tsx')).SignUpPage,
}));
const NotFoundPage = lazy(async () => ({
  default: (await import('../pages/not-found-page.tsx')).NotFoundPage,
}));
const DashboardLayout = lazy(async () => ({
  default: (await import('../pages/dashboard/dashboard-layout.tsx')).DashboardLayout,
}));
const StudentHomePage = lazy(async () => ({
  default: (await import('../pages/dashboard/student-home-page.tsx')).StudentHomePage,
}));
const SelectedCoursesPage = lazy(async () => ({
  default: (await import('../pages/dashboard/selected-courses-page.tsx')).SelectedCoursesPage,
}));
const PaymentPage = lazy(async () => ({
  default: (await import('../pages/dashboard/payment-page.tsx')).PaymentPage,
}));
const EnrolledCoursesPage = lazy(async () => ({
  default: (await import('../pages/dashboard/enrolled-courses-page.tsx')).EnrolledCoursesPage,
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
  default: (await import('../pages/dashboard/admin-add-course-page.tsx')).AdminAddCoursePage,
}));
const AdminUpdateInstructorPage = lazy(async () => ({
  default: (await import('../pages/dashboard/admin-update-instructor-page.tsx'))
    .AdminUpdateInstructorPage,
}));
const AdminUpdateCoursePage = lazy(async () => ({
  default: (await import('../pages/dashboard/admin-update-course-page.tsx')).AdminUpdateCoursePage,
}));
const AdminEditCoursePage = lazy(async () => ({
  default: (await import('../pages/dashboard/admin-edit-course-page.tsx')).AdminEditCoursePage,
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

/** Every route of spec section 2 that has its page. */
export function AppRoutes() {
  return (
    <Suspense fallback={<Spinner />}>
      <PageChange />
      <Routes>
        <Route element={<Layout />}>
          <Route path={paths.home} element={<HomePage />} />
          <Route path={paths.classes} element={<ClassesPage />} />
          <Route path={paths.class} element={<ClassPage />} />
          <Route path={paths.instructors} element={<InstructorsPage />} />
          <Route path={paths.login} element={<LoginPage />} />
          <Route path={paths.signUp} element={<SignUpPage />} />
          <Route path="*" element={<NotFoundPage />} />
        </Route>
        <Route element={<RequireUser />}>
          <Route path={paths.dashboard} element={<DashboardLayout />}>
            <Route index element={<DashboardIndex />} />
            <Route element={<RequireRole role="student" />}>
              <Route path={paths.student} element={<StudentHomePage />} />
              <Route path={paths.myClasses} element={<SelectedCoursesPage />} />
              <Route path={paths.payment} element={<PaymentPage />} />
              <Route path={paths.enroll} element={<EnrolledCoursesPage />} />
            </Route>
            <Route element={<RequireRole role="instructor" />}>
              <Route path={paths.instructor} element={<InstructorHomePage />} />
              <Route path={paths.manageCourse} element={<InstructorManagePage />} />
            </Route>
            <Route element={<RequireRole role="admin" />}>
              <Route path={paths.admin} element={<AdminHomePage />} />
              <Route path={paths.users} element={<AdminUsersPage />} />
              <Route path={paths.manage} element={<AdminManagePage />} />
              <Route path={paths.addInstructor} element={<AdminAddInstructorPage />} />
              <Route path={paths.addCourse} element={<AdminAddCoursePage />} />
              <Route path={paths.updateInstructor} element={<AdminUpdateInstructorPage />} />
              <Route path={paths.updateCourse} element={<AdminUpdateCoursePage />} />
              <Route path={paths.editCourse} element={<AdminEditCoursePage />} />
              <Route path={paths.auditLog} element={<AdminAuditLogPage />} />
            </Route>
          </Route>
        </Route>
      </Routes>
    </Suspense>
  );
}
