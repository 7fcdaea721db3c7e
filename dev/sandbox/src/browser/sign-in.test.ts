import type { Page } from '@playwright/test';
import { describe, expect, it } from 'vitest';
import { useShop } from '../testing/use-shop.ts';

const shop = useShop();

describe('Google sign-in', () => {
  async function openPopup(): Promise<Page> {
    const opened = shop.page.waitForEvent('popup');
    await shop.page.getByRole('button', { name: 'Continue with Google' }).click();
    return opened;
  }

  it('signs a new person in, and offers the account by name the next time', async () => {
    await shop.open();
    const popup = await openPopup();
    await popup.getByLabel('Name').fill('Grace <Hopper>');
    await popup.getByLabel('Email').fill('grace@example.com');
    await popup.keyboard.press('Enter');
    const person = shop.page.locator('#person');
    await person.filter({ hasText: 'Grace <Hopper> grace@example.com with photo' }).waitFor();
    if (!popup.isClosed()) await popup.waitForEvent('close');

    const again = await openPopup();
    await again.getByRole('button', { name: 'Grace <Hopper> grace@example.com' }).click();
    await person.filter({ hasText: 'grace@example.com' }).waitFor();
    expect(shop.complaints).toEqual([]);
  });

  it('says what is missing, and fits a phone', async () => {
    await shop.open();
    const popup = await openPopup();
    await popup.setViewportSize({ width: 360, height: 640 });
    const isRefused = (label: string) =>
      popup.getByLabel(label).evaluate((input) => input.matches(':user-invalid'));
    await popup.getByRole('button', { name: 'Continue' }).click();
    expect(await isRefused('Name')).toBe(true);
    await popup.getByLabel('Name').fill('Grace');
    await popup.getByLabel('Email').fill('grace');
    await popup.getByRole('button', { name: 'Continue' }).click();
    expect(await isRefused('Name')).toBe(false);
    expect(await isRefused('Email')).toBe(true);
    expect(await popup.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      360,
    );
    await popup.getByRole('button', { name: 'Cancel' }).click();
    await shop.page.locator('#person').filter({ hasText: 'auth/popup-closed-by-user' }).waitFor();
  });

  it('reports that the person closed the window', async () => {
    await shop.open();
    const popup = await openPopup();
    await popup.getByLabel('Name').waitFor();
    await popup.close();
    // The SDK looks every two seconds and then waits eight more.
    await shop.page.locator('#person').filter({ hasText: 'auth/popup-closed-by-user' }).waitFor();
  }, 30_000);
});

describe('the app’s page', () => {
  it('does not show the emulator’s notice at the bottom', async () => {
    await shop.open();
    expect(await shop.page.locator('.firebase-emulator-warning').count()).toBe(1);
    expect(await shop.page.locator('.firebase-emulator-warning').isVisible()).toBe(false);
  });

  it('resets a forgotten password', async () => {
    const created = await fetch(
      `${shop.sandbox.address}/identitytoolkit.googleapis.com/v1/accounts:signUp?key=test`,
      {
        method: 'POST',
        body: JSON.stringify({ email: 'eve@example.com', password: 'old-secret' }),
      },
    );
    expect(created.status).toBe(200);
    await shop.open();
    await shop.page.getByLabel('Email').fill('eve@example.com');
    await shop.page.getByRole('button', { name: 'Forgot' }).click();
    await shop.page.locator('#person').filter({ hasText: 'sent' }).waitFor();
    const link = shop.sandbox.lines.join('\n').match(/eve@example\.com: (http\S+)/)?.[1] ?? '';

    await shop.page.goto(link);
    await shop.page.getByLabel('New password').fill('short');
    await shop.page.getByRole('button', { name: 'Save' }).click();
    const password = shop.page.getByLabel('New password');
    expect(await password.evaluate((input) => input.matches(':user-invalid'))).toBe(true);
    await password.fill('new-secret');
    await shop.page.getByRole('button', { name: 'Save' }).click();
    await shop.page.getByText('You can now sign in with your new password.').waitFor();
    expect(shop.sandbox.lines.join('\n')).not.toContain('secret');

    await shop.open();
    await shop.page.getByLabel('Email').fill('eve@example.com');
    await shop.page.getByLabel('Password').fill('new-secret');
    await shop.page.getByRole('button', { name: 'Login' }).click();
    await shop.page.locator('#person').filter({ hasText: 'eve@example.com' }).waitFor();
    await shop.page.goto(link);
    await shop.page.getByText('This link no longer works').waitFor();
  });
});
