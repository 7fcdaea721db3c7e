import { beforeEach, expect, test, vi } from 'vitest';
import { readReports } from '../testing/read-reports.ts';
import { paths } from './paths.ts';
import type * as Reporting from './report-error.ts';

const CHILD = '65f1c0ffee0123456789abcd';
const fetch = vi.fn(() => Promise.resolve(new Response()));
let reportError: typeof Reporting.reportError;

beforeEach(async () => {
  vi.stubGlobal('fetch', fetch.mockClear());
  // What was sent counts from the loading of the page.
  vi.resetModules();
  ({ reportError } = await import('./report-error.ts'));
});

/** As Chrome writes it; the message comes first, and may have several lines. */
function fail(message: string, place = '/assets/main-B1cD2eF3.js:1:2345', name = 'TypeError') {
  const stack = `${name}: ${message}\n    at Xe (${location.origin}${place})\n    at chrome-extension://abc/content.js:2:1`;
  return Object.assign(new Error(message), { name, stack });
}

const listReports = () => readReports(fetch.mock.calls);

// Rules: R506.
test('a report has the pattern of the page, the error’s name and places in our scripts, and no words', () => {
  const at = `/dashboard/children/${CHILD}`;
  reportError(fail(`Rosa is allergic, see ${location.origin}${at}?token=secret`), at);

  expect(listReports()).toEqual([
    {
      page: paths.child,
      name: 'TypeError',
      frames: ['/assets/main-B1cD2eF3.js:1:2345'],
      browser: 'other',
    },
  ]);
});

test('Firefox and Safari write a stack in another way', () => {
  const stack = `Xe@${location.origin}/assets/main-1.js:1:2\n@${location.origin}/assets/page.x-2.js:3:4\n`;
  reportError(Object.assign(new RangeError('Rosa'), { stack }), '/nowhere');

  expect(listReports()).toMatchObject([
    { page: 'other', frames: ['/assets/main-1.js:1:2', '/assets/page.x-2.js:3:4'] },
  ]);
});

test.each([
  ['Mozilla/5.0 (X11; Linux) Gecko/20100101 Firefox/133.0', 'Firefox'],
  ['Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36', 'Chrome'],
  ['Mozilla/5.0 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0', 'Edge'],
  ['Mozilla/5.0 (iPhone) AppleWebKit/605.1.15 Version/18.1 Mobile/15E148 Safari/604.1', 'Safari'],
])('of the browser %s, only its family is sent', (userAgent, browser) => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent);
  reportError(fail('x'), '/');
  expect(listReports()).toMatchObject([{ browser }]);
});

test('the same error is reported once, and at most three are until the page is loaded again', () => {
  for (let i = 0; i < 5; i++) reportError(fail(`Again ${i}`), '/');
  expect(listReports()).toHaveLength(1);
  for (let i = 0; i < 5; i++) reportError(fail('x', `/assets/main-1.js:1:${i}`), '/');
  expect(listReports()).toHaveLength(3);
});

test.each<[string, unknown]>([
  [
    'a part of the app that a newer version replaced',
    fail('error loading dynamically imported module: /assets/a.js'),
  ],
  ['a call that was refused', Object.assign(fail('x'), { isAxiosError: true })],
  ['an act that was given up', fail('x', undefined, 'AbortError')],
  [
    'an extension of the browser',
    Object.assign(new Error('x'), { stack: 'at chrome-extension://abc/a.js:1:1' }),
  ],
  ['something that is no error', 'Rosa'],
])('%s is not reported', (_what, error) => {
  reportError(error, '/');
  expect(fetch).not.toHaveBeenCalled();
});

test('a call that got no answer is not reported', async () => {
  const { NoAnswerError } = await import('./api-error.ts');
  reportError(Object.assign(new NoAnswerError('x'), { stack: fail('x').stack }), '/');
  expect(fetch).not.toHaveBeenCalled();
});

test('a report that fails throws nothing, and leaves no rejection, which would be the next error', async () => {
  // Not with a mock: it handles what it returns.
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  expect(() => reportError(fail('x'), '/')).not.toThrow();
  // Vitest fails a run with an unhandled rejection.
  await new Promise((done) => setTimeout(done, 0));
});
