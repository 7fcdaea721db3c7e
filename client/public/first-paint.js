/* global document */
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
