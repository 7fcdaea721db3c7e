import { LABELS } from '@speakifyr/contract/labels.ts';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { buildClass, buildInstructor } from '../testing/factories.ts';
import { renderApp } from '../testing/render.tsx';
import { answer } from '../testing/server.ts';
import { HomePage } from './home-page.tsx';

const YEAR_AHEAD = new Date().getFullYear() + 1;

beforeEach(() => {
  answer('GET /popularclass', [buildClass()]);
  answer('GET /instructors', [
    buildInstructor(),
    buildInstructor({ _id: '2'.repeat(24), name: 'Priya', course: 'not-assigned' }),
    buildInstructor({
      _id: '3'.repeat(24),
      name: 'Zoe',
      details: 'More about this instructor soon.',
    }),
  ]);
  answer('POST /connect', { connected: true, visitsToday: 1 });
  answer('GET /classes', [
    buildClass({ _id: '1'.repeat(24), name: 'Over', camp_start: '2020-06-01' }),
    buildClass({ _id: '2'.repeat(24), name: 'Later', camp_start: `${YEAR_AHEAD}-07-05`, sit: 1 }),
    buildClass({ _id: '3'.repeat(24), name: 'Sooner', camp_start: `${YEAR_AHEAD}-06-07` }),
    buildClass({ _id: '4'.repeat(24), name: 'Full', camp_start: `${YEAR_AHEAD}-06-01`, sit: 0 }),
  ]);
});

test('the banner has the words of the spec and leads to the classes', () => {
  renderApp(<HomePage />);

  expect(screen.getByRole('heading', { level: 1, name: 'Inspiring the young' })).toBeVisible();
  expect(
    screen.getByText(
      'To learn & gather knowledge about different skills in this summer camp campaign',
    ),
  ).toBeVisible();
  expect(screen.getByRole('link', { name: LABELS.joinCamp })).toHaveAttribute('href', '/classes');
});

test('the popular classes can be joined from here', async () => {
  renderApp(<HomePage />);

  const section = within(
    await screen.findByRole('region', { name: 'Here is Our Popular Classes' }),
  );
  expect(section.getByText('With High Price Demand')).toBeVisible();
  expect(
    await section.findByRole('button', { name: `${LABELS.joinNow}: Sailing on the Lake` }),
  ).toBeVisible();
});

test('the next camps are those ahead with a seat left, soonest first', async () => {
  renderApp(<HomePage />);

  const section = within(await screen.findByRole('region', { name: 'Camps starting soon' }));
  expect(await section.findByText('1 seat left')).toBeVisible();
  expect(section.getAllByRole('heading', { level: 3 }).map((name) => name.textContent)).toEqual([
    'Sooner',
    'Later',
  ]);
});

test('a screen reader hears each popular instructor once, and the strip can be paused', async () => {
  renderApp(<HomePage />);

  const section = within(
    await screen.findByRole('region', { name: 'Here is Our Popular Instructors' }),
  );
  const pause = await section.findByRole('button', { name: 'Pause the strip of instructors' });
  expect(section.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'Maren Solbakk, Sailing on the Lake',
    'Priya, Between courses',
    'Zoe, Sailing on the Lake',
  ]);

  await userEvent.click(pause);

  expect(section.getByRole('button', { name: 'Play the strip of instructors' })).toBeVisible();
});

test('the carousel has seven pictures and can be paused', async () => {
  renderApp(<HomePage />);

  const section = within(await screen.findByRole('region', { name: 'Life at the camp' }));
  const pause = await section.findByRole('button', { name: 'Pause the pictures' });
  expect(new Set(section.getAllByRole('img').map((image) => image.getAttribute('alt'))).size).toBe(
    7,
  );

  await userEvent.click(pause);

  expect(section.getByRole('button', { name: 'Play the pictures' })).toBeVisible();
});
