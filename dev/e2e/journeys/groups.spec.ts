import { expect, type Page, test } from '@playwright/test';
import { enrollMiaForToday } from '../support/day-list.ts';
import { MIA, openAdmin } from '../support/families.ts';
import { findLosses } from '../support/layout.ts';
import { closeOpenedClasses } from '../support/own-class.ts';

test.use({ viewport: { width: 360, height: 740 } });

test.afterEach(closeOpenedClasses);

/** Nothing is cut off at this width. */
async function expectWhole(page: Page): Promise<void> {
  expect(await findLosses(page)).toEqual([]);
}

async function addGroup(page: Page, name: string, ages: [string, string]): Promise<void> {
  await page.getByRole('button', { name: 'Add a group' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a group' });
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByLabel('Youngest age').fill(ages[0]);
  await dialog.getByLabel('Oldest age').fill(ages[1]);
  await dialog.getByLabel('Places').fill('8');
  await expectWhole(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('region', { name })).toBeVisible();
}

test('the office makes groups on a phone, fills them with one press, and moves a child by hand', async ({
  page,
  browser,
}) => {
  const admin = await openAdmin(browser);
  await admin.setViewportSize({ width: 360, height: 740 });
  const { classId } = await enrollMiaForToday(page, admin, 'Groups');
  await admin.goto(`/dashboard/classes/${classId}`);
  await addGroup(admin, 'Otters', ['0', '17']);
  await addGroup(admin, 'Herons', ['0', '17']);

  await admin.getByRole('button', { name: 'Fill by age' }).click();
  const preview = admin.getByRole('dialog', { name: 'Fill the groups' });
  await expect(preview).toContainText(MIA.name);
  await expectWhole(admin);
  await preview.getByRole('button', { name: 'Save' }).click();
  const otters = admin.getByRole('region', { name: 'Otters' });
  await expect(otters).toContainText('1 of 8 places');
  await expectWhole(admin);

  await admin.getByLabel(`Group of ${MIA.name}`).selectOption('Herons');
  await expect(admin.getByRole('region', { name: 'Herons' })).toContainText(MIA.name);
  await expect(otters).toContainText('0 of 8 places');

  await admin.goto(`/dashboard/classes/${classId}/day`);
  await admin.getByLabel('Group', { exact: true }).selectOption('Herons');
  await expect(admin.getByRole('heading', { name: new RegExp(MIA.name) })).toBeVisible();
  await expectWhole(admin);
  await admin.getByLabel('Group', { exact: true }).selectOption('Otters');
  await expect(admin.getByRole('heading', { name: new RegExp(MIA.name) })).toBeHidden();
  await admin.goto('/dashboard/everyone');
  await expect(admin.getByText('Herons : 1')).toBeVisible();
  await admin.context().close();
});
