import type { Locator, Page } from '@playwright/test';

/** Waits for a message that closes soon. The page looks for it: a test on a busy machine might look too late. */
export async function expectSaid(page: Page, words: string): Promise<void> {
  await page.waitForFunction(
    (text) =>
      [...document.querySelectorAll('[role="dialog"], [role="alertdialog"], [role="status"]')].some(
        (message) => message.textContent?.includes(text),
      ),
    words,
    { polling: 100, timeout: 60_000 },
  );
}

/** Presses a button and waits for the message that follows. It may close before a press on a busy machine returns. */
export async function pressAndHear(page: Page, button: Locator, words: string): Promise<void> {
  await Promise.all([expectSaid(page, words), button.click()]);
}
