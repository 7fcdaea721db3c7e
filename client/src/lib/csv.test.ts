import { expect, test } from 'vitest';
import { toCsv } from './csv.ts';

/** A text as the only cell of a file. */
function writeCell(text: string): string {
  return toCsv([[text]])
    .replace('\uFEFF', '')
    .replace(/\r\n$/, '');
}

// Rules: R73.
test('a file has a line for each row, and numbers stay numbers', () => {
  expect(
    toCsv([
      ['Name', 'Amount'],
      ['Ada Byron', -89.5],
    ]),
  ).toBe('\uFEFF"Name","Amount"\r\n"Ada Byron",-89.5\r\n');
});

test('commas, quotes and line breaks stay inside their cell', () => {
  expect(writeCell('Byron, Ada')).toBe('"Byron, Ada"');
  expect(writeCell('Ada "Countess" Byron')).toBe('"Ada ""Countess"" Byron"');
  expect(writeCell('Ada\nByron')).toBe('"Ada\nByron"');
});

test.each([
  '=1+1',
  '+1',
  '-1',
  '@SUM(A1)',
  '\tx',
  '\rx',
  '\nx',
  '＝1+1',
  '=HYPERLINK("http://evil.test")',
])('a spreadsheet does not treat %j as a formula', (text) => {
  expect(writeCell(text)).toBe(`"'${text.replaceAll('"', '""')}"`);
});

test('a formula sign in the middle of a cell is left alone', () => {
  expect(writeCell('Ana-Maria = Ana')).toBe('"Ana-Maria = Ana"');
});

test.each([
  [' =1+1', "' =1+1"],
  ['"=1+1', `'"=1+1`],
  ['\u00a0@SUM(A1)', "'\u00a0@SUM(A1)"],
  ['Ada;=1+1', "Ada;'=1+1"],
  ['Ada; "+1', `Ada;' "+1`],
  ['Ada\t=1+1', "Ada\t'=1+1"],
  ['Ada\n-1', "Ada\n'-1"],
])('a spreadsheet that splits at semicolons or lines sees no formula in %j', (text, safe) => {
  expect(writeCell(text)).toBe(`"${safe.replaceAll('"', '""')}"`);
});
