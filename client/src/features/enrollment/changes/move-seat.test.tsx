import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { buildChild } from '../../families/children/children.testing.ts';
import { buildCartItem, buildClass } from '../../../testing/factories.ts';
import { findDialog } from '../../../testing/find-dialog.ts';
import { location, renderApp, student } from '../../../testing/render.tsx';
import { answer, refuse } from '../../../testing/server.ts';
import { slowTest } from '../../../testing/slow-tests.ts';
import { nextYear } from '../../../testing/today.ts';
import { buildEnrolled, buildMoveQuote, buildPreview, TOO_LATE } from './change-seat.testing.ts';
import { EnrolledCoursesPage } from '../../../pages/dashboard/enrolled-seats-page.tsx';
import { NO_CREDIT } from '../credit/credit.testing.ts';

const SAILING = 'c'.repeat(24);
const LEO = 'd'.repeat(24);
const everything = { refund: 4_900, kept: 0, percent: 100, until: nextYear('07-19') };
const sailing = buildClass({ name: 'Sailing', price: 69 });

beforeEach(() => {
  answer('GET /myEnrolledClass', [buildEnrolled()]);
  answer('GET /myCancellations', []);
  answer('GET /myCredit', NO_CREDIT);
  answer('GET /myCalendar', { path: null });
  answer('GET /myMail', { reminders: true, news: true, campDay: false });
  answer('GET /myclass', []);
  answer('GET /myChildren', { children: [buildChild()], invitations: [] });
  answer('GET /cancellation/:cartId', buildPreview(everything));
  answer('GET /classes', [sailing]);
  answer('GET /moveQuotes/:cartId', [buildMoveQuote({ pay: 2_000 })]);
});

async function choose(name: RegExp): Promise<void> {
  renderApp(<EnrolledCoursesPage />, { at: '/dashboard/enroll', user: student });
  await userEvent.click(await screen.findByRole('button', { name: /^Change or cancel: Guitar/ }));
  const menu = await findDialog('Change or cancel');
  await userEvent.click(await within(menu).findByRole('button', { name }));
}

async function chooseClass(name: RegExp): Promise<HTMLElement> {
  await choose(/^Move to another class/);
  const list = await findDialog('Which class for Mia Feldsee?');
  await userEvent.click(await within(list).findByRole('button', { name }));
  return findDialog(/^Move Mia Feldsee to/);
}

// Rules: R178, R231, R470.
test('only classes that are open, have a free seat, fit the age and lack the child can be chosen', async () => {
  answer('GET /classes', [
    sailing,
    buildClass({ _id: '5'.repeat(24), name: 'The same class' }),
    buildClass({ _id: '6'.repeat(24), name: 'Full', sit: 0 }),
    buildClass({ _id: '7'.repeat(24), name: 'Started', joining: 'started' }),
    buildClass({ _id: '8'.repeat(24), name: 'For adults', ageFrom: 18, ageTo: null }),
    buildClass({ _id: '9'.repeat(24), name: 'In the cart' }),
  ]);
  const { childId, student_name } = buildEnrolled();
  answer('GET /myclass', [buildCartItem({ classId: '9'.repeat(24), childId, student_name })]);
  await choose(/^Move to another class/);

  const list = await findDialog('Which class for Mia Feldsee?');
  await within(list).findByRole('button', { name: /Sailing/ });
  expect(within(list).getAllByRole('listitem')).toHaveLength(1);
});

test('one’s own seat can be given to a child of the account, for nothing', async () => {
  answer('GET /moveQuotes/:cartId', [buildMoveQuote({ classId: buildEnrolled().classId })]);
  answer('GET /myEnrolledClass', [buildEnrolled({ childId: null, student_name: student.name })]);
  const sent: unknown[] = [];
  answer('POST /moves', ({ body }) => {
    sent.push(body);
    const { cartId } = buildEnrolled();
    return { state: 'moved', cartId, difference: 0, refund: 0, kept: 0 };
  });
  await choose(/^Give the seat to a child/);

  const dialog = await findDialog('Who gets your seat?');
  const give = within(dialog).getByRole('button', { name: 'Give the seat to Mia Feldsee' });
  await waitFor(() => expect(give).toBeEnabled());
  await userEvent.click(give);
  await findDialog('Mia Feldsee has the seat now');
  expect(sent).toEqual([{ cartId: buildEnrolled().cartId, childId: buildChild()._id, refund: 0 }]);
});

test('a class on the same days as another class of the child comes with a warning', async () => {
  const days = { camp_start: nextYear('07-06'), camp_end: nextYear('07-10') };
  const { childId, student_name } = buildEnrolled();
  answer('GET /moveQuotes/:cartId', [
    buildMoveQuote(),
    buildMoveQuote({ classId: '8'.repeat(24) }),
  ]);
  answer('GET /classes', [
    { ...sailing, ...days },
    buildClass({
      _id: '8'.repeat(24),
      name: 'Kites',
      camp_start: nextYear('09-07'),
      camp_end: nextYear('09-11'),
    }),
  ]);
  answer('GET /myclass', [
    buildCartItem({ classId: '9'.repeat(24), name: 'Clay', ...days, childId, student_name }),
  ]);
  await choose(/^Move to another class/);

  const list = await findDialog('Which class for Mia Feldsee?');
  const [overlapping, free] = [
    await within(list).findByRole('button', { name: /Sailing/ }),
    within(list).getByRole('button', { name: /Kites/ }),
  ];
  expect(overlapping).toHaveTextContent(/overlaps.*Clay/);
  expect(free).not.toHaveTextContent(/overlap/);
});

test.each([
  [{ pay: 2_000 }, 'You pay $20 more'],
  [{ refund: 2_000 }, 'You get $20 back'],
  [{}, 'Same price'],
])('a class with %j says: %s', async (quote, words) => {
  answer('GET /moveQuotes/:cartId', [buildMoveQuote(quote)]);
  await choose(/^Move to another class/);
  const list = await findDialog('Which class for Mia Feldsee?');
  expect(await within(list).findByRole('button', { name: /Sailing/ })).toHaveTextContent(words);
});

test('a dearer class is held, and the parent goes on to pay the difference', async () => {
  const sent: unknown[] = [];
  answer('POST /moves', ({ body }) => {
    sent.push(body);
    return { state: 'pay' as const, cartId: '9'.repeat(24), difference: 2_000, refund: 0, kept: 0 };
  });
  const dialog = await chooseClass(/Sailing/);
  expect(dialog).toHaveTextContent('Mia Feldsee keeps the old one until then');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Hold the seat and pay $20' }));

  await waitFor(() => expect(location.pathname).toBe('/dashboard/payment'));
  expect(location.search).toBe(`?cartId=${'9'.repeat(24)}`);
  expect(sent).toEqual([{ cartId: '1'.repeat(24), classId: SAILING, price: 69 }]);
});

slowTest('a class for the same price is moved to at once', async () => {
  answer('GET /moveQuotes/:cartId', [buildMoveQuote()]);
  answer('GET /classes', [{ ...sailing, price: 49 }]);
  answer('POST /moves', () => {
    answer('GET /myEnrolledClass', [
      buildEnrolled({
        classId: SAILING,
        classData: { ...buildEnrolled().classData, name: 'Sailing' },
      }),
    ]);
    return { state: 'moved' as const, cartId: '1'.repeat(24), difference: 0, refund: 0, kept: 0 };
  });
  const dialog = await chooseClass(/Sailing/);
  expect(dialog).toHaveTextContent('The entry code changes');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Move the seat' }));

  await findDialog('Moved to Sailing');
  expect(await screen.findByRole('article', { name: /Sailing/ })).toBeVisible();
});

test('a cheaper class says what is lost and kept, before the parent confirms', async () => {
  const sent: unknown[] = [];
  answer('GET /classes', [{ ...sailing, price: 29 }]);
  answer('GET /moveQuotes/:cartId', [
    buildMoveQuote({
      ...{ refund: 1_700, kept: 2_100, extrasKept: 1_500, lines: ['Early bird'] },
      dropped: ['T-shirt, M'],
      lost: [{ label: 'Siblings', className: 'Clay', student_name: 'Leo', amount: 300 }],
    }),
  ]);
  answer('POST /moves', ({ body }) => {
    sent.push(body);
    return refuse('refund_changed');
  });
  const dialog = await chooseClass(/You get \$17 back/);
  expect(dialog).toHaveTextContent('Does not move along, or only in part: Early bird.');
  expect(dialog).toHaveTextContent('The new class does not have T-shirt, M.');
  expect(dialog).toHaveTextContent('The school keeps $15 for extras that don’t come back');
  expect(dialog).toHaveTextContent('“Siblings” of Leo in Clay comes off: $3.');
  expect(dialog).toHaveTextContent('The school keeps $3 of the difference, as if you canceled');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Move the seat' }));

  expect(sent).toEqual([{ cartId: '1'.repeat(24), classId: SAILING, price: 29, refund: 1_700 }]);
  expect(await within(dialog).findByRole('alert')).toHaveTextContent('The refund has changed.');
});

test('a cheaper class for a seat that is paid in parts says how much less is owed, and what comes back', async () => {
  answer('GET /moveQuotes/:cartId', [buildMoveQuote({ falls: 900, refund: 1_100 })]);
  const dialog = await chooseClass(/Sailing/);
  expect(dialog).toHaveTextContent('You owe $9 less and get $11 back');
});

test('a refused move says why, and the seat stays', async () => {
  answer('POST /moves', () => refuse('class_full'));
  const dialog = await chooseClass(/Sailing/);
  await userEvent.click(within(dialog).getByRole('button', { name: /^Hold the seat/ }));

  expect(await within(dialog).findByRole('alert')).toHaveTextContent(
    'No seats left in this class.',
  );
  expect(screen.getByRole('article', { name: /Guitar/ })).toBeVisible();
});

test('a seat can be given to another child, but not to one who doesn’t fit', async () => {
  const { classId } = buildEnrolled();
  answer('GET /moveQuotes/:cartId', ({ query }) => {
    expect(query).toEqual({ childId: LEO });
    return [buildMoveQuote({ classId, lines: ['Siblings'], pay: 1_000 })];
  });
  const sent: unknown[] = [];
  answer('GET /myEnrolledClass', [buildEnrolled({ ageFrom: 8, ageTo: 12 })]);
  answer('GET /myChildren', {
    children: [
      buildChild(),
      buildChild({ _id: LEO, name: 'Leo' }),
      buildChild({ _id: 'e'.repeat(24), name: 'Ada', birthDate: nextYear('01-01') }),
    ],
    invitations: [],
  });
  answer('POST /moves', ({ body }) => {
    sent.push(body);
    return { state: 'moved' as const, cartId: '1'.repeat(24), difference: 0, refund: 0, kept: 0 };
  });
  await choose(/^Give the seat to another child/);
  const dialog = await findDialog('Who gets Mia Feldsee’s seat?');
  expect(within(dialog).getByRole('list', { name: 'Cannot have this seat' })).toHaveTextContent(
    'Ada will be 0 on the first day; this class is for ages 8 to 12.',
  );
  await within(dialog).findByText(/Does not move along, or only in part: Siblings/);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Give the seat to Leo' }));

  await findDialog('Leo has the seat now');
  expect(sent).toEqual([{ cartId: '1'.repeat(24), childId: LEO }]);
});

test('after the first period a parent reads until when the seat could be moved', async () => {
  answer('GET /cancellation/:cartId', buildPreview(TOO_LATE));
  const soon = new Date(Date.now() + 5 * 24 * 60 * 60_000).toISOString().slice(0, 10);
  answer('GET /myEnrolledClass', [buildEnrolled({ camp_start: soon })]);
  renderApp(<EnrolledCoursesPage />, { at: '/dashboard/enroll', user: student });
  await userEvent.click(await screen.findByRole('button', { name: /^Change or cancel/ }));
  const menu = await findDialog('Change or cancel');

  expect(await within(menu).findByText(/Seats could be moved here until/)).toBeVisible();
  expect(within(menu).queryByRole('button', { name: /^Move/ })).toBeNull();
});
