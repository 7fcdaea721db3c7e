import type { OwnAttendance as Own } from '@speakifyr/contract/attendance.ts';
import { NO_FACTS } from '@speakifyr/contract/class-facts.ts';
import type { EnrolledClass } from '@speakifyr/contract/payments.ts';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { findDialog } from '../../testing/find-dialog.ts';
import { renderApp } from '../../testing/render.tsx';
import { answer, refuse } from '../../testing/server.ts';
import { at, DAY } from './attendance.testing.tsx';
import { OwnAttendance } from './own-attendance.tsx';

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse(at('08:00')), shouldAdvanceTime: true });
});
afterEach(() => vi.useRealTimers());

const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });

const NEXT = '2026-08-04';
const none = { in: null, out: null, collectedBy: null, leftAlone: false, absentBy: null };

const seat: EnrolledClass = {
  classId: '5'.repeat(24),
  camp_start: DAY,
  camp_end: '2026-08-07',
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
  childId: 'a'.repeat(24),
  student_name: 'Mia',
  isPayer: true,
  isForResale: false,
  owed: [],
  installments: null,
  share: null,
  paidBy: null,
  health: null,
  needs: null,
  calendar: '',
};

type Day = Own['days'][number];

function answerDays(...days: Day[]) {
  answerWhat(true, days);
}

function answerWhat(mayReport: boolean, days: Day[]) {
  answer('GET /myAttendance', [
    {
      cartId: seat.cartId,
      className: 'Guitar',
      childId: seat.childId,
      name: 'Mia',
      mayReport,
      days,
    },
    {
      cartId: '2'.repeat(24),
      className: 'Kites',
      childId: null,
      name: 'Nora',
      mayReport: true,
      days: [],
    },
  ]);
}

// Rules: R491.
test('a parent reads when a child came, and who took it', async () => {
  answerDays({
    ...{ day: DAY, state: 'gone', in: at('09:04'), out: at('12:31') },
    ...{ collectedBy: 'Inge Byron', leftAlone: false, absentBy: null },
  });
  renderApp(<OwnAttendance seat={seat} />);

  expect(
    await screen.findByText(
      'Mia: arrived 9:04 AM Dhaka time, collected 12:31 PM Dhaka time by Inge Byron',
    ),
  ).toBeVisible();
  expect(screen.queryByRole('button')).toBeNull();
});

test('a parent reads that a child left alone', async () => {
  const times = { in: at('09:04'), out: at('12:31') };
  answerDays({
    day: DAY,
    state: 'gone',
    ...times,
    collectedBy: null,
    leftAlone: true,
    absentBy: null,
  });
  renderApp(<OwnAttendance seat={seat} />);
  expect(
    await screen.findByText('Mia: arrived 9:04 AM Dhaka time, left alone 12:31 PM Dhaka time'),
  ).toBeVisible();
});

test('a parent says that a child can’t come today, and that it comes after all', async () => {
  const asked: unknown[] = [];
  answerDays({ day: DAY, state: 'expected', ...none });
  answer('PUT /myAttendance/:cartId/:day', ({ params, body }) => {
    asked.push({ ...params, ...(body as object) });
    const state = (body as { isAbsent: boolean }).isAbsent ? 'absent' : 'expected';
    answerDays({ day: DAY, state, ...none });
    return { status: true };
  });
  renderApp(<OwnAttendance seat={seat} />);

  await user.click(await screen.findByRole('button', { name: 'Mia can’t come today: Guitar' }));
  expect(await screen.findByText('Mia isn’t coming today.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Mia comes today after all: Guitar' }));

  expect(await screen.findByRole('button', { name: 'Mia can’t come today: Guitar' })).toHaveFocus();
  expect(asked).toEqual([
    { cartId: seat.cartId, day: DAY, isAbsent: true },
    { cartId: seat.cartId, day: DAY, isAbsent: false },
  ]);
});

test('the next day of the class can be said ahead', async () => {
  answerDays(
    { day: '2026-08-05', state: 'expected', ...none },
    { day: NEXT, state: 'expected', ...none },
    { day: DAY, state: 'here', ...none, in: at('09:04') },
  );
  renderApp(<OwnAttendance seat={{ ...seat, childId: null }} />);

  expect(await screen.findByText('Arrived 9:04 AM Dhaka time')).toBeVisible();
  expect(screen.getAllByRole('button')).toHaveLength(1);
  expect(
    screen.getByRole('button', { name: 'I can’t come on Tue 4 August: Guitar' }),
  ).toBeVisible();
});

test('if the team was faster, the parent reads what to do', async () => {
  answerDays({ day: DAY, state: 'expected', ...none });
  answer('PUT /myAttendance/:cartId/:day', () => refuse('already_there'));
  renderApp(<OwnAttendance seat={seat} />);

  await user.click(await screen.findByRole('button', { name: /^Mia can’t come today/ }));

  expect(await findDialog(/already said who came/)).toBeVisible();
});

test.each([
  ['starts in more than a week', { camp_start: '2026-08-11', camp_end: '2026-08-14' }],
  ['is over', { camp_start: '2026-07-27', camp_end: '2026-07-31' }],
])('a class that %s asks and shows nothing', async (_what, days) => {
  const { container } = renderApp(<OwnAttendance seat={{ ...seat, ...days }} />);
  // A call would fail this test: nobody answers it.
  await vi.advanceTimersByTimeAsync(1_000);
  expect(container).toBeEmptyDOMElement();
});

test('a parent reads who reported the absence; who may only see the child can’t change it', async () => {
  answerWhat(false, [{ day: DAY, state: 'absent', ...none, absentBy: 'Ben Byron' }]);
  renderApp(<OwnAttendance seat={seat} />);
  expect(await screen.findByText('Mia isn’t coming today.')).toBeVisible();
  expect(screen.getByText('Reported by Ben Byron.')).toBeVisible();
  expect(screen.queryByRole('button')).toBeNull();
});
