import { expect, test } from 'vitest';
import { buildRosterFile, nameRosterFile } from './roster-file.ts';

const ada = { entry_code: 'SAI-101', name: 'Ada Byron', email: 'ada@speakifyr.test' };

/** The cell with the student's name. */
function writeName(name: string): string | undefined {
  return buildRosterFile([{ ...ada, name }])
    .split('\r\n')[1]
    ?.slice('"SAI-101",'.length, -',"ada@speakifyr.test"'.length);
}

test('the file has headings and a line for each student', () => {
  expect(buildRosterFile([ada])).toBe(
    '\uFEFF"Entry Code","Name","Email"\r\n"SAI-101","Ada Byron","ada@speakifyr.test"\r\n',
  );
});

test('commas, quotes and line breaks of a name stay inside its cell', () => {
  expect(writeName('Byron, Ada')).toBe('"Byron, Ada"');
  expect(writeName('Ada "Countess" Byron')).toBe('"Ada ""Countess"" Byron"');
  expect(writeName('Ada\nByron')).toBe('"Ada\nByron"');
});

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx', '\nx', '=HYPERLINK("http://evil.test")'])(
  'a spreadsheet does not treat %j as a formula',
  (name) => {
    expect(writeName(name)).toBe(`"'${name.replaceAll('"', '""')}"`);
  },
);

test('a formula sign in the middle of a cell is left alone', () => {
  expect(writeName('Ana-Maria = Ana')).toBe('"Ana-Maria = Ana"');
});

test('a student without a name is Not Found here too', () => {
  expect(writeName('')).toBe('"Not Found"');
});

test('the file name comes from the course', () => {
  expect(nameRosterFile('Sailing on the Lake')).toBe('sailing-on-the-lake-students.csv');
  expect(nameRosterFile('🎨')).toBe('course-students.csv');
});
