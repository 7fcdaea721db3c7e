import type { ErrorBody } from '@speakifyr/contract/errors.ts';
import { useEffect } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { useSession } from '../session/auth.tsx';
import { useRole } from '../session/use-role.ts';
import { PAGE_HEADS } from '../lib/page-heads.ts';
import { paths } from '../lib/paths.ts';
import { ErrorState } from '../ui/error-state.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { Spinner } from '../ui/spinner.tsx';

/**
 * Lets people through who are signed in. Others log in first and come back here.
 * @param props.preload starts to load the pages behind it, at the same time as the calls that find out who is there
 */
export function RequireUser({ preload }: { preload?: () => Promise<unknown> }) {
  const { status, problem, retry } = useSession();
  const location = useLocation();
  const isVisitor = status === 'signed-out';
  // If it fails, the page shows that when it needs the code.
  useEffect(() => {
    if (!isVisitor) preload?.().catch(() => undefined);
  }, [isVisitor, preload]);
  if (status === 'loading') return <Loading />;
  if (problem) return <Unknown problem={problem} onRetry={() => void retry()} />;
  if (status === 'signed-out')
    return <Navigate to={paths.login} state={{ from: location }} replace />;
  return <RequireKnownRole />;
}

/** Shows the dashboard only once the role is known, so that nobody sees the wrong navbar or is sent away too early. */
function RequireKnownRole() {
  const state = useRole();
  if (state.status === 'failed') return <Unknown problem={state.problem} onRetry={state.retry} />;
  return state.status === 'known' ? <Outlet /> : <Loading />;
}

function Loading() {
  return (
    <>
      <PageHead {...PAGE_HEADS.dashboard} />
      <Spinner />
    </>
  );
}

function Unknown({ problem, onRetry }: { problem: ErrorBody; onRetry: () => void }) {
  return (
    <div className="page py-16">
      <PageHead {...PAGE_HEADS.dashboard} />
      <ErrorState title="We could not load your account" text={problem.message} onRetry={onRetry} />
    </div>
  );
}
