import { expect, test } from 'vitest';
import { readOrigin } from './origin.ts';

const from = {
  pathname: '/classes',
  search: '?page=2',
  hash: '',
  state: { earlier: true },
  key: 'k',
};

test('who came from nowhere goes home', () => {
  for (const state of [null, undefined, 'text', { from: null }, { from: { pathname: 7 } }])
    expect(readOrigin(state)).toEqual({ to: '/', state: undefined });
});

test('who came from a page goes back to it, as it was', () => {
  expect(readOrigin({ from })).toEqual({
    to: { pathname: '/classes', search: '?page=2', hash: '' },
    state: { earlier: true },
  });
});

test('a class to join goes on with them', () => {
  expect(readOrigin({ from, join: 'id' }).state).toEqual({ join: 'id' });
  expect(readOrigin({ from, join: 7 }).state).toEqual({ earlier: true });
});
