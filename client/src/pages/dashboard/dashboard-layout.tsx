import { SCHOOL } from '@speakifyr/contract/school.ts';
import { LABELS } from '@speakifyr/contract/labels.ts';
import { Menu, X } from 'lucide-react';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { Link, Outlet, useLocation } from 'react-router-dom';
import { CartLink } from '../../features/enrollment/cart/cart-link.tsx';
import { ConfirmEmailBanner } from '../../features/account/confirm-email-banner.tsx';
import { findDoor, isBelow } from '../../lib/admin-pages.ts';
import { useSession } from '../../session/auth.tsx';
import { isParentsPage, lacksRight } from '../../session/rights.ts';
import { useRole } from '../../session/use-role.ts';
import { paths } from '../../lib/paths.ts';
import { ErrorBoundary } from '../../ui/error-boundary.tsx';
import { KeptNote } from '../../ui/kept-note.tsx';
import { Logo } from '../../ui/logo.tsx';
import { OfflineNote } from '../../ui/offline-note.tsx';
import { PageTransition } from '../../ui/page-transition.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { ThemeSwitch } from '../../ui/theme-switch.tsx';
import { DashboardNav } from './dashboard-nav.tsx';
import { DASHBOARDS, listDoors } from './dashboards.ts';

const AdminSearch = lazy(async () => ({
  default: (await import('./admin-search.tsx')).AdminSearch,
}));

const UnsentNote = lazy(async () => ({
  default: (await import('../../features/attendance/unsent-note.tsx')).UnsentNote,
}));

/** The frame of every dashboard: the role's navbar beside the page, behind a menu button on a small screen. */
export function DashboardLayout() {
  const { user } = useSession();
  const { pathname, state } = useLocation();
  const drawer = useRef<HTMLDialogElement>(null);
  const { role } = useRole();
  useEffect(() => {
    // Only phones of the team have a worker. Not in a component that loads later: this page may send them away first.
    if (!user || !navigator.serviceWorker?.controller) return;
    import('../../features/attendance/kept-work.ts')
      .then(({ wipeForOtherRight }) => wipeForOtherRight(user))
      .catch((error: unknown) => console.error('Could not look what the phone has', error));
  }, [user]);
  if (!user || !role) return null;
  // Staff with a family have a parent's pages, with a parent's navbar.
  const area = user.hasFamily && isParentsPage(pathname) ? 'student' : role;
  const { title } = DASHBOARDS[area];
  const hasSearch = area === 'admin' && user.bundle !== 'accountant';
  return (
    <div className="bg-base-200 min-h-dvh lg:grid lg:grid-cols-[17rem_1fr] print:block print:bg-white">
      <a
        href="#main"
        className="btn btn-primary sr-only focus:not-sr-only focus:absolute focus:top-2 focus:left-2 focus:z-50"
      >
        Skip to content
      </a>

      {/* As high as the one of public pages, and of the same color: app/navigation-bar.tsx. */}
      <header className="frame bg-base-200/90 border-base-content/8 sticky top-0 z-20 border-b backdrop-blur-md lg:hidden print:hidden">
        <div className="page flex min-h-[4.5rem] flex-wrap items-center gap-1">
          <Link to={paths.home} className="mr-auto" aria-label={`${SCHOOL.name} home`}>
            <Logo />
          </Link>
          {area === 'student' && <CartLink email={user.email} />}
          <ThemeSwitch />
          <button
            type="button"
            className="btn btn-ghost btn-circle"
            aria-label={LABELS.openMenu}
            onClick={() => drawer.current?.showModal()}
          >
            <Menu className="size-6" aria-hidden="true" />
          </button>
        </div>
      </header>

      <aside className="bg-base-100 border-base-300 sticky top-0 hidden h-dvh flex-col border-r px-4 pb-4 lg:flex print:hidden">
        <div className="mb-2 flex min-h-[4.5rem] shrink-0 items-center justify-between">
          <Link to={paths.home} aria-label={`${SCHOOL.name} home`}>
            <Logo />
          </Link>
          <ThemeSwitch />
        </div>
        <p className="text-base-content/75 mb-2 px-3 text-sm">{title}</p>
        <DashboardNav user={user} area={area} />
      </aside>

      {/* A modal dialog traps the focus, restores it, and closes with Escape, without code of our own. */}
      <dialog
        ref={drawer}
        aria-label="Menu"
        className="bg-base-100 text-base-content m-0 ml-auto h-dvh max-h-none w-72 max-w-[85vw] p-4 backdrop:bg-black/50 lg:hidden"
        onClick={(event) => {
          if (event.target === event.currentTarget) drawer.current?.close();
        }}
      >
        <div className="flex h-full flex-col">
          <div className="mb-4 flex items-center justify-between">
            <p className="text-base-content/75 px-3 text-sm">{title}</p>
            <button
              type="button"
              className="btn btn-ghost btn-square"
              aria-label="Close menu"
              onClick={() => drawer.current?.close()}
            >
              <X className="size-6" aria-hidden="true" />
            </button>
          </div>
          <DashboardNav user={user} area={area} onFollow={() => drawer.current?.close()} />
        </div>
      </dialog>

      <div className="min-w-0">
        <OfflineNote />
        <KeptNote />
        {role !== 'student' && (
          <Suspense>
            <UnsentNote />
          </Suspense>
        )}
        <ConfirmEmailBanner />
        {lacksRight(state) && (
          <p role="alert" className="bg-accent/20 border-accent border-b px-4 py-3 sm:px-8">
            You don’t have the right to that page. A director can give it to you.
          </p>
        )}
        {hasSearch && (
          <div className="frame mx-auto min-h-16 w-full max-w-6xl px-4 pt-4 sm:px-8 print:hidden">
            <Suspense>
              <AdminSearch />
            </Suspense>
          </div>
        )}
        {area === 'admin' && <DoorTabs />}
        <main
          id="main"
          tabIndex={-1}
          className={`frame mx-auto w-full max-w-6xl scroll-mt-96 px-4 py-6 outline-none sm:px-8 sm:pb-10 print:p-0 ${hasSearch ? 'sm:pt-6' : 'sm:pt-10'}`}
        >
          <ErrorBoundary resetKey={pathname}>
            <Suspense fallback={<Spinner />}>
              <PageTransition key={pathname}>
                <Outlet />
              </PageTransition>
            </Suspense>
          </ErrorBoundary>
        </main>
      </div>
    </div>
  );
}

/** The pages beside this one, behind the same door of the admins' menu. R612 */
function DoorTabs() {
  const { user } = useSession();
  const { pathname } = useLocation();
  const current = findDoor(pathname);
  const tabs = listDoors(user?.bundle).find(({ door }) => door === current)?.tabs ?? [];
  if (!user || tabs.length < 2) return null;
  return (
    <nav
      aria-label={current}
      className="frame mx-auto w-full max-w-6xl px-4 pt-3 sm:px-8 print:hidden"
    >
      <ul className="border-base-300 flex flex-wrap gap-x-5 border-b">
        {tabs.map(({ page, badge: Badge }) => (
          <li key={page.to}>
            <Link
              to={page.to}
              aria-current={isBelow(page, pathname) ? 'page' : undefined}
              className="hover:border-base-content/40 aria-[current=page]:border-primary flex min-h-11 items-center gap-2 border-b-3 border-transparent font-medium aria-[current=page]:font-bold"
            >
              <span>{page.label}</span>
              {Badge && <Badge email={user.email} />}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
