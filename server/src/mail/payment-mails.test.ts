import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildClass, buildEnrolledSeat } from '../testing/factories.ts';
import { listMailsTo, readMailTo } from '../testing/mails.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

describe('a receipt', () => {
  it('goes to the student who paid, once', async () => {
    const campClass = await buildClass(app, { price: 49.5 });
    const { student, paymentId } = await buildEnrolledSeat(app, campClass);
    await listMailsTo(app, student);
    const [line, ...others] = await listMailsTo(app, student);
    expect(others).toEqual([]);
    expect(line).toMatchObject({
      _id: `paid-${paymentId}`,
      to: { name: student.name, address: student.email },
      userId: student._id,
      isEssential: true,
      state: 'queued',
    });
    expect(await readMailTo(app, student, 'paid')).toEqual({
      facts: {
        campClass: {
          id: campClass.id,
          name: campClass.name,
          camp_start: campClass.camp_start,
          camp_end: campClass.camp_end,
          dailyStart: null,
          dailyEnd: null,
          ageFrom: null,
          ageTo: null,
          place: '',
          room: campClass.assign_room,
          instructor: null,
          revision: 0,
        },
        seat: { entryCode: `${campClass.course_tag}-101`, transactionId: paymentId },
        charge: { amount: 4_950, currency: 'USD' },
        paidAt: expect.any(Date) as Date,
      },
    });
  });
});
