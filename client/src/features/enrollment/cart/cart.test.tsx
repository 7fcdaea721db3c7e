import type { CartItem } from '@speakifyr/contract/cart.ts';
import { LABELS } from '@speakifyr/contract/labels.ts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { useSession } from '../../../session/auth.tsx';
import { findDialog } from '../../../testing/find-dialog.ts';
import { renderApp, student } from '../../../testing/render.tsx';
import { answer, refuse } from '../../../testing/server.ts';
import { CartBadge } from './cart-badge.tsx';
import { SelectedCourses } from './cart.tsx';

afterEach(() => vi.useRealTimers());

const MINUTE = 60_000;

function courseNamed(name: string, number: number, minutesLeft = 29.5): CartItem {
  return {
    _id: String(number).repeat(24),
    state: 'held',
    name,
    price: 49,
    image: '/pictures/classes/music.webp',
    classId: String(number + 4).repeat(24),
    email: student.email,
    childId: null,
    movesFrom: null,
    otherPays: null,
    offer: null,
    student_name: student.name,
    heldUntil: new Date(Date.now() + minutesLeft * MINUTE).toISOString(),
    camp_start: '2026-06-01',
    camp_end: '2026-06-05',
  };
}

/** Like the page: no courses before the person is known. */
function Page() {
  const { user } = useSession();
  return user && <SelectedCourses email={user.email} />;
}

function renderCart(courses: CartItem[]) {
  answer('GET /myclass', courses);
  return renderApp(<Page />, { user: student });
}

async function findRow(name: RegExp) {
  return within(await screen.findByRole('row', { name }));
}

// Rules: R8, R130.
test('each selected course has a row, and Pay links to its payment', async () => {
  renderCart([courseNamed('Guitar', 1), courseNamed('Chess', 2)]);

  expect(
    await screen.findByRole('heading', { name: 'Selected Courses for Enroll : 2' }),
  ).toBeVisible();
  expect(screen.getAllByRole('columnheader').map((cell) => cell.textContent)).toEqual([
    '#',
    'Class Image',
    'Class Name',
    'Price ($)',
    'Seat held until',
    'Payment',
    'Remove',
  ]);
  const guitar = await findRow(/Guitar/);
  expect(guitar.getByText('$49')).toBeVisible();
  expect(guitar.getByText('29 min left')).toBeVisible();
  expect(guitar.getByRole('link', { name: `${LABELS.pay} for Guitar` })).toHaveAttribute(
    'href',
    `/dashboard/payment?cartId=${'1'.repeat(24)}`,
  );
});

test('without a course there is a link to the classes', async () => {
  renderCart([]);

  expect(await screen.findByText('No course selected yet')).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Selected Courses for Enroll : 0' })).toBeVisible();
  expect(screen.getByRole('link', { name: LABELS.findClass })).toHaveAttribute('href', '/classes');
});

test('a failed load can be retried', async () => {
  answer('GET /myclass', () => refuse('internal'));
  renderApp(<Page />, { user: student });

  const retry = await screen.findByRole('button', { name: LABELS.retry });
  answer('GET /myclass', [courseNamed('Guitar', 1)]);
  await userEvent.click(retry);

  expect(await screen.findByRole('row', { name: /Guitar/ })).toBeVisible();
});

test('a course is removed only after a confirmation', async () => {
  renderCart([courseNamed('Guitar', 1)]);
  const guitar = await findRow(/Guitar/);

  await userEvent.click(guitar.getByRole('button', { name: `${LABELS.remove} Guitar` }));
  await userEvent.click(await screen.findByRole('button', { name: LABELS.cancel }));

  // An unanswered DELETE would have failed the test.
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(screen.getByRole('row', { name: /Guitar/ })).toBeVisible();
});

test('a removed course disappears from the list and from the badge', async () => {
  const removed: unknown[] = [];
  renderCart([courseNamed('Guitar', 1), courseNamed('Chess', 2)]);
  answer('DELETE /addClass/:cartId', ({ params, query }) => {
    removed.push({ cartId: params['cartId'], classId: query['classId'] });
    answer('GET /myclass', [courseNamed('Chess', 2)]);
    return { status: true };
  });
  const guitar = await findRow(/Guitar/);

  await userEvent.click(guitar.getByRole('button', { name: `${LABELS.remove} Guitar` }));
  await userEvent.click(await screen.findByRole('button', { name: 'Yes, remove it' }));

  expect(await findDialog('Deleted!')).toBeVisible();
  expect(removed).toEqual([{ cartId: '1'.repeat(24), classId: '5'.repeat(24) }]);
  expect(screen.queryByRole('row', { name: /Guitar/ })).not.toBeInTheDocument();
  expect(screen.getByText(/Selected Courses for Enroll/)).toHaveTextContent(': 1');
});

test('a course that could not be removed stays, and an error is shown', async () => {
  renderCart([courseNamed('Guitar', 1)]);
  answer('DELETE /addClass/:cartId', () => refuse('unavailable'));
  const guitar = await findRow(/Guitar/);

  await userEvent.click(guitar.getByRole('button', { name: `${LABELS.remove} Guitar` }));
  await userEvent.click(await screen.findByRole('button', { name: 'Yes, remove it' }));

  expect(await findDialog('Something Went wrong')).toHaveTextContent('Try again');
  // The dialog hides the page from screen readers.
  expect(screen.getByRole('row', { name: /Guitar/, hidden: true })).toBeInTheDocument();
});

test('a course whose hold ends says so and can be joined again', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  renderCart([courseNamed('Guitar', 1, 2)]);
  await screen.findByRole('row', { name: /Guitar/ });

  answer('GET /myclass', []);
  act(() => void vi.advanceTimersByTime(3 * MINUTE));

  expect(await screen.findByText('Time ran out')).toBeVisible();
  const guitar = await findRow(/Guitar/);
  expect(guitar.queryByRole('link', { name: new RegExp(LABELS.pay) })).not.toBeInTheDocument();

  answer('GET /isUser', true);
  answer('POST /addClass', ({ body }) => {
    expect(body).toMatchObject({ classId: '5'.repeat(24), email: student.email });
    answer('GET /myclass', [courseNamed('Guitar', 1)]);
    return {
      status: true,
      message: '',
      cartId: '1'.repeat(24),
      heldUntil: '2026-05-04T10:30:00Z',
      enrolled: false,
    };
  });
  await userEvent
    .setup({ advanceTimers: vi.advanceTimersByTime })
    .click(guitar.getByRole('button', { name: 'Join again: Guitar' }));

  expect(
    await screen.findByRole('link', { name: `${LABELS.pay} for Guitar`, hidden: true }),
  ).toBeInTheDocument();
  expect(screen.queryByText('Time ran out')).not.toBeInTheDocument();
});

test('the badge counts the selected courses and is hidden without one', async () => {
  function Badge() {
    const { user } = useSession();
    return user && <CartBadge email={user.email} />;
  }
  answer('GET /myclass', [courseNamed('Guitar', 1), courseNamed('Chess', 2)]);
  const { queryClient } = renderApp(<Badge />, { user: student });
  expect((await screen.findByText('2')).parentElement).toHaveTextContent('2 selected');

  answer('GET /myclass', []);
  await act(() => queryClient.invalidateQueries({ queryKey: ['GET /myclass'] }));

  await waitFor(() => expect(screen.queryByText(/selected/)).not.toBeInTheDocument());
});

const mias = { childId: 'b'.repeat(24), student_name: 'Mia' };
const toms = { childId: 'e'.repeat(24), student_name: 'Tom' };

test('several courses are paid for at once; all are chosen, and one can be left out', async () => {
  renderCart([
    { ...courseNamed('Guitar', 1), ...mias, price: 89.5 },
    { ...courseNamed('Chess', 2), ...toms, price: 80.1 },
    { ...courseNamed('Chess', 3), ...mias, classId: '6'.repeat(24) },
  ]);

  expect(await screen.findByRole('link', { name: 'Pay for 3 seats' })).toHaveAttribute(
    'href',
    `/dashboard/payment?carts=${['1', '2', '3'].map((id) => id.repeat(24)).join(',')}`,
  );
  expect(screen.getByText('$218.60')).toBeVisible();
  await userEvent.click(
    screen.getByRole('checkbox', { name: 'Include Chess for Tom in the payment' }),
  );
  expect(screen.getByText('$138.50')).toBeVisible();

  expect(screen.getByRole('link', { name: 'Pay for 2 seats' })).toHaveAttribute(
    'href',
    `/dashboard/payment?carts=${['1', '3'].map((id) => id.repeat(24)).join(',')}`,
  );
});

test('without a check mark there is nothing to pay', async () => {
  renderCart([courseNamed('Guitar', 1), courseNamed('Chess', 2)]);

  for (const box of await screen.findAllByRole('checkbox')) await userEvent.click(box);

  expect(screen.getByText('Tick at least one seat to pay for.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Pay' })).toBeDisabled();
});

test('the courses stand below the name of the child', async () => {
  renderCart([
    { ...courseNamed('Guitar', 1), ...mias },
    { ...courseNamed('Chess', 2), ...toms },
    { ...courseNamed('Sailing', 3), ...mias },
  ]);

  await screen.findByRole('rowheader', { name: 'Mia' });
  const rows = screen.getAllByRole('row').slice(1);
  expect(rows.map((row) => row.textContent.match(/Mia$|Tom$|Guitar|Chess|Sailing/)?.[0])).toEqual([
    'Mia',
    'Guitar',
    'Sailing',
    'Tom',
    'Chess',
  ]);
});

test('the only course of a child names the child, without a check mark', async () => {
  renderCart([{ ...courseNamed('Guitar', 1), ...mias }]);

  const guitar = await findRow(/Guitar/);
  expect(guitar.getByText('For Mia')).toBeVisible();
  expect(guitar.getByText('Mon 1 – Fri 5 June')).toBeVisible();
  expect(guitar.getByRole('link', { name: `${LABELS.pay} for Guitar for Mia` })).toBeVisible();
  expect(screen.queryByRole('checkbox')).not.toBeInTheDocument();
});

test('a seat of one child that ran out is shown, although a sibling still holds one in the class', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const tomsSeat = { ...courseNamed('Guitar', 2), ...toms, classId: '5'.repeat(24) };
  renderCart([{ ...courseNamed('Guitar', 1, 2), ...mias }, tomsSeat]);
  await screen.findByRole('rowheader', { name: 'Mia' });

  answer('GET /myclass', [tomsSeat]);
  act(() => void vi.advanceTimersByTime(3 * MINUTE));

  expect(await screen.findByText('Time ran out')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Join again: Guitar for Mia' })).toBeVisible();
});

test('a seat of a move, an offered and a reserved one say what they are, and how to pay', async () => {
  const transfer = { account: 'Lake Bank 12', reference: 'RF18 1234 5678' };
  renderCart([
    { ...courseNamed('Guitar', 1), price: 20, movesFrom: 'Sailing' },
    { ...courseNamed('Chess', 2), offer: 'e'.repeat(24) },
    { ...courseNamed('Kites', 3), reserved: { transfer } },
    { ...courseNamed('Judo', 4), reserved: { transfer: null } },
  ]);

  expect(
    (await findRow(/Guitar/)).getByText('The difference for moving you from Sailing to Guitar'),
  ).toBeVisible();
  expect((await findRow(/Chess/)).getByText('Offered to you from the waiting list')).toBeVisible();
  expect(
    (await findRow(/Kites/)).getByText(
      'The camp’s office reserved it for you. Pay by card here, or by bank transfer to Lake Bank 12, with the reference RF18 1234 5678. The money must arrive in time.',
    ),
  ).toBeVisible();
  expect((await findRow(/Judo/)).getByText('The camp’s office reserved it for you.')).toBeVisible();
});

test.each([
  [{ movesFrom: 'Sailing' }, 'The move ends, and the seat in Sailing stays as it is.'],
  [{ offer: 'e'.repeat(24) }, 'The next person on the waiting list gets it.'],
])('before it is removed, such a seat says what happens then: %o', async (changes, words) => {
  renderCart([{ ...courseNamed('Guitar', 1), ...changes }]);
  await userEvent.click((await findRow(/Guitar/)).getByRole('button', { name: /Remove/ }));

  expect(await findDialog('Remove this course?')).toHaveTextContent(words);
});

test('a course whose payment a bank is working on says so, and there is nothing to do', async () => {
  const paid: CartItem = { ...courseNamed('Guitar', 1, -5), state: 'processing' };
  renderCart([paid, courseNamed('Chess', 2)]);

  const guitar = await findRow(/Guitar/);
  expect(
    guitar.getByText(/^Your bank is still working on this payment. You don’t need to pay again/),
  ).toBeVisible();
  expect(guitar.queryByText(/left|Time is up/)).not.toBeInTheDocument();
  for (const role of ['link', 'button', 'checkbox'])
    expect(guitar.queryByRole(role)).not.toBeInTheDocument();
  // The only one that can be paid for is not paid for together with others.
  expect(screen.queryByRole('checkbox')).not.toBeInTheDocument();
});

test('once the bank has approved the payment, its course leaves: no time ran out', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const chess = courseNamed('Chess', 2, 2);
  renderCart([{ ...courseNamed('Guitar', 1, -5), state: 'processing' }, chess]);
  await screen.findByRole('row', { name: /Guitar/ });

  answer('GET /myclass', []);
  act(() => void vi.advanceTimersByTime(3 * MINUTE));

  await waitFor(() => expect(screen.queryByRole('row', { name: /Guitar/ })).toBeNull());
  expect(screen.getAllByText('Time ran out')).toHaveLength(1);
});
