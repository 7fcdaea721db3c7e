import { LABELS } from '@speakifyr/contract/labels.ts';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { buildChild } from '../../families/children/children.testing.ts';
import { buildClass, buildWaitingEntry } from '../../../testing/factories.ts';
import { location, renderApp, student } from '../../../testing/render.tsx';
import { answer, refuse } from '../../../testing/server.ts';
import { JoinAction } from './join-action.tsx';

const full = buildClass({ sit: 0, waiting: 2, name: 'Kites', ageFrom: 8, ageTo: null });

/** Opens the dialog of a full class as a student with these children. */
async function openDialog(...names: string[]) {
  answer('GET /isUser', true);
  answer('GET /myclass', []);
  answer('GET /myWaiting', []);
  answer('GET /classes', [full]);
  answer('GET /myChildren', {
    children: names.map((name, index) => buildChild({ _id: String(index + 1).repeat(24), name })),
    invitations: [],
  });
  renderApp(<JoinAction campClass={full} />, { user: student });
  const button = await screen.findByRole('button', { name: new RegExp(LABELS.joinWaiting) });
  await userEvent.click(button);
  return within(await screen.findByRole('dialog', { name: LABELS.joinWaiting }));
}

// Rules: R156.
test('a student joins the waiting list of a full class and reads what happens next', async () => {
  const dialog = await openDialog();
  expect(
    dialog.getByText(/Waiting costs nothing\. You would be number 3 on this list\./),
  ).toBeVisible();
  expect(dialog.getByText(/no promise of a seat/)).toBeVisible();
  const sent: unknown[] = [];
  answer('POST /waiting/:classId', ({ params, body }) => {
    sent.push({ ...params, body });
    return { waitId: 'e'.repeat(24), position: 3 };
  });
  await userEvent.click(dialog.getByRole('checkbox', { name: /^Me / }));
  await userEvent.click(dialog.getByRole('button', { name: LABELS.joinWaiting }));

  const end = within(await screen.findByRole('dialog', { name: 'You are number 3 on the list' }));
  expect(sent).toEqual([{ classId: full._id, body: {} }]);
  await userEvent.click(end.getByRole('link', { name: 'My Waiting List' }));
  expect(location.pathname).toBe('/dashboard/waiting');
});

test('siblings wait together or not at all, or one at a time', async () => {
  const dialog = await openDialog('Mia', 'Tom');
  expect(dialog.getByRole('button', { name: LABELS.joinWaiting })).toBeDisabled();
  await userEvent.click(dialog.getByRole('checkbox', { name: /Mia/ }));
  expect(dialog.queryByRole('radio')).toBeNull();
  await userEvent.click(dialog.getByRole('checkbox', { name: /Tom/ }));
  expect(dialog.getByRole('radio', { name: /Together or not at all/ })).toBeChecked();
  await userEvent.click(dialog.getByRole('radio', { name: /One is fine too/ }));
  const sent: unknown[] = [];
  answer('POST /waiting/:classId', ({ body }) => {
    sent.push(body);
    return { waitId: 'e'.repeat(24), position: 1 };
  });
  await userEvent.click(dialog.getByRole('button', { name: LABELS.joinWaiting }));

  await screen.findByRole('dialog', { name: 'You are number 1 on the list' });
  expect(sent).toEqual([{ childIds: ['1'.repeat(24), '2'.repeat(24)], together: false }]);
});

test('who is on the list already cannot be chosen again, and a refusal is explained', async () => {
  const people = [{ childId: '1'.repeat(24), name: 'Mia' }];
  const dialog = await openDialog('Mia', 'Tom');
  await userEvent.click(dialog.getByRole('checkbox', { name: /Mia/ }));
  answer('GET /myWaiting', [buildWaitingEntry({ classId: full._id, people })]);
  answer('POST /waiting/:classId', () =>
    refuse('already_waiting', { message: 'Mia is already on the list.' }),
  );
  await userEvent.click(dialog.getByRole('button', { name: LABELS.joinWaiting }));

  expect(await dialog.findByRole('alert')).toHaveTextContent('Mia is already on the list.');
  expect(await dialog.findByText(/is already on this list/)).toBeVisible();
  expect(dialog.queryByRole('checkbox', { name: /Mia/ })).toBeNull();
  // One account has one place.
  expect(dialog.queryByRole('checkbox', { name: /Tom/ })).toBeNull();
  expect(dialog.getByText(/You have one place on this list/)).toBeVisible();
  expect(dialog.queryByText(/You would be number/)).toBeNull();
});

test('a parent waits together with the children, at most three people in all', async () => {
  const dialog = await openDialog('Mia', 'Tom', 'Ida');
  for (const box of dialog.getAllByRole('checkbox')) await userEvent.click(box);
  expect(dialog.getByText('Up to 3 people can wait as one.')).toBeVisible();
  expect(dialog.getByRole('button', { name: LABELS.joinWaiting })).toBeDisabled();
  await userEvent.click(dialog.getByRole('checkbox', { name: /Ida/ }));
  const sent: unknown[] = [];
  answer('POST /waiting/:classId', ({ body }) => {
    sent.push(body);
    return { waitId: 'e'.repeat(24), position: 1 };
  });
  await userEvent.click(dialog.getByRole('button', { name: LABELS.joinWaiting }));
  await screen.findByRole('dialog', { name: 'You are number 1 on the list' });
  const childIds = ['1'.repeat(24), '2'.repeat(24)];
  expect(sent).toEqual([{ childIds, together: true, withSelf: true }]);
});

// Rules: R649.
test('of a class that is sold by day, a family waits for full days, not for free ones', async () => {
  const days = ['2027-07-05', '2027-07-06', '2027-07-07', '2027-07-08', '2027-07-09'];
  const campClass = buildClass({
    ...{ sit: 0, waiting: 0, price: 200, camp_start: days[0]!, camp_end: days[4]!, days },
    byDay: { prices: [50], atLeast: 2, left: [0, 3, 0, 3, 3] },
  });
  answer('GET /isUser', true);
  answer('GET /myclass', []);
  answer('GET /myWaiting', []);
  answer('GET /classes', [campClass]);
  answer('GET /myChildren', { children: [buildChild({ name: 'Mia' })], invitations: [] });
  renderApp(<JoinAction campClass={campClass} />, { user: student });
  await userEvent.click(await screen.findByRole('button', { name: new RegExp(LABELS.joinNow) }));
  const join = within(await screen.findByRole('dialog', { name: 'Who is it for?' }));
  expect(join.getByRole('checkbox', { name: /^Mon 5 July/ })).toBeDisabled();
  // No day is chosen yet.
  expect(join.queryByText(/Free/)).toBeNull();
  await userEvent.click(join.getByRole('button', { name: 'Wait for days that are full' }));

  const dialog = within(await screen.findByRole('dialog', { name: LABELS.joinWaiting }));
  const tick = (name: RegExp) => userEvent.click(dialog.getByRole('checkbox', { name }));
  expect(dialog.getByText('2 days: $100 a seat')).toBeVisible();
  await tick(/^Wed 7 July/);
  expect(dialog.getByText('Choose at least 2 days.')).toBeVisible();
  await tick(/^Mon 5 July/);
  await tick(/^Tue 6 July/);
  await tick(/^Thu 8 July/);
  expect(dialog.getByText(/These days have places left: you can join for them now/)).toBeVisible();
  expect(dialog.getByRole('button', { name: LABELS.joinWaiting })).toBeDisabled();
  await tick(/^Wed 7 July/);
  const sent: unknown[] = [];
  answer('POST /waiting/:classId', ({ body }) => {
    sent.push(body);
    return { waitId: 'e'.repeat(24), position: 1 };
  });
  await userEvent.click(dialog.getByRole('button', { name: LABELS.joinWaiting }));
  await screen.findByRole('dialog', { name: 'You are number 1 on the list' });
  expect(sent).toMatchObject([{ days: ['2027-07-06', '2027-07-07', '2027-07-08'] }]);
});
