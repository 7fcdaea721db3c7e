import { useSyncExternalStore } from 'react';

/** Narrower than a desktop's page at 200 %, which shows more than a phone has room for. */
const PHONE = '(max-width: 39.98rem)';

/** Whether the screen is as narrow as a phone's. */
export function useIsPhone(): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const media = window.matchMedia(PHONE);
      media.addEventListener('change', onChange);
      return () => media.removeEventListener('change', onChange);
    },
    () => window.matchMedia(PHONE).matches,
  );
}
