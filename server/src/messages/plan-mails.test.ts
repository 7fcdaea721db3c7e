import { ObjectId } from 'mongodb';
import { describe, expect, it } from 'vitest';
import type { UserDocument } from '../database/user-documents.ts';
import type { ChildDocument } from '../database/family-documents.ts';
import type { CancellationDocument, RefundDocument } from '../database/money-documents.ts';
import { findPayment } from '../ledger/payment-store.ts';
import { readRefunds } from '../payments/read-refunds.ts';
import { issueReceipt } from '../ledger/receipts.ts';
import { runJobs } from '../jobs/jobs.ts';
import { makeGuardian, makePayment } from '../testing/documents.ts';
import {
  buildChild,
  buildClass,
  buildEnrolledSeat,
  buildUser,
  confirmPayment,
  recordPayment,
  startPaymentOf,
} from '../testing/factories.ts';
import { answerHealth, HEALTH_TEXT } from '../testing/families.ts';
import {
  addNews,
  findKinds,
  findMail,
  listMailsTo,
  listNews,
  readMailTo,
} from '../testing/mails.ts';
import { startSecondServer, useTestApp } from '../testing/test-app.ts';
import { makeEnrolledSeat } from '../testing/seats.ts';
import { inDays } from '../testing/today.ts';
import { addDueMails } from './add-due-mails.ts';
import type { PropsOf } from './kinds/all.ts';
import { readProps } from './write-mail.ts';

const app = useTestApp();

const collections = () => app.services.database.collections;

/** A seat of a child that was paid for with 30 dollars and is canceled; the other guardian sees the child's classes. */
async function buildCanceled(fields: Partial<CancellationDocument> = {}) {
  const [parent, other] = [await buildUser(app), await buildUser(app)];
  const mia = await buildChild(app, parent, {
    name: 'Mia',
    guardians: [makeGuardian(parent._id), makeGuardian(other._id, { may: ['see'] })],
  });
  await answerHealth(app, mia, parent);
  const campClass = await buildClass(app, { name: 'Kites' });
  const createdAt = app.services.now();
  const cartId = new ObjectId();
  const paymentId = `pi_${cartId.toHexString()}`;
  const classId = campClass._id;
  await collections().payments.insertOne(
    makePayment(
      { seatId: cartId, classId, name: 'Mia' },
      { _id: paymentId, email: parent.email, amount: 3_000, createdAt },
    ),
  );
  const refundId = `${paymentId}:${cartId.toHexString()}:canceled`;
  const canceled: CancellationDocument = {
    kind: 'cancel',
    ...{ _id: cartId, seatId: cartId },
    ...{ classId, className: 'Kites', camp_start: '2099-06-01', camp_end: '2099-06-05' },
    ...{ userId: parent._id, childId: mia._id, name: 'Mia', paymentId, createdAt },
    refunds: [{ refundId, paymentId, amount: 1_000 }],
    ...{ kept: 2_000, currency: 'usd', reason: 'canceled by parent', by: parent._id },
    ...{ note: HEALTH_TEXT, state: 'done' },
    ...fields,
  };
  await collections().seatChanges.insertOne(canceled);
  await addNews(app, 'seat canceled', { changeId: cartId });
  return { parent, other, mia, campClass, canceled, refundId };
}

async function addRefund(
  fields: Partial<RefundDocument> & Pick<RefundDocument, '_id' | 'paymentId'>,
) {
  await collections().refunds.insertOne({
    ...{ seatId: null, amount: 1_000, currency: 'usd', reason: 'by admin', state: 'pending' },
    ...{ attempt: 1, createdAt: app.services.now() },
    ...fields,
  });
}

const leave = (user: UserDocument, child: ChildDocument) =>
  collections().children.updateOne(
    { _id: child._id },
    { $pull: { guardians: { userId: user._id } } },
  );

// Rules: R175, R183, R184, R188.
describe('a canceled seat', () => {
  it('tells the payer what comes back, and the other guardian that it is gone, each once', async () => {
    const { parent, other, canceled } = await buildCanceled();
    const second = await startSecondServer(app);
    await Promise.all([addDueMails(app.services), addDueMails(second.services)]);
    await second.close();
    const seat = canceled._id.toHexString();
    expect(await findMail(app, parent, 'seat canceled')).toMatchObject({
      _id: `seatcanceled-${seat}-${parent._id.toHexString()}`,
      isEssential: true,
    });
    const common = { className: 'Kites', child: 'Mia', by: 'parent' };
    const entry = { campClass: { name: 'Kites' }, seat: { calendarId: seat, entryCode: '' } };
    const toParent = await readMailTo(app, parent, 'seat canceled');
    expect(toParent).toMatchObject({
      props: {
        ...{ ...common, entry },
        money: {
          refund: { amount: 1_000, currency: 'usd' },
          kept: { amount: 2_000 },
          ids: [canceled.paymentId],
          state: 'decided',
        },
      },
    });
    const toOther = await readMailTo(app, other, 'seat canceled');
    expect(toOther).toMatchObject({ props: { ...common, entry, money: null } });
    // Nor the admin's note.
    expect(JSON.stringify([toParent, toOther])).not.toContain(HEALTH_TEXT);
    expect(await listNews(app, 'seat canceled')).toEqual([]);
  });

  it('is not told to a removed guardian; a payer who was removed reads of the money only', async () => {
    const { parent, other, mia, canceled } = await buildCanceled();
    const { paymentId } = canceled;
    const payment = await findPayment(collections(), paymentId);
    if (payment) await issueReceipt(payment, app.services);
    await addDueMails(app.services);
    for (const user of [parent, other]) await leave(user, mia);
    const now = { className: 'Another Class', name: 'Another Name' };
    await collections().seatChanges.updateOne({ paymentId }, { $set: now });
    expect(await readMailTo(app, other, 'seat canceled')).toBeUndefined();
    expect(await readMailTo(app, parent, 'seat canceled')).toMatchObject({
      props: {
        ...{ className: 'Kites', child: 'Mia', entry: null },
        money: { refund: { amount: 1_000 } },
      },
    });
    // There is no refund, so there is nothing to say.
    await collections().seatChanges.updateOne({ paymentId }, { $set: { refunds: [] } });
    expect(await readMailTo(app, parent, 'seat canceled')).toBeUndefined();
  });

  it('says that a refund failed, and nothing about money if nothing was paid', async () => {
    const { parent, canceled, refundId } = await buildCanceled();
    const { paymentId } = canceled;
    await addRefund({ _id: refundId, paymentId, state: 'failed', needsAdmin: true });
    expect(await readMailTo(app, parent, 'seat canceled')).toMatchObject({
      props: { money: { state: 'failed' } },
    });
    const free = await buildCanceled({ refunds: [], kept: 0 });
    expect(await readMailTo(app, free.parent, 'seat canceled')).toMatchObject({
      props: { money: { refund: { amount: 0 }, ids: [], state: null } },
    });
  });

  it('makes no email of its own if the whole class is canceled', async () => {
    const { parent } = await buildCanceled({ reason: 'class canceled' });
    expect(await findKinds(app, parent)).toEqual([]);
  });
});

describe('a seat that a parent cancels over HTTP', () => {
  it('makes one email about it, and none about the payment or the refund', async () => {
    const campClass = await buildClass(app, { camp_start: inDays(60), camp_end: inDays(64) });
    const { student, cartId, paymentId } = await buildEnrolledSeat(app, campClass);
    const answer = await app
      .as(student)
      .call('POST /cancellation/:cartId', { params: { cartId }, body: { refund: 4_950 } });
    expect(answer.status).toBe(200);
    await readRefunds(paymentId, app.services);
    app.passMinutes(10);
    await runJobs(app.services);
    expect(await findKinds(app, student)).toEqual(['paid', 'seat canceled']);
    // Nobody reads that they are enrolled after that.
    expect(await readMailTo(app, student, 'paid')).toBeUndefined();
    expect(await readMailTo(app, student, 'seat canceled')).toMatchObject({
      props: { by: 'parent', money: { refund: { amount: 4_950 }, kept: { amount: 0 } } },
    });
  });
});

describe('a seat that moves', () => {
  /** A child's seat for 49.50 dollars, and two classes: one that costs the same, and a cheaper one. */
  async function buildMoving() {
    const days = { camp_start: inDays(60), camp_end: inDays(64) };
    const kites = await buildClass(app, { name: 'Kites', ...days });
    const [boats, stars] = [
      await buildClass(app, { name: 'Boats', ...days, assign_room: 7 }),
      await buildClass(app, { name: 'Stars', ...days, price: 40 }),
    ];
    const { student, cartId, paymentId } = await buildEnrolledSeat(app, kites);
    await addDueMails(app.services);
    const move = async (classId: string) => {
      const answer = await app.as(student).call('POST /moves', { body: { cartId, classId } });
      expect(answer.body).toMatchObject({ state: 'moved' });
    };
    return { kites, boats, stars, student, cartId, paymentId, move };
  }

  it('tells its owner both classes and the new code, and changes the calendar entry', async () => {
    const { boats, student, paymentId, move } = await buildMoving();
    await move(boats.id);
    expect(await findKinds(app, student)).toEqual(['seat moved', 'paid']);
    const read = await readMailTo(app, student, 'seat moved');
    expect(read).toMatchObject({
      props: {
        from: { campClass: { name: 'Kites' }, seat: { calendarId: paymentId } },
        to: {
          campClass: { name: 'Boats', room: 7 },
          seat: { entryCode: `${boats.course_tag}-101` },
        },
        ...{ isSameClass: false, isBySchool: false, money: { paid: null, back: null } },
      },
    });
    const { to } = read!.props as PropsOf<'seat moved'>;
    expect(to?.seat.calendarId).not.toBe(paymentId);
    // The button on the site gives the same entry.
    const { body } = await app
      .as(student)
      .call('GET /myEnrolledClass', { query: { email: student.email } });
    expect(body[0]?.calendar).toContain(`UID:${to?.seat.calendarId}\r\n`);
  });

  it('says what comes back; the next move takes the entry of the first one out of the calendar', async () => {
    const { boats, stars, student, cartId, move } = await buildMoving();
    await move(boats.id);
    await addDueMails(app.services);
    await move(stars.id);
    const lines = (await listMailsTo(app, student)).filter(
      ({ cause }) => cause.kind === 'seat moved',
    );
    const props = (await Promise.all(lines.map((line) => readProps(line, app.services)))).map(
      (read) => read?.props as PropsOf<'seat moved'>,
    );
    const second = props.find(({ from }) => from?.campClass.name === 'Boats');
    expect(second).toMatchObject({
      to: { campClass: { name: 'Stars' } },
      money: { paid: null, back: { amount: 950, currency: 'usd' } },
    });
    // The first one is late: the seat is no longer in that class.
    expect(props.find(({ from }) => from?.campClass.name === 'Kites')).toMatchObject({ to: null });
    const stored = await collections().seatChanges.findOne({
      kind: 'move',
      seatId: new ObjectId(cartId),
    });
    expect(second?.from?.seat.calendarId).toBe(stored?._id.toHexString());
    expect(await findKinds(app, student)).not.toContain('refunded');
  });

  it('to a sibling tells every guardian about the child that they see', async () => {
    const [parent, ofMia, ofTom, gone] = [
      await buildUser(app),
      await buildUser(app),
      await buildUser(app),
      await buildUser(app),
    ];
    const both = makeGuardian(parent._id);
    const see = (user: UserDocument) => makeGuardian(user._id, { may: ['see'] });
    const mia = await buildChild(app, parent, {
      name: 'Mia',
      guardians: [both, see(ofMia), see(gone)],
    });
    const tom = await buildChild(app, parent, {
      name: 'Tom',
      guardians: [makeGuardian(parent._id), see(ofTom)],
    });
    await answerHealth(app, tom, parent);
    const at = app.services.now();
    const seat = makeEnrolledSeat(parent, at, tom, { entry_code: 'KTS-104' });
    const campClass = await buildClass(app, { name: 'Kites', seats: [seat] });
    const { _id: classId } = campClass;
    const moveId = new ObjectId();
    await collections().seatChanges.insertOne({
      kind: 'move',
      ...{ _id: moveId, seatId: seat.seatId, userId: parent._id, by: parent._id },
      paymentId: seat.paymentId,
      from: { classId, childId: mia._id, entryCode: 'KTS-104' },
      to: { classId, childId: tom._id, price: 10 },
      ...{ heldSeatId: new ObjectId(), difference: 0, refunds: [], currency: 'usd' },
      ...{ state: 'done', isQueueFirst: true, createdAt: at },
    });
    await addNews(app, 'seat moved', { changeId: moveId });
    await addDueMails(app.services);
    await leave(gone, mia);
    const toParent = await readMailTo(app, parent, 'seat moved');
    expect(toParent).toMatchObject({
      props: {
        from: { seat: { child: 'Mia' } },
        to: { seat: { child: 'Tom', entryCode: 'KTS-104' } },
        isSameClass: true,
      },
    });
    expect(JSON.stringify(toParent)).not.toContain(HEALTH_TEXT);
    expect(await readMailTo(app, ofMia, 'seat moved')).toMatchObject({
      props: { from: { seat: { child: 'Mia' } }, to: null, money: null },
    });
    expect(await readMailTo(app, ofTom, 'seat moved')).toMatchObject({
      props: { from: null, to: { seat: { child: 'Tom' } }, money: null },
    });
    expect(await readMailTo(app, gone, 'seat moved')).toBeUndefined();
  });

  it('to a dearer class has a receipt of the difference, and an email about the move', async () => {
    const { kites, student, cartId } = await buildMoving();
    const days = { camp_start: kites.camp_start, camp_end: kites.camp_end };
    const dear = await buildClass(app, { name: 'Horses', price: 60, ...days });
    const answer = await app
      .as(student)
      .call('POST /moves', { body: { cartId, classId: dear.id } });
    expect(answer.body).toMatchObject({ state: 'pay', difference: 1_050 });
    const held = { cartId: answer.body.cartId, price: 10.5 };
    const paymentId = await startPaymentOf(app, student, held);
    await confirmPayment(paymentId);
    expect((await recordPayment(app, student, paymentId)).status).toBe(200);
    const lines = await listMailsTo(app, student);
    const receipt = lines.find(({ _id }) => _id === `paid-${paymentId}`)!;
    expect(await readProps(receipt, app.services)).toMatchObject({
      props: {
        items: [{ className: 'Horses', outcome: 'moved', amount: 1_050 }],
        charge: { amount: 1_050 },
      },
    });
    expect(await readMailTo(app, student, 'seat moved')).toMatchObject({
      props: { to: { campClass: { name: 'Horses' } }, money: { paid: { amount: 1_050 } } },
    });
  });
});

describe('money that an admin gives back', () => {
  it('is emailed to the payer, while the seat stays', async () => {
    const { parent, canceled } = await buildCanceled({ reason: 'class canceled' });
    await addRefund({ _id: 'admin:1', paymentId: canceled.paymentId });
    await addNews(app, 'refund changed', { refundId: 'admin:1' });
    expect(await findMail(app, parent, 'refunded')).toMatchObject({ _id: 'refunded-admin-1' });
    expect(await readMailTo(app, parent, 'refunded')).toMatchObject({
      props: { lost: [], isWhole: false, charge: { amount: 1_000 }, reason: 'by admin' },
    });
  });
});

describe('a refund that fails', () => {
  it('reaches every admin, once for each attempt, until somebody has settled it', async () => {
    const admin = await buildUser(app, 'admin');
    const { canceled, refundId, parent } = await buildCanceled({ reason: 'class canceled' });
    const { paymentId, _id: cartId } = canceled;
    const failed = { state: 'failed' as const, needsAdmin: true as const };
    const failure = 'Stripe says: expired_or_canceled_card.';
    const reason = 'canceled by parent' as const;
    await addRefund({ _id: refundId, paymentId, seatId: cartId, reason, failure, ...failed });
    await addNews(app, 'refund changed', { refundId });
    const name = `refundfailed-${paymentId}-${cartId.toHexString()}-canceled`;
    expect(await findMail(app, admin, 'refund failed')).toMatchObject({
      _id: `${name}-1-${admin._id.toHexString()}`,
      isEssential: true,
    });
    const props = {
      classNames: ['Kites'],
      payer: parent.email,
      charge: { amount: 1_000 },
      failure,
    };
    expect(await readMailTo(app, admin, 'refund failed')).toMatchObject({ props });
    expect(await findKinds(app, parent)).toEqual([]);

    await collections().refunds.updateOne({ _id: refundId }, { $set: { attempt: 2 } });
    await addNews(app, 'refund changed', { refundId });
    const [first, second] = await listMailsTo(app, admin);
    expect(await readProps(first!, app.services)).toBeUndefined();
    expect(await readProps(second!, app.services)).toMatchObject({ props });
    await collections().refunds.updateOne({ _id: refundId }, { $unset: { needsAdmin: true } });
    expect(await readProps(second!, app.services)).toBeUndefined();
    // A person who is no longer an admin reads nothing.
    await collections().refunds.updateOne({ _id: refundId }, { $set: { needsAdmin: true } });
    await collections().users.updateOne({ _id: admin._id }, { $set: { role: 'student' } });
    expect(await readProps(second!, app.services)).toBeUndefined();
  });
});

describe('a payment that is disputed', () => {
  it('reaches every admin once, with the deadline for an answer and the refund terms at the purchase', async () => {
    const [admin, student] = [await buildUser(app, 'admin'), await buildUser(app)];
    const at = app.services.now();
    const { _id: classId } = await buildClass(app, { name: 'Kites' });
    const paymentId = `pi_${new ObjectId().toHexString()}`;
    const stripeId = `du_${paymentId}`;
    const dueBy = new Date('2099-05-01T00:00:00Z');
    const terms = { version: 4, steps: [{ daysBefore: 7, percent: 50, fee: 500 }] };
    await collections().payments.insertOne(
      makePayment(
        { seatId: new ObjectId(), classId, name: student.name },
        {
          ...{ _id: paymentId, email: student.email, amount: 3_000, createdAt: at, terms },
          dispute: {
            ...{ stripeId, amount: 2_500, state: 'open', status: 'needs_response' },
            ...{ dueBy, at },
          },
        },
      ),
    );
    await addNews(app, 'payment disputed', { paymentId });
    const line = await findMail(app, admin, 'payment disputed');
    expect(line).toMatchObject({
      _id: `dispute-${stripeId}-${admin._id.toHexString()}`,
      isEssential: true,
    });
    expect(await readProps(line, app.services)).toMatchObject({
      props: {
        ...{
          stage: 'dispute',
          classNames: ['Kites'],
          payer: student.email,
          paymentId,
          dueBy,
          terms,
        },
        charge: { amount: 2_500, currency: 'usd' },
      },
    });
    expect(await findKinds(app, student)).toEqual([]);
    await collections().payments.updateOne(
      { _id: paymentId },
      { $set: { 'dispute.state': 'won' } },
    );
    await addNews(app, 'payment disputed', { paymentId });
    await addDueMails(app.services);
    expect(await readProps(line, app.services)).toBeUndefined();
    expect(await listNews(app, 'payment disputed')).toEqual([]);
  });
});
