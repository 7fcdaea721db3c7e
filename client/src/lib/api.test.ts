import { expect, test } from 'vitest';
import { answer } from '../testing/server.ts';
import { call } from './api.ts';

const NOTE = { name: 'Rosa', email: 'rosa@x.test', message: 'Hello' };

// Rules: R485.
test('a change that is being sent is not sent again; the same change later is, and so is another one', async () => {
  const sent: unknown[] = [];
  answer('POST /contact', ({ body }) => {
    sent.push(body);
    return { status: true };
  });
  const twice = [call('POST /contact', { body: NOTE }), call('POST /contact', { body: NOTE })];
  await Promise.all([...twice, call('POST /contact', { body: { ...NOTE, message: 'Bye' } })]);
  expect(sent).toHaveLength(2);
  await call('POST /contact', { body: NOTE });
  expect(sent).toHaveLength(3);
});
