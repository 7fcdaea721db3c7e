/* global document, location, requestAnimationFrame */
// A theme that was chosen on this device; else the system's, which the stylesheet follows by itself.
try {
  const theme = localStorage.getItem('theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // Storage is switched off: the system's theme it is.
}

// A button that is pressed before the app listens is pressed again when it does (src/main.tsx).
let pressed;
const rememberPressed = ({ target }) => (pressed = target.closest('button'));
document.addEventListener('click', rememberPressed);
document.addEventListener('app-listens', () => {
  document.removeEventListener('click', rememberPressed);
  pressed?.click();
});

// Where the build has drawn the page (client/build/write-pages.ts), the app's scripts wait until it is seen, so that its
// style, letters and picture have the line to themselves. The app's own script is the last of them.
const { app, call } = document.currentScript.dataset;
const scripts = app?.split(' ') ?? [];

function startApp() {
  // The app takes over what it finds fetched, or on its way.
  if (call && !location.search)
    addLink('preload', readApiUrl() + call.replace('{path}', location.pathname), 'fetch');
  // The largest comes first: a browser asks one server for six things at a time.
  const script = document.createElement('script');
  Object.assign(script, { type: 'module', crossOrigin: '', src: scripts.at(-1) });
  document.head.append(script);
  for (const href of scripts.slice(0, -1)) addLink('modulepreload', href);
}

function addLink(rel, href, as = '') {
  const link = document.createElement('link');
  Object.assign(link, { rel, href, as, crossOrigin: '' });
  document.head.append(link);
}

function readApiUrl() {
  return JSON.parse(document.getElementById('config').textContent).apiUrl;
}

if (scripts.length > 0)
  document.addEventListener('DOMContentLoaded', () => {
    // Nothing is painted in a tab that is not looked at.
    if (document.hidden) startApp();
    else whenSeen(startApp);
  });

function whenSeen(act) {
  let isDone = false;
  const actOnce = () => {
    if (!isDone) act();
    isDone = true;
  };
  // Browsers that don't want to be known again tell no page what was painted.
  setTimeout(actOnce, 1_000);
  if (!PerformanceObserver.supportedEntryTypes.includes('paint'))
    return requestAnimationFrame(() => setTimeout(actOnce));
  // A frame that is drawn is some more time from the screen on a phone.
  new PerformanceObserver((list, observer) => {
    if (list.getEntriesByName('first-contentful-paint').length === 0) return;
    observer.disconnect();
    actOnce();
  }).observe({ type: 'paint', buffered: true });
}
