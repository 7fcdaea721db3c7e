import { findLogo, hasMarksOfDemo } from '@speakifyr/contract/school-look.ts';

/** Lets the team's phones put the app on the home screen. Only there: families have a website. */
export function offerApp(): void {
  if (document.querySelector('link[rel=manifest]')) return;
  // An iPhone ignores a manifest's icons. Without one of these, it takes the first letter of the name.
  const icon = hasMarksOfDemo() ? '/icons/app-touch-180.png' : findLogo();
  for (const [rel, href] of [
    ['manifest', '/app.webmanifest'],
    ['apple-touch-icon', icon],
  ])
    if (href) document.head.append(Object.assign(document.createElement('link'), { rel, href }));
}
