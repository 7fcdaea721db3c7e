import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildClass, buildUser, holdSeatOf, startPaymentOf } from '../testing/factories.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

const ENDED = 12;
const JOINS = 40;

let app: TestApp;
const calls: string[] = [];
let most = 0;
beforeAll(async () => {
  let current = 0;
  app = await startTestApp(({ cardPayments }) => {
    const count = async <T>(name: string, ask: () => Promise<T>): Promise<T> => {
      calls.push(name);
      most = Math.max(most, ++current);
      return ask().finally(() => (current -= 1));
    };
    return {
      cardPayments: {
        ...cardPayments,
        cancelIntent: (id) => count('cancel', () => cardPayments.cancelIntent(id)),
        retrieveIntent: (id) => count('retrieve', () => cardPayments.retrieveIntent(id)),
      },
    };
  });
});
afterAll(() => app.close());

// Rules: R7.
it('40 joins on a class with 12 ended holds end each payment once, and each free seat is taken', async () => {
  const campClass = await buildClass(app, { sit: ENDED });
  for (let number = 0; number < ENDED; number += 1) {
    const student = await buildUser(app);
    const { cartId } = await holdSeatOf(app, student, campClass);
    await startPaymentOf(app, student, { cartId, price: campClass.price });
  }
  app.passMinutes(31);
  const students = await Promise.all(Array.from({ length: JOINS }, () => buildUser(app)));
  calls.length = 0;
  most = 0;
  const answers = await Promise.all(
    students.map(({ email }) =>
      app.as({ email }).call('POST /addClass', { body: { classId: campClass.id, email } }),
    ),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(ENDED);
  expect(answers.filter(({ body }) => body.code === 'class_full')).toHaveLength(JOINS - ENDED);
  expect(calls.filter((name) => name === 'cancel')).toHaveLength(ENDED);
  expect(calls.length).toBeLessThanOrEqual(2 * ENDED);
  expect(most).toBeLessThanOrEqual(4);
});
