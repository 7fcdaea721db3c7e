import type { ListedClass } from '@speakifyr/contract/office.ts';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { location, renderApp } from '../../../testing/render.tsx';
import { answer } from '../../../testing/server.ts';
import { ClassList } from './class-list.tsx';

const sailing: ListedClass = {
  _id: 'c'.repeat(24),
  name: 'Sailing on the Lake',
  course_tag: 'SAI',
  instructor: 'Maren Solbakk',
  camp_start: '2027-08-02',
  camp_end: '2027-08-06',
  status: 'open',
  canceled: null,
  enrolled: 7,
  held: 1,
  sit: 2,
};

beforeEach(() => answer('GET /seasons', ['2028', '2027']));

test('each class shows how full it is and leads to its students; archived ones can be found', async () => {
  const asked: Record<string, string>[] = [];
  answer('GET /classList', ({ query }) => {
    asked.push(query);
    return query['status'] === 'archived'
      ? [{ ...sailing, name: 'Old Sailing', status: 'archived' }]
      : [sailing];
  });
  renderApp(<ClassList />, { at: '/dashboard/classes' });

  const row = await screen.findByRole('row', { name: /Sailing on the Lake SAI .* 7 1 2/ });
  expect(row).toHaveTextContent('Mon 2 – Fri 6 August 2027');
  expect(screen.getByRole('link', { name: 'Sailing on the Lake' })).toHaveAttribute(
    'href',
    `/dashboard/classes/${sailing._id}`,
  );
  await userEvent.selectOptions(screen.getByLabelText('Status'), 'Archived');

  expect(await screen.findByText('Old Sailing')).toBeVisible();
  expect(location.search).toBe('?status=archived');
  expect(asked.at(-1)).toMatchObject({ status: 'archived', sort: '-camp_start' });
});

test('a class that was canceled is marked in the list', async () => {
  const canceled = {
    at: '2027-06-01T10:00:00.000Z',
    seats: 7,
    left: 0,
    refundsOpen: 2,
    refundsByHand: 0,
    refundsFailed: 0,
  };
  answer('GET /classList', [{ ...sailing, status: 'archived', canceled }]);
  renderApp(<ClassList />, { at: '/dashboard/classes?status=archived' });

  expect(
    await screen.findByRole('row', { name: /Sailing on the Lake SAI Canceled/ }),
  ).toBeVisible();
});
