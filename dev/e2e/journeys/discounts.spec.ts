import { expect, type Page, test } from '@playwright/test';
import { callAs } from '../support/call.ts';
import {
  addChild,
  askWhoJoins,
  comeConfirmed,
  holdSeats,
  MIA,
  openAdmin,
  payForAll,
  TOM,
} from '../support/families.ts';
import { closeOpenedClasses, dayFromToday, openClass } from '../support/own-class.ts';
import { openTab } from '../support/pages.ts';
import { expectSaid } from '../support/said.ts';
import { CARDS, findCard, payWith, priceLine } from '../support/shop.ts';

test.afterEach(closeOpenedClasses);

/** Opens the form of a new discount, and fills in what both have. Only for one class: other journeys see nothing of it. */
async function beginDiscount(admin: Page, what: string, name: string, className: string) {
  await admin.getByRole('button', { name: 'Add a discount' }).click();
  const form = admin.getByRole('form', { name: 'Add a discount' });
  await form.getByLabel('What is it for?').selectOption(what);
  await form.getByLabel('Name that parents read').fill(name);
  await form.getByLabel('For which classes?').selectOption('Only some');
  await form.getByLabel('Find a class').fill(className);
  await form.getByRole('checkbox', { name: className }).check();
  await form.getByRole('checkbox', { name: /^Combines with other/ }).check();
  return form;
}

/** Saves what the form has. @returns once the message has closed */
async function save(admin: Page): Promise<void> {
  await admin.getByRole('button', { name: 'Save' }).click();
  await expectSaid(admin, 'The discounts are saved');
  await expect(admin.getByText('The discounts are saved')).toBeHidden();
}

// Rules: R434, R436.
test('an admin writes discounts, and a parent reads them until they are on the receipt', async ({
  browser,
}) => {
  const className = `Canoe ${Date.now()}`;
  // A code is the whole school's.
  const text = `CANOE${Date.now()}`;
  const admin = await openAdmin(browser);
  const classId = await openClass(admin, className, { price: 200 });
  try {
    await admin.goto('/dashboard/manageEverything');
    await openTab(admin, 'Settings', 'Discounts');
    const early = await beginDiscount(admin, 'Early price', 'Early bird', className);
    await early.getByLabel('How much is taken off?').fill('10');
    await early.getByLabel('Last day').fill(dayFromToday(5));
    await save(admin);
    const siblings = await beginDiscount(admin, 'Siblings', 'Siblings', className);
    await siblings.getByLabel('How much is taken off?').fill('30');
    await siblings.getByLabel('Percent or amount?').selectOption('USD');
    await siblings.getByRole('checkbox', { name: /^Comes off the refund/ }).check();
    // What families pay, before it is saved.
    await admin.getByLabel('Class', { exact: true }).selectOption(classId);
    await admin.getByLabel('Classes each').selectOption('1');
    const example = admin.getByText(/^A family with/).locator('..');
    await expect(example).toContainText(
      'A family with 2 children in 1 class each pays $330 USD today, instead of $400 USD.',
    );
    await save(admin);
    await expect(admin.getByText('Siblings: $30 off from the second child on')).toBeVisible();

    const code = await beginDiscount(admin, 'A code that families type', 'Summer code', className);
    await code.getByLabel('How much is taken off?').fill('5');
    await code.getByLabel('Code', { exact: true }).fill(text);
    await code.getByLabel('How often in all?').fill('2');
    await save(admin);

    const phone = await browser.newContext({ viewport: { width: 360, height: 740 } });
    const page = await phone.newPage();
    await comeConfirmed(page);
    for (const child of [MIA, TOM]) await addChild(page, child);
    await page.goto(`/classes/${classId}`);
    const main = page.getByRole('main');
    await expect(main.getByText(/^Early bird through .*, then \$200$/).first()).toBeVisible();
    await expect(main.getByText('$180').first()).toBeVisible();
    await expect(main.getByText('Siblings: $30 off from the second child on')).toBeVisible();

    await holdSeats(page, await askWhoJoins(page, className), MIA.name, TOM.name);
    await expect(await findCard(page, className)).toContainText('$180');
    await page.goto('/dashboard/myclasses');
    await expect(priceLine(page, 'Early bird', '−$20')).toHaveCount(2);
    await expect(priceLine(page, 'Siblings', '−$30')).toHaveCount(1);
    await payForAll(page, 'Pay for 2 seats');
    await page.getByLabel('Have a code?').fill(text.toLowerCase());
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect(page.getByText('“Summer code” applies to 2 seats.')).toBeVisible();
    await expect(priceLine(page, 'Summer code', '−$10 USD')).toHaveCount(2);
    await expect(page.getByRole('button', { name: 'Pay $310' })).toBeVisible();
    await payWith(page, CARDS.good);
    await expect(
      page.getByRole('heading', { name: 'You paid. Both seats are yours' }),
    ).toBeVisible();

    await page.goto('/dashboard/enroll');
    await expect(priceLine(page, 'Early bird', '−20 tk')).toHaveCount(2);
    await expect(priceLine(page, 'Siblings', '−30 tk')).toHaveCount(1);
    await page
      .getByRole('link', { name: /^Receipt/ })
      .first()
      .click();
    const paper = page.getByRole('article', { name: /^Receipt R-\d{6}$/ });
    await expect(priceLine(paper, 'Early bird', '−$20')).toHaveCount(2);
    await expect(priceLine(paper, 'Siblings', '−$30')).toHaveCount(1);
    await expect(paper.getByRole('row', { name: /^Paid by card/ })).toContainText('$310 USD');
    await admin.reload();
    await expect(admin.getByText('Can be used for 2 seats. Used 2 times.')).toBeVisible();

    // Without Mia’s seat, Tom’s would not have been cheaper.
    await page.goto('/dashboard/enroll');
    await page
      .getByRole('button', { name: `Change or cancel : ${className}, ${MIA.name}` })
      .click();
    await page
      .getByRole('button', { name: /^Cancel the seat You get \$140 of \$170 back/ })
      .click();
    const question = page.getByRole('dialog', { name: `Cancel ${MIA.name}’s seat?` });
    await expect(question).toContainText(/The school keeps\s*\$30/);
    await expect(question).toContainText(
      `of it “Siblings” of ${TOM.name}’s seat in ${className}$30`,
    );
    await question.getByRole('button', { name: 'Cancel the seat, get $140' }).click();
    await expectSaid(page, 'The seat is canceled');
    await expect(page.getByText('$140 USD back, $30 USD kept')).toBeVisible();
    await phone.close();

    // Removed with the page, which says what it is in the audit log.
    for (const name of ['Summer code', 'Siblings', 'Early bird']) {
      await admin.getByRole('button', { name: `Remove ${name}` }).click();
      await admin.getByRole('button', { name: 'Yes, Remove!' }).click();
      await expectSaid(admin, 'The discounts are saved');
      await expect(admin.getByText('The discounts are saved')).toBeHidden();
    }
    await expect(admin.getByText('There are no discounts.')).toBeVisible();
    await admin.goto('/dashboard/auditLog?action=change+discounts');
    await expect(admin.getByText('Discount removed: Early bird: 10% off')).toBeVisible();
  } finally {
    const { version } = await callAs<{ version: number }>(admin, 'GET', '/discounts');
    await callAs(admin, 'PUT', '/discounts', { version, discounts: [] });
    await admin.context().close();
  }
});
