import { useEffect } from 'react';

/** While it is on, the browser asks before the page is closed or reloaded. The words are the browser's own. */
export function useLeaveWarning(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isOn]);
}
