import { LABELS } from '@speakifyr/contract/labels.ts';
import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ErrorBoundary } from './error-boundary.tsx';
import { PageProblem } from './page-problem.tsx';

// React logs every error that it catches.
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}));
afterEach(() => vi.unstubAllGlobals());

const LOAD_ERROR = new TypeError('Failed to fetch dynamically imported module: /assets/page.js');

function Page({ error }: { error?: Error }) {
  if (error) throw error;
  return <p>The page</p>;
}

function inFrame(error: Error | undefined, path: string) {
  return (
    <ErrorBoundary
      resetKey={path}
      frame={(problem) => (
        <>
          <header>The header</header>
          {problem}
        </>
      )}
    >
      <Page {...(error && { error })} />
    </ErrorBoundary>
  );
}

// Rules: R66.
test('a page that crashes says so below the header, and other pages can still be opened', () => {
  const { rerender } = render(inFrame(new Error('crash'), '/classes'));

  expect(screen.getByRole('alert')).toHaveTextContent('This page could not be shown');
  expect(screen.getByText('The header')).toBeVisible();

  rerender(inFrame(undefined, '/instructors'));
  expect(screen.getByText('The page')).toBeVisible();
});

test('a page that can’t be loaded names the connection, and comes back by itself when the connection does', async () => {
  const fetch = vi.fn().mockRejectedValue(new TypeError('Failed to fetch'));
  vi.stubGlobal('fetch', fetch);
  const reload = vi.fn();
  render(<PageProblem error={LOAD_ERROR} reload={reload} />);

  expect(screen.getByRole('alert')).toHaveTextContent('No connection to the camp');
  await userEvent.click(screen.getByRole('button', { name: LABELS.retry }));
  expect(await screen.findByText('Still no connection to the camp')).toBeVisible();
  expect(reload).not.toHaveBeenCalled();

  fetch.mockResolvedValue({ ok: true });
  window.dispatchEvent(new Event('online'));
  await waitFor(() => expect(reload).toHaveBeenCalled());
});
