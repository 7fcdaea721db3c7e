import type { CampClass } from '@speakifyr/contract/classes.ts';
import { ERRORS } from '@speakifyr/contract/errors.ts';
import { LABELS } from '@speakifyr/contract/labels.ts';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import Swal from 'sweetalert2';
import { StrictMode } from 'react';
import { Route, Routes } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';
import { findDialog } from '../../../testing/find-dialog.ts';
import { answer, refuse } from '../../../testing/server.ts';
import { provider } from '../../../testing/fake-firebase.ts';
import { buildToken, location, renderApp, student } from '../../../testing/render.tsx';
import { nextYear } from '../../../testing/today.ts';
import { JoinButton } from './join-button.tsx';
import type { OwnSeat } from './own-seat.ts';

afterEach(() => vi.useRealTimers());

const guitar = {
  _id: 'c'.repeat(24),
  name: 'Guitar',
  price: 49,
  image: '/pictures/classes/music.webp',
  sit: 3,
  waiting: 0,
  joining: 'open' as const,
  camp_start: nextYear('08-02'),
  camp_end: nextYear('08-06'),
};

type Options = Parameters<typeof renderApp>[1] & {
  campClass?: Partial<Pick<CampClass, 'sit' | 'waiting' | 'price' | 'joining'>>;
  seat?: OwnSeat;
};

function renderButton({ campClass, seat, ...options }: Options = {}) {
  return renderApp(
    // Effects run twice, as in development.
    <StrictMode>
      <Routes>
        <Route
          path="/classes"
          element={<JoinButton campClass={{ ...guitar, ...campClass }} seat={seat} />}
        />
        <Route path="/login" element={<h1>Login</h1>} />
        <Route path="/dashboard/myclasses" element={<h1>Selected Course</h1>} />
        <Route path="/dashboard/enroll" element={<h1>Enrolled Course</h1>} />
      </Routes>
    </StrictMode>,
    { at: '/classes?page=2', ...options },
  );
}

/** Answers a student's joins as the server does, and counts them. */
function acceptJoins() {
  const joins: unknown[] = [];
  answer('GET /isUser', true);
  answer('POST /addClass', ({ body }) => {
    joins.push(body);
    return {
      status: true,
      message: 'Added to Cart, Check Your Dashboard',
      cartId: 'd'.repeat(24),
      heldUntil: '2026-05-04T10:30:00.000Z',
      enrolled: false,
    };
  });
  return joins;
}

// Rules: R54, R56, R65, R235, R519.
test('a full class has a waiting list, until shortly before it starts', () => {
  const { unmount } = renderButton({ campClass: { sit: 0 } });
  expect(screen.getByRole('button', { name: new RegExp(LABELS.joinWaiting) })).toBeEnabled();
  unmount();

  renderButton({ campClass: { sit: 0, waiting: null } });
  expect(screen.getByRole('button', { name: LABELS.noSeats })).toBeDisabled();
});

test.each([
  ['started', 'Started'],
  ['over', 'Over'],
] as const)('a class that is %s cannot be joined', (joining, label) => {
  renderButton({ campClass: { joining } });

  expect(screen.getByRole('button', { name: label })).toBeDisabled();
});

test('a class that the student is enrolled in leads to the entry code, even if it is full or over', () => {
  renderButton({ campClass: { sit: 0, joining: 'over' }, seat: { state: 'enrolled' } });

  expect(screen.getByRole('link', { name: 'Enrolled: Guitar' })).toHaveAttribute(
    'href',
    '/dashboard/enroll',
  );
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});

test('a class in the student’s cart shows the time left and leads to the payment, even if it is full', () => {
  vi.useFakeTimers({ now: Date.parse('2026-05-04T10:00:19Z') });
  const cartId = 'd'.repeat(24);
  renderButton({
    campClass: { sit: 0 },
    seat: { state: 'held', cartId, heldUntil: '2026-05-04T10:30:00Z' },
  });

  const link = screen.getByRole('link', { name: 'In your cart · 29:41 left · Pay: Guitar' });
  expect(link).toHaveAttribute('href', `/dashboard/payment?cartId=${cartId}`);
  act(() => void vi.advanceTimersByTime(2_000));
  expect(link).toHaveTextContent('29:39 left');
});

test('a visitor goes to the log-in page, which remembers the class', async () => {
  renderButton();

  await userEvent.click(screen.getByRole('button', { name: new RegExp(LABELS.joinNow) }));

  expect(await screen.findByRole('heading', { name: 'Login' })).toBeVisible();
  expect(location.state).toMatchObject({
    from: { pathname: '/classes', search: '?page=2' },
    join: guitar._id,
  });
});

test('a press before we know who it is counts as soon as we do', async () => {
  const joins = acceptJoins();
  renderButton({ user: student });

  fireEvent.click(screen.getByRole('button', { name: new RegExp(LABELS.joinNow) }));

  expect(await findDialog('Added to Cart, Check Your Dashboard')).toBeVisible();
  expect(joins).toHaveLength(1);
});

test('a student joins', async () => {
  const joins = acceptJoins();
  renderButton({ user: student });

  await pressJoin();

  expect(await findDialog('Added to Cart, Check Your Dashboard')).toBeVisible();
  expect(joins).toEqual([
    {
      classId: guitar._id,
      name: 'Guitar',
      email: student.email,
      price: 49,
      pay: 'pending',
      image: guitar.image,
    },
  ]);
});

test('a join reloads the cart and the classes', async () => {
  acceptJoins();
  const { queryClient } = renderButton({ user: student });
  await waitForSession();
  for (const key of ['GET /myclass', 'GET /classes', 'popularcl'])
    queryClient.setQueryData([key], []);

  await pressJoin();

  await waitFor(() => {
    for (const key of ['GET /myclass', 'GET /classes', 'popularcl'])
      expect(queryClient.getQueryState([key])?.isInvalidated).toBe(true);
  });
});

test('someone who is not a student sees the reason, and no call is made that would log them out', async () => {
  const joins = acceptJoins();
  answer('GET /isUser', false);
  renderButton({ user: { ...student, role: 'instructor' } });

  await pressJoin();

  expect(await findDialog('Only Student Can Join')).toBeVisible();
  expect(screen.getByRole('button', { name: LABELS.ok })).toBeVisible();
  expect(Swal.getTimerLeft()).toBeUndefined();
  expect(joins).toEqual([]);
});

test('who has to confirm the address first says that they have, and the join goes on by itself', async () => {
  answer('GET /isUser', true);
  answer('GET /myclass', []);
  answer('POST /jwt', { token: buildToken(student.email, 7_200) });
  answer('POST /addClass', () => refuse('verify_email_first'));
  renderButton({ user: { ...student, isVerified: false } });
  const button = await screen.findByRole('button', { name: new RegExp(LABELS.joinNow) });
  await waitFor(() => expect(button).toHaveAttribute('aria-disabled', 'false'));
  await userEvent.click(button);

  await findDialog(ERRORS.verify_email_first.message);
  await userEvent.click(screen.getByRole('button', { name: LABELS.emailConfirmed }));
  // It is not, so the question comes again.
  await findDialog(ERRORS.verify_email_first.message);
  provider.confirmed.add(student.email);
  answer('GET /userInfo', student);
  const joins = acceptJoins();
  await userEvent.click(screen.getByRole('button', { name: LABELS.emailConfirmed }));
  await findDialog('Added to Cart, Check Your Dashboard');
  expect(joins).toHaveLength(1);
});

test.each([true, false])(
  'a student who holds too many seats is led to them, confirmed or not: %s',
  async (isVerified) => {
    answer('GET /isUser', true);
    answer('GET /myclass', []);
    answer('POST /addClass', () => refuse('too_many_holds'));
    renderButton({ user: { ...student, isVerified } });

    await pressJoin();
    await findDialog(ERRORS.too_many_holds.message);
    await userEvent.click(screen.getByRole('button', { name: 'Show my selected courses' }));

    expect(await screen.findByRole('heading', { name: 'Selected Course' })).toBeInTheDocument();
  },
);

test('a student joins a free class and is enrolled at once', async () => {
  answer('GET /isUser', true);
  answer('POST /addClass', {
    status: true,
    message: '',
    cartId: 'd'.repeat(24),
    heldUntil: '2026-05-04T10:30:00.000Z',
    enrolled: true,
  });
  renderButton({ user: student, campClass: { price: 0 } });

  await waitForSession('Join for free: Guitar');
  await userEvent.click(screen.getByRole('button', { name: 'Join for free: Guitar' }));

  await findDialog('You are enrolled. Your entry code is under Enrolled Course.');
  expect(location.pathname).toBe('/dashboard/enroll');
  // The page says that a confirmation is emailed.
  expect(location.state).toEqual({ emailed: 'confirmation' });
});

test('two clicks are one join', async () => {
  const joins = acceptJoins();
  let endClicking = () => {};
  const whileClicking = new Promise<void>((resolve) => {
    endClicking = resolve;
  });
  answer('GET /isUser', async () => {
    await whileClicking;
    return true;
  });
  renderButton({ user: student });

  await waitForSession();
  await userEvent.dblClick(screen.getByRole('button', { name: new RegExp(LABELS.joinNow) }));
  expect(screen.getByRole('button', { name: /Joining…/ })).toHaveAttribute('aria-busy', 'true');
  endClicking();

  await findDialog('Added to Cart, Check Your Dashboard');
  expect(joins).toHaveLength(1);
});

test('after the log-in two buttons of the same class join only once', async () => {
  const joins = acceptJoins();
  renderApp(
    <StrictMode>
      <JoinButton campClass={guitar} />
      <JoinButton campClass={guitar} />
    </StrictMode>,
    { at: { pathname: '/', state: { join: guitar._id } }, user: student },
  );

  await findDialog('Added to Cart, Check Your Dashboard');
  expect(joins).toHaveLength(1);
});

test('after the log-in the join continues by itself, once', async () => {
  const joins = acceptJoins();
  renderButton({ at: { pathname: '/classes', state: { join: guitar._id } }, user: student });

  await findDialog('Added to Cart, Check Your Dashboard');
  expect(joins).toHaveLength(1);
  // A reload or the Back button does not join again.
  expect(location.pathname).toBe('/classes');
  await waitFor(() => expect(location.state).toBeNull());
});

test('the button of another class does not join', async () => {
  const joins = acceptJoins();
  renderButton({ at: { pathname: '/classes', state: { join: 'e'.repeat(24) } }, user: student });

  await waitForSession();
  expect(joins).toEqual([]);
});

async function waitForSession(button: string | RegExp = new RegExp(LABELS.joinNow)) {
  await waitFor(() =>
    expect(screen.getByRole('button', { name: button })).not.toHaveAttribute(
      'aria-disabled',
      'true',
    ),
  );
}

async function pressJoin() {
  await waitForSession();
  await userEvent.click(screen.getByRole('button', { name: new RegExp(LABELS.joinNow) }));
}
