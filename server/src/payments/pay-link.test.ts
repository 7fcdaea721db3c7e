import { ObjectId } from 'mongodb';
import { describe, expect, it } from 'vitest';
import { runJobs } from '../jobs/jobs.ts';
import { buildClass, buildUser, confirmPayment, useUser } from '../testing/factories.ts';
import { readMailTo } from '../testing/mails.ts';
import { mergeAccounts } from '../testing/merging.ts';
import { useTestApp } from '../testing/test-app.ts';
import { inDays } from '../testing/today.ts';

const app = useTestApp();
const admin = useUser(app, 'admin');
const SECRETS = ['Ruth', 'Garcia', 'Mia', 'Planted'];

/** A family that called, with a reserved seat for each price, and a link for the first ones. */
async function buildLink(prices: number[], linked = prices.length) {
  const id = new ObjectId().toHexString();
  await app.as(admin).call('POST /families', {
    body: { id, name: 'Ruth Garcia', children: [{ name: 'Mia Planted', birthDate: '2016-05-04' }] },
  });
  const { children } = (await app.as(admin).call('GET /families/:id', { params: { id } })).body;
  const cartIds: string[] = [];
  for (const price of prices) {
    const { id: classId } = await buildClass(app, { price });
    const body = { classId, childId: children[0]!._id, until: inDays(3) };
    const { body: held } = await app
      .as(admin)
      .call('POST /families/:id/seats', { params: { id }, body });
    cartIds.push(held.cartId);
  }
  const made = await makeLink(id, cartIds.slice(0, linked));
  return { id, cartIds, code: made.body.code };
}

const makeLink = (id: string, cartIds: string[]) =>
  app.as(admin).call('POST /families/:id/payLink', { params: { id }, body: { cartIds } });
const open = (code: string, more: { price?: number; transactionId?: string } = {}) =>
  app.call('POST /payLink', { body: { code, ...more } });
const idOf = (clientSecret: string | null) => clientSecret?.split('_secret')[0] ?? '';
const readFamily = async (id: string) =>
  (await app.as(admin).call('GET /families/:id', { params: { id } })).body;

// Rules: R582.
describe('a payment link', () => {
  it('opens the checkout for its seats only, tells nothing else, and gives the seats once they are paid', async () => {
    const { id, code, cartIds } = await buildLink([80, 30, 55], 2);
    expect(code).toMatch(/^\w{4}-\w{4}-\w{4}$/);
    const { body } = await open(code.toLowerCase());
    expect(body).toMatchObject({ state: 'open', amount: 11_000, clientSecret: null });
    expect(body.seats.map(({ amount }) => amount).sort()).toEqual([3_000, 8_000]);
    for (const secret of [...SECRETS, id, ...cartIds])
      expect(JSON.stringify(body)).not.toContain(secret);

    expect((await open(code, { price: 100 })).body).toMatchObject({ code: 'price_changed' });
    const started = await open(code, { price: 110 });
    const transactionId = idOf(started.body.clientSecret);
    await confirmPayment(transactionId);
    const done = await open(code, { transactionId });
    expect(done.body).toEqual({
      ...{ state: 'paid', seats: [], amount: 0, heldUntil: null, clientSecret: null },
    });
    const family = await readFamily(id);
    expect(family.enrolled).toHaveLength(2);
    expect(family.held.map(({ person }) => person.cartId)).toEqual(cartIds.slice(2));
    expect((await open(code)).body.state).toBe('paid');
    expect((await open(code, { price: 110 })).body.state).toBe('paid');
  });

  it('used by two people at once is one payment, and one that the browser never reports is settled by itself', async () => {
    const { id, code } = await buildLink([80]);
    const both = await Promise.all([open(code, { price: 80 }), open(code, { price: 80 })]);
    const [one, other] = both.map(({ body }) => idOf(body.clientSecret));
    expect(one).toBe(other);
    await confirmPayment(one ?? '');
    app.passMinutes(2);
    await runJobs(app.services);
    expect((await readFamily(id)).payments).toHaveLength(1);
    expect((await open(code)).body.state).toBe('paid');
  });

  it('ends with the reservation: nothing is started, and what was paid a moment too late is seated or goes back', async () => {
    const { id, code, cartIds } = await buildLink([80]);
    const started = await open(code, { price: 80 });
    const { classes } = app.services.database.collections;
    await classes.updateOne({ 'seats.seatId': new ObjectId(cartIds[0]) }, { $set: { seats: [] } });
    expect((await open(code)).body).toMatchObject({
      state: 'ended',
      seats: [],
      clientSecret: null,
    });
    expect((await open(code, { price: 80 })).body).toMatchObject({ state: 'ended' });
    const transactionId = idOf(started.body.clientSecret);
    await confirmPayment(transactionId);
    const { state } = (await open(code, { transactionId })).body;
    const [payment] = (await readFamily(id)).payments;
    expect([state, payment?.state]).toEqual(
      payment?.state === 'enrolled' ? ['paid', 'enrolled'] : ['over', 'refunded'],
    );
  });

  it('never says that nothing was charged to somebody who paid', async () => {
    const { id, code, cartIds } = await buildLink([80]);
    const transactionId = idOf((await open(code, { price: 80 })).body.clientSecret);
    await confirmPayment(transactionId);
    const { classes } = app.services.database.collections;
    await classes.updateOne(
      { 'seats.seatId': new ObjectId(cartIds[0]) },
      { $set: { seats: [], sit: 0, status: 'archived' } },
    );
    expect((await open(code, { transactionId })).body.state).toBe('over');
    expect((await readFamily(id)).payments).toMatchObject([{ state: 'refunded' }]);
    expect((await open(code)).body.state).toBe('over');
  });

  it('goes on with the family’s new account', async () => {
    const { id, code } = await buildLink([80]);
    const into = await buildUser(app);
    const { users } = app.services.database.collections;
    const from = (await users.findOne({ _id: new ObjectId(id) }))!;
    await mergeAccounts(app, admin, { from, into });
    expect((await open(code)).body).toMatchObject({ state: 'open', amount: 8_000 });
  });

  it('is replaced by the next one, and a wrong code, or the payment of somebody else, opens nothing', async () => {
    const { id, code, cartIds } = await buildLink([80]);
    const next = (await makeLink(id, cartIds)).body.code;
    expect((await open(code)).body).toMatchObject({ code: 'code_unknown' });
    expect((await open('2222-2222-2222')).body).toMatchObject({ code: 'code_unknown' });
    const stranger = await buildLink([40]);
    const { body } = await open(stranger.code, { price: 40 });
    await confirmPayment(idOf(body.clientSecret));
    await open(next, { transactionId: idOf(body.clientSecret) });
    const { payments } = app.services.database.collections;
    expect(await payments.findOne({ _id: idOf(body.clientSecret) })).toMatchObject({
      status: 'open',
    });
    expect((await makeLink(id, [new ObjectId().toHexString()])).body).toMatchObject({
      code: 'seat_not_held',
    });
  });

  it('says nothing about a payment of the same family for another seat', async () => {
    const { id, cartIds } = await buildLink([80, 40]);
    const other = (await makeLink(id, cartIds.slice(1))).body.code;
    const started = await open(other, { price: 40 });
    const transactionId = idOf(started.body.clientSecret);
    await confirmPayment(transactionId);
    const { code } = (await makeLink(id, cartIds.slice(0, 1))).body;
    expect((await open(code, { transactionId })).body).toMatchObject({ amount: 8_000 });
    const { payments } = app.services.database.collections;
    expect(await payments.findOne({ _id: transactionId })).toMatchObject({ status: 'open' });
  });

  it('is stored as a hash, goes to a family with a mailbox by email, and ends with the account', async () => {
    const parent = await buildUser(app);
    const id = parent._id.toHexString();
    const { id: classId } = await buildClass(app, { price: 80, adultsWelcome: true } as never);
    const body = { classId, childId: null, until: inDays(3) };
    const held = await app.as(admin).call('POST /families/:id/seats', { params: { id }, body });
    const { code } = (await makeLink(id, [held.body.cartId])).body;
    const plain = code.replaceAll('-', '');
    const mail = await readMailTo(app, parent, 'pay link');
    expect(mail).toMatchObject({ props: { path: `/pay#${plain}`, charge: { amount: 8_000 } } });
    const { users, outbox } = app.services.database.collections;
    const stored = await users.findOne({ _id: parent._id });
    expect(JSON.stringify(stored)).not.toContain(plain);
    expect(JSON.stringify(await outbox.find({ state: 'queued' }).toArray())).not.toContain(plain);
    await users.updateOne({ _id: parent._id }, { $set: { status: 'removed' } });
    expect((await open(code)).body).toMatchObject({ code: 'code_unknown' });
  });
});
