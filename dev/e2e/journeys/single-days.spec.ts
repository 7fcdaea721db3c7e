import { addDays } from '@speakifyr/contract/days.ts';
import { nameDay } from '@speakifyr/contract/format.ts';
import { LABELS } from '@speakifyr/contract/labels.ts';
import { type Browser, expect, type Page, test } from '@playwright/test';
import { comeConfirmed, joinForMia, MIA, openAdmin } from '../support/families.ts';
import { findMail } from '../support/inbox.ts';
import { findLosses } from '../support/layout.ts';
import { closeOpenedClasses, openClass, mondayFromToday } from '../support/own-class.ts';
import { expectSaid } from '../support/said.ts';
import { CARDS, expectEnrolled, findCard, openPayment, payWith } from '../support/shop.ts';

test.afterEach(closeOpenedClasses);

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

/** A week from Monday to Friday of which families can take single days. @returns its name, and what the tick box of a day says */
async function openByDay(browser: Browser, word: string) {
  const admin = await openAdmin(browser);
  const name = `${word} ${Date.now()}`;
  const monday = mondayFromToday(160);
  const day = (count: number) => addDays(monday, count);
  await openClass(admin, name, { camp_start: monday, camp_end: day(4), price: 180, sit: 3 });
  await sellDays(admin, name, '40');
  await admin.context().close();
  const label = (count: number) => new RegExp(`^${nameDay(day(count), day(count).slice(0, 4))}`);
  return { name, label };
}

// Rules: R647.
test('a family takes three days of a week, pays for three, and the others stay free', async ({
  page,
  browser,
}) => {
  const { name, label } = await openByDay(browser, 'Boats');

  const { email } = await comeConfirmed(page);
  const card = await findCard(page, name);
  await card.getByRole('link', { name }).click();
  await expect(page.getByText('$40 a day, at least 2 days')).toBeVisible();
  await page.getByRole('button', { name: LABELS.joinNow }).first().click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('All days: $180 a seat')).toBeVisible();
  await dialog.getByText('Choose days').click();
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

// Rules: R648.
test('a family changes a day, takes one more and pays for it, and gives one back', async ({
  page,
  browser,
}) => {
  const { name, label } = await openByDay(browser, 'Clay');
  const { email } = await comeConfirmed(page);
  const card = await findCard(page, name);
  await card.getByRole('link', { name }).click();
  // Before, the first button is one of the list.
  await expect(page.getByText('$40 a day, at least 2 days')).toBeVisible();
  await page.getByRole('button', { name: LABELS.joinNow }).first().click();
  await page.getByRole('dialog').getByText('Choose days').click();
  for (const count of [2, 3, 4]) await page.getByRole('dialog').getByLabel(label(count)).uncheck();
  await joinForMia(page);
  await expectSaid(page, 'Added to Cart, Check Your Dashboard');
  await openPayment(page);
  await payWith(page, CARDS.good);
  await expectEnrolled(page, name);

  const open = async () => {
    await page.goto('/dashboard/enroll');
    await page.getByRole('button', { name: /^Change or cancel/ }).click();
    const menu = page.getByRole('dialog', { name: 'Change or cancel' });
    await menu.getByRole('button', { name: /^Change the days/ }).click();
    return page.getByRole('dialog', { name: `Change ${MIA.name}’s days` });
  };
  let dialog = await open();
  await expect(dialog.getByText('These are the days of this seat now.')).toBeVisible();
  await dialog.getByLabel(label(1)).uncheck();
  await dialog.getByLabel(label(3)).check();
  await expect(dialog.getByText('Same price')).toBeVisible();
  expect(await findLosses(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Change the days' }).click();
  await expectSaid(page, 'The days are changed');
  const mail = await findMail(page, email, `Days changed: ${name}`);
  expect(mail.text).toContain('now has other days');

  dialog = await open();
  await dialog.getByLabel(label(4)).check();
  await expect(dialog.getByText('You pay $40 more')).toBeVisible();
  await dialog.getByRole('button', { name: 'Hold the days and pay $40' }).click();
  await expect(page.getByText('More days for').first()).toBeVisible();
  expect(await findLosses(page)).toEqual([]);
  await payWith(page, CARDS.good);
  await expect(page.getByRole('heading', { name: /^You paid/ })).toBeVisible();

  dialog = await open();
  await expect(dialog.getByLabel(label(4))).toBeChecked();
  await dialog.getByLabel(label(0)).uncheck();
  await expect(dialog.getByText('You get $40 back')).toBeVisible();
  await dialog.getByRole('button', { name: 'Change the days' }).click();
  await expectSaid(page, 'The days are changed');
});
