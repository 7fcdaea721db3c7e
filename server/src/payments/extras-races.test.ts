import { ObjectId } from 'mongodb';
import { expect, it } from 'vitest';
import { createExtras, FIVE_DAYS, lunch, WITH_LUNCH } from '../testing/extras.ts';
import {
  buildClass,
  buildEnrolledSeat,
  buildUser,
  confirmPayment,
  getIntentId,
  holdSeatOf,
  useUser,
} from '../testing/factories.ts';
import { useTestApp } from '../testing/test-app.ts';
import { watchWrites } from '../testing/watch-writes.ts';

/** Happens once, just before the next write to a class. */
const world: { act: (() => Promise<unknown>) | undefined } = { act: undefined };

const app = useTestApp(({ database }) => ({
  database: {
    ...database,
    collections: watchWrites(database.collections, async (collection) => {
      const { act } = world;
      if (collection !== 'classes' || !act) return;
      world.act = undefined;
      await act();
    }),
  },
}));
const admin = useUser(app, 'admin');
const { setExtras, choose, mustChoose, start, readEnrolled } = createExtras(
  () => app,
  () => admin,
);

// Rules: R442.
it('a payment that begins while an extra is taken out ends: nobody pays the old price', async () => {
  await setExtras([lunch()]);
  const campClass = await buildClass(app, { price: 100, ...FIVE_DAYS });
  const parent = await buildUser(app);
  const { cartId } = await holdSeatOf(app, parent, campClass);
  await mustChoose(parent, cartId, [WITH_LUNCH]);
  let begun = '';
  world.act = async () => {
    begun = getIntentId((await start(parent, cartId, 140)).body.clientSecret);
  };
  await mustChoose(parent, cartId, []);
  expect(await confirmPayment(begun)).toBe('payment_intent_unexpected_state');
});

it('an extra that is added while a cancellation begins is taken out again', async () => {
  await setExtras([lunch()]);
  const campClass = await buildClass(app, { price: 100, ...FIVE_DAYS });
  const { student: parent, cartId } = await buildEnrolledSeat(app, campClass);
  const { seatChanges } = app.services.database.collections;
  const seatId = new ObjectId(cartId);
  const lock = { seatId, openSeatId: seatId, kind: 'cancel', state: 'open' };
  world.act = () => seatChanges.insertOne({ _id: new ObjectId(), ...lock } as never);
  expect(await choose(parent, cartId, [WITH_LUNCH])).toMatchObject({
    body: { code: 'seat_changing' },
  });
  await seatChanges.deleteMany({ seatId });
  expect(await readEnrolled(parent)).toMatchObject([{ price: 100, owed: [] }]);
});
