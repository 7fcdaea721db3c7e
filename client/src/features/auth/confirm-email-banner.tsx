import { type ComponentType, lazy, Suspense } from 'react';
import { useSession } from '../../session/auth.tsx';

// Most people never need it. A page without the banner is better than no page if it does not load.
const EmailBanner = lazy((): Promise<{ default: ComponentType<{ email: string }> }> =>
  import('./email-banner.tsx').then(
    ({ EmailBanner }) => ({ default: EmailBanner }),
    () => ({ default: () => null }),
  ),
);

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
