import type { FrameLocator } from '@playwright/test';
import { describe, expect, it } from 'vitest';
import { useShop } from '../testing/use-shop.ts';

const shop = useShop();

/** The frame of the card field. The same search finds Stripe's own. */
function cardField(): FrameLocator {
  return shop.page.frameLocator('#card iframe[name^="__privateStripeFrame"]');
}

async function clearCard(): Promise<void> {
  for (const input of await cardField().locator('input').all()) await input.fill('');
}

async function typeCard(number: string, expiry = '1234', cvc = '123'): Promise<void> {
  await clearCard();
  await cardField().locator('[name="cardnumber"]').click();
  // Keys that come before it has the focus would be lost.
  await cardField().locator('[name="cardnumber"]:focus').waitFor();
  // The field itself moves the focus to the next input.
  await shop.page.keyboard.type(number + expiry + cvc);
}

async function pay(number: string): Promise<string> {
  await typeCard(number);
  await shop.page.getByRole('button', { name: 'Pay' }).click();
  const outcome = shop.page.locator('#payment').filter({ hasText: /succeeded|processing|:/ });
  return outcome.innerText();
}

function authenticationPage(): FrameLocator {
  return shop.page.getByRole('dialog').frameLocator('iframe');
}

describe('the card field', () => {
  it('accepts 4242 4242 4242 4242, and the payment succeeds at Stripe', async () => {
    const { id } = await shop.open();
    expect(await pay('4242424242424242')).toBe('succeeded');
    const paid = await shop.stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] });
    expect(paid).toMatchObject({
      status: 'succeeded',
      latest_charge: { billing_details: { name: 'Ada', email: 'ada@example.com' } },
    });
    expect(shop.complaints).toEqual([]);
  });

  it('shows why the bank refused, and the next card pays the same payment', async () => {
    const { id } = await shop.open();
    expect(await pay('4000000000000002')).toBe('card_declined: Your card was declined.');
    expect(await pay('4000000000009995')).toBe('card_declined: Your card has insufficient funds.');
    expect(await pay('5555555555554444')).toContain('but used a non test card.');
    expect((await shop.stripe.paymentIntents.retrieve(id)).status).toBe('requires_payment_method');
    expect(await pay('4242424242424242')).toBe('succeeded');
    expect((await shop.stripe.paymentIntents.retrieve(id)).status).toBe('succeeded');
  });

  it('leaves a payment processing until its bank has decided', async () => {
    const { id } = await shop.open();
    expect(await pay('4000000000006009')).toBe('processing');
    expect((await shop.stripe.paymentIntents.retrieve(id)).status).toBe('processing');
  });

  it('formats the input and moves to the next field during typing', async () => {
    await shop.open();
    await typeCard('4242424242424242', '534', '999');
    const field = cardField();
    await expect(field.locator('[name="cardnumber"]').inputValue()).resolves.toBe(
      '4242 4242 4242 4242',
    );
    await expect(field.locator('[name="exp-date"]').inputValue()).resolves.toBe('05 / 34');
    await expect(field.locator('[name="cvc"]').inputValue()).resolves.toBe('999');
  });

  it('says what is wrong with a card before it is sent', async () => {
    await shop.open();
    await typeCard('4242424242424241');
    await shop.page
      .locator('#change')
      .filter({ hasText: 'Your card number is invalid.' })
      .waitFor();
    await typeCard('4242424242424242', '0120');
    const past = "Your card's expiration year is in the past.";
    await shop.page.locator('#change').filter({ hasText: past }).waitFor();
    await clearCard();
    await shop.page.getByRole('button', { name: 'Pay' }).click();
    const incomplete = 'incomplete_number: Your card number is incomplete.';
    await shop.page.locator('#payment').filter({ hasText: incomplete }).waitFor();
  });

  it('works with the keyboard and labels, and has the app’s style', async () => {
    await shop.open();
    const number = cardField().getByLabel('Credit or debit card number');
    await number.click();
    await shop.page.keyboard.type('42424242');
    await shop.page.keyboard.press('Tab');
    await shop.page.keyboard.type('12');
    await shop.page
      .locator('#change')
      .filter({ hasText: 'Your card number is incomplete.' })
      .waitFor();
    expect(await number.getAttribute('aria-invalid')).toBe('true');
    const expiry = cardField().getByLabel('Credit or debit card expiration date');
    expect(await expiry.evaluate((input) => getComputedStyle(input).fontSize)).toBe('18px');
    expect(await expiry.evaluate((input) => getComputedStyle(input).color)).toBe(
      'rgb(11, 100, 112)',
    );
    // Enter pays, as in any form.
    await shop.page.keyboard.press('Enter');
    await shop.page.locator('#payment').filter({ hasText: 'incomplete_number' }).waitFor();
  });

  it('keeps the card out of the page', async () => {
    await shop.open();
    await typeCard('4242424242424242');
    const inFrame = cardField().locator('[name="cardnumber"]');
    await expect(inFrame.inputValue()).resolves.toBe('4242 4242 4242 4242');
    expect(await shop.page.content()).not.toMatch(/4242 ?4242/);
    const reached = await shop.page.evaluate(() => {
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

  it('works again after it was removed from the page, and fits a phone', async () => {
    await shop.page.setViewportSize({ width: 360, height: 640 });
    await shop.open();
    await shop.page.getByRole('button', { name: 'Toggle' }).click();
    await shop.page.locator('#card').waitFor({ state: 'detached' });
    await shop.page.getByRole('button', { name: 'Toggle' }).click();
    await shop.page.locator('#events').filter({ hasText: 'ready' }).waitFor();
    await typeCard('4242424242424242');
    const width = await shop.page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(360);
    const cvc = await cardField().locator('[name="cvc"]').boundingBox();
    expect((cvc?.x ?? 999) + (cvc?.width ?? 0)).toBeLessThanOrEqual(360);
    await shop.page.getByRole('button', { name: 'Pay' }).click();
    await shop.page.locator('#payment').filter({ hasText: 'succeeded' }).waitFor();
  });
});

describe('3-D Secure', () => {
  for (const number of ['4000002500003155', '4000002760003184', '4000000000003220']) {
    it(`asks for ${number} and pays when the person agrees`, async () => {
      const { id } = await shop.open();
      await typeCard(number);
      await shop.page.getByRole('button', { name: 'Pay' }).click();
      await authenticationPage().getByRole('button', { name: 'Complete' }).waitFor();
      expect((await shop.stripe.paymentIntents.retrieve(id)).status).toBe('requires_action');
      await authenticationPage().getByRole('button', { name: 'Complete' }).click();
      await shop.page.locator('#payment').filter({ hasText: 'succeeded' }).waitFor();
      expect((await shop.stripe.paymentIntents.retrieve(id)).status).toBe('succeeded');
      expect(shop.complaints).toEqual([]);
    });
  }

  it('counts a refusal or Escape as a no, and the next card pays', async () => {
    const { id } = await shop.open();
    const refused =
      'payment_intent_authentication_failure: We are unable to authenticate your payment method. ' +
      'Please choose a different payment method and try again.';
    await typeCard('4000002500003155');
    await shop.page.getByRole('button', { name: 'Pay' }).click();
    await authenticationPage().getByRole('button', { name: 'Fail' }).click();
    await shop.page.locator('#payment').filter({ hasText: refused }).waitFor();
    expect((await shop.stripe.paymentIntents.retrieve(id)).status).toBe('requires_payment_method');

    await shop.page.getByRole('button', { name: 'Pay' }).click();
    await authenticationPage().getByRole('button', { name: 'Fail' }).waitFor();
    await shop.page.keyboard.press('Escape');
    await shop.page.locator('#payment').filter({ hasText: refused }).waitFor();
    await shop.page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await pay('4242424242424242')).toBe('succeeded');
  });
});

it('saves a card without a payment, and asks its bank first', async () => {
  const { id } = await shop.openSetup();
  expect(await pay('4000000000009979')).toBe('card_declined: Your card was declined.');
  await typeCard('4000002500003155');
  await shop.page.getByRole('button', { name: 'Pay' }).click();
  await authenticationPage().getByRole('button', { name: 'Fail' }).click();
  await shop.page
    .locator('#payment')
    .filter({ hasText: 'setup_intent_authentication_failure' })
    .waitFor();
  await shop.page.getByRole('button', { name: 'Pay' }).click();
  await authenticationPage().getByRole('button', { name: 'Complete' }).click();
  await shop.page.locator('#payment').filter({ hasText: 'succeeded' }).waitFor();
  expect((await shop.stripe.setupIntents.retrieve(id)).status).toBe('succeeded');
});
