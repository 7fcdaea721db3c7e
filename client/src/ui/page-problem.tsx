import { SCHOOL } from '@speakifyr/contract/school.ts';
import { useEffect, useState } from 'react';
import { isLoadError, isSiteReachable, reloadPage } from '../lib/connection.ts';
import { ErrorState } from './error-state.tsx';

/** How often to look whether the connection is back, in milliseconds. */
const LOOK_MS = 5_000;

/** A page that was opened less than this ago is not loaded again by itself, unless it has been offline: it may loop. */
const MIN_AGE_MS = 30_000;

type Props = {
  error: Error;
  /** Loads the page again. */
  reload?: () => void;
};

/** Shown when a page crashes, or its script could not be loaded. The second kind recovers by itself. R66 */
export function PageProblem({ error, reload = reloadPage }: Props) {
  const isConnection = isLoadError(error) || !navigator.onLine;
  const [isStillLost, setStillLost] = useState(false);
  useEffect(() => {
    if (isConnection) return waitForConnection(reload);
  }, [isConnection, reload]);

  // Without a connection the browser would replace the page with its own error.
  async function retry() {
    if (!isConnection || (await isSiteReachable())) reload();
    else setStillLost(true);
  }

  return (
    <div className="page py-16">
      {/* Not <PageHead>: it needs the router, which may be what crashed. */}
      <title>{`${SCHOOL.name} | Problem`}</title>
      <h1 className="sr-only">Problem</h1>
      {isConnection ? (
        <ErrorState
          title={isStillLost ? 'Still no connection to the camp' : 'No connection to the camp'}
          text="Please check your internet connection. This page comes back by itself as soon as we reach the camp again."
          onRetry={() => void retry()}
        />
      ) : (
        <ErrorState
          title="This page could not be shown"
          text="Please load it again: you get back to this page. If you have just sent or paid something, look whether it is there before you do it again."
          onRetry={() => void retry()}
        />
      )}
    </div>
  );
}

/** @param recover called once the site answers again @returns stops waiting */
function waitForConnection(recover: () => void): () => void {
  let wasLost = !navigator.onLine;
  async function look() {
    if (!(await isSiteReachable())) wasLost = true;
    else if (wasLost || performance.now() > MIN_AGE_MS) recover();
  }
  const onLook = () => void look();
  onLook();
  const timer = setInterval(onLook, LOOK_MS);
  window.addEventListener('online', onLook);
  return () => {
    clearInterval(timer);
    window.removeEventListener('online', onLook);
  };
}
