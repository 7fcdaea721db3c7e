import { Suspense, useEffect, useRef } from 'react';
import { Route, Routes, useLocation, useNavigationType } from 'react-router-dom';
import { paths } from '../lib/paths.ts';
import { HomePage } from '../pages/home-page.tsx';
import { RequireUser } from './guards.tsx';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { Frame, Layout } from './layout.tsx';
import { page } from './page.ts';
import { useLookBeforeLeaving } from './use-look-before-leaving.ts';

// Home is part of the first script, because most visitors start there.
const ClassesPage = page(() => import('../pages/classes-page.tsx'));
const ClassPage = page(() => import('../pages/class-page.tsx'));
const InstructorsPage = page(() => import('../pages/instructors-page.tsx'));
const AboutPage = page(() => import('../pages/about-page.tsx'));
const QuestionsPage = page(() => import('../pages/questions-page.tsx'));
const TermsPage = page(() => import('../pages/terms-page.tsx'));
const RefundPolicyPage = page(() => import('../pages/refund-policy-page.tsx'));
const PrivacyPage = page(() => import('../pages/privacy-page.tsx'));
const ContactPage = page(() => import('../pages/contact-page.tsx'));
const LoginPage = page(() => import('../pages/login-page.tsx'));
const SignUpPage = page(() => import('../pages/sign-up-page.tsx'));
const TurnOffMailPage = page(() => import('../pages/turn-off-mail-page.tsx'));
const PayPage = page(() => import('../pages/pay-page.tsx'));
const NotFoundPage = page(() => import('../pages/not-found-page.tsx'));
const loadDashboard = () => import('./dashboard-routes.tsx');
const DashboardRoutes = page(loadDashboard);

/** Every route of spec section 2. */
export function AppRoutes() {
  const { pathname } = useLocation();
  useLookBeforeLeaving();
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
            <Route path={paths.pay} element={<PayPage />} />
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

/**
 * Does what a browser does between two documents: a new page starts at its top, and so do the keyboard and the screen
 * reader. With Back, the browser restores the scroll position itself.
 */
function PageChange() {
  const { pathname } = useLocation();
  const navigationType = useNavigationType();
  const lastPath = useRef(pathname);
  useEffect(() => {
    if (lastPath.current === pathname) return;
    lastPath.current = pathname;
    if (navigationType !== 'POP') window.scrollTo(0, 0);
    const main = document.getElementById('main');
    // A page may have set the focus itself.
    if (!main?.contains(document.activeElement)) main?.focus({ preventScroll: true });
  }, [pathname, navigationType]);
  return null;
}
