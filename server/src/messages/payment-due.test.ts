import { setUpSchool } from '../testing/school.ts';
import { standInAddress } from '@speakifyr/contract/stand-in-address.ts';
import { ObjectId } from 'mongodb';
import { describe, expect, it } from 'vitest';
import { addDueMails } from './add-due-mails.ts';
import { deliverMails } from './deliver.ts';
import { buildClass, confirmPayment, getIntentId, useUser } from '../testing/factories.ts';
import { listMailsTo } from '../testing/mails.ts';
import { planFor } from '../testing/planned-seat.ts';
import { useTestApp } from '../testing/test-app.ts';
import { readProps } from './write-mail.ts';

const app = useTestApp();
const admin = useUser(app, 'admin');
const { inDays, record, buildReserved, buildPlanned, readOwed } = planFor(app, admin);

const passDays = (days: number) => app.passMinutes(days * 24 * 60);

/** The reminders that a family has in the outbox, by their number. */
async function listReminders(parent: { email: string }): Promise<string[]> {
  const mails = await listMailsTo(app, parent);
  return mails.filter(({ cause }) => cause.kind === 'payment due').map(({ _id }) => _id);
}

const listOwed = async (search: string) =>
  (await app.as(admin).call('GET /owedSeats', { query: { search } })).body;

// Rules: R355, R356.
describe('a part that is due', () => {
  it('is reminded of three days before, on the day after, and a week after; not twice', async () => {
    const { parent, cartId } = await buildPlanned();
    const due = inDays(10);
    const name = (number: number) => `owed-${cartId}-${due}-${number}`;
    const told: string[][] = [];
    for (const days of [6, 1, 0, 3, 1, 6, 1, 7]) {
      passDays(days);
      told.push(await listReminders(parent));
    }
    const all = [name(0), name(1), name(2)];
    expect(told.map((ids) => ids.length)).toEqual([0, 1, 1, 1, 2, 3, 3, 3]);
    expect(told.at(-1)).toEqual(all);
    const [first] = (await listMailsTo(app, parent)).filter(({ _id }) => _id === name(0));
    expect(await readProps(first!, app.services)).toMatchObject({
      props: { isLate: true, owed: [{ due, amount: 2_000 }, { amount: 5_000 }] },
    });
  });

  it('is not reminded of once it is paid, the seat has ended, or while a bank works on it', async () => {
    const seats = [await buildPlanned(), await buildPlanned(), await buildPlanned()];
    const [paid, ended, working] = seats as [Planned, Planned, Planned];
    passDays(7);
    const before = await Promise.all(
      [paid, ended].map(async ({ parent }) => {
        await listReminders(parent);
        return (await listMailsTo(app, parent)).find(({ cause }) => cause.kind === 'payment due')!;
      }),
    );
    for (const mail of before) expect(await readProps(mail, app.services)).toBeDefined();
    await record(paid.id, { cartIds: [paid.cartId], amount: 2_000 });
    const params = { cartId: ended.cartId };
    await app
      .as(ended.parent)
      .call('POST /cancellation/:cartId', { params, body: { refund: 3_000 } });
    for (const mail of before) expect(await readProps(mail, app.services)).toBeUndefined();

    const body = { cartIds: [working.cartId], price: 20 };
    const begun = await app.as(working.parent).call('POST /createPayment-intent', { body });
    const paymentId = getIntentId(begun.body.clientSecret);
    const { payments } = app.services.database.collections;
    await payments.updateOne({ _id: paymentId }, { $set: { isProcessing: true } });
    passDays(4);
    // Only the one from before.
    expect(await listReminders(working.parent)).toHaveLength(1);
    await payments.updateOne({ _id: paymentId }, { $unset: { isProcessing: '' } });
    passDays(1);
    expect(await listReminders(working.parent)).toHaveLength(2);
    expect(await confirmPayment(paymentId)).toBe('succeeded');
    for (const { parent } of [paid, ended]) expect(await listReminders(parent)).toHaveLength(1);
  });
});

type Planned = Awaited<ReturnType<typeof buildPlanned>>;

it('a school that reminds on other days', async () => {
  const { parent } = await buildPlanned();
  setUpSchool({ money: { reminderDays: [-5, 0, 3] } });
  const { services } = app;
  const told: number[] = [];
  for (const days of [4, 1, 4, 1, 2, 1]) {
    passDays(days);
    await addDueMails(services);
    const { outbox } = services.database.collections;
    told.push(
      await outbox.countDocuments({ 'cause.kind': 'payment due', 'to.address': parent.email }),
    );
  }
  setUpSchool();
  expect(told).toEqual([0, 1, 1, 2, 2, 3]);
});

// Rules: R355, R595.
describe('the list of what is owed', () => {
  it('has what is overdue first, whom to call, and how often they were reminded', async () => {
    const plan = [{ due: inDays(12) }];
    const name = `Owing ${Date.now()}`;
    const [later, first] = [
      await buildPlanned({ plan }, { name }),
      await buildPlanned({}, { name }),
    ];
    passDays(11);
    await listReminders(first.parent);
    const send = () => Promise.resolve({ result: 'sent' as const });
    await deliverMails({
      ...app.services,
      mailer: { send, check: () => Promise.resolve(undefined) },
    });
    const rows = await listOwed(name);
    expect(rows).toMatchObject([
      {
        ...{ _id: first.cartId, familyId: first.id, email: first.parent.email, className: name },
        ...{ due: inDays(-1), next: 2_000, owed: 7_000, reminders: 1 },
      },
      { _id: later.cartId, due: inDays(1), next: 7_000, owed: 7_000, reminders: 1 },
    ]);
    const query = { search: name, page: '2', size: '1' };
    const second = await app.as(admin).call('GET /owedSeats', { query });
    expect(second.body.map(({ _id }) => _id)).toEqual([later.cartId]);
    await record(first.id, { cartIds: [first.cartId], amount: 7_000 });
    await record(later.id, { cartIds: [later.cartId], amount: 7_000 });
    expect(await listOwed(name)).toEqual([]);
    expect(await readOwed(first.parent, first.cartId)).toEqual([]);
  });

  it('has a reserved seat until it is paid, and the sums are those of the list; `late` leaves out what is not due', async () => {
    const name = `Reserved ${Date.now()}`;
    await buildPlanned({}, { name });
    const ended = await buildReserved([80], { name });
    passDays(11);
    const reserved = await buildReserved([80], { name });
    const rows = await listOwed(name);
    expect(rows.map(({ kind, _id }) => [kind, _id])).toContainEqual([
      'reservation',
      reserved.cartIds[0],
    ]);
    expect(rows.map(({ _id }) => _id)).not.toContain(ended.cartIds[0]);
    const all = (await app.as(admin).call('GET /owedSeats')).body;
    const late = (await app.as(admin).call('GET /owedSeats', { query: { late: 'true' } })).body;
    const add = (amounts: number[]) => amounts.reduce((sum, amount) => sum + amount, 0);
    const [total] = (await app.as(admin).call('GET /owedTotals')).body;
    const overdue = late.map(async ({ _id, familyId }) => {
      const params = { id: familyId };
      const { enrolled } = (await app.as(admin).call('GET /families/:id', { params })).body;
      const parts = enrolled.find(({ person }) => person.cartId === _id)?.person.owed ?? [];
      return add(parts.filter(({ due }) => due < inDays(0)).map(({ amount }) => amount));
    });
    expect(total).toEqual({
      currency: all[0]?.currency,
      count: all.length,
      amount: add(all.map(({ owed }) => owed)),
      late: late.length,
      overdue: add(await Promise.all(overdue)),
    });
    expect(late.length).toBeGreaterThan(0);
    expect(late.every(({ due }) => due < inDays(0))).toBe(true);
    expect((await app.as(admin).call('GET /dayList')).body.owed).toEqual([total]);
  });

  it('counts every part that was due as overdue, on home, too', async () => {
    const read = async () => (await app.as(admin).call('GET /owedTotals')).body[0]?.overdue ?? 0;
    passDays(40);
    const before = await read();
    const { cartId, parent } = await buildPlanned();
    passDays(31);
    expect(await readOwed(parent, cartId)).toHaveLength(2);
    expect((await read()) - before).toBe(7_000);
    const [onHome] = (await app.as(admin).call('GET /dayList')).body.owed;
    expect(onHome?.overdue).toBe(await read());
  });

  it('says that a family without an address gets no reminders by email: each is a call', async () => {
    const id = new ObjectId().toHexString();
    const ada = { name: 'Ada Nomail', birthDate: '2018-01-01' };
    const opened = await app.as(admin).call('POST /families', {
      body: { id, name: 'Nora Nomail', phone: '555 0123', children: [ada] },
    });
    expect(opened.status).toBe(200);
    const child = await app.services.database.collections.children.findOne({ name: 'Ada Nomail' });
    const campClass = await buildClass(app, { camp_start: inDays(60), camp_end: inDays(65) });
    const held = await app.as(admin).call('POST /families/:id/seats', {
      params: { id },
      body: {
        ...{ classId: campClass.id, childId: child?._id.toHexString() ?? '', until: inDays(3) },
      },
    });
    const money = { cartIds: [held.body.cartId], amount: 100, plan: [{ due: inDays(5) }] };
    expect(await record(id, money)).toMatchObject({ status: 200 });
    passDays(7);
    expect(await listOwed('nomail 555')).toMatchObject([
      { email: null, phone: expect.stringContaining('555') as unknown, reminders: 0 },
    ]);
    await addDueMails(app.services);
    const { outbox } = app.services.database.collections;
    const lines = await outbox.find({ 'cause.kind': 'payment due' }).toArray();
    const theirs = lines.filter(({ _id }) => _id.includes(held.body.cartId));
    expect(theirs.map(({ to }) => to.address)).toEqual([standInAddress(id)]);
  });
});
