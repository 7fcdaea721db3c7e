/* global document, requestAnimationFrame */
// A theme that was chosen on this device; else the system's, which the stylesheet follows by itself.
try {
  const theme = localStorage.getItem('theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // Storage is switched off: the system's theme it is.
}

// Where the build has drawn the page (client/build/write-pages.ts), the app's scripts wait until it is seen, so that its
// style, letters and picture have the line to themselves. The app's own script is the last of them.
const scripts = document.currentScript.dataset.app?.split(' ') ?? [];
function startApp() {
  for (const [index, src] of scripts.entries()) {
    const isApp = index === scripts.length - 1;
    const element = document.createElement(isApp ? 'script' : 'link');
    Object.assign(element, isApp ? { type: 'module', src } : { rel: 'modulepreload', href: src }, {
      crossOrigin: '',
    });
    document.head.append(element);
  }
}
if (scripts.length > 0)
  document.addEventListener('DOMContentLoaded', () => {
    // Nothing is painted in a tab that is not looked at.
    if (document.hidden) startApp();
    else requestAnimationFrame(() => setTimeout(startApp));
  });
