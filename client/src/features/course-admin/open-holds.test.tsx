import type { ClassHold } from '@speakifyr/contract/cart.ts';
import { LABELS } from '@speakifyr/contract/labels.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { buildAdminClass } from '../../testing/factories.ts';
import { findDialog } from '../../testing/find-dialog.ts';
import { renderApp } from '../../testing/render.tsx';
import { answer, breakConnection, refuse } from '../../testing/server.ts';
import { OpenHolds } from './open-holds.tsx';

const sailing = buildAdminClass();

const nora: ClassHold = {
  cartId: '1'.repeat(24),
  name: 'Nora Feldsee',
  email: 'nora@speakifyr.test',
  joinedAt: '2027-05-04T10:00:00.000Z',
  heldUntil: '2027-05-04T10:30:00.000Z',
};
const ben: ClassHold = { ...nora, cartId: '2'.repeat(24), name: 'Ben Ahlers', email: 'ben@x.test' };

function renderHolds() {
  answer('GET /adminClasses', [sailing]);
  return renderApp(
    <OpenHolds classId={sailing._id} renderHold={(heldUntil) => <time>{heldUntil}</time>} />,
  );
}

const pressRelease = async () =>
  userEvent.click(await screen.findByRole('button', { name: 'Release the seat of Nora Feldsee' }));

test('each held seat shows whose it is and until when', async () => {
  answer('GET /classHolds/:classId', [nora, ben]);
  renderHolds();

  expect(await screen.findByRole('heading', { name: 'Open Holds : 2' })).toBeVisible();
  expect(await screen.findByText('Sailing on the Lake')).toBeVisible();
  const row = within(screen.getByRole('row', { name: /Nora/ }));
  expect(row.getByText('nora@speakifyr.test')).toBeVisible();
  expect(row.getByText(nora.heldUntil)).toBeVisible();
});

test('a seat is released after a confirmation that says what happens', async () => {
  const released: unknown[] = [];
  answer('GET /classHolds/:classId', [nora, ben]);
  answer('DELETE /classHolds/:classId/:cartId', ({ params }) => {
    released.push(params);
    answer('GET /classHolds/:classId', [ben]);
    return { status: true };
  });
  const { queryClient } = renderHolds();
  for (const key of ['adminClasses', 'classes']) queryClient.setQueryData([key], []);

  await pressRelease();
  expect(await findDialog('Release the seat of Nora Feldsee?')).toHaveTextContent(
    /free again at once, and a payment that is not finished is canceled/,
  );
  expect(released).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Yes, Release!' }));

  await findDialog('Seat Released');
  expect(released).toEqual([{ classId: sailing._id, cartId: nora.cartId }]);
  await waitFor(() => expect(screen.queryByText('Nora Feldsee')).toBeNull());
  for (const key of ['adminClasses', 'classes'])
    expect(queryClient.getQueryState([key])?.isInvalidated, key).toBe(true);
});

test('a seat that has just been paid for stays, and the server’s reason is shown', async () => {
  answer('GET /classHolds/:classId', [nora]);
  answer('DELETE /classHolds/:classId/:cartId', () => {
    answer('GET /classHolds/:classId', []);
    return refuse('already_joined', { message: 'This course is paid for.' });
  });
  renderHolds();

  await pressRelease();
  await userEvent.click(await screen.findByRole('button', { name: 'Yes, Release!' }));

  await findDialog('This course is paid for.');
  expect(await screen.findByText('No open holds')).toBeInTheDocument();
});

test('a course without a held seat says so', async () => {
  answer('GET /classHolds/:classId', []);
  renderHolds();

  expect(await screen.findByText('No open holds')).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Open Holds : 0' })).toBeVisible();
});

test('a failed load says so and can be retried', async () => {
  breakConnection('GET /classHolds/:classId');
  renderHolds();
  expect(await screen.findByText('The open holds could not be loaded')).toBeVisible();

  answer('GET /classHolds/:classId', [nora]);
  await userEvent.click(screen.getByRole('button', { name: LABELS.retry }));

  expect(await screen.findByText('Nora Feldsee')).toBeVisible();
});

test('a deleted course leads back to the courses', async () => {
  answer('GET /classHolds/:classId', () => refuse('not_found'));
  renderHolds();

  expect(await screen.findByText('This course no longer exists')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Back to the courses' })).toHaveAttribute(
    'href',
    '/dashboard/updateCourse',
  );
});
