import { expect, test } from 'vitest';
import { student } from '../testing/render.tsx';
import { nextState, OPENING, SIGNED_OUT, type SessionState } from './session-state.ts';

const signedIn: SessionState = { status: 'signed-in', user: student };

test('a note is for the person it was made for', () => {
  const note = 'We have sent a new link.';

  const noted = nextState(signedIn, { type: 'noted', email: student.email, note });
  expect(noted).toMatchObject({ status: 'signed-in', note });
  expect(nextState(signedIn, { type: 'noted', email: 'timo@camp.test', note })).toEqual(signedIn);
  for (const state of [OPENING, SIGNED_OUT])
    expect(nextState(state, { type: 'noted', email: student.email, note })).toEqual(state);
});

test('a deleted account stays so until the next log-in, even if the provider reports it afterwards', () => {
  const close = (state: SessionState) => nextState(state, { type: 'closed' });
  const left = close(nextState(signedIn, { type: 'entering', isAsked: true }));
  expect(left).toEqual({ status: 'signed-out', hasLeft: true });
  expect(close(left)).toEqual(left);
  expect(close(nextState(left, { type: 'entering' }))).toEqual(SIGNED_OUT);
  expect(close(nextState(signedIn, { type: 'leaving', isAsked: true }))).toEqual(SIGNED_OUT);
});

test('a refusal stays until the next log-in, also when the provider reports the log-out afterwards', () => {
  const refused = nextState(signedIn, { type: 'refused', refusal: 'Please contact the school.' });

  expect(nextState(refused, { type: 'closed' })).toEqual(refused);
  const later = nextState(nextState(refused, { type: 'entering' }), { type: 'closed' });
  expect(later).toEqual(SIGNED_OUT);
});
