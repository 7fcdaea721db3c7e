import { expect, test } from '@playwright/test';
import { FOR_AXE } from '../support/axe.ts';
import { openFamily } from '../support/office-family.ts';
import { closeOpenedClasses, dayFromToday, openClass } from '../support/own-class.ts';
import { enterAs } from '../support/pages.ts';
import { takePictures } from '../support/pictures.ts';

test.use(FOR_AXE);
test.afterEach(closeOpenedClasses);

// Rules: R559, R568, R569.
test('the office enters a paper form, and the people at camp read it', async ({ page }, {
  outputDir,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const show = takePictures(page, outputDir);
  await enterAs(page, 'admin');
  const classId = await openClass(page, `Paper Boats ${Date.now()}`, { price: 0, sit: 3 });
  const name = 'Ruth Garcia of the long lake road';
  const { id } = await openFamily(page, { name, phone: '+1 202 555 0188', classId });

  await page.goto(`/dashboard/families/${id}`);
  await page.getByRole('button', { name: /^Enter a paper form/ }).click();
  await page.getByLabel('Signed on').fill(dayFromToday(-3));
  await page.getByLabel('Which paper').fill('Registration 2026, folder 3');
  await show('1-which-paper');
  await page.getByRole('button', { name: 'Continue' }).click();

  const parts = page.getByRole('group', { name: 'What is on the paper' });
  await parts.getByRole('button', { name: 'Health' }).click();
  await page.getByText('Yes: allergies, medication or something else').click();
  await page.getByLabel('Anything else (optional)').fill('Asthma when she runs');
  await page.getByText(/has signed: “I agree that/).click();
  await show('2-health');
  await page.getByRole('button', { name: 'Save health information' }).click();
  await expect(page.getByText('Saved. Compare it with the paper')).toBeVisible();
  await show('3-compare');

  await parts.getByRole('button', { name: 'Contacts' }).click();
  await page.getByRole('button', { name: 'Add a contact' }).click();
  await show('4-contact');
  await page.getByRole('button', { name: 'Save contact' }).click();
  await expect(page.getByText('May pick up', { exact: true })).toBeVisible();

  await parts.getByRole('button', { name: 'Second guardian' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Paul Garcia');
  await page.getByLabel('Phone', { exact: true }).last().fill('+1 202 555 0177');
  await show('5-guardian');
  await page.getByRole('button', { name: 'Add the guardian' }).click();
  await expect(page.getByRole('link', { name: 'Paul Garcia' })).toBeVisible();
  await show('6-family');

  await page.goto(`/dashboard/classes/${classId}/care`);
  await expect(page.getByText('Asthma when she runs')).toBeVisible();
  await page.goto(`/dashboard/classes/${classId}/day?paper=1`);
  const sheet = page.getByRole('list', { name: 'To print' });
  await expect(sheet).toContainText('Notes: Asthma when she runs');
  await expect(sheet).toContainText('Guardian (Paul Garcia): +1 202 555 0177');
  await show('7-day-list-for-paper');
});
