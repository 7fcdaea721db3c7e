import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { deviceStorage } from '../../lib/storage.ts';
import { renderApp } from '../../testing/render.tsx';
import { FirstSteps } from './first-steps.tsx';

type Left = Parameters<typeof FirstSteps>[0]['left'];

const DONE: Required<Left> = {
  ...{ about: [], texts: [], days: [], refunds: [], cards: [] },
  ...{ instructor: [], course: [], booking: [], open: [] },
};

/** A school in which all is done but for these. */
const show = (left: Left) => renderApp(<FirstSteps left={{ ...DONE, ...left }} />);
const find = (name: RegExp) => screen.getByRole('link', { name });
const toggle = async (name: string) => userEvent.click(screen.getByText(name));

beforeEach(() => deviceStorage.remove('first-steps'));

// Rules: R607.
test('each step says what is left, and leads to the page where it is done', () => {
  show({
    about: ['phone', 'address'],
    texts: ['terms', 'refundPolicy', 'refundCases'],
    cards: ['live key'],
    course: ['draft'],
    open: ['course'],
  });
  expect(screen.getByText('4 of 9 done')).toBeVisible();
  const about = find(/^To do: ?Say who you are/);
  expect(about).toHaveTextContent('Still those of the demo school: phone and address.');
  expect(about).toHaveAttribute('href', '/dashboard/school?part=about');
  expect(find(/^To do: ?Write/)).toHaveTextContent(
    'Still as the software came: terms and refunds.',
  );
  expect(find(/^To do: ?Card/)).toHaveTextContent('test mode: nobody pays real money');
  expect(find(/^To do: ?Your first class/)).toHaveAttribute('href', '/dashboard/updateCourse');
  const refunds = find(/^Done: ?Refund policy/);
  expect(refunds).toHaveTextContent(/^Done: Refund policy$/);
  expect(refunds).toHaveAttribute('href', '/dashboard/refundPolicy');
});

test('what the software can’t know has no tick, and does not keep the list', () => {
  const { unmount } = show({ booking: ['booking'] });
  for (const name of [/^Discounts/, /^How families book and pay/]) expect(find(name)).toBeVisible();
  unmount();
  show({});
  expect(screen.queryByText('First steps')).toBeNull();
});

test.each([
  [['seller'], 'nobody can pay in the name of the demo school’s seller'],
  [undefined, 'A stand-in takes the cards here'],
])('the line of card payments: %s', (cards, said) => {
  renderApp(<FirstSteps left={{ booking: ['booking'], ...(cards && { cards }) }} />);
  expect(find(/Card payments/)).toHaveTextContent(said);
});

// Rules: R608.
test('the list can be put away and shown again; it is the same after a reload', async () => {
  const { unmount } = show({ booking: ['booking'] });
  await toggle('Put away');
  expect(await screen.findByText('Show')).toBeVisible();
  expect(screen.getByText(/^Nobody has a seat/)).not.toBeVisible();
  expect(screen.getByText('8 of 9 done')).toBeVisible();
  unmount();
  const again = show({ booking: ['booking'] });
  expect(screen.getByText(/^Nobody has a seat/)).not.toBeVisible();
  await toggle('Show');
  expect(await screen.findByText('Put away')).toBeVisible();
  again.unmount();
  show({ booking: ['booking'] });
  expect(screen.getByText(/^Nobody has a seat/)).toBeVisible();
});

test('a list that was put away comes back once a step is open again that was done', async () => {
  const before = show({ course: ['course'], booking: ['booking'] });
  await toggle('Put away');
  expect(await screen.findByText('Show')).toBeVisible();
  before.unmount();
  // The class is there, and later gone again.
  show({ booking: ['booking'] }).unmount();
  show({ course: ['course'], booking: ['booking'] });
  expect(screen.getByText(/^Nobody has a seat/)).toBeVisible();
});
