import type { CartItem } from '@speakifyr/contract/cart.ts';
import { LABELS } from '@speakifyr/contract/labels.ts';
import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Link } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';
import { ClassSearch } from '../features/classes/class-search.tsx';
import { JoinAction } from '../features/enrollment/join/join-action.tsx';
import { linkToClass } from '../lib/paths.ts';
import { buildCartItem, buildClass } from '../testing/factories.ts';
import { findDialog } from '../testing/find-dialog.ts';
import { location, renderApp, student } from '../testing/render.tsx';
import { answer } from '../testing/server.ts';
import { HeaderCart } from './header-cart.tsx';

afterEach(() => vi.useRealTimers());

const MINUTE = 60_000;
const sailing = buildClass({ ageFrom: 8, ageTo: null });

function holdFor(minutes: number, changes: Partial<CartItem> = {}): CartItem {
  return buildCartItem({
    heldUntil: new Date(Date.now() + minutes * MINUTE).toISOString(),
    ...changes,
  });
}

/** A page with the cart in its header and Join Now, as a student sees it. */
function renderPage(courses: CartItem[] = [], at = '/classes') {
  answer('GET /myclass', courses);
  answer('GET /myEnrolledClass', []);
  return renderApp(
    <>
      <HeaderCart />
      <Link to="/instructors">Instructors</Link>
      <main id="main" tabIndex={-1}>
        <JoinAction campClass={sailing} />
      </main>
    </>,
    { at, user: student },
  );
}

/** Joins the class, and answers as the server does. */
async function join() {
  answer('GET /isUser', true);
  answer('POST /addClass', () => {
    const { _id: cartId, heldUntil } = holdFor(30);
    answer('GET /myclass', [holdFor(30, { _id: cartId })]);
    return { status: true, message: '', cartId, heldUntil, enrolled: false };
  });
  const button = await screen.findByRole('button', { name: new RegExp(LABELS.joinNow) });
  await waitFor(() => expect(button).toHaveAttribute('aria-disabled', 'false'));
  await screen.findByRole('link', { name: /^Cart/ });
  await userEvent.click(button);
  await userEvent.click(await screen.findByRole('checkbox', { name: /^Me / }));
  await userEvent.click(screen.getByRole('button', { name: 'Hold 1 seat' }));
  await findDialog('Added to Cart, Check Your Dashboard');
}

// Rules: R65, R233, R524.
test('the cart counts the selected courses and shows the time of the hold that ends first', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  renderPage([holdFor(29.5), holdFor(12, { _id: '2'.repeat(24), classId: '3'.repeat(24) })]);

  const cart = await screen.findByRole('link', { name: /^Cart: 2 selected, 1[12]:\d\d left$/ });
  expect(cart).toHaveAttribute('href', '/dashboard/myclasses');

  answer('GET /myclass', [holdFor(17)]);
  act(() => void vi.advanceTimersByTime(12 * MINUTE + 1_000));

  expect(
    await screen.findByRole('link', { name: /^Cart: 1 selected, [45]:\d\d left$/ }),
  ).toBeVisible();
});

test('an empty cart says so', async () => {
  renderPage();

  expect(await screen.findByRole('link', { name: 'Cart: empty' })).toBeVisible();
});

test('a class whose payment a bank is working on is not counted in the cart, and nothing counts down', async () => {
  renderPage([holdFor(-5, { state: 'processing' })]);

  expect(await screen.findByRole('link', { name: 'Cart: waiting for your bank' })).toBeVisible();
  expect(
    screen.getByRole('link', { name: `Waiting for your bank: ${sailing.name}` }),
  ).toHaveAttribute('href', '/dashboard/myclasses');
});

test('visitors and instructors have no cart', async () => {
  // Calls that the test does not answer fail it.
  const { unmount } = renderApp(<HeaderCart />);
  expect(screen.queryByRole('link')).not.toBeInTheDocument();
  unmount();

  const { container } = renderApp(<HeaderCart />, { user: { ...student, role: 'instructor' } });
  await waitFor(() => expect(container).toBeEmptyDOMElement());
});

test('after a join there is a link to the payment, which has the focus when the popup has closed', async () => {
  renderPage();

  await join();

  const pay = screen.getByRole('link', { name: LABELS.payNow, hidden: true });
  expect(pay).toHaveAttribute('href', `/dashboard/payment?cartId=${'1'.repeat(24)}`);
  expect(pay).toBeVisible();
  await waitFor(() => expect(pay).toHaveFocus(), { timeout: 5_000 });
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(
    screen.getByRole('link', { name: /^In your cart · .* left · Pay: Sailing on the Lake$/ }),
  ).toBeVisible();

  await userEvent.click(pay);
  expect(location).toMatchObject({
    pathname: '/dashboard/payment',
    state: { cartId: '1'.repeat(24) },
  });
});

test('Keep looking closes the popup and leaves the class in the cart', async () => {
  renderPage();
  await join();

  await userEvent.click(screen.getByRole('button', { name: LABELS.keepLooking, hidden: true }));

  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(screen.queryByText(/is in your cart/)).not.toBeInTheDocument();
  expect(screen.getByRole('main')).toHaveFocus();
  expect(await screen.findByRole('link', { name: /^Cart: 1 selected/ })).toBeVisible();
});

test('on the page of a class, Keep looking leads to the classes with the last search', async () => {
  answer('GET /classes', [sailing]);
  const search = renderApp(<ClassSearch renderAction={() => null} />, {
    at: '/classes?search=lake&age=7,10',
  });
  await screen.findByRole('heading', { name: sailing.name });
  search.unmount();
  renderPage([], linkToClass(sailing._id));
  await join();

  await userEvent.click(screen.getByRole('button', { name: LABELS.keepLooking, hidden: true }));

  expect(location).toMatchObject({ pathname: '/classes', search: '?search=lake&age=7,10' });
});

test('the link to the payment goes away with the page and with the seat', async () => {
  const { queryClient } = renderPage();
  await join();
  expect(await screen.findByText(/is in your cart/)).toBeVisible();
  await userEvent.click(screen.getByRole('link', { name: 'Instructors', hidden: true }));
  expect(screen.queryByText(/is in your cart/)).not.toBeInTheDocument();

  answer('GET /myclass', []);
  await act(() => queryClient.invalidateQueries({ queryKey: ['GET /myclass'] }));
  expect(await screen.findByRole('link', { name: 'Cart: empty', hidden: true })).toBeVisible();
});
