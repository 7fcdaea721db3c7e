import { expect, test } from 'vitest';
import { answer, pageOf } from '../testing/server.ts';
import { createQueryClient, forgetPersonalData } from './query-client.ts';
import { read, readCount, readList, readOnce } from './read.ts';

test('each call with each input has a key of its own, and the spec names two', () => {
  const query = { page: 1, size: 1 };
  const keys = [
    read('GET /payments').queryKey,
    read('GET /payments', { query }).queryKey,
    read('GET /payments', { query: { ...query, search: 'Nora' } }).queryKey,
    readList('GET /payments', { query }).queryKey,
    readCount('GET /payments').queryKey,
  ].map((key) => JSON.stringify(key));
  expect(new Set(keys).size).toBe(keys.length);
  expect(keys.every((key) => key.startsWith('["GET /payments"'))).toBe(true);
  expect(read('GET /instructors').queryKey).toEqual(['instructors']);
  expect(read('GET /popularclass').queryKey).toEqual(['popularcl']);
});

test('when the person changes, what is public stays, and nothing else', async () => {
  const queryClient = createQueryClient();
  answer('GET /popularclass', []);
  answer('GET /myCredit', { currency: 'usd', available: 1, refundable: 1, lines: [] });
  await queryClient.fetchQuery(read('GET /popularclass'));
  await queryClient.fetchQuery(read('GET /myCredit'));
  await queryClient.fetchQuery(readOnce('GET /myCredit'));
  forgetPersonalData(queryClient);

  const kept = queryClient.getQueryCache().getAll();
  expect(kept.map(({ queryKey }) => queryKey)).toEqual([['popularcl']]);
});

test('a count keeps none of the entries that it counts', async () => {
  const queryClient = createQueryClient();
  const at = '2027-05-01T10:00:00.000Z';
  const sent = { _id: 'a', name: 'Nora', email: 'nora@camp.test', message: 'Private', at };
  answer('GET /contactMessages', () =>
    pageOf([{ ...sent, isDone: false, doneBy: null, replies: 0 }], 7),
  );
  await queryClient.fetchQuery(readCount('GET /contactMessages', { done: 'false' }));

  const kept = queryClient.getQueryCache().getAll();
  expect(kept.map(({ state }) => state.data)).toEqual([7]);
});

test('answers about health are forgotten when their page closes', () => {
  expect(read('GET /classCare/:classId', { params: { classId: 'a' } })).toMatchObject({
    gcTime: 0,
  });
  expect(read('GET /myChildren/:id', { params: { id: 'a' } })).toMatchObject({ gcTime: 0 });
});
