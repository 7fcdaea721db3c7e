import { randomBytes } from 'node:crypto';
import { expect, type Page, test } from '@playwright/test';
import type { Family } from '@speakifyr/contract/families.ts';
import { callAs } from '../support/call.ts';
import { MIA } from '../support/families.ts';
import { findLosses } from '../support/layout.ts';
import { closeOpenedClasses, dayFromToday, openClass } from '../support/own-class.ts';
import { enterAs } from '../support/pages.ts';
import { pressAndHear } from '../support/said.ts';

/** The end of a month: a transfer that fits no seat, and the cash box. */

/** A family that called, with a reserved seat. @returns its id and name */
async function openFamily(admin: Page, classId: string): Promise<{ id: string; name: string }> {
  const id = randomBytes(12).toString('hex');
  const name = `Rosalind Byron-Lindqvist ${Date.now()}`;
  await callAs(admin, 'POST', '/families', { id, name, children: [MIA] });
  const { children } = await callAs<Family>(admin, 'GET', `/families/${id}`);
  await callAs(admin, 'POST', `/families/${id}/seats`, {
    ...{ classId, childId: children[0]?._id, until: dayFromToday(5) },
  });
  return { id, name };
}

test.afterEach(closeOpenedClasses);

// Rules: R578, R579.
test('a transfer that fits no seat waits on the list, is brought to its family by search, and its rest is credit', async ({
  page,
}, { outputDir }) => {
  const show = async (name: string) => {
    for (const [width, colorScheme] of [
      [360, 'light'],
      [1280, 'dark'],
    ] as const) {
      await page.setViewportSize({ width, height: 740 });
      await page.emulateMedia({ colorScheme });
      await page.screenshot({ path: `${outputDir}/${name}-${width}.png`, fullPage: true });
      expect(await findLosses(page), name).toEqual([]);
    }
  };
  await enterAs(page, 'admin');
  const className = `Month-end Sailing ${Date.now()}`;
  const family = await openFamily(page, await openClass(page, className, { price: 80, sit: 3 }));

  await page.goto('/dashboard/bankTransfers');
  const csv = [
    'Date,Description,Amount,Currency',
    `${dayFromToday(-1)},Grandma Lindqvist for the summer,100.00,USD`,
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
  await row('Grandma').getByRole('button', { name: 'Find the family' }).click();
  await page.getByLabel('The family').fill(family.name);
  await page.getByRole('link', { name: family.name }).click();

  await page.getByRole('button', { name: 'Record money', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('$20 USD stays as the family’s credit.')).toBeVisible();
  await show('book');
  await pressAndHear(
    page,
    dialog.getByRole('button', { name: 'Record and enroll' }),
    'Recorded and enrolled',
  );
  await expect(page).toHaveURL(/bankTransfers$/);
  await expect(row('Grandma')).toBeHidden();
  await page.goto(`/dashboard/families/${family.id}`);
  await expect(page.getByText('Credit : $20 USD')).toBeVisible();
  await show('family');
});
