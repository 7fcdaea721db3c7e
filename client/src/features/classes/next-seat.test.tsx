import { act, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { buildClass } from '../../testing/factories.ts';
import { renderApp } from '../../testing/render.tsx';
import { ClassCard } from './class-card.tsx';

/** In the school's time zone, six hours ahead of UTC. */
const NOON = new Date('2027-05-04T06:00Z');
const MINUTE = 60_000;

afterEach(() => vi.useRealTimers());

function renderCard(changes: Parameters<typeof buildClass>[0]) {
  vi.useFakeTimers({ now: NOON, shouldAdvanceTime: true });
  return renderApp(<ClassCard campClass={buildClass(changes)} action={null} />);
}

/** A minute and a half after noon. */
const nextHoldEnd = new Date(NOON.getTime() + 1.5 * MINUTE).toISOString();

// Rules: R53, R64.
test('a class that is full because of a hold says when a seat may become free, and looks again then', () => {
  const { queryClient, container } = renderCard({ sit: 0, nextHoldEnd });
  for (const key of ['GET /classes', 'popularcl']) queryClient.setQueryData([key], []);
  const isOld = (key: string) => queryClient.getQueryState([key])?.isInvalidated;

  expect(container).toHaveTextContent('Full. A held seat may become free at 12:02 PM Dhaka time.');
  act(() => void vi.advanceTimersByTime(1.5 * MINUTE));
  expect(['GET /classes', 'popularcl'].map(isOld)).toEqual([false, false]);
  act(() => void vi.advanceTimersByTime(MINUTE / 2));
  expect(['GET /classes', 'popularcl'].map(isOld)).toEqual([true, true]);
});

test('a seat that the office holds for days may become free on a day, not only at a time', () => {
  // Reserved until 6 May: that day ends at midnight.
  const { container } = renderCard({ sit: 0, nextHoldEnd: '2027-05-06T18:00:00.000Z' });

  expect(container).toHaveTextContent(
    'Full. A held seat may become free on Fri 7 May 2027 at 12:00 AM Dhaka time.',
  );
});

test.each([
  ['without a hold', { sit: 0, nextHoldEnd: null }],
  ['with a free seat', { sit: 1, nextHoldEnd }],
  ['that has started', { sit: 0, nextHoldEnd, joining: 'started' as const }],
])('a class %s does not say when a seat may become free', (_which, changes) => {
  renderCard(changes);

  expect(screen.getByText('Sit Left')).toBeInTheDocument();
  expect(screen.queryByText(/may become free/)).toBeNull();
});
