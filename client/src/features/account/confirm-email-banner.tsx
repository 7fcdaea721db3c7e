import { Suspense } from 'react';
import { useSession } from '../../session/auth.tsx';
import { lazyOrNothing } from '../../ui/lazy-or-nothing.ts';

// Most people never need it.
const EmailBanner = lazyOrNothing(async () => (await import('./email-banner.tsx')).EmailBanner);

/** Asks people who have not confirmed their email address to do so. Nobody else sees it. */
export function ConfirmEmailBanner() {
  const { user } = useSession();
  if (!user || user.isVerified) return null;
  return (
    <Suspense fallback={null}>
      <EmailBanner email={user.email} />
    </Suspense>
  );
}
