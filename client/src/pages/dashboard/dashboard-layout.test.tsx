import { LABELS } from '@speakifyr/contract/labels.ts';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { expect, test } from 'vitest';
import pages from '../../../../dev/e2e/pages.json' with { type: 'json' };
import { buildCartItem } from '../../testing/factories.ts';
import { renderApp, student } from '../../testing/render.tsx';
import { answer } from '../../testing/server.ts';
import { DashboardLayout } from './dashboard-layout.tsx';
import { findDoor } from '../../lib/admin-pages.ts';
import { DASHBOARDS, listDoors } from './dashboards.ts';

function renderDashboard(user = student, at = '/dashboard/enroll') {
  answer('GET /myclass', []);
  return renderApp(
    <Routes>
      <Route element={<DashboardLayout />}>
        <Route path="*" element={<h1>The page</h1>} />
      </Route>
    </Routes>,
    { at, user },
  );
}

/** The links of the navbar, as `label address`. */
async function readNavbar(): Promise<string[]> {
  const nav = await screen.findByRole('navigation', { name: 'Dashboard' });
  return within(nav)
    .getAllByRole('link')
    .map((link) => `${link.textContent} ${link.getAttribute('href')}`);
}

// Rules: R292, R294.
test('a student’s navbar, with the current page marked', async () => {
  renderDashboard();

  expect(await readNavbar()).toEqual([
    'User Home /dashboard/student',
    'Selected Course /dashboard/myclasses',
    'Enrolled Course /dashboard/enroll',
    'Summer Plan /dashboard/plan',
    'My Waiting List /dashboard/waiting',
    'My Children /dashboard/children',
    'Forms /dashboard/forms',
    'Messages /dashboard/myMessages',
    'Home page /',
    'All classes /classes',
    'Questions /questions',
    'Contact /contact',
  ]);
  const nav = screen.getByRole('navigation', { name: 'Dashboard' });
  expect(within(nav).getByRole('link', { current: 'page' })).toHaveTextContent('Enrolled Course');
  expect(screen.getByText('User dashboard', { selector: 'aside *' })).toBeVisible();
});

test('a student’s navbar shows how many courses are selected', async () => {
  renderDashboard();
  answer('GET /myclass', [buildCartItem(), buildCartItem({ _id: 'e'.repeat(24) })]);

  const nav = await screen.findByRole('navigation', { name: 'Dashboard' });

  expect(await within(nav).findByText('2')).toBeVisible();
  expect(
    await screen.findByRole('link', { name: /^Cart: 2 selected, (30:00|29:\d\d) left$/ }),
  ).toHaveAttribute('href', '/dashboard/myclasses');
});

test('an instructor’s navbar', async () => {
  renderDashboard({ ...student, role: 'instructor' });

  expect(await readNavbar()).toEqual([
    'Home /dashboard/instructor',
    'Manage /dashboard/managecourse',
    'Day List /dashboard/managecourse/day',
    'Everyone, Now /dashboard/everyone',
    'Care Sheet /dashboard/managecourse/care',
    'Forms /dashboard/forms',
    'Messages /dashboard/myMessages',
    'Home page /',
    'All classes /classes',
    'Questions /questions',
    'Contact /contact',
  ]);
  expect(screen.getByText('Instructor dashboard', { selector: 'aside *' })).toBeVisible();
});

test('an admin’s navbar', async () => {
  renderDashboard({ ...student, role: 'admin' });

  expect(await readNavbar()).toEqual([
    'Home /dashboard/admin',
    'Users /dashboard/users',
    'Manage /dashboard/manageEverything',
    'Today /dashboard/everyone',
    'Families /dashboard/families',
    'Classes /dashboard/updateCourse',
    'Money /dashboard/payments',
    'Messages /dashboard/messages',
    'Team /dashboard/updateInstructor',
    'Settings /dashboard/school',
    'Home page /',
    'All classes /classes',
    'Questions /questions',
    'Contact /contact',
  ]);
  expect(screen.getByText('Admin dashboard', { selector: 'aside *' })).toBeVisible();
});

/** The tabs on top of a page, as `label address`. The current one has a star. */
const readTabs = async (door: string) =>
  within(await screen.findByRole('navigation', { name: door }))
    .getAllByRole('link')
    .map((link) => {
      const star = link.getAttribute('aria-current') === 'page' ? '*' : '';
      return `${star}${link.textContent} ${link.getAttribute('href')}`;
    });

// Rules: R612.
test('a page behind a door has its neighbors as tabs, also a page below them', async () => {
  const below = ['updateCourse', 'classes'].map((name) => `/dashboard/${name}/${'c'.repeat(24)}`);
  for (const at of below) expect(findDoor(at)).toBe('Classes');
  renderDashboard({ ...student, role: 'admin' }, below[1]);
  expect(await readTabs('Classes')).toEqual([
    '*Classes /dashboard/updateCourse',
    'Add a Course /dashboard/addCourse',
    'Course Calendar /dashboard/courseCalendar',
  ]);
  const nav = screen.getByRole('navigation', { name: 'Dashboard' });
  expect(within(nav).getByRole('link', { current: true })).toHaveTextContent('Classes');
  await userEvent.click(within(nav).getByRole('link', { name: 'Money' }));
  expect((await readTabs('Money'))[0]).toBe('*Payments /dashboard/payments');
  expect(within(nav).getByRole('link', { current: true })).toHaveTextContent('Money');
});

test('the office has the same doors, without the tabs that only a director has', async () => {
  renderDashboard({ ...student, role: 'admin', bundle: 'office' }, '/dashboard/extras');
  expect(await readNavbar()).toContain('Settings /dashboard/discounts');
  expect(await readTabs('Settings')).toEqual([
    'Discounts /dashboard/discounts',
    '*Extras /dashboard/extras',
    'Audit Log /dashboard/auditLog',
  ]);
  await userEvent.click(screen.getByRole('link', { name: 'Families' }));
  expect(await readTabs('Families')).toEqual([
    '*Families /dashboard/families',
    'Forms /dashboard/formList',
  ]);
});

test('an accountant’s navbar has money, and no search for families', async () => {
  renderDashboard({ ...student, role: 'admin', bundle: 'accountant' }, '/dashboard/accounting');

  expect((await readNavbar()).slice(0, 3)).toEqual([
    'Money /dashboard/payments',
    'Messages /dashboard/myMessages',
    'Home page /',
  ]);
  expect(await readTabs('Money')).toEqual([
    'Payments /dashboard/payments',
    'Receipts /dashboard/papers',
    '*Accounting /dashboard/accounting',
  ]);
  expect(screen.queryByRole('combobox')).not.toBeInTheDocument();
});

// Rules: R612.
test('each of the admins’ pages is in the menu or a tab of one of its doors', () => {
  const menu = DASHBOARDS.admin.links.map(({ to }) => to);
  const tabs = listDoors().flatMap((one) => one.tabs.map(({ page }) => page.to));
  for (const address of Object.values(pages.admin).filter((one) => !one.includes('{')))
    expect(
      [...menu, ...tabs].filter((to) => to === address),
      address,
    ).toHaveLength(1);
});

test('staff with a family go to a parent’s pages, and back to their work', async () => {
  answer('GET /myclass', []);
  const user = { ...student, role: 'instructor' as const, hasFamily: true as const };
  const routes = (
    <Routes>
      <Route element={<DashboardLayout />}>
        <Route path="*" element={<h1>The page</h1>} />
      </Route>
    </Routes>
  );
  renderApp(routes, { at: '/dashboard/instructor', user });
  expect(await readNavbar()).toContain('My Family /dashboard/student');
  await userEvent.click(screen.getByRole('link', { name: 'My Family' }));
  const links = await readNavbar();
  expect(links).toContain('Enrolled Course /dashboard/enroll');
  expect(links).toContain('Instructor dashboard /dashboard/instructor');
  expect(links).not.toContain('Manage /dashboard/managecourse');
});

test('the server’s role checks choose the navbar, not the stored info', async () => {
  renderDashboard();
  answer('GET /userList/admin/:email', { admin: true });

  expect(await readNavbar()).toContain('Users /dashboard/users');
});

test('Log Out ends the session', async () => {
  renderDashboard();

  await userEvent.click(await screen.findByRole('button', { name: LABELS.logOut }));

  expect(localStorage.getItem('token')).toBeNull();
});
