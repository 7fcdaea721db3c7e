import { expect, test } from '@playwright/test';
import { findViolations } from '../support/axe.ts';
import { enterAs, findClassId, openPage, PAGES, type Role } from '../support/pages.ts';

for (const theme of ['light', 'dark'] as const)
  for (const role of Object.keys(PAGES) as Role[])
    test(`axe finds nothing on the pages of a ${role}, ${theme}`, async ({ browser, request }) => {
      test.setTimeout(120_000);
      // The app allows no scripts but its own; axe is ours for this test.
      const context = await browser.newContext({
        colorScheme: theme,
        reducedMotion: 'reduce',
        bypassCSP: true,
      });
      const page = await context.newPage();
      await enterAs(page, role);
      const classId = await findClassId(request);
      for (const [name, path] of Object.entries(PAGES[role])) {
        await openPage(page, path.replace('{class}', classId).replace('{cart}', ''));
        expect(await findViolations(page), `${name}, ${theme}`).toEqual([]);
        await expect(page.getByRole('heading', { level: 1 }), `${name}: one h1`).toHaveCount(1);
      }
      await context.close();
    });

test('nothing scrolls sideways on a phone', async ({ browser, request }) => {
  test.setTimeout(120_000);
  const classId = await findClassId(request);
  for (const role of Object.keys(PAGES) as Role[]) {
    const context = await browser.newContext({ viewport: { width: 360, height: 740 } });
    const page = await context.newPage();
    await enterAs(page, role);
    for (const [name, path] of Object.entries(PAGES[role])) {
      await openPage(page, path.replace('{class}', classId).replace('{cart}', ''));
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width, name).toBeLessThanOrEqual(360);
    }
    await context.close();
  }
});
