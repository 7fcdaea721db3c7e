import { describe, expect, it } from 'vitest';
import { guessOrder, readDay } from './days.ts';

// Rules: R554.
describe('a day is read as banks write it:', () => {
  it.each([
    '2026-11-20',
    '2026-11-20 09:12:44',
    '2026-11-20T09:12:44Z',
    '2026/11/20',
    '2026.11.20',
    '20261120',
    '20.11.2026',
    '20.11.26',
    '20. 11. 2026',
    '20/11/2026',
    '20-11-2026',
    '20 Nov 2026',
    '20-Nov-26',
    '20 November 2026',
    '20th Nov 2026',
    '20. November 2026',
    'Nov 20, 2026',
    'November 20, 2026',
    'Fri, 20 Nov 2026',
    '20 nov. 2026',
    '20 novembre 2026',
    '20 noviembre 2026',
    '20 listopada 2026',
    ' 20.11.2026 ',
    '\u202A20.11.2026\u202C',
  ])('%s', (cell) => {
    expect(readDay(cell, 'dmy')).toBe('2026-11-20');
  });

  it.each([
    ['3/4/2027', 'mdy', '2027-03-04'],
    ['3/4/27', 'dmy', '2027-04-03'],
    ['1. März 2027', 'dmy', '2027-03-01'],
    ['1 févr. 2027', 'dmy', '2027-02-01'],
  ] as const)('%s with %s is %s', (cell, order, day) => {
    expect(readDay(cell, order)).toBe(day);
  });

  it.each(['', 'soon', '2027-02-30', '31.11.2026', '20 Foo 2026', '100,00', '12345678'])(
    '%j is none',
    (cell) => {
      expect(readDay(cell, 'dmy')).toBeUndefined();
    },
  );
});

describe('whether the day or the month is first', () => {
  it.each([
    ['a number over 12', ['03/04/2027', '25/04/2027'], 'USD', 'dmy'],
    ['a number over 12', ['03/04/2027', '03/25/2027'], 'EUR', 'mdy'],
    ['the dots', ['03.04.2027'], 'USD', 'dmy'],
    ['the order of the lines', ['01/11/2026', '02/11/2026', '01/12/2026'], 'EUR', 'dmy'],
    ['the order of the lines', ['11/10/2026', '11/09/2026', '10/12/2026'], 'EUR', 'mdy'],
    ['the currency', ['03/04/2027'], 'USD', 'mdy'],
    ['the currency', ['03/04/2027'], 'GBP', 'dmy'],
  ])('is shown by %s', (_what, cells, currency, order) => {
    expect(guessOrder(cells, currency)).toBe(order);
  });
});
