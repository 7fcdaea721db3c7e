import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { buildInstructor } from '../testing/factories.ts';
import { renderApp } from '../testing/render.tsx';
import { answer, refuse } from '../testing/server.ts';
import { InstructorsPage } from './instructors-page.tsx';

const instructors = [
  buildInstructor(),
  buildInstructor({
    _id: 'e'.repeat(24),
    name: 'Priya Vaidyalingam',
    email: 'priya@speakifyr.test',
    image: '',
    courseID: 'not-assigned',
    course: 'not-assigned',
    tag: 'not-assigned',
  }),
];

test('each instructor has a card, and the visit is reported once for all of them', async () => {
  const visits: unknown[] = [];
  answer('GET /instructors', instructors);
  answer('POST /connect', ({ body }) => {
    visits.push(body);
    return { connected: true, visitsToday: 1 };
  });
  renderApp(<InstructorsPage />);

  expect(screen.getByRole('heading', { level: 1, name: 'Our Instructors' })).toBeVisible();
  const [maren, priya] = (await screen.findAllByRole('article')).map((card) => within(card));
  expect(maren?.getByRole('heading', { name: 'Maren Solbakk' })).toBeVisible();
  expect(maren?.getByText('Sailing on the Lake')).toBeVisible();
  expect(maren?.getByText('maren.solbakk@speakifyr.test')).toBeVisible();
  expect(maren?.getByText('Maren grew up on a fjord.')).toBeVisible();
  expect(priya?.getByText('Between courses')).toBeVisible();

  await expect.poll(() => screen.queryAllByRole('status')).toEqual([]);
  expect(visits).toEqual([
    {
      date: expect.stringMatching(/^\d{2}\/\d{2}\/\d{4}$/) as string,
      time: expect.stringMatching(/^\d{1,2}:\d{2}:\d{2}\s[AP]M$/) as string,
      browser: navigator.userAgent,
      platform: navigator.platform,
      language: navigator.language,
    },
  ]);
});

test('a card shows that it is connecting', async () => {
  let goOn = () => {};
  const asked = new Promise<void>((resolve) => (goOn = resolve));
  answer('GET /instructors', instructors);
  answer('POST /connect', async () => {
    await asked;
    return { connected: true, visitsToday: 1 };
  });
  renderApp(<InstructorsPage />);

  expect(await screen.findAllByRole('status', { name: 'Connecting' })).toHaveLength(2);
  goOn();
  await expect.poll(() => screen.queryAllByRole('status')).toEqual([]);
});

test('if the visit cannot be reported, the instructors are still shown', async () => {
  answer('GET /instructors', instructors);
  answer('POST /connect', () => refuse('unavailable'));
  renderApp(<InstructorsPage />);

  expect(await screen.findByText('Maren Solbakk')).toBeVisible();
  await expect.poll(() => screen.queryAllByRole('status')).toEqual([]);
});

test('an empty list and a failure are explained', async () => {
  answer('GET /instructors', []);
  const { unmount } = renderApp(<InstructorsPage />);
  expect(await screen.findByText('No instructors yet')).toBeVisible();
  unmount();

  answer('GET /instructors', () => refuse('unavailable'));
  renderApp(<InstructorsPage />);
  expect(await screen.findByText('The instructors could not be loaded')).toBeVisible();
});
