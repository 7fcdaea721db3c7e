import type { Page } from '@playwright/test';

/**
 * Waits for a message that closes by itself after a moment. The page itself looks for it, ten times a second: a test on
 * a busy machine would sometimes look too late.
 */
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
