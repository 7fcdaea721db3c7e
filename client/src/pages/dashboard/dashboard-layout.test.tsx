import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { expect, test } from 'vitest';
import { renderApp, student } from '../../testing/render.tsx';
import { answer } from '../../testing/server.ts';
import { DashboardLayout } from './dashboard-layout.tsx';

function renderDashboard(user = student) {
  answer('GET /myclass', []);
  return renderApp(
    <Routes>
      <Route element={<DashboardLayout />}>
        <Route path="*" element={<h1>The page</h1>} />
      </Route>
    </Routes>,
    { at: '/dashboard/enroll', user },
  );
}

test('a student has their own navbar, with the page they are on marked', async () => {
  renderDashboard();

  const nav = await screen.findByRole('navigation', { name: 'Dashboard' });
  expect(
    within(nav)
      .getAllByRole('link')
      .map((link) => link.textContent),
  ).toEqual(['User Home', 'Selected Course', 'Enrolled Course', 'Home']);
  expect(within(nav).getByRole('link', { current: 'page' })).toHaveTextContent('Enrolled Course');
});

test('an instructor has theirs', async () => {
  renderDashboard({ ...student, role: 'instructor' });

  const nav = await screen.findByRole('navigation', { name: 'Dashboard' });
  expect(
    within(nav)
      .getAllByRole('link')
      .map((link) => link.textContent),
  ).toEqual(['Home', 'Manage', 'Home']);
});

test('Log Out ends the session', async () => {
  renderDashboard();

  await userEvent.click(await screen.findByRole('button', { name: 'Log Out' }));

  expect(localStorage.getItem('token')).toBeNull();
});
