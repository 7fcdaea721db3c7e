import { MAX_PAID_TOGETHER } from '@speakifyr/contract/limits.ts';
import { FIRST_SCHOOL } from '@speakifyr/contract/school.ts';
import { describe, expect, it } from 'vitest';
import {
  buildChild,
  buildUser,
  buildWeeks,
  confirmPayment,
  getIntentId,
  recordPayment,
} from '../testing/factories.ts';
import { listAtStripe } from '../testing/refunds.ts';
import { useTestApp } from '../testing/test-app.ts';

/** A family books all its weeks in one go: each seat is held until one payment is for all of them. */

const app = useTestApp();

/** A parent whose children hold a seat in each of these weeks. */
async function holdWeeks(children: number, weeks: number) {
  const parent = await buildUser(app);
  const classes = await buildWeeks(app, weeks, { price: 40 });
  const cartIds: string[] = [];
  for (let one = 0; one < children; one += 1) {
    const { id: childId } = await buildChild(app, parent);
    for (const { id: classId } of classes) {
      const body = { classId, email: parent.email, childId, price: 40 };
      const answer = await app.as(parent).call('POST /addClass', { body });
      expect(answer.status).toBe(200);
      cartIds.push(answer.body.cartId);
    }
  }
  return { parent, classes, cartIds };
}

// Rules: R518.
describe.each([
  ['two children for ten weeks', 2, 10],
  ['three children for eight weeks, as many seats as one account holds', 3, 8],
])('%s', (_name, children, weeks) => {
  it('are paid for at once, and every seat is theirs', async () => {
    const { parent, classes, cartIds } = await holdWeeks(children, weeks);
    const price = 40 * cartIds.length;
    const begun = await app.as(parent).call('POST /createPayment-intent', {
      body: { cartIds, price },
    });
    expect(begun.status).toBe(200);
    const paymentId = getIntentId(begun.body.clientSecret);
    // A reload resumes the same payment.
    const again = await app.as(parent).call('POST /createPayment-intent', {
      body: { cartIds: cartIds.toReversed(), price },
    });
    expect(getIntentId(again.body.clientSecret)).toBe(paymentId);
    expect(await confirmPayment(paymentId)).toBe('succeeded');
    const { body } = await recordPayment(app, parent, paymentId);
    expect(body.items?.map(({ state }) => state)).toEqual(cartIds.map(() => 'enrolled'));
    const ids = classes.map(({ _id }) => _id);
    const found = await app.services.database.collections.classes
      .find({ _id: { $in: ids } })
      .toArray();
    expect(found.flatMap(({ seats }) => seats.map(({ state }) => state))).toEqual(
      cartIds.map(() => 'enrolled'),
    );
    expect(await listAtStripe(paymentId)).toEqual([]);
    const paper = await app.as(parent).call('GET /receipts/:paymentId', { params: { paymentId } });
    expect(paper.body).toMatchObject({ amount: price * 100 });
  });
});

it('one more seat than one account holds is refused, and so is a payment for more than a school can allow', async () => {
  const { parent, cartIds } = await holdWeeks(2, FIRST_SCHOOL.booking.maxHeld / 2);
  const [later] = await buildWeeks(app, 1);
  const body = { classId: later!.id, email: parent.email };
  expect((await app.as(parent).call('POST /addClass', { body })).body.code).toBe('too_many_holds');
  const ids = Array.from(
    { length: MAX_PAID_TOGETHER + 1 },
    (_, place) => cartIds[place] ?? later!.id,
  );
  const tooMany = { cartIds: ids, price: 1 };
  const refused = await app.as(parent).call('POST /createPayment-intent', { body: tooMany });
  expect(refused.body.code).toBe('invalid_input');
});
