import { DEFAULT_REFUND_TERMS } from '@speakifyr/contract/refund-terms.ts';
import type { CartItem } from '@speakifyr/contract/cart.ts';
import { LABELS } from '@speakifyr/contract/labels.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { beforeEach, expect, test } from 'vitest';
import { formatDays } from '../../../lib/format.ts';
import { buildCartItem, buildClass } from '../../../testing/factories.ts';
import { findDialog } from '../../../testing/find-dialog.ts';
import { renderApp, student } from '../../../testing/render.tsx';
import { answer, refuse } from '../../../testing/server.ts';
import { nextYear } from '../../../testing/today.ts';
import { ClassPage } from '../../../pages/class-page.tsx';
import { JoinAction } from './join-action.tsx';

const sailing = buildClass({ instructor_email: 'not-assigned', ageFrom: null, ageTo: null });

/** A seat that the student holds in another class of the same days. */
const heldChess = buildCartItem({
  name: 'Chess',
  classId: 'd'.repeat(24),
  email: student.email,
  camp_start: nextYear('08-05'),
  camp_end: nextYear('08-09'),
});

const OVERLAP_PATTERN = 'overlaps with Chess';
const OVERLAP = `overlaps with Chess (${formatDays(nextYear('08-05'), nextYear('08-09'))})`;

// The page of a class says until when canceling is free.
beforeEach(() => answer('GET /refundPolicy', DEFAULT_REFUND_TERMS));

/** Answers as the server does to a student with these seats, and counts the joins. */
function acceptJoins({ held = [] as CartItem[] } = {}) {
  const joins: unknown[] = [];
  answer('GET /isUser', true);
  answer('GET /myclass', held);
  answer('GET /myEnrolledClass', []);
  answer('POST /addClass', ({ body }) => {
    joins.push(body);
    return {
      status: true,
      message: 'Added to Cart, Check Your Dashboard',
      cartId: 'f'.repeat(24),
      heldUntil: heldChess.heldUntil,
      enrolled: false,
    };
  });
  return joins;
}

/** The button waits until it is known who is at the screen. */
async function waitForSession() {
  await waitFor(() =>
    expect(screen.getByRole('button', { name: new RegExp(LABELS.joinNow) })).not.toHaveAttribute(
      'aria-disabled',
      'true',
    ),
  );
}

async function pressJoin() {
  await waitForSession();
  await userEvent.click(screen.getByRole('button', { name: new RegExp(LABELS.joinNow) }));
}

// Rules: R9, R129.
test('an account without children is asked for whom it is, and reads about classes on the same days', async () => {
  const joins = acceptJoins({ held: [heldChess] });
  renderApp(<JoinAction campClass={sailing} />, { user: student });

  await pressJoin();
  const dialog = within(await screen.findByRole('dialog', { name: 'Who is it for?' }));
  const me = await dialog.findByRole('checkbox', {
    name: new RegExp(`This class ${OVERLAP_PATTERN}`),
  });
  expect(joins).toHaveLength(0);
  await userEvent.click(me);
  await userEvent.click(dialog.getByRole('button', { name: 'Hold 1 seat' }));

  expect(await findDialog('Added to Cart, Check Your Dashboard')).toBeVisible();
  expect(joins).toHaveLength(1);
});

test('a person who cancels has joined nothing, and can try again', async () => {
  const joins = acceptJoins();
  renderApp(<JoinAction campClass={sailing} />, { user: student });

  await pressJoin();
  await userEvent.click(await screen.findByRole('button', { name: LABELS.cancel }));

  expect(await screen.findByRole('button', { name: new RegExp(LABELS.joinNow) })).toHaveAttribute(
    'aria-busy',
    'false',
  );
  expect(joins).toHaveLength(0);
});

test('if the other classes cannot be loaded, the join goes on', async () => {
  const joins = acceptJoins();
  answer('GET /myclass', () => refuse('unavailable'));
  renderApp(<JoinAction campClass={sailing} />, { user: student });

  await pressJoin();
  await joinMyself();

  expect(await findDialog('Added to Cart, Check Your Dashboard')).toBeVisible();
  expect(joins).toHaveLength(1);
});

async function joinMyself() {
  const dialog = within(await screen.findByRole('dialog', { name: 'Who is it for?' }));
  await userEvent.click(dialog.getByRole('checkbox', { name: /^Me / }));
  await userEvent.click(dialog.getByRole('button', { name: 'Hold 1 seat' }));
}

function renderClassPage(user = student) {
  answer('GET /classes/:id', sailing);
  return renderApp(
    <Routes>
      <Route path="/classes/:id" element={<ClassPage />} />
    </Routes>,
    { at: `/classes/${sailing._id}`, user },
  );
}

test('the page of a class shows the overlap next to Join Now', async () => {
  acceptJoins({ held: [heldChess] });
  renderClassPage();
  expect(await screen.findByText(`This class ${OVERLAP}, where you have a seat.`)).toBeVisible();
});

test('the classes of a person who is not a student are not requested', async () => {
  renderClassPage({ ...student, role: 'instructor' });

  // Calls that the test does not answer fail it.
  expect(await screen.findByRole('heading', { level: 1, name: sailing.name })).toBeVisible();
  await waitForSession();
  expect(screen.queryByText(/overlaps with/)).not.toBeInTheDocument();
});
