import { setTimeout } from 'node:timers/promises';
import { expect, type Page, test } from '@playwright/test';
import { enterAs, fillIn, findIds, PAGES, type Role } from '../support/pages.ts';
import { logIn } from '../support/people.ts';

/** The server is slow by so much. */
const SLOW_MS = 700;

const WINDOWS = 2;

/** 'Nothing jumps', issue of the screens; 0.1 is what Google calls good: https://web.dev/articles/cls */
const MOST = 0.02;

/** Adds up what moves without the person having done anything. */
function watchLayout(): void {
  const target = window as unknown as { shifts: { value: number; what: string }[] };
  target.shifts = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      value: number;
      hadRecentInput: boolean;
      sources: { node?: Node; previousRect: DOMRect; currentRect: DOMRect }[];
    })[]) {
      if (entry.hadRecentInput) continue;
      const moves = entry.sources.map(({ node, previousRect: from, currentRect: to }) => {
        const html = (node as Element | undefined)?.outerHTML?.slice(0, 150);
        const [before, after] = [from, to].map(({ x, y, width, height }) => [x, y, width, height]);
        return `${Math.round(entry.startTime)} ms: ${before?.join()} → ${after?.join()} ${html}`;
      });
      target.shifts.push({ value: entry.value, what: moves.join('\n  ') });
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

async function readShifts(page: Page): Promise<{ sum: number; shifts: string }> {
  const shifts = await page.evaluate(
    () => (window as unknown as { shifts: { value: number; what: string }[] }).shifts,
  );
  return {
    sum: shifts.reduce((sum, { value }) => sum + value, 0),
    shifts: shifts.map(({ value, what }) => `${value.toFixed(4)} ${what}`).join('\n'),
  };
}

/** Answers of the server take as long as from far away. */
async function slowDown(page: Page): Promise<void> {
  await page.addInitScript(watchLayout);
  await page.route('**/api/**', async (route) => {
    await setTimeout(SLOW_MS);
    // The window may be closed by now.
    await route.continue().catch(() => undefined);
  });
}

// Rules: R523.
for (const width of [1280, 360])
  for (const role of Object.keys(PAGES) as Role[])
    test(`the pages of a ${role} keep still at ${width} px while the server is slow`, async ({
      browser,
    }) => {
      const context = await browser.newContext({ viewport: { width, height: 800 } });
      const page = await context.newPage();
      await enterAs(page, role);
      const ids = await findIds(page, role);
      const storageState = await context.storageState({ indexedDB: true });
      await context.close();
      // Most of the time is waiting for the slow server, so several windows wait at once.
      const rest = Object.entries(PAGES[role]).values();
      const lookOn = async () => {
        const window = await browser.newContext({
          viewport: { width, height: 800 },
          storageState,
        });
        const page = await window.newPage();
        await slowDown(page);
        for (const [name, path] of rest) {
          await page.goto(fillIn(path, ids));
          // Not scrolled: who scrolls while a page loads moves it themself.
          await page.getByRole('heading', { level: 1 }).first().waitFor();
          await page.waitForLoadState('networkidle');
          const { sum, shifts } = await readShifts(page);
          expect(sum, `${name} moved:\n${shifts}`).toBeLessThan(MOST);
        }
        await window.close();
      };
      await Promise.all(Array.from({ length: WINDOWS }, lookOn));
    });

for (const width of [1280, 360])
  test(`Classes keeps still at ${width} px while it learns which children a parent has`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/login');
    await logIn(page, 'parent@speakifyr.test');
    await slowDown(page);

    await page.goto('/classes');
    await page
      .getByRole('button', { name: /^Fits / })
      .first()
      .waitFor();
    await page.waitForLoadState('networkidle');

    const { sum, shifts } = await readShifts(page);
    test.info().annotations.push({ type: 'layout shift', description: String(sum) });
    expect(sum, shifts).toBeLessThan(MOST);
  });
