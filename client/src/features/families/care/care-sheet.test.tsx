import type { CarePerson } from '@speakifyr/contract/children.ts';
import { LABELS } from '@speakifyr/contract/labels.ts';
import { screen, within, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { formatDay } from '../../../lib/format.ts';
import { renderApp } from '../../../testing/render.tsx';
import { answer, refuse } from '../../../testing/server.ts';
import { nextYear } from '../../../testing/today.ts';
import { CareSheet } from './care-sheet.tsx';

const ID = 'c'.repeat(24);

const ada: CarePerson = {
  cartId: '1'.repeat(24),
  entry_code: 'SAI-101',
  name: 'Ada Byron',
  childId: 'a'.repeat(24),
  age: 8,
  note: 'Third grade',
  hasSevereAllergy: true,
  health: {
    allergies: [
      { what: 'Pollen', isSevere: false, whatToDo: '' },
      { what: 'Peanuts', isSevere: true, whatToDo: 'Use the pen, then call 112' },
    ],
    medicines: [{ what: 'Iron syrup', howMuch: '5 ml', at: '10:30' }],
    medication: '',
    notes: 'Needs glasses',
    nothingToTell: false,
    confirmedAt: '2027-05-01T08:00:00.000Z',
    consent: { at: '2027-05-01T08:00:00.000Z', by: 'b'.repeat(24), textVersion: '2026-11-22' },
  },
  contacts: [
    {
      name: 'Inge Byron',
      phone: '+49 (30) 123-45',
      relation: 'grandmother',
      isEmergency: true,
      mayPickUp: true,
      pickUpUntil: nextYear('08-04'),
    },
  ],
  guardians: [
    {
      name: 'Nora Byron',
      email: 'nora@speakifyr.test',
      phone: '+49 30 77',
      mayCollect: 'free',
    },
    { name: 'Rolf Byron', email: 'rolf@speakifyr.test', phone: null, mayCollect: 'blocked' },
  ],
  mustNotCollect: [{ name: 'Rolf Byron', since: '2026-01-05', note: 'Decided by the court' }],
  mayLeaveAloneFrom: '15:30',
};
const ben: CarePerson = {
  ...ada,
  cartId: '2'.repeat(24),
  entry_code: 'SAI-102',
  name: 'Ben Ahlers',
  hasSevereAllergy: false,
  health: null,
  contacts: [],
};

const sheet = {
  classId: ID,
  name: 'Sailing on the Lake',
  camp_start: nextYear('08-02'),
  camp_end: nextYear('08-06'),
  people: [ada, ben],
};

async function findPerson(name: RegExp): Promise<HTMLElement> {
  const heading = await screen.findByRole('heading', { name });
  return heading.closest('li')!;
}

// Rules: R125, R558.
test('a severe allergy is the first thing to read about a child, in words', async () => {
  answer('GET /classCare/:classId', sheet);
  renderApp(<CareSheet classId={ID} />);

  const person = await findPerson(/^Ada Byron, age 8$/);
  expect(person.textContent).toMatch(/^Severe allergyPeanuts: Use the pen, then call 112Ada Byron/);
  expect(within(person).getByText('Pollen')).toBeVisible();
  expect(within(person).getByText('Needs glasses')).toBeVisible();
  expect(within(person).getByText('Third grade')).toBeVisible();
  expect(screen.getByText('Severe allergies: Ada Byron')).toBeVisible();
});

// Rules: R558.
test('who must not collect a child is in a box, and the other adults have a phone number', async () => {
  answer('GET /classCare/:classId', sheet);
  renderApp(<CareSheet classId={ID} />);

  const person = await findPerson(/^Ada/);
  expect(
    within(person).getByRole('region', { name: 'Must not collect Ada Byron' }),
  ).toHaveTextContent(
    'Must not collect Ada ByronRolf ByronSince 5 January 2026. Decided by the court' +
      'If they come, keep Ada Byron with you and call the office.',
  );
  expect(within(person).getByText('May leave alone from 3:30 PM')).toBeVisible();
  expect(person).toHaveTextContent('Guardian (Nora Byron): +49 30 77. May pick up');
  expect(person).toHaveTextContent('Guardian (Rolf Byron): no phone number. Must not pick up');
});

// Rules: R695.
test('what forms asked about health is with the health, also if the rest is missing', async () => {
  const formFacts = [{ label: 'Wakes at night?', text: 'Yes' }];
  answer('GET /classCare/:classId', { ...sheet, people: [{ ...ben, formFacts }] });
  renderApp(<CareSheet classId={ID} />);

  const person = within(await findPerson(/^Ben/));
  expect(person.getByText('Health information is missing')).toBeVisible();
  expect(person.getByText('Wakes at night?').nextElementSibling).toHaveTextContent('Yes');
});

test('a phone number can be called, and a pick-up permission that ends in the class names its day', async () => {
  answer('GET /classCare/:classId', sheet);
  renderApp(<CareSheet classId={ID} />);

  const person = await findPerson(/^Ada/);
  expect(within(person).getByRole('link', { name: '+49 (30) 123-45' })).toHaveAttribute(
    'href',
    'tel:+493012345',
  );
  const day = formatDay(nextYear('08-04'));
  expect(person).toHaveTextContent(`Emergency contact · May pick up until ${day}`);
});

test.each([
  ['2027-08-02', /May pick up until Mon 2 August 2027, that day included/],
  ['2027-08-01', /May no longer pick up: the permission ended on Sun 1 August 2027/],
  ['2027-08-06', /May pick up$/],
  [null, /May pick up$/],
])('on 2 August 2027, a pick-up permission through %s reads: %s', async (pickUpUntil, text) => {
  vi.setSystemTime('2027-08-02T12:00:00Z');
  const [inge] = ada.contacts;
  const person = {
    ...ada,
    guardians: [],
    contacts: [{ ...inge!, isEmergency: false, pickUpUntil }],
  };
  const days = { camp_start: '2027-08-02', camp_end: '2027-08-06' };
  answer('GET /classCare/:classId', { ...sheet, ...days, people: [person] });
  renderApp(<CareSheet classId={ID} />);

  const card = await findPerson(/^Ada/);
  expect(within(card).getByText(/pick up/)).toHaveTextContent(text);
});

test('a child whose health is missing says so', async () => {
  answer('GET /classCare/:classId', sheet);
  renderApp(<CareSheet classId={ID} />);

  const person = await findPerson(/^Ben/);
  expect(within(person).getByText('Health information is missing')).toBeVisible();
  expect(within(person).getByText('The parents haven’t named anyone yet.')).toBeVisible();
  expect(screen.getByText('Health information is missing: Ben Ahlers')).toBeVisible();
});

test('a person who joined for themselves is not asked about health', async () => {
  const self = { ...ben, childId: null, age: null, guardians: ada.guardians };
  answer('GET /classCare/:classId', { ...sheet, people: [self] });
  renderApp(<CareSheet classId={ID} />);

  const person = await findPerson(/^Ben Ahlers$/);
  expect(person).toHaveTextContent('Joined for themselves');
  expect(screen.queryByText(/missing/)).not.toBeInTheDocument();
});

test('parents who have nothing to report are not the same as no answer', async () => {
  const health = { ...ada.health!, allergies: [], notes: '', nothingToTell: true };
  const person = { ...ada, hasSevereAllergy: false, health };
  answer('GET /classCare/:classId', { ...sheet, people: [person] });
  renderApp(<CareSheet classId={ID} />);

  expect(await findPerson(/^Ada/)).toHaveTextContent('The parents have nothing to report.');
});

test('the page says that reading is recorded, and can be printed', async () => {
  const print = vi.spyOn(window, 'print').mockReturnValue();
  answer('GET /classCare/:classId', sheet);
  renderApp(<CareSheet classId={ID} />);

  expect(await screen.findByText(/records who reads it/)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Print' }));
  expect(print).toHaveBeenCalledOnce();
});

test('a closed care sheet says when it is open', async () => {
  const message = 'You can read the care sheet of this class from July 1 through July 9.';
  answer('GET /classCare/:classId', () => refuse('care_sheet_closed', { message }));
  renderApp(<CareSheet classId={ID} />);

  expect(await screen.findByText('The care sheet is closed')).toBeVisible();
  expect(screen.getByText(message)).toBeVisible();
});

test('the app forgets the care sheet when the page closes', async () => {
  answer('GET /classCare/:classId', sheet);
  const { queryClient, rerender } = renderApp(<CareSheet classId={ID} />);
  await findPerson(/^Ada/);
  rerender(<p>Another page</p>);
  await waitFor(() =>
    expect(
      JSON.stringify(
        queryClient
          .getQueryCache()
          .getAll()
          .map(({ state }) => state),
      ),
    ).not.toContain('Peanuts'),
  );
});

test('a failed load can be retried', async () => {
  answer('GET /classCare/:classId', () => refuse('internal'));
  renderApp(<CareSheet classId={ID} />);

  const retry = await screen.findByRole('button', { name: LABELS.retry });
  answer('GET /classCare/:classId', sheet);
  await userEvent.click(retry);

  expect(await findPerson(/^Ada/)).toBeVisible();
});

test('children with severe allergies come first', async () => {
  answer('GET /classCare/:classId', { ...sheet, people: [ben, ada] });
  renderApp(<CareSheet classId={ID} />);

  await findPerson(/^Ada Byron, age 8$/);
  const names = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
  expect(names).toEqual(['Ada Byron, age 8', 'Ben Ahlers, age 8']);
});
