import type { DayList as Waiting } from '@speakifyr/contract/day-list.ts';
import { LABELS } from '@speakifyr/contract/labels.ts';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { renderApp } from '../../testing/render.tsx';
import { answer, breakConnection } from '../../testing/server.ts';
import { DayList } from './day-list.tsx';

const none = { first: [], total: 0 };
const earned = { amount: 0, payments: 0 };
const calm: Waiting = {
  disputes: [],
  ...{ refunds: 0, mails: 0, documents: 0, messages: 0, calls: 0, owed: [] },
  ...{ notArrived: none, notCollected: none, notAllowed: [] },
  certificates: [],
  ...{ unready: none, withoutInstructor: none, fullWithWaiting: none },
  sinceYesterday: { users: 2, messages: 0, payments: 1, paid: 3_900, refunds: 0, refunded: 0 },
  week: {
    from: '2027-06-07',
    now: { amount: 12_050, payments: 3 },
    lastYear: { amount: 8_000, payments: 1 },
  },
  month: { from: '2027-06-01', now: earned, lastYear: earned },
  season: { from: '2027-01-01', now: earned, lastYear: earned },
};
const id = (digit: string) => digit.repeat(24);

// Rules: R261, R416.
test('what waits is listed, the most urgent first, each with a link to where it is handled', async () => {
  const chess = { _id: id('1'), name: 'Chess', camp_start: '2027-06-14', people: 3 };
  answer('GET /dayList', {
    ...calm,
    disputes: [
      {
        ...{ paymentId: 'pi_ada', name: 'Ada Byron', amount: 8_000, currency: 'USD' },
        dueBy: '2027-06-12T10:00:00.000Z',
      },
    ],
    ...{ refunds: 2, mails: 1, documents: 4, messages: 3, calls: 2 },
    owed: [{ currency: 'USD', count: 9, amount: 90_000, late: 3, overdue: 24_050 }],
    notArrived: { first: [{ ...chess, people: 1 }], total: 1 },
    notCollected: { first: [{ ...chess, _id: id('4'), name: 'Drums', people: 2 }], total: 1 },
    certificates: [
      {
        ...{ userId: id('5'), name: 'Maren Solbakk', email: 'maren@speakifyr.test' },
        problems: [
          { name: 'First aid', problem: 'ended', on: '2027-05-03' },
          { name: 'Background check', problem: 'ends', on: '2027-08-03' },
        ],
      },
      {
        ...{ userId: id('6'), name: 'Pia Berg', email: 'pia@speakifyr.test' },
        problems: [{ name: 'Lifeguard', problem: 'ends', on: '2027-08-09' }],
      },
    ],
    unready: { first: [chess], total: 1 },
    withoutInstructor: { first: [{ ...chess, _id: id('2'), name: 'Kites', people: 0 }], total: 4 },
    fullWithWaiting: { first: [{ ...chess, _id: id('3'), name: 'Robots', people: 1 }], total: 1 },
  });
  renderApp(<DayList />);

  const list = within(await screen.findByRole('region', { name: 'To do today' }));
  const links = list
    .getAllByRole('link')
    .map((link) => [
      link.textContent.replaceAll(/ (Mon|Sat) \d+ June( 2027)?/g, ' that day'),
      link.getAttribute('href'),
    ]);
  expect(links).toEqual([
    ['Drums, today: 2 not collected yet', `/dashboard/classes/${id('4')}/day`],
    ['Chess, today: 1 expected and not here yet', `/dashboard/classes/${id('1')}/day`],
    ['Ada Byron disputes $80 USD: answer by that day', '/dashboard/payments?search=pi_ada'],
    ['$240.50 USD overdue, in 3 amounts', '/dashboard/owed?late=true'],
    ['2 refunds to look at', '/dashboard/refunds'],
    ['1 email failed', '/dashboard/outbox?state=failed'],
    ['2 people to call, without an email address', '/dashboard/calls'],
    ['4 documents to look at', '/dashboard/formPeople?show=documents'],
    ['3 messages to answer', '/dashboard/messages'],
    [
      'Chess, that day: 3 children without an emergency contact or health answer',
      `/dashboard/classes/${id('1')}`,
    ],
    ['4 classes without an instructor', '/dashboard/updateCourse'],
    [
      'Maren Solbakk: First aid ended on 3 May 2027; Background check ends on 3 August 2027',
      '/dashboard/updateInstructor?search=maren%40speakifyr.test',
    ],
    [
      'Pia Berg: Lifeguard ends on 9 August 2027',
      '/dashboard/updateInstructor?search=pia%40speakifyr.test',
    ],
    ['Robots, that day: full, 1 person is waiting', `/dashboard/classes/${id('3')}`],
  ]);
});

test('many people without a certificate are one line for each thing that is wrong', async () => {
  const missing = { name: 'Background check', problem: 'missing' as const, on: null };
  const ends = { name: 'First aid', problem: 'ends' as const, on: '2027-08-03' };
  const certificates = Array.from({ length: 45 }, (_none, place) => ({
    userId: id('5'),
    name: `Leader ${place}`,
    email: `leader${place}@speakifyr.test`,
    problems: place < 2 ? [missing, ends] : [missing],
  }));
  answer('GET /dayList', { ...calm, certificates });
  renderApp(<DayList />);

  const list = within(await screen.findByRole('region', { name: 'To do today' }));
  expect(list.getAllByRole('link').map((link) => link.textContent)).toEqual([
    '45 of the team: No background check',
    '2 of the team: First aid ends',
  ]);
});

test('a calm day says so, and what is new, beside last year', async () => {
  answer('GET /dayList', calm);
  renderApp(<DayList />);

  expect(await screen.findByText('You’re all caught up.')).toBeVisible();
  expect(
    screen.getByText('1 payment of 39 tk, 0 refunds of 0 tk, 2 new accounts, 0 messages.'),
  ).toBeVisible();
  const week = screen.getByRole('row', { name: /^This week/ });
  expect(week).toHaveTextContent(/120\.50 tk 3 payments.*80 tk 1 payment$/);
});

test('a failed load says so and can be retried', async () => {
  breakConnection('GET /dayList');
  renderApp(<DayList />);
  expect(await screen.findByText('The day’s list could not be loaded')).toBeVisible();

  answer('GET /dayList', calm);
  await userEvent.click(screen.getByRole('button', { name: LABELS.retry }));

  expect(await screen.findByText('You’re all caught up.')).toBeVisible();
});
