/* global document */
// A theme that was chosen on this device; else the system's, which the stylesheet follows by itself.
try {
  const theme = localStorage.getItem('theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // Storage is switched off: the system's theme it is.
}
