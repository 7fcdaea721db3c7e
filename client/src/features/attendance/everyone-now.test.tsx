import type { EmergencyList, EmergencyPerson } from '@speakifyr/contract/emergency-list.ts';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { EveryonePage } from '../../pages/dashboard/everyone-page.tsx';
import { renderApp, student } from '../../testing/render.tsx';
import { answer, breakConnection, refuse } from '../../testing/server.ts';
import { adaFalk, at, CLASS_ID, DAY } from './attendance.testing.tsx';
import { EveryoneNow } from './everyone-now.tsx';

const person = (name: string, digit: string, kind?: 'in' | 'absent'): EmergencyPerson => ({
  ...{ personId: digit.repeat(24), name, age: 8, isChild: true },
  hasSevereAllergy: /^(Mia|Ole)/.test(name),
  // Only of the reader's own class.
  severeAllergies: name.startsWith('Mia')
    ? [{ what: 'Peanuts', whatToDo: 'The pen is in the blue bag.' }]
    : [],
  adults: [
    { name: 'Nora Byron', relation: 'guardian', phone: null },
    { name: 'Inge Byron', relation: 'grandma', phone: '+49 (30) 123-45' },
  ],
  taps: kind ? [{ _id: crypto.randomUUID(), kind, at: at('09:04') }] : [],
});

const samReed = { userId: '9'.repeat(24), name: 'Sam Reed', duty: 'assistant' as const };

const room = (className: string, people: EmergencyPerson[], digit: string) => ({
  ...{ classId: digit.repeat(24), className, room: 4, team: [adaFalk, samReed], people },
});

const list: EmergencyList = {
  day: DAY,
  now: at('07:52'),
  mostPerAdult: 0,
  classes: [
    room('Chess', [person('Tom Ek', '3', 'in'), person('Ole Ek', '4', 'absent')], 'd'),
    room('Sailing', [person('Mia Byron', '1', 'in'), person('Ben Ahlers', '2')], CLASS_ID[0]!),
  ],
};

const texts = (name: RegExp) =>
  within(screen.getByRole('region', { name }))
    .getAllByRole('listitem')
    .filter(({ className }) => className.includes('card'))
    .map(({ textContent }) => textContent);

// Rules: R401, R418.
test('shows by class who is here or may be, with allergies and numbers, and from when the list is', async () => {
  answer('GET /emergencyList', list);
  renderApp(<EveryoneNow />);

  expect(await screen.findByText('2 here, 1 expected and not checked in')).toBeVisible();
  expect(screen.getByText(/list of 7:52 AM$/)).toBeVisible();
  const calls = 'Guardian (Nora Byron): no numberGrandma (Inge Byron)+49 (30) 123-45';
  expect(texts(/^Sailing/)).toEqual([
    `Mia Byron, age 8Severe allergyPeanuts: The pen is in the blue bag.${calls}`,
    `Ben Ahlers, age 8Expected, not checked in${calls}`,
  ]);
  expect(texts(/^Chess/)).toEqual([`Tom Ek, age 8${calls}`]);
  expect(screen.getByText('1 gone or absent')).toBeVisible();
  expect(screen.getAllByRole('link', { name: '+49 (30) 123-45' })[0]).toHaveAttribute(
    'href',
    'tel:+493012345',
  );
});

test('in a roll call people are ticked off, and those who are missing are named at the top', async () => {
  answer('GET /emergencyList', list);
  renderApp(<EveryoneNow />);
  await userEvent.click(await screen.findByRole('button', { name: 'Start roll call' }));

  expect(screen.getByText('2 missing of 2')).toBeVisible();
  expect(screen.getByText('Mia Byron, Tom Ek')).toBeVisible();
  expect(screen.getByText('1 perhaps not here:').parentElement).toHaveTextContent('Ben Ahlers');
  await userEvent.click(screen.getByRole('checkbox', { name: 'Mia Byron, age 8' }));
  expect(screen.getByText('1 missing of 2')).toBeVisible();
  expect(screen.queryByText('Mia Byron, Tom Ek')).toBeNull();
  await userEvent.click(screen.getByRole('checkbox', { name: 'Tom Ek, age 8' }));
  expect(screen.getByText('Nobody is missing')).toBeVisible();
  // A mistake.
  await userEvent.click(screen.getByRole('checkbox', { name: 'Tom Ek, age 8' }));
  expect(screen.getByText('1 missing of 2')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'End roll call' }));
  expect(screen.queryByRole('checkbox')).toBeNull();
});

test('it prints in one tap', async () => {
  const print = vi.spyOn(window, 'print').mockReturnValue();
  answer('GET /emergencyList', list);
  renderApp(<EveryoneNow />);
  await userEvent.click(await screen.findByRole('button', { name: 'Print' }));
  expect(print).toHaveBeenCalledOnce();
});

test('says why there is no list: no class of the person today, or no connection', async () => {
  answer('GET /emergencyList', () => refuse('care_sheet_closed'));
  const { unmount } = renderApp(<EveryoneNow />);
  expect(await screen.findByText('This list is closed')).toBeVisible();
  unmount();

  breakConnection('GET /emergencyList');
  renderApp(<EveryoneNow />);
  expect(await screen.findByText(/We could not reach the camp/)).toBeVisible();
});

test('an admin goes on to the day list of a class; a parent and an accountant never ask for the list', async () => {
  answer('GET /emergencyList', list);
  const admin = { ...student, role: 'admin' as const };
  const { unmount } = renderApp(<EveryonePage />, { user: admin });
  expect(await screen.findByRole('link', { name: 'Day list of Chess' })).toHaveAttribute(
    'href',
    `/dashboard/classes/${'d'.repeat(24)}/day`,
  );
  unmount();

  let asked = 0;
  answer('GET /emergencyList', () => {
    asked += 1;
    return list;
  });
  for (const user of [student, { ...admin, bundle: 'accountant' as const }]) {
    const view = renderApp(<EveryonePage />, { user });
    expect(await screen.findByRole('heading', { name: /not found|lost/i })).toBeVisible();
    view.unmount();
  }
  expect(asked).toBe(0);
});

test('says for each class and in all how many children each adult has; who is on two teams counts once', async () => {
  const pottery = room('Pottery', [person('Eva Ek', '5', 'in'), person('Ida Ek', '6', 'in')], 'e');
  const idle = {
    ...room('Archery', [person('Uwe Ek', '7')], 'f'),
    team: [{ ...samReed, userId: '0'.repeat(24) }],
  };
  const classes = [...list.classes, { ...pottery, team: [adaFalk] }, idle];
  answer('GET /emergencyList', { ...list, classes, mostPerAdult: 1 });
  renderApp(<EveryoneNow />);

  const inClass = async (name: RegExp) =>
    within(await screen.findByRole('region', { name })).queryByText(/here, \d adult/)?.textContent;
  expect(await inClass(/^Pottery/)).toBe('2 children here, 1 adult: 1 to 2. At most 1 to 1');
  expect(await inClass(/^Chess/)).toBe('1 child here, 2 adults: 1 to 1');
  // Nobody has come yet, so its team is not counted in all, either.
  expect(await inClass(/^Archery/)).toBeUndefined();
  expect(screen.getByText('4 children here, 2 adults: 1 to 2. At most 1 to 1')).toBeVisible();
  expect(screen.getByText(/nobody records whether they came/)).toBeVisible();
});
