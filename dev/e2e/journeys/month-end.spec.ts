import { expect, type Page, test } from '@playwright/test';
import { FOR_AXE } from '../support/axe.ts';
import { callAs } from '../support/call.ts';
import { openFamily } from '../support/office-family.ts';
import { closeOpenedClasses, dayFromToday, openClass } from '../support/own-class.ts';
import { enterAs } from '../support/pages.ts';
import { takePictures } from '../support/pictures.ts';
import { CARDS, payButton, payWith } from '../support/shop.ts';
import { pressAndHear } from '../support/said.ts';

/** The end of a month: a transfer that fits no seat, and the cash box. */

/** A family that called, with a reserved seat. */
async function callIn(admin: Page, classId: string) {
  const name = `Rosalind Byron-Lindqvist ${Date.now()}`;
  return { name, ...(await openFamily(admin, { name, classId })) };
}

test.use(FOR_AXE);
test.afterEach(closeOpenedClasses);

// Rules: R578, R579, R597.
test('a transfer that fits no seat waits on the list, is shared between two families that a search finds, and the rest is credit', async ({
  page,
}, { outputDir }) => {
  const show = takePictures(page, outputDir);
  await enterAs(page, 'admin');
  const className = `Month-end Sailing ${Date.now()}`;
  const classId = await openClass(page, className, { price: 80, sit: 3 });
  const family = await callIn(page, classId);
  const cousins = await callIn(page, classId);

  await page.goto('/dashboard/bankTransfers');
  const csv = [
    'Date,Description,Amount,Currency',
    `${dayFromToday(-1)},Grandma Lindqvist for both,180.00,USD`,
    `${dayFromToday(-1)},City of Springfield grant ${Date.now()},5000.00,USD`,
    `${dayFromToday(-1)},Power company,-80.00,USD`,
    `${dayFromToday(-1)},Uncle in Canada,70.00,CAD`,
  ].join('\n');
  const file = { name: 'bank.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) };
  await page.getByLabel('The bank’s file').setInputFiles(file);
  await expect(page.getByText('It is in another currency: CAD.')).toBeVisible();
  await show('file');
  await page.getByRole('button', { name: 'Put 2 on the list' }).click();
  await expect(page.getByText('2 transfers are on the list below.')).toBeVisible();

  // The list is still there on another day.
  await page.goto('/dashboard/payments');
  await page.getByRole('link', { name: 'Import bank transfers' }).click();
  const list = page.getByRole('table', { name: 'Transfers to look at' });
  const row = (text: string) => list.getByRole('row').filter({ hasText: text });
  await row('City of Springfield').getByRole('button', { name: 'No family’s' }).click();
  await page.getByLabel('What is it?').fill('A grant');
  await pressAndHear(
    page,
    page.getByRole('button', { name: 'Set aside' }),
    'The transfer is set aside',
  );
  await show('list');
  const bringTo = async (name: string) => {
    await row('Grandma').getByRole('button', { name: 'Find the family' }).click();
    await page.getByLabel('The family').fill(name);
    await page.getByRole('link', { name }).click();
    await page.getByRole('button', { name: 'Share and record' }).click();
  };
  const dialog = page.getByRole('dialog');
  const enroll = () =>
    pressAndHear(
      page,
      dialog.getByRole('button', { name: 'Record and enroll' }),
      'Recorded and enrolled',
    );
  await bringTo(family.name);
  const credit = dialog.getByLabel(/^Kept as the family’s credit/);
  await expect(credit).toHaveValue('');
  await credit.fill('20');
  await expect(dialog.getByText(/^\$80 USD of \$180 USD stays on the list/)).toBeVisible();
  await show('share');
  await enroll();
  await expect(page).toHaveURL(/bankTransfers$/);
  await expect(row('Grandma')).toContainText('$80left of $180');
  await show('rest');
  await bringTo(cousins.name);
  await expect(dialog.getByText('All of the $80 USD is booked for this family.')).toBeVisible();
  await enroll();
  await expect(row('Grandma')).toBeHidden();
  await page.goto(`/dashboard/families/${family.id}`);
  await expect(page.getByText('Credit : $20 USD')).toBeVisible();
  await expect(page.getByText(/\(a part of \$180 USD\)$/)).toBeVisible();
  await show('family');
});

// Rules: R580.
test('money of last month that is recorded late counts in this one and says so; the cash box has its own sum', async ({
  page,
}, { outputDir }) => {
  const show = takePictures(page, outputDir);
  await enterAs(page, 'admin');
  const className = `Month-end Judo ${Date.now()}`;
  const family = await callIn(page, await openClass(page, className, { price: 75, sit: 3 }));
  await page.goto(`/dashboard/families/${family.id}`);
  await page.getByRole('button', { name: /^Record money/ }).click();
  const dialog = page.getByRole('dialog');
  const late = dayFromToday(-40);
  const number = `Book 17-${Date.now()}`;
  await dialog.getByLabel('When was it received?').fill(late);
  await expect(dialog.getByText(/^In the books, it counts in /)).toBeVisible();
  await dialog.getByLabel('Reference').fill(number);
  await show('record');
  await pressAndHear(
    page,
    dialog.getByRole('button', { name: 'Record and enroll' }),
    'Recorded and enrolled',
  );

  const month = dayFromToday(0).slice(0, 7);
  const rows = await callAs<{ day: string; received: string; reference: string }[]>(
    page,
    'GET',
    `/months/${month}/rows`,
  );
  expect(rows.filter(({ reference }) => reference === number)).toMatchObject([{ received: late }]);
  await page.goto('/dashboard/accounting');
  await page.getByText('By method').click();
  const sums = page.getByRole('table', { name: 'Sums by method' });
  await expect(sums.getByRole('row').filter({ hasText: 'Cash' })).toBeVisible();
  await show('accounting');
});

// Rules: R582.
test('a family without an account pays by card with the code that the office reads out', async ({
  page,
  browser,
}, { outputDir }) => {
  const show = takePictures(page, outputDir);
  await enterAs(page, 'admin');
  const className = `Month-end Kites ${Date.now()}`;
  const family = await callIn(page, await openClass(page, className, { price: 65, sit: 3 }));
  await page.goto(`/dashboard/families/${family.id}`);
  await page.getByRole('button', { name: 'Payment link' }).click();
  const dialog = page.getByRole('dialog', { name: 'Payment link' });
  const code = await dialog.getByText(/^\w{4}-\w{4}-\w{4}$/).textContent();
  await show('link');

  const guest = await (await browser.newContext()).newPage();
  const showGuest = takePictures(guest, outputDir);
  await guest.goto('/pay');
  await showGuest('code');
  await guest.getByLabel('Code').fill((code ?? '').toLowerCase());
  await guest.getByRole('button', { name: 'Show the seats' }).click();
  await expect(guest.getByText('Together: $65 USD')).toBeVisible();
  await expect(guest.getByText(family.name)).toBeHidden();
  await expect(payButton(guest)).toBeVisible();
  await showGuest('pay');
  await payWith(guest, CARDS.good);
  await expect(guest.getByText('These seats are paid. Thank you!')).toBeVisible();
  await guest.goto(`/pay#${(code ?? '').replaceAll('-', '')}`);
  await expect(guest.getByText('These seats are paid. Thank you!')).toBeVisible();
  await showGuest('paid');
  await guest.context().close();
  await page.goto(`/dashboard/families/${family.id}`);
  await expect(page.getByText('Seats : 1')).toBeVisible();
  await expect(page.getByRole('table', { name: 'Seats' })).toContainText('Paid');
});
