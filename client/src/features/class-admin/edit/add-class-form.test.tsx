import { ERRORS } from '@speakifyr/contract/errors.ts';
import { LABELS } from '@speakifyr/contract/labels.ts';
import {
  CLASS_NUMBERS,
  CLASS_TEXT_NAMES,
  CLASS_TEXTS,
  type ClassNumber,
  NO_FACTS,
  SOME_FACTS,
} from '@speakifyr/contract/class-facts.ts';
import { MAX_IMAGE_BYTES, NOT_ASSIGNED } from '@speakifyr/contract/limits.ts';
import { addDays, findWeekStart } from '@speakifyr/contract/days.ts';
import { nameDay } from '@speakifyr/contract/format.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { buildAdminClass, buildInstructor, buildTaughtCourse } from '../../../testing/factories.ts';
import { findDialog } from '../../../testing/find-dialog.ts';
import { renderApp } from '../../../testing/render.tsx';
import { answer, answerUpload, breakConnection, refuse } from '../../../testing/server.ts';
import { slowTest } from '../../../testing/slow-tests.ts';
import { nextYear } from '../../../testing/today.ts';
import { AddCourseForm } from './add-class-form.tsx';

const maren = buildInstructor({ courseID: NOT_ASSIGNED, course: NOT_ASSIGNED, tag: NOT_ASSIGNED });
const picture = new File(['picture'], 'kites.webp', { type: 'image/webp' });

let uploads = 0;

beforeEach(() => {
  uploads = 0;
  answerUpload(() => {
    uploads += 1;
    return { body: { secure_url: 'https://images.test/kites.webp' } };
  });
});

function renderForm(instructors = [maren]) {
  answer('GET /newInstructor', instructors);
  answer('GET /adminClasses', []);
  const onAdded = vi.fn();
  const view = renderApp(<AddCourseForm onAdded={onAdded} />);
  return { ...view, onAdded };
}

async function fillIn({
  image = picture,
  start = nextYear('07-05'),
  end = nextYear('07-09'),
} = {}) {
  await screen.findByRole('radio', { name: /Maren Solbakk/ });
  await userEvent.type(screen.getByLabelText('Name'), 'Kites and Wind');
  await userEvent.upload(screen.getByLabelText('Image'), image, { applyAccept: false });
  await userEvent.type(screen.getByLabelText('Places'), '10');
  await userEvent.type(screen.getByLabelText('Price'), '59.5');
  await userEvent.type(screen.getByLabelText('Room'), '210');
  await userEvent.type(screen.getByLabelText('Tag'), 'kit');
  await userEvent.type(screen.getByLabelText('Course Start Date'), start);
  await userEvent.type(screen.getByLabelText('Course End Date'), end);
  await userEvent.click(screen.getByRole('radio', { name: /^Maren Solbakk/ }));
  await userEvent.type(screen.getByLabelText('Details'), 'Paper, string and sky.');
}

const submitButton = () => screen.getByRole('button', { name: LABELS.addCourse });
const submit = () => userEvent.click(submitButton());

/** Takes every course, and keeps what was sent. */
function acceptCourse() {
  const sent: unknown[] = [];
  answer('POST /addCourse', ({ body }) => {
    sent.push(body);
    return { status: true, insertedId: 'c'.repeat(24) };
  });
  return sent;
}

slowTest('a new course is sent with its picture’s address, and the page moves on', async () => {
  const { onAdded, queryClient } = renderForm();
  const sent = acceptCourse();
  for (const key of ['GET /classes', 'instructors']) queryClient.setQueryData([key], []);

  await fillIn();
  const countLoads = () =>
    queryClient
      .getQueryCache()
      .findAll({ queryKey: ['GET /adminClasses'], type: 'active' })
      .map(({ state }) => state.dataUpdateCount);
  const [listed = 0] = countLoads();
  await submit();

  await screen.findByRole('dialog', { name: 'Added Courses Successfully' });
  expect(onAdded).toHaveBeenCalledOnce();
  expect(sent).toEqual([
    {
      name: 'Kites and Wind',
      image: 'https://images.test/kites.webp',
      sit: 10,
      price: 59.5,
      assign_room: 210,
      camp_start: nextYear('07-05'),
      camp_end: nextYear('07-09'),
      course_tag: 'kit',
      instructor_email: maren.email,
      'instructor-name': maren.name,
      details: 'Paper, string and sky.',
      ...NO_FACTS,
    },
  ]);
  for (const key of ['GET /classes', 'instructors'])
    expect(queryClient.getQueryState([key])?.isInvalidated, key).toBe(true);
  // The form shows this one, so it is loaded again at once.
  expect(countLoads()).toEqual([listed + 1]);
});

slowTest('ages and hours are sent if they are known, and must fit together', async () => {
  renderForm();
  const sent = acceptCourse();
  await fillIn();
  await userEvent.type(screen.getByLabelText('Youngest Age'), '12');
  await userEvent.type(screen.getByLabelText('Oldest Age'), '8');
  await userEvent.type(screen.getByLabelText('Daily Start'), '09:00');
  await submit();
  expect(await screen.findByText('The oldest age can’t be below the youngest')).toBeVisible();
  expect(screen.getByText('Enter both the start and the end of the day')).toBeVisible();
  expect(sent).toEqual([]);

  await userEvent.clear(screen.getByLabelText('Oldest Age'));
  await userEvent.type(screen.getByLabelText('Daily End'), '15:30');
  await submit();
  await screen.findByRole('dialog', { name: 'Added Courses Successfully' });
  expect(sent).toMatchObject([
    { ageFrom: 12, ageTo: null, dailyStart: '09:00', dailyEnd: '15:30' },
  ]);
});

slowTest(
  'every text and number of a course is sent; a number that is too high names what is right',
  async () => {
    renderForm();
    const sent = acceptCourse();
    await fillIn();
    for (const name of CLASS_TEXT_NAMES)
      await userEvent.type(screen.getByLabelText(CLASS_TEXTS[name].label), ` ${SOME_FACTS[name]} `);
    const typeNumbers = async (pick: (number: (typeof CLASS_NUMBERS)[ClassNumber]) => number) => {
      for (const number of Object.values(CLASS_NUMBERS)) {
        const field = screen.getByLabelText(number.label);
        await userEvent.clear(field);
        await userEvent.type(field, String(pick(number)));
      }
    };
    await typeNumbers(({ max }) => max + 1);
    await submit();
    for (const { label, min, max } of Object.values(CLASS_NUMBERS))
      expect(screen.getByLabelText(label)).toHaveAccessibleDescription(
        new RegExp(`Enter a whole number from ${min} to ${max}$`),
      );
    expect(sent).toEqual([]);

    await typeNumbers(({ example }) => example);
    await submit();
    await screen.findByRole('dialog', { name: 'Added Courses Successfully' });
    expect(sent).toMatchObject([{ ...SOME_FACTS, dailyStart: null, dailyEnd: null }]);
  },
);

slowTest(
  'a room that is not free at this time is named, with the course that is in it',
  async () => {
    renderForm();
    const days = { camp_start: nextYear('07-09'), camp_end: nextYear('07-10') };
    answer('GET /adminClasses', [
      buildAdminClass({ name: 'Robots', assign_room: 210, ...days }),
      buildAdminClass({ name: 'Chess', assign_room: 211, ...days }),
      buildAdminClass({ name: 'Stars', assign_room: 210, camp_start: nextYear('07-10') }),
    ]);
    await fillIn();
    expect(screen.getByText('Room 210 is not free at this time')).toBeVisible();
    expect(screen.getByText(/^Robots: \w{3} 9/)).toBeVisible();
    expect(screen.queryByText(/^(Chess|Stars):/)).toBeNull();
  },
);

// Rules: R23, R28, R54, R71, R300.
test('without a free instructor no course can be added', async () => {
  renderForm([]);

  expect(await screen.findByText('Must Need a Instructor to Add Course')).toBeVisible();
  expect(screen.getByText('Three letters, such as EXM')).toBeVisible();
  expect(submitButton()).toBeDisabled();
  expect(screen.getByRole('link', { name: 'Add Instructor' })).toBeVisible();
});

test('without an answer about the instructors no course can be added, until there is one', async () => {
  breakConnection('GET /newInstructor');
  answer('GET /adminClasses', []);
  renderApp(<AddCourseForm onAdded={vi.fn()} />);
  expect(await screen.findByText(/The instructors could not be loaded/)).toBeVisible();
  expect(submitButton()).toBeDisabled();

  answer('GET /newInstructor', [maren]);
  await userEvent.click(screen.getByRole('button', { name: LABELS.retry }));

  await waitFor(() => expect(submitButton()).toBeEnabled());
});

test('missing or wrong values are reported next to their fields, and nothing is sent', async () => {
  renderForm();
  await screen.findByRole('radio', { name: /Maren Solbakk/ });
  await userEvent.type(screen.getByLabelText('Places'), '21');
  await userEvent.type(screen.getByLabelText('Tag'), 'e1');

  await submit();

  expect(screen.getByLabelText('Name')).toHaveAccessibleDescription('Name is required');
  expect(screen.getByLabelText('Name')).toHaveFocus();
  expect(screen.getByText('Please, Upload an Image')).toBeVisible();
  expect(screen.getByLabelText('Places')).toHaveAccessibleDescription(
    /Enter a number from 0 to 20/,
  );
  expect(screen.getByLabelText('Tag')).toBeInvalid();
  expect(
    screen.getByRole('group', { name: 'Select a new Instructor' }),
  ).toHaveAccessibleDescription('Please choose an instructor');
  expect(uploads).toBe(0);
});

slowTest('a course that starts in the past is added only after a confirmation', async () => {
  const { onAdded } = renderForm();
  const sent: unknown[] = [];
  answer('POST /addCourse', ({ body }) => {
    sent.push(body);
    if (sent.length === 1) return refuse('starts_in_past');
    return { status: true, insertedId: 'c'.repeat(24) };
  });

  await fillIn({ start: '2025-07-05' });
  await submit();
  await findDialog('This class starts in the past (Sat 5 July 2025). Add it anyway?');
  expect(sent).toHaveLength(1);
  await userEvent.click(screen.getByRole('button', { name: 'Yes, Add It!' }));

  await findDialog('Added Courses Successfully');
  expect(onAdded).toHaveBeenCalledOnce();
  expect(sent).toMatchObject([{ camp_start: '2025-07-05' }, { confirm_past: true }]);
  expect(sent[0]).not.toHaveProperty('confirm_past');
  expect(uploads).toBe(1);
});

slowTest(
  'a start in the past that is not confirmed shows an error next to the start date',
  async () => {
    const { onAdded } = renderForm();
    answer('POST /addCourse', () => refuse('starts_in_past'));

    await fillIn({ start: '2025-07-05' });
    await submit();
    await userEvent.click(await screen.findByRole('button', { name: LABELS.cancel }));

    expect(await screen.findByText(ERRORS.starts_in_past.message)).toBeVisible();
    expect(screen.getByLabelText('Course Start Date')).toBeInvalid();
    expect(onAdded).not.toHaveBeenCalled();
  },
);

test('a course does not end before it starts', async () => {
  renderForm();

  await fillIn({ end: nextYear('07-01') });
  await submit();

  expect(await screen.findByText('The end date can’t be before the start date')).toBeVisible();
});

slowTest('a picture that is too large is refused before it is sent', async () => {
  renderForm();
  const image = new File([new Uint8Array(MAX_IMAGE_BYTES + 1)], 'big.png', { type: 'image/png' });

  await fillIn({ image });
  await submit();

  expect(await screen.findByText('Please choose a picture of up to 5 MB')).toBeVisible();
  expect(uploads).toBe(0);
});

slowTest('a picture that the host refuses shows an error, next to its field too', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  answerUpload(() => ({ status: 400, body: {} }));
  renderForm();

  await fillIn();
  await submit();

  await screen.findByRole('dialog', { name: 'Please, Upload an Image' });
  expect(screen.getByLabelText('Image')).toHaveAccessibleDescription(/Please, Upload an Image/);
});

test('if the host does not return the picture’s address, something went wrong', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  answerUpload(() => ({ body: {} }));
  renderForm();

  await fillIn();
  await submit();

  await screen.findByRole('dialog', { name: 'Something went wrong' });
});

slowTest(
  'a taken tag shows an error next to the tag, and the next try does not upload again',
  async () => {
    const { onAdded } = renderForm();
    answer('POST /addCourse', () => refuse('tag_taken'));

    await fillIn();
    await submit();
    expect(await screen.findByText(ERRORS.tag_taken.message)).toBeVisible();
    expect(screen.getByLabelText('Tag')).toHaveFocus();
    expect(screen.getByLabelText('Name')).toHaveValue('Kites and Wind');

    answer('POST /addCourse', { status: true, insertedId: 'c'.repeat(24) });
    await submit();

    await waitFor(() => expect(onAdded).toHaveBeenCalledOnce());
    expect(uploads).toBe(1);
  },
);

test('a draft needs no instructor, and is saved as one', async () => {
  const { onAdded } = renderForm([]);
  const sent = acceptCourse();
  expect(screen.getByRole('button', { name: LABELS.addCourse })).toBeDisabled();
  await userEvent.click(screen.getByLabelText(/^Save as draft/));
  expect(screen.queryByRole('group', { name: 'Select a new Instructor' })).toBeNull();
  await userEvent.type(screen.getByLabelText('Name'), 'Kites and Wind');
  await userEvent.upload(screen.getByLabelText('Image'), picture);
  await userEvent.type(screen.getByLabelText('Places'), '10');
  await userEvent.type(screen.getByLabelText('Price'), '59.5');
  await userEvent.type(screen.getByLabelText('Room'), '210');
  await userEvent.type(screen.getByLabelText('Tag'), 'kit');
  await userEvent.type(screen.getByLabelText('Course Start Date'), nextYear('07-05'));
  await userEvent.type(screen.getByLabelText('Course End Date'), nextYear('07-09'));
  await userEvent.type(screen.getByLabelText('Details'), 'Paper, string and sky.');
  await userEvent.click(screen.getByRole('button', { name: 'Save as draft' }));

  await findDialog('Saved as a draft');
  expect(sent).toMatchObject([{ name: 'Kites and Wind', instructor_email: 'not-assigned' }]);
  expect(onAdded).toHaveBeenCalledWith('kit');
});

test('an instructor that another admin has just assigned shows an error next to the choice', async () => {
  renderForm();
  answer('POST /addCourse', () => refuse('instructor_taken'));

  await fillIn();
  await submit();

  expect(await screen.findByText('This instructor already has a class.')).toBeVisible();
  expect(
    screen.getByRole('group', { name: 'Select a new Instructor' }),
  ).toHaveAccessibleDescription('This instructor already has a class.');
});

test('the server’s error about a field is next to it, the rest below the form', async () => {
  renderForm();
  answer('POST /addCourse', () =>
    refuse('invalid_input', { fields: { 'body.price': 'Too dear', body: 'Too much' } }),
  );

  await fillIn();
  await submit();

  expect(await screen.findByText('Too dear')).toBeVisible();
  expect(screen.getByLabelText('Price')).toBeInvalid();
  expect(screen.getByText('Too much')).toBeVisible();
});

slowTest(
  'a price that no card can be charged is refused, and the message says which prices are right',
  async () => {
    renderForm();
    await fillIn();
    await userEvent.clear(screen.getByLabelText('Price'));
    await userEvent.type(screen.getByLabelText('Price'), '0.49');
    await submit();
    expect(
      await screen.findByText('Must be 0, or from 0.50 to 100,000, with two decimals at most'),
    ).toBeVisible();
    expect(screen.getByLabelText('Price')).toBeInvalid();
  },
);

test('the price names the currency that cards are charged in', async () => {
  renderForm();

  await screen.findByRole('radio', { name: /Maren Solbakk/ });
  expect(screen.getByLabelText('Price')).toHaveAccessibleDescription('In USD, charged to the card');
});

test('who leads another course on the typed days can’t be chosen', async () => {
  const start = nextYear('07-05');
  const course = buildTaughtCourse({ name: 'Kites', camp_start: start, camp_end: start });
  renderForm([buildInstructor({ courses: [course] })]);

  await screen.findByRole('radio', { name: /Maren Solbakk/ });
  expect(screen.getByRole('radio', { name: /Maren Solbakk/ })).toBeEnabled();
  await userEvent.type(screen.getByLabelText('Course Start Date'), start);
  await userEvent.type(screen.getByLabelText('Course End Date'), start);

  expect(
    await screen.findByRole('radio', { name: /^Maren Solbakk.*Leads Kites at this time$/ }),
  ).toBeDisabled();
});

// Rules: R645.
slowTest('a class gets its days by weekday and one by one, and they follow its ends', async () => {
  renderForm();
  const sent = acceptCourse();
  await fillIn();
  // From a Monday to a Friday, whatever the year is.
  const monday = findWeekStart(nextYear('07-12'));
  const dayOf = (count: number) => addDays(monday, count);
  const setDate = (label: string, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  setDate('Course Start Date', monday);
  setDate('Course End Date', dayOf(11));
  await userEvent.click(await screen.findByText('10 days'));
  for (const weekday of ['Tuesday', 'Thursday'])
    await userEvent.click(screen.getByRole('button', { name: weekday }));
  expect(screen.getByText(/^: on Mondays, Wednesdays, and Fridays$/)).toBeVisible();
  const press = (day: string) =>
    userEvent.click(
      screen.getByRole('button', { name: new RegExp(`^${nameDay(day, day.slice(0, 4))}`) }),
    );
  // The first day goes, so it starts later; a Saturday comes, so it ends later.
  await press(monday);
  await press(dayOf(12));
  expect(screen.getByLabelText('Course Start Date')).toHaveValue(dayOf(2));
  expect(screen.getByLabelText('Course End Date')).toHaveValue(dayOf(12));
  // A later end has the same weekdays.
  setDate('Course End Date', dayOf(16));
  await submit();
  await screen.findByRole('dialog', { name: 'Added Courses Successfully' });
  expect(sent).toMatchObject([
    {
      camp_start: dayOf(2),
      camp_end: dayOf(16),
      days: [2, 4, 7, 9, 11, 12, 14, 16].map(dayOf),
    },
  ]);
});
