import { join } from 'node:path';
import { LABELS } from '@speakifyr/contract/labels.ts';
import { DEFAULT_REFUND_TERMS } from '@speakifyr/contract/refund-terms.ts';
import { readMarkdown } from '@speakifyr/contract/read-markdown.ts';
import { SCHOOL, SCHOOL_ADDRESS } from '@speakifyr/contract/school.ts';
import type { PageText } from '@speakifyr/contract/text-parts.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { readFirstTexts } from '../../build/first-texts.ts';
import { location, renderApp, signInBefore, student } from '../testing/render.tsx';
import { answer, refuse } from '../testing/server.ts';
import { AppRoutes } from './routes.tsx';

const FIRST_TEXTS = readFirstTexts(join(import.meta.dirname, '../..'));
const STATS = { user: student, cartData: 0, totalEnrolled: 0, totalSpend: 0 };

function answerStudentHome() {
  answer('GET /userStats', STATS);
  answer('GET /myclass', []);
}

/** Home's sections, which load as they come near: in a test all are. */
function answerHome() {
  answer('GET /popularclass', []);
  answer('GET /classes', []);
  answer('GET /instructors', []);
}

// Rules: R74.
test('a visitor at the dashboard logs in first, then comes back to the same page', async () => {
  renderApp(<AppRoutes />, { at: '/dashboard/myclasses?page=2' });

  expect(await screen.findByRole('heading', { name: 'Welcome back' })).toBeVisible();
  expect(location.pathname).toBe('/login');
  expect(location.state).toMatchObject({
    from: { pathname: '/dashboard/myclasses', search: '?page=2' },
  });
});

test('while the session loads, neither the page nor the log-in is shown', async () => {
  answerStudentHome();
  renderApp(<AppRoutes />, { at: '/dashboard/student', user: student });

  expect(screen.getByRole('status', { name: '' })).toHaveTextContent('Loading');
  expect(location.pathname).toBe('/dashboard/student');
  expect(await screen.findByRole('heading', { level: 1, name: student.name })).toBeVisible();
});

test('/dashboard goes to the home page of the role', async () => {
  answerStudentHome();
  renderApp(<AppRoutes />, { at: '/dashboard', user: student });

  await waitFor(() => expect(location.pathname).toBe('/dashboard/student'));
  expect(await screen.findByRole('heading', { level: 1, name: student.name })).toBeVisible();
});

test.each(['instructor', 'admin'] as const)(
  'an %s goes to the home page from a student’s page',
  async (role) => {
    answerHome();
    renderApp(<AppRoutes />, { at: '/dashboard/enroll', user: { ...student, role } });

    await waitFor(() => expect(location.pathname).toBe('/'));
    expect(location.state).toMatchObject({ from: { pathname: '/dashboard/enroll' } });
  },
);

test('if the account cannot be loaded, the dashboard says so and can retry', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  signInBefore(student);
  answer('GET /userInfo', () => refuse('unavailable'));
  answerStudentHome();
  renderApp(<AppRoutes />, { at: '/dashboard/student' });
  expect(await screen.findByText('We could not load your account')).toBeVisible();

  answer('GET /userInfo', student);
  await userEvent.click(screen.getByRole('button', { name: LABELS.retry }));

  expect(await screen.findByRole('heading', { level: 1, name: student.name })).toBeVisible();
});

test('an address without a page shows the 404 picture and a link home', async () => {
  renderApp(<AppRoutes />, { at: '/nowhere' });

  expect(await screen.findByRole('img', { name: /404/ })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Back to the home page' })).toHaveAttribute('href', '/');
});

test('the navigation bar has Log In for visitors, and it remembers the page', async () => {
  renderApp(<AppRoutes />, { at: '/nowhere' });
  await screen.findByRole('img', { name: /404/ });
  const bar = within(screen.getByRole('banner'));
  for (const name of ['Home', 'Instructors', 'Classes'])
    expect(bar.getAllByRole('link', { name })[0]).toBeVisible();
  expect(bar.queryByRole('link', { name: 'Dashboard' })).not.toBeInTheDocument();

  await userEvent.click(getFirst(bar.getAllByRole('link', { name: LABELS.logIn })));

  await screen.findByRole('heading', { name: 'Welcome back' });
  expect(location.state).toMatchObject({ from: { pathname: '/nowhere' } });
});

test('for signed-in people the bar has their dashboard, their name and Log Out', async () => {
  answerHome();
  renderApp(<AppRoutes />, { at: '/nowhere', user: { ...student, role: 'instructor' } });

  const bar = within(screen.getByRole('banner'));
  const [dashboard] = await bar.findAllByRole('link', { name: 'Dashboard' });
  expect(dashboard).toHaveAttribute('href', '/dashboard/instructor');
  expect(bar.getAllByText(student.name)[0]).toBeVisible();
  expect(bar.queryByRole('link', { name: LABELS.logIn })).not.toBeInTheDocument();

  await userEvent.click(getFirst(bar.getAllByRole('button', { name: LABELS.logOut })));

  await waitFor(() => expect(location.pathname).toBe('/'));
  expect(await bar.findAllByRole('link', { name: LABELS.logIn })).not.toHaveLength(0);
});

test('the small menu opens and closes, also by keyboard', async () => {
  renderApp(<AppRoutes />, { at: '/nowhere' });
  const button = screen.getByRole('button', { name: LABELS.openMenu });

  await userEvent.click(button);
  expect(button).toHaveAttribute('aria-expanded', 'true');
  expect(screen.getAllByRole('navigation', { name: 'Main' })).toHaveLength(2);

  await userEvent.keyboard('{Escape}');
  expect(button).toHaveAttribute('aria-expanded', 'false');
  expect(button).toHaveFocus();
});

test('the footer names the project, four networks in new tabs, and the year', async () => {
  renderApp(<AppRoutes />, { at: '/nowhere' });

  const footer = within(screen.getByRole('contentinfo'));
  expect(footer.getByText('A Summer Camping Project')).toBeVisible();
  expect(footer.getByText(new RegExp(`© ${new Date().getFullYear()}`))).toBeVisible();
  const links = footer.getAllByRole('link', { name: /opens in a new tab/ });
  expect(links.map((link) => link.getAttribute('aria-label'))).toEqual(
    ['Facebook', 'LinkedIn', 'Instagram', 'GitHub'].map((name) => `${name} (opens in a new tab)`),
  );
  for (const link of links) expect(link).toHaveAttribute('target', '_blank');
});

test.each([
  ['About the camp', '/about', 'About the camp'],
  ['Questions', '/questions', 'Questions parents ask'],
  ['Contact', '/contact', 'Contact'],
  ['Terms', '/terms', 'Terms'],
  ['Refund policy', '/refund-policy', 'Refund policy'],
  ['Privacy', '/privacy', 'Privacy'],
])('the footer leads to %s, which names the school’s address', async (name, path, heading) => {
  answer('GET /refundPolicy', DEFAULT_REFUND_TERMS);
  answer('GET /texts/:name', ({ params }) => ({
    version: SCHOOL.termsDate,
    parts: readMarkdown(FIRST_TEXTS[params['name'] as PageText], SCHOOL),
  }));
  renderApp(<AppRoutes />, { at: '/nowhere' });
  const footer = within(screen.getByRole('contentinfo'));

  await userEvent.click(footer.getByRole('link', { name }));

  expect(await screen.findByRole('heading', { level: 1, name: heading })).toBeVisible();
  expect(location.pathname).toBe(path);
  const main = screen.getByRole('main');
  expect(main).toHaveTextContent(SCHOOL_ADDRESS);
  expect(main).not.toHaveTextContent('{{');
});

test('after a page change the focus is on the new page', async () => {
  answer('GET /instructors', []);
  renderApp(<AppRoutes />, { at: '/nowhere' });
  const bar = within(screen.getByRole('banner'));

  await userEvent.click(getFirst(bar.getAllByRole('link', { name: 'Instructors' })));

  expect(await screen.findByRole('heading', { name: 'Our Instructors' })).toBeVisible();
  await waitFor(() => expect(screen.getByRole('main')).toHaveFocus());
});

function getFirst<T>([first]: T[]): T {
  if (!first) throw new Error('There is none');
  return first;
}
