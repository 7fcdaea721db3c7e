import { useEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';

/**
 * Does what a browser does between two documents: a new page starts at its top, and so do the keyboard and the screen
 * reader. With Back, the browser restores the scroll position itself.
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
    // A page may have set the focus itself.
    if (!main?.contains(document.activeElement)) main?.focus({ preventScroll: true });
  }, [pathname, navigationType]);
  return null;
}
