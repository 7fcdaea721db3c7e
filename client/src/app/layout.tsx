import { type ReactNode, Suspense } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { ConfirmEmailBanner } from '../features/account/confirm-email-banner.tsx';
import { OfflineNote } from '../ui/offline-note.tsx';
import { PageTransition } from '../ui/page-transition.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { ArrivalNote } from './arrival-note.tsx';
import { Footer } from './footer.tsx';
import { NavigationBar } from './navigation-bar.tsx';

/** The frame of every public page: the navigation bar, the page, the footer. */
export function Layout() {
  const { pathname } = useLocation();
  return (
    <Frame>
      <Suspense fallback={<Spinner />}>
        <PageTransition key={pathname}>
          <Outlet />
        </PageTransition>
      </Suspense>
    </Frame>
  );
}

/** The same frame around something other than a page. */
export function Frame({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#main"
        className="btn btn-primary sr-only focus:not-sr-only focus:fixed focus:top-3 focus:left-3 focus:z-50"
      >
        Skip to content
      </a>
      <NavigationBar />
      <OfflineNote />
      <ArrivalNote />
      <ConfirmEmailBanner />
      {/* As high as the spinner, so that the footer does not move up when a short page appears. The scroll margin keeps the
          banner in view when a dialog closes and gives the focus back to the page. */}
      <main id="main" tabIndex={-1} className="frame min-h-dvh flex-1 scroll-mt-96 outline-none">
        {children}
      </main>
      <Footer />
    </div>
  );
}
