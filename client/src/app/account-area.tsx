import type { User } from '@speakifyr/contract/identity.ts';
import { LABELS } from '@speakifyr/contract/labels.ts';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { useSession } from '../session/auth.tsx';
import { linkToDashboard, paths } from '../lib/paths.ts';
import { PersonPhoto } from '../ui/person-photo.tsx';

/** In the small menu, everything begins where the links above it do: 1rem in. */
const STACKED = 'grid gap-3 [&>.btn]:justify-start [&>.btn]:px-4';

/**
 * Sign up and Log In for visitors; photo, Dashboard and Log Out for signed-in people; a placeholder until known.
 * @param props.isStacked stacks the items for the small menu
 */
export function AccountArea({ isStacked = false }: { isStacked?: boolean }) {
  const { status, user } = useSession();
  const location = useLocation();
  if (status === 'loading')
    return <div className="skeleton h-11 w-24 rounded-full" aria-label="Loading" role="status" />;
  if (user) return <SignedIn user={user} isStacked={isStacked} />;

  // On the login page itself, keep where the person came from.
  const isThere = location.pathname === paths.login || location.pathname === paths.signUp;
  const state: unknown = isThere ? location.state : { from: location };
  return (
    <div className={isStacked ? STACKED : 'flex items-center gap-1'}>
      <Link to={paths.signUp} state={state} className="btn btn-ghost rounded-full px-4">
        {LABELS.signUp}
      </Link>
      <Link to={paths.login} state={state} className="btn btn-primary rounded-full px-6">
        {LABELS.logIn}
      </Link>
    </div>
  );
}

function SignedIn({ user, isStacked }: { user: User; isStacked: boolean }) {
  const { logOut } = useSession();
  const navigate = useNavigate();

  async function leave() {
    // Leave private pages first, otherwise the guard would send them to the login page.
    await navigate(paths.home);
    await logOut();
  }

  return (
    <div className={isStacked ? STACKED : 'flex items-center gap-3'}>
      <span className={`flex items-center gap-2.5 ${isStacked ? 'px-4' : 'order-2'}`}>
        <PersonPhoto photo={user.photo} name={user.name} size={40} />
        <span className={`max-w-36 truncate font-semibold ${isStacked ? '' : 'lg:max-xl:sr-only'}`}>
          {user.name}
        </span>
      </span>
      <Link to={linkToDashboard(user.role)} className="btn btn-primary order-1 rounded-full px-5">
        Dashboard
      </Link>
      <button
        type="button"
        className="btn btn-ghost order-3 rounded-full"
        onClick={() => void leave()}
      >
        {LABELS.logOut}
      </button>
    </div>
  );
}
