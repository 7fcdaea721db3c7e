import { LABELS } from '@speakifyr/contract/labels.ts';
import { NOT_ASSIGNED } from '@speakifyr/contract/limits.ts';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { buildInstructor, buildTaughtCourse } from '../../testing/factories.ts';
import { renderApp } from '../../testing/render.tsx';
import { answer, breakConnection, refuse } from '../../testing/server.ts';
import { UpdateInstructor } from './update-instructor.tsx';

const maren = buildInstructor();
const freeMaren = buildInstructor({
  courseID: NOT_ASSIGNED,
  course: NOT_ASSIGNED,
  tag: NOT_ASSIGNED,
});

const findButton = (name: RegExp) => screen.findByRole('button', { name });
const press = async (name: RegExp) => userEvent.click(await findButton(name));

test('an instructor with a course can be unassigned and not removed', async () => {
  answer('GET /getInstructors', [maren]);
  renderApp(<UpdateInstructor />);

  expect(await screen.findByText('Assigned')).toBeVisible();
  expect(screen.getByText(maren.email)).toBeVisible();
  expect(screen.getByText('Sailing on the Lake')).toBeVisible();
  expect(screen.getByText('SAI')).toBeVisible();
  expect(await findButton(/Unassign/)).toBeEnabled();
  expect(await findButton(/Remove/)).toBeDisabled();
});

test('an instructor without a course can be removed and not unassigned', async () => {
  answer('GET /getInstructors', [freeMaren]);
  renderApp(<UpdateInstructor />);

  expect(await screen.findByText('Not Assigned')).toBeVisible();
  expect(await findButton(/Unassign/)).toBeDisabled();
  expect(await findButton(/Remove/)).toBeEnabled();
  expect(screen.queryByText(NOT_ASSIGNED)).toBeNull();
});

test('admins see which instructors are not public yet, because they have written nothing', async () => {
  answer('GET /getInstructors', [buildInstructor({ details: '' })]);
  renderApp(<UpdateInstructor />);

  expect(await screen.findByText('No page yet')).toBeVisible();
});

test('an instructor with a page has no such badge', async () => {
  answer('GET /getInstructors', [maren]);
  renderApp(<UpdateInstructor />);

  expect(await screen.findByText('Assigned')).toBeVisible();
  expect(screen.queryByText('No page yet')).toBeNull();
});

test('a course is unassigned after a confirmation, and then the instructor can be removed', async () => {
  answer('GET /getInstructors', [maren]);
  answer('PATCH /unassignCourse/:id', ({ params }) => {
    answer('GET /getInstructors', params['id'] === maren._id ? [freeMaren] : [maren]);
    return { status: true };
  });
  const { queryClient } = renderApp(<UpdateInstructor />);
  for (const key of ['adminClasses', 'classes', 'newInstructor', 'instructors'])
    queryClient.setQueryData([key], []);

  await press(/Unassign/);
  await press(/Yes, Unassign!/);

  await screen.findByRole('dialog', { name: 'Unassigned!' });
  await waitFor(() =>
    expect(
      screen.getByRole('button', { name: new RegExp(LABELS.remove), hidden: true }),
    ).toBeEnabled(),
  );
  for (const key of ['adminClasses', 'classes', 'newInstructor', 'instructors'])
    expect(queryClient.getQueryState([key])?.isInvalidated, key).toBe(true);
});

test('of several courses, the one whose button was pressed is unassigned', async () => {
  const kites = buildTaughtCourse({ _id: 'e'.repeat(24), name: 'Kites', tag: 'KIT' });
  const sent: unknown[] = [];
  answer('GET /getInstructors', [buildInstructor({ courses: [buildTaughtCourse(), kites] })]);
  answer('PATCH /unassignCourse/:id', ({ query }) => {
    sent.push(query);
    answer('GET /getInstructors', [maren]);
    return { status: true };
  });
  renderApp(<UpdateInstructor />);

  expect(await findButton(/Remove/)).toBeDisabled();
  await press(/Unassign KIT/);
  await screen.findByRole('dialog', { name: 'Unassign Maren Solbakk from Kites?' });
  await press(/Yes, Unassign!/);

  await screen.findByRole('dialog', { name: 'Unassigned!' });
  expect(sent).toEqual([{ classId: kites._id }]);
});

test('the instructor whose button was pressed is removed after a confirmation', async () => {
  const olga = buildInstructor({ ...freeMaren, _id: 'f'.repeat(24), name: 'Olga Brandt' });
  const removed: unknown[] = [];
  answer('GET /getInstructors', [freeMaren, olga]);
  answer('DELETE /removeInstructor/:id', ({ params }) => {
    removed.push(params['id']);
    answer('GET /getInstructors', []);
    return { status: true };
  });
  renderApp(<UpdateInstructor />);

  await press(/Remove ?Olga Brandt/);
  await screen.findByRole('dialog', { name: 'Remove Olga Brandt?' });
  await press(/Yes, Remove!/);

  await screen.findByRole('dialog', { name: 'Instructor Removed' });
  expect(removed).toEqual([olga._id]);
  expect(await screen.findByText('No instructors yet')).toBeInTheDocument();
});

test('a failed removal shows the words of the spec', async () => {
  answer('GET /getInstructors', [freeMaren]);
  answer('DELETE /removeInstructor/:id', () => refuse('instructor_assigned'));
  renderApp(<UpdateInstructor />);

  await press(/Remove/);
  await press(/Yes, Remove!/);

  await screen.findByRole('dialog', { name: 'Something went wrong ! Try Again' });
});

test('a failed load says so', async () => {
  breakConnection('GET /getInstructors');
  renderApp(<UpdateInstructor />);

  expect(await screen.findByText('The instructors could not be loaded')).toBeVisible();
});
