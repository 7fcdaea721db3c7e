import { expect, type Page, test } from '@playwright/test';
import { FOR_AXE } from '../support/axe.ts';
import { callAs } from '../support/call.ts';
import { openFamily } from '../support/office-family.ts';
import { closeOpenedClasses, dayFromToday, openClass } from '../support/own-class.ts';
import { enterAs } from '../support/pages.ts';
import { takePictures } from '../support/pictures.ts';
import { pressAndHear } from '../support/said.ts';

/** A storm: a class is canceled, and a family that paid in cash has no email address. */

const RUTH = 'Ruth Garcia of the long lake road';

/** A family that called, with a seat of which it has paid a part in cash. @returns its id */
async function openWithDeposit(admin: Page, classId: string): Promise<string> {
  const { id, cartId } = await openFamily(admin, { name: RUTH, phone: '+1 202 555 0188', classId });
  await callAs(admin, 'POST', `/families/${id}/payments`, {
    ...{ requestId: crypto.randomUUID(), cartIds: [cartId], method: 'cash', amount: 5_000 },
    ...{ day: dayFromToday(0), reference: '12', plan: [{ due: dayFromToday(9) }] },
  });
  return id;
}

test.use(FOR_AXE);
test.afterEach(closeOpenedClasses);

// Rules: R555, R557.
test('the office calls a family without an email address, and its letter says what an email would have said', async ({
  page,
}, { outputDir }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const show = takePictures(page, outputDir);
  await enterAs(page, 'admin');
  const name = `Stormy Lake ${Date.now()}`;
  const classId = await openClass(page, name, { price: 99, sit: 3 });
  const id = await openWithDeposit(page, classId);

  await page.goto(`/dashboard/classes/${classId}`);
  await expect(page.getByText('Part paid')).toBeVisible();
  await expect(page.getByText('$50 USD paid')).toBeVisible();
  await expect(page.getByText(/^\$49 USD owed, due /)).toBeVisible();
  await show('class');
  await page.getByRole('button', { name: 'Cancel class' }).click();
  const dialog = page.getByRole('dialog', { name: `Cancel ${name}?` });
  await expect(dialog).toContainText('Without an email address, so please call: Mia Lindqvist.');
  await dialog.getByLabel('Message to everybody').fill('The boats are broken. We are sorry.');
  await dialog.getByLabel('Why?').fill('Storm');
  await dialog.getByLabel(/^Type /).fill(name);
  await show('cancel');
  await pressAndHear(
    page,
    dialog.getByRole('button', { name: 'Yes, cancel the class' }),
    'The class is canceled',
  );

  const card = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: RUTH }) });
  await expect(async () => {
    await page.goto('/dashboard/calls', { waitUntil: 'networkidle' });
    await expect(card).toContainText(name, { timeout: 2_000 });
  }).toPass({ timeout: 60_000 });
  await card
    .getByText(/canceled/i)
    .first()
    .click();
  await expect(card.getByText('The boats are broken. We are sorry.')).toBeVisible();
  await expect(card.getByRole('link', { name: '+1 202 555 0188' })).toHaveAttribute(
    'href',
    'tel:+12025550188',
  );
  await show('calls');
  await page.goto('/dashboard/admin');
  await expect(page.getByRole('link', { name: /to call, without an email address/ })).toBeVisible();
  await show('home');
  await page.goto(`/dashboard/families/${id}/letter`);
  await expect(page.getByRole('article')).toContainText('The boats are broken. We are sorry.');
  await expect(page.getByRole('article')).not.toContainText('reply to this email');
  await show('letter');

  await page.goto('/dashboard/calls');
  await card.getByRole('button', { name: /^Called, or letter given/ }).click();
  await expect(card).toBeHidden();
  await page.goto(`/dashboard/families/${id}`);
  await expect(page.getByText('Called', { exact: true }).first()).toBeVisible();
  await show('family');
});
