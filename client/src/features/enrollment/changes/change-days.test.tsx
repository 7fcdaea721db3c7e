import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { addDays } from '@speakifyr/contract/days.ts';
import { nameDay } from '@speakifyr/contract/format.ts';
import { beforeEach, expect, test } from 'vitest';
import { buildChild } from '../../families/children/children.testing.ts';
import { readToday } from '../../../lib/format.ts';
import { EnrolledCoursesPage } from '../../../pages/dashboard/enrolled-seats-page.tsx';
import { buildClass } from '../../../testing/factories.ts';
import { findDialog } from '../../../testing/find-dialog.ts';
import { location, renderApp, student } from '../../../testing/render.tsx';
import { answer, refuse } from '../../../testing/server.ts';
import { NO_CREDIT } from '../credit/credit.testing.ts';
import { buildEnrolled, buildMoveQuote } from './change-seat.testing.ts';

const { classId, cartId } = buildEnrolled();
const today = readToday();
/** Two have begun. */
const DAYS = [-1, 0, 1, 2, 3].map((count) => addDays(today, count));
const [FIRST, NOW, NEXT, THEN, LAST] = DAYS as [string, string, string, string, string];
const label = (day: string) => new RegExp(`^${nameDay(day, day.slice(0, 4))}`);

const guitar = buildClass({
  ...{ _id: classId, name: 'Guitar', price: 200, sit: 1 },
  ...{ days: DAYS, camp_start: FIRST, camp_end: LAST },
  byDay: { prices: [50], atLeast: 2, left: [0, 0, 0, 3, 2] },
});

let seat = buildEnrolled();

beforeEach(() => {
  const days = [NOW, NEXT];
  seat = buildEnrolled({ days, camp_start: NOW, camp_end: NEXT, mayChangeDays: true });
  answer('GET /myEnrolledClass', [seat]);
  answer('GET /myCancellations', []);
  answer('GET /myCredit', NO_CREDIT);
  answer('GET /myCalendar', { path: null });
  answer('GET /myMail', { reminders: true, news: true, campDay: false });
  answer('GET /myclass', []);
  answer('GET /myChildren', { children: [buildChild()], invitations: [] });
  answer('GET /classes', [guitar]);
  answer('GET /classes/:id', guitar);
  // It has begun, so it can't be canceled anymore.
  answer('GET /cancellation/:cartId', () => refuse('class_started'));
});

async function openDays(): Promise<HTMLElement> {
  renderApp(<EnrolledCoursesPage />, { at: '/dashboard/enroll', user: student });
  await userEvent.click(await screen.findByRole('button', { name: /^Change or cancel: Guitar/ }));
  const menu = await findDialog('Change or cancel');
  await userEvent.click(await within(menu).findByRole('button', { name: /^Change the days/ }));
  return findDialog('Change Mia Feldsee’s days');
}

// Rules: R648.
test('a day that has begun stays, and the days of the seat can be given up and taken again', async () => {
  const dialog = await openDays();
  const box = (day: string) => within(dialog).getByLabelText(label(day));
  expect(within(dialog).queryByLabelText(label(FIRST))).not.toBeInTheDocument();
  expect(box(NOW)).toBeChecked();
  expect(box(NOW)).toBeDisabled();
  expect(within(dialog).getByText(/^These are the days of this seat now/)).toBeVisible();
  const change = within(dialog).getByRole('button', { name: 'Change the days' });
  expect(change).toBeDisabled();
  answer('GET /moveQuotes/:cartId', [buildMoveQuote({ classId })]);
  await userEvent.click(box(NEXT));
  expect(within(dialog).getByText('Choose at least 2 days.')).toBeVisible();
  expect(change).toBeDisabled();
  expect(box(NEXT)).toBeEnabled();
});

test('fewer days: what comes back is said before, and sent with the change', async () => {
  seat = buildEnrolled({ days: [NOW, NEXT, LAST], mayChangeDays: true });
  answer('GET /myEnrolledClass', [seat]);
  const asked: unknown[] = [];
  answer('GET /moveQuotes/:cartId', ({ query }) => {
    asked.push(query);
    return [buildMoveQuote({ classId, refund: 2_500, kept: 2_500 })];
  });
  const sent: unknown[] = [];
  answer('POST /moves', ({ body }) => {
    sent.push(body);
    return { state: 'moved', cartId, difference: 0, refund: 2_500, kept: 2_500 };
  });
  const dialog = await openDays();
  await userEvent.click(within(dialog).getByLabelText(label(LAST)));
  expect(await within(dialog).findByText('You get $25 back')).toBeVisible();
  expect(within(dialog).getByText(/^The school keeps \$25 of the difference/)).toBeVisible();
  await userEvent.click(within(dialog).getByRole('button', { name: 'Change the days' }));
  await waitFor(() =>
    expect(sent).toEqual([{ cartId, days: [NOW, NEXT], price: 100, refund: 2_500 }]),
  );
  expect(asked[0]).toEqual({ days: `${NOW},${NEXT}` });
  await findDialog('The days are changed');
});

test('more days: they are held, and the payment follows', async () => {
  answer('GET /moveQuotes/:cartId', [buildMoveQuote({ classId, pay: 5_000 })]);
  const held = 'e'.repeat(24);
  answer('POST /moves', { state: 'pay', cartId: held, difference: 5_000, refund: 0, kept: 0 });
  const dialog = await openDays();
  await userEvent.click(within(dialog).getByLabelText(label(THEN)));
  expect(await within(dialog).findByText('You pay $50 more')).toBeVisible();
  await userEvent.click(within(dialog).getByRole('button', { name: 'Hold the days and pay $50' }));
  await waitFor(() => expect(location.pathname).toBe('/dashboard/payment'));
  expect(location.search).toBe(`?cartId=${held}`);
});
