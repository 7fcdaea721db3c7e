import { type Page, test } from '@playwright/test';

/** Counts in the page what a person taps or clicks, whatever the test does. A tap into a field is part of typing. */
export async function countTaps(page: Page): Promise<() => number> {
  const taps: string[] = [];
  await page.exposeFunction('noteTap', (what: string) => taps.push(what));
  await page.addInitScript(() => {
    const { noteTap } = window as unknown as { noteTap(what: string): void };
    addEventListener(
      'click',
      ({ target, isTrusted }) => {
        const element = target as Element;
        const isTyping = element.matches('label, input:not([type=checkbox]):not([type=radio])');
        if (isTrusted && !isTyping) noteTap(element.textContent ?? element.tagName);
      },
      { capture: true },
    );
  });
  return () => {
    test.info().annotations.push({ type: 'taps', description: taps.join(' | ') });
    return taps.length;
  };
}
