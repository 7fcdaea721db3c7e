/* global document, location */
// A theme that was chosen on this device; else the system's, which the stylesheet follows by itself.
try {
  const theme = localStorage.getItem('theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // Storage is switched off: the system's theme it is.
}

// Home's picture is asked for now, not when the app has drawn it. The same choice as in features/home/banner.tsx.
if (location.pathname === '/') {
  const pictures = [
    [
      '(max-width: 40rem)',
      'hero-portrait-640.avif 640w, /pictures/hero-portrait.avif 900w',
      '100vw',
    ],
    [
      '(min-width: 40.01rem)',
      'hero-640.avif 640w, /pictures/hero.avif 1600w',
      '(min-width: 64rem) 75rem, 100vw',
    ],
  ];
  for (const [media, files, sizes] of pictures) {
    const link = document.createElement('link');
    Object.assign(link, { rel: 'preload', as: 'image', type: 'image/avif', media });
    link.imageSrcset = `/pictures/${files}`;
    link.imageSizes = sizes;
    link.fetchPriority = 'high';
    document.head.append(link);
  }
}
