import Stripe from 'stripe';
import { chromium, type Browser, type FrameLocator, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { BROWSER_FLAGS, findBrowser } from '../../../scripts/find-browser.mjs';
import { serveShop, type ShopServer } from '../testing/shop-server.ts';
import { startTestSandbox, type TestSandbox } from '../testing/test-sandbox.ts';

let sandbox: TestSandbox;
let shop: ShopServer;
let browser: Browser;
let page: Page;
let stripe: Stripe;
let complaints: string[];

beforeAll(async () => {
  sandbox = await startTestSandbox();
  shop = await serveShop(sandbox.address);
  stripe = new Stripe('sk_test_server', {
    host: '127.0.0.1',
    port: sandbox.port,
    protocol: 'http',
  });
  browser = await chromium.launch({ executablePath: findBrowser(), args: BROWSER_FLAGS });
}, 60_000);

afterAll(async () => {
  await browser.close();
  await shop.stop();
  await sandbox.stop();
});

beforeEach(async () => {
  page = await browser.newPage();
  complaints = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
});

afterEach(() => page.close());

/** Opens the shop with a new payment of 49 dollars. */
async function openShop(): Promise<Stripe.PaymentIntent> {
  const intent = await stripe.paymentIntents.create({
    amount: 4900,
    currency: 'usd',
    allowed_payment_method_types: ['card'],
  });
  const query = new URLSearchParams({
    clientSecret: intent.client_secret ?? '',
    publishableKey: 'pk_test_shop',
  });
  await page.goto(`${shop.address}/?${query.toString()}`);
  await page.locator('#events').filter({ hasText: 'ready' }).waitFor();
  return intent;
}

/** The frame of the card field; found the same way in Stripe's own. */
function cardField(): FrameLocator {
  return page.frameLocator('#card iframe[name^="__privateStripeFrame"]');
}

async function typeCard(number: string, expiry = '1234', cvc = '123'): Promise<void> {
  await page.getByRole('button', { name: 'Clear' }).click();
  await cardField().locator('[name="cardnumber"]').click();
  // Typed on: the field itself goes from one input to the next.
  await page.keyboard.type(number + expiry + cvc);
}

async function pay(number: string): Promise<string> {
  await typeCard(number);
  await page.getByRole('button', { name: 'Pay' }).click();
  const outcome = page.locator('#payment').filter({ hasText: /succeeded|:/ });
  return outcome.innerText();
}

function authenticationPage(): FrameLocator {
  return page.getByRole('dialog').frameLocator('iframe');
}

describe('the card field', () => {
  it('takes 4242 4242 4242 4242, and Stripe has the money', async () => {
    const { id } = await openShop();
    expect(await pay('4242424242424242')).toBe('succeeded');
    const paid = await stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] });
    expect(paid).toMatchObject({
      status: 'succeeded',
      latest_charge: { billing_details: { name: 'Ada', email: 'ada@example.com' } },
    });
    expect(complaints).toEqual([]);
  });

  it('gives the bank’s words for a refusal, and the next card goes through on the same payment', async () => {
    const { id } = await openShop();
    expect(await pay('4000000000000002')).toBe('card_declined: Your card was declined.');
    expect(await pay('4000000000009995')).toBe('card_declined: Your card has insufficient funds.');
    expect(await pay('5555555555554444')).toContain('but used a non test card.');
    expect((await stripe.paymentIntents.retrieve(id)).status).toBe('requires_payment_method');
    expect(await pay('4242424242424242')).toBe('succeeded');
    expect((await stripe.paymentIntents.retrieve(id)).status).toBe('succeeded');
  });

  it('formats, moves on and tells the brand while one types', async () => {
    await openShop();
    await typeCard('4242424242424242', '534', '999');
    const field = cardField();
    await expect(field.locator('[name="cardnumber"]').inputValue()).resolves.toBe(
      '4242 4242 4242 4242',
    );
    await expect(field.locator('[name="exp-date"]').inputValue()).resolves.toBe('05 / 34');
    await expect(field.locator('[name="cvc"]').inputValue()).resolves.toBe('999');
    await page.locator('#change').filter({ hasText: 'visa, complete' }).waitFor();
    expect(await page.locator('#card').getAttribute('class')).toContain('StripeElement--complete');
  });

  it('says what is wrong with a card before it is sent', async () => {
    await openShop();
    await typeCard('4242424242424241');
    await page.locator('#change').filter({ hasText: 'Your card number is invalid.' }).waitFor();
    await typeCard('4242424242424242', '0120');
    const past = "Your card's expiration year is in the past.";
    await page.locator('#change').filter({ hasText: past }).waitFor();
    await page.getByRole('button', { name: 'Clear' }).click();
    await page.getByRole('button', { name: 'Pay' }).click();
    const incomplete = 'incomplete_number: Your card number is incomplete.';
    await page.locator('#payment').filter({ hasText: incomplete }).waitFor();
  });

  it('works by keyboard and with labels, and wears the style of the app', async () => {
    await openShop();
    await page.getByText('Card', { exact: true }).click();
    const number = cardField().getByLabel('Credit or debit card number');
    await page.locator('#events').filter({ hasText: 'focus' }).waitFor();
    await page.keyboard.type('42424242');
    await page.keyboard.press('Tab');
    await page.keyboard.type('12');
    await page.keyboard.press('Escape');
    await page.locator('#events').filter({ hasText: 'escape' }).waitFor();
    await page.locator('#change').filter({ hasText: 'Your card number is incomplete.' }).waitFor();
    expect(await number.getAttribute('aria-invalid')).toBe('true');
    const expiry = cardField().getByLabel('Credit or debit card expiration date');
    expect(await expiry.evaluate((input) => getComputedStyle(input).fontSize)).toBe('18px');
    expect(await expiry.evaluate((input) => getComputedStyle(input).color)).toBe(
      'rgb(11, 100, 112)',
    );
    // Enter pays, as in any form.
    await page.keyboard.press('Enter');
    await page.locator('#payment').filter({ hasText: 'incomplete_number' }).waitFor();
  });

  it('keeps the card out of the page', async () => {
    await openShop();
    await typeCard('4242424242424242');
    const inFrame = cardField().locator('[name="cardnumber"]');
    await expect(inFrame.inputValue()).resolves.toBe('4242 4242 4242 4242');
    expect(await page.content()).not.toContain('4242');
    const reached = await page.evaluate(() => {
      try {
        return (
          document.querySelector<HTMLIFrameElement>('#card iframe')?.contentDocument ?? 'closed'
        );
      } catch {
        return 'closed';
      }
    });
    expect(reached).toBe('closed');
  });

  it('comes back after it was taken off the page, and fits a phone', async () => {
    await page.setViewportSize({ width: 360, height: 640 });
    await openShop();
    await page.getByRole('button', { name: 'Toggle' }).click();
    await page.locator('#card').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Toggle' }).click();
    await page.locator('#events').filter({ hasText: 'ready' }).waitFor();
    await typeCard('4242424242424242');
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(360);
    const cvc = await cardField().locator('[name="cvc"]').boundingBox();
    expect((cvc?.x ?? 999) + (cvc?.width ?? 0)).toBeLessThanOrEqual(360);
    await page.getByRole('button', { name: 'Pay' }).click();
    await page.locator('#payment').filter({ hasText: 'succeeded' }).waitFor();
  });
});

describe('3-D Secure', () => {
  for (const number of ['4000002500003155', '4000002760003184', '4000000000003220']) {
    it(`asks for ${number} and pays when the person agrees`, async () => {
      const { id } = await openShop();
      await typeCard(number);
      await page.getByRole('button', { name: 'Pay' }).click();
      await authenticationPage().getByRole('button', { name: 'Complete' }).waitFor();
      expect((await stripe.paymentIntents.retrieve(id)).status).toBe('requires_action');
      await authenticationPage().getByRole('button', { name: 'Complete' }).click();
      await page.locator('#payment').filter({ hasText: 'succeeded' }).waitFor();
      expect((await stripe.paymentIntents.retrieve(id)).status).toBe('succeeded');
      expect(complaints).toEqual([]);
    });
  }

  it('takes a refusal, or Escape, as a no; the next card goes through', async () => {
    const { id } = await openShop();
    const refused =
      'payment_intent_authentication_failure: We are unable to authenticate your payment method. ' +
      'Please choose a different payment method and try again.';
    await typeCard('4000002500003155');
    await page.getByRole('button', { name: 'Pay' }).click();
    await authenticationPage().getByRole('button', { name: 'Fail' }).click();
    await page.locator('#payment').filter({ hasText: refused }).waitFor();
    expect((await stripe.paymentIntents.retrieve(id)).status).toBe('requires_payment_method');

    await page.getByRole('button', { name: 'Pay' }).click();
    await authenticationPage().getByRole('button', { name: 'Fail' }).waitFor();
    await page.keyboard.press('Escape');
    await page.locator('#payment').filter({ hasText: refused }).waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await pay('4242424242424242')).toBe('succeeded');
  });
});

describe('Google sign-in', () => {
  async function openPopup(): Promise<Page> {
    const opened = page.waitForEvent('popup');
    await page.getByRole('button', { name: 'Continue with Google' }).click();
    return opened;
  }

  it('signs a new person in, who is offered by name the next time', async () => {
    await openShop();
    const popup = await openPopup();
    await popup.getByLabel('Name').fill('Grace <Hopper>');
    await popup.getByLabel('E-mail').fill('grace@example.com');
    await popup.keyboard.press('Enter');
    const person = page.locator('#person');
    await person.filter({ hasText: 'Grace <Hopper> grace@example.com with photo' }).waitFor();
    if (!popup.isClosed()) await popup.waitForEvent('close');

    const again = await openPopup();
    await again.getByRole('button', { name: 'Grace <Hopper> grace@example.com' }).click();
    await person.filter({ hasText: 'grace@example.com' }).waitFor();
    expect(complaints).toEqual([]);
  });

  it('says what is missing, and fits a phone', async () => {
    await openShop();
    const popup = await openPopup();
    await popup.setViewportSize({ width: 360, height: 640 });
    await popup.getByRole('button', { name: 'Continue' }).click();
    await popup.getByText('Enter a name').waitFor();
    const email = popup.getByLabel('E-mail');
    expect(await email.getAttribute('aria-invalid')).toBe('true');
    expect(await popup.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      360,
    );
    await popup.getByRole('button', { name: 'Cancel' }).click();
    await page.locator('#person').filter({ hasText: 'auth/popup-closed-by-user' }).waitFor();
  });

  it('tells when the person closes the window', async () => {
    await openShop();
    const popup = await openPopup();
    await popup.getByLabel('Name').waitFor();
    await popup.close();
    // The SDK looks every two seconds and then waits eight more.
    await page.locator('#person').filter({ hasText: 'auth/popup-closed-by-user' }).waitFor();
  }, 30_000);
});

describe('the page around', () => {
  it('shows no notice of an emulator over its foot', async () => {
    await openShop();
    expect(await page.locator('.firebase-emulator-warning').count()).toBe(1);
    expect(await page.locator('.firebase-emulator-warning').isVisible()).toBe(false);
  });

  it('leads through a forgotten password', async () => {
    const created = await fetch(
      `${sandbox.address}/identitytoolkit.googleapis.com/v1/accounts:signUp?key=test`,
      {
        method: 'POST',
        body: JSON.stringify({ email: 'eve@example.com', password: 'old-secret' }),
      },
    );
    expect(created.status).toBe(200);
    await openShop();
    await page.getByLabel('E-mail').fill('eve@example.com');
    await page.getByRole('button', { name: 'Forgot' }).click();
    await page.locator('#person').filter({ hasText: 'sent' }).waitFor();
    const link = sandbox.lines.join('\n').match(/eve@example\.com: (http\S+)/)?.[1] ?? '';

    await page.goto(link);
    await page.getByLabel('New password').fill('short');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Password should be at least 6 characters').waitFor();
    await page.getByLabel('New password').fill('new-secret');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('You can now sign in with your new password.').waitFor();
    expect(sandbox.lines.join('\n')).not.toContain('secret');

    await openShop();
    await page.getByLabel('E-mail').fill('eve@example.com');
    await page.getByLabel('Password').fill('new-secret');
    await page.getByRole('button', { name: 'Login' }).click();
    await page.locator('#person').filter({ hasText: 'eve@example.com' }).waitFor();
    await page.goto(link);
    await page.getByText('This link no longer works').waitFor();
  });
});
