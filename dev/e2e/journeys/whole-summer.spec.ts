import { addDays } from '@speakifyr/contract/days.ts';
import { expect, type Locator, test } from '@playwright/test';
import { LABELS } from '@speakifyr/contract/labels.ts';
import { addChild, comeConfirmed, MIA, openAdmin, TOM } from '../support/families.ts';
import { findMail } from '../support/inbox.ts';
import { closeOpenedClasses, mondayFromToday, openClass } from '../support/own-class.ts';
import { CARDS, payButton } from '../support/shop.ts';
import { countTaps } from '../support/taps.ts';

test.afterEach(closeOpenedClasses);

/** From a parent's home to twenty paid seats. A tap into a field is part of typing. */
const MOST_TAPS = 30;
const WEEKS = 10;

/** After the demo school's own summer, whatever day it is. */
const FIRST = 430;

// Rules: R646, R518.
test('ten weeks for two children are chosen and held on one page, and paid once, in 30 taps', async ({
  page,
  browser,
  isMobile,
}) => {
  test.slow();
  const admin = await openAdmin(browser);
  const name = `Summer ${Date.now()}`;
  const weeks = Array.from({ length: WEEKS }, (_none, week) => `${name}, week ${week + 1}.`);
  for (const [week, className] of weeks.entries()) {
    const camp_start = mondayFromToday(FIRST + week * 7);
    const camp_end = addDays(camp_start, 4);
    await openClass(admin, className, { camp_start, camp_end, price: 165 });
  }
  await admin.context().close();
  const { email } = await comeConfirmed(page);
  for (const child of [MIA, TOM]) await addChild(page, child);
  const press = (target: Locator) => (isMobile ? target.tap() : target.click());
  const readTaps = await countTaps(page);
  await page.goto('/dashboard/student');

  if (isMobile) await press(page.getByRole('button', { name: LABELS.openMenu }));
  await press(page.getByRole('link', { name: 'Summer Plan' }));
  for (const week of weeks)
    for (const child of ['Mia', 'Tom'])
      await press(page.getByRole('button', { name: new RegExp(`^Choose ${week} for ${child}, `) }));
  const bar = page.getByRole('region', { name: 'What you have chosen' });
  await expect(bar).toContainText('20 seats, $3,300');
  await press(bar.getByRole('button', { name: 'Hold 20 seats' }));
  await press(page.getByRole('link', { name: 'Pay for 20 seats' }));
  const order = page.getByRole('region', { name: 'Your order' });
  for (const child of [MIA, TOM])
    await expect(order.getByRole('region', { name: child.name }).getByRole('listitem')).toHaveCount(
      WEEKS,
    );
  const card = page.frameLocator('iframe[title="Secure card payment input frame"]');
  await card.getByLabel('Credit or debit card number').fill(CARDS.good);
  await card.getByLabel('Credit or debit card expiration date').fill('12 / 34');
  await card.getByLabel('Credit or debit card CVC/CVV').fill('123');
  await press(payButton(page));
  await expect(
    page.getByRole('heading', { name: 'You paid. All 20 seats are yours' }),
  ).toBeVisible();
  const taps = readTaps();
  expect(taps).toBeGreaterThan(WEEKS * 2);
  expect(taps).toBeLessThanOrEqual(MOST_TAPS);
  const { text } = await findMail(page, email, 'Your payment for 20 seats');
  for (const week of weeks)
    for (const child of [MIA, TOM]) expect(text).toContain(`Seat: ${child.name}, ${week}: $165`);
});
