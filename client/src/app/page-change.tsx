import { useEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';

/**
 * What a browser does by itself between two documents: the new page starts at its top, and the keyboard and screen
 * reader start there too. With Back, the browser finds the old place.
 */
export function PageChange() {
  const { pathname } = useLocation();
  const navigationType = useNavigationType();
  const lastPath = useRef(pathname);
  useEffect(() => {
    if (lastPath.current === pathname) return;
    lastPath.current = pathname;
    if (navigationType !== 'POP') window.scrollTo(0, 0);
    const main = document.getElementById('main');
    // What a page focused by itself keeps it.
    if (!main?.contains(document.activeElement)) main?.focus({ preventScroll: true });
  }, [pathname, navigationType]);
  return null;
}
