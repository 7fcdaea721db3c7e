import { LABELS } from '@speakifyr/contract/labels.ts';
import { expect, type Page, test } from '@playwright/test';
import { FOR_AXE } from '../support/axe.ts';
import { enterAs, openTab } from '../support/pages.ts';
import { takePictures } from '../support/pictures.ts';

test.use(FOR_AXE);

/** The dashboard's menu: short, and Log Out in sight on every screen. */

/** As narrow and as low as people have it, and a phone on its side. */
const SCREENS = [
  { width: 360, height: 640 },
  { width: 740, height: 360 },
  { width: 768, height: 1_024 },
  { width: 860, height: 860 },
  { width: 1_280, height: 860 },
  { width: 1_280, height: 600 },
];

/** The menu in sight, behind its button on a small screen. */
async function openMenu(page: Page) {
  const menu = page.getByRole('navigation', { name: 'Dashboard' });
  const button = page.getByRole('button', { name: LABELS.openMenu });
  await menu.or(button).first().waitFor();
  if (await button.isVisible()) await button.click();
  return menu;
}

// Rules: R612.
for (const role of ['admin', 'student', 'instructor'] as const)
  test(`the menu of a ${role} has Log Out in sight on every screen, also with long names`, async ({
    page,
  }, { outputDir }) => {
    await enterAs(page, role);
    for (const screen of SCREENS) {
      await page.setViewportSize(screen);
      await page.goto(`/dashboard/${role}`);
      const menu = await openMenu(page);
      await page.screenshot({ path: `${outputDir}/${role}-${screen.width}-${screen.height}.png` });
      for (const isLong of [false, true]) {
        if (isLong)
          await menu.evaluate((nav) => {
            for (const text of nav.querySelectorAll('a, a span:not(.badge):not(.sr-only)'))
              if (text.childElementCount === 0)
                text.textContent += ' und Benachrichtigungseinstellungen';
          });
        const logOut = menu.getByRole('button', { name: LABELS.logOut });
        await expect(logOut).toBeInViewport({ ratio: 1 });
        // Nothing lies on it.
        await logOut.click({ trial: true });
        const last = menu.getByRole('link').last();
        await last.scrollIntoViewIfNeeded();
        await last.click({ trial: true });
        const [isNarrow, isPageNarrow] = await menu.evaluate((nav) => [
          [...nav.querySelectorAll('div, a, button')].every(
            (one) => one.scrollWidth <= one.clientWidth + 1,
          ),
          document.documentElement.scrollWidth <= window.innerWidth,
        ]);
        expect([isNarrow, isPageNarrow], JSON.stringify(screen)).toEqual([true, true]);
      }
    }
  });

test('an admin reaches each door, and its pages as tabs', async ({ page }, { outputDir }) => {
  const show = takePictures(page, outputDir);
  await enterAs(page, 'admin');
  await page.goto('/dashboard/admin');
  const menu = page.getByRole('navigation', { name: 'Dashboard' });
  // The spec's three, seven doors, and four pages of the website.
  await expect(menu.getByRole('link')).toHaveCount(14);
  for (const [door, tab] of [
    ['Today', 'Calls to Make'],
    ['Families', 'Financial Aid'],
    ['Classes', 'Course Calendar'],
    ['Money', 'Accounting'],
    ['Messages', 'Write to families'],
    ['Team', 'Add Instructor'],
    ['Settings', 'Extras'],
  ] as const) {
    await openTab(page, door, tab);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(
      menu.getByRole('link', { name: door, exact: false }).and(menu.locator('[aria-current]')),
    ).toBeVisible();
    await show(`door-${door.toLowerCase()}`);
  }
});

// Rules: R611.
test('the search leads to a page and to a tab of the school', async ({ page }, { outputDir }) => {
  const show = takePictures(page, outputDir);
  await enterAs(page, 'admin');
  for (const [typed, address] of [
    ['refund policy', '/dashboard/refundPolicy'],
    ['tax number', '/dashboard/school?part=about'],
  ] as const) {
    await page.goto('/dashboard/admin');
    await page.getByRole('combobox', { name: /^Find a family/ }).fill(typed);
    await page.getByRole('group', { name: 'Pages' }).getByRole('option').first().waitFor();
    await show(`search-${typed.replace(' ', '-')}`);
    await expect(page.getByRole('listbox')).toHaveAttribute('aria-busy', 'false');
    await page.keyboard.press('Enter');
    await page.waitForURL(`**${address}`);
  }
});
