import { expect, test } from '@playwright/test';
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
import { findMail } from '../support/inbox.ts';
import { closeOpenedClasses, dayFromToday, openClass } from '../support/own-class.ts';
import { CARDS, payWith } from '../support/shop.ts';

test.afterEach(closeOpenedClasses);

const WEEKS = 10;

test('a parent books ten weeks for two children and pays for the whole summer once', async ({
  page,
  browser,
}) => {
  test.slow();
  const admin = await openAdmin(browser);
  const name = `Summer ${Date.now()}`;
  const weeks: string[] = [];
  for (let week = 1; week <= WEEKS; week += 1) {
    const [camp_start, camp_end] = [0, 4].map((day) => dayFromToday(120 + 7 * week + day));
    weeks.push(`${name}, week ${week}.`);
    await openClass(admin, `${name}, week ${week}.`, { camp_start, camp_end, price: 165 });
  }
  await admin.context().close();

  const { email } = await comeConfirmed(page);
  for (const child of [MIA, TOM]) await addChild(page, child);
  for (const week of weeks)
    await holdSeats(page, await askWhoJoins(page, week), MIA.name, TOM.name);
  await payForAll(page, 'Pay for 20 seats');
  const order = page.getByRole('region', { name: 'Your order' });
  for (const child of [MIA, TOM])
    await expect(order.getByRole('region', { name: child.name }).getByRole('listitem')).toHaveCount(
      WEEKS,
    );
  await payWith(page, CARDS.good);

  await expect(
    page.getByRole('heading', { name: 'You paid. All 20 seats are yours' }),
  ).toBeVisible();
  const { text } = await findMail(page, email, 'Your payment for 20 seats');
  for (const week of weeks)
    for (const child of [MIA, TOM]) expect(text).toContain(`Seat: ${child.name}, ${week}: $165`);
});
