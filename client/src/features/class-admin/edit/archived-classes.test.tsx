import type { ListedClass } from '@speakifyr/contract/office.ts';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { beforeEach, expect, test, vi } from 'vitest';
import { paths } from '../../../lib/paths.ts';
import { AdminClassesPage } from '../../../pages/dashboard/admin-classes-page.tsx';
import { buildAdminClass } from '../../../testing/factories.ts';
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
  status: 'archived',
  canceled: null,
  enrolled: 7,
  held: 1,
  sit: 2,
};

beforeEach(() => answer('GET /seasons', ['2028', '2027']));

// Rules: R260, R612.
test('archived classes are in the same list, the latest first, and lead to their people', async () => {
  answer('GET /adminClasses', [buildAdminClass()]);
  const asked: Record<string, string>[] = [];
  answer('GET /classList', ({ query }) => {
    asked.push(query);
    return [{ ...sailing, name: 'Old Sailing' }];
  });
  renderApp(<ClassList onDuplicated={vi.fn()} />, { at: '/dashboard/updateCourse' });
  expect(await screen.findByRole('link', { name: 'Sailing on the Lake' })).toHaveAttribute(
    'href',
    `/dashboard/classes/${sailing._id}`,
  );
  expect(asked).toEqual([]);

  await userEvent.selectOptions(screen.getByLabelText('Status'), 'Archived');
  const row = await screen.findByRole('row', {
    name: /^Old Sailing/,
  });
  expect(row).toHaveTextContent(/SAI Archived.*Mon 2 – Fri 6 August 2027.*7 enrolled/);
  expect(within(row).getByRole('link', { name: 'Old Sailing' })).toHaveAttribute(
    'href',
    `/dashboard/classes/${sailing._id}`,
  );
  expect(screen.getByLabelText('Status')).toHaveFocus();
  expect(location.search).toBe('?status=archived');
  expect(asked).toEqual([expect.objectContaining({ status: 'archived', sort: '-camp_start' })]);
  expect(asked[0]).not.toHaveProperty('season');
});

test('the address that the list had leads to it, with its filters', async () => {
  answer('GET /classList', [sailing]);
  renderApp(
    <Routes>
      <Route path={paths.classList} element={<AdminClassesPage />} />
      <Route path={paths.updateCourse} element={<ClassList onDuplicated={vi.fn()} />} />
    </Routes>,
    { at: '/dashboard/classes?status=archived&season=2027' },
  );
  expect(await screen.findByRole('link', { name: 'Sailing on the Lake' })).toBeVisible();
  expect([location.pathname, location.search]).toEqual([
    '/dashboard/updateCourse',
    '?status=archived&season=2027',
  ]);
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
  answer('GET /classList', [{ ...sailing, canceled }]);
  renderApp(<ClassList onDuplicated={vi.fn()} />, {
    at: '/dashboard/updateCourse?status=archived',
  });

  expect(await screen.findByRole('row', { name: /^Sailing on the Lake/ })).toHaveTextContent(
    /SAI Canceled/,
  );
});
