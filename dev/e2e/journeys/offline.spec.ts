import { expect, test } from '@playwright/test';
import { LABELS } from '@speakifyr/contract/labels.ts';
import { enterAs } from '../support/pages.ts';
import { findCard } from '../support/shop.ts';

// Rules: R66.
test('without a connection, Join says so, and a page that cannot load keeps its header and comes back by itself', async ({
  page,
  context,
}) => {
  // The code of the usual dialogs never arrives.
  await page.route('**/sweetalert2*', (route) => route.abort());
  await enterAs(page, 'student');
  const card = await findCard(page, 'Football');
  const join = card.getByRole('button', { name: LABELS.joinNow });
  await expect(page.getByRole('link', { name: /^Cart/ })).toBeVisible();

  await context.setOffline(true);
  await expect(page.getByText('You are offline.')).toBeVisible();
  await join.click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Please check your connection');
  await dialog.getByRole('button', { name: LABELS.ok }).click();

  const instructors = page.getByRole('link', { name: 'Instructors', exact: true }).first();
  await instructors.click();
  await expect(page.getByText('No connection to the camp', { exact: true })).toBeVisible();
  await expect(instructors).toBeVisible();

  await context.setOffline(false);
  await expect(page.getByRole('heading', { name: 'Our Instructors' })).toBeVisible();
});
