import { expect, test } from '@playwright/test';
import { FOR_AXE } from '../support/axe.ts';
import { callAs } from '../support/call.ts';
import { addChild, comeConfirmed, MIA, openAdmin, TOM } from '../support/families.ts';
import { findMail } from '../support/inbox.ts';
import { takePictures } from '../support/pictures.ts';
import { expectSaid } from '../support/said.ts';

test.use(FOR_AXE);

// Rules: R496, R571.
test('the office asks whether two accounts become one; the owner agrees in their own session', async ({
  page,
  browser,
}, { outputDir }) => {
  const from = await comeConfirmed(page);
  await addChild(page, MIA);
  const other = await (await browser.newContext()).newPage();
  const into = await comeConfirmed(other);
  await addChild(other, TOM);
  await addChild(other, MIA);

  const admin = await openAdmin(browser);
  type Found = { parents: { _id: string }[] };
  const { parents } = await callAs<Found>(admin, 'GET', `/search?text=${from.email}`);
  await admin.goto(`/dashboard/families/${parents[0]?._id}`);
  await admin.getByRole('button', { name: 'Merge with another family' }).click();
  const merging = admin.getByRole('dialog', { name: 'Merge with another family' });
  await merging.getByLabel('The other family').fill(into.email);
  await merging.getByRole('radio').check();
  await merging.getByRole('checkbox', { name: MIA.name }).check();
  await takePictures(admin, outputDir)('merge');
  await merging.getByLabel('Why are they one family?').fill('Same mother.');
  await merging.getByRole('button', { name: 'Ask the owner' }).click();
  await expectSaid(admin, 'The owner is asked by email');
  await admin.context().close();

  await findMail(page, from.email, 'A question about your account');
  await page.goto('/dashboard/children');
  const question = page.getByRole('region', { name: 'May everything go to another account?' });
  await expect(question).toContainText(`They would get: ${MIA.name}`);
  await expect(question).toContainText('the two records become one');
  await question.getByRole('button', { name: 'Agree' }).click();
  const proving = page.getByRole('dialog', { name: 'Sign in again to confirm it’s you' });
  await proving.getByLabel('Password').fill(from.password);
  await proving.getByRole('button', { name: 'Agree' }).click();
  await expectSaid(page, `Everything is in the account of ${into.name} now`);

  await other.goto('/dashboard/children');
  for (const { name } of [MIA, TOM])
    await expect(other.getByRole('link', { name, exact: true })).toBeVisible();
  await other.context().close();
});
