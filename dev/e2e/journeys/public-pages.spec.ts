import { expect, type Page, test } from '@playwright/test';

/** The server has lost every picture of a class. */
async function losePictures(page: Page): Promise<void> {
  await page.route('**/pictures/classes/**', (route) => route.fulfill({ status: 404 }));
}

for (const width of [360, 768, 1280])
  test(`at ${width} px, cards whose pictures fail keep their size and show our drawing`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    await losePictures(page);
    await page.goto('/classes');
    const card = page.getByRole('article').first();
    await expect(card.locator('.drawn-scene')).toBeVisible();

    for (const one of await page.getByRole('article').all()) {
      const box = await one.boundingBox();
      expect(box!.x + box!.width).toBeLessThanOrEqual(width);
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    await expect(page.locator('main img')).toHaveCount(0);
  });
