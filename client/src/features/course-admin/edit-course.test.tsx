import { ERRORS } from '@speakifyr/contract/errors.ts';
import { LABELS } from '@speakifyr/contract/labels.ts';
import { NOT_ASSIGNED } from '@speakifyr/contract/limits.ts';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { buildClass, buildInstructor } from '../../testing/factories.ts';
import { renderApp } from '../../testing/render.tsx';
import { answer, breakConnection, refuse } from '../../testing/server.ts';
import { EditCourse } from './edit-course.tsx';

const taught = buildClass({ sit: 8, revision: 3 });
const free = buildClass({ instructor: NOT_ASSIGNED, instructor_email: NOT_ASSIGNED });
const priya = buildInstructor({ name: 'Priya Vaidyalingam', email: 'priya@speakifyr.test' });

function renderCourse(course = taught) {
  answer('GET /classes/:id', course);
  answer('GET /newInstructor', [priya]);
  const onUpdated = vi.fn();
  renderApp(<EditCourse id={course._id} listed={undefined} onUpdated={onUpdated} />);
  return { onUpdated };
}

/** Takes every change, and keeps what was sent. */
function acceptChanges() {
  const sent: unknown[] = [];
  answer('PATCH /updateClass/:id', ({ body }) => {
    sent.push(body);
    return { status: true };
  });
  return sent;
}

async function retype(label: string, text: string) {
  const field = await screen.findByLabelText(label);
  await userEvent.clear(field);
  await userEvent.type(field, text);
}

const submit = () => userEvent.click(screen.getByRole('button', { name: 'Update Course' }));

test('a change is sent with the seats and the revision that the form was opened with', async () => {
  const { onUpdated } = renderCourse();
  const sent = acceptChanges();

  await retype('Sit', '12');
  await retype('Price', '199');
  await submit();

  await screen.findByRole('dialog', { name: 'Updated!!!' });
  expect(onUpdated).toHaveBeenCalledOnce();
  expect(sent).toEqual([
    {
      name: 'Sailing on the Lake',
      sit: 12,
      opened_sit: 8,
      revision: 3,
      price: 199,
      assign_room: 8,
      course_tag: 'SAI',
    },
  ]);
});

test('while a course has an instructor, neither instructor nor details are offered', async () => {
  renderCourse();

  expect(await screen.findByText('Maren Solbakk')).toBeVisible();
  expect(screen.queryByLabelText('Select a new Instructor')).toBeNull();
  expect(screen.queryByLabelText('Details')).toBeNull();
});

test('a course without an instructor gets one, and new details', async () => {
  renderCourse(free);
  const sent = acceptChanges();

  await screen.findByRole('option', { name: /Priya/ });
  await userEvent.selectOptions(screen.getByLabelText('Select a new Instructor'), priya.email);
  await retype('Details', 'Six days now.');
  await submit();

  await screen.findByRole('dialog', { name: 'Updated!!!' });
  expect(sent).toMatchObject([
    { inst_email: priya.email, instructor: priya.name, details: 'Six days now.' },
  ]);
});

test('a course may stay without an instructor', async () => {
  renderCourse(free);
  const sent = acceptChanges();

  await retype('Room', '12');
  await submit();

  await screen.findByRole('dialog', { name: 'Updated!!!' });
  expect(sent).toMatchObject([{ inst_email: NOT_ASSIGNED, assign_room: 12 }]);
});

test('a new enrollment is not overwritten: the form shows the new number and keeps the rest', async () => {
  const { onUpdated } = renderCourse();
  answer('PATCH /updateClass/:id', () => refuse('seats_changed', { sit: 7 }));

  await retype('Price', '199');
  await submit();

  expect(await screen.findByText(/7 seats are left now/)).toBeVisible();
  expect(screen.getByLabelText('Sit')).toHaveValue(7);
  expect(screen.getByLabelText('Sit')).toHaveFocus();
  expect(screen.getByLabelText('Price')).toHaveValue(199);
  expect(onUpdated).not.toHaveBeenCalled();

  const sent = acceptChanges();
  await submit();

  await screen.findByRole('dialog', { name: 'Updated!!!' });
  expect(sent).toMatchObject([{ sit: 7, opened_sit: 7, price: 199 }]);
});

test('a number of seats that the admin typed is kept for them to check', async () => {
  renderCourse();
  answer('PATCH /updateClass/:id', () => refuse('seats_changed', { sit: 1 }));

  await retype('Sit', '20');
  await submit();

  expect(await screen.findByText(/1 seat is left now/)).toBeVisible();
  expect(screen.getByLabelText('Sit')).toHaveValue(20);
});

test('another admin’s change is shown before the course can be changed again', async () => {
  renderCourse();
  answer('PATCH /updateClass/:id', () => refuse('class_changed'));

  await retype('Price', '199');
  await submit();
  expect(await screen.findByText(/Somebody else has changed this class/)).toBeVisible();

  answer('GET /classes/:id', buildClass({ name: 'Sailing, twice', revision: 4 }));
  await userEvent.click(screen.getByRole('button', { name: 'Show the course as it is now' }));

  await waitFor(() => expect(screen.getByLabelText('Name')).toHaveValue('Sailing, twice'));
  const sent = acceptChanges();
  await submit();
  await screen.findByRole('dialog', { name: 'Updated!!!' });
  expect(sent).toMatchObject([{ name: 'Sailing, twice', revision: 4 }]);
});

test('a tag that is taken shows an error next to the tag', async () => {
  renderCourse();
  answer('PATCH /updateClass/:id', () => refuse('tag_taken'));

  await retype('Tag', 'CHS');
  await submit();

  expect(await screen.findByText(ERRORS.tag_taken.message)).toBeVisible();
  expect(screen.getByLabelText('Tag')).toBeInvalid();
});

test('a course that is gone leads back to the list', async () => {
  answer('GET /classes/:id', () => refuse('not_found'));
  renderApp(<EditCourse id={taught._id} listed={undefined} onUpdated={vi.fn()} />);

  expect(await screen.findByText('This course no longer exists')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Back to the courses' })).toHaveAttribute(
    'href',
    '/dashboard/updateCourse',
  );
});

test('a failed load says so and can be retried', async () => {
  breakConnection('GET /classes/:id');
  renderApp(<EditCourse id={taught._id} listed={taught} onUpdated={vi.fn()} />);
  expect(await screen.findByText('The course could not be loaded')).toBeVisible();

  answer('GET /classes/:id', taught);
  await userEvent.click(screen.getByRole('button', { name: LABELS.retry }));

  expect(await screen.findByLabelText('Name')).toHaveValue('Sailing on the Lake');
});
