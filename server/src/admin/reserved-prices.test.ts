import { expect, it } from 'vitest';
import { createDiscounts, siblings } from '../testing/discounts.ts';
import { buildChild, buildClass, buildUser, useUser } from '../testing/factories.ts';
import { useTestApp } from '../testing/test-app.ts';

const app = useTestApp();
const admin = useUser(app, 'admin');
const { inDays, setDiscounts, join, readCart } = createDiscounts(app, admin);

// Rules: R596.
it('a reserved seat costs the same in Owed, on the class’s page, on the family’s page and in the cart', async () => {
  await setDiscounts([siblings()]);
  const parent = await buildUser(app);
  const id = parent._id.toHexString();
  const campClasses = [];
  for (const [place, price] of [100, 80, 60].entries()) {
    const campClass = await buildClass(app, { price });
    campClasses.push(campClass);
    const child = await buildChild(app, parent);
    // The first one is only in the cart: together with it, the second child is no longer the first.
    if (place === 0) await join(parent, campClass, child);
    else
      await app.as(admin).call('POST /families/:id/seats', {
        params: { id },
        body: { classId: campClass.id, childId: child.id, until: inDays(3) },
      });
  }
  const inCart = new Map((await readCart(parent)).map(({ _id, price }) => [_id, price * 100]));
  expect([...inCart.values()].toSorted((a, b) => a - b)).toEqual([4_800, 6_400, 10_000]);
  const family = await app.as(admin).call('GET /families/:id', { params: { id } });
  for (const { person } of family.body.held)
    expect(person.cost, person.name).toBe(inCart.get(person.cartId));
  for (const campClass of campClasses) {
    const params = { id: campClass.id };
    const { body } = await app.as(admin).call('GET /classPeople/:id', { params });
    for (const { cartId, cost } of body.held) expect(cost, body.name).toBe(inCart.get(cartId));
  }
  const listed = await app.as(admin).call('GET /owedSeats', { query: { search: parent.email } });
  expect(listed.body.map(({ owed }) => owed).toSorted((a, b) => a - b)).toEqual([4_800, 6_400]);
  for (const { _id, owed } of listed.body) expect(owed).toBe(inCart.get(_id));
});
