import { NO_FACTS } from '@speakifyr/contract/class-facts.ts';
import type { ListedChild } from '@speakifyr/contract/children.ts';
import { LABELS } from '@speakifyr/contract/labels.ts';
import type { EnrolledClass } from '@speakifyr/contract/payments.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { InitialEntry } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  buildChild,
  buildChildDetails,
} from '../../features/families/children/children.testing.ts';
import { formatIsoDay } from '../../lib/format.ts';
import { findDialog } from '../../testing/find-dialog.ts';
import { renderApp, student } from '../../testing/render.tsx';
import { answer, refuse } from '../../testing/server.ts';
import { nextYear } from '../../testing/today.ts';
import { watchDownload } from '../../testing/watch-download.ts';
import { EnrolledCoursesPage } from './enrolled-seats-page.tsx';
import { NO_CREDIT } from '../../features/enrollment/credit/credit.testing.ts';

beforeEach(() => {
  answerChildren();
  answer('GET /myCancellations', []);
  answer('GET /myCredit', NO_CREDIT);
  answer('GET /myCalendar', { path: null });
  answer('GET /myMail', { reminders: true, news: true, campDay: false });
});
afterEach(() => vi.useRealTimers());

function answerChildren(...children: ListedChild[]) {
  answer('GET /myChildren', { children, invitations: [] });
}

const guitar: EnrolledClass = {
  classId: '5'.repeat(24),
  camp_start: '2026-06-01',
  camp_end: '2026-06-05',
  ...NO_FACTS,
  classData: { image: '/pictures/classes/music.webp', name: 'Guitar', instructor: 'Mina Rahman' },
  date: '04/05/2026',
  time: '9:02 AM',
  currency: 'USD',
  room: 12,
  entry_code: 'GTR-101',
  price: 49,
  transactionId: 'pi_123',
  cartId: '1'.repeat(24),
  childId: null,
  student_name: student.name,
  isPayer: true,
  isForResale: false,
  owed: [],
  installments: null,
  share: null,
  paidBy: null,
  health: null,
  needs: null,
  calendar: 'BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n',
};

function renderPage(at: InitialEntry = '/dashboard/enroll') {
  return renderApp(<EnrolledCoursesPage />, { at, user: student });
}

/** The terms of a card or a receipt, with their values. */
function readDetails(area: HTMLElement): Record<string, string> {
  const terms = within(area).getAllByRole('term');
  const values = within(area).getAllByRole('definition');
  return Object.fromEntries(
    terms.map((term, index) => [term.textContent, values[index]?.textContent ?? '']),
  );
}

// Rules: R64, R113, R250, R251, R354, R378, R533, R535.
test('an enrolled course shows everything that is needed at the door', async () => {
  answer('GET /myEnrolledClass', [guitar]);
  renderPage();

  const card = await screen.findByRole('article', { name: 'Guitar for you' });
  expect(readDetails(card)).toEqual({
    'Entry Code': 'GTR-101',
    'Class Room': '12',
    Instructor: 'Mina Rahman',
    'Starting date': 'Mon 1 June',
    'Will end': 'Fri 5 June',
    Price: '49 tk',
    // As the record has them, spec sections 3 and 9.
    Date: '04/05/2026',
    Time: '9:02 AM',
    TrxID: 'pi_123',
  });
  const folded = within(card).getByText('Enroll Information').closest('details')!;
  expect(folded).not.toHaveAttribute('open');
  expect(folded).toHaveTextContent('04/05/2026');
});

test('classes stand by day, as on Home: what is to come first, then what is over, latest first', async () => {
  const on = (name: string, [start, end]: [string, string], no: number): EnrolledClass => ({
    ...guitar,
    classId: String(no).repeat(24),
    cartId: String(no).repeat(24),
    classData: { ...guitar.classData, name },
    camp_start: start,
    camp_end: end,
  });
  answer('GET /myEnrolledClass', [
    on('Later', [nextYear('08-09'), nextYear('08-13')], 1),
    on('Long over', ['2020-06-01', '2020-06-05'], 2),
    on('Soon', [nextYear('07-05'), nextYear('07-09')], 3),
    on('Just over', ['2021-06-01', '2021-06-05'], 4),
  ]);
  renderPage();

  const headings = await screen.findAllByRole('heading', {
    level: 2,
    name: /^(Later|Soon|.* over)$/,
  });
  expect(headings.map(({ textContent }) => textContent)).toEqual([
    'Soon',
    'Later',
    'Just over',
    'Long over',
  ]);
});

test('a family reads the first names of its children', async () => {
  const mia = { childId: 'e'.repeat(24), student_name: 'Mia Kaplan' };
  const tom = { childId: 'f'.repeat(24), student_name: 'Tom Kaplan', cartId: '2'.repeat(24) };
  answer('GET /myEnrolledClass', [
    { ...guitar, ...mia },
    { ...guitar, ...tom },
  ]);
  renderPage();

  const card = await screen.findByRole('article', { name: 'Guitar for Mia and Tom' });
  expect(within(card).getByText('Entry Code, Mia')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Tom' })).toBeVisible();
});

test('what a card can’t pay alone has no button of its own', async () => {
  const owed = [
    { due: nextYear('07-01'), amount: 37 },
    { due: nextYear('08-01'), amount: 1_050 },
  ];
  answer('GET /myEnrolledClass', [{ ...guitar, owed }]);
  renderPage();

  expect(await screen.findByText(/^0.37 tk is too little for a card/)).toBeVisible();
  const links = screen.getAllByRole('link', { name: /^Pay / });
  expect(links.map(({ textContent }) => textContent)).toEqual(['Pay all 10.87 tk for Guitar']);
});

test('a part that a saved card pays says which card is charged and when; to pay now comes second', async () => {
  const due = nextYear('07-01');
  const installments = [{ due, amount: 7_000, left: 7_000 }];
  answer('GET /myEnrolledClass', [{ ...guitar, installments, owed: [{ due, amount: 7_000 }] }]);
  answer('GET /savedCard', {
    card: { cardId: 'pm_1', brand: 'visa', last4: '4242', expMonth: 4, expYear: 2130 },
  });
  renderPage();

  expect(await screen.findByText(/^We charge Visa 4242: 70 tk on \w+ 1 July/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Pay 70 tk now for Guitar' })).toHaveClass('btn-outline');
});

test('what is owed is said with its day, and can be paid: the next part or all of it', async () => {
  const owed = [
    { due: nextYear('07-01'), amount: 7_000 },
    { due: nextYear('08-01'), amount: 1_050 },
  ];
  const late = { ...guitar, classId: '6'.repeat(24), cartId: '2'.repeat(24) };
  answer('GET /myEnrolledClass', [
    { ...guitar, owed },
    { ...late, owed: [{ due: '2020-07-01', amount: 2_000 }] },
  ]);
  renderPage();

  const [card, lateCard] = await screen.findAllByRole('article');
  expect(card).toHaveTextContent(/Owed: 70 tk, due \w+ 1 July/);
  expect(card).toHaveTextContent(/Then 10.50 tk, due \w+ 1 August/);
  const link = (name: string) => within(card!).getByRole('link', { name });
  const address = `/dashboard/payment?rest=${guitar.cartId}`;
  expect(link('Pay 70 tk for Guitar')).toHaveAttribute('href', address);
  expect(link('Pay all 80.50 tk for Guitar')).toHaveAttribute('href', `${address}&all=1`);
  expect(lateCard).toHaveTextContent(/Owed: 20 tk, was due/);
  expect(within(lateCard!).queryByRole('link', { name: /Pay all/ })).toBeNull();
});

test('daily hours and place are shown if they are known', async () => {
  const facts = { dailyStart: '09:00', dailyEnd: '15:00', place: 'Boathouse' };
  answer('GET /myEnrolledClass', [{ ...guitar, ...facts }]);
  renderPage();

  expect(readDetails(await screen.findByRole('article', { name: 'Guitar for you' }))).toMatchObject(
    {
      'Every day': '9:00 AM – 3:00 PM',
      Place: 'Boathouse',
    },
  );
});

test('a class without an instructor says that one will be announced', async () => {
  answer('GET /myEnrolledClass', [
    { ...guitar, classData: { ...guitar.classData, instructor: 'not-assigned' } },
  ]);
  renderPage();

  expect(await screen.findByText('To be announced')).toBeVisible();
});

test('a student without an enrollment sees a link to the classes', async () => {
  answer('GET /myEnrolledClass', []);
  renderPage();

  expect(await screen.findByText('No Enrollment Yet!')).toBeVisible();
  expect(screen.getByRole('link', { name: LABELS.findClass })).toHaveAttribute('href', '/classes');
});

test('a failed load can be retried', async () => {
  answer('GET /myEnrolledClass', () => refuse('internal'));
  renderPage();

  const retry = await screen.findByRole('button', { name: LABELS.retry });
  answer('GET /myEnrolledClass', [guitar]);
  await userEvent.click(retry);

  expect(await screen.findByRole('article', { name: 'Guitar for you' })).toBeVisible();
});

test('an enrollment that is on its way appears by itself', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  answer('GET /myEnrolledClass', []);
  renderPage({ pathname: '/dashboard/enroll', state: { awaiting: 'pi_123' } });

  expect(await screen.findByText(/your enrollment is on its way/)).toBeVisible();
  expect(screen.queryByText('No Enrollment Yet!')).not.toBeInTheDocument();

  answer('GET /myEnrolledClass', [guitar]);
  await vi.advanceTimersByTimeAsync(5_000);

  expect(await screen.findByRole('article', { name: 'Guitar for you' })).toBeVisible();
  expect(screen.queryByText(/on its way/)).not.toBeInTheDocument();
});

test.each(['receipt', 'confirmation'])(
  'after enrolling a student reads where the %s is emailed to',
  async (emailed) => {
    answer('GET /myEnrolledClass', [guitar]);
    renderPage({ pathname: '/dashboard/enroll', state: { emailed } });

    const note = await screen.findByText(new RegExp(`We’re emailing your ${emailed} to`));
    expect(note).toHaveTextContent(student.email);
    expect(within(note).getByRole('link', { name: 'Messages' })).toHaveAttribute(
      'href',
      '/dashboard/myMessages',
    );
  },
);

const ofClass = (digit: string) => ({ classId: digit.repeat(24), cartId: digit.repeat(24) });

test('who paid finds the receipt; another guardian does not, and a free class has none', async () => {
  answer('GET /myEnrolledClass', [
    guitar,
    { ...guitar, ...ofClass('2'), isPayer: false, paidBy: 'Ida Berg' },
    { ...guitar, ...ofClass('3'), price: 0, transactionId: 'free_123' },
  ]);
  renderPage();

  expect(await screen.findByRole('link', { name: 'Receipt for Guitar' })).toHaveAttribute(
    'href',
    '/dashboard/receipts/pi_123',
  );
  const [, other] = screen.getAllByRole('article');
  expect(readDetails(other!)).toMatchObject({ 'Paid by': 'Ida Berg' });
});

const mia = { childId: 'b'.repeat(24), student_name: 'Mia Feldsee' };
const miaSeat: EnrolledClass = { ...guitar, ...mia, ...ofClass('2'), needs: [] };
/** A class that is not over. */
const toCome = { camp_start: nextYear('08-02'), camp_end: nextYear('08-06') };

test('each class says which child it is for, and one child’s classes can be shown alone', async () => {
  answer('GET /myEnrolledClass', [guitar, miaSeat]);
  renderPage();

  expect(await screen.findByRole('article', { name: 'Guitar for Mia' })).toBeVisible();
  expect(screen.getByRole('article', { name: 'Guitar for you' })).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Mia' }));
  expect(screen.getAllByRole('article')).toHaveLength(1);
  expect(screen.getByRole('button', { name: 'Mia' })).toHaveAttribute('aria-pressed', 'true');
  await userEvent.click(screen.getByRole('button', { name: 'Everyone' }));
  expect(screen.getAllByRole('article')).toHaveLength(2);
});

test('siblings in one class share a card, with the entry code and the payment of each', async () => {
  const tom = { childId: 'd'.repeat(24), student_name: 'Tom Feldsee', entry_code: 'GTR-102' };
  answer('GET /myEnrolledClass', [
    { ...miaSeat, ...tom, cartId: '4'.repeat(24), transactionId: 'pi_456' },
    miaSeat,
  ]);
  renderPage();

  const card = await screen.findByRole('article', {
    name: 'Guitar for Mia and Tom',
  });
  expect(screen.getAllByRole('article')).toHaveLength(1);
  expect(readDetails(card)).toMatchObject({
    'Entry Code, Mia': 'GTR-101',
    'Entry Code, Tom': 'GTR-102',
  });
  expect(
    within(card)
      .getAllByRole('link')
      .map((link) => link.textContent),
  ).toEqual(['Receipt for Guitar, Mia', 'Receipt for Guitar, Tom']);
});

test('a seat in a class that starts in less than two weeks without an emergency contact says so', async () => {
  const starts = (days: number) => {
    const day = formatIsoDay(new Date(Date.now() + days * 86_400_000));
    return { ...miaSeat, camp_start: day, camp_end: day, needs: ['emergency' as const] };
  };
  answer('GET /myEnrolledClass', [starts(13)]);
  const { unmount } = renderPage();
  expect(await screen.findByText(/no one is listed to call about Mia/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Add a contact for Mia' })).toHaveAttribute(
    'href',
    `/dashboard/children/${mia.childId}#contacts`,
  );
  unmount();

  answer('GET /myEnrolledClass', [starts(14)]);
  renderPage();
  await screen.findByRole('article');
  expect(screen.queryByText(/no one is listed/)).toBeNull();
});

test('a family with one child in class reads its name, but has nothing to choose', async () => {
  answer('GET /myEnrolledClass', [miaSeat]);
  renderPage();

  expect(await screen.findByRole('article', { name: 'Guitar for Mia' })).toBeVisible();
  expect(screen.queryByRole('group', { name: 'Whose classes to show' })).toBeNull();
});

test('what is missing about a child for a class to come is asked for', async () => {
  answer('GET /myEnrolledClass', [{ ...miaSeat, ...toCome, needs: ['health', 'pickUp'] }]);
  answerChildren(buildChild({ health: 'missing' }));
  renderPage();

  expect(await screen.findByText('Health information is missing')).toBeVisible();
  expect(screen.getByText('Somebody to call in an emergency')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Say who picks up for Mia' })).toHaveAttribute(
    'href',
    `/dashboard/children/${mia.childId}#contacts`,
  );
  expect(screen.getByRole('link', { name: 'Answer now for Mia' })).toHaveAttribute(
    'href',
    `/dashboard/children/${mia.childId}#health`,
  );
});

test.each([
  ['the class is over', {}, {}],
  ['the guardian may not answer', toCome, { may: ['see' as const] }],
])('nothing is asked about a child if %s', async (_why, days, child) => {
  answer('GET /myEnrolledClass', [{ ...miaSeat, ...days, needs: ['health'] }]);
  answerChildren(buildChild({ health: 'missing', ...child }));
  renderPage();

  await screen.findByRole('article');
  expect(screen.queryByRole('link', { name: /Answer now/ })).toBeNull();
});

test('a child about whom nothing is missing is ready', async () => {
  answer('GET /myEnrolledClass', [{ ...miaSeat, ...toCome }]);
  answerChildren(buildChild());
  renderPage();

  expect(await screen.findByRole('heading', { name: 'Mia is ready' })).toBeVisible();
});

test('an old answer is confirmed with one tap: the same answer is sent again, and the question is gone', async () => {
  const sent: unknown[] = [];
  answer('GET /myEnrolledClass', [{ ...miaSeat, ...toCome }]);
  answerChildren(buildChild({ health: 'outdated' }));
  answer('GET /myChildren/:id', buildChildDetails({ health: 'outdated' }));
  answer('PUT /myChildren/:id/health', ({ body }) => {
    sent.push(body);
    answerChildren(buildChild());
    return { status: true as const, confirmedAt: new Date().toISOString() };
  });
  renderPage();

  expect(await screen.findByText(/Has anything changed.*since Wed 3 June/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Change it for Mia' })).toHaveAttribute(
    'href',
    `/dashboard/children/${mia.childId}#health`,
  );
  await userEvent.click(screen.getByRole('button', { name: /still right/ }));

  await findDialog('Thank you');
  expect(sent).toMatchObject([{ medication: 'Two puffs before sport', nothingToTell: false }]);
  await waitFor(() => expect(screen.queryByText(/Has anything changed/)).toBeNull());
});

test('the courses are there even if the children can’t be loaded', async () => {
  answer('GET /myEnrolledClass', [guitar]);
  answer('GET /myChildren', () => refuse('internal'));
  renderPage();

  expect(await screen.findByRole('article', { name: 'Guitar for you' })).toBeVisible();
});

test('the calendar file of the server is downloaded', async () => {
  const file = watchDownload();
  answer('GET /myEnrolledClass', [guitar]);
  renderPage();

  await userEvent.click(await screen.findByRole('button', { name: 'Calendar file: Guitar' }));

  expect(await file.read()).toEqual({
    name: 'guitar.ics',
    lines: ['BEGIN:VCALENDAR', 'END:VCALENDAR'],
  });
});

test('a parent turns on emails about the camp day of their children, beside their classes', async () => {
  const days = { camp_start: nextYear('06-01'), camp_end: nextYear('06-05') };
  const seat = (id: string, student_name: string) => ({
    ...{ ...guitar, ...days, student_name },
    ...{ cartId: id.repeat(24), childId: id.repeat(24) },
  });
  answer('GET /myEnrolledClass', [seat('7', 'Mia'), seat('8', 'Tom'), { ...guitar, ...days }]);
  const sent: unknown[] = [];
  answer('PATCH /myMail', ({ body }) => {
    sent.push(body);
    return { reminders: true, news: true, campDay: true };
  });
  renderPage();

  const name = 'Email me when Mia and Tom arrive and are collected';
  const campDay = await screen.findByRole('switch', { name });
  expect(campDay).not.toBeChecked();
  await userEvent.click(campDay);
  expect(await screen.findByText('Saved')).toBeVisible();
  expect(sent).toEqual([{ campDay: true }]);
  expect(campDay).toBeChecked();
});

test('who has no child with a class to come reads nothing of such emails', async () => {
  answer('GET /myEnrolledClass', [guitar]);
  renderPage();
  await screen.findByRole('article', { name: 'Guitar for you' });
  expect(screen.queryByRole('switch')).toBeNull();
});
