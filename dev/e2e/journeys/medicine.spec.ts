import { expect, test } from '@playwright/test';
import { callAs } from '../support/call.ts';
import { addChild, comeConfirmed, enrollChild, MIA, openAdmin } from '../support/families.ts';
import { findMail } from '../support/inbox.ts';
import { expectSaid } from '../support/said.ts';
import { changeClass, closeOpenedClasses, dayFromToday, openClass } from '../support/own-class.ts';

test.use({ viewport: { width: 360, height: 740 } });

test.afterEach(closeOpenedClasses);

/** The school's day and time, which begin hours before ours. */
const timeZone = 'Asia/Dhaka';
const today = () => new Date().toLocaleDateString('en-CA', { timeZone });
const time = () =>
  new Date().toLocaleTimeString('sv-SE', { timeZone, hour: '2-digit', minute: '2-digit' });

test('a parent says which medicine the camp gives; the team gives it, records an incident, and the parent reads both', async ({
  page,
  browser,
}) => {
  const { email } = await comeConfirmed(page);
  const admin = await openAdmin(browser);
  await admin.setViewportSize({ width: 360, height: 740 });
  const childId = await addChild(page, MIA);
  const starts = { camp_start: dayFromToday(9), camp_end: dayFromToday(10) };
  const classId = await openClass(admin, `Care ${Date.now()}`, { price: 0, ...starts });
  await enrollChild(page, { email, classId, childId });
  await changeClass(admin, classId, { camp_start: today(), camp_end: dayFromToday(2) });

  await page.goto(`/dashboard/children/${childId}#health`);
  await page.getByLabel(/^Yes/).check();
  await page.getByRole('button', { name: 'Add a medicine that we give' }).click();
  await page.getByLabel('What is it?').fill('Iron syrup');
  await page.getByLabel('How much?').fill('5 ml');
  await page.getByLabel(/At what time/).fill(time());
  await page.getByLabel(/^I agree/).check();
  await page.getByRole('button', { name: 'Save health information' }).click();
  await expectSaid(page, 'Thank you, it is saved');
  await expect(page.getByText(/: Iron syrup, 5 ml$/)).toBeVisible();

  await admin.goto(`/dashboard/classes/${classId}/day`);
  const due = admin.getByRole('region', { name: 'Medicine that is due' });
  await expect(due).toContainText(`${MIA.name}: Iron syrup, 5 ml`);
  await due.getByRole('button', { name: /^Given/ }).click();
  await expect(due).toBeHidden();
  await admin.getByRole('button', { name: 'Record an incident' }).click();
  const dialog = admin.getByRole('dialog', { name: 'What happened?' });
  await dialog.getByLabel('Who?').selectOption(MIA.name);
  await dialog.getByLabel('What happened?').fill('Scraped her knee on the slide.');
  await dialog.getByLabel(/What did you do/).fill('Cleaned it, plaster.');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expectSaid(admin, 'Recorded');
  const written = admin.getByRole('list', { name: 'Recorded' });
  await expect(written.getByText('Scraped her knee on the slide.')).toBeVisible();

  const mail = await findMail(page, email, 'Something happened at camp');
  expect(mail.text).not.toContain('knee');
  await page.reload();
  await page.getByRole('link', { name: 'Medicine and incidents at camp' }).click();
  const sheet = page.getByRole('article', { name: `Medicine and incidents of ${MIA.name}` });
  await expect(sheet).toContainText('Iron syrup – given');
  await expect(sheet).toContainText('Scraped her knee on the slide.');

  // The consent is withdrawn: the plan is gone, and what happened stays.
  await callAs(page, 'DELETE', `/myChildren/${childId}/health`);
  await page.reload();
  await expect(sheet).toContainText('Iron syrup – given');
  await admin.reload();
  await expect(admin.getByText('Nobody in this class needs medicine from us.')).toBeVisible();
  await admin.context().close();
});
