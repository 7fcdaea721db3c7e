import { expect, test } from '@playwright/test';
import { FOR_AXE } from '../support/axe.ts';
import { enterAs, openTab } from '../support/pages.ts';
import { takePictures } from '../support/pictures.ts';

test.use(FOR_AXE);

// Rules: R512, R515.
test('a director makes a key and a webhook, reads what became of a test, and ends both', async ({
  page,
}, { outputDir }) => {
  const show = takePictures(page, outputDir);
  const key = `Newsletter of the families who come every summer ${Date.now()}`;
  const program = `Bookkeeping ${Date.now()}`;
  const url = `https://books.example/hooks/of/the/school/with/a/long/address?token=${'a1'.repeat(30)}`;
  await enterAs(page, 'admin');
  await page.goto('/dashboard/manageEverything');
  await openTab(page, 'Settings', 'For Programs');
  await show('1-empty');
  await page.getByLabel('Name', { exact: true }).fill(key);
  await page.getByRole('button', { name: 'Make a key' }).click();
  await expect(page.getByRole('heading', { name: `The key of ${key}` })).toBeVisible();
  await expect(page.getByLabel(/^Copy it to your program now/)).toHaveValue(/^spk_/);
  await show('2-key');
  await page.getByRole('button', { name: 'Done' }).click();

  await page.getByLabel('Program', { exact: true }).fill(program);
  await page.getByLabel('Address', { exact: true }).fill(url);
  await page.getByRole('button', { name: 'Make a webhook' }).click();
  await expect(page.getByRole('heading', { name: `The secret of ${program}` })).toBeVisible();
  await show('3-secret');
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: `Send a test to ${program}` }).click();
  // Nobody is at this address.
  const sent = page.getByRole('table', { name: `Sent to ${program}` });
  await expect(async () => {
    await page.reload({ waitUntil: 'networkidle' });
    await expect(sent).toContainText('Try 1', { timeout: 5_000 });
  }).toPass();
  await show('4-both');

  await page.getByRole('button', { name: `Revoke ${key}` }).click();
  await page.getByRole('button', { name: 'Yes, revoke it' }).click();
  await expect(page.getByRole('row', { name: key })).toContainText('Revoked');
  await page.getByRole('button', { name: `Remove ${program}` }).click();
  await page.getByRole('button', { name: 'Yes, remove it' }).click();
  await expect(page.getByText(url)).toBeHidden();
});
