import { type Browser, expect, type Locator, type Page, test } from '@playwright/test';
import { CORE } from '../support/base-config.ts';
import { findViolations, FOR_AXE } from '../support/axe.ts';
import {
  addChild,
  askWhoJoins,
  holdSeats,
  MIA,
  openAdmin,
  comeConfirmed,
} from '../support/families.ts';
import { findLosses } from '../support/layout.ts';
import { closeOpenedClasses, dayFromToday, openClass } from '../support/own-class.ts';
import { CARDS, openPayment, payButton, payWith } from '../support/shop.ts';
import { expectSaid } from '../support/said.ts';

// Parents do this on their phones. By the usual policy everything comes back until 14 days before a class, half until 3.
test.use({ viewport: { width: 360, height: 740 }, ...FOR_AXE });
test.afterEach(closeOpenedClasses);

/** Opens a class of five days for a price in dollars. */
async function openCamp(
  admin: Page,
  { name, price, inDays, sit }: { name: string; price: number; inDays: number; sit?: number },
): Promise<void> {
  await openClass(admin, name, {
    price,
    camp_start: dayFromToday(inDays),
    camp_end: dayFromToday(inDays + 4),
    ...(sit && { sit }),
  });
}

/** Signs up a parent, and buys a seat for Mia. */
async function buySeat(page: Page, className: string): Promise<void> {
  await comeConfirmed(page);
  await addChild(page, MIA);
  await holdSeats(page, await askWhoJoins(page, className), MIA.name);
  await openPayment(page);
  await payWith(page, CARDS.good);
  await expect(page.getByRole('heading', { name: 'You paid. The seat is yours' })).toBeVisible();
}

/** Opens what a parent can do with their only seat. */
async function openMenu(page: Page): Promise<Locator> {
  await page.goto('/dashboard/enroll');
  await page.getByRole('button', { name: /^Change or cancel/ }).click();
  const menu = page.getByRole('dialog', { name: 'Change or cancel' });
  await expect(menu.getByRole('button', { name: /^Cancel the seat/ })).toBeVisible();
  return menu;
}

async function expectWell(page: Page): Promise<void> {
  expect(await findLosses(page)).toEqual([]);
  expect(await findViolations(page)).toEqual([]);
}

async function asAdmin(browser: Browser, act: (admin: Page) => Promise<void>): Promise<void> {
  const admin = await openAdmin(browser);
  await act(admin);
  await admin.context().close();
}

test(
  'a parent cancels ten days before the class, and half of the money comes back',
  CORE,
  async ({ page, browser }) => {
    const name = `Kites ${Date.now()}`;
    await asAdmin(browser, (admin) => openCamp(admin, { name, price: 85, inDays: 10 }));
    await buySeat(page, name);

    const menu = await openMenu(page);
    await expect(menu).toContainText('To move the seat, please contact the school.');
    await expectWell(page);
    await menu
      .getByRole('button', { name: /^Cancel the seat You get \$42.50 of \$85 back/ })
      .click();
    const question = page.getByRole('dialog', { name: `Cancel ${MIA.name}’s seat?` });
    await expect(question).toContainText(/You paid\s*\$85/);
    await expect(question).toContainText(/The school keeps\s*\$42.50/);
    await expect(question).toContainText(/You get back\s*\$42.50/);
    await expectWell(page);
    await question.getByRole('button', { name: 'Cancel the seat, get $42.50' }).click();

    await expectSaid(page, 'The seat is canceled');
    const canceled = page.getByRole('region', { name: 'Canceled seats' });
    await expect(canceled).toContainText(`${name} for ${MIA.name}`);
    await expect(canceled.getByRole('heading', { name: 'Canceled seats' })).toBeFocused();
    await expect(page.getByRole('article')).toHaveCount(0);
    await expect(async () => {
      await page.reload({ waitUntil: 'networkidle' });
      await expect(canceled.getByText('Refunded')).toBeVisible({ timeout: 5_000 });
    }).toPass();
    await expect(canceled).toContainText('$42.50 USD back, $42.50 USD kept');
    await expectWell(page);

    await canceled.getByRole('link', { name: /^Credit note C-/ }).click();
    const note = page.getByRole('article', { name: /^Credit note C-/ });
    await expect(note).toContainText('You canceled the seat');
    await expect(note).toContainText('The money went back.');
    await expectWell(page);
    await note.getByRole('link', { name: /^R-/ }).click();
    await expect(page.getByRole('row', { name: /^Total after refunds/ })).toContainText(
      '$42.50 USD',
    );
  },
);

test('a parent keeps the money of a canceled seat as credit, spends it together with a card, and gets the rest back', async ({
  page,
  browser,
}) => {
  const [first, second] = ['Rafts', 'Ponies'].map((name) => `${name} ${Date.now()}`) as [
    string,
    string,
  ];
  await asAdmin(browser, async (admin) => {
    await openCamp(admin, { name: first, price: 50, inDays: 40 });
    await openCamp(admin, { name: second, price: 72, inDays: 47 });
  });
  await buySeat(page, first);

  const menu = await openMenu(page);
  await menu.getByRole('button', { name: /^Cancel the seat/ }).click();
  const question = page.getByRole('dialog', { name: `Cancel ${MIA.name}’s seat?` });
  await expect(question.getByRole('radio', { name: /^\$50 back/ })).toBeChecked();
  await question.getByRole('radio', { name: /^\$50 as credit/ }).check();
  await expectWell(page);
  await question.getByRole('button', { name: 'Cancel the seat, get $50 as credit' }).click();
  await expectSaid(page, 'The seat is canceled');
  const credit = page.getByRole('region', { name: 'Your credit' });
  await expect(credit).toContainText('$50 USD to pay for classes');
  await expectWell(page);

  await holdSeats(page, await askWhoJoins(page, second), MIA.name);
  await openPayment(page);
  await page.getByRole('checkbox', { name: /^Use \$50 of your credit/ }).check();
  await expect(payButton(page)).toHaveText('Pay $22');
  await expectWell(page);
  await payWith(page, CARDS.good);
  await expect(page.getByRole('heading', { name: 'You paid. The seat is yours' })).toBeVisible();

  await openMenu(page);
  await page.getByRole('button', { name: /^Cancel the seat/ }).click();
  const again = page.getByRole('dialog', { name: `Cancel ${MIA.name}’s seat?` });
  await expect(again).toContainText('$50 was paid with credit. It is credit again.');
  await again.getByRole('button', { name: 'Cancel the seat, get $72' }).click();
  await expectSaid(page, 'The seat is canceled');
  await expect(page.getByRole('region', { name: 'Canceled seats' })).toContainText(
    '$22 USD back, $50 USD as credit',
  );
  await credit.getByRole('button', { name: 'Turn $50 USD back into a refund' }).click();
  await page.getByRole('button', { name: 'Get it back' }).click();
  await expectSaid(page, 'Your refund is on its way');
  await expect(credit).toContainText('$50 USD turned back into a refund');
  await expectWell(page);
});

test(
  'a parent moves a seat to a dearer class and pays the difference',
  CORE,
  async ({ page, browser }) => {
    const names = ['Canoes', 'Sails'].map((name) => `${name} ${Date.now()}`);
    const [from = '', to = ''] = names;
    await asAdmin(browser, async (admin) => {
      await openCamp(admin, { name: from, price: 50, inDays: 40 });
      await openCamp(admin, { name: to, price: 72, inDays: 47 });
    });
    await buySeat(page, from);

    const menu = await openMenu(page);
    await menu.getByRole('button', { name: /^Move to another class/ }).click();
    const list = page.getByRole('dialog', { name: `Which class for ${MIA.name}?` });
    await expect(list.getByRole('button', { name: to })).toContainText('You pay $22 more');
    await expectWell(page);
    await list.getByRole('button', { name: to }).click();
    const question = page.getByRole('dialog', { name: `Move ${MIA.name} to ${to}?` });
    await expectWell(page);
    await question.getByRole('button', { name: 'Hold the seat and pay $22' }).click();

    await expect(page).toHaveURL(/\/dashboard\/payment\?cartId=/);
    await expect(
      page.getByText(`The difference for moving ${MIA.name} from ${from} to ${to}`),
    ).toBeVisible();
    await expect(payButton(page)).toHaveText('Pay $22');
    await expectWell(page);
    await payWith(page, CARDS.good);
    await expect(page.getByRole('heading', { name: 'You paid. The seat is yours' })).toBeVisible();

    await page.goto('/dashboard/enroll');
    await expect(page.getByRole('article', { name: new RegExp(to) })).toContainText('72 tk');
    await expect(page.getByRole('article')).toHaveCount(1);
  },
);

test('when nothing comes back anymore, a parent offers the seat, and the next person takes it', async ({
  page,
  browser,
}) => {
  const name = `Drums ${Date.now()}`;
  await asAdmin(browser, (admin) => openCamp(admin, { name, price: 60, inDays: 2, sit: 1 }));
  await buySeat(page, name);

  const menu = await openMenu(page);
  await expect(menu).toContainText('No refund.');
  const tick = menu.getByRole('checkbox', { name: 'Refund me if someone takes my seat' });
  // Not `check()`: the tick follows the request, a moment after the click.
  await tick.click();
  await expect(tick).toBeChecked();
  await expect(menu.getByText('Saved: the seat is offered.')).toBeVisible();
  await expectWell(page);
  await menu.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('article', { name: new RegExp(name) })).toContainText(
    'This seat is up for resale.',
  );

  const next = await (await browser.newContext()).newPage();
  await buySeat(next, name);
  await next.context().close();

  const canceled = page.getByRole('region', { name: 'Canceled seats' });
  await expect(async () => {
    await page.reload({ waitUntil: 'networkidle' });
    await expect(canceled.getByText('Somebody else took the seat')).toBeVisible({
      timeout: 5_000,
    });
    await expect(canceled.getByText('Refunded')).toBeVisible({ timeout: 5_000 });
  }).toPass();
  await expect(canceled).toContainText('$60 USD back');
  await expect(page.getByRole('article')).toHaveCount(0);
});
