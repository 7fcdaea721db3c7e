import { CAMP_NEEDS } from '@speakifyr/contract/limits.ts';
import { ObjectId } from 'mongodb';
import { describe, expect, it } from 'vitest';
import type { PaymentItem } from '../database/payment-documents.ts';
import type { UserDocument } from '../database/user-documents.ts';
import type { ChildDocument } from '../database/family-documents.ts';
import type { RefundDocument } from '../database/money-documents.ts';
import type { OutgoingMail } from '../outside/smtp.ts';
import { findPayment } from '../ledger/payment-store.ts';
import { issueReceipt } from '../ledger/receipts.ts';
import { makeGuardian, makePayment } from '../testing/documents.ts';
import { buildChild, buildClass, buildUser } from '../testing/factories.ts';
import {
  addNews,
  findKinds,
  findMail,
  listMailsTo,
  listNews,
  readMailTo,
} from '../testing/mails.ts';
import { answerHealth, HEALTH_TEXT } from '../testing/families.ts';
import { makeEnrolledSeat } from '../testing/seats.ts';
import { useTestApp } from '../testing/test-app.ts';
import { addDueMails } from './add-due-mails.ts';
import { deliverMails } from './deliver.ts';
import { readProps } from './write-mail.ts';

const app = useTestApp();

const collections = () => app.services.database.collections;

/** A payment of 30 dollars for seats in one class: of two children, and of the parent. */
async function buildFamilyPayment() {
  const parent = await buildUser(app);
  const [mia, tom] = [
    await buildChild(app, parent, { name: 'Mia' }),
    await buildChild(app, parent, { name: 'Tom' }),
  ];
  const at = app.services.now();
  const paymentId = `pi_${new ObjectId().toHexString()}`;
  const seats = [mia, tom, undefined].map((child, index) =>
    makeEnrolledSeat(parent, at, child, {
      paymentId,
      entry_code: `KTS-10${index + 1}`,
    }),
  );
  const campClass = await buildClass(app, { name: 'Kites', seats });
  const items = seats.map(({ seatId, childId }, index): PaymentItem => ({
    ...{ seatId, classId: campClass._id, amount: 1_000, state: 'enrolled' },
    name: [mia, tom, parent][index]?.name ?? '',
    ...(childId && { childId }),
  }));
  await collections().payments.insertOne({
    ...makePayment(
      { seatId: new ObjectId(), classId: campClass._id, name: parent.name },
      { _id: paymentId, email: parent.email, amount: 3_000, createdAt: at },
    ),
    items,
    settledAt: at,
  });
  await addNews(app, 'payment ended', { paymentId });
  return { parent, mia, tom, campClass, paymentId, seats };
}

type Family = Awaited<ReturnType<typeof buildFamilyPayment>>;

/** The school has returned something, or could not give a seat. */
async function refund(
  { paymentId }: Family,
  fields: Pick<RefundDocument, '_id' | 'seatId' | 'reason' | 'amount'> & Partial<RefundDocument>,
): Promise<void> {
  await collections().refunds.insertOne({
    ...{ paymentId, currency: 'usd', state: 'succeeded', attempt: 1 },
    createdAt: app.services.now(),
    ...fields,
  });
}

const takeSeat = ({ campClass }: Family, seatId: ObjectId) =>
  collections().classes.updateOne({ _id: campClass._id }, { $pull: { seats: { seatId } } });

const leave = (user: UserDocument, child: ChildDocument) =>
  collections().children.updateOne(
    { _id: child._id },
    { $pull: { guardians: { userId: user._id } } },
  );

const read = ({ parent }: Family, kind: 'paid' | 'refunded') => readMailTo(app, parent, kind);

// Rules: R94, R103, R206, R254, R255.
describe('the receipt of a payment for several seats', () => {
  it('is one email, with every child, room, entry code and what is missing about health', async () => {
    const family = await buildFamilyPayment();
    const { parent, mia, tom, paymentId } = family;
    await answerHealth(app, tom, parent);
    expect(await findMail(app, parent, 'paid')).toMatchObject({ _id: `paid-${paymentId}` });
    const mail = await read(family, 'paid');
    expect(mail).toMatchObject({
      props: {
        items: [
          {
            outcome: 'given',
            seat: { child: 'Mia', entryCode: 'KTS-101' },
            needs: {
              child: 'Mia',
              missing: CAMP_NEEDS.filter((need) => need !== 'forms'),
              path: `/dashboard/children/${mia.id}#health`,
            },
          },
          {
            outcome: 'given',
            seat: { child: 'Tom' },
            needs: {
              missing: ['emergency', 'pickUp'],
              path: `/dashboard/children/${tom.id}#contacts`,
            },
          },
          { outcome: 'given', seat: { child: null, entryCode: 'KTS-103' }, needs: null },
        ],
        charge: { amount: 3_000, currency: 'usd' },
        paymentId,
      },
    });
    expect(JSON.stringify(mail)).not.toContain(HEALTH_TEXT);
  });

  it('says which seat could not be given, and how far its refund is', async () => {
    const family = await buildFamilyPayment();
    const { paymentId } = family;
    const { seatId } = family.seats[1]!;
    await takeSeat(family, seatId);
    const _id = `${paymentId}:${seatId.toHexString()}`;
    await refund(family, { _id, seatId, reason: 'no seat', amount: 1_000, state: 'pending' });
    expect(await read(family, 'paid')).toMatchObject({
      props: {
        items: [
          { outcome: 'given' },
          { outcome: 'refused', child: 'Tom', refund: 'pending', amount: 1_000 },
          { outcome: 'given' },
        ],
      },
    });
  });

  it('does not say where a child is to a payer who is no longer a guardian', async () => {
    const family = await buildFamilyPayment();
    const payment = await findPayment(collections(), family.paymentId);
    if (payment) await issueReceipt(payment, app.services);
    await leave(family.parent, family.mia);
    const mail = await read(family, 'paid');
    expect(mail).toMatchObject({
      props: { items: [{ outcome: 'hidden', child: 'Mia' }, { outcome: 'given' }, {}] },
    });
    expect(JSON.stringify(mail)).not.toContain('KTS-101');
  });

  it('that was written before its payer was removed is not sent again as it was', async () => {
    const family = await buildFamilyPayment();
    const payment = await findPayment(collections(), family.paymentId);
    if (payment) await issueReceipt(payment, app.services);
    const { _id } = await findMail(app, family.parent, 'paid');
    await collections().outbox.deleteMany({ _id: { $ne: _id } });
    const sent: OutgoingMail[] = [];
    const send = async (mail: OutgoingMail) => {
      sent.push(mail);
      return { result: 'unknown' as const, reason: 'later' };
    };
    const mailer = { send, check: () => Promise.resolve(undefined) };
    await deliverMails({ ...app.services, mailer });
    app.passMinutes(2);
    await deliverMails({ ...app.services, mailer });
    await leave(family.parent, family.mia);
    app.passMinutes(10);
    await deliverMails({ ...app.services, mailer });
    const [first = '', second, third] = sent.map((mail) => JSON.stringify(mail));
    expect(second).toBe(first);
    expect(first).toContain('KTS-101');
    expect(third).not.toContain('KTS-101');
    expect(third).toContain('KTS-102');
    const { childIds } = (await collections().outbox.findOne({ _id })) ?? {};
    expect(childIds).toEqual([family.tom._id]);
  });

  it('is not sent if all seats are gone, or to somebody else', async () => {
    const family = await buildFamilyPayment();
    const line = await findMail(app, family.parent, 'paid');
    const stranger = await buildUser(app);
    expect(await readProps({ ...line, userId: stranger._id }, app.services)).toBeUndefined();
    for (const { seatId } of family.seats) await takeSeat(family, seatId);
    expect(await read(family, 'paid')).toBeUndefined();
  });
});

describe('a part that the school returns', () => {
  const part = { _id: '', seatId: null, reason: 'by the school' as const, amount: 500 };
  let made = 0;
  const nameRefund = () => `re_${(made += 1)}`;

  it('gets an email at once, without taking a seat', async () => {
    const family = await buildFamilyPayment();
    const _id = nameRefund();
    await refund(family, { ...part, _id });
    await addNews(app, 'refund changed', { refundId: _id });
    expect(await findMail(app, family.parent, 'refunded')).toMatchObject({
      _id: `refunded-${_id}`,
      isEssential: true,
    });
    expect(await read(family, 'refunded')).toMatchObject({
      props: { lost: [], isWhole: false, charge: { amount: 500 }, reason: 'by the school' },
    });
  });

  it('gets another one with the seat once an admin says which one it was for', async () => {
    const family = await buildFamilyPayment();
    const { parent } = family;
    const { seatId } = family.seats[0]!;
    const _id = nameRefund();
    await refund(family, { ...part, _id });
    await addNews(app, 'refund changed', { refundId: _id });
    await findMail(app, parent, 'refunded');
    await takeSeat(family, seatId);
    await collections().refunds.updateOne({ _id }, { $set: { seatId } });
    await addNews(app, 'refund changed', { refundId: _id });
    const lines = (await listMailsTo(app, parent)).filter(({ cause }) => cause.kind === 'refunded');
    expect(lines.map((line) => line._id)).toEqual([
      `refunded-${_id}`,
      `refunded-${_id}-${seatId.toHexString()}`,
    ]);
    const mail = await Promise.all(lines.map((line) => readProps(line, app.services)));
    // The first one had not been sent.
    expect(mail).toMatchObject([undefined, { props: { lost: [{ child: 'Mia' }] } }]);
  });

  it('is not told apart once the whole payment has come back', async () => {
    const family = await buildFamilyPayment();
    const { parent, paymentId } = family;
    const _id = nameRefund();
    await refund(family, { ...part, _id });
    await addNews(app, 'refund changed', { refundId: _id });
    const first = await findMail(app, parent, 'refunded');
    await refund(family, { ...part, _id: nameRefund(), amount: 2_500 });
    await collections().payments.updateOne(
      { _id: paymentId },
      { $set: { status: 'refunded', refundReason: 'by the school' } },
    );
    await addNews(app, 'payment ended', { paymentId });
    await addDueMails(app.services);
    expect(await readProps(first, app.services)).toBeUndefined();
    const lines = await listMailsTo(app, parent);
    const whole = lines.find((line) => line._id === `refunded-${paymentId}`)!;
    expect(await readProps(whole, app.services)).toMatchObject({
      props: {
        isWhole: true,
        charge: { amount: 3_000 },
        lost: [{ child: 'Mia' }, { child: 'Tom' }, { child: null }],
      },
    });
  });

  it('of a seat that could not be given makes no email of its own', async () => {
    const family = await buildFamilyPayment();
    const { seatId } = family.seats[0]!;
    const _id = `${family.paymentId}:${seatId.toHexString()}`;
    await refund(family, { _id, seatId, amount: 1_000, reason: 'no seat' });
    await addNews(app, 'refund changed', { refundId: _id });
    expect(await findKinds(app, family.parent)).toEqual(['paid']);
    expect(await listNews(app, 'refund changed')).toEqual([]);
  });
});

describe('other guardians', () => {
  /** Two more guardians of Mia: one who may see her, and one who may only book. */
  async function addGuardians({ mia }: Family) {
    const [seer, booker] = [await buildUser(app), await buildUser(app)];
    const invitedBy = mia.addedBy;
    const added = [
      makeGuardian(seer._id, { may: ['see'], invitedBy }),
      makeGuardian(booker._id, { may: ['book'], invitedBy }),
    ];
    await collections().children.updateOne(
      { _id: mia._id },
      { $set: { guardians: [...mia.guardians, ...added] } },
    );
    return { seer, booker };
  }

  it('who may see the child hear who booked, of their children only, and nothing about money', async () => {
    const family = await buildFamilyPayment();
    const { seer, booker } = await addGuardians(family);
    await addDueMails(app.services);
    expect(await readMailTo(app, seer, 'seat booked')).toMatchObject({
      props: {
        by: family.parent.name,
        booked: [{ campClass: { name: 'Kites' }, seat: { child: 'Mia', entryCode: 'KTS-101' } }],
        needs: [],
      },
    });
    expect(await findKinds(app, booker)).toEqual([]);
    expect(await findKinds(app, family.parent)).not.toContain('seat booked');
  });

  it('hear nothing if they are no guardian anymore, and no name of a payer who is none', async () => {
    const family = await buildFamilyPayment();
    const { seer } = await addGuardians(family);
    await addDueMails(app.services);
    const pull = (userId: ObjectId) =>
      collections().children.updateOne(
        { _id: family.mia._id },
        { $pull: { guardians: { userId } } },
      );
    await pull(family.parent._id);
    expect(await readMailTo(app, seer, 'seat booked')).toMatchObject({ props: { by: null } });
    await pull(seer._id);
    expect(await readMailTo(app, seer, 'seat booked')).toBeUndefined();
  });
});
