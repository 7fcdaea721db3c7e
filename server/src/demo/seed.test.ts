import { expect, it, vi } from 'vitest';
import { buildUser } from '../testing/factories.ts';
import { listAtStripe } from '../testing/refunds.ts';
import { startTestApp } from '../testing/test-app.ts';
import { seedDemoData } from './seed.ts';

it('the demo parent finds two children with their classes, one of them with a health answer', async () => {
  const app = await startTestApp();
  await seedDemoData(app.services);
  // The next start finishes an interrupted one, and nothing is there twice.
  const { classes, children, users } = app.services.database.collections;
  await classes.deleteMany({});
  await seedDemoData(app.services);
  expect(await children.countDocuments()).toBe(2);
  const parent = 'parent@speakifyr.test';
  // The record has no account at the provider before the first log-in.
  await users.updateOne({ email: parent }, { $set: { uid: 'made', credentials: 'made' } });
  const api = app.as({ email: parent, uid: 'made', credentials: 'made' });
  const { body } = await api.call('GET /myChildren');
  expect(body.children).toMatchObject([
    { name: 'Leo Okonjo', health: 'missing' },
    { name: 'Mia Okonjo', health: 'answered' },
  ]);
  const enrolled = await api.call('GET /myEnrolledClass', { query: { email: parent } });
  const names = enrolled.body.map(({ student_name }) => student_name);
  expect(names.sort()).toEqual(['Leo Okonjo', 'Mia Okonjo', 'Mia Okonjo']);
  const owed = enrolled.body.flatMap((seat) => seat.owed.map(({ amount }) => amount));
  expect(owed).toEqual([expect.any(Number)]);
  const admin = await buildUser(app, 'admin');
  const page = await app.as(admin).call('GET /owedSeats', { query: {} });
  expect(page.body).toMatchObject([{ email: parent, student_name: 'Leo Okonjo', owed: owed[0] }]);
  await app.close();
});

it('an admin refunds a demo payment and cancels a demo class, and Stripe carries out both', async () => {
  const app = await startTestApp();
  await seedDemoData(app.services);
  const admin = await buildUser(app, 'admin');
  const { classes, payments } = app.services.database.collections;
  const [refunded, canceled] = await classes.find({ 'seats.1': { $exists: true } }).toArray();
  const [seat] = refunded?.seats ?? [];
  if (!canceled || seat?.state !== 'enrolled') throw new Error('The demo school is empty');
  const given = await app.as(admin).call('POST /refunds', {
    body: { paymentId: seat.paymentId, amount: 100, note: 'As promised.' },
  });
  expect(given.status).toBe(200);
  expect(await listAtStripe(seat.paymentId)).toMatchObject([{ amount: 100 }]);

  const params = { id: canceled._id.toHexString() };
  const confirm_affected = canceled.seats.length;
  const body = { confirm_affected, note: 'The boathouse has burned down.' };
  expect((await app.as(admin).call('POST /cancelClass/:id', { params, body })).status).toBe(200);
  await vi.waitFor(
    async () => {
      const people = await app.as(admin).call('GET /classPeople/:id', { params });
      expect(people.body.canceled).toMatchObject({ left: 0, refundsOpen: 0 });
    },
    { timeout: 90_000 },
  );
  expect((await app.as(admin).call('GET /openRefunds')).body).toEqual([]);
  const returned = await payments.find({ 'items.classId': canceled._id, kept: 0 }).toArray();
  expect(returned).toHaveLength(confirm_affected);
  for (const { _id, amount } of returned)
    expect(await listAtStripe(_id)).toMatchObject([{ amount, status: 'succeeded' }]);
  await app.close();
});

it('a start that was interrupted pays the demo payments that it had recorded', async () => {
  const app = await startTestApp();
  const { database, environment } = app.services;
  const nowhere = { ...environment, STRIPE_API_URL: 'http://127.0.0.1:9' };
  await expect(seedDemoData({ ...app.services, environment: nowhere })).rejects.toThrow();
  expect(await database.collections.classes.countDocuments()).toBe(0);
  const before = await database.collections.payments.find({}).toArray();
  await seedDemoData(app.services);
  const after = await database.collections.payments.find({}).toArray();
  expect(after.map(({ _id }) => _id)).toEqual(before.map(({ _id }) => _id));
  const statuses = after.map(({ _id }) => app.services.cardPayments.retrieveIntent(_id));
  expect(new Set((await Promise.all(statuses)).map((intent) => intent?.status))).toEqual(
    new Set(['succeeded']),
  );
  await app.close();
});
