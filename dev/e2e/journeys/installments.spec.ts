import { expect, test } from '@playwright/test';
import { closeOpenedClasses, dayFromToday, openOwnClass } from '../support/own-class.ts';
import { addChild, askWhoJoins, comeConfirmed, holdSeats, MIA } from '../support/families.ts';
import { answerBank, CARDS, openPayment, payWith } from '../support/shop.ts';
import { expectSaid } from '../support/said.ts';

test.afterEach(closeOpenedClasses);

test('on a phone: a parent chooses three installments, changes the card and pays the rest', async ({
  page,
  browser,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const days = { camp_start: dayFromToday(150), camp_end: dayFromToday(154) };
  const { name } = await openOwnClass(browser, 'Parts', { price: 189, ...days });
  await comeConfirmed(page);
  await addChild(page, MIA);
  await holdSeats(page, await askWhoJoins(page, name), MIA.name);
  await openPayment(page);

  await page.getByRole('radio', { name: /^In 3 parts/ }).check();
  await expect(page.getByRole('button', { name: /^Pay \$/ })).toBeHidden();
  await expect(page.getByRole('listitem').filter({ hasText: '$63 USD' })).toHaveCount(3);
  await page.getByRole('checkbox', { name: /^I pay \$63 USD now/ }).check();
  await payWith(page, CARDS.good);
  await expectSaid(page, 'Congratulations, Successfully Enrolled');
  await page.goto('/dashboard/enroll');

  await page.getByRole('link', { name: 'See what is paid and what is due' }).click();
  const plan = page.getByRole('region', { name });
  await expect(plan.getByText('Paid', { exact: true })).toHaveCount(1);
  await expect(plan.getByText('We charge Visa 4242 on this day')).toHaveCount(2);
  await expect(page.getByText(/^Visa ending in 4242/)).toBeVisible();

  await page.getByRole('button', { name: 'Change card' }).click();
  const field = page.frameLocator('iframe[title="Secure card payment input frame"]');
  await field.getByLabel('Credit or debit card number').fill(CARDS.threeDSecure);
  await field.getByLabel('Credit or debit card expiration date').fill('11 / 33');
  await field.getByLabel('Credit or debit card CVC/CVV').fill('123');
  await page.getByRole('button', { name: 'Save this card' }).click();
  await answerBank(page, 'Complete');
  await expect(page.getByText('Visa ending in 3155, expires 11/2033')).toBeVisible();

  await plan.getByRole('link', { name: 'Pay the rest now: $126 USD' }).click();
  await expect(page.getByRole('button', { name: /^Pay \$126.* with Visa 3155$/ })).toBeVisible();
  await page.getByRole('button', { name: 'Use another card' }).click();
  await payWith(page, CARDS.good);
  await expectSaid(page, 'Thank you, we have your payment');
  await page.goto('/dashboard/installments');
  await expect(plan.getByText('Everything is paid.')).toBeVisible();
});
