import { ObjectId } from 'mongodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { UserDocument } from '../database/collections.ts';
import type { ChildDocument } from '../database/family-documents.ts';
import type { CancellationDocument, RefundDocument } from '../database/money-documents.ts';
import { makeGuardian, makePayment } from '../testing/documents.ts';
import { buildChild, buildClass, buildUser } from '../testing/factories.ts';
import { answerHealth, HEALTH_TEXT } from '../testing/families.ts';
import { findKinds, findMail, listMailsTo, readMailTo } from '../testing/mails.ts';
import { startSecondServer, startTestApp, type TestApp } from '../testing/test-app.ts';
import { addDueMails } from './add-due-mails.ts';
import { listMarkedRefunds, unmarkRefunds } from './due-mails/marks.repo.ts';
import { readFacts } from './read-facts.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

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
      { cartId, classId, name: 'Mia' },
      { _id: paymentId, email: parent.email, amount: 3_000, createdAt },
    ),
  );
  const refundId = `${paymentId}:${cartId.toHexString()}:canceled`;
  const canceled: CancellationDocument = {
    _id: cartId,
    ...{ classId, className: 'Kites', camp_start: '2099-06-01', camp_end: '2099-06-05' },
    ...{ email: parent.email, childId: mia._id, name: 'Mia', paymentId, createdAt },
    refunds: [{ refundId, paymentId, cartId, amount: 1_000 }],
    ...{ kept: 2_000, currency: 'usd', reason: 'canceled by parent', by: parent.email },
    ...{ note: HEALTH_TEXT, state: 'done', mailDue: true },
    ...fields,
  };
  await collections().cancellations.insertOne(canceled);
  return { parent, other, mia, campClass, canceled, refundId };
}

async function addRefund(
  fields: Partial<RefundDocument> & Pick<RefundDocument, '_id' | 'paymentId'>,
) {
  await collections().refunds.insertOne({
    ...{ cartId: null, amount: 1_000, currency: 'usd', reason: 'by admin', state: 'pending' },
    ...{ attempt: 1, createdAt: app.services.now() },
    ...fields,
  });
}

const leave = (user: UserDocument, child: ChildDocument) =>
  collections().children.updateOne(
    { _id: child._id },
    { $pull: { guardians: { userId: user._id } } },
  );

describe('a canceled seat', () => {
  it('tells who paid what comes back, and the other guardian that it is gone, each once', async () => {
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
      facts: {
        ...{ ...common, entry },
        money: {
          refund: { amount: 1_000, currency: 'USD' },
          kept: { amount: 2_000 },
          ids: [canceled.paymentId],
          state: 'decided',
        },
      },
    });
    const toOther = await readMailTo(app, other, 'seat canceled');
    expect(toOther).toMatchObject({ facts: { ...common, entry, money: null } });
    // Nor the admin's note.
    expect(JSON.stringify([toParent, toOther])).not.toContain(HEALTH_TEXT);
    expect(await collections().cancellations.countDocuments({ mailDue: true })).toBe(0);
  });

  it('is not told to a removed guardian; who paid then reads of the money only', async () => {
    const { parent, other, mia } = await buildCanceled();
    await addDueMails(app.services);
    for (const user of [parent, other]) await leave(user, mia);
    expect(await readMailTo(app, other, 'seat canceled')).toBeUndefined();
    expect(await readMailTo(app, parent, 'seat canceled')).toMatchObject({
      facts: { entry: null, money: { refund: { amount: 1_000 } } },
    });
  });

  it('says that a refund failed, and nothing about money if nothing was paid', async () => {
    const { parent, canceled, refundId } = await buildCanceled();
    const { paymentId } = canceled;
    await addRefund({ _id: refundId, paymentId, state: 'failed', needsAdmin: true });
    expect(await readMailTo(app, parent, 'seat canceled')).toMatchObject({
      facts: { money: { state: 'failed' } },
    });
    const free = await buildCanceled({ refunds: [], kept: 0 });
    expect(await readMailTo(app, free.parent, 'seat canceled')).toMatchObject({
      facts: { money: { refund: { amount: 0 }, ids: [], state: null } },
    });
  });

  it('makes no email of its own if the whole class is canceled', async () => {
    const { parent } = await buildCanceled({ reason: 'class canceled' });
    expect(await findKinds(app, parent)).toEqual([]);
  });
});

describe('money that an admin gives back', () => {
  it('is told to who paid, while the seat stays', async () => {
    const { parent, canceled } = await buildCanceled({ reason: 'class canceled' });
    await addRefund({ _id: 'admin:1', paymentId: canceled.paymentId, mailDue: true });
    expect(await findMail(app, parent, 'refunded')).toMatchObject({ _id: 'refunded-admin-1' });
    expect(await readMailTo(app, parent, 'refunded')).toMatchObject({
      facts: { lost: [], isWhole: false, charge: { amount: 1_000 }, reason: 'by admin' },
    });
  });

  it('keeps its mark if it fails while its email is put into the outbox', async () => {
    const admin = await buildUser(app, 'admin');
    const { parent, canceled } = await buildCanceled({ reason: 'class canceled' });
    const _id = 'admin:2';
    await addRefund({ _id, paymentId: canceled.paymentId, mailDue: true });
    const marked = await listMarkedRefunds(collections());
    await collections().refunds.updateOne({ _id }, { $set: { state: 'failed', needsAdmin: true } });
    await unmarkRefunds(collections(), marked);
    expect(await findKinds(app, parent)).toEqual(['refunded']);
    expect(await findKinds(app, admin)).toEqual(['refund failed']);
  });
});

describe('a refund that fails', () => {
  it('is told to every admin, once for each attempt, until somebody has settled it', async () => {
    const admin = await buildUser(app, 'admin');
    const { canceled, refundId, parent } = await buildCanceled({ reason: 'class canceled' });
    const { paymentId, _id: cartId } = canceled;
    const failed = { state: 'failed' as const, needsAdmin: true as const, mailDue: true as const };
    const failure = 'Stripe says: expired_or_canceled_card.';
    const reason = 'canceled by parent' as const;
    await addRefund({ _id: refundId, paymentId, cartId, reason, failure, ...failed });
    const name = `refundfailed-${paymentId}-${cartId.toHexString()}-canceled`;
    expect(await findMail(app, admin, 'refund failed')).toMatchObject({
      _id: `${name}-1-${admin._id.toHexString()}`,
      isEssential: true,
    });
    const facts = {
      classNames: ['Kites'],
      payer: parent.email,
      charge: { amount: 1_000 },
      failure,
    };
    expect(await readMailTo(app, admin, 'refund failed')).toMatchObject({ facts });
    expect(await findKinds(app, parent)).toEqual([]);

    await collections().refunds.updateOne(
      { _id: refundId },
      { $set: { attempt: 2, mailDue: true } },
    );
    const [first, second] = await listMailsTo(app, admin);
    expect(await readFacts(first!, app.services)).toBeUndefined();
    expect(await readFacts(second!, app.services)).toMatchObject({ facts });
    await collections().refunds.updateOne({ _id: refundId }, { $unset: { needsAdmin: true } });
    expect(await readFacts(second!, app.services)).toBeUndefined();
    // Who is no longer an admin reads nothing.
    await collections().refunds.updateOne({ _id: refundId }, { $set: { needsAdmin: true } });
    await collections().users.updateOne({ _id: admin._id }, { $set: { role: 'student' } });
    expect(await readFacts(second!, app.services)).toBeUndefined();
  });
});

describe('a payment that is disputed', () => {
  it('is told to every admin once, with the time to answer and the refund terms at the purchase', async () => {
    const [admin, student] = [await buildUser(app, 'admin'), await buildUser(app)];
    const at = app.services.now();
    const { _id: classId } = await buildClass(app, { name: 'Kites' });
    const paymentId = `pi_${new ObjectId().toHexString()}`;
    const stripeId = `du_${paymentId}`;
    const dueBy = new Date('2099-05-01T00:00:00Z');
    const terms = { version: 4, steps: [{ daysBefore: 7, percent: 50, fee: 500 }] };
    await collections().payments.insertOne(
      makePayment(
        { cartId: new ObjectId(), classId, name: student.name },
        {
          ...{ _id: paymentId, email: student.email, amount: 3_000, createdAt: at, terms },
          dispute: { stripeId, amount: 2_500, state: 'open', dueBy, at, mailDue: true },
        },
      ),
    );
    const line = await findMail(app, admin, 'payment disputed');
    expect(line).toMatchObject({
      _id: `dispute-${stripeId}-${admin._id.toHexString()}`,
      isEssential: true,
    });
    expect(await readFacts(line, app.services)).toMatchObject({
      facts: {
        ...{ classNames: ['Kites'], payer: student.email, paymentId, dueBy, terms },
        charge: { amount: 2_500, currency: 'USD' },
      },
    });
    expect(await findKinds(app, student)).toEqual([]);
    await collections().payments.updateOne(
      { _id: paymentId },
      { $set: { 'dispute.state': 'won', 'dispute.mailDue': true } },
    );
    await addDueMails(app.services);
    expect(await readFacts(line, app.services)).toBeUndefined();
    expect(await collections().payments.countDocuments({ 'dispute.mailDue': true })).toBe(0);
  });
});
