import { gzipSync } from 'node:zlib';
import { type APIRequestContext, expect, type Page, test } from '@playwright/test';
import { CORE } from '../support/base-config.ts';
import { LABELS } from '@speakifyr/contract/labels.ts';

/** The most that Home may load, in bytes after gzip. */
const MOST_SCRIPT = 130_000;
const MOST_IN_ALL = 300_000;

/** The most script of a first visit, in bytes as they arrive: compressed, with their headers. The last one to start. */
const UNTIL_IDLE = [
  { path: '/', most: 130_000, last: /\/home-sections-/ },
  { path: '/classes', most: 150_000, last: /\/axios-/ },
  { path: '/login', most: 170_000, last: /\/firebase-/ },
];
/** Nothing has arrived for so long. */
const IDLE_MS = 1_000;

/** The addresses that a page fetches from our own site. The sandbox's do not count. */
function watchFiles(page: Page): Set<string> {
  const files = new Set<string>();
  page.on('requestfinished', (sent) => {
    const isOwn = new URL(sent.url()).origin === new URL(page.url()).origin;
    if (isOwn && sent.method() === 'GET') files.add(sent.url());
  });
  return files;
}

/** @returns the bytes of all files, and a list with the bytes of each */
async function weigh(files: Iterable<string>, request: APIRequestContext) {
  const weights: [string, number][] = [];
  for (const file of files) {
    const answer = await request.get(file, { headers: { 'Accept-Encoding': 'gzip' } });
    // A page that is written for the request has no length.
    const size = answer.headers()['content-length'] ?? gzipSync(await answer.body()).length;
    weights.push([new URL(file).pathname, Number(size)]);
  }
  return {
    sum: weights.reduce((all, [, size]) => all + size, 0),
    list: weights.map(([path, size]) => `${size} ${path}`).join('\n'),
  };
}

test('Home works with 130 kB of script', CORE, async ({ page, request }) => {
  const html = await (await request.get('/')).text();
  const named = new Set(html.match(/\/[\w./-]+\.js(?=[" ])/g));
  const files = watchFiles(page);
  // Scripts that the page's HTML does not name never arrive.
  await page.route('**/*.js', (route) => {
    const { pathname } = new URL(route.request().url());
    return named.has(pathname) ? route.continue() : undefined;
  });

  await page.goto('/', { waitUntil: 'commit' });
  await expect(page.getByRole('link', { name: LABELS.logIn })).toBeVisible();
  await page.getByRole('button', { name: 'Switch to the dark theme' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(page.getByRole('link', { name: LABELS.joinCamp })).toBeVisible();

  const scripts = [...files].filter((file) => file.endsWith('.js'));
  expect(scripts.length, 'scripts that arrived').toBeGreaterThan(1);
  const { sum, list } = await weigh(scripts, request);
  expect(sum, list).toBeLessThan(MOST_SCRIPT);
});

for (const { path, most, last } of UNTIL_IDLE)
  test(`a first visit to ${path} loads at most ${most / 1_000} kB of script until it is idle`, async ({
    page,
  }) => {
    const scripts: Promise<{ path: string; size: number }>[] = [];
    page.on('requestfinished', (sent) => {
      const { origin, pathname } = new URL(sent.url());
      if (origin === new URL(page.url()).origin && pathname.endsWith('.js'))
        scripts.push(
          sent.sizes().then(({ responseBodySize, responseHeadersSize }) => ({
            path: pathname,
            size: responseBodySize + responseHeadersSize,
          })),
        );
    });

    const lastStarted = page.waitForRequest(last);
    await page.goto(path, { waitUntil: 'commit' });
    await lastStarted;
    await page.evaluate(waitUntilIdle, IDLE_MS);

    const arrived = await Promise.all(scripts);
    const list = arrived.map((script) => `${script.size} ${script.path}`).join('\n');
    expect(list).toMatch(last);
    const sum = arrived.reduce((all, { size }) => all + size, 0);
    expect(sum, list).toBeLessThanOrEqual(most);
    test.info().annotations.push({ type: 'bytes', description: String(sum) });
  });

/** Runs in the page. @returns when no file has arrived for `milliseconds` */
function waitUntilIdle(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    let timer: ReturnType<typeof setTimeout>;
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(resolve, milliseconds);
    };
    new PerformanceObserver(wait).observe({ type: 'resource' });
    wait();
  });
}

for (const [width, height, deviceScaleFactor] of [
  [360, 740, 2.625],
  [1280, 800, 1],
] as const)
  test(`Home is at most 300 kB in all at ${width} px, pictures included`, async ({
    browser,
    request,
  }) => {
    const context = await browser.newContext({ viewport: { width, height }, deviceScaleFactor });
    const page = await context.newPage();
    const files = watchFiles(page);

    await page.goto('/');
    await page.getByRole('heading', { name: 'Camps starting soon' }).waitFor();
    await page.waitForLoadState('networkidle');

    const { sum, list } = await weigh(files, request);
    expect(list, 'its first picture is one of them').toContain('hero');
    expect(sum, list).toBeLessThan(MOST_IN_ALL);
    test.info().annotations.push({ type: 'bytes', description: String(sum) });
    await context.close();
  });
