import { appendFile } from 'node:fs/promises';
import { type Browser, expect, type Page, test } from '@playwright/test';
import { callAs } from '../support/call.ts';
import { fillIn, PAGES } from '../support/pages.ts';
import { logIn } from '../support/people.ts';
import { openSchoolOf } from '../support/other-school.ts';

/** How many times each screen is opened, in each school by turns. */
const TIMES = Number(process.env.SCREEN_TIMES ?? 5);
/** How much longer a screen may take in the large school: twice the bar of docs/performance.md, for a busy machine. */
const MOST_TIMES = 3;
/** Two screens. */
const MOST_HEIGHT = 1_600;
const VIEWPORT = { width: 1_280, height: 800 };

/** Remembers when something on the page has last changed. */
function watchChanges(): void {
  const target = window as unknown as { changedAt: number };
  target.changedAt = 0;
  new MutationObserver(() => {
    target.changedAt = performance.now();
  }).observe(document, { subtree: true, childList: true, characterData: true });
}

/** Opens a screen. @returns when nothing came and nothing changed anymore, in milliseconds from the navigation */
async function openScreen(page: Page, address: string): Promise<number> {
  await page.goto(address);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.waitForLoadState('networkidle');
  await page.waitForFunction(() => !document.querySelector('main .skeleton'));
  return page.evaluate(() => {
    const ends = performance
      .getEntriesByType('resource')
      .map((entry) => (entry as PerformanceResourceTiming).responseEnd);
    return Math.max(...ends, (window as unknown as { changedAt: number }).changedAt);
  });
}

async function openOffice(browser: Browser, size: 'small' | 'large') {
  const school = await openSchoolOf(size);
  const context = await browser.newContext({ viewport: VIEWPORT, baseURL: school.url });
  const page = await context.newPage();
  await page.goto('/login');
  await logIn(page, 'admin@speakifyr.test');
  const get = <Answer>(path: string) => callAs<Answer>(page, 'GET', path);
  const first = async (path: string) => (await get<{ _id: string }[]>(path))[0]?._id ?? '';
  const classes = await get<{ _id: string; enrolled: number }[]>('/classList?status=open');
  const found = await get<{ parents: { _id: string }[] }>('/search?text=student-3@large.test');
  const ids = {
    class: classes.find(({ enrolled }) => enrolled === 8)?._id ?? '',
    family: found.parents[0]?._id ?? '',
    message: await first('/contactMessages?size=1'),
    mail: await first('/outbox?size=1&state=sent'),
  };
  await page.addInitScript(watchChanges);
  const close = async () => {
    await context.close();
    await school.close();
  };
  return { page, ids, close };
}

/** Writes it into the file that SCREEN_REPORT names, if it does, for docs/performance.md. */
async function report(line: string): Promise<void> {
  const file = process.env.SCREEN_REPORT;
  if (file) await appendFile(file, `${line}\n`);
}

const middle = (list: number[]) =>
  list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? NaN;

test('each screen of the office opens in a large school nearly as fast as in a small one; home is two screens high', async ({
  browser,
}) => {
  test.setTimeout(1_800_000);
  const [small, large] = [await openOffice(browser, 'small'), await openOffice(browser, 'large')];
  const lines: string[] = [];
  const slow: string[] = [];
  for (const { page } of [small, large]) {
    await openScreen(page, PAGES.admin['admin-home'] ?? '');
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    lines.push(`home is ${height} px high`);
    await report(lines.at(-1) ?? '');
    expect.soft(height).toBeLessThanOrEqual(MOST_HEIGHT);
  }
  for (const [name, path] of Object.entries(PAGES.admin)) {
    const times: Record<'small' | 'large', number[]> = { small: [], large: [] };
    const ratios: number[] = [];
    for (let time = 0; time <= TIMES; time += 1) {
      const one = await openScreen(small.page, fillIn(path, small.ids));
      const other = await openScreen(large.page, fillIn(path, large.ids));
      // The first time only warms up.
      if (time === 0) continue;
      times.small.push(one);
      times.large.push(other);
      ratios.push(other / one);
    }
    const ratio = middle(ratios);
    lines.push(
      `| ${name} | ${Math.round(middle(times.large))} : ${Math.round(middle(times.small))} ms | ${ratio.toFixed(2)} |`,
    );
    if (ratio > MOST_TIMES) slow.push(lines.at(-1) ?? '');
    await report(lines.at(-1) ?? '');
  }
  test.info().annotations.push({ type: 'ms', description: lines.join('\n') });
  expect(slow).toEqual([]);
  await small.close();
  await large.close();
});
