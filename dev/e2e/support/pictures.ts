import { expect, type Page } from '@playwright/test';
import { COLOR_RULES, findViolations } from './axe.ts';
import { findLosses } from './layout.ts';

/**
 * Takes pictures of a page on a phone in light and on a computer in dark, on which nothing may be cut off, and axe finds
 * nothing. Then the page is as large as before.
 * @param page opened with FOR_AXE
 * @param folder of the test: its `outputDir`
 */
export function takePictures(page: Page, folder: string): (name: string) => Promise<void> {
  return async (name) => {
    const before = page.viewportSize();
    for (const [width, colorScheme] of [
      [1280, 'dark'],
      [360, 'light'],
    ] as const) {
      await page.setViewportSize({ width, height: 740 });
      await page.emulateMedia({ colorScheme });
      await page.screenshot({
        path: `${folder}/${name}-${width}.png`,
        fullPage: true,
        animations: 'disabled',
      });
      expect(await findLosses(page), `${name} at ${width} px`).toEqual([]);
      const rules = colorScheme === 'dark' ? COLOR_RULES : [];
      expect(await findViolations(page, rules), `${name}, ${colorScheme}`).toEqual([]);
    }
    if (before) await page.setViewportSize(before);
  };
}
