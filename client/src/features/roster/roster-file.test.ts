import type { CarePerson } from '@speakifyr/contract/children.ts';
import { NO_EMAIL } from '@speakifyr/contract/stand-in-address.ts';
import { expect, test } from 'vitest';
import { toCsv } from '../../lib/csv.ts';
import { listRosterRows, nameRosterFile } from './roster-file.ts';

const ada = {
  entry_code: 'SAI-101',
  name: 'Ada Byron',
  email: 'ada@speakifyr.test',
  childId: 'a'.repeat(24),
  age: 8,
  hasSevereAllergy: true,
  isHealthMissing: false,
};

const careOfAda: CarePerson = {
  ...{ cartId: '1'.repeat(24), entry_code: 'SAI-101', name: 'Ada Byron', childId: ada.childId },
  ...{ age: 8, note: '', hasSevereAllergy: true },
  health: {
    allergies: [
      { what: 'Pollen', isSevere: false, whatToDo: '' },
      { what: 'Peanuts', isSevere: true, whatToDo: 'Use the pen, then call 112' },
    ],
    medicines: [{ what: 'Iron syrup', howMuch: '5 ml', at: '10:30' }],
    ...{ medication: '', notes: '=1+1', nothingToTell: false },
    confirmedAt: '2027-05-01T08:00:00.000Z',
    consent: { at: '2027-05-01T08:00:00.000Z', by: 'b'.repeat(24), textVersion: '2026-11-22' },
  },
  contacts: [
    {
      ...{ name: 'Inge Byron', phone: '+49301234', relation: 'grandmother' },
      ...{ isEmergency: true, mayPickUp: true, pickUpUntil: null },
    },
  ],
  guardians: [
    { name: 'Nora Byron', email: ada.email, phone: '+493077', mayCollect: 'free' },
    { name: 'Rolf Byron', email: ada.email, phone: null, mayCollect: 'blocked' },
  ],
  mustNotCollect: [{ name: 'Rolf Byron', since: '2026-01-05', note: 'Decided by the court' }],
  mayLeaveAloneFrom: '15:30',
};

// Rules: R127, R445.
test('without the care sheet the file has no health, and no column that looks as if there were none', () => {
  expect(listRosterRows([ada, { ...ada, age: null, isHealthMissing: true }], undefined)).toEqual([
    ['Entry Code', 'Name', 'Age', 'Email'],
    ['SAI-101', 'Ada Byron', 8, 'ada@speakifyr.test'],
    ['SAI-101', 'Ada Byron', '', 'ada@speakifyr.test'],
  ]);
});

// Rules: R647.
test('it says the days of those who have only some', () => {
  const days = ['2027-08-02', '2027-08-04'];
  expect(listRosterRows([{ ...ada, days }, ada], undefined)).toEqual([
    ['Entry Code', 'Name', 'Age', 'Email', 'Days'],
    ['SAI-101', 'Ada Byron', 8, 'ada@speakifyr.test', '2027-08-02; 2027-08-04'],
    ['SAI-101', 'Ada Byron', 8, 'ada@speakifyr.test', ''],
  ]);
});

// Rules: R560.
test('with the care sheet it has what a person needs in an emergency, a line for each thing', () => {
  const [headings, row] = listRosterRows([ada], [careOfAda]);
  expect(headings).toEqual([
    ...['Entry Code', 'Name', 'Age', 'Email', 'Severe allergies', 'Health'],
    ...['Must not collect', 'May leave alone from', 'Adults'],
  ]);
  expect(row?.slice(4)).toEqual([
    'Peanuts: Use the pen, then call 112',
    'Allergy: Pollen\nMedicine that we give: 10:30 AM: Iron syrup, 5 ml\nNotes: =1+1',
    'Rolf Byron. Since 5 January 2026. Decided by the court',
    '3:30 PM',
    'Guardian (Nora Byron): +493077. May pick up\n' +
      'Guardian (Rolf Byron): no phone number. Must not pick up\n' +
      'Grandmother (Inge Byron): +49301234. Emergency contact, May pick up',
  ]);
});

test('somebody who enrolled since the care sheet was loaded is unknown, not healthy', () => {
  const [, row] = listRosterRows([{ ...ada, entry_code: 'SAI-102' }], [careOfAda]);
  expect(row?.slice(4)).toEqual(['?', '?', '?', '?', '?']);
});

test('a child of whom nobody has answered says so in the file', () => {
  const [, row] = listRosterRows([ada], [{ ...careOfAda, health: null }]);
  expect(row?.slice(4, 6)).toEqual(['', 'Health: Information is missing. Ask the family.']);
});

test('a family without an email address has none in the file, and no stand-in for it', () => {
  expect(listRosterRows([{ ...ada, email: NO_EMAIL }], undefined)[1]).toContain('no email address');
});

test('a class with extras has a column for them', () => {
  const extras = [
    { label: 'Lunch', option: null },
    { label: 'T-shirt', option: 'M' },
  ];
  const rows = listRosterRows([{ ...ada, extras }, ada], undefined);
  expect(rows.map((row) => row.at(-1))).toEqual(['Extras', 'Lunch; T-shirt, M', '']);
});

test('a spreadsheet treats neither a name nor what a family wrote about health as a formula', () => {
  const evil = { what: '=1+1', isSevere: true, whatToDo: '' };
  const health = { ...careOfAda.health!, allergies: [evil] };
  const file = toCsv(listRosterRows([{ ...ada, name: '=1+1' }], [{ ...careOfAda, health }]));
  expect(file.match(/"'=1\+1"/g)).toHaveLength(2);
});

test('a student without a name is Not Found here too', () => {
  expect(listRosterRows([{ ...ada, name: '' }], undefined)[1]).toContain('Not Found');
});

test('the file name comes from the course', () => {
  expect(nameRosterFile('Sailing on the Lake', 'csv')).toBe('sailing-on-the-lake-students.csv');
  expect(nameRosterFile('🎨', 'xlsx')).toBe('course-students.xlsx');
});

// Rules: R684.
test('the file has the group of each student, if the class has any', () => {
  expect(listRosterRows([{ ...ada, group: 'Otters' }, ada], undefined)).toEqual([
    ['Entry Code', 'Name', 'Age', 'Email', 'Group'],
    ['SAI-101', 'Ada Byron', 8, 'ada@speakifyr.test', 'Otters'],
    ['SAI-101', 'Ada Byron', 8, 'ada@speakifyr.test', ''],
  ]);
});

// Rules: R695.
test('what forms asked about health is with the health, and only with the care sheet', () => {
  const formFacts = [{ label: 'Wakes at night?', text: 'Yes' }];
  const [, row] = listRosterRows([ada], [{ ...careOfAda, health: null, formFacts }]);
  expect(row?.[5]).toBe('Health: Information is missing. Ask the family.\nWakes at night? Yes');
});
