import { expect, type Locator, type Page, test } from '@playwright/test';
import { LABELS } from '@speakifyr/contract/labels.ts';
import { CORE } from '../support/base-config.ts';
import { askWhoJoins, fillInChild, MIA } from '../support/families.ts';
import {
  enterAs,
  fillIn,
  findCartId,
  findIds,
  openPage,
  PAGES,
  type Role,
} from '../support/pages.ts';
import { signUp } from '../support/people.ts';
import { CARDS, expectEnrolled, payWith } from '../support/shop.ts';
import { translatePages } from '../support/translate.ts';

// The browser's own translation replaces the texts of a page. Nothing that a person does there may break it.

test('a new parent books and pays on pages that the browser translates', CORE, async ({ page }) => {
  await translatePages(page);
  const problems = watchErrors(page);
  await page.goto('/signup');
  await signUp(page);
  const question = await askWhoJoins(page, 'Spanish');
  await fillInChild(question, MIA);
  await question.getByRole('button', { name: 'Hold 1 seat' }).click();
  await page.getByRole('link', { name: LABELS.payNow, includeHidden: true }).click();
  await payWith(page, CARDS.declined);
  await expect(page.getByRole('alert').first()).toContainText('declined');
  await payWith(page, CARDS.good);
  await expectEnrolled(page, 'Spanish');
  expect(problems).toEqual([]);
});

for (const role of Object.keys(PAGES) as Role[])
  test(`every form that a ${role} finds can be sent on a translated page`, async ({ page }) => {
    test.slow();
    await enterAs(page, role);
    const ids = await findIds(page, role);
    if (role === 'student') ids['cart'] = await findCartId(page);
    await translatePages(page);
    const problems = watchErrors(page);
    // Nothing is changed, and what appears when something fails appears everywhere.
    await page.route('**/api/**', (route) =>
      route.request().method() === 'GET'
        ? route.continue()
        : route.fulfill({ status: 503, json: { code: 'unavailable', message: 'Not now.' } }),
    );
    let sent = 0;
    for (const [name, path] of Object.entries(PAGES[role])) {
      const open = async () => {
        await openPage(page, fillIn(path, ids));
        // The translation begins half a second after the page is there.
        await expect(page.locator('font').first()).toBeAttached();
      };
      await open();
      sent += await sendForms(page);
      const buttons = page.locator('main button:not([type=submit]):visible:enabled');
      const most = Math.min(await buttons.count(), MOST_BUTTONS);
      for (let place = 0; place < most; place += 1) {
        await press(buttons.nth(place));
        sent += await sendForms(page);
        await page.keyboard.press('Escape');
        if (new URL(page.url()).pathname !== fillIn(path, ids).split(/[?#]/)[0]) await open();
      }
      await expect(page.getByText('This page could not be shown'), name).toHaveCount(0);
      expect(problems, name).toEqual([]);
    }
    expect(sent).toBeGreaterThan(0);
  });

/** The buttons of a page's later rows are those of the first ones. */
const MOST_BUTTONS = 12;

/** Sends what can be sent now, on the page or in a dialog. @returns how many forms */
async function sendForms(page: Page): Promise<number> {
  const dialog = page.locator('dialog[open], [role=dialog]:visible').last();
  const place = (await dialog.count()) > 0 ? dialog : page.locator('main');
  const buttons = place.locator(
    'button[type=submit]:visible:enabled, .btn-primary:visible:enabled',
  );
  const count = await buttons.count();
  for (let number = 0; number < count; number += 1) await press(buttons.nth(number));
  return count;
}

/** Whatever is in front of it by then stays there. */
async function press(button: Locator): Promise<void> {
  await button.click({ timeout: 2_000 }).catch(() => undefined);
}

/** What went wrong in the page's own code. */
function watchErrors(page: Page): string[] {
  const problems: string[] = [];
  page.on('pageerror', ({ message }) => {
    // The translation began before React took the page over. React then renders the page again, and nothing is lost.
    if (!message.includes('React error #418')) problems.push(message);
  });
  // React reports here what a part of the page caught, so that only that part died.
  page.on('console', (line) => {
    if (line.text().includes('NotFoundError')) problems.push(line.text());
  });
  return problems;
}
