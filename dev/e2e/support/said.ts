import type { Page } from '@playwright/test';

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
