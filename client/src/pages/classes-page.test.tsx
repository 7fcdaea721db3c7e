import { LABELS } from '@speakifyr/contract/labels.ts';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { formatDay } from '../lib/format.ts';
import { buildClass } from '../testing/factories.ts';
import { renderApp } from '../testing/render.tsx';
import { answer, refuse } from '../testing/server.ts';
import { nextYear } from '../testing/today.ts';
import { ClassesPage } from './classes-page.tsx';

test('placeholders are shown while the classes load', async () => {
  let goOn = () => {};
  const asked = new Promise<void>((resolve) => (goOn = resolve));
  answer('GET /classes', async () => {
    await asked;
    return [];
  });
  renderApp(<ClassesPage />);

  expect(screen.getByRole('heading', { level: 1, name: 'Our Classes are..' })).toBeVisible();
  expect(screen.getByText('In This Summer Campaign')).toBeVisible();
  expect(screen.getByRole('status', { name: 'Loading classes' })).toBeVisible();
  goOn();
  expect(await screen.findByText('No classes yet')).toBeVisible();
});

test('a card says everything about its class, and leads to it', async () => {
  answer('GET /classes', [buildClass({ price: 89.5 })]);
  renderApp(<ClassesPage />);

  const card = within(await screen.findByRole('article'));
  expect(card.getByRole('heading', { name: 'Sailing on the Lake' })).toBeVisible();
  expect(card.getByText('with Maren Solbakk')).toBeVisible();
  expect(card.getByText('$89.50')).toBeVisible();
  expect(card.getByText('Sit Left').parentElement).toHaveTextContent('Sit Left8');
  expect(card.getByText('Starting From')).toHaveTextContent(
    `Starting From ${formatDay(nextYear('08-02'))}`,
  );
  expect(
    card.getByRole('button', { name: `${LABELS.joinNow}: Sailing on the Lake` }),
  ).toBeEnabled();
  expect(card.getByRole('link')).toHaveAttribute('href', `/classes/${'c'.repeat(24)}`);
  expect(card.getAllByRole('listitem').map((badge) => badge.textContent)).toEqual([
    'Ages 9–15',
    '9:00 AM – 4:00 PM',
    'Boathouse on the lake',
  ]);
});

test('a card of an older class without ages, hours and place has no badges', async () => {
  answer('GET /classes', [
    buildClass({ ageFrom: null, ageTo: null, dailyStart: null, dailyEnd: null, place: '' }),
  ]);
  renderApp(<ClassesPage />);

  expect(within(await screen.findByRole('article')).queryByRole('list')).toBeNull();
});

test('a full class says so, one without an instructor too', async () => {
  answer('GET /classes', [
    buildClass({
      sit: 0,
      waiting: null,
      instructor: 'not-assigned',
      instructor_email: 'not-assigned',
    }),
  ]);
  renderApp(<ClassesPage />);

  expect(await screen.findByRole('button', { name: LABELS.noSeats })).toBeDisabled();
  expect(screen.getByText('Instructor to be announced')).toBeVisible();
});

test('a failure is explained and can be retried', async () => {
  answer('GET /classes', () => refuse('unavailable'));
  renderApp(<ClassesPage />);
  const alert = within(await screen.findByRole('alert'));
  expect(alert.getByText('The classes could not be loaded')).toBeVisible();
  expect(alert.getByText(/Please try again in a moment/)).toBeVisible();

  answer('GET /classes', [buildClass()]);
  await userEvent.click(alert.getByRole('button', { name: LABELS.retry }));

  expect(await screen.findByRole('heading', { name: 'Sailing on the Lake' })).toBeVisible();
});
