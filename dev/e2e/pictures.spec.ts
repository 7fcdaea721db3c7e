import { fileURLToPath } from 'node:url';
import { test } from '@playwright/test';
import {
  enterAs,
  fillIn,
  findCartId,
  findIds,
  openPage,
  PAGES,
  type Role,
} from './support/pages.ts';

const FOLDER = fileURLToPath(new URL('../../.build/screens/', import.meta.url));

/** A picture of every page in .build/screens: at 360 and 1280 px, light and dark. */
for (const role of Object.keys(PAGES) as Role[])
  for (const [width, height] of [
    [1280, 860],
    [360, 740],
  ] as const)
    for (const colorScheme of ['light', 'dark'] as const)
      test(`the pages of a ${role} at ${width} px, ${colorScheme}`, async ({ browser }) => {
        const viewport = { width, height };
        const context = await browser.newContext({
          viewport,
          colorScheme,
          reducedMotion: 'reduce',
        });
        const page = await context.newPage();
        await enterAs(page, role);
        const ids = await findIds(page, role);
        if (role === 'student') ids['cart'] = await findCartId(page);
        for (const [name, path] of Object.entries(PAGES[role])) {
          await openPage(page, fillIn(path, ids));
          await page.waitForLoadState('networkidle');
          await page.evaluate(() => window.scrollTo(0, 0));
          await page.screenshot({
            path: `${FOLDER}${name}-${width}-${colorScheme}.jpg`,
            ...{ type: 'jpeg', quality: 60, fullPage: true },
          });
        }
        await context.close();
      });
