import { NO_EMAIL } from '@speakifyr/contract/stand-in-address.ts';
import { expect, test } from 'vitest';
import { buildRosterFile, nameRosterFile } from './roster-file.ts';

const ada = {
  entry_code: 'SAI-101',
  name: 'Ada Byron',
  email: 'ada@speakifyr.test',
  childId: 'a'.repeat(24),
  age: 8,
  hasSevereAllergy: true,
  isHealthMissing: false,
};

// Rules: R127, R445.
test('the file has headings and a line for each student, with ages and never with health', () => {
  expect(buildRosterFile([ada, { ...ada, age: null, isHealthMissing: true }])).toBe(
    [
      '\uFEFF"Entry Code","Name","Age","Email"',
      '"SAI-101","Ada Byron",8,"ada@speakifyr.test"',
      '"SAI-101","Ada Byron","","ada@speakifyr.test"',
      '',
    ].join('\r\n'),
  );
});

test('a family without an email address has none in the file, and no stand-in for it', () => {
  expect(buildRosterFile([{ ...ada, email: NO_EMAIL }])).toContain('8,"no email address"');
});

test('a class with extras has a column for them', () => {
  const extras = [
    { label: 'Lunch', option: null },
    { label: 'T-shirt', option: 'M' },
  ];
  const file = buildRosterFile([{ ...ada, extras }, ada]);
  expect(file).toContain('"Age","Email","Extras"');
  expect(file).toContain('"ada@speakifyr.test","Lunch; T-shirt, M"');
});

test('a spreadsheet does not treat a student’s name as a formula', () => {
  expect(buildRosterFile([{ ...ada, name: '=1+1' }])).toContain(`"'=1+1"`);
});

test('a student without a name is Not Found here too', () => {
  expect(buildRosterFile([{ ...ada, name: '' }])).toContain('"Not Found"');
});

test('the file name comes from the course', () => {
  expect(nameRosterFile('Sailing on the Lake')).toBe('sailing-on-the-lake-students.csv');
  expect(nameRosterFile('🎨')).toBe('course-students.csv');
});
