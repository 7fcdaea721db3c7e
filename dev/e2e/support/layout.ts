import type { Locator, Page } from '@playwright/test';

/** What a person loses on a narrow screen. @returns a line for each loss */
export async function findLosses(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const losses: string[] = [];
    const { clientWidth, scrollWidth } = document.documentElement;
    if (scrollWidth > clientWidth) losses.push(`scrolls sideways: ${scrollWidth} px`);
    const describe = (element: Element) => element.outerHTML.slice(0, 120);
    /** Whether a person can scroll to what is outside: in a table that scrolls, or a strip that moves. */
    const canScroll = (element: Element | null): boolean => {
      if (!element) return false;
      const { overflowX } = getComputedStyle(element);
      const moves = element.matches('.swiper, [class*=marquee], [aria-label*="nstructors"]');
      return moves || /auto|scroll/.test(overflowX) || canScroll(element.parentElement);
    };
    /** Whether only screen readers get it: the element, or what it is in, is as good as nothing on the screen. */
    const isForReaders = (element: Element | null): boolean => {
      if (!element) return false;
      const { clip, position } = getComputedStyle(element);
      const isHidden = position === 'absolute' && (clip !== 'auto' || element.clientWidth <= 1);
      return isHidden || isForReaders(element.parentElement);
    };
    for (const control of document.querySelectorAll('a, button, input, select, textarea')) {
      const { left, right, width, height } = control.getBoundingClientRect();
      // Links for keyboards and readers only are one pixel large.
      if (width <= 1 || height <= 1 || canScroll(control)) continue;
      if (left < -1 || right > clientWidth + 1) losses.push(`out of sight: ${describe(control)}`);
    }
    for (const element of document.querySelectorAll('main *, header *, footer *')) {
      const hasText = [...element.childNodes].some(
        (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
      );
      if (!hasText || isForReaders(element)) continue;
      const { overflowX, textOverflow, fontSize } = getComputedStyle(element);
      const { width, height, right } = element.getBoundingClientRect();
      const letter = Number.parseFloat(fontSize);
      if (width < 2 * letter && height > 5 * letter)
        losses.push(`one letter a line: ${describe(element)}`);
      const card = element.closest('.card')?.getBoundingClientRect();
      if (card && right > card.right + 1 && !canScroll(element))
        losses.push(`past its card: ${describe(element)}`);
      if (!/hidden|clip/.test(overflowX)) continue;
      if (textOverflow !== 'ellipsis' && element.scrollWidth > element.clientWidth + 1)
        losses.push(`cut off: ${describe(element)}`);
    }
    return losses;
  });
}

/** The words of the page's content, with everything unfolded, and what the button Filters of a narrow screen shows. */
export async function readContent(page: Page): Promise<string> {
  const main = page.locator('main');
  await unfold(main);
  // Handles, because an opened one is no longer among those that a locator counts. One may hide another.
  for (const closed of await main.locator('[aria-expanded=false]:visible').elementHandles())
    if (await closed.isVisible()) await closed.click();
  const text = await main.innerText();
  const filters = main.getByRole('button', { name: /^Filters/ });
  if (!(await filters.isVisible())) return text;
  await filters.click();
  const sheet = page.getByRole('dialog', { name: 'Filters' });
  await sheet.getByRole('heading', { name: 'Filters' }).waitFor();
  await unfold(sheet);
  const more = await sheet.innerText();
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'hidden' });
  return `${text}\n${more}`;
}

async function unfold(place: Locator): Promise<void> {
  await place
    .locator('details')
    .evaluateAll((all) => all.forEach((details) => details.setAttribute('open', '')));
}
