import { LABELS } from '@speakifyr/contract/labels.ts';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { useSession } from '../../session/auth.tsx';
import { renderApp, student } from '../../testing/render.tsx';
import { answer, refuse } from '../../testing/server.ts';
import { StudentHome } from './student-home.tsx';

const FAMILY = { hasClass: false, invitations: 0 };
const FIGURES = { cartData: 2, totalEnrolled: 1, totalSpend: 165.5 };

function answerFigures(figures = FIGURES) {
  const { name, email, photo } = student;
  answer('GET /userStats', { user: { name, email, photo }, ...figures });
}

function Page({ held = 2 }: { held?: number }) {
  const { user } = useSession();
  return user && <StudentHome user={user} held={held} family={FAMILY} />;
}

function renderHome(figures = FIGURES, held = figures.cartData) {
  answerFigures(figures);
  return renderApp(<Page held={held} />, { user: student });
}

test('a student sees who they are and what they have', async () => {
  renderHome();

  expect(await screen.findByRole('heading', { name: student.name })).toBeVisible();
  expect(screen.getByText(student.email)).toBeVisible();
  expect(await screen.findByRole('link', { name: 'Selected Courses 2' })).toHaveAttribute(
    'href',
    '/dashboard/myclasses',
  );
  expect(screen.getByRole('link', { name: 'Enrolled Courses 1' })).toHaveAttribute(
    'href',
    '/dashboard/enroll',
  );
  expect(screen.getByText('165.50 tk')).toBeVisible();
});

test('Update Profile leads to the form', async () => {
  renderHome();

  expect(await screen.findByRole('link', { name: 'Update Profile' })).toHaveAttribute(
    'href',
    '/dashboard/profile',
  );
});

test('a held seat is the next step', async () => {
  renderHome();

  expect(await screen.findByRole('heading', { name: '2 seats are held for you' })).toBeVisible();
  expect(screen.getByText('Pay before the time is up to keep them.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Go and pay' })).toHaveAttribute(
    'href',
    '/dashboard/myclasses',
  );
});

test('a seat whose payment a bank is working on is selected, and nothing is left to do about it', async () => {
  renderHome(FIGURES, 0);

  expect(await screen.findByRole('link', { name: 'Selected Courses 2' })).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Go and pay' })).toBeNull();
});

test('a new student sees a link to the classes', async () => {
  renderHome({ cartData: 0, totalEnrolled: 0, totalSpend: 0 });

  expect(await screen.findByRole('link', { name: LABELS.seeAllClasses })).toHaveAttribute(
    'href',
    '/classes',
  );
});

test('if the figures do not load, the profile is still there, with a Retry button', async () => {
  answer('GET /userStats', () => refuse('internal'));
  renderApp(<Page />, { user: student });

  const retry = await screen.findByRole('button', { name: LABELS.retry });
  expect(screen.getByRole('heading', { name: student.name })).toBeVisible();
  answerFigures();
  await userEvent.click(retry);

  expect(await screen.findByText('165.50 tk')).toBeVisible();
});
