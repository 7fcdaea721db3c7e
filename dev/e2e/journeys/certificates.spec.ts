import { expect, test } from '@playwright/test';
import { callAs } from '../support/call.ts';
import { enrollMiaForToday } from '../support/day-list.ts';
import { comeConfirmed, openAdmin } from '../support/families.ts';
import { findLosses } from '../support/layout.ts';
import { closeOpenedClasses, dayFromToday } from '../support/own-class.ts';

test.use({ viewport: { width: 360, height: 740 } });

test.afterEach(closeOpenedClasses);

test('a new assistant has no background check: the form says so, the office adds it, and the day list counts them', async ({
  page,
  browser,
}) => {
  const admin = await openAdmin(browser);
  await admin.setViewportSize({ width: 360, height: 740 });
  const { classId } = await enrollMiaForToday(page, admin, 'Checked');
  const context = await browser.newContext({ viewport: { width: 360, height: 740 } });
  const assistant = await context.newPage();
  const person = await comeConfirmed(assistant);
  // A page of a student that is still open would log them out.
  await assistant.goto('about:blank');
  await callAs(admin, 'PATCH', `/makeInstructor?email=${person.email}`);

  await admin.goto(`/dashboard/classes/${classId}/day`);
  await admin.getByRole('button', { name: /^Arrived/ }).click();
  await expect(admin.getByText('1 child here, no adult on the team')).toBeVisible();

  await admin.goto(`/dashboard/classes/${classId}`);
  await admin.getByRole('button', { name: 'Add an assistant' }).click();
  const dialog = admin.getByRole('dialog', { name: 'Add an assistant' });
  const choice = dialog.getByRole('radio', { name: new RegExp(person.email) });
  await expect(choice).toHaveAccessibleName(/No background check/);
  await choice.check();
  expect(await findLosses(admin)).toEqual([]);
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  const member = admin.getByRole('listitem').filter({ hasText: person.name });
  await expect(member).toContainText('No background check');

  // The demo school records checks, so its office reads on its home page who has none.
  await admin.goto('/dashboard/admin');
  await admin.getByRole('link', { name: `${person.name}: No background check` }).click();
  await expect(admin.getByText(person.email, { exact: true })).toBeVisible();
  await admin.getByRole('button', { name: /^Add certificate/ }).click();
  const form = admin.getByRole('dialog', { name: `Certificate of ${person.name}` });
  await form.getByLabel('What').selectOption('Background check');
  await form.getByLabel('Result').selectOption('Clear');
  await form.getByLabel('Last day').fill(dayFromToday(9));
  expect(await findLosses(admin)).toEqual([]);
  await form.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(admin.getByText(/^Background check ends on/)).toBeVisible();
  await expect(admin.getByText('No background check')).toBeHidden();
  await admin.goto('/dashboard/admin');
  const warning = new RegExp(`^${person.name}: Background check ends on`);
  await expect(admin.getByRole('link', { name: warning })).toBeVisible();
  await admin.goto(`/dashboard/classes/${classId}/day`);
  await expect(admin.getByText('1 child here, 1 adult: 1 to 1')).toBeVisible();
  await admin.goto('/dashboard/everyone');
  await expect(
    admin.getByText(/^\d+ child(ren)? here, \d+ adults?: 1 to \d+/).first(),
  ).toBeVisible();

  await assistant.goto('/dashboard/instructor');
  const own = assistant.getByRole('region', { name: 'My Certificates' });
  await expect(own).toContainText('Background check: clear');
  expect(await findLosses(assistant)).toEqual([]);
  await context.close();
  await admin.context().close();
});
