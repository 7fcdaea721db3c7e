import type { CartItem } from '@speakifyr/contract/cart.ts';
import { LABELS } from '@speakifyr/contract/labels.ts';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { expect, test } from 'vitest';
import { buildCartItem, buildClass } from '../testing/factories.ts';
import { findDialog } from '../testing/find-dialog.ts';
import { renderApp, student } from '../testing/render.tsx';
import { answer, refuse } from '../testing/server.ts';
import { NEXT_YEAR, nextYear } from '../testing/today.ts';
import { ClassPage } from './class-page.tsx';
import { JoinAction } from './join-action.tsx';

const sailing = buildClass({ instructor_email: 'not-assigned' });

/** A seat that the student holds in another class of the same days. */
const heldChess = buildCartItem({
  name: 'Chess',
  classId: 'd'.repeat(24),
  email: student.email,
  camp_start: nextYear('08-05'),
  camp_end: nextYear('08-09'),
});

const OVERLAP = `overlaps with Chess (05/08/${NEXT_YEAR} to 09/08/${NEXT_YEAR})`;

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

test('a class on the same days is joined only after a confirmation', async () => {
  const joins = acceptJoins({ held: [heldChess] });
  renderApp(<JoinAction campClass={sailing} />, { user: student });

  await pressJoin();

  expect(await findDialog('These classes overlap')).toHaveTextContent(
    `Sailing on the Lake ${OVERLAP}. Join anyway?`,
  );
  expect(joins).toHaveLength(0);
  await userEvent.click(screen.getByRole('button', { name: 'Join anyway' }));
  expect(await findDialog('Added to Cart, Check Your Dashboard')).toBeVisible();
  expect(joins).toHaveLength(1);
});

test('a person who cancels has joined nothing, and can try again', async () => {
  const joins = acceptJoins({ held: [heldChess] });
  renderApp(<JoinAction campClass={sailing} />, { user: student });

  await pressJoin();
  await userEvent.click(await screen.findByRole('button', { name: LABELS.cancel }));

  expect(await screen.findByRole('button', { name: new RegExp(LABELS.joinNow) })).toHaveAttribute(
    'aria-busy',
    'false',
  );
  expect(joins).toHaveLength(0);
});

test('a class on other days is joined without a question', async () => {
  const joins = acceptJoins({
    held: [{ ...heldChess, camp_start: nextYear('08-09'), camp_end: nextYear('08-13') }],
  });
  renderApp(<JoinAction campClass={sailing} />, { user: student });

  await pressJoin();

  expect(await findDialog('Added to Cart, Check Your Dashboard')).toBeVisible();
  expect(joins).toHaveLength(1);
});

test('if the other classes cannot be loaded, the join goes on', async () => {
  const joins = acceptJoins();
  answer('GET /myclass', () => refuse('unavailable'));
  renderApp(<JoinAction campClass={sailing} />, { user: student });

  await pressJoin();

  expect(await findDialog('Added to Cart, Check Your Dashboard')).toBeVisible();
  expect(joins).toHaveLength(1);
});

function renderClassPage(user = student) {
  answer('GET /classes/:id', sailing);
  return renderApp(
    <Routes>
      <Route path="/classes/:id" element={<ClassPage />} />
    </Routes>,
    { at: `/classes/${sailing._id}`, user },
  );
}

test('the page of a class shows the overlap next to Join Now, which then does not ask', async () => {
  const joins = acceptJoins({ held: [heldChess] });
  renderClassPage();
  expect(await screen.findByText(`This class ${OVERLAP}, where you have a seat.`)).toBeVisible();

  await pressJoin();

  expect(await findDialog('Added to Cart, Check Your Dashboard')).toBeVisible();
  expect(joins).toHaveLength(1);
});

test('the classes of a person who is not a student are not requested', async () => {
  renderClassPage({ ...student, role: 'instructor' });

  // Calls that the test does not answer fail it.
  expect(await screen.findByRole('heading', { level: 1, name: sailing.name })).toBeVisible();
  await waitForSession();
  expect(screen.queryByText(/overlaps with/)).not.toBeInTheDocument();
});
