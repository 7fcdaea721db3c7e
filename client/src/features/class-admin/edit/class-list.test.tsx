import { LABELS } from '@speakifyr/contract/labels.ts';
import { NOT_ASSIGNED } from '@speakifyr/contract/limits.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { closeDialog } from '../../../lib/dialogs.ts';
import { formatDays } from '../../../lib/format.ts';
import { buildAdminClass } from '../../../testing/factories.ts';
import { findDialog } from '../../../testing/find-dialog.ts';
import { location, renderApp } from '../../../testing/render.tsx';
import { answer, breakConnection, pageOf, refuse } from '../../../testing/server.ts';
import { slowTest } from '../../../testing/slow-tests.ts';
import { nextYear } from '../../../testing/today.ts';
import { ClassList } from './class-list.tsx';

const taught = buildAdminClass({ openHolds: 2 });
const free = { ...taught, instructor: NOT_ASSIGNED, instructor_email: NOT_ASSIGNED };
const CANNOT_REMOVE = 'Cannot Remove! Firstly Unassign Instructor In Update Instructor';

const pressArchive = async () =>
  userEvent.click(await screen.findByRole('button', { name: 'Archive Sailing on the Lake' }));

const typeName = async (text: string) => {
  const field = await screen.findByLabelText('Type “Sailing on the Lake” to archive it');
  await userEvent.clear(field);
  await userEvent.type(field, text);
};

beforeEach(() => answer('GET /seasons', ['2028', '2027']));

// Rules: R26, R69, R260, R275.
test('a course is shown with its figures and a link to its form', async () => {
  answer('GET /adminClasses', [taught]);
  renderApp(<ClassList onDuplicated={vi.fn()} />);

  expect((await screen.findAllByText('Sailing on the Lake'))[0]).toBeVisible();
  expect(screen.getByText('SAI')).toBeVisible();
  expect(screen.getByText('Maren Solbakk')).toBeVisible();
  expect(screen.getByText('249 tk')).toBeVisible();
  expect(screen.getByText(formatDays(nextYear('08-02'), nextYear('08-06')))).toBeVisible();
  expect(screen.getByRole('link', { name: /Update Course/ })).toHaveAttribute(
    'href',
    `/dashboard/updateCourse/${taught._id}`,
  );
  expect(
    screen.getByRole('link', { name: 'Sit Left 8 0 enrolled, 2 held in Sailing on the Lake' }),
  ).toHaveAttribute('href', `/dashboard/classes/${taught._id}`);
});

test('a course with an instructor cannot be archived, and nothing is asked', async () => {
  answer('GET /adminClasses', [taught]);
  renderApp(<ClassList onDuplicated={vi.fn()} />);

  await pressArchive();

  await screen.findByRole('dialog', { name: CANNOT_REMOVE });
  expect(screen.queryByRole('button', { name: 'Yes, Archive!' })).toBeNull();
});

slowTest('a course that has just been given an instructor cannot be archived either', async () => {
  answer('GET /adminClasses', [free]);
  answer('DELETE /removeCourse/:id', () => refuse('instructor_assigned'));
  renderApp(<ClassList onDuplicated={vi.fn()} />);

  await pressArchive();
  await typeName('Sailing on the Lake');
  await userEvent.click(await screen.findByRole('button', { name: 'Yes, Archive!' }));

  await screen.findByRole('dialog', { name: CANNOT_REMOVE });
});

slowTest('a course without an instructor is archived after its name was typed', async () => {
  answer('GET /adminClasses', [free]);
  const removed: unknown[] = [];
  answer('DELETE /removeCourse/:id', ({ params }) => {
    removed.push(params['id']);
    answer('GET /adminClasses', []);
    return { status: true };
  });
  const { queryClient } = renderApp(<ClassList onDuplicated={vi.fn()} />);
  for (const key of ['GET /classes', 'popularcl', 'GET /adminStats'])
    queryClient.setQueryData([key], []);

  await pressArchive();
  await typeName('Something else');
  await userEvent.click(screen.getByRole('button', { name: 'Yes, Archive!' }));
  expect(await screen.findByText('Please type Sailing on the Lake')).toBeVisible();
  expect(removed).toEqual([]);
  await typeName(' sailing on the lake');
  await userEvent.click(await screen.findByRole('button', { name: 'Yes, Archive!' }));

  await screen.findByRole('dialog', { name: 'Archived!' });
  expect(removed).toEqual([free._id]);
  expect(await screen.findByText('No classes yet')).toBeInTheDocument();
  for (const key of ['GET /classes', 'popularcl', 'GET /adminStats'])
    expect(queryClient.getQueryState([key])?.isInvalidated, key).toBe(true);
});

test('the question before it says who has paid, how much, and what happens to them', async () => {
  answer('GET /adminClasses', [free]);
  renderApp(<ClassList onDuplicated={vi.fn()} />);
  await screen.findByRole('button', { name: 'Archive Sailing on the Lake' });
  // Somebody has paid since the list was loaded.
  answer('GET /adminClasses', [{ ...free, enrolled: 3, paid: 747, openHolds: 1 }]);

  await pressArchive();
  const dialog = await findDialog('Archive Sailing on the Lake?');
  expect(dialog).toHaveTextContent('3 students paid $747 USD in all.');
  expect(dialog).toHaveTextContent('cancel the class on its page under Classes instead');
  expect(dialog).toHaveTextContent('They can still see the course');
  expect(dialog).toHaveTextContent(
    'We email each of them that the course is canceled. Home lists those to call.',
  );
  expect(dialog).toHaveTextContent('1 seat is held and not paid yet.');
  expect(screen.getByRole('button', { name: 'Yes, Archive!' })).toHaveClass('btn-error');
  await userEvent.click(screen.getByRole('button', { name: LABELS.cancel }));
});

test('a course is copied for next year, and the copy is opened', async () => {
  answer('GET /adminClasses', [taught]);
  answer('POST /duplicateCourse/:id', ({ params }) => {
    expect(params['id']).toBe(taught._id);
    return { status: true, insertedId: 'e'.repeat(24) };
  });
  const onDuplicated = vi.fn();
  renderApp(<ClassList onDuplicated={onDuplicated} />);

  await userEvent.click(
    await screen.findByRole('button', { name: 'Copy for next year: Sailing on the Lake' }),
  );

  await screen.findByRole('dialog', { name: 'Copied as a draft' });
  expect(onDuplicated).toHaveBeenCalledExactlyOnceWith('e'.repeat(24));
});

test('a course is copied to next week with one click', async () => {
  answer('GET /adminClasses', [taught]);
  const sent: unknown[] = [];
  answer('POST /duplicateCourse/:id', ({ query }) => {
    sent.push(query);
    return { status: true, insertedId: 'e'.repeat(24) };
  });
  const onDuplicated = vi.fn();
  renderApp(<ClassList onDuplicated={onDuplicated} />);

  await userEvent.click(
    await screen.findByRole('button', { name: 'Copy to next week: Sailing on the Lake' }),
  );

  await screen.findByRole('dialog', { name: 'Copied as a draft' });
  expect(sent).toEqual([{ to: 'week' }]);
  expect(onDuplicated).toHaveBeenCalledOnce();
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
  renderApp(<ClassList onDuplicated={vi.fn()} />);

  expect(await screen.findByText('Draft: not public')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Publish: Sailing on the Lake' }));
  expect(sent).toEqual([]);
  await userEvent.click(await screen.findByRole('button', { name: 'Yes, Publish!' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Yes, Publish It!' }));

  await screen.findByRole('dialog', { name: 'Published!' });
  expect(sent).toEqual([{}, { confirm_past: true }]);
  expect(screen.queryByText('Draft: not public')).toBeNull();
});

slowTest(
  'the list opens at the coming season, and has seasons, a status and a search in its address',
  async () => {
    const asked: object[] = [];
    answer('GET /adminClasses', ({ query }) => {
      asked.push(query);
      return pageOf([taught], 90);
    });
    renderApp(<ClassList onDuplicated={vi.fn()} />);
    await screen.findByRole('link', { name: 'Page 4' });
    expect(asked).toEqual([{ page: '1', size: '25', season: 'coming' }]);

    const seasons = screen.getByRole('combobox', { name: 'Season' });
    await screen.findByRole('option', { name: '2027' });
    await userEvent.selectOptions(seasons, '2027');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'Drafts');
    await userEvent.type(screen.getByRole('searchbox'), 'sail');
    await waitFor(() => expect(location.search).toBe('?season=2027&status=draft&search=sail'));
    await waitFor(() =>
      expect(asked.at(-1)).toEqual({
        ...{ page: '1', size: '25', season: '2027', status: 'draft', search: 'sail' },
      }),
    );
    await userEvent.selectOptions(seasons, 'All seasons');
    await waitFor(() => expect(asked.at(-1)).not.toHaveProperty('season'));
  },
);

test('a failed load says so and can be retried', async () => {
  breakConnection('GET /adminClasses');
  renderApp(<ClassList onDuplicated={vi.fn()} />);
  expect(await screen.findByText('The classes could not be loaded')).toBeVisible();

  answer('GET /adminClasses', [free]);
  await userEvent.click(screen.getByRole('button', { name: LABELS.retry }));

  expect(await screen.findByText('Not Assigned')).toBeVisible();
});

test('a season is copied after a look at its drafts, and the copy is taken back', async () => {
  const copy = {
    ...{ classId: taught._id, name: taught.name, course_tag: 'SAI', isMade: false, price: 89.5 },
    ...{ camp_start: '2028-07-31', camp_end: '2028-08-04' },
  };
  answer('GET /adminClasses', [taught]);
  answer('GET /seasonCopies/:season', ({ params }) => {
    expect(params['season']).toBe('2027');
    const more = ['Chess', 'Kites'].map((name, place) => ({
      ...{ ...copy, name, classId: `${place + 1}`.repeat(24), price: 49 * place },
    }));
    return [copy, ...more];
  });
  const sent: unknown[] = [];
  answer('POST /seasonCopies/:season', ({ body }) => {
    sent.push(body);
    return { count: 2 };
  });
  answer('DELETE /seasonCopies/:season', { count: 1 });
  renderApp(<ClassList onDuplicated={vi.fn()} />, { at: '/?season=2027' });

  await userEvent.click(await screen.findByRole('button', { name: 'Copy season 2027' }));
  const dialog = within(await findDialog('Copy season 2027'));
  expect(await dialog.findAllByText('Mon 31 July – Fri 4 August 2028')).toHaveLength(3);
  const percent = dialog.getByLabelText(/^Raise the prices/);
  await userEvent.type(percent, '5.25');
  await userEvent.click(dialog.getByRole('button', { name: 'Make 3 drafts' }));
  expect(await dialog.findByText('Enter 0 to 100, such as 5 or 3.5.')).toBeVisible();
  await userEvent.clear(percent);
  await userEvent.type(percent, '5');
  expect(dialog.getByText('$89.50 USD now, then $94 USD')).toBeVisible();
  expect(dialog.getByText('Free, as now')).toBeVisible();
  await userEvent.selectOptions(dialog.getByLabelText('Round a raised price'), 'cent');
  expect(dialog.getByText('$89.50 USD now, then $93.98 USD')).toBeVisible();
  await userEvent.click(dialog.getByRole('checkbox', { name: /^Kites/ }));
  answer('GET /seasonCopies/:season', [{ ...copy, isMade: true }]);
  await userEvent.click(dialog.getByRole('button', { name: 'Make 2 drafts' }));
  await findDialog('2 drafts made');
  expect(sent).toEqual([
    {
      copies: [
        { classId: taught._id, read: 89.5, price: 93.98 },
        { classId: '1'.repeat(24), read: 0, price: 0 },
      ],
    },
  ]);
  closeDialog();

  await userEvent.click(await screen.findByRole('button', { name: 'Copy season 2027' }));
  await userEvent.click(
    await screen.findByRole('button', { name: 'Delete the drafts that nobody has changed' }),
  );
  await findDialog('1 draft deleted');
});

test('all drafts of a season are published after a question', async () => {
  const published: unknown[] = [];
  answer('GET /adminClasses', ({ query }) =>
    query['status'] === 'draft' ? pageOf([taught], 3) : pageOf([taught], 1),
  );
  answer('POST /seasonDrafts/:season', ({ params }) => {
    published.push(params['season']);
    return { count: 2 };
  });
  renderApp(<ClassList onDuplicated={vi.fn()} />, { at: '/?season=2028' });
  await userEvent.click(await screen.findByRole('button', { name: 'Publish 3 drafts of 2028' }));
  expect(published).toEqual([]);
  await userEvent.click(await screen.findByRole('button', { name: 'Yes, Publish!' }));
  await findDialog('2 drafts published, 1 draft left');
  expect(published).toEqual(['2028']);
});
