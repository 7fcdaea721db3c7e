import { UNPAID_EXTRAS_DAYS } from '@speakifyr/contract/limits.ts';
import { describe, expect, it } from 'vitest';
import { runJobs } from '../jobs/jobs.ts';
import { addDays, readToday } from '../school-time.ts';
import { readAuditLog } from '../testing/audit-log.ts';
import { createExtras, FIVE_DAYS, lunch, shirt, SHIRT, SHIRT_M } from '../testing/extras.ts';
import {
  buildClass,
  buildEnrolledSeat,
  confirmPayment,
  getIntentId,
  useUser,
} from '../testing/factories.ts';
import { useTestApp } from '../testing/test-app.ts';
import { endUnpaidExtras } from './end-unpaid-extras.ts';

/** Extras that were added to an enrolled seat and not paid don't keep the last places. R500 */

const app = useTestApp();
const admin = useUser(app, 'admin');
const { setExtras, choose, mustChoose, start, pay, readEnrolled } = createExtras(
  () => app,
  () => admin,
);

/** The only T-shirt, added to an enrolled seat and not paid, `days` ago; and a second seat that wants it. */
async function buildUnpaid(days: number) {
  await setExtras([shirt({ capacity: 1 }), lunch()]);
  const campClass = await buildClass(app, { price: 100, sit: 4, ...FIVE_DAYS });
  const first = await buildEnrolledSeat(app, campClass);
  const second = await buildEnrolledSeat(app, campClass);
  await mustChoose(first.student, first.cartId, [SHIRT_M]);
  const due = addDays(readToday(app.services), -days);
  await app.services.database.collections.classes.updateOne(
    { _id: campClass._id },
    { $set: { 'seats.0.plan.due': due, 'seats.0.plan.parts.1.due': due } },
  );
  return { campClass, first, second };
}

describe('an extra that was added and not paid', () => {
  it(`ends after ${UNPAID_EXTRAS_DAYS} days, with a line in the audit log; somebody else gets the last one, and the seat stays`, async () => {
    const { first, second } = await buildUnpaid(UNPAID_EXTRAS_DAYS + 1);
    expect(await choose(second.student, second.cartId, [SHIRT_M])).toMatchObject({
      body: { code: 'extra_sold_out' },
    });
    await runJobs(app.services);
    await mustChoose(second.student, second.cartId, [SHIRT_M]);
    const [seat] = await readEnrolled(first.student);
    expect(seat).toMatchObject({ price: 100, owed: [] });
    expect(seat).not.toHaveProperty('extras');
    expect(
      await readAuditLog(app, { action: 'choose extras', target: first.student.email }),
    ).toMatchObject([{ before: { chosen: ['T-shirt, M'] }, after: { chosen: [] } }]);
  });

  it('stays until then, and for good once it is paid', async () => {
    const { first, campClass } = await buildUnpaid(UNPAID_EXTRAS_DAYS);
    await endUnpaidExtras(app.services);
    expect(await readEnrolled(first.student)).toMatchObject([{ owed: [{ amount: 1_500 }] }]);
    await pay(first.student, first.cartId, 15);
    const due = addDays(readToday(app.services), -99);
    await app.services.database.collections.classes.updateOne(
      { _id: campClass._id },
      { $set: { 'seats.0.plan.parts.1.due': due } },
    );
    await endUnpaidExtras(app.services);
    expect(await readEnrolled(first.student)).toMatchObject([{ extras: [{ isPaid: true }] }]);
  });

  it('is not kept longer by choosing another size', async () => {
    const { first } = await buildUnpaid(UNPAID_EXTRAS_DAYS + 1);
    await mustChoose(first.student, first.cartId, [{ id: SHIRT, option: 'S', amount: 1_500 }]);
    await endUnpaidExtras(app.services);
    expect(await readEnrolled(first.student)).toMatchObject([{ price: 100, owed: [] }]);
  });

  it('ends alone: what was added later stays', async () => {
    const { first } = await buildUnpaid(UNPAID_EXTRAS_DAYS + 1);
    const [{ amount } = { amount: 0 }] = (
      await app
        .as(first.student)
        .call('GET /seatExtras/:cartId', { params: { cartId: first.cartId } })
    ).body.offered.filter(({ label }) => label === 'Lunch');
    await mustChoose(first.student, first.cartId, [
      SHIRT_M,
      { id: lunch().id, option: null, amount },
    ]);
    await endUnpaidExtras(app.services);
    expect(await readEnrolled(first.student)).toMatchObject([
      { price: 100 + amount / 100, owed: [{ amount }], extras: [{ label: 'Lunch' }] },
    ]);
  });

  it('stays while a bank works on its payment', async () => {
    const { first } = await buildUnpaid(UNPAID_EXTRAS_DAYS + 1);
    const begun = getIntentId((await start(first.student, first.cartId, 15)).body.clientSecret);
    expect(await confirmPayment(begun, 'pm_card_processing')).toBe('processing');
    await endUnpaidExtras(app.services);
    expect(await readEnrolled(first.student)).toMatchObject([{ owed: [{ amount: 1_500 }] }]);
  });
});
