import { expect, test } from 'vitest';
import {
  buildClassQuery,
  type ClassFilter,
  linkToClasses,
  NO_FILTER,
  readClassFilter,
} from './class-filter.ts';

const everything: ClassFilter = {
  search: 'sail & row',
  isFree: true,
  month: '2027-06',
  born: ['2018-03', '2020-11'],
  week: '2027-06-14',
  ages: [0, 10],
  minPrice: 0,
  maxPrice: 99.5,
  order: '-price',
  page: 3,
};

function readAddress(address: string): ClassFilter {
  return readClassFilter(new URLSearchParams(address));
}

test('an address keeps every filter', () => {
  expect(readAddress(linkToClasses(everything))).toEqual(everything);
});

test('unused filters are not in the address', () => {
  expect(linkToClasses(NO_FILTER)).toBe('?');
  expect(readAddress('')).toEqual(NO_FILTER);
});

test('the API is asked for a page of twelve', () => {
  expect(buildClassQuery(everything)).toEqual({
    search: 'sail & row',
    free: 'true',
    month: '2027-06',
    born: '2018-03,2020-11',
    week: '2027-06-14',
    age: '0,10',
    min_price: '0',
    max_price: '99.5',
    sort: '-price',
    page: 3,
    size: 12,
  });
});

test.each([
  'free=1',
  'month=2027-13',
  'month=June',
  'born=2018',
  'born=,',
  'week=2027-06-99',
  'age=-1',
  'age=7.5',
  'age=100',
  'age=,x',
  'min_price=cheap',
  'max_price=-1',
  'max_price=Infinity',
  'sort=toString',
  'sort=best',
  'page=0',
  'page=1.5',
  'page=999999999',
  'search=%20%00',
])(
  'an address with a mistake (%s) shows all classes, and sends nothing that the API refuses',
  (slip) => {
    expect(readAddress(slip)).toEqual(NO_FILTER);
  },
);

test('a search is no longer than the API accepts', () => {
  expect(readAddress(`search=${'a'.repeat(200)}`).search).toHaveLength(100);
});

test('ages in an address come once each, in order, and no more than the API accepts', () => {
  expect(readAddress('age=10,7,10,x').ages).toEqual([7, 10]);
  expect(readAddress('age=9,8,7,6,5,4,3,2').ages).toEqual([4, 5, 6, 7, 8, 9]);
});
