import type { User } from '@speakifyr/contract/identity.ts';
import type { Role } from '@speakifyr/contract/limits.ts';
import { Hand, Lock, X } from 'lucide-react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import type { Arrival } from '../session/arrival.ts';
import { linkToDashboard } from '../lib/paths.ts';

const PEOPLE: Record<Role, string> = {
  student: 'students',
  instructor: 'instructors',
  admin: 'admins',
};
const PERSON: Record<Role, string> = {
  student: 'a student',
  instructor: 'an instructor',
  admin: 'an admin',
};

type Props = { user: User; arrival: Arrival };

/** A greeting or a refusal below the header, with a link to the person's own dashboard. R67 */
export function ArrivalBanner({ user, arrival }: Props) {
  const location = useLocation();
  const navigate = useNavigate();
  const isRefusal = arrival.kind === 'refused';
  const Icon = isRefusal ? Lock : Hand;

  function close() {
    void navigate(location, { replace: true, state: null, preventScrollReset: true });
    document.getElementById('main')?.focus({ preventScroll: true });
  }

  return (
    <section
      aria-label={isRefusal ? 'Page not allowed' : 'Welcome'}
      className={`border-b print:hidden ${isRefusal ? 'bg-accent/20 border-accent' : 'bg-primary/10 border-primary/30'}`}
    >
      <div className="page flex items-center gap-x-4 py-3">
        <Icon className="hidden size-6 shrink-0 sm:block" aria-hidden="true" />
        <p role={isRefusal ? 'alert' : 'status'} className="min-w-0 flex-1">
          <span>
            {isRefusal
              ? `That page is only for ${PEOPLE[arrival.role]}. You are logged in as ${PERSON[user.role]}.`
              : `Good to see you, ${user.name}!`}
          </span>{' '}
          <Link
            to={linkToDashboard(user.role)}
            className="link text-primary inline-flex min-h-6 items-center font-bold"
          >
            Go to your dashboard
          </Link>
        </p>
        <button
          type="button"
          className="btn btn-ghost btn-circle"
          aria-label="Close this message"
          onClick={close}
        >
          <X className="size-5" aria-hidden="true" />
        </button>
      </div>
    </section>
  );
}
