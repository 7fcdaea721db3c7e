import type { Extra } from '@speakifyr/contract/seat-extras.ts';
import { nameShortDay } from '@speakifyr/contract/format.ts';
import { nameFewDays } from '@speakifyr/contract/say-class-days.ts';
import { expect, test } from '@playwright/test';
import { callAs } from '../support/call.ts';
import {
  addChild,
  askWhoJoins,
  comeConfirmed,
  holdSeats,
  MIA,
  openAdmin,
} from '../support/families.ts';
import { findLosses } from '../support/layout.ts';
import { changeClass, closeOpenedClasses, dayFromToday, openClass } from '../support/own-class.ts';
import { openTab } from '../support/pages.ts';
import { expectSaid } from '../support/said.ts';
import { CARDS, payWith } from '../support/shop.ts';

// Parents and instructors do this on their phones.
test.use({ viewport: { width: 360, height: 740 } });

// The school has one list of extras.
test.describe.configure({ mode: 'default' });

test.afterEach(closeOpenedClasses);

// Rules: R442, R445.
test('a parent chooses lunch in the cart, and later a T-shirt that the office has added; the instructor reads both', async ({
  page,
  browser,
}) => {
  const className = `Kayak ${Date.now()}`;
  const admin = await openAdmin(browser);
  await admin.setViewportSize({ width: 360, height: 740 });
  // It meets on one day, so soon that the day list is open.
  const day = dayFromToday(5);
  const dates = { camp_start: day, camp_end: day };
  const classId = await openClass(admin, className, { price: 100, ...dates });
  try {
    await admin.goto('/dashboard/manageEverything');
    await openTab(admin, 'Settings', 'Extras');
    for (const extra of [
      { name: 'Lunch', price: '8', per: 'Each camp day', choices: '' },
      { name: 'T-shirt', price: '15', per: 'Once for the class', choices: 'S, M' },
    ]) {
      await admin.getByRole('button', { name: 'Add an extra' }).click();
      const form = admin.getByRole('form', { name: 'Add an extra' });
      await form.getByLabel('Name that parents read').fill(extra.name);
      await form.getByLabel('Price in USD').fill(extra.price);
      await form.getByLabel('For what?').selectOption(extra.per);
      await form.getByLabel('Choices').fill(extra.choices);
      // Other journeys see nothing of it.
      await form.getByLabel('For which classes?').selectOption('Only some');
      await form.getByLabel('Find a class').fill(className);
      await form.getByRole('checkbox', { name: className }).check();
      if (extra.choices) await form.getByRole('checkbox', { name: /^Refundable/ }).uncheck();
      await form.getByRole('button', { name: 'Save' }).click();
      await expectSaid(admin, 'The extras are saved');
      await expect(admin.getByText('The extras are saved')).toBeHidden();
    }
    expect(await findLosses(admin)).toEqual([]);

    await comeConfirmed(page);
    await addChild(page, MIA);
    await page.goto(`/classes/${classId}`);
    await expect(page.getByText('Lunch $8 a day')).toBeVisible();
    await holdSeats(page, await askWhoJoins(page, className), MIA.name);
    await page.goto('/dashboard/payment');
    await page.getByRole('button', { name: 'Add extras' }).click();
    const dialog = page.getByRole('dialog', { name: 'Extras' });
    await dialog.getByRole('checkbox', { name: 'Lunch $8' }).check();
    await expect(dialog.getByRole('status')).toContainText('$8');
    expect(await findLosses(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Lunch, 1 day $8 USD')).toBeVisible();
    await payWith(page, CARDS.good);
    await expect(page.getByRole('heading', { name: /^You paid/ })).toBeVisible();

    // They ask for a T-shirt on the phone, and choose another size themselves.
    await admin.goto(`/dashboard/classes/${classId}`);
    await admin.getByRole('button', { name: `Change the seat of ${MIA.name}` }).click();
    const seat = admin.getByRole('dialog', { name: `${MIA.name}’s seat` });
    await seat.getByLabel('Choose extras').check();
    await seat.getByRole('checkbox', { name: 'T-shirt $15' }).check();
    await seat.getByLabel('Which one? (T-shirt)').selectOption('S');
    expect(await findLosses(admin)).toEqual([]);
    await seat.getByRole('button', { name: 'Save' }).click();
    await expectSaid(admin, 'Extras saved. The family owes $15 USD for them');

    await page.goto('/dashboard/enroll');
    await page.getByRole('button', { name: 'Change extras' }).click();
    await expect(dialog.getByRole('checkbox', { name: 'T-shirt $15' })).toBeChecked();
    await dialog.getByLabel('Which one? (T-shirt)').selectOption('M');
    await expect(dialog.getByText('Once. Not refunded if the seat is canceled.')).toBeVisible();
    await dialog.getByRole('button', { name: /^Save and pay \$15/ }).click();
    await payWith(page, CARDS.good);
    await expectSaid(page, 'Thank you, we have your payment');
    await page.goto('/dashboard/enroll');
    await expect(page.getByText('T-shirt, M 15 tk')).toBeVisible();

    const context = await browser.newContext({ viewport: { width: 360, height: 740 } });
    const instructor = await context.newPage();
    const person = await comeConfirmed(instructor);
    // A page of a student that is still open would log them out.
    await instructor.goto('about:blank');
    await callAs(admin, 'PATCH', `/makeInstructor?email=${person.email}`);
    await changeClass(admin, classId, { inst_email: person.email });
    await instructor.goto('/dashboard/managecourse');
    await expect(instructor.getByText('Extras: Lunch 1; T-shirt: M 1')).toBeVisible();
    await expect(instructor.getByRole('cell', { name: MIA.name })).toContainText(
      'Lunch; T-shirt, M',
    );
    expect(await findLosses(instructor)).toEqual([]);
    await instructor.goto(`/dashboard/managecourse/day?class=${classId}&day=${day}`);
    await expect(instructor.getByText('Lunch; T-shirt, M')).toBeVisible();
    await context.close();

    await admin.goto('/dashboard/auditLog?action=change+extras');
    await expect(
      admin.getByText('Extra added: T-shirt: 15 tk, S or M, not refunded, for 1 class'),
    ).toBeVisible();
  } finally {
    const { version } = await callAs<{ version: number }>(admin, 'GET', '/extras');
    await callAs(admin, 'PUT', '/extras', { version, extras: [] });
    await admin.context().close();
  }
});

// Rules: R651, R652.
test('of three days of a class, a parent takes lunch on the two that are left, and late care on the last; the printed list says so', async ({
  page,
  browser,
}) => {
  const className = `Climbing ${Date.now()}`;
  const admin = await openAdmin(browser);
  await admin.setViewportSize({ width: 360, height: 740 });
  const days = [4, 5, 6].map(dayFromToday);
  const [first, second, third] = days as [string, string, string];
  const dates = {
    days,
    camp_start: first,
    camp_end: third,
    dailyStart: '09:00',
    dailyEnd: '15:00',
  };
  const classId = await openClass(admin, className, { price: 100, ...dates });
  const lunch: Extra = {
    ...{ id: 'e'.repeat(24), label: 'Lunch', price: 800, per: 'day', options: [] },
    ...{ capacity: 1, isRefundable: true, classIds: [classId] },
  };
  const { version } = await callAs<{ version: number }>(admin, 'GET', '/extras');
  await callAs(admin, 'PUT', '/extras', { version, extras: [lunch] });
  try {
    await admin.goto('/dashboard/manageEverything');
    await openTab(admin, 'Settings', 'Extras');
    await expect(admin.getByText(/1 in each class, on each day\./)).toBeVisible();
    await admin.getByRole('button', { name: 'Add an extra' }).click();
    const form = admin.getByRole('form', { name: 'Add an extra' });
    await form.getByLabel('Name that parents read').fill('Late care');
    await form.getByLabel('Price in USD').fill('9');
    await form.getByLabel('Until').fill('17:30');
    await form.getByLabel('For which classes?').selectOption('Only some');
    await form.getByLabel('Find a class').fill(className);
    await form.getByRole('checkbox', { name: className }).check();
    expect(await findLosses(admin)).toEqual([]);
    await form.getByRole('button', { name: 'Save' }).click();
    await expectSaid(admin, 'The extras are saved');

    // Another family has the lunch of the second day.
    const context = await browser.newContext({ viewport: { width: 360, height: 740 } });
    const other = await context.newPage();
    const { email } = await comeConfirmed(other);
    const childId = await addChild(other, MIA);
    const wish = { classId, childId, email };
    const { cartId } = await callAs<{ cartId: string }>(other, 'POST', '/addClass', wish);
    const taken = { id: lunch.id, option: null, on: [second], amount: 800 };
    await callAs(other, 'PUT', `/seatExtras/${cartId}`, { extras: [taken] });

    await comeConfirmed(page);
    await addChild(page, MIA);
    await page.goto(`/classes/${classId}`);
    await expect(page.getByText('Late care until 5:30 PM $9 a day')).toBeVisible();
    await holdSeats(page, await askWhoJoins(page, className), MIA.name);
    await page.goto('/dashboard/payment');
    await page.getByRole('button', { name: 'Add extras' }).click();
    const dialog = page.getByRole('dialog', { name: 'Extras' });
    await dialog.getByRole('checkbox', { name: 'Lunch $16' }).check();
    const daysOf = (label: string) => dialog.getByRole('group', { name: `Which days? (${label})` });
    const box = (label: string, day: string) =>
      daysOf(label).getByRole('checkbox', { name: nameShortDay(day) });
    await expect(box('Lunch', second)).toBeDisabled();
    await expect(box('Lunch', third)).toBeChecked();
    await dialog.getByRole('checkbox', { name: 'Late care until 5:30 PM $27' }).check();
    await box('Late care', first).uncheck();
    await box('Late care', second).uncheck();
    await expect(dialog.getByRole('status')).toContainText('$25');
    expect(await findLosses(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Lunch, 2 days $16 USD')).toBeVisible();
    await expect(page.getByText('Late care until 5:30 PM, 1 day $9 USD')).toBeVisible();
    await payWith(page, CARDS.good);
    await expect(page.getByRole('heading', { name: /^You paid/ })).toBeVisible();
    await page.goto('/dashboard/enroll');
    await expect(page.getByText(`Lunch, ${nameFewDays([first, third])}`)).toBeVisible();
    await page.getByRole('button', { name: 'Add extras' }).click();
    await expect(page.getByText(/^Paid: /).first()).toBeVisible();

    await other.goto('about:blank');
    await callAs(admin, 'PATCH', `/makeInstructor?email=${email}`);
    await changeClass(admin, classId, { inst_email: email });
    const list = `/dashboard/managecourse/day?class=${classId}&paper&day=`;
    await other.goto(list + third);
    await expect(other.getByText('Lunch; Late care until 5:30 PM')).toBeVisible();
    await expect(other.getByText('Extras: Late care 1; Lunch 1')).toBeVisible();
    expect(await findLosses(other)).toEqual([]);
    await other.goto(list + second);
    await expect(other.getByRole('heading', { name: MIA.name })).toBeVisible();
    await expect(other.getByText('Lunch')).toBeHidden();
    await context.close();
  } finally {
    const now = await callAs<{ version: number }>(admin, 'GET', '/extras');
    await callAs(admin, 'PUT', '/extras', { version: now.version, extras: [] });
    await admin.context().close();
  }
});
