import { expect, test } from '@playwright/test';
import { callAs } from '../support/call.ts';
import { addChild, openAdmin, comeConfirmed } from '../support/families.ts';
import { enterAs } from '../support/pages.ts';

/** The office's morning: somebody calls, and the office has the family in front of it after one search. */

test('the office finds a family by a name, an email, an entry code, a receipt and a payment', async ({
  page,
}) => {
  await enterAs(page, 'admin');
  const parent = { name: 'Salome Okonjo', email: 'parent@speakifyr.test' };
  const family = await page.evaluate(async (email) => {
    const headers = { Authorization: `Bearer ${localStorage.getItem('token')}` };
    const read = async (path: string) => (await fetch(`/api${path}`, { headers })).json();
    const [found] = (await read(`/search?text=${email}`)).parents;
    const { enrolled, payments } = await read(`/families/${found._id}`);
    const { _id, receipt } = payments.find((one: { receipt: string | null }) => one.receipt);
    return { code: enrolled[0].person.entry_code, payment: _id, receipt } as Record<string, string>;
  }, parent.email);
  expect(family['receipt']).toMatch(/^R-\d{6}$/);

  const { code = '', receipt = '', payment = '' } = family;
  for (const text of ['okonjo  LEO', 'Salome', parent.email, code, receipt, payment]) {
    await page.goto('/dashboard/auditLog');
    await page.getByRole('combobox', { name: /^Find a family/ }).waitFor();
    await page.keyboard.press('Control+k');
    await page.keyboard.type(text);
    await page
      .getByRole('option')
      .filter({ hasText: /Salome Okonjo/ })
      .and(page.locator('[href^="/dashboard/families/"]'))
      .first()
      .click();
    await expect(page.getByRole('heading', { level: 1, name: parent.name }), text).toBeVisible();
  }
  await expect(page.getByRole('row', { name: new RegExp(code) })).toBeVisible();
  await expect(page.getByRole('link', { name: `Receipt ${receipt}` })).toBeVisible();
});

test('on a phone: by the number of a new parent, however it is written; a note stays', async ({
  page,
  browser,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const { name } = await comeConfirmed(page);
  await addChild(page, { name: 'Seán  O’Brien', birthDate: '2018-03-04' });
  const last = String(Date.now()).slice(-7);
  await callAs(page, 'PATCH', '/myProfile', { name, phone: `+44 20 7${last}` });

  const admin = await openAdmin(browser);
  await admin.setViewportSize({ width: 360, height: 740 });
  await admin.goto('/dashboard/users');
  await admin.getByRole('combobox', { name: /^Find a family/ }).fill(`020-7${last}`);
  await admin.getByRole('option').first().waitFor();
  await admin.keyboard.press('Enter');
  await expect(admin.getByRole('heading', { level: 3, name: 'Seán O’Brien' })).toBeVisible();
  await admin.getByLabel('New note').fill('Called about the bus.');
  await admin.getByRole('button', { name: 'Add note' }).click();
  await expect(admin.getByText('Called about the bus.')).toBeVisible();
  await admin.reload();
  await expect(admin.getByText('Called about the bus.')).toBeVisible();

  await admin.getByRole('combobox', { name: /^Find a family/ }).fill('obrien sean');
  await expect(admin.getByRole('group', { name: 'Children' })).toContainText('Seán O’Brien');
  await admin.context().close();
});
