import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { ObjectId } from 'mongodb';
import { describe, expect, it } from 'vitest';
import { checkMongoDb } from '../commands/doctor/check-mongodb.ts';
import type { EnrolledSeat } from '../database/class-document.ts';
import type { UserDocument } from '../database/user-documents.ts';
import { findSeatInClass, isEnrolled } from '../seats/find-seat.ts';
import { owedByAll } from '../seats/seat-plan.ts';
import { runJobs } from '../jobs/jobs.ts';
import { addDueMails } from '../messages/add-due-mails.ts';
import { deleteAccount as deleteOwnAccount } from '../account/delete-account.ts';
import { readAuditLog } from '../testing/audit-log.ts';
import { idOf } from '../testing/cost-share.ts';
import { createExtras, shirt, SHIRT } from '../testing/extras.ts';
import { buildClass, buildUser, proveSignIn, useUser } from '../testing/factories.ts';
import { buildFamily, type Family } from '../testing/families.ts';
import { findMail } from '../testing/mails.ts';
import { planFor } from '../testing/planned-seat.ts';
import { slowDescribe } from '../testing/slow-tests.ts';
import { useTestApp } from '../testing/test-app.ts';
import { watchWrites } from '../testing/watch-writes.ts';
import { passOnLostDebts, listDebtsOfNobody } from './pass-on-debts.ts';
import { mergeAccounts } from '../testing/merging.ts';

/** Somebody always owes what is owed for a seat. R475 */
const app = useTestApp();
const admin = useUser(app, 'admin');
const { inDays, record } = planFor(app, admin);
const { setExtras, mustChoose } = createExtras(
  () => app,
  () => admin,
);
const classes = () => app.services.database.collections.classes;

type Owing = {
  family: Family;
  debtor: UserDocument;
  seat: { classId: string; cartId: string };
  owed: number;
};

async function readSeat({ seat }: Pick<Owing, 'seat'>) {
  const found = await findSeatInClass(seat, app.services.database.collections);
  if (!found || !isEnrolled(found.seat)) throw new Error('The seat is gone');
  return { campClass: found.campClass, seat: found.seat };
}

async function sumOwedFor(one: Pick<Owing, 'seat'>): Promise<number> {
  const { campClass, seat } = await readSeat(one);
  return owedByAll(campClass, seat);
}

/** A seat that the parent has, for $100 or what the plan says. */
async function book(
  family: Family,
  amount: number,
  plan?: { due: string; amount?: number }[],
  method: 'cash' | 'cheque' = 'cash',
) {
  const days = { camp_start: inDays(60), camp_end: inDays(65) };
  const { id: classId } = await buildClass(app, { price: 100, ...days });
  const id = idOf(family.parent);
  const body = { classId, childId: family.child.id, until: inDays(3) };
  const held = await app.as(admin).call('POST /families/:id/seats', { params: { id }, body });
  const { cartId } = held.body;
  const paid = await record(id, { cartIds: [cartId], amount, method, ...(plan && { plan }) });
  expect(paid).toMatchObject({ status: 200 });
  return { classId, cartId };
}

const PLAN = () => [{ due: inDays(10), amount: 2_000 }, { due: inDays(30) }];

async function changeSeat({ classId }: { classId: string }, set: object) {
  await classes().updateOne({ _id: new ObjectId(classId) }, { $set: set });
}

/** Everything that may be owed for an enrolled seat. */
const DEBTS: Record<string, (family: Family) => Promise<Omit<Owing, 'family' | 'owed'>>> = {
  'the balance of a plan': async (family) => ({
    seat: await book(family, 3_000, PLAN()),
    debtor: family.parent,
  }),
  'parts by card': async (family) => {
    const seat = await book(family, 3_000, PLAN());
    await changeSeat(seat, { 'seats.0.plan.byCard': { text: 'agreed' } });
    await changeSeat(seat, { 'seats.0.plan.by': family.parent._id });
    return { seat, debtor: family.parent };
  },
  'a part that bounced': async (family) => {
    const seat = await book(family, 3_000, PLAN());
    const cheque = { cartIds: [seat.cartId], amount: 2_000, method: 'cheque' as const };
    const { body } = await record(idOf(family.parent), cheque);
    const bounced = await app.as(admin).call('POST /payments/:paymentId/bounce', {
      params: { paymentId: body.transactionId },
      body: { day: inDays(0), note: 'No money', until: null },
    });
    expect(bounced).toMatchObject({ status: 200 });
    return { seat, debtor: family.parent };
  },
  'extras that were added': async (family) => {
    const seat = await book(family, 10_000);
    await setExtras([shirt()]);
    const wanted = [{ id: SHIRT, option: 'M', amount: 1_500 }];
    await mustChoose(family.parent, seat.cartId, wanted as never);
    return { seat, debtor: family.parent };
  },
  'the share of the other household': async (family) => {
    const at = app.services.now();
    const agreed = { askedBy: family.parent._id, other: family.partner._id, percent: 40 };
    await app.services.database.collections.children.updateOne(
      { _id: family.child._id },
      { $set: { costShare: { ...agreed, askedAt: at, agreedAt: at } } },
    );
    return { seat: await book(family, 6_000), debtor: family.partner };
  },
};

async function deleteAccount(who: UserDocument) {
  const body = { email: who.email, idToken: await proveSignIn(who) };
  return app.as(who).call('DELETE /myAccount', { body });
}

const removeAsAdmin = ({ family, debtor }: Owing) =>
  app.as(admin).call('DELETE /children/:id/guardians/:guardianId', {
    params: { id: family.child.id, guardianId: idOf(debtor) },
    body: { note: 'A court has decided it.' },
  });

/** Every way in which somebody stops being able to pay. */
const WAYS: Record<string, (one: Owing) => Promise<{ status: number; body: object }>> = {
  'deletes the account': ({ debtor }) => deleteAccount(debtor),
  'is removed by an admin': ({ debtor }) =>
    app.as(admin).call('DELETE /removeuser', { query: { email: debtor.email } }),
  'leaves as a guardian': ({ family, debtor }) =>
    app.as(debtor).call('DELETE /myChildren/:id/guardians/:guardianId', {
      params: { id: family.child.id, guardianId: idOf(debtor) },
    }),
  'is no longer a guardian, says an admin': removeAsAdmin,
};

/** The same places, by file: what ends an account or a guardian. A new one fails until it is tried above. */
const JUDGED: Record<string, string> = {
  'families/change-family.ts':
    'every change of guardians asks checkSomebodyPays and passOnDebtsFor',
  'families/children.repo.ts': 'only change-family.ts and delete-child.ts write guardians',
  'families/cost-share.ts': 'changes no guardians',
  'families/delete-child.ts': 'deletes the account, is removed by an admin; a child: still_owes',
  'families/guardians.ts': 'leaves as a guardian; is no longer a guardian, says an admin',
  'families/invitations.ts': 'adds a guardian, or changes invitations',
  'families/move-children.ts': 'merges, below',
  'families/paper-form.ts': 'adds a guardian',
  'families/return-guardian.ts': 'adds a guardian',
  'account/finish-removals.ts': 'ends what was begun: is removed by an admin',
  'account/removals.ts': 'the steps that follow a removal, which both of these take',
  'account/deleted-users.ts': 'deletes the account; merges, below',
  'account/remove-user.ts': 'is removed by an admin',
};

const ENDING = /status: '(?:removed|deleting|deleted)'[^;]*\}|changeFamily[(<]|guardians: \[\]/u;
const WRITES = /\$set|changeFamily[(<]/u;

async function build(kind: string, guardians: 'all' | 'alone'): Promise<Owing> {
  const family = await buildFamily(app);
  const { seat, debtor } = await DEBTS[kind]!(family);
  if (guardians === 'alone') await keepOnly(family, [debtor, family.seer]);
  return { family, debtor, seat, owed: await sumOwedFor({ seat }) };
}

async function keepOnly({ child }: Family, stay: UserDocument[]) {
  const { children } = app.services.database.collections;
  const guardians = child.guardians.filter(({ userId }) =>
    stay.some(({ _id }) => _id.equals(userId)),
  );
  // Somebody has to be the one who added it.
  const owned = guardians.map((one, place) => (place === 0 ? { ...one, invitedBy: null } : one));
  await children.updateOne({ _id: child._id }, { $set: { guardians: owned } });
}

async function listOfNobody({ seat }: Pick<Owing, 'seat'>) {
  const { seats } = await listDebtsOfNobody(app.services);
  return seats.filter((one) => one.seat.seatId.toHexString() === seat.cartId);
}

/** The accounts that owe something for a seat. */
async function listDebtorsOf({ seat: { cartId } }: Pick<Owing, 'seat'>): Promise<string[]> {
  const { body } = await app.as(admin).call('GET /owedSeats', { query: {} });
  return body.filter((one) => one._id.endsWith(cartId)).map(({ familyId }) => familyId);
}

/** The invariant: an active account owes it and may pay it, by card and at the office; the sum is the same. */
async function checkIsOwed(one: Owing): Promise<void> {
  expect(await sumOwedFor(one)).toBe(one.owed);
  expect(await listOfNobody(one)).toEqual([]);
  const [debtorId = ''] = await listDebtorsOf(one);
  const { users } = app.services.database.collections;
  const debtor = await users.findOne({ _id: new ObjectId(debtorId), status: 'active' });
  expect(debtor?._id.equals(one.debtor._id)).toBe(false);
  const { cartId } = one.seat;
  const begun = await app
    .as(debtor!)
    .call('POST /createPayment-intent', { body: { cartId, price: one.owed / 100 } });
  expect(begun).toMatchObject({ status: 200 });
  const answer = await record(debtorId, { cartIds: [cartId], amount: 1_000 });
  expect(answer).toMatchObject({ status: 200 });
  expect(await sumOwedFor(one)).toBe(one.owed - 1_000);
}

slowDescribe.each(Object.keys(WAYS))('somebody who owes something %s', (way) => {
  it.each(Object.keys(DEBTS))('%s passes to a guardian who may book', async (kind) => {
    const one = await build(kind, 'all');
    expect(await WAYS[way]!(one)).toMatchObject({ status: 200 });
    await checkIsOwed(one);
  });

  it.each(Object.keys(DEBTS))('%s: refused if nobody else may book', async (kind) => {
    const one = await build(kind, 'alone');
    const debtors = await listDebtorsOf(one);
    expect(await WAYS[way]!(one)).toMatchObject({ status: 409, body: { code: 'still_owes' } });
    expect(await sumOwedFor(one)).toBe(one.owed);
    expect(await listDebtorsOf(one)).toEqual(debtors);
    // Once it is paid, they can.
    const { cartId } = one.seat;
    await record(idOf(one.debtor), { cartIds: [cartId], amount: one.owed });
    expect(await WAYS[way]!(one)).toMatchObject({ status: 200 });
  });
});

// Rules: R476.
it('a new place that ends an account or a guardian has to be judged here', () => {
  const root = new URL('..', import.meta.url).pathname;
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && !/\.test\.ts$|^(?:testing|demo)\//u.test(name),
  );
  const found = files.filter((name) => {
    const text = readFileSync(`${root}${name}`, 'utf8');
    return ENDING.test(text) && WRITES.test(text);
  });
  expect(found.toSorted()).toEqual(Object.keys(JUDGED).toSorted());
});

describe('what is owed', () => {
  it('goes along when two families become one', async () => {
    const one = await build('the balance of a plan', 'alone');
    const into = await buildUser(app);
    const merged = await mergeAccounts(app, admin, { from: one.debtor, into });
    expect(merged.status).toBe(200);
    const { seat } = await readSeat(one);
    expect(seat.plan).not.toHaveProperty('payerId');
    expect(seat.plan?.parts[1]?.due).toBe(inDays(10));
    await checkIsOwed(one);
  });

  it('stays with one of two guardians who delete their accounts at the same moment', async () => {
    const one = await build('the balance of a plan', 'all');
    const { parent, partner, seer } = one.family;
    await keepOnly(one.family, [parent, partner, seer]);
    const answers = await Promise.all([parent, partner].map(deleteAccount));
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThan(2);
    await runJobs(app.services);
    expect(await sumOwedFor(one)).toBe(one.owed);
    expect(await listOfNobody(one)).toEqual([]);
  });

  it('stays with whoever deletes the account if the only other payer has gone just before the lock', async () => {
    const one = await build('the balance of a plan', 'all');
    const { parent, partner, seer } = one.family;
    await keepOnly(one.family, [parent, partner, seer]);
    const { database } = app.services;
    const { users } = database.collections;
    let isNext = true;
    const collections = watchWrites(database.collections, async (name, method) => {
      if (!isNext || `${name} ${method}` !== 'users updateOne') return;
      isNext = false;
      expect(await deleteAccount(partner)).toMatchObject({ status: 200 });
    });
    const user = (await users.findOne({ _id: parent._id }))!;
    const services = { ...app.services, database: { ...database, collections } };
    const deleted = deleteOwnAccount(user, await proveSignIn(user), services);
    await expect(deleted).rejects.toMatchObject({ code: 'still_owes' });
    expect(await users.findOne({ _id: parent._id })).toMatchObject({ status: 'active' });
    expect(await listOfNobody(one)).toEqual([]);
  });

  it('stays with one of two guardians who leave at the same moment', async () => {
    const one = await build('the balance of a plan', 'all');
    const { parent, partner, seer } = one.family;
    await keepOnly(one.family, [parent, partner, seer]);
    const leave = WAYS['leaves as a guardian']!;
    const answers = await Promise.all([parent, partner].map((debtor) => leave({ ...one, debtor })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    await runJobs(app.services);
    expect(await listOfNobody(one)).toEqual([]);
  });

  it('is not charged to a saved card anymore, is due in two weeks, and its new debtor hears of it', async () => {
    const one = await build('parts by card', 'all');
    const { partner, parent } = one.family;
    await removeAsAdmin(one);
    const { seat } = await readSeat(one);
    expect(seat.plan).toMatchObject({ payerId: partner._id, due: inDays(14) });
    expect(seat.plan).not.toHaveProperty('byCard');
    await addDueMails(app.services);
    expect(await findMail(app, partner, 'payment due')).toMatchObject({ state: 'queued' });
    const [entry] = await readAuditLog(app, { target: partner.email });
    expect(entry).toMatchObject({
      action: 'pass on debt',
      before: { email: parent.email },
      after: { email: partner.email, amount: one.owed },
    });
  });

  it('becomes one debt if the other household takes it over', async () => {
    const one = await build('the share of the other household', 'all');
    await changeSeat(one.seat, { 'seats.0.plan.parts.0.amount': 6_000, 'seats.0.plan.paid': [] });
    const owed = await sumOwedFor(one);
    expect(owed).toBe(10_000);
    await WAYS['deletes the account']!({ ...one, debtor: one.family.parent });
    const { seat } = await readSeat(one);
    expect(seat).not.toHaveProperty('coPay');
    expect(seat.plan?.payerId).toEqual(one.family.partner._id);
    await checkIsOwed({ ...one, owed, debtor: one.family.parent });
  });

  it('of an account that ended before this rule passes on, or stays with the office', async () => {
    const [one, alone] = [
      await build('the balance of a plan', 'all'),
      await build('the balance of a plan', 'alone'),
    ];
    const { users } = app.services.database.collections;
    for (const { debtor } of [one, alone])
      await users.updateOne({ _id: debtor._id }, { $set: { status: 'deleted' } });
    expect(await listOfNobody(one)).toHaveLength(1);
    await passOnLostDebts(app.services);
    await checkIsOwed(one);

    expect(await listOfNobody(alone)).toHaveLength(1);
    const id = idOf(alone.debtor);
    expect(await listDebtorsOf(alone)).toEqual([id]);
    const page = await app.as(admin).call('GET /families/:id', { params: { id } });
    expect(page).toMatchObject({ status: 200, body: { account: { status: 'deleted' } } });
    const cash = { cartIds: [alone.seat.cartId], amount: alone.owed, requestId: randomUUID() };
    expect(await record(id, cash)).toMatchObject({ status: 200 });
    expect(await sumOwedFor(alone)).toBe(0);
    expect((await app.as(admin).call('GET /families/:id', { params: { id } })).status).toBe(404);
  });

  it('keeps its money apart: each payer gets back what they have paid', async () => {
    const one = await build('the balance of a plan', 'all');
    const { partner, parent } = one.family;
    await WAYS['leaves as a guardian']!(one);
    await record(idOf(partner), { cartIds: [one.seat.cartId], amount: 7_000 });
    const { seat } = await readSeat(one);
    const { classId, cartId } = one.seat;
    const wish = {
      paymentId: seat.paymentId,
      classId,
      cartId,
      amount: 10_000,
      note: 'They are ill.',
    };
    const canceled = await app
      .as(admin)
      .call('POST /refunds', { body: { ...wish, keepsSeat: false } as never });
    expect(canceled).toMatchObject({ status: 200 });
    const found = await app.services.database.collections.seatChanges.findOne({
      seatId: new ObjectId(one.seat.cartId),
    });
    const refunds = (found as { refunds?: { amount: number; to?: ObjectId }[] } | null)?.refunds;
    expect(refunds?.map(({ amount, to }) => [amount, to])).toEqual([
      [3_000, undefined],
      [7_000, partner._id],
    ]);
    expect(found?.userId).toEqual(parent._id);
  });

  it('keeps a child from being deleted, also once its class is over', async () => {
    const one = await build('the balance of a plan', 'alone');
    await changeSeat(one.seat, { camp_start: inDays(-9), camp_end: inDays(-5) });
    const params = { id: one.family.child.id };
    const del = () => app.as(one.debtor).call('DELETE /myChildren/:id', { params });
    expect(await del()).toMatchObject({ status: 409, body: { code: 'still_owes' } });
    await record(idOf(one.debtor), { cartIds: [one.seat.cartId], amount: one.owed });
    expect(await del()).toMatchObject({ status: 200 });
  });
});

it('a seat of an adult has no other payer', async () => {
  const one = await build('the balance of a plan', 'all');
  const { childId: _childId, ...seat }: EnrolledSeat = (await readSeat(one)).seat;
  await changeSeat(one.seat, { 'seats.0': seat });
  expect(await deleteAccount(one.debtor)).toMatchObject({ body: { code: 'still_owes' } });
  await changeSeat(one.seat, { canceled: { at: app.services.now(), by: admin._id, note: '' } });
  expect(await deleteAccount(one.debtor)).toMatchObject({ status: 200 });
});

describe('what a payment had given back before it bounced', () => {
  /** $100 by check, given back in cash; then the check bounces. */
  async function bounceAfterRefund() {
    const family = await buildFamily(app);
    const seat = await book(family, 10_000, undefined, 'cheque');
    const { seat: taken } = await readSeat({ seat });
    const { paymentId } = taken;
    const wish = { paymentId, ...seat, amount: 10_000, note: 'They are ill.', keepsSeat: false };
    await app.as(admin).call('POST /refunds', { body: wish as never });
    const open = (await app.as(admin).call('GET /openRefunds', {})).body;
    const refundId = open.find((one) => one.paymentId === paymentId)?._id ?? '';
    const body = { cartId: null, paidOtherwise: 10_000, note: 'In cash.' };
    await app.as(admin).call('POST /openRefunds/:refundId/answer', { params: { refundId }, body });
    const bounced = await app.as(admin).call('POST /payments/:paymentId/bounce', {
      params: { paymentId },
      body: { day: inDays(0), note: 'No money', until: null },
    });
    expect(bounced).toMatchObject({ status: 200 });
    return { family, paymentId, seat, debtor: family.parent, owed: 10_000 };
  }

  it.each(['deletes the account', 'is removed by an admin'])(
    'keeps its payer, who %s, until it is paid back, whoever else may book',
    async (way) => {
      const { paymentId, ...one } = await bounceAfterRefund();
      expect(await WAYS[way]!(one)).toMatchObject({ status: 409, body: { code: 'still_owes' } });
      const body = { requestId: randomUUID(), method: 'cash' as const, amount: 10_000 };
      const paid = await app.as(admin).call('POST /payments/:paymentId/paidBack', {
        ...{ params: { paymentId }, body: { ...body, day: inDays(0), reference: '' } },
      });
      expect(paid).toMatchObject({ status: 200 });
      expect(await WAYS[way]!(one)).toMatchObject({ status: 200 });
    },
  );

  it('is still owed by somebody who leaves as a guardian', async () => {
    const { paymentId, ...one } = await bounceAfterRefund();
    expect(await WAYS['leaves as a guardian']!(one)).toMatchObject({ status: 200 });
    const owed = (await app.as(admin).call('GET /owedSeats', { query: {} })).body;
    const familyId = idOf(one.debtor);
    expect(owed.find(({ _id }) => _id === paymentId)).toMatchObject({ familyId, owed: 10_000 });
  });

  it('of an account that has ended is in the list of what nobody owes, and the doctor counts it', async () => {
    const { paymentId, debtor } = await bounceAfterRefund();
    const list = async () =>
      (await listDebtsOfNobody(app.services)).payments.filter(({ _id }) => _id === paymentId);
    expect(await list()).toEqual([]);
    const { users } = app.services.database.collections;
    await users.updateOne({ _id: debtor._id }, { $set: { status: 'deleted' } });
    expect(await list()).toHaveLength(1);
    const findings = await checkMongoDb({ MONGODB_URI: app.services.environment.MONGODB_URI });
    expect(findings).toContainEqual(
      expect.objectContaining({ state: 'warning', about: 'What is owed' }),
    );
  });
});
