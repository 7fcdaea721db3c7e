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
