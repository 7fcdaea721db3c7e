/** Lets the team's phones put the app on the home screen. Only there: families have a website. */
export function offerApp(): void {
  if (document.querySelector('link[rel=manifest]')) return;
  for (const [rel, href] of [
    ['manifest', '/app.webmanifest'],
    // An iPhone ignores a manifest's icons.
    ['apple-touch-icon', '/icons/app-touch-180.png'],
  ])
    document.head.append(Object.assign(document.createElement('link'), { rel, href }));
}
