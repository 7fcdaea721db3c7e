import { addDays } from '@speakifyr/contract/days.ts';
import { nameDay } from '@speakifyr/contract/format.ts';
import { LABELS } from '@speakifyr/contract/labels.ts';
import { expect, type Page, test } from '@playwright/test';
import { comeConfirmed, joinForMia, MIA, openAdmin } from '../support/families.ts';
import { findMail } from '../support/inbox.ts';
import { findLosses } from '../support/layout.ts';
import { closeOpenedClasses, dayFromToday, openClass } from '../support/own-class.ts';
import { expectSaid } from '../support/said.ts';
import { CARDS, expectEnrolled, findCard, openPayment, payWith } from '../support/shop.ts';

test.afterEach(closeOpenedClasses);

/** The first Monday that is far enough away. */
function findMonday(): string {
  const first = dayFromToday(160);
  return addDays(first, (8 - new Date(first).getUTCDay()) % 7);
}

/** The director sells single days of a class. */
async function sellDays(admin: Page, name: string, price: string): Promise<void> {
  await admin.goto(`/dashboard/updateCourse?search=${encodeURIComponent(name)}`);
  await admin.getByRole('link', { name: new RegExp(`^Update Course.*${name}`) }).click();
  await admin.getByLabel('Families can take single days').check();
  await admin.getByLabel('Price per day').fill(price);
  await admin.getByLabel('At least').fill('2');
  await admin.getByRole('button', { name: 'Update Course' }).click();
  await expectSaid(admin, 'Updated!!!');
}

// Rules: R647.
test('a family takes three days of a week, pays for three, and the others stay free', async ({
  page,
  browser,
}) => {
  const admin = await openAdmin(browser);
  const name = `Boats ${Date.now()}`;
  const monday = findMonday();
  const day = (count: number) => addDays(monday, count);
  const label = (count: number) => new RegExp(`^${nameDay(day(count), day(count).slice(0, 4))}`);
  await openClass(admin, name, { camp_start: monday, camp_end: day(4), price: 180, sit: 3 });
  await sellDays(admin, name, '40');
  await admin.context().close();

  const { email } = await comeConfirmed(page);
  const card = await findCard(page, name);
  await card.getByRole('link', { name }).click();
  await expect(page.getByText('$40 a day, at least 2 days')).toBeVisible();
  await page.getByRole('button', { name: LABELS.joinNow }).first().click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('All days: $180 a seat')).toBeVisible();
  for (const count of [1, 4]) await dialog.getByLabel(label(count)).uncheck();
  await expect(dialog.getByText('3 days: $120 a seat')).toBeVisible();
  expect(await findLosses(page)).toEqual([]);
  await joinForMia(page);
  await expectSaid(page, 'Added to Cart, Check Your Dashboard');
  await openPayment(page);
  await expect(page.getByText('$120').first()).toBeVisible();
  await payWith(page, CARDS.good);
  await expectEnrolled(page, name);
  const mail = await findMail(page, email, `${MIA.name} is enrolled: ${name}`);
  expect(mail.text).toContain('$120');

  await page.goto('/classes');
  const seats = (await findCard(page, name)).getByText('Sit Left').locator('..');
  await expect(seats).toContainText('2');
});
