import { LABELS } from '@speakifyr/contract/labels.ts';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, onTestFinished, test, vi } from 'vitest';
import { formatDays } from '../../lib/format.ts';
import { buildInstructor, buildTaughtCourse } from '../../testing/factories.ts';
import { renderApp } from '../../testing/render.tsx';
import { answer, refuse } from '../../testing/server.ts';
import { nextYear } from '../../testing/today.ts';
import { InstructorHome } from './instructor-home.tsx';
import type { InstructorFigures } from './roster.queries.ts';

const maren = {
  name: 'Maren Solbakk',
  email: 'maren@speakifyr.test',
  photo: '/pictures/instructors/maren-solbakk.webp',
};

const figures: InstructorFigures = {
  ...maren,
  image: '/pictures/classes/sailing.webp',
  course: 'Sailing on the Lake',
  sit: 4,
  camp_start: nextYear('08-02'),
  camp_end: nextYear('08-06'),
  price: 249,
  assign_room: 8,
  totalEnrolled: 6,
  earned: 1_494,
};

function renderHome(record = buildInstructor()) {
  answer('GET /userList/instructorInfo', record);
  return renderApp(<InstructorHome user={maren} />);
}

// Rules: R301.
test('an instructor sees their profile, their course, their students and their earnings', async () => {
  answer('GET /instructorStats', figures);
  renderHome();

  expect(screen.getByRole('heading', { level: 1, name: maren.name })).toBeVisible();
  expect(screen.getByText(maren.email)).toBeVisible();
  const course = within(await screen.findByRole('article', { name: 'Sailing on the Lake' }));
  const facts = course
    .getAllByRole('term')
    .map((term) => `${term.textContent}: ${term.nextElementSibling?.textContent}`);
  expect(facts).toEqual([
    'Sit Left: 4',
    'Room No: 8',
    'Price: 249 tk',
    `Duration: ${formatDays(nextYear('08-02'), nextYear('08-06'))}`,
  ]);
  expect(screen.getByRole('link', { name: 'Total Enrolled 6' })).toHaveAttribute(
    'href',
    '/dashboard/managecourse',
  );
  for (const text of ['My Course', 'Total Earned', '1,494 tk'])
    expect(screen.getByText(text)).toBeVisible();
});

// Rules: R613.
test('an instructor from whom the school keeps the earnings sees no place for them', async () => {
  const { earned: _kept, ...others } = figures;
  answer('GET /instructorStats', others);
  const kites = buildTaughtCourse({ _id: 'e'.repeat(24), name: 'Kites' });
  renderHome(buildInstructor({ courses: [buildTaughtCourse(), kites] }));
  await screen.findByRole('article', { name: 'Sailing on the Lake' });
  expect(screen.getByText('Total Enrolled')).toBeVisible();
  expect(screen.queryByText(/earned/i)).not.toBeInTheDocument();
});

test('an instructor with several courses chooses one, and reads the sums of all', async () => {
  const kites = buildTaughtCourse({ _id: 'e'.repeat(24), name: 'Kites' });
  answer('GET /instructorStats', ({ query }) => {
    if (!query['classId']) return { ...figures, totalEnrolled: 10, earned: 2_000 };
    if (query['classId'] === kites._id)
      return { ...figures, course: 'Kites', totalEnrolled: 4, earned: 506 };
    return figures;
  });
  renderHome(buildInstructor({ courses: [buildTaughtCourse(), kites] }));

  expect(await screen.findByRole('link', { name: 'Total Enrolled 10' })).toBeVisible();
  const readFigures = async (name: string) =>
    (await screen.findByRole('article', { name })).textContent;
  expect(await readFigures('Sailing on the Lake')).toMatch(/Enrolled6Earned1,494 tk/);
  await userEvent.selectOptions(screen.getByLabelText('Which course'), kites._id);

  expect(await readFigures('Kites')).toMatch(/Enrolled4Earned506 tk/);
  expect(screen.getByRole('link', { name: 'Show my students' })).toHaveAttribute(
    'href',
    `/dashboard/managecourse?class=${kites._id}`,
  );
  expect(screen.getByRole('link', { name: 'Total Enrolled 10' })).toBeVisible();
});

test('a new instructor reads that families don’t see them yet, and how to change that', async () => {
  answer('GET /instructorStats', figures);
  renderHome(buildInstructor({ details: '' }));

  const notice = within(await screen.findByRole('region', { name: 'Families don’t see you yet' }));
  expect(notice.getByRole('link', { name: 'Write my page' })).toHaveAttribute(
    'href',
    '/dashboard/instructorPage',
  );
});

test('an instructor who is public can edit their page', async () => {
  answer('GET /instructorStats', figures);
  renderHome();

  expect(await screen.findByRole('link', { name: 'Edit my page' })).toHaveAttribute(
    'href',
    '/dashboard/instructorPage',
  );
  expect(screen.queryByText('Families don’t see you yet')).toBeNull();
});

test('an instructor without a course reads that they have none', async () => {
  answer('GET /instructorStats', {
    ...figures,
    image: '',
    course: 'not-assigned',
    sit: 0,
    camp_start: '',
    camp_end: '',
    price: 0,
    assign_room: 0,
    totalEnrolled: 0,
    earned: 0,
  });
  renderHome();

  expect(await screen.findByText('No course yet')).toBeVisible();
  expect(screen.queryByText('not-assigned')).not.toBeInTheDocument();
  expect(screen.getByText('0 tk')).toBeVisible();
});

test('if the figures do not load, the profile is still there, with a Retry button', async () => {
  answer('GET /instructorStats', () => refuse('internal'));
  renderHome();

  const retry = await screen.findByRole('button', { name: LABELS.retry });
  expect(screen.getByRole('heading', { level: 1, name: maren.name })).toBeVisible();
  answer('GET /instructorStats', figures);
  await userEvent.click(retry);

  expect(await screen.findByText('1,494 tk')).toBeVisible();
});

test('the instructor’s record says that there is no course before the figures arrive', async () => {
  let sendFigures = () => {};
  const arrived = new Promise<void>((resolve) => (sendFigures = resolve));
  answer('GET /instructorStats', async () => {
    await arrived;
    return { ...figures, course: 'not-assigned' };
  });
  renderHome(buildInstructor({ courseID: 'not-assigned', course: 'not-assigned' }));

  expect(await screen.findByText('No course yet')).toBeVisible();

  sendFigures();
  expect(await screen.findByText('1,494 tk')).toBeVisible();
});

// Rules: R563.
test('on a day of a course, its day list comes first; on a day off and on other days there is none', async () => {
  // A Friday. The school is off on Saturdays and Sundays.
  vi.useFakeTimers({ now: Date.parse('2027-06-18T06:00:00Z'), toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const days = { camp_start: '2027-06-14', camp_end: '2027-06-22' };
  const [sailing, kites] = [
    buildTaughtCourse(days),
    buildTaughtCourse({ _id: 'e'.repeat(24), name: 'Kites', camp_start: '2027-07-05' }),
  ];
  answer('GET /instructorStats', figures);
  const { unmount, container } = renderHome(buildInstructor({ courses: [sailing, kites] }));

  const today = await screen.findByRole('list', { name: 'Today' });
  expect(container.textContent).toMatch(/^Today: Day listSailing on the LakeMaren Solbakk/);
  expect(within(today).getAllByRole('link')).toHaveLength(1);
  expect(within(today).getByRole('link')).toHaveAttribute(
    'href',
    `/dashboard/managecourse/day?class=${sailing._id}`,
  );
  unmount();

  for (const day of ['2027-06-19', '2027-06-23']) {
    vi.setSystemTime(`${day}T06:00:00Z`);
    const other = renderHome(buildInstructor({ courses: [sailing, kites] }));
    expect(await screen.findByText('My Courses')).toBeVisible();
    expect(screen.queryByRole('list', { name: 'Today' })).toBeNull();
    other.unmount();
  }
});
