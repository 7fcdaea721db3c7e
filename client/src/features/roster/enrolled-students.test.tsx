import { NO_FACTS } from '@speakifyr/contract/class-facts.ts';
import { LABELS } from '@speakifyr/contract/labels.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { buildInstructor, buildTaughtCourse } from '../../testing/factories.ts';
import { readText } from '../../testing/read-text.ts';
import { location, renderApp } from '../../testing/render.tsx';
import { answer, refuse } from '../../testing/server.ts';
import { EnrolledStudents } from './enrolled-students.tsx';

const camp = {
  classId: 'c'.repeat(24),
  camp_start: '2027-08-02',
  camp_end: '2027-08-06',
  assign_room: 8,
  ...NO_FACTS,
  ageFrom: 8,
  ageTo: 12,
  dailyStart: '09:00',
  dailyEnd: '15:00',
  place: 'Boathouse',
};

/** Long before the class. */
beforeEach(() =>
  answer('GET /classCare/:classId', () => refuse('care_sheet_closed', { message: CLOSED })),
);
const CLOSED = 'You can read the care sheet of this class from July 26 through August 7.';

/** They joined for themselves. */
const ownSeat = { childId: null, age: null, hasSevereAllergy: false, isHealthMissing: false };

const roster = {
  course: 'Sailing on the Lake',
  camp,
  students: [
    { entry_code: 'SAI-101', name: 'Ada Byron', email: 'ada@speakifyr.test', ...ownSeat },
    { entry_code: 'SAI-102', name: '', email: 'blaise@speakifyr.test', ...ownSeat },
  ],
};

function renderStudents(at = '/dashboard/managecourse') {
  answer('GET /userList/instructorInfo', buildInstructor());
  return renderApp(<EnrolledStudents email="maren@speakifyr.test" />, { at });
}

async function readRows(): Promise<string[][]> {
  const table = await screen.findByRole('table', { name: 'Enrolled Students' });
  return within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    );
}

// Rules: R127.
test('every student is listed with code, name and email; a missing name is Not Found', async () => {
  answer('GET /enrolledStudents', roster);
  renderStudents();

  expect(await readRows()).toEqual([
    ['SAI-101', 'Ada Byron', 'ada@speakifyr.test'],
    ['SAI-102', 'Not Found', 'blaise@speakifyr.test'],
  ]);
  expect(screen.getByText('Sailing on the Lake')).toBeVisible();
  expect(screen.getByRole('status')).toHaveTextContent('2 students');
});

test('children have their age, a mark for a severe allergy, and one if health is missing', async () => {
  const [ada, blaise] = roster.students.map((student, index) => ({
    ...student,
    childId: String(index).repeat(24),
    age: 8 + index,
  }));
  answer('GET /enrolledStudents', {
    ...roster,
    students: [
      { ...ada!, hasSevereAllergy: true },
      { ...blaise!, isHealthMissing: true },
    ],
  });
  renderStudents();

  expect((await readRows()).map((cells) => cells.slice(2, 4))).toEqual([
    ['Age 8', 'Severe allergy'],
    ['Age 9', 'Health information is missing'],
  ]);
  expect(screen.getByRole('link', { name: 'Care sheet' })).toHaveAttribute(
    'href',
    '/dashboard/managecourse/care',
  );
  expect(screen.getByRole('link', { name: 'Day list' })).toHaveAttribute(
    'href',
    '/dashboard/managecourse/day',
  );
});

test.each([
  ['a part of a code', '102'],
  ['a part of an e-mail', 'BLAISE'],
  ['the words in place of a name', 'not found'],
])('the search finds %s and is part of the address', async (_what, text) => {
  answer('GET /enrolledStudents', roster);
  renderStudents();

  await userEvent.type(await screen.findByRole('searchbox'), text);

  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('1 student found'));
  expect(await readRows()).toEqual([['SAI-102', 'Not Found', 'blaise@speakifyr.test']]);
  expect(new URLSearchParams(location.search).get('search')).toBe(text);
});

test('a search without a match offers all students again', async () => {
  answer('GET /enrolledStudents', roster);
  renderStudents('/dashboard/managecourse?search=nemo');

  expect(await screen.findByText('Nobody found')).toBeVisible();
  expect(screen.getByRole('button', { name: /^Export CSV/ })).toBeDisabled();
  await userEvent.click(screen.getByRole('link', { name: 'Show all students' }));

  expect(await readRows()).toHaveLength(2);
});

test('the students shown can be saved as a file', async () => {
  const files: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    files.push(file as Blob);
    return 'blob:students';
  });
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
  answer('GET /enrolledStudents', roster);
  renderStudents('/dashboard/managecourse?search=ada');

  await userEvent.click(await screen.findByRole('button', { name: /^Export CSV/ }));

  expect(click.mock.contexts[0]).toMatchObject({ download: 'sailing-on-the-lake-students.csv' });
  const rows = (await readText(files[0])).split('\r\n');
  expect(rows).toEqual([
    '\uFEFF"Entry Code","Name","Age","Email"',
    '"SAI-101","Ada Byron","","ada@speakifyr.test"',
    '',
  ]);
});

// Rules: R560.
test('around the class, the list has what a person needs in an emergency, on the screen and in its files', async () => {
  const files: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    files.push(file as Blob);
    return 'blob:students';
  });
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
  const [ada] = roster.students;
  const childId = 'a'.repeat(24);
  answer('GET /enrolledStudents', { ...roster, students: [{ ...ada!, childId, age: 8 }] });
  answer('GET /classCare/:classId', {
    ...{ classId: camp.classId, name: 'Sailing on the Lake' },
    ...{ camp_start: camp.camp_start, camp_end: camp.camp_end },
    people: [
      {
        ...{ cartId: '1'.repeat(24), entry_code: 'SAI-101', name: 'Ada Byron', childId, age: 8 },
        ...{ note: '', hasSevereAllergy: true },
        health: {
          allergies: [{ what: 'Peanuts', isSevere: true, whatToDo: 'Use the pen' }],
          ...{ medicines: [], medication: '', notes: '', nothingToTell: false },
          confirmedAt: '2027-05-01T08:00:00.000Z',
          consent: { at: '2027-05-01T08:00:00.000Z', by: childId, textVersion: '2026-11-22' },
        },
        contacts: [],
        guardians: [
          { name: 'Nora Byron', email: 'n@speakifyr.test', phone: '+49 30 77', mayCollect: 'free' },
        ],
        mustNotCollect: [{ name: 'Rolf Byron', since: '2026-01-05', note: '' }],
        mayLeaveAloneFrom: '15:30',
      },
    ],
  });
  renderStudents();

  const csv = await screen.findByRole('button', { name: /^Export CSV/ });
  await waitFor(() => expect(csv).toBeEnabled());
  expect(await readRows()).toEqual([
    [
      'SAI-101',
      'Ada Byron',
      'Age 8',
      'Severe allergy: Peanuts: Use the pen',
      'Must not collect Ada ByronRolf ByronSince 5 January 2026' +
        'May leave alone from 3:30 PMGuardian (Nora Byron): +49 30 77. May pick upada@speakifyr.test',
    ],
  ]);
  await userEvent.click(csv);
  expect(await readText(files[0])).toContain('"Peanuts: Use the pen"');
  await userEvent.click(screen.getByRole('button', { name: /^Export Excel/ }));
  await waitFor(() => expect(files).toHaveLength(2));
  expect(click.mock.contexts[1]).toMatchObject({ download: 'sailing-on-the-lake-students.xlsx' });
});

test('outside of that time the list says what is not on it, and until when', async () => {
  answer('GET /enrolledStudents', roster);
  renderStudents();

  expect(await screen.findByText(new RegExp(`are not on this list now. ${CLOSED}`))).toBeVisible();
  expect(screen.getByRole('button', { name: 'Print' })).toBeEnabled();
});

test('if the care sheet does not load, the list says so beside its buttons, and tries again', async () => {
  answer('GET /enrolledStudents', roster);
  answer('GET /classCare/:classId', () => refuse('internal'));
  renderStudents();

  expect(await screen.findByRole('alert')).toHaveTextContent('could not be loaded');
});

const readFacts = () =>
  screen
    .getAllByRole('term')
    .map((term) => `${term.textContent}: ${term.nextElementSibling?.textContent}`);

test('days, hours, ages, room and place of the course are above the students', async () => {
  answer('GET /enrolledStudents', roster);
  renderStudents();

  await readRows();
  expect(readFacts()).toEqual([
    'Days: Mon 2 – Fri 6 August 2027',
    'Hours: 9:00 AM – 3:00 PM',
    'Ages: Ages 8–12',
    'Room: Room 8',
    'Place: Boathouse',
  ]);
});

test('a course from before there were ages, hours and places shows what is known', async () => {
  answer('GET /enrolledStudents', { ...roster, camp: { ...camp, ...NO_FACTS } });
  renderStudents();

  await readRows();
  expect(readFacts()).toEqual(['Days: Mon 2 – Fri 6 August 2027', 'Room: Room 8']);
});

test('the students shown can be printed', async () => {
  const print = vi.spyOn(window, 'print').mockReturnValue();
  answer('GET /enrolledStudents', roster);
  renderStudents();

  await userEvent.click(await screen.findByRole('button', { name: 'Print' }));

  expect(print).toHaveBeenCalledOnce();
});

test('the instructor writes to the class from here', async () => {
  answer('GET /enrolledStudents', roster);
  renderStudents();

  expect(await screen.findByRole('link', { name: 'Message to the class' })).toHaveAttribute(
    'href',
    '/dashboard/managecourse/message',
  );
});

test('a course without students says so', async () => {
  answer('GET /enrolledStudents', { ...roster, students: [] });
  renderStudents();

  expect(await screen.findByText('Nobody is enrolled yet')).toBeVisible();
});

test('an instructor without a course reads that they have none', async () => {
  answer('GET /myTeams', []);
  answer('GET /enrolledStudents', { course: 'not-assigned', camp: null, students: [] });
  renderStudents();

  expect(await screen.findByText('No course yet')).toBeVisible();
});

test('a failed load can be retried', async () => {
  answer('GET /enrolledStudents', () => refuse('internal'));
  renderStudents();

  const retry = await screen.findByRole('button', { name: LABELS.retry });
  answer('GET /enrolledStudents', roster);
  await userEvent.click(retry);

  expect(await readRows()).toHaveLength(2);
});

test('a member of the team cannot write to the class', async () => {
  answer('GET /enrolledStudents', roster);
  renderStudents(`/dashboard/managecourse?class=${'e'.repeat(24)}`);

  expect(await readRows()).toHaveLength(2);
  expect(screen.getByRole('link', { name: 'Care sheet' })).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Message to the class' })).toBeNull();
});

test('with several courses, the chosen one stays in the address, also while searching', async () => {
  const kites = buildTaughtCourse({ _id: 'e'.repeat(24), name: 'Kites' });
  const asked: unknown[] = [];
  answer('GET /enrolledStudents', ({ query }) => {
    asked.push(query['classId']);
    return { ...roster, course: query['classId'] ? 'Kites' : roster.course };
  });
  answer(
    'GET /userList/instructorInfo',
    buildInstructor({ courses: [buildTaughtCourse(), kites] }),
  );
  renderApp(<EnrolledStudents email="maren@speakifyr.test" />, { at: '/dashboard/managecourse' });

  await userEvent.selectOptions(await screen.findByLabelText('Which course'), kites._id);
  await waitFor(() => expect(asked).toEqual([undefined, kites._id]));
  await userEvent.type(await screen.findByRole('searchbox'), 'Ada');
  const care = screen.getByRole('link', { name: 'Care sheet' });
  expect(care).toHaveAttribute('href', `/dashboard/managecourse/care?class=${kites._id}`);
  await waitFor(() => expect(location.search).toContain(`class=${kites._id}`));
});
