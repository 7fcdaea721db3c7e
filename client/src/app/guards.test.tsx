import { LABELS } from '@speakifyr/contract/labels.ts';
import { useQuery } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Link, Route, Routes } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { call } from '../lib/api.ts';
import { useSession } from '../session/auth.tsx';
import { LoginForm } from '../features/account/login-form.tsx';
import { buildToken, location, renderApp, student } from '../testing/render.tsx';
import { answer, refuse } from '../testing/server.ts';
import { DashboardLayout } from '../pages/dashboard/dashboard-layout.tsx';
import { ArrivalNote } from './arrival-note.tsx';
import { RequireUser } from './guards.tsx';
import { DashboardIndex, RequireRole } from './role-guards.tsx';

/** A page for admins, with the calls that lead to it. */
async function openAdminPage(role: 'student' | 'instructor' | 'admin') {
  const asked: string[] = [];
  const view = renderApp(
    <>
      <ArrivalNote />
      <Routes>
        <Route path="/" element={<p>The home page</p>} />
        <Route path="/login" element={<LoginForm />} />
        <Route element={<RequireUser />}>
          <Route element={<RequireRole role="admin" />}>
            <Route path="/dashboard/users" element={<p>The users</p>} />
          </Route>
        </Route>
      </Routes>
    </>,
    { at: '/dashboard/users', user: { ...student, role } },
  );
  answer('GET /userList/admin/:email', ({ params }) => {
    asked.push(`admin ${String(params['email'])}`);
    return { admin: role === 'admin' };
  });
  answer('GET /isInstructor', ({ query }) => {
    asked.push(`instructor ${query['email']}`);
    return role === 'instructor';
  });
  return { ...view, asked };
}

function DeleteButton() {
  const { deleteAccount } = useSession();
  return <button onClick={() => void deleteAccount('proof', () => undefined)}>Delete</button>;
}

test('after deleting the account you are on the home page, even if it loads late', async () => {
  answer('DELETE /myAccount', { status: true });
  renderApp(
    <Routes>
      <Route path="/" element={<p>The home page</p>} />
      <Route path="/login" element={<LoginForm />} />
      <Route element={<RequireUser />}>
        <Route path="/dashboard/users" element={<DeleteButton />} />
      </Route>
    </Routes>,
    { at: '/dashboard/users', user: student },
  );

  await userEvent.click(await screen.findByRole('button', { name: 'Delete' }));

  expect(await screen.findByText('The home page')).toBeVisible();
});

// Rules: R67, R292, R294, R527.
test('an admin is let through after the admin check alone', async () => {
  const { asked } = await openAdminPage('admin');

  expect(await screen.findByText('The users')).toBeVisible();
  expect(asked).toEqual([`admin ${student.email}`]);
});

test.each(['student', 'instructor'] as const)(
  'a %s is asked about as an admin first, then as an instructor, and goes to the home page',
  async (role) => {
    const { asked } = await openAdminPage(role);

    expect(await screen.findByText('The home page')).toBeVisible();
    expect(location.state).toMatchObject({ from: { pathname: '/dashboard/users' } });
    expect(
      await screen.findByText(
        new RegExp(`That page is only for admins. You are logged in as an? ${role}`),
      ),
    ).toBeVisible();
    expect(screen.getByRole('link', { name: 'Go to your dashboard' })).toHaveAttribute(
      'href',
      `/dashboard/${role}`,
    );
    await userEvent.click(screen.getByRole('button', { name: 'Close this message' }));
    expect(screen.queryByText(/only for admins/)).not.toBeInTheDocument();
    expect(asked).toEqual([`admin ${student.email}`, `instructor ${student.email}`]);
  },
);

test.each([
  ['accountant', '/dashboard/refundPolicy', '/dashboard/accounting', true],
  // Where the log-in leads them.
  ['accountant', '/dashboard/admin', '/dashboard/accounting', false],
  ['office', '/dashboard/school', '/dashboard/admin', true],
] as const)(
  'an admin of the bundle %s goes from %s to %s and reads why: %s',
  async (bundle, wanted, first, isTold) => {
    renderApp(
      <Routes>
        <Route element={<RequireUser />}>
          <Route element={<RequireRole role="admin" />}>
            <Route element={<DashboardLayout />}>
              <Route path="/dashboard/*" element={<p>A page</p>} />
            </Route>
          </Route>
        </Route>
      </Routes>,
      { at: wanted, user: { ...student, role: 'admin', bundle } },
    );
    expect(await screen.findByText('A page')).toBeVisible();
    expect(location.pathname).toBe(first);
    const told = screen.queryByText(/don’t have the right to that page/);
    if (isTold) expect(told).toBeVisible();
    else expect(told).toBeNull();
  },
);

test('a parent’s pages are also for staff with a family, and for no other staff', async () => {
  const open = (hasFamily?: true) =>
    renderApp(
      <Routes>
        <Route path="/" element={<p>The home page</p>} />
        <Route element={<RequireUser />}>
          <Route element={<RequireRole role="student" />}>
            <Route path="/dashboard/student" element={<p>The family</p>} />
          </Route>
        </Route>
      </Routes>,
      {
        at: '/dashboard/student',
        user: { ...student, role: 'instructor', ...(hasFamily && { hasFamily }) },
      },
    );
  const view = open(true);
  expect(await screen.findByText('The family')).toBeVisible();
  view.unmount();
  open();
  expect(await screen.findByText('The home page')).toBeVisible();
});

test('a student who has become an instructor since the page was opened goes to the new dashboard', async () => {
  renderApp(
    <Routes>
      <Route path="/" element={<p>The home page</p>} />
      <Route element={<RequireUser />}>
        <Route element={<RequireRole role="student" />}>
          <Route path="/dashboard/student" element={<p>The student’s dashboard</p>} />
        </Route>
        <Route element={<RequireRole role="instructor" />}>
          <Route path="/dashboard/instructor" element={<p>The instructor’s dashboard</p>} />
        </Route>
      </Route>
    </Routes>,
    { at: '/dashboard/student', user: student },
  );
  answer('GET /isInstructor', true);

  expect(await screen.findByText('The instructor’s dashboard')).toBeVisible();
});

/** A page whose data is for students. */
function StudentPage() {
  const { data } = useQuery({
    queryKey: ['userStats'],
    queryFn: () => call('GET /userStats', { query: { email: student.email } }),
    staleTime: 0,
  });
  return (
    <>
      <Link to="/">Home</Link>
      {data && <p>{data.cartData} in the cart</p>}
    </>
  );
}

test('who was promoted since they saw their dashboard stays signed in, and comes to the new one', async () => {
  renderApp(
    <Routes>
      <Route path="/" element={<Link to="/dashboard/student">Dashboard</Link>} />
      <Route path="/login" element={<p>The log-in page</p>} />
      <Route path="/dashboard" element={<RequireUser />}>
        <Route index element={<DashboardIndex />} />
        <Route element={<RequireRole role="student" />}>
          <Route path="student" element={<StudentPage />} />
        </Route>
        <Route element={<RequireRole role="instructor" />}>
          <Route path="instructor" element={<p>The instructor’s dashboard</p>} />
        </Route>
      </Route>
    </Routes>,
    { at: '/dashboard/student', user: student },
  );
  answer('GET /userStats', {
    ...{ user: { photo: '', name: student.name, email: student.email }, cartData: 2 },
    ...{ totalEnrolled: 0, totalSpend: 0 },
  });
  expect(await screen.findByText('2 in the cart')).toBeVisible();

  answer('GET /userStats', () => refuse('role_changed'));
  answer('GET /userInfo', { ...student, role: 'instructor' });
  answer('GET /isInstructor', true);
  const renewed = buildToken(student.email, 3_000);
  answer('POST /jwt', { token: renewed });
  await userEvent.click(screen.getByRole('link', { name: 'Home' }));
  await userEvent.click(await screen.findByRole('link', { name: 'Dashboard' }));

  expect(await screen.findByText('The instructor’s dashboard')).toBeVisible();
  await waitFor(() => expect(localStorage.getItem('token')).toBe(renewed));
  expect(location.pathname).toBe('/dashboard/instructor');
});

test('the dashboard’s code loads while the server is asked who is there, but not for visitors', async () => {
  const preload = vi.fn(() => Promise.reject(new Error('offline')));
  const routes = (
    <Routes>
      <Route path="/login" element={<p>The log-in page</p>} />
      <Route element={<RequireUser preload={preload} />}>
        <Route path="/dashboard" element={<p>The dashboard</p>} />
      </Route>
    </Routes>
  );
  const { unmount } = renderApp(routes, { at: '/dashboard' });
  expect(await screen.findByText('The log-in page')).toBeVisible();
  expect(preload).not.toHaveBeenCalled();
  unmount();

  renderApp(routes, { at: '/dashboard', user: student });

  expect(preload).toHaveBeenCalledTimes(1);
  expect(await screen.findByText('The dashboard')).toBeVisible();
});

test('nobody is sent away while the role loads', async () => {
  let finish = () => {};
  const isFinished = new Promise<void>((resolve) => (finish = resolve));
  await openAdminPage('student');
  answer('GET /isInstructor', async () => {
    await isFinished;
    return false;
  });

  expect(await screen.findByRole('status')).toHaveTextContent('Loading');
  expect(document.title).toBe('SPEAKIFYR | Dashboard');
  expect(location.pathname).toBe('/dashboard/users');

  finish();
  await waitFor(() => expect(location.pathname).toBe('/'));
});

test('a role that cannot be loaded is a problem with a Retry button', async () => {
  await openAdminPage('admin');
  answer('GET /userList/admin/:email', () => refuse('unavailable'));

  const retry = await screen.findByRole('button', { name: LABELS.retry });
  expect(screen.getByText('We could not load your account')).toBeVisible();
  expect(document.title).toBe('SPEAKIFYR | Dashboard');
  expect(location.pathname).toBe('/dashboard/users');
  answer('GET /userList/admin/:email', { admin: true });
  await userEvent.click(retry);

  expect(await screen.findByText('The users')).toBeVisible();
});

test('a role check that the server refuses logs out, and the log-in page says why', async () => {
  await openAdminPage('admin');
  answer('GET /userList/admin/:email', () => refuse('not_allowed'));

  await waitFor(() => expect(location.pathname).toBe('/login'));
  expect(
    await screen.findByText(
      /We have logged you out, because your account is not allowed to do that/,
    ),
  ).toBeVisible();
  expect(localStorage.getItem('token')).toBeNull();
});
