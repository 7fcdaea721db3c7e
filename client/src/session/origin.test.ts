import { expect, test } from 'vitest';
import { readOrigin } from './origin.ts';

const from = {
  pathname: '/classes',
  search: '?page=2',
  hash: '',
  state: { earlier: true },
  key: 'k',
};

test('a log-in without an origin goes to the home page', () => {
  for (const state of [null, undefined, 'text', { from: null }, { from: { pathname: 7 } }])
    expect(readOrigin(state)).toEqual({ to: '/', state: undefined });
});

test('a log-in from a page goes back to it, with its search and state', () => {
  expect(readOrigin({ from })).toEqual({
    to: { pathname: '/classes', search: '?page=2', hash: '' },
    state: { earlier: true },
  });
});

test('a class to join is passed on', () => {
  expect(readOrigin({ from, join: 'id' }).state).toEqual({ join: 'id' });
  expect(readOrigin({ from, join: 7 }).state).toEqual({ earlier: true });
});
