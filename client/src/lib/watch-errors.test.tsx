import { render } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { readReports } from '../testing/read-reports.ts';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { watchErrors } from './watch-errors.ts';

const fetch = vi.fn(() => Promise.resolve(new Response()));

beforeAll(watchErrors);
beforeEach(() => {
  vi.stubGlobal('fetch', fetch.mockClear());
  // React logs every error that it catches.
  vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => vi.unstubAllGlobals());

const fail = (line: number) =>
  Object.assign(new Error('Rosa'), {
    stack: `at X (${location.origin}/assets/main-1.js:${line}:1)`,
  });

const expectReport = async (line: number) => {
  await expect.poll(() => fetch.mock.calls).toHaveLength(1);
  const frames = [`/assets/main-1.js:${line}:1`];
  expect(readReports(fetch.mock.calls)).toMatchObject([{ frames }]);
};

function Page(): never {
  throw fail(1);
}

// Rules: R506.
test('a page that crashes is reported', async () => {
  render(
    <ErrorBoundary>
      <Page />
    </ErrorBoundary>,
  );
  await expectReport(1);
});

test('an error that nobody catches is reported', async () => {
  window.dispatchEvent(new ErrorEvent('error', { error: fail(2) }));
  await expectReport(2);
});

test('a rejection that nobody handles is reported', async () => {
  window.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: fail(3) }));
  await expectReport(3);
});
