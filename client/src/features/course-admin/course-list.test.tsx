import { LABELS } from '@speakifyr/contract/labels.ts';
import { NOT_ASSIGNED } from '@speakifyr/contract/limits.ts';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { buildAdminClass } from '../../testing/factories.ts';
import { renderApp } from '../../testing/render.tsx';
import { answer, breakConnection, refuse } from '../../testing/server.ts';
import { NEXT_YEAR } from '../../testing/today.ts';
import { CourseList } from './course-list.tsx';

const taught = buildAdminClass({ openHolds: 2 });
const free = { ...taught, instructor: NOT_ASSIGNED, instructor_email: NOT_ASSIGNED };
const CANNOT_REMOVE = 'Cannot Remove! Firstly Unassign Instructor In Update Instructor';

const pressDelete = async () =>
  userEvent.click(await screen.findByRole('button', { name: 'Delete Sailing on the Lake' }));

test('a course is shown with its figures and a link to its form', async () => {
  answer('GET /adminClasses', [taught]);
  renderApp(<CourseList />);

  expect(await screen.findByRole('heading', { name: 'Sailing on the Lake' })).toBeVisible();
  expect(screen.getByText('SAI')).toBeVisible();
  expect(screen.getByText('Maren Solbakk')).toBeVisible();
  expect(screen.getByText('249 tk')).toBeVisible();
  expect(screen.getByText(`02/08/${NEXT_YEAR}`)).toBeVisible();
  expect(screen.getByText(`06/08/${NEXT_YEAR}`)).toBeVisible();
  expect(screen.getByRole('link', { name: /Update Course/ })).toHaveAttribute(
    'href',
    `/dashboard/updateCourse/${taught._id}`,
  );
  expect(
    screen.getByRole('link', { name: 'Open holds: 2 of Sailing on the Lake' }),
  ).toHaveAttribute('href', `/dashboard/updateCourse/${taught._id}/holds`);
});

test('a course with an instructor cannot be deleted, and nothing is asked', async () => {
  answer('GET /adminClasses', [taught]);
  renderApp(<CourseList />);

  await pressDelete();

  await screen.findByRole('dialog', { name: CANNOT_REMOVE });
  expect(screen.queryByRole('button', { name: 'Yes, Delete!' })).toBeNull();
});

test('a course that has just been given an instructor cannot be deleted either', async () => {
  answer('GET /adminClasses', [free]);
  answer('DELETE /removeCourse/:id', () => refuse('instructor_assigned'));
  renderApp(<CourseList />);

  await pressDelete();
  await userEvent.click(await screen.findByRole('button', { name: 'Yes, Delete!' }));

  await screen.findByRole('dialog', { name: CANNOT_REMOVE });
});

test('a course without an instructor is deleted after a confirmation', async () => {
  answer('GET /adminClasses', [free]);
  const removed: unknown[] = [];
  answer('DELETE /removeCourse/:id', ({ params }) => {
    removed.push(params['id']);
    answer('GET /adminClasses', []);
    return { status: true };
  });
  const { queryClient } = renderApp(<CourseList />);
  for (const key of ['classes', 'popularcl', 'adminStats']) queryClient.setQueryData([key], []);

  await pressDelete();
  expect(removed).toEqual([]);
  await userEvent.click(await screen.findByRole('button', { name: 'Yes, Delete!' }));

  await screen.findByRole('dialog', { name: 'Deleted!' });
  expect(removed).toEqual([free._id]);
  expect(await screen.findByText('No courses yet')).toBeInTheDocument();
  for (const key of ['classes', 'popularcl', 'adminStats'])
    expect(queryClient.getQueryState([key])?.isInvalidated, key).toBe(true);
});

test('a failed load says so and can be retried', async () => {
  breakConnection('GET /adminClasses');
  renderApp(<CourseList />);
  expect(await screen.findByText('The courses could not be loaded')).toBeVisible();

  answer('GET /adminClasses', [free]);
  await userEvent.click(screen.getByRole('button', { name: LABELS.retry }));

  expect(await screen.findByText('Not Assigned')).toBeVisible();
});
