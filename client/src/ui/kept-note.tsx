import { useSyncExternalStore } from 'react';
import { useLocation } from 'react-router-dom';
import { hasKept, watchKept } from '../lib/kept-forms.ts';

/** Says that what was typed before the session ended is still here, until its form is open again. R550 */
export function KeptNote() {
  const { pathname } = useLocation();
  const isKept = useSyncExternalStore(
    watchKept,
    () => hasKept(pathname),
    () => false,
  );
  if (!isKept) return null;
  return (
    <p role="status" className="bg-warning text-warning-content p-3 text-center print:hidden">
      Your session ended before you saved. Open the form again: what you typed is still there.
    </p>
  );
}
