import type { ReactNode } from 'react';
import { Navigate, NavLink, useLocation } from 'react-router-dom';
import { GREETING } from '../../session/arrival.ts';
import { useSession } from '../../session/auth.tsx';
import { type Purpose, readOrigin } from '../../session/origin.ts';
import { paths } from '../../lib/paths.ts';
import { isStorageBlocked } from '../../lib/storage.ts';
import { useIsAwake } from '../../lib/use-is-awake.ts';
import { Picture } from '../../ui/picture.tsx';
import { usePurpose } from './use-purpose.ts';

type Props = {
  /** The name of one of our pictures, such as `/pictures/login`. */
  picture: string;
  /** For somebody who came without a purpose that we know. */
  title: string;
  text: string;
  children: ReactNode;
};

/**
 * The frame of Login and Sign up: two tabs with one heading, which says what the visitor came for, beside a picture. After
 * the log-in it goes back to the page of origin. R235, R521
 */
export function AuthPageFrame({ picture, title, text, children }: Props) {
  const { status } = useSession();
  const { state } = useLocation();
  const isAwake = useIsAwake();
  const purpose = usePurpose();
  if (status === 'signed-in') {
    const origin = readOrigin(state);
    const { to } = origin;
    const isHome = (typeof to === 'string' ? to : to.pathname) === paths.home;
    // The home page greets people who have no other page to go back to.
    return <Navigate to={to} state={origin.state ?? (isHome ? GREETING : null)} replace />;
  }
  return (
    <div className="page grid items-stretch gap-12 pt-8 lg:grid-cols-[1fr_minmax(0,28rem)] lg:gap-20 lg:pt-12">
      <div className="relative hidden min-h-[44rem] overflow-hidden rounded-[2.25rem] lg:block">
        <Picture
          name={picture}
          alt=""
          width={900}
          height={1200}
          hasSmall
          sizes="640px"
          className="absolute inset-0 size-full object-cover"
        />
      </div>
      {/* Not centered: it would jump up while the rest of the page arrives. */}
      <div className="mx-auto w-full max-w-md lg:py-6">
        {purpose ? (
          <>
            <h1 className="line-clamp-4 text-3xl font-extrabold [overflow-wrap:anywhere] lg:text-4xl">
              {sayPurpose(purpose)}
            </h1>
            <p className="mt-2 mb-5 text-lg">
              {purpose.kind === 'invited'
                ? 'Sign up or log in with the address that the invitation went to. Then you see who invited you, and for which children.'
                : 'Sign up or log in, then go on where you were.'}
            </p>
          </>
        ) : (
          <>
            <h1 className="text-[clamp(2.25rem,1.8rem+1.8vw,3.25rem)] font-extrabold">{title}</h1>
            <p className="text-base-content/80 mt-2 mb-5 text-lg">{text}</p>
          </>
        )}
        {isAwake && isStorageBlocked() && <StorageProblem />}
        <AuthTabs state={state} />
        <fieldset disabled={!isAwake} className="contents">
          {children}
        </fieldset>
      </div>
    </div>
  );
}

function sayPurpose(purpose: Purpose): string {
  if (purpose.kind === 'invited') return 'You were invited to a family';
  return purpose.kind === 'seat'
    ? `Hold your seat in ${purpose.className}`
    : `Join the waiting list of ${purpose.className}`;
}

/** Sign up and Log in side by side. Where the visitor came from goes with them. */
function AuthTabs({ state }: { state: unknown }) {
  const tab = ({ isActive }: { isActive: boolean }) =>
    `btn ${isActive ? 'btn-primary' : 'btn-ghost'}`;
  return (
    <nav
      aria-label="Create an account or log in"
      className="bg-base-100 rounded-box mb-6 grid grid-cols-2 gap-1 p-1"
    >
      <NavLink to={paths.signUp} state={state} replace className={tab}>
        Sign up
      </NavLink>
      <NavLink to={paths.login} state={state} replace className={tab}>
        Log in
      </NavLink>
    </nav>
  );
}

/** Without storage, a log-in ends with the page. */
function StorageProblem() {
  return (
    <p role="alert" className="bg-error/12 text-error mb-5 rounded-xl p-3 font-medium">
      Your browser keeps nothing for this site, so you would be logged out with every page that you
      load. Please allow cookies and site data for {location.host} in its settings, then load this
      page again.
    </p>
  );
}
