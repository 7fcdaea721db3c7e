import { expect, type Locator, type Page } from '@playwright/test';
import { LABELS } from '@speakifyr/contract/labels.ts';

/** Stripe's test cards, https://docs.stripe.com/testing */
export const CARDS = {
  good: '4242424242424242',
  declined: '4000000000000002',
  insufficientFunds: '4000000000009995',
  threeDSecure: '4000002500003155',
};

/** Searches for a class, which may be on any page of Classes: other journeys open classes. @returns its card */
export async function findCard(page: Page, name: string): Promise<Locator> {
  await page.goto(`/classes?search=${encodeURIComponent(name)}`);
  return page.getByRole('article').filter({ has: page.getByRole('heading', { name }) });
}

/** On the payment page: `Pay $49`. */
export function payButton(page: Page) {
  return page.getByRole('button', { name: new RegExp(`^${LABELS.pay} \\$\\d`) });
}

/** Types a card into the provider's field and presses Pay. */
export async function payWith(page: Page, number: string): Promise<void> {
  const field = page.frameLocator('iframe[title="Secure card payment input frame"]');
  await field.getByLabel('Credit or debit card number').fill(number);
  await field.getByLabel('Credit or debit card expiration date').fill('12 / 34');
  await field.getByLabel('Credit or debit card CVC/CVV').fill('123');
  await payButton(page).click();
}

/** Answers the bank's question. */
export async function answerBank(page: Page, answer: 'Complete' | 'Fail'): Promise<void> {
  await page
    .frameLocator('iframe[title="3D Secure 2 authentication"]')
    .getByRole('button', { name: answer })
    .click();
}

/** From the selected courses to the payment page of the only one. */
export async function openPayment(page: Page): Promise<void> {
  await page.goto('/dashboard/myclasses');
  await page.getByRole('link', { name: new RegExp(`^${LABELS.pay}`) }).click();
  await expect(payButton(page)).toBeEnabled();
}

/** The line of a price, with its amount: `Siblings` and `−$30`. */
export function priceLine(place: Page | Locator, label: string, amount: string): Locator {
  const [one, other] = [label, amount].map((text) => text.replaceAll('$', '\\$'));
  return place.locator('span', { hasText: new RegExp(`^${one}.*${other}$`) });
}

/** What a student sees once they are enrolled. */
export async function expectEnrolled(page: Page, className: string): Promise<void> {
  await expect(page).toHaveURL(/\/dashboard\/enroll$/);
  await expect(page.getByRole('heading', { name: className })).toBeVisible();
  // At first, the confirmation on top has it, too.
  await expect(page.getByText(/^[A-Z]{3}-\d{3}$/).first()).toBeVisible();
}
