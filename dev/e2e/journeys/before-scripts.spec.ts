import { expect, type Page, test } from '@playwright/test';
import { LABELS } from '@speakifyr/contract/labels.ts';
import { findClassId } from '../support/pages.ts';

// On a slow connection a page is visible seconds before its scripts run. Nothing that a person does until then is lost.

test.use({ viewport: { width: 360, height: 740 } });

/** The app's scripts. The page does not show before first-paint.js has run. */
const SCRIPTS = /\/assets\/(?!first-paint)[^/]+\.js$/;

/** Opens a page whose scripts only load once `release` is called. */
async function openWithoutScripts(page: Page, path: string): Promise<{ release: () => void }> {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(SCRIPTS, async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(path, { waitUntil: 'commit' });
  await page.getByRole('contentinfo').waitFor();
  return { release };
}

test('Classes and the page of a class show their first picture, which stays in place', async ({
  page,
  request,
}) => {
  for (const path of ['/classes', `/classes/${await findClassId(request)}`]) {
    // A busy server serves the page without the picture, and another journey may add a class with another one.
    await expect(async () => {
      await page.unrouteAll();
      const { release } = await openWithoutScripts(page, path);
      const readPicture = () =>
        page
          .locator('main img')
          .first()
          .evaluate(
            (image: HTMLImageElement) => ({
              box: image.getBoundingClientRect().toJSON() as unknown,
              address: image.currentSrc,
            }),
            undefined,
            { timeout: 5_000 },
          );
      const early = await readPicture();
      expect(early.address).not.toBe('');
      release();
      await page
        .getByRole('button', { name: new RegExp(`^${LABELS.joinNow}`) })
        .first()
        .waitFor();
      expect(await readPicture()).toEqual(early);
    }).toPass();
    await page.unrouteAll();
  }
});

test('a tap on the menu opens it as soon as the app runs', async ({ page }) => {
  for (const path of ['/', '/classes']) {
    const { release } = await openWithoutScripts(page, path);
    await page.getByRole('button', { name: LABELS.openMenu }).click();
    release();
    await expect(page.getByRole('button', { name: 'Close menu' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Instructors' }).first()).toBeVisible();
    await page.unrouteAll();
  }
});

test('what is typed into the search is searched for as soon as the app runs', async ({ page }) => {
  const { release } = await openWithoutScripts(page, '/classes');
  const field = page.getByRole('searchbox', { name: 'Search by class, instructor or place' });
  await field.fill('sail');
  await expect(page.getByRole('combobox', { name: 'Sort by' })).toBeDisabled();
  release();
  await expect(page).toHaveURL(/\/classes\?search=sail$/);
  await expect(page.getByRole('status').filter({ hasText: '1 class' })).toBeVisible();
  await expect(field).toHaveValue('sail');
  await expect(page.getByRole('combobox', { name: 'Sort by' })).toBeEnabled();
});

test('Enter in the search finds what was typed', async ({ page }) => {
  const { release } = await openWithoutScripts(page, '/classes');
  await page.getByRole('searchbox', { name: 'Search by class, instructor or place' }).fill('sail');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/classes\?search=sail$/);
  release();
  await expect(page.getByRole('status').filter({ hasText: '1 class' })).toBeVisible();
});
