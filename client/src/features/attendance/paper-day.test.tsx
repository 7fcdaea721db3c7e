import type { CarePerson } from '@speakifyr/contract/children.ts';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { location } from '../../testing/render.tsx';
import { answer, refuse } from '../../testing/server.ts';
import {
  at,
  ben,
  buildDay,
  buildTap,
  CLASS_ID,
  DAY,
  mia,
  renderDay,
} from './attendance.testing.tsx';

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse(at('08:04')), shouldAdvanceTime: true });
});
afterEach(() => vi.useRealTimers());

const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });

const ofMia: CarePerson = {
  cartId: '7'.repeat(24),
  entry_code: 'SAI-101',
  name: 'Mia Byron',
  childId: mia.personId,
  age: 8,
  note: 'Third grade',
  hasSevereAllergy: true,
  health: {
    allergies: [
      { what: 'Pollen', isSevere: false, whatToDo: 'Rinse the eyes' },
      { what: 'Peanuts', isSevere: true, whatToDo: 'The pen is in the blue bag.' },
    ],
    medicines: [{ what: 'Iron syrup', howMuch: '5 ml', at: '10:30' }],
    medication: 'Inhaler in the evening',
    notes: 'Needs glasses',
    nothingToTell: false,
    confirmedAt: '2026-05-01T08:00:00.000Z',
    consent: { at: '2026-05-01T08:00:00.000Z', by: 'b'.repeat(24), textVersion: '2026-11-22' },
  },
  formFacts: [{ label: 'Wakes at night?', text: 'Yes' }],
  contacts: [],
  guardians: [],
  mustNotCollect: [],
  mayLeaveAloneFrom: '15:30',
};
const ofBen: CarePerson = {
  ...ofMia,
  entry_code: 'SAI-102',
  name: 'Ben Ahlers',
  childId: null,
  note: '',
  health: null,
  guardians: [
    { name: 'Ben Ahlers', email: 'ben@speakifyr.test', phone: '+49 30 55', mayCollect: 'free' },
  ],
};
const blocked = { name: 'Rolf Byron', since: '2026-01-05', note: 'Decided by the court' };
const may = { mayCollect: false, isBlocked: true };

const care = {
  ...{ classId: CLASS_ID, name: 'Sailing on the Lake', camp_start: DAY, camp_end: DAY },
  people: [ofMia, ofBen],
};

const open = () => renderDay({ address: `/?day=${DAY}&paper=1` });

async function findPaper(): Promise<HTMLElement[]> {
  const list = await screen.findByRole('list', { name: 'To print' });
  return [...list.children] as HTMLElement[];
}

test('a child who got the seat of another one since does not get that one’s health', async () => {
  const leo = { ...mia, personId: '3'.repeat(24), name: 'Leo Byron' };
  answer('GET /dayList/:classId/:day', buildDay({ people: [leo] }));
  answer('GET /classCare/:classId', care);
  open();
  const [paper] = await findPaper();
  expect(paper).toHaveTextContent('Leo Byron');
  expect(paper).not.toHaveTextContent(/Pollen|Iron syrup/);
});

// Rules: R559, R695.
test('the list to print has boxes to tick, health with what to do, who must not collect, and adults with phones', async () => {
  const person = {
    ...mia,
    mustNotCollect: [blocked],
    mayLeaveAloneFrom: '15:30',
    adults: [
      ...mia.adults,
      { ...may, name: 'Rolf Byron', relation: 'guardian', phone: null },
      { ...may, name: 'R. Byron', relation: 'uncle', phone: null, isInDoubt: true as const },
      {
        ...{ name: 'Eva Lund', relation: 'friend', phone: '+49 30 12' },
        ...{ mayCollect: false, isBlocked: false, asksOffice: true as const },
      },
    ],
  };
  answer('GET /dayList/:classId/:day', buildDay({ people: [person, ben] }));
  answer('GET /classCare/:classId', care);
  open();

  const [ofChild] = await findPaper();
  expect(ofChild).toHaveTextContent(
    'Mia Byron, age 8' +
      'SAI-101Third gradeArrived atLeft atWith Absent' +
      'Severe allergy: Peanuts: The pen is in the blue bag.' +
      'Allergy: Pollen: Rinse the eyes' +
      'Medicine that we give: 10:30 AM: Iron syrup, 5 ml' +
      'Other medication: Inhaler in the evening' +
      'Notes: Needs glasses' +
      'Wakes at night? Yes' +
      'Must not collect Mia ByronRolf ByronSince 5 January 2026. Decided by the court' +
      'May leave alone from 3:30 PM' +
      'Guardian (Nora Byron): no phone number. May pick up' +
      'Grandma (Inge Byron): +49 (30) 123-45. May pick up' +
      'Neighbor (Olaf Falk): +49 30 99. Only to call' +
      'Guardian (Rolf Byron): no phone number. Must not pick up' +
      'Uncle (R. Byron): no phone number. Ask the office before they pick up' +
      'Friend (Eva Lund): +49 30 12. Ask the office before they pick up',
  );
  expect(
    within(ofChild!).getByRole('region', { name: 'Must not collect Mia Byron' }),
  ).toBeVisible();
  expect(
    screen.getByText(/^9:00 AM – 12:30 PM · Room 8 · Ada Falk · 0 here, 2 expected/),
  ).toBeVisible();
});

test('somebody who joined for themselves has their own number, and no health that nobody asks for', async () => {
  answer('GET /dayList/:classId/:day', buildDay({ people: [ben] }));
  answer('GET /classCare/:classId', care);
  open();

  const [person] = await findPaper();
  expect(person).toHaveTextContent(
    'Ben AhlersSAI-102Arrived atLeft atWith AbsentBen Ahlers: +49 30 55',
  );
});

test('who is absent is marked, and a child that came and lost its seat still has its severe allergy', async () => {
  const absent = { ...ben, taps: [buildTap({ personId: ben.personId, kind: 'absent' })] };
  const left = { ...mia, hasNoSeat: true as const, entryCode: null, taps: [buildTap({})] };
  answer('GET /dayList/:classId/:day', buildDay({ people: [absent, left] }));
  answer('GET /classCare/:classId', { ...care, people: [ofBen] });
  open();

  const [first, second] = await findPaper();
  expect(first).toHaveTextContent(/^Ben AhlersSAI-102AbsentArrived at/);
  expect(second).toHaveTextContent('Not enrolled anymore.');
  expect(second).toHaveTextContent('Here since 9:04 AM');
  expect(second).toHaveTextContent(
    'Severe allergy: Peanuts: The pen is in the blue bag.' +
      'Health: The care sheet has nobody without a seat. Ask the office.',
  );
});

test('a child of whom nobody has answered says so: an empty line would look like good health', async () => {
  answer('GET /dayList/:classId/:day', buildDay({ people: [mia] }));
  answer('GET /classCare/:classId', { ...care, people: [{ ...ofMia, health: null }] });
  open();

  const [person] = await findPaper();
  expect(person).toHaveTextContent('Health: Information is missing. Ask the family.');
});

test('without the care sheet there is nothing to print', async () => {
  answer('GET /dayList/:classId/:day', buildDay());
  answer('GET /classCare/:classId', () => refuse('internal'));
  open();

  expect(await screen.findByText('The list to print could not be loaded')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Print' })).toBeNull();
});

test('it opens from the day list for the same day, prints, and leads back', async () => {
  const print = vi.spyOn(window, 'print').mockReturnValue();
  answer('GET /dayList/:classId/:day', ({ params }) => buildDay({ day: String(params['day']) }));
  answer('GET /classCare/:classId', care);
  renderDay({ address: '/?day=2026-08-04&class=abc' });

  await user.click(await screen.findByRole('link', { name: 'For paper' }));
  await user.click(await screen.findByRole('button', { name: 'Print' }));
  expect(print).toHaveBeenCalledOnce();
  expect(location.search).toBe('?day=2026-08-04&class=abc&paper=1');
  await user.click(screen.getByRole('link', { name: 'Back to the day list' }));
  expect(location.search).toBe('?day=2026-08-04&class=abc');
  expect(screen.queryByRole('list', { name: 'To print' })).toBeNull();
});
