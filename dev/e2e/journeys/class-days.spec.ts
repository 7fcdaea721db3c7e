import { addDays } from '@speakifyr/contract/days.ts';
import { nameDay } from '@speakifyr/contract/format.ts';
import { LABELS } from '@speakifyr/contract/labels.ts';
import { expect, type Page, test } from '@playwright/test';
import { comeConfirmed, joinForMia, MIA, openAdmin } from '../support/families.ts';
import { findMail } from '../support/inbox.ts';
import { closeOpenedClasses, openClass, mondayFromToday } from '../support/own-class.ts';
import { expectSaid } from '../support/said.ts';
import { CARDS, expectEnrolled, findCard, openPayment, payWith } from '../support/shop.ts';

test.afterEach(closeOpenedClasses);

async function openForm(admin: Page, name: string): Promise<void> {
  await admin.goto(`/dashboard/updateCourse?search=${encodeURIComponent(name)}`);
  await admin.getByRole('link', { name: new RegExp(`^Update Course.*${name}`) }).click();
  await admin.getByText('Choose days').click();
}

// Rules: R645.
test('a class on Mondays, Wednesdays and Fridays without one day says so everywhere, and a family hears of a change', async ({
  page,
  browser,
}) => {
  const admin = await openAdmin(browser);
  const name = `Kites ${Date.now()}`;
  const monday = mondayFromToday(150);
  const day = (count: number) => addDays(monday, count);
  const label = (count: number) => new RegExp(`^${nameDay(day(count), day(count).slice(0, 4))}`);
  await openClass(admin, name, {
    ...{ camp_start: monday, camp_end: day(11), dailyStart: '09:00', dailyEnd: '12:00' },
  });
  await openForm(admin, name);
  for (const weekday of ['Tuesday', 'Thursday'])
    await admin.getByRole('button', { name: weekday, exact: true }).click();
  await admin.getByRole('button', { name: label(7) }).click();
  await admin.getByRole('button', { name: 'Update Course' }).click();
  await expectSaid(admin, 'Updated!!!');

  const { email } = await comeConfirmed(page);
  const card = await findCard(page, name);
  await expect(card).toContainText('on 5 days');
  await card.getByRole('link', { name }).click();
  await expect(page.getByText('Mondays, Wednesdays, and Fridays')).toBeVisible();
  await expect(page.getByText(label(7))).toBeVisible();
  await page.getByRole('button', { name: LABELS.joinNow }).first().click();
  await joinForMia(page);
  await expectSaid(page, 'Added to Cart, Check Your Dashboard');
  await openPayment(page);
  await expect(page.getByText(/^on Mondays, Wednesdays, and Fridays, not on /)).toBeVisible();
  await payWith(page, CARDS.good);
  await expectEnrolled(page, name);
  await expect(
    page.getByText(/^on Mondays, Wednesdays, and Fridays, not on /).first(),
  ).toBeVisible();
  const mail = await findMail(page, email, `${MIA.name} is enrolled: ${name}`);
  expect(mail.text).toContain('Mondays, Wednesdays, and Fridays');

  await openForm(admin, name);
  await admin.getByRole('button', { name: label(9) }).click();
  await admin.getByRole('button', { name: 'Update Course' }).click();
  const question = admin.getByRole('dialog', { name: 'Change this for 1 student?' });
  await expect(question).toContainText(/Days: .* → .*not on/);
  await question.getByRole('button', { name: 'Yes, Change It!' }).click();
  await expectSaid(admin, 'Updated!!!');
  const changed = await findMail(page, email, `Changed: ${name}`);
  expect(changed.text).toMatch(/Days[^\n]*not on/);
  await admin.context().close();
});
