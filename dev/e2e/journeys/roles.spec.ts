import { expect, test } from '@playwright/test';
import { LABELS } from '@speakifyr/contract/labels.ts';
import { classCard } from '../support/shop.ts';
import { countTaps } from '../support/taps.ts';
import { enterAs, PAGES, type Role } from '../support/pages.ts';

test('a visitor at any page of a dashboard is asked to log in first', async ({ page }) => {
  for (const path of ['/dashboard', '/dashboard/enroll', '/dashboard/users']) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/login$/);
  }
});

for (const role of ['student', 'instructor', 'admin'] as const)
  test(`a ${role} who types another role’s address is led home`, async ({ page }) => {
    await enterAs(page, role);
    await page.goto('/dashboard');
    await expect(page).toHaveURL(new RegExp(`/dashboard/${role}$`));
    for (const other of ['student', 'instructor', 'admin'] as Role[]) {
      if (other === role) continue;
      const [path = ''] = Object.values(PAGES[other]);
      await page.goto(path);
      await expect(page).toHaveURL((url) => url.pathname === '/');
    }
  });

for (const role of ['instructor', 'admin'] as const)
  test(`an ${role} who presses Join Now is told that only students can`, async ({ page }) => {
    await enterAs(page, role);
    await page.goto('/classes');
    await classCard(page, 'Robot').getByRole('button', { name: LABELS.joinNow }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText('Only Student Can Join');
    await dialog.getByRole('button', { name: LABELS.ok }).click();
    await expect(dialog).toBeHidden();
    // Told, not thrown out.
    await expect(page.getByRole('button', { name: LABELS.logOut }).first()).toBeVisible();
  });

test('an admin finds who paid for a class, and how much, in two clicks', async ({ page }) => {
  await enterAs(page, 'admin');
  await page.goto('/dashboard/admin');
  const readClicks = await countTaps(page);
  await page.reload();
  await page.getByRole('link', { name: 'Classes', exact: true }).last().click();
  await page.getByRole('main').getByRole('link', { name: 'Chess Under the Trees' }).click();
  const enrolled = page.getByRole('table', { name: 'Enrolled' });
  const rows = enrolled.getByRole('row').filter({ hasText: /[A-Z]{3}-\d{3}/ });
  await expect(rows).toHaveCount(4);
  for (const row of await rows.all()) {
    await expect(row).toContainText(/@.+\$\d/);
  }
  expect(readClicks()).toBe(2);
});
