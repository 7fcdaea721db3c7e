/* global document, location, trustedTypes */
// The browser lets scripts make elements or load scripts from text only as this policy allows (trusted types, see
// docs/decisions/0027). HTML may have what SweetAlert2's dialogs are made of; any other HTML is shown as text.
// Rules: R45.
const HARMLESS =
  /^(?:[^<]|<!--[\w-]*-->|<\/?(?:button|div|h2|img|input|label|output|select|span|textarea|ul)(?: (?:aria-[a-z]+|class|for|id|tabindex|type)="[\w -]*")*(?: ?\/)?>)*$/;
const VENDORS = ['https://js.stripe.com', 'https://apis.google.com'];
if (globalThis.trustedTypes)
  trustedTypes.createPolicy('default', {
    createHTML: (html) => (HARMLESS.test(html) ? html : html.replaceAll('<', '&lt;')),
    createScriptURL(address) {
      const { origin, pathname } = new URL(address, location.origin);
      const isOurs = origin === location.origin && pathname.startsWith('/assets/');
      return isOurs || VENDORS.includes(origin) ? address : null;
    },
  });

// The theme that was chosen on this device. Without one, the stylesheet follows the system's.
try {
  const theme = localStorage.getItem('theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // Storage is turned off, so the system's theme it is.
}

// A button that was clicked before the app listens is clicked again as soon as it does (src/main.tsx).
let clicked;
const rememberClicked = ({ target }) => (clicked = target.closest('button'));
document.addEventListener('click', rememberClicked);
document.addEventListener('app-listens', () => {
  document.removeEventListener('click', rememberClicked);
  clicked?.click();
});

// On a page that the build rendered, style, fonts and pictures get a slow line to themselves: the app's scripts start
// after the first paint. A tab in the background paints nothing, so they start after a second there.
const MAX_WAIT_MS = 1_000;
let { app } = document.currentScript.dataset;
function startApp() {
  for (const src of app?.split(' ') ?? [])
    document.head.append(Object.assign(document.createElement('script'), { type: 'module', src }));
  app = undefined;
}
document.addEventListener('DOMContentLoaded', () => {
  // First the timer: a browser without PerformanceObserver throws on the next line.
  setTimeout(startApp, MAX_WAIT_MS);
  new PerformanceObserver(startApp).observe({ type: 'paint', buffered: true });
});
