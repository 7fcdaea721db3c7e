import type { ErrorBody } from '@speakifyr/contract/errors.ts';
import { lazy, useEffect, useState } from 'react';
import { PAGE_HEADS } from '../lib/page-heads.ts';
import { ErrorState } from '../ui/error-state.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { Spinner } from '../ui/spinner.tsx';

const KeptLists = lazy(async () => ({
  default: (await import('./dashboard/kept-lists-page.tsx')).KeptListsPage,
}));

/** How long a dashboard waits for the account before it shows what the phone has kept, in milliseconds. */
const PATIENCE_MS = 4_000;

type Props = { problem?: ErrorBody; onRetry?: () => void };

/**
 * Shown in place of a dashboard until it is known who the person is. Only the team's phones have a worker: these go on
 * with the day's lists.
 */
export function AccountPage({ problem, onRetry }: Props) {
  const isLate = useIsLate();
  const hasLists = Boolean(navigator.serviceWorker?.controller) && (problem || isLate);
  const state = problem ? <Problem problem={problem} onRetry={onRetry} /> : <Spinner />;
  return (
    <>
      <PageHead {...PAGE_HEADS.dashboard()} />
      {hasLists ? <KeptLists>{state}</KeptLists> : state}
    </>
  );
}

function Problem({ problem, onRetry }: Required<Pick<Props, 'problem'>> & Props) {
  return (
    <div className="page py-16">
      <ErrorState
        title="We could not load your account"
        text={problem.message}
        onRetry={() => onRetry?.()}
      />
    </div>
  );
}

function useIsLate(): boolean {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, []);
  return isLate;
}
