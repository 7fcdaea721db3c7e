import { Suspense } from 'react';
import { useLocation } from 'react-router-dom';
import { readArrival } from '../session/arrival.ts';
import { useSession } from '../session/auth.tsx';
import { lazyOrNothing } from '../ui/lazy-or-nothing.ts';

// Only signed-in people need it, and only once.
const ArrivalBanner = lazyOrNothing(
  async () => (await import('./arrival-banner.tsx')).ArrivalBanner,
);

/** Greets people after the log-in, or says why they were sent away from a page. The link that led here decides. */
export function ArrivalNote() {
  const { user } = useSession();
  const arrival = readArrival(useLocation().state);
  if (!user || !arrival) return null;
  return (
    <Suspense fallback={null}>
      <ArrivalBanner user={user} arrival={arrival} />
    </Suspense>
  );
}
