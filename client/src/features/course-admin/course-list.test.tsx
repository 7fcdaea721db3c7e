import { LABELS } from '@speakifyr/contract/labels.ts';
import { NOT_ASSIGNED } from '@speakifyr/contract/limits.ts';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { formatDay } from '../../lib/format.ts';
import { buildAdminClass } from '../../testing/factories.ts';
import { findDialog } from '../../testing/find-dialog.ts';
import { renderApp } from '../../testing/render.tsx';
import { answer, breakConnection, refuse } from '../../testing/server.ts';
import { nextYear } from '../../testing/today.ts';
import { CourseList } from './course-list.tsx';

const taught = buildAdminClass({ openHolds: 2 });
const free = { ...taught, instructor: NOT_ASSIGNED, instructor_email: NOT_ASSIGNED };
const CANNOT_REMOVE = 'Cannot Remove! Firstly Unassign Instructor In Update Instructor';

const pressDelete = async () =>
  userEvent.click(await screen.findByRole('button', { name: 'Delete Sailing on the Lake' }));

const typeName = async (text: string) => {
  const field = await screen.findByLabelText('Type “Sailing on the Lake” to delete it');
  await userEvent.clear(field);
  await userEvent.type(field, text);
};

test('a course is shown with its figures and a link to its form', async () => {
  answer('GET /adminClasses', [taught]);
  renderApp(<CourseList onDuplicated={vi.fn()} />);

  expect(await screen.findByRole('heading', { name: 'Sailing on the Lake' })).toBeVisible();
  expect(screen.getByText('SAI')).toBeVisible();
  expect(screen.getByText('Maren Solbakk')).toBeVisible();
  expect(screen.getByText('249 tk')).toBeVisible();
  expect(screen.getByText(formatDay(nextYear('08-02')))).toBeVisible();
  expect(screen.getByText(formatDay(nextYear('08-06')))).toBeVisible();
  expect(screen.getByRole('link', { name: /Update Course/ })).toHaveAttribute(
    'href',
    `/dashboard/updateCourse/${taught._id}`,
  );
  expect(
    screen.getByRole('link', { name: 'Students: 0, open holds: 2 of Sailing on the Lake' }),
  ).toHaveAttribute('href', `/dashboard/classes/${taught._id}`);
});

test('a course with an instructor cannot be deleted, and nothing is asked', async () => {
  answer('GET /adminClasses', [taught]);
  renderApp(<CourseList onDuplicated={vi.fn()} />);

  await pressDelete();

  await screen.findByRole('dialog', { name: CANNOT_REMOVE });
  expect(screen.queryByRole('button', { name: 'Yes, Delete!' })).toBeNull();
});

test('a course that has just been given an instructor cannot be deleted either', async () => {
  answer('GET /adminClasses', [free]);
  answer('DELETE /removeCourse/:id', () => refuse('instructor_assigned'));
  renderApp(<CourseList onDuplicated={vi.fn()} />);

  await pressDelete();
  await typeName('Sailing on the Lake');
  await userEvent.click(await screen.findByRole('button', { name: 'Yes, Delete!' }));

  await screen.findByRole('dialog', { name: CANNOT_REMOVE });
});

test('a course without an instructor is deleted after its name was typed', async () => {
  answer('GET /adminClasses', [free]);
  const removed: unknown[] = [];
  answer('DELETE /removeCourse/:id', ({ params }) => {
    removed.push(params['id']);
    answer('GET /adminClasses', []);
    return { status: true };
  });
  const { queryClient } = renderApp(<CourseList onDuplicated={vi.fn()} />);
  for (const key of ['classes', 'popularcl', 'adminStats']) queryClient.setQueryData([key], []);

  await pressDelete();
  await typeName('Something else');
  await userEvent.click(screen.getByRole('button', { name: 'Yes, Delete!' }));
  expect(await screen.findByText('Please type Sailing on the Lake')).toBeVisible();
  expect(removed).toEqual([]);
  await typeName(' sailing on the lake');
  await userEvent.click(await screen.findByRole('button', { name: 'Yes, Delete!' }));

  await screen.findByRole('dialog', { name: 'Deleted!' });
  expect(removed).toEqual([free._id]);
  expect(await screen.findByText('No courses yet')).toBeInTheDocument();
  for (const key of ['classes', 'popularcl', 'adminStats'])
    expect(queryClient.getQueryState([key])?.isInvalidated, key).toBe(true);
});

test('the question before it says who has paid, how much, and what happens to them', async () => {
  answer('GET /adminClasses', [free]);
  renderApp(<CourseList onDuplicated={vi.fn()} />);
  await screen.findByRole('button', { name: 'Delete Sailing on the Lake' });
  // Somebody has paid since the list was loaded.
  answer('GET /adminClasses', [{ ...free, enrolled: 3, paid: 747, openHolds: 1 }]);

  await pressDelete();
  const dialog = await findDialog('Delete Sailing on the Lake?');
  expect(dialog).toHaveTextContent('3 students paid $747 USD in all.');
  expect(dialog).toHaveTextContent('cancel the class on its page under Classes instead');
  expect(dialog).toHaveTextContent('They can still see the course');
  expect(dialog).toHaveTextContent('We email each of them that the course is canceled.');
  expect(dialog).toHaveTextContent('1 seat is held and not paid yet.');
  expect(screen.getByRole('button', { name: 'Yes, Delete!' })).toHaveClass('btn-error');
  await userEvent.click(screen.getByRole('button', { name: LABELS.cancel }));
});

test('a course is copied for next year, and the copy is opened', async () => {
  answer('GET /adminClasses', [taught]);
  answer('POST /duplicateCourse/:id', ({ params }) => {
    expect(params['id']).toBe(taught._id);
    return { status: true, insertedId: 'e'.repeat(24) };
  });
  const onDuplicated = vi.fn();
  renderApp(<CourseList onDuplicated={onDuplicated} />);

  await userEvent.click(
    await screen.findByRole('button', { name: 'Copy for next year: Sailing on the Lake' }),
  );

  await screen.findByRole('dialog', { name: 'Copied as a draft' });
  expect(onDuplicated).toHaveBeenCalledExactlyOnceWith('e'.repeat(24));
});

test('a draft is marked, and published after a confirmation; in the past only after another one', async () => {
  const draft = { ...free, isDraft: true };
  answer('GET /adminClasses', [draft]);
  const sent: unknown[] = [];
  answer('POST /publishCourse/:id', ({ body }) => {
    sent.push(body);
    if (sent.length === 1) return refuse('starts_in_past');
    answer('GET /adminClasses', [free]);
    return { status: true };
  });
  renderApp(<CourseList onDuplicated={vi.fn()} />);

  expect(await screen.findByRole('heading', { name: 'Drafts' })).toBeVisible();
  expect(screen.getByText('Draft: not public')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Publish: Sailing on the Lake' }));
  expect(sent).toEqual([]);
  await userEvent.click(await screen.findByRole('button', { name: 'Yes, Publish!' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Yes, Publish It!' }));

  await screen.findByRole('dialog', { name: 'Published!' });
  expect(sent).toEqual([{}, { confirm_past: true }]);
  expect(screen.queryByText('Draft: not public')).toBeNull();
});

test('a failed load says so and can be retried', async () => {
  breakConnection('GET /adminClasses');
  renderApp(<CourseList onDuplicated={vi.fn()} />);
  expect(await screen.findByText('The courses could not be loaded')).toBeVisible();

  answer('GET /adminClasses', [free]);
  await userEvent.click(screen.getByRole('button', { name: LABELS.retry }));

  expect(await screen.findByText('Not Assigned')).toBeVisible();
});
