import { expect, test } from '@playwright/test';
import { FOR_AXE } from '../support/axe.ts';
import { comeConfirmed, openAdmin } from '../support/families.ts';
import { findMail, SANDBOX } from '../support/inbox.ts';
import { callAs } from '../support/call.ts';
import { takePictures } from '../support/pictures.ts';
import { expectSaid } from '../support/said.ts';

test.use(FOR_AXE);

// Rules: R570.
test('the office writes to one family; what it answers by email arrives in the conversation', async ({
  page,
  browser,
}, { outputDir }) => {
  const { email } = await comeConfirmed(page);
  const admin = await openAdmin(browser);
  await admin.setViewportSize({ width: 360, height: 740 });
  const show = takePictures(admin, outputDir);
  type Found = { parents: { _id: string }[] };
  const { parents } = await callAs<Found>(admin, 'GET', `/search?text=${email}`);
  await admin.goto(`/dashboard/families/${parents[0]?._id}`);
  await admin.getByRole('button', { name: 'Write to them' }).click();
  const dialog = admin.getByRole('dialog', { name: 'Write to this family' });
  await dialog.getByRole('button', { name: 'Send' }).click();
  await expect(dialog.getByText('Message is required')).toBeVisible();
  await dialog.getByLabel('Message').fill('Is Mia coming on Monday?');
  await show('1-write');
  await dialog.getByRole('button', { name: 'Send' }).click();
  await expectSaid(admin, 'It is on its way');

  const { id } = await findMail(page, email, 'A message from the school');
  await page.goto(`${SANDBOX}/inbox/${id}`);
  await page.getByLabel('Your answer').fill('Yes, at nine.');
  await page.getByRole('button', { name: 'Send the answer' }).click();
  await expect(page.getByRole('status')).toContainText('200');

  await admin.goto('/dashboard/messages');
  await expect(admin.getByText('Yes, at nine.')).toBeVisible();
  await show('2-inbox');
  await admin
    .getByRole('row', { name: /Yes, at nine/ })
    .getByRole('link')
    .first()
    .click();
  await expect(admin.getByText('Is Mia coming on Monday?')).toBeVisible();
  await expect(admin.getByText('Yes, at nine.')).toBeVisible();
  await show('3-thread');
  await admin.context().close();
});
