import { useSyncExternalStore } from 'react';

/** Says below the header when the device has no network. Screen readers announce it. */
export function OfflineNote() {
  const isOnline = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
  return (
    <p
      role="status"
      className={
        isOnline
          ? 'sr-only'
          : 'bg-accent text-accent-content px-4 py-2 text-center font-medium print:hidden'
      }
    >
      {!isOnline && 'You are offline. We will continue as soon as your connection is back.'}
    </p>
  );
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}
