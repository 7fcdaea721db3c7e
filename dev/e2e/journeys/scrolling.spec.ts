import { type Browser, expect, test } from '@playwright/test';
import {
  findHoles,
  LOUD_GROUND,
  recordFrames,
  scrollInBursts,
  watchLayout,
} from '../support/screencast.ts';

// Where a picture belongs, there is at any moment the picture or a colored place for it, however fast somebody scrolls.

/** Chromium's "Slow 4G": bytes a second, and milliseconds to the first byte. */
const SLOW_4G = {
  offline: false,
  downloadThroughput: 180_000,
  uploadThroughput: 84_375,
  latency: 562.5,
};

type Visit = { path: string; width: number; isSlow?: boolean; isWithoutPlaces?: boolean };

/** Opens a page, scrolls to its end at once, and looks at every frame. */
async function visit(browser: Browser, { path, width, isSlow, isWithoutPlaces }: Visit) {
  const context = await browser.newContext({
    viewport: { width, height: 800 },
    // The app allows no styles but its own; LOUD_GROUND is ours for this test.
    bypassCSP: true,
  });
  const lab = await context.newPage();
  const page = await context.newPage();
  await page.addInitScript(watchLayout);
  const session = await context.newCDPSession(page);
  if (isSlow) await session.send('Network.emulateNetworkConditions', SLOW_4G);
  if (isWithoutPlaces) await page.route(/\.(avif|webp)$/, () => undefined);
  await page.goto(path, { waitUntil: 'commit' });
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.addStyleTag({ content: LOUD_GROUND });
  if (isWithoutPlaces)
    await page.addStyleTag({ content: '.picture-ground { background: none !important }' });
  const frames = await recordFrames(page, () => scrollInBursts(page));
  const { holes, places } = await findHoles(page, lab, frames);
  for (const [index, { picture }] of holes.slice(0, 5).entries())
    await test.info().attach(`hole-${index}.jpg`, {
      body: Buffer.from(picture, 'base64'),
      contentType: 'image/jpeg',
    });
  await context.close();
  return { holes: holes.length, places };
}

for (const width of [1280, 360])
  for (const [name, path] of Object.entries({ Home: '/', Classes: '/classes' }))
    for (const isSlow of [false, true])
      test(`ten wheel ticks at once show no hole on ${name} at ${width} px${isSlow ? ' on Slow 4G' : ''}`, async ({
        browser,
      }) => {
        // Looking at every frame takes long on a busy machine.
        const { holes, places } = await visit(browser, { path, width, isSlow });
        expect(places, 'places that were looked at').toBeGreaterThan(10);
        expect(holes, 'frames with a hole').toBe(0);
      });

for (const width of [1280, 360])
  test(`the same look finds the holes of a page without colored places at ${width} px`, async ({
    browser,
  }) => {
    const visited = await visit(browser, { path: '/classes', width, isWithoutPlaces: true });
    expect(visited.holes).toBeGreaterThan(5);
  });
