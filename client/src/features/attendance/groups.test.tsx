import type { EmergencyPerson } from '@speakifyr/contract/emergency-list.ts';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { renderApp } from '../../testing/render.tsx';
import { answer } from '../../testing/server.ts';
import {
  adaFalk,
  at,
  ben,
  buildDay,
  CLASS_ID,
  DAY,
  mia,
  renderDay,
} from './attendance.testing.tsx';
import { EveryoneNow } from './everyone-now.tsx';
import { listSheetRows } from './sheet-file.ts';

const groups = (isOwn: boolean) => [
  { name: 'Otters', leaders: ['Ada Falk'], isOwn },
  { name: 'Herons', leaders: [], isOwn: false },
];
const tom = { ...mia, personId: '3'.repeat(24), name: 'Tom Ek' };
const people = [{ ...mia, group: 'Otters' }, { ...ben, group: 'Herons' }, tom];

const answerDay = (isOwn: boolean) =>
  answer('GET /dayList/:classId/:day', ({ params }) =>
    buildDay({ day: String(params['day']), groups: groups(isOwn), people }),
  );
const listNames = () =>
  screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);

// Rules: R684.
test('who leads a group sees that one first, with its figures, and then any other', async () => {
  answerDay(true);
  renderDay({ address: `/?day=${DAY}` });
  const choice = await screen.findByLabelText('Group');
  expect(choice).toHaveValue('Otters');
  expect(listNames()).toEqual(['Mia Byron, age 8']);
  expect(screen.getByText('0 here, 1 expected, 0 absent, 0 gone')).toBeVisible();
  await userEvent.selectOptions(choice, 'No group');
  expect(listNames()).toEqual(['Tom Ek, age 8']);
  await userEvent.selectOptions(choice, 'All groups');
  expect(listNames()).toHaveLength(3);
});

test('everybody else sees the whole class first', async () => {
  answerDay(false);
  renderDay({ address: `/?day=${DAY}` });
  expect(await screen.findByLabelText('Group')).toHaveValue('');
  expect(listNames()).toHaveLength(3);
});

test('a class without groups has no such choice', async () => {
  answer('GET /dayList/:classId/:day', buildDay());
  renderDay({ address: `/?day=${DAY}` });
  await screen.findByRole('heading', { name: /Mia/ });
  expect(screen.queryByLabelText('Group')).toBeNull();
});

// Rules: R684.
test('Everyone, now is by group, and nobody is left out', async () => {
  const person = (name: string, digit: string, group?: string): EmergencyPerson => ({
    ...{ personId: digit.repeat(24), name, age: 8, isChild: true, hasSevereAllergy: false },
    ...{ severeAllergies: [], adults: [], ...(group && { group }) },
    taps: [{ _id: crypto.randomUUID(), kind: 'in', at: at('09:04') }],
  });
  answer('GET /emergencyList', {
    ...{ day: DAY, now: at('09:52'), mostPerAdult: 0 },
    classes: [
      {
        ...{ classId: CLASS_ID, className: 'Sailing', room: 4, team: [adaFalk] },
        people: [
          person('Ben Ahlers', '1', 'Otters'),
          person('Cleo Moss', '2'),
          person('Ada Byron', '3', 'Herons'),
          person('Mia Byron', '4', 'Otters'),
        ],
      },
    ],
  });
  renderApp(<EveryoneNow />);
  expect(await screen.findByText('4 here')).toBeVisible();
  const namesIn = (list: string) =>
    within(screen.getByRole('list', { name: list }))
      .getAllByRole('heading')
      .map(({ textContent }) => textContent);
  expect(screen.getByText('Otters : 2')).toBeVisible();
  expect(namesIn('Otters')).toEqual(['Ben Ahlers, age 8', 'Mia Byron, age 8']);
  expect(namesIn('Herons')).toEqual(['Ada Byron, age 8']);
  expect(namesIn('No group')).toEqual(['Cleo Moss, age 8']);
});

test('the file of the attendance sheet has the group, if there are any', () => {
  const sheet = { classId: CLASS_ID, className: 'Sailing', days: [DAY] };
  const one = { personId: mia.personId, name: 'Mia Byron', days: [] };
  expect(listSheetRows({ ...sheet, people: [one] })[0]).not.toContain('Group');
  const [head, line] = listSheetRows({ ...sheet, people: [{ ...one, group: '=Otters' }] });
  expect([head?.at(-1), line?.at(-1)]).toEqual(['Group', '=Otters']);
});
