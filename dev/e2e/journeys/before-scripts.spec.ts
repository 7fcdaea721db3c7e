import { expect, type Page, test } from '@playwright/test';
import { findClassId } from '../support/pages.ts';

// On a slow line a page is seen seconds before its scripts are there; nothing that a person does meanwhile is lost.

test.use({ viewport: { width: 360, height: 740 } });

/** Opens a page whose scripts do not come before `release` is called. */
async function openWithoutScripts(page: Page, path: string): Promise<{ release: () => void }> {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/assets/*.js', async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(path, { waitUntil: 'commit' });
  await page.getByRole('contentinfo').waitFor();
  return { release };
}

test('Classes and the page of a class show their first picture, where it stays', async ({
  page,
  request,
}) => {
  for (const path of ['/classes', `/classes/${await findClassId(request)}`]) {
    const { release } = await openWithoutScripts(page, path);
    const place = page.locator('main .first-picture');
    const early = await place.evaluate((element) => ({
      box: element.getBoundingClientRect().toJSON() as unknown,
      picture: getComputedStyle(element).backgroundImage,
    }));
    release();
    const picture = page.locator('main img').first();
    await picture.waitFor();
    expect(early).toEqual({
      box: await picture.evaluate((element) => element.getBoundingClientRect().toJSON() as unknown),
      picture: await picture.evaluate(
        (element: HTMLImageElement) => `url("${element.currentSrc}")`,
      ),
    });
    await page.unrouteAll();
  }
});

test('a tap on the menu opens it when the app is there', async ({ page }) => {
  for (const path of ['/', '/classes']) {
    const { release } = await openWithoutScripts(page, path);
    await page.getByRole('button', { name: 'Open menu' }).click();
    release();
    await expect(page.getByRole('button', { name: 'Close menu' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Instructors' }).first()).toBeVisible();
    await page.unrouteAll();
  }
});

test('what is typed into the search is searched for when the app is there', async ({ page }) => {
  const { release } = await openWithoutScripts(page, '/classes');
  const field = page.getByRole('searchbox', { name: 'Search by class or instructor' });
  await field.fill('sail');
  await expect(page.getByRole('combobox', { name: 'Sort by' })).toBeDisabled();
  release();
  await expect(page).toHaveURL(/\/classes\?search=sail$/);
  await expect(page.getByRole('status').filter({ hasText: '1 class' })).toBeVisible();
  await expect(field).toHaveValue('sail');
  await expect(page.getByRole('combobox', { name: 'Sort by' })).toBeEnabled();
});

test('Enter in the search leads to what was typed', async ({ page }) => {
  const { release } = await openWithoutScripts(page, '/classes');
  await page.getByRole('searchbox', { name: 'Search by class or instructor' }).fill('sail');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/classes\?search=sail$/);
  release();
  await expect(page.getByRole('status').filter({ hasText: '1 class' })).toBeVisible();
});

test('a browser that tells no page what was painted starts the app all the same', async ({
  page,
}) => {
  await page.addInitScript(() => {
    PerformanceObserver.prototype.observe = () => {};
  });
  await page.goto('/');
  await page.getByRole('button', { name: 'Open menu' }).click();
  await expect(page.getByRole('button', { name: 'Close menu' })).toBeVisible();
});
