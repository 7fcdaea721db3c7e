import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { isSiteReachable, reloadPage } from '../../lib/connection.ts';
import { readKeptWork } from '../../features/attendance/kept-work.ts';
import { OfflineLists } from '../../features/attendance/offline-lists.tsx';

/** How often the page checks whether the connection is back, in milliseconds. */
const LOOK_AGAIN_MS = 10_000;

/** What the phone has kept for today; if nothing, the children. */
export function KeptListsPage({ children }: { children: ReactNode }) {
  const { data: work } = useQuery({
    queryKey: ['keptWork'],
    queryFn: readKeptWork,
    staleTime: Infinity,
    gcTime: 0,
  });
  useReloadWhenBack();
  return work ? <OfflineLists {...work} /> : children;
}

/**
 * Opens the dashboard as soon as the connection is back. Not while a dialog is open: somebody is just collecting a
 * child.
 */
function useReloadWhenBack(): void {
  useEffect(() => {
    let wasAway = false;
    const look = async () => {
      if (!(await isSiteReachable())) wasAway = true;
      else if (wasAway && !document.querySelector('dialog[open]')) reloadPage();
    };
    const lookNow = () => void look();
    lookNow();
    const timer = setInterval(lookNow, LOOK_AGAIN_MS);
    window.addEventListener('online', lookNow);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', lookNow);
    };
  }, []);
}
