import { SOME_FACTS } from '@speakifyr/contract/class-facts.ts';
import type { Contract } from '@speakifyr/contract/contract.ts';
import type { Output } from '@speakifyr/contract/endpoint.ts';
import { ERRORS } from '@speakifyr/contract/errors.ts';
import { LABELS } from '@speakifyr/contract/labels.ts';
import { NOT_ASSIGNED } from '@speakifyr/contract/limits.ts';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import {
  buildAdminClass,
  buildEnrolledPerson,
  buildInstructor,
} from '../../../testing/factories.ts';
import { renderApp } from '../../../testing/render.tsx';
import { findDialog } from '../../../testing/find-dialog.ts';
import { answer, answerUpload, breakConnection, refuse } from '../../../testing/server.ts';
import { slowTest } from '../../../testing/slow-tests.ts';
import { nextYear } from '../../../testing/today.ts';
import { EditCourse } from './edit-class.tsx';

const taught = buildAdminClass({ sit: 8, revision: 3 });
const free = buildAdminClass({ instructor: NOT_ASSIGNED, instructor_email: NOT_ASSIGNED });
const priya = buildInstructor({ name: 'Priya Vaidyalingam', email: 'priya@speakifyr.test' });

function renderCourse(course = taught) {
  answer('GET /adminClasses', [course]);
  answer('GET /newInstructor', [priya]);
  const onUpdated = vi.fn();
  renderApp(<EditCourse id={course._id} listed={undefined} onUpdated={onUpdated} />);
  return { onUpdated };
}

/** The course with these people enrolled. */
function people(names: string[]): Output<Contract['GET /classPeople/:id']> {
  const { _id, name, course_tag, instructor, camp_start, camp_end, sit, price, assign_room } =
    taught;
  return {
    _id,
    name,
    course_tag,
    instructor,
    camp_start,
    camp_end,
    sit,
    price,
    assign_room,
    status: 'open',
    canceled: null,
    enrolled: names.map((student, index) =>
      buildEnrolledPerson({
        cartId: String(index).repeat(24),
        name: student,
        email: `student-${index}@speakifyr.test`,
      }),
    ),
    held: [],
    refunded: [],
    groups: { version: 0, groups: [], pairs: [], seats: [] },
  };
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

// Rules: R68, R302, R531.
test('a change is sent with the places and the revision that the form was opened with', async () => {
  const { onUpdated } = renderCourse();
  const sent = acceptChanges();

  await retype('Places', '12');
  await retype('Price', '199');
  await submit();

  await screen.findByRole('dialog', { name: 'Updated!!!' });
  expect(onUpdated).toHaveBeenCalledOnce();
  expect(sent).toEqual([
    {
      name: 'Sailing on the Lake',
      sit: 12,
      places: 12,
      revision: 3,
      price: 199,
      assign_room: 8,
      course_tag: 'SAI',
      camp_start: nextYear('08-02'),
      camp_end: nextYear('08-06'),
      ...SOME_FACTS,
      details: 'Five days in small dinghies.',
      inst_email: taught.instructor_email,
      instructor: taught.instructor,
    },
  ]);
});

slowTest('days, picture and details change, and the instructor stays', async () => {
  renderCourse();
  const sent = acceptChanges();
  answerUpload(() => ({ body: { secure_url: 'https://images.test/new.webp' } }));

  expect(await screen.findByRole('radio', { name: 'Maren Solbakk stays' })).toBeChecked();
  await retype('Details', 'Six days now.');
  await retype('Course End Date', nextYear('08-07'));
  const picture = new File(['picture'], 'new.webp', { type: 'image/webp' });
  await userEvent.upload(screen.getByLabelText('Image'), picture);
  await submit();

  await screen.findByRole('dialog', { name: 'Updated!!!' });
  const image = 'https://images.test/new.webp';
  expect(sent).toMatchObject([
    { details: 'Six days now.', camp_end: nextYear('08-07'), image, confirm_affected: 0 },
  ]);
});

test.each([
  ['a class with an instructor', taught],
  ['a class without one', free],
  ['a draft', { ...free, isDraft: true }],
])('the fields of the spec are always sent, of %s too', async (_which, course) => {
  renderCourse(course);
  const sent = acceptChanges();

  await retype('Price', '199');
  await submit();

  await screen.findByRole('dialog', { name: 'Updated!!!' });
  expect(sent).toMatchObject([
    { inst_email: course.instructor_email, instructor: course.instructor, price: 199 },
  ]);
});

test('an instructor is replaced in one step', async () => {
  renderCourse();
  const sent = acceptChanges();
  await userEvent.click(await screen.findByRole('radio', { name: /^Priya/ }));
  await submit();
  await screen.findByRole('dialog', { name: 'Updated!!!' });
  expect(sent).toMatchObject([
    { inst_email: priya.email, instructor: priya.name, revision: taught.revision },
  ]);
});

slowTest(
  'a change of days shows who is affected, and is saved only after a confirmation',
  async () => {
    renderCourse({ ...taught, enrolled: 2 });
    answer('GET /classPeople/:id', people(['Ada Lind', 'Bo Kim']));
    const sent = acceptChanges();

    await screen.findByLabelText('Name');
    expect(screen.queryByText('2 students are affected')).toBeNull();
    await retype('Course Start Date', nextYear('08-01'));
    expect(await screen.findByText('Ada Lind')).toBeVisible();
    expect(screen.getByText('Bo Kim')).toBeVisible();
    expect(screen.getByRole('heading', { name: '2 students are affected' })).toBeVisible();
    expect(screen.getByText(/2 people get an email\./)).toBeVisible();
    await submit();
    await findDialog('Change this for 2 students?');
    await userEvent.click(screen.getByRole('button', { name: LABELS.cancel }));
    expect(sent).toEqual([]);

    await submit();
    await userEvent.click(await screen.findByRole('button', { name: 'Yes, Change It!' }));
    await screen.findByRole('dialog', { name: 'Updated!!!' });
    expect(sent).toMatchObject([{ camp_start: nextYear('08-01'), confirm_affected: 2 }]);
  },
);

slowTest('a student who enrolled in the meantime is shown before the next try', async () => {
  renderCourse();
  answer('GET /classPeople/:id', people(['Cleo Moss']));
  answer('PATCH /updateClass/:id', () => refuse('students_affected'));

  await retype('Room', '12');
  await submit();
  expect(await screen.findByText('Cleo Moss')).toBeVisible();
  const sent = acceptChanges();
  await submit();
  await userEvent.click(await screen.findByRole('button', { name: 'Yes, Change It!' }));

  await screen.findByRole('dialog', { name: 'Updated!!!' });
  expect(sent).toMatchObject([{ assign_room: 12, confirm_affected: 1 }]);
});

// Rules: R647.
slowTest('who has chosen single days is not told of other days, but of another room', async () => {
  renderCourse({ ...taught, enrolled: 2 });
  const both = people(['Ada Lind', 'Bo Kim']);
  const days = [nextYear('08-03')];
  const [ada, bo] = both.enrolled;
  answer('GET /classPeople/:id', { ...both, enrolled: [ada!, { ...bo!, days }] });
  await screen.findByLabelText('Name');
  await retype('Course Start Date', nextYear('08-01'));
  expect(await screen.findByText(/1 person gets an email\./)).toHaveTextContent(
    'Who has chosen single days keeps them, and gets no email.',
  );
  await retype('Room', '12');
  expect(await screen.findByText(/2 people get an email\./)).toBeVisible();
});

test('a draft’s instructor is chosen later', async () => {
  renderCourse({ ...free, isDraft: true });

  expect(await screen.findByText(/This is a draft/)).toBeVisible();
  expect(screen.queryByRole('group', { name: 'Select a new Instructor' })).toBeNull();
});

slowTest('a course without an instructor gets one, and new details', async () => {
  renderCourse(free);
  const sent = acceptChanges();

  await userEvent.click(await screen.findByRole('radio', { name: /^Priya/ }));
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

test('the form asks for places, says how many are taken, and leaves the rest to the server', async () => {
  renderCourse({ ...taught, places: 15, sit: 5 });
  const sent = acceptChanges();

  expect(await screen.findByLabelText('Places')).toHaveValue(15);
  expect(screen.getByLabelText('Places')).toHaveAccessibleDescription('10 taken');
  await retype('Places', '9');
  await submit();
  expect(await screen.findByText('10 places are taken')).toBeVisible();
  await retype('Places', '18');
  await submit();

  await screen.findByRole('dialog', { name: 'Updated!!!' });
  expect(sent).toMatchObject([{ places: 18, sit: 8 }]);
});

test('if more places are taken by now, the form says so and keeps the rest', async () => {
  renderCourse({ ...taught, places: 15, sit: 5 });
  answer('PATCH /updateClass/:id', () =>
    refuse('invalid_input', { fields: { 'body.places': '12 places are taken' } }),
  );

  await retype('Price', '199');
  await retype('Places', '11');
  await submit();

  expect(await screen.findByText('12 places are taken')).toBeVisible();
  expect(screen.getByLabelText('Price')).toHaveValue(199);
});

test('after another admin’s change the form says what differs, and keeps what was typed', async () => {
  renderCourse();
  answer('PATCH /updateClass/:id', () => refuse('class_changed'));

  await retype('Price', '199');
  await submit();
  expect(await screen.findByText(/Somebody else has changed this class/)).toBeVisible();

  const theirs = {
    ...taught,
    name: 'Sailing, twice',
    place: 'Old mill',
    details: 'New.',
    revision: 4,
  };
  answer('GET /adminClasses', [theirs]);
  await userEvent.click(screen.getByRole('button', { name: 'Show what has changed' }));

  await waitFor(() => expect(screen.getByLabelText('Name')).toHaveValue('Sailing, twice'));
  expect(screen.getByText(`Name: ${taught.name} → Sailing, twice`)).toBeVisible();
  expect(screen.getByText(`Place: ${taught.place || 'none'} → Old mill`)).toBeVisible();
  expect(screen.getByText('Details: changed')).toBeVisible();
  expect(screen.queryByText(/^Price:/)).not.toBeInTheDocument();
  expect(screen.getByLabelText('Price')).toHaveValue(199);
  const sent = acceptChanges();
  await submit();
  await screen.findByRole('dialog', { name: 'Updated!!!' });
  expect(sent).toMatchObject([{ name: 'Sailing, twice', price: 199, revision: 4 }]);
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
  answer('GET /adminClasses', []);
  renderApp(<EditCourse id={taught._id} listed={undefined} onUpdated={vi.fn()} />);

  expect(await screen.findByText('This course no longer exists')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Back to the courses' })).toHaveAttribute(
    'href',
    '/dashboard/updateCourse',
  );
});

test('a failed load says so and can be retried', async () => {
  breakConnection('GET /adminClasses');
  answer('GET /newInstructor', [priya]);
  renderApp(<EditCourse id={taught._id} listed={taught} onUpdated={vi.fn()} />);
  expect(await screen.findByText('The course could not be loaded')).toBeVisible();

  answer('GET /adminClasses', [taught]);
  await userEvent.click(screen.getByRole('button', { name: LABELS.retry }));

  expect(await screen.findByLabelText('Name')).toHaveValue('Sailing on the Lake');
});
