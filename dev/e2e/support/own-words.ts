import { expect, type Page } from '@playwright/test';
import { MONTHS } from '@speakifyr/contract/format.ts';
import { openPage } from './pages.ts';

/** Words of the school that the software comes with, and its two labels of prices. */
const OF_THE_DEMO = /speakifyr|rangamati|dhaka|lakeshore|bangladesh|5550 ?0142|\btk\b/i;
/** Twelve hours, and months before days. */
const OTHER_CLOCK = new RegExp(
  `\\d [AP]M\\b|\\b(${MONTHS.join('|')}) \\d{1,2}, \\d{4}|\\w{3}, (${MONTHS.join('|')}) \\d`,
);

/** Expects of a text that people read or download that it is only about the school itself, with its clock and dates. R628 */
export function expectOwnWords(text: string, where: string): void {
  const lines = text.split('\n').filter((line) => OF_THE_DEMO.test(line) || OTHER_CLOCK.test(line));
  expect.soft(lines, where).toEqual([]);
}

/** Opens a page of the school and reads all of it: texts, titles, what screen readers say, and what others show of a link. */
export async function expectOwnPage(page: Page, url: string): Promise<void> {
  await openPage(page, url);
  const words = await page.evaluate(() => {
    const names = ['alt', 'title', 'aria-label', 'placeholder', 'content', 'value'];
    const attributes = [...document.querySelectorAll('*')].flatMap((element) =>
      names.map((name) => element.getAttribute(name) ?? ''),
    );
    return [document.title, document.body.innerText, ...attributes].join('\n');
  });
  expectOwnWords(words, url);
}
