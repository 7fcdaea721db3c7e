import { expect, type Page } from '@playwright/test';
import { MONTHS } from '@speakifyr/contract/format.ts';
import { strFromU8, unzipSync } from 'fflate';
import { readFile } from 'node:fs/promises';
import { openPage } from './pages.ts';

/** Words of the school that the software comes with, and its two labels of prices. */
const OF_THE_DEMO = /speakifyr|rangamati|dhaka|lakeshore|bangladesh|5550 ?0142|\btk\b/i;
/** Twelve hours, and months before days. */
const OTHER_CLOCK = new RegExp(
  `\\d [AP]M\\b|\\b(${MONTHS.join('|')}) \\d{1,2}, \\d{4}|\\w{3}, (${MONTHS.join('|')}) \\d`,
);

/** What the director got before the school had its name. R628 */
const SENT_BEFORE = /(You are now an admin at|Welcome to) SPEAKIFYR$/;

/** Expects of a text that people read or download that it is only about the school itself, with its clock and dates. R628 */
export function expectOwnWords(text: string, where: string): void {
  const lines = text
    .split('\n')
    .filter((line) => OF_THE_DEMO.test(line) || OTHER_CLOCK.test(line))
    .filter((line) => !(where.endsWith('/outbox') && SENT_BEFORE.test(line)));
  expect.soft(lines, where).toEqual([]);
}

/** A button that saves a file of what the page shows. */
const SAVES = /^(?!CSV file).*(CSV|XLSX|Excel)|^Calendar file|^Save pass/;

/**
 * Opens a page of the school and reads all of it: texts, titles, what screen readers say, what others show of a link, and
 * each file that it saves.
 * @returns the addresses of its pictures, also of those that only others show
 */
export async function expectOwnPage(page: Page, url: string): Promise<string[]> {
  await openPage(page, url);
  const { words, pictures } = await page.evaluate(() => {
    const names = ['alt', 'title', 'aria-label', 'placeholder', 'content', 'value'];
    const attributes = [...document.querySelectorAll('*')].flatMap((element) =>
      names.map((name) => element.getAttribute(name) ?? ''),
    );
    const list = (where: string, name: string) =>
      [...document.querySelectorAll(where)].map((element) => element.getAttribute(name) ?? '');
    return {
      words: [document.title, document.body.innerText, ...attributes].join('\n'),
      pictures: [
        ...[...document.images].map((image) => image.currentSrc),
        ...list('link[rel*=icon]', 'href'),
        ...list('meta[property="og:image"]', 'content'),
      ].map((address) => new URL(address, location.href).href),
    };
  });
  expectOwnWords(words, url);
  for (const button of await page.getByRole('button', { name: SAVES }).all()) {
    if (!(await button.isVisible()) || !(await button.isEnabled())) continue;
    const started = page.waitForEvent('download', { timeout: 30_000 });
    await button.click();
    const download = await started.catch(async () => {
      throw new Error(`${url}: no file from ${await button.innerText()}`);
    });
    const name = download.suggestedFilename();
    const text = `${name}\n${readText(name, await readFile(await download.path()))}`;
    expectOwnWords(text, `${name} of ${url}`);
  }
  return pictures;
}

/** The words of a file. A workbook is an archive; a pass is a picture, whose words its test reads. */
function readText(name: string, file: Buffer): string {
  if (name.endsWith('.png')) return '';
  if (!name.endsWith('.xlsx')) return file.toString('utf8');
  return Object.values(unzipSync(file))
    .map((part) => strFromU8(part))
    .join('\n');
}
