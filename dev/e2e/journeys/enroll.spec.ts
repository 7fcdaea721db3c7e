import { expect, type Locator, type Page, test } from '@playwright/test';
import { LABELS } from '@speakifyr/contract/labels.ts';
import { CORE } from '../support/base-config.ts';
import { addChild, comeConfirmed, MIA, joinForMia } from '../support/families.ts';
import { followNavigation } from '../support/pages.ts';
import { logIn, makePerson, signUp } from '../support/people.ts';
import {
  CARDS,
  answerBank,
  expectEnrolled,
  findCard,
  openPayment,
  payButton,
  payWith,
} from '../support/shop.ts';
import { expectSaid } from '../support/said.ts';

const ADDED = 'Added to Cart, Check Your Dashboard';
const ENROLLED = 'Congratulations, Successfully Enrolled';

/** Presses the mouse over the middle of a button, and does not let go. */
async function pressDown(page: Page, button: Locator): Promise<void> {
  const center = await button.evaluate((element) => {
    element.scrollIntoView({ block: 'center' });
    const { x, y, width, height } = element.getBoundingClientRect();
    return { x: x + width / 2, y: y + height / 2 };
  });
  await page.mouse.move(center.x, center.y);
  await page.mouse.down();
}

// Rules: R65.
test('a visitor signs up, joins a class, pays by card and is enrolled', CORE, async ({ page }) => {
  await page.goto('/');
  await expect(page).toHaveTitle('SPEAKIFYR | Home');
  await followNavigation(page, 'Classes');
  const card = await findCard(page, 'Robot');
  await card.getByRole('button', { name: LABELS.joinNow }).click();
  await expect(page).toHaveURL(/\/login$/);
  await page.getByRole('main').getByRole('link', { name: 'Sign up' }).click();
  await signUp(page);

  // Back where they were, and the join goes on by itself.
  await expect(page).toHaveURL(/\/classes/);
  await joinForMia(page);
  await expectSaid(page, ADDED);

  await followNavigation(page, 'Dashboard');
  await expect(page).toHaveURL(/\/dashboard\/student$/);
  // The badge counts what waits to be paid.
  await followNavigation(page, /^Selected Course\b.*1/);
  await expect(
    page.getByRole('heading', { name: 'Selected Courses for Enroll : 1' }),
  ).toBeVisible();
  await page.getByRole('link', { name: new RegExp(`^${LABELS.pay}`) }).click();
  await payWith(page, CARDS.good);
  await expectSaid(page, ENROLLED);
  await expectEnrolled(page, 'Robot');
  await page.getByText(/^Enroll Information/).click();
  await expect(page.getByText(/pi_/)).toBeVisible();

  // A reload shows the same: it is the server that knows.
  await page.reload();
  await expectEnrolled(page, 'Robot');
});

test('a press counts that begins while the card still rises into place', async ({ page }) => {
  await page.goto('/');
  await followNavigation(page, 'Classes');
  const button = page.getByRole('button', { name: LABELS.joinNow }).nth(5);
  await expect(button).toBeEnabled();
  await pressDown(page, button);
  const card = button.locator('xpath=ancestor::li');
  await expect(card).toHaveCSS('transform', 'none');
  await page.mouse.up();
  await expect(page).toHaveURL(/\/login$/);
});

test('a press on Join Now counts although the page moves under the finger', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await comeConfirmed(page);
  await addChild(page, MIA);
  let answer = () => {};
  const isAsked = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/myChildren', async (route) => {
    await isAsked;
    await route.continue();
  });
  await page.goto('/classes');
  const button = page.getByRole('button', { name: LABELS.joinNow }).first();
  await expect(button).toBeEnabled();
  await pressDown(page, button);
  answer();
  await expect(page.getByRole('button', { name: 'Fits Mia' })).toBeAttached();
  // Browsers keep what is read in its place, so the page is moved by hand.
  await page.evaluate(() => window.scrollBy(0, 80));
  await page.mouse.up();
  await expect(page.getByRole('dialog', { name: 'Who is it for?' })).toBeVisible();
});

test('with Google it works the same', async ({ page }) => {
  const person = makePerson();
  await page.goto('/login');
  const popup = page.waitForEvent('popup');
  await page.getByRole('button', { name: LABELS.google }).click();
  const chooser = await popup;
  await chooser.getByLabel('Name').fill(person.name);
  await chooser.getByLabel('Email').fill(person.email);
  await chooser.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL((url) => url.pathname === '/');

  const card = await findCard(page, 'Science');
  // From the card to paid in a few taps, and before the popup has closed.
  await card.getByRole('button', { name: LABELS.joinNow }).click();
  await joinForMia(page);
  await expectSaid(page, ADDED);
  await page.getByText(LABELS.payNow, { exact: true }).click();
  await expect(page.getByText(ADDED)).toBeHidden();
  await payWith(page, CARDS.good);
  await expectEnrolled(page, 'Science');

  await findCard(page, 'Science');
  await card.getByRole('link', { name: LABELS.enrolled }).click();
  await expectEnrolled(page, 'Science');
});

test('a class in the cart shows its time left on the card and in the header, and can be paid from there', async ({
  page,
}) => {
  await page.goto('/signup');
  await signUp(page);
  const card = await findCard(page, 'Chess');
  await card.getByRole('button', { name: LABELS.joinNow }).click();
  await joinForMia(page);
  await page.getByRole('button', { name: LABELS.keepLooking, includeHidden: true }).click();

  await expect(
    card.getByRole('link', { name: /^In your cart · \d\d:\d\d left · Pay/ }),
  ).toBeVisible();
  const cart = page.getByRole('link', { name: /^Cart: 1 selected, \d\d:\d\d left/ });
  await expect(cart).toBeVisible();
  await page.goto('/');
  await expect(cart).toBeVisible();
  await cart.click();
  await page.getByRole('link', { name: new RegExp(`^${LABELS.pay} `) }).click();
  await expect(payButton(page)).toBeEnabled();
});

test('a refused card keeps the seat, says why, and another try works', CORE, async ({ page }) => {
  await page.goto('/signup');
  await signUp(page);
  const card = await findCard(page, 'Code');
  await card.getByRole('button', { name: LABELS.joinNow }).click();
  await joinForMia(page);
  await expectSaid(page, ADDED);
  await openPayment(page);

  await payWith(page, CARDS.declined);
  await expect(page.getByRole('alert').getByText('Your card was declined.')).toBeVisible();
  await payWith(page, CARDS.insufficientFunds);
  await expect(page.getByText('Your card has insufficient funds.')).toBeVisible();
  await payWith(page, CARDS.threeDSecure);
  await answerBank(page, 'Fail');
  await expect(page.getByText(/unable to authenticate your payment method/i)).toBeVisible();

  // A reload in the middle: the same payment is taken up again.
  await page.reload();
  await payWith(page, CARDS.threeDSecure);
  await answerBank(page, 'Complete');
  await expectSaid(page, ENROLLED);
  await expectEnrolled(page, 'Code');
});

test('a browser that is closed right after the card went through: enrolled all the same', async ({
  browser,
  baseURL,
}) => {
  const person = makePerson();
  const first = await browser.newContext({ baseURL });
  const page = await first.newPage();
  await page.goto('/signup');
  await signUp(page, person);
  const card = await findCard(page, 'Spanish');
  await card.getByRole('button', { name: LABELS.joinNow }).click();
  await joinForMia(page);
  await expectSaid(page, ADDED);
  await openPayment(page);
  // The record of the payment never leaves the browser.
  await page.route('**/api/makepayment', () => undefined);
  const confirmed = page.waitForRequest('**/api/makepayment');
  await payWith(page, CARDS.good);
  await confirmed;
  await first.close();

  const second = await browser.newContext({ baseURL });
  const later = await second.newPage();
  await later.goto('/login');
  await logIn(later, person.email, person.password);
  await expect(async () => {
    await later.goto('/dashboard/enroll', { waitUntil: 'networkidle' });
    await expect(later.getByText(/^[A-Z]{3}-\d{3}$/)).toBeVisible({ timeout: 5_000 });
  }).toPass();
  await second.close();
});
