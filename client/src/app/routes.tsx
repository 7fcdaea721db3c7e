import { lazy, Suspense } from 'react';
import { Route, Routes, useLocation } from 'react-router-dom';
import { paths } from '../lib/paths.ts';
import { HomePage } from '../pages/home-page.tsx';
import { RequireUser } from './guards.tsx';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { Frame, Layout } from './layout.tsx';
import { PageChange } from './page-change.tsx';

// Home is part of the first script, because most visitors start there.
const ClassesPage = lazy(async () => ({
  default: (await import('../pages/classes-page.tsx')).ClassesPage,
}));
const ClassPage = lazy(async () => ({
  default: (await import('../pages/class-page.tsx')).ClassPage,
}));
const InstructorsPage = lazy(async () => ({
  default: (await import('../pages/instructors-page.tsx')).InstructorsPage,
}));
const AboutPage = lazy(async () => ({
  default: (await import('../pages/about-page.tsx')).AboutPage,
}));
const QuestionsPage = lazy(async () => ({
  default: (await import('../pages/questions-page.tsx')).QuestionsPage,
}));
const TermsPage = lazy(async () => ({
  default: (await import('../pages/terms-page.tsx')).TermsPage,
}));
const RefundPolicyPage = lazy(async () => ({
  default: (await import('../pages/refund-policy-page.tsx')).RefundPolicyPage,
}));
const PrivacyPage = lazy(async () => ({
  default: (await import('../pages/privacy-page.tsx')).PrivacyPage,
}));
const ContactPage = lazy(async () => ({
  default: (await import('../pages/contact-page.tsx')).ContactPage,
}));
const LoginPage = lazy(async () => ({
  default: (await import('../pages/login-page.tsx')).LoginPage,
}));
const SignUpPage = lazy(async () => ({
  default: (await import('../pages/sign-up-page.tsx')).SignUpPage,
}));
const TurnOffMailPage = lazy(async () => ({
  default: (await import('../pages/turn-off-mail-page.tsx')).TurnOffMailPage,
}));
const NotFoundPage = lazy(async () => ({
  default: (await import('../pages/not-found-page.tsx')).NotFoundPage,
}));
const loadDashboard = () => import('./dashboard-routes.tsx');
const DashboardRoutes = lazy(async () => ({ default: (await loadDashboard()).DashboardRoutes }));

/** Every route of spec section 2. */
export function AppRoutes() {
  const { pathname } = useLocation();
  return (
    <ErrorBoundary resetKey={pathname} frame={(problem) => <Frame>{problem}</Frame>}>
      <Suspense fallback={<Spinner />}>
        <PageChange />
        <Routes>
          <Route element={<Layout />}>
            <Route path={paths.home} element={<HomePage />} />
            <Route path={paths.classes} element={<ClassesPage />} />
            <Route path={paths.class} element={<ClassPage />} />
            <Route path={paths.instructors} element={<InstructorsPage />} />
            <Route path={paths.about} element={<AboutPage />} />
            <Route path={paths.questions} element={<QuestionsPage />} />
            <Route path={paths.terms} element={<TermsPage />} />
            <Route path={paths.refundPolicy} element={<RefundPolicyPage />} />
            <Route path={paths.privacy} element={<PrivacyPage />} />
            <Route path={paths.contact} element={<ContactPage />} />
            <Route path={paths.login} element={<LoginPage />} />
            <Route path={paths.signUp} element={<SignUpPage />} />
            <Route path={paths.turnOffMail} element={<TurnOffMailPage />} />
            <Route path="*" element={<NotFoundPage />} />
          </Route>
          <Route element={<RequireUser preload={loadDashboard} />}>
            <Route path={`${paths.dashboard}/*`} element={<DashboardRoutes />} />
          </Route>
        </Routes>
      </Suspense>
    </ErrorBoundary>
  );
}
