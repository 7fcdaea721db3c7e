import { type APIRequestContext, expect, test } from '@playwright/test';

// Rules: R506.
test('a page that crashes says so, and the school’s metrics count it by its pattern', async ({
  page,
  request,
}) => {
  const before = await countErrors('/about', request);
  // A page whose code is wrong. The message of its error is nobody's business.
  await page.route('**/assets/about-page-*.js', (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: 'export function AboutPage() { throw new TypeError("Rosa is allergic"); }',
    }),
  );
  const reported = page.waitForRequest('**/api/browserErrors');

  await page.goto('/about?token=secret');
  await expect(page.getByText('This page could not be shown', { exact: true })).toBeVisible();

  const report = (await reported).postDataJSON() as { frames: string[] };
  expect(report).toEqual({
    page: '/about',
    name: 'TypeError',
    frames: expect.any(Array) as unknown,
    browser: 'Chrome',
  });
  expect(report.frames[0]).toMatch(/^\/assets\/about-page-[\w-]+\.js:1:\d+$/);
  // Another run of this journey may count at the same time.
  await expect.poll(() => countErrors('/about', request)).toBeGreaterThan(before);
});

async function countErrors(route: string, request: APIRequestContext): Promise<number> {
  const metrics = await (await request.get('/api/metrics')).text();
  const line = `speakifyr_browser_errors_total{route="${route}"} `;
  const found = metrics.split('\n').find((text) => text.startsWith(line));
  return Number(found?.slice(line.length) ?? 0);
}
