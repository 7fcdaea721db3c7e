import { setUpSchool } from '../testing/school.ts';
import { ObjectId } from 'mongodb';
import { afterEach, describe, expect, it } from 'vitest';
import { settleDuePayments } from './settle-due.ts';
import { addDueMails } from '../messages/add-due-mails.ts';
import { deliverMails } from '../messages/deliver.ts';
import { buildClass, buildUser, useUser } from '../testing/factories.ts';
import { makeGuardian } from '../testing/documents.ts';
import { findMail, listMailsTo, readMailTo } from '../testing/mails.ts';
import { planFor } from '../testing/planned-seat.ts';
import { useTestApp } from '../testing/test-app.ts';
import { watchWrites } from '../testing/watch-writes.ts';
import { readProps } from '../messages/write-mail.ts';
import { findCancellation } from '../changes/change-store.ts';
import { finishChanges } from '../changes/finish-changes.ts';
import { releaseUnpaidSeats } from './release-unpaid.ts';

/** Happens just before a write of the job, once. */
const world = { before: '', act: async () => {} };

const app = useTestApp(undefined, {}, { money: { releaseAfterDays: 10 } });
const admin = useUser(app, 'admin');
const { inDays, record, buildPlanned, readOwed, listPaymentsFor } = planFor(app, admin);
// So that the job finds no seats of other tests.
afterEach(async () => {
  world.before = '';
  await app.services.database.collections.classes.deleteMany({});
});

type Seat = Awaited<ReturnType<typeof buildPlanned>>;

const passDays = (days: number) => app.passMinutes(days * 24 * 60);

/** Writes what is due, and sends it. */
async function sendMails(): Promise<void> {
  await addDueMails(app.services);
  await sendQueued();
}

async function sendQueued(): Promise<void> {
  const send = () => Promise.resolve({ result: 'sent' as const });
  const mailer = { send, check: () => Promise.resolve(undefined) };
  await deliverMails({ ...app.services, mailer });
}

/** A seat of which $20 was due ten days ago, and its payer was told that it is released today. */
async function buildLate(): Promise<Seat> {
  const seat = await buildPlanned();
  passDays(17);
  await sendMails();
  passDays(3);
  return seat;
}

/** The job, on a server where something may happen before one of its writes. */
async function runJob(): Promise<void> {
  const { database } = app.services;
  const collections = watchWrites(database.collections, async (name, method) => {
    if (`${name} ${method}` !== world.before) return;
    world.before = '';
    await world.act();
  });
  await releaseUnpaidSeats({ ...app.services, database: { ...database, collections } });
}

const readEnd = ({ cartId }: Seat) =>
  findCancellation(app.services.database.collections, new ObjectId(cartId));

const isThere = async ({ parent, cartId }: Seat) => (await readOwed(parent, cartId)) !== undefined;

const startCard = ({ parent, cartId }: Seat) =>
  app.as(parent).call('POST /createPayment-intent', { body: { cartIds: [cartId], price: 20 } });

const readReleaseOn = async ({ cartId }: Seat) =>
  (await app.as(admin).call('GET /owedSeats', {})).body.find(({ _id }) => _id === cartId)
    ?.releaseOn;

// Rules: R377, R478.
describe('a seat of which a part is late', () => {
  it('is released on the day that the last reminder named, and money goes back as if the parent canceled', async () => {
    const seat = await buildPlanned();
    const day = inDays(20);
    expect(await readReleaseOn(seat)).toBe(day);
    passDays(17);
    await sendMails();
    const reminders = (await listMailsTo(app, seat.parent)).filter(
      ({ cause }) => cause.kind === 'payment due',
    );
    const told = await Promise.all(reminders.map((line) => readProps(line, app.services)));
    expect(told).toMatchObject([{ props: { releaseOn: day } }]);
    expect(await readReleaseOn(seat)).toBe(day);
    passDays(2);
    await runJob();
    expect(await isThere(seat)).toBe(true);
    passDays(1);
    const { body: preview } = await app
      .as(seat.parent)
      .call('GET /cancellation/:cartId', { params: { cartId: seat.cartId } });
    expect(preview).toMatchObject({ paid: 3_000, owed: 7_000 });
    await runJob();
    await runJob();
    expect(await isThere(seat)).toBe(false);
    expect(await readEnd(seat)).toMatchObject({
      ...{ state: 'done', reason: 'not paid', by: 'system', kept: 3_000 - preview.refund },
    });
    expect(await readMailTo(app, seat.parent, 'seat canceled')).toMatchObject({
      props: { by: 'not paid', money: { refund: { amount: preview.refund } } },
    });
    expect(await readMailTo(app, admin, 'seat ended')).toMatchObject({
      props: { why: 'not paid', payer: seat.parent.email, refund: { amount: preview.refund } },
    });
    const { body: canceled } = await app.as(seat.parent).call('GET /myCancellations', {});
    expect(canceled).toMatchObject([{ cartId: seat.cartId, by: 'not paid' }]);
    expect(await readReleaseOn(seat)).toBeUndefined();
  });

  it.each([
    ['is released if another household has not paid its share, and both were told the day', true],
    ['stays if the booker was not told that the other household has not paid', false],
  ])('%s', async (_what, isBookerTold) => {
    const seat = await buildPlanned();
    const other = await buildUser(app);
    const { classes, outbox } = app.services.database.collections;
    const campClass = await classes.findOne({ 'seats.seatId': new ObjectId(seat.cartId) });
    const seats = (campClass?.seats ?? []).map((one) => {
      if (one.state !== 'enrolled' || !one.plan) return one;
      const { plan, ...rest } = one;
      return { ...rest, coPay: { userId: other._id, plan } };
    });
    await classes.updateOne({ _id: campClass?._id ?? new ObjectId() }, { $set: { seats } });
    const childId = seat.child._id;
    await app.services.database.collections.children.updateOne(
      { _id: childId },
      { $push: { guardians: makeGuardian(other._id, { invitedBy: seat.parent._id }) } },
    );
    passDays(17);
    await addDueMails(app.services);
    const mail = await findMail(app, seat.parent, 'payment due');
    expect(mail.cause).toMatchObject({ releaseOn: inDays(3), isOthers: true });
    if (!isBookerTold) await outbox.deleteOne({ _id: mail._id });
    await sendQueued();
    passDays(3);
    await runJob();
    expect(await isThere(seat)).toBe(!isBookerTold);
  });

  it('stays if nobody told the payer: the reminder was not sent, or named no day', async () => {
    const unsent = await buildPlanned();
    passDays(17);
    await addDueMails(app.services);
    const { outbox } = app.services.database.collections;
    const { _id } = await findMail(app, unsent.parent, 'payment due');
    passDays(3);
    const silent = await buildLate();
    await outbox.updateOne(
      { _id: `owed-${silent.cartId}-${inDays(-10)}-2` },
      { $unset: { 'cause.releaseOn': '' } },
    );
    await outbox.updateOne({ _id }, { $set: { state: 'failed' } });
    await runJob();
    expect(await isThere(unsent)).toBe(true);
    expect(await isThere(silent)).toBe(true);
  });

  it('stays if the class would have begun by then, and the reminder names no day', async () => {
    const start = { camp_start: inDays(20), camp_end: inDays(25) };
    const seat = await buildPlanned({ plan: [{ due: inDays(10) }] }, start);
    passDays(17);
    expect(await readReleaseOn(seat)).toBeNull();
    await sendMails();
    const mail = await findMail(app, seat.parent, 'payment due');
    expect(await readProps(mail, app.services)).toMatchObject({ props: { releaseOn: null } });
    passDays(3);
    await runJob();
    expect(await isThere(seat)).toBe(true);
  });

  it.each(['before the job', 'just before the seat is locked'])(
    'stays if the class was moved to an earlier day and has begun: %s',
    async (when) => {
      const seat = await buildLate();
      const { classes } = app.services.database.collections;
      const { _id } = seat.classes[0]!;
      const begin = async () =>
        void (await classes.updateOne({ _id }, { $set: { camp_start: inDays(0) } }));
      if (when === 'before the job') await begin();
      world.act = begin;
      world.before = 'seatChanges insertOne';
      await runJob();
      expect(await isThere(seat)).toBe(true);
    },
  );

  it('stays in a school that has turned it off since', async () => {
    const seat = await buildLate();
    setUpSchool({ money: { releaseAfterDays: 0 } });
    await releaseUnpaidSeats(app.services);
    setUpSchool({ money: { releaseAfterDays: 10 } });
    expect(await isThere(seat)).toBe(true);
  });

  it('stays once some of it was paid since the payer was told: then the office decides', async () => {
    const seat = await buildPlanned();
    passDays(17);
    await sendMails();
    await record(seat.id, { cartIds: [seat.cartId], amount: 500 });
    passDays(3);
    expect(await readReleaseOn(seat)).toBeNull();
    await runJob();
    expect(await isThere(seat)).toBe(true);
  });
});

const UNDER_WAY: Record<string, (seat: Seat) => Promise<unknown>> = {
  'a card payment': startCard,
  'a dispute': ({ deposit }) =>
    app.services.database.collections.payments.updateOne(
      { _id: deposit },
      {
        $set: {
          dispute: {
            ...{ stripeId: 'dp_1', amount: 3_000, state: 'open' as const, reason: 'other' },
            isRefundable: true,
          } as never,
        },
      },
    ),
  'a move that waits for its difference': async ({ parent, cartId }) => {
    const days = { camp_start: inDays(60), camp_end: inDays(65) };
    const dearer = await buildClass(app, { price: 140, ...days });
    const body = { cartId, classId: dearer.id, price: 140 };
    return app.as(parent).call('POST /moves', { body });
  },
  'a refund that waits for the office': ({ deposit, cartId }) =>
    app.services.database.collections.refunds.insertOne({
      ...{ _id: `test:${cartId}`, paymentId: deposit, amount: 100, currency: 'usd' },
      ...{ reason: 'by admin', state: 'failed', needsAdmin: true, createdAt: new Date() },
      ...{ seatId: new ObjectId(cartId), attempt: 0 },
    } as never),
};

describe('nothing is released while something is under way', () => {
  it.each(Object.entries(UNDER_WAY))('%s', async (_what, begin) => {
    const seat = await buildLate();
    await begin(seat);
    await runJob();
    expect(await isThere(seat)).toBe(true);
    expect(await readEnd(seat)).toBeNull();
  });

  it('a card payment that starts just before the seat is locked', async () => {
    const seat = await buildLate();
    let status = 0;
    world.act = async () => void ({ status } = await startCard(seat));
    world.before = 'seatChanges insertOne';
    await runJob();
    expect(status).toBe(200);
    expect(await isThere(seat)).toBe(true);
    expect(await readEnd(seat)).toBeNull();
    // Once nobody pays, it is released.
    app.passMinutes(31);
    await settleDuePayments(app.services);
    await runJob();
    expect(await isThere(seat)).toBe(false);
  });

  it('a card payment that starts once it is locked is refused before anybody can pay', async () => {
    const seat = await buildLate();
    let answer: Awaited<ReturnType<typeof startCard>> | undefined;
    world.act = async () => {
      answer = await startCard(seat);
    };
    world.before = 'seatChanges updateOne';
    await runJob();
    expect(answer).toMatchObject({ status: 409, body: { code: 'seat_not_held' } });
    expect(await isThere(seat)).toBe(false);
    const states = (await listPaymentsFor(seat.cartId)).map(({ status }) => status);
    expect(states).not.toContain('open');
  });

  it('money that the office records just before the seat is locked', async () => {
    const seat = await buildLate();
    world.act = async () => void (await record(seat.id, { cartIds: [seat.cartId], amount: 2_000 }));
    world.before = 'seatChanges insertOne';
    await runJob();
    expect(await readOwed(seat.parent, seat.cartId)).toEqual([{ due: inDays(10), amount: 5_000 }]);
    expect(await readEnd(seat)).toBeNull();
  });

  it('a server that is stopped once the seat is locked: that is dropped, and the next run decides anew', async () => {
    const seat = await buildLate();
    world.act = () => Promise.reject(new Error('stopped'));
    world.before = 'seatChanges updateOne';
    await runJob();
    expect(await readEnd(seat)).toMatchObject({ state: 'open' });
    app.passMinutes(2);
    await finishChanges(app.services);
    expect(await isThere(seat)).toBe(true);
    expect(await readEnd(seat)).toBeNull();
    await runJob();
    expect(await isThere(seat)).toBe(false);
  });
});

it('a part whose card will be charged again keeps its seat', async () => {
  const seat = await buildLate();
  const { users, classes } = app.services.database.collections;
  const card = { cardId: 'pm_1', customerId: 'cus_1', last4: '4242' };
  await users.updateOne({ _id: seat.parent._id }, { $set: { card: card as never } });
  await classes.updateOne(
    { _id: seat.classes[0]!._id },
    {
      $set: {
        'seats.0.plan.byCard': { text: 'x' } as never,
        'seats.0.plan.by': seat.parent._id,
      },
    },
  );
  await runJob();
  expect(await isThere(seat)).toBe(true);
  await users.updateOne({ _id: seat.parent._id }, { $unset: { card: '' } });
  await runJob();
  expect(await isThere(seat)).toBe(false);
});
