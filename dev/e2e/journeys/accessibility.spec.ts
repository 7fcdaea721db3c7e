import { type Browser, expect, type Page, test } from '@playwright/test';
import { COLOR_RULES, findViolations } from '../support/axe.ts';
import { CORE } from '../support/base-config.ts';
import { findLosses, readContent } from '../support/layout.ts';
import {
  enterAs,
  fillIn,
  findIds,
  findCartId,
  openPage,
  PAGES,
  type Role,
} from '../support/pages.ts';

const DESKTOP = { width: 1280, height: 800 };
const PHONE = { width: 360, height: 740 };
const EVERY_SIZE = [PHONE, { width: 768, height: 1024 }, DESKTOP];

/** What 1280 x 800 px become when the browser is zoomed to 200 %. */
const ZOOMED = { width: 640, height: 400 };

type Theme = 'light' | 'dark';

/** Checks all pages of a role, even if one fails. */
const softly = expect.configure({ soft: true });

/** So many take a few minutes on a busy machine. */
const MOST_PAGES = 8;

/** The pages of each role, in parts, with their places among all of the role. */
const PARTS = (Object.keys(PAGES) as Role[]).flatMap((role) => {
  const pages = Object.entries(PAGES[role]);
  const starts = pages.map((_page, index) => index).filter((index) => index % MOST_PAGES === 0);
  return starts.map((start) => ({ role, start, pages: pages.slice(start, start + MOST_PAGES) }));
});

/** Every page is opened once and then resized, so that all sizes and themes take little longer than one. */
for (const { role, start, pages } of PARTS)
  test(`the pages of a ${role} suit everyone: axe in light and dark, 200 % zoom and 200 % text (from page ${start + 1})`, async ({
    browser,
  }) => {
    const page = await enter(browser, role);
    const ids = await findIds(page, role);
    if (role === 'student') ids['cart'] = await findCartId(page);
    for (const [name, path] of pages) {
      await open(page, name, fillIn(path, ids));
      await checkZoom(page, name);
      await checkLargeText(page, name);
      for (const size of EVERY_SIZE) await checkSize(page, name, size);
    }
    await page.context().close();
  });

/** A page of each layout: what stands around it is the same on the others. */
const LAYOUTS: Record<Role, string[]> = {
  visitor: ['home', 'classes', 'login'],
  student: ['student-home', 'student-selected'],
  instructor: ['instructor-home'],
  admin: ['admin-users'],
};

for (const role of Object.keys(LAYOUTS) as Role[])
  test(`the layout of a ${role} suits everyone on a phone`, CORE, async ({ browser }) => {
    const page = await enter(browser, role);
    for (const name of LAYOUTS[role]) {
      await open(page, name, PAGES[role][name] ?? '');
      await checkSize(page, name, PHONE);
    }
    await page.context().close();
  });

async function enter(browser: Browser, role: Role): Promise<Page> {
  const context = await browser.newContext({
    viewport: DESKTOP,
    reducedMotion: 'reduce',
    // The app allows no scripts but its own; axe is ours for this test.
    bypassCSP: true,
  });
  const page = await context.newPage();
  await enterAs(page, role);
  return page;
}

async function open(page: Page, name: string, path: string): Promise<void> {
  // The page before may have ended on a phone, where some pages show less.
  await page.setViewportSize(DESKTOP);
  await openPage(page, path);
  await expect(page.getByRole('heading', { level: 1 }), `${name}: one h1`).toHaveCount(1);
}

/** Nothing is lost at this width, and axe finds nothing: all rules in light, colors only in dark. */
async function checkSize(page: Page, name: string, size: typeof DESKTOP): Promise<void> {
  await page.setViewportSize(size);
  const at = `${name} at ${size.width} px`;
  await softly.poll(() => findLosses(page), at).toEqual([]);
  const findIn = async (colorScheme: Theme, rules?: string[]) => {
    await page.emulateMedia({ colorScheme });
    softly(await findViolations(page, rules), `${at}, ${colorScheme}`).toEqual([]);
  };
  await findIn('light');
  await findIn('dark', COLOR_RULES);
}

/** With text twice as large on a phone, nothing leaves the screen or is cut off. */
async function checkLargeText(page: Page, name: string): Promise<void> {
  await page.setViewportSize(PHONE);
  const setSize = (size: string) =>
    page.evaluate((value) => {
      document.documentElement.style.fontSize = value;
    }, size);
  await setSize('200%');
  await softly.poll(() => findLosses(page), `${name} with text of 200 % on a phone`).toEqual([]);
  await setSize('');
}

/** Zoomed to 200 %, nothing scrolls sideways or is cut off, and every text of the page is still there. */
async function checkZoom(page: Page, name: string): Promise<void> {
  // A table's row becomes several lines. Only words count: a pager names fewer numbers, and the calendar becomes a list
  // without columns for Mo, Tu and so on. A countdown goes on in between.
  const lines = (await readContent(page))
    .split(/[\n\t]/)
    .filter((line) => /\p{L}{3}/u.test(line) && !/^\d+ min left$/.test(line.trim()));
  await page.setViewportSize(ZOOMED);
  await softly.poll(() => findLosses(page), `${name} at 200 %`).toEqual([]);
  const zoomed = await readContent(page);
  const lost = lines.filter((line) => !zoomed.includes(line.trim()));
  softly(lost, `${name}: texts that are lost at 200 %`).toEqual([]);
}
