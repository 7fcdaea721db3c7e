import { expect, test } from 'vitest';
import { call, readApiError } from '../lib/api.ts';
import { answer, network, refuse } from './server.ts';

test('a call that the test does not answer is named', async () => {
  await call('GET /classes').catch(() => undefined);

  expect(network.reset()).toEqual([
    'GET http://localhost:3000/api/classes: the test does not answer this call',
  ]);
});

test('an error that the call does not declare is named, with its code', async () => {
  // @ts-expect-error: it does not compile either.
  answer('GET /classes', () => refuse('class_full'));

  const error: unknown = await call('GET /classes').catch((thrown: unknown) => thrown);

  expect(readApiError(error).code).toBe('class_full');
  expect(network.reset()).toEqual([
    'GET /classes does not declare the error class_full, which the test answers with',
  ]);
});

test('errors that the call declares are fine', async () => {
  answer('POST /jwt', () => refuse('too_many_requests'));

  await call('POST /jwt', { body: { email: 'nora@speakifyr.test' } }).catch(() => undefined);

  expect(network.reset()).toEqual([]);
});
