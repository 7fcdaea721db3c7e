import { DELETED_NAME } from '@speakifyr/contract/limits.ts';
import { randomUUID } from 'node:crypto';
import { ObjectId } from 'mongodb';
import { describe, expect, it } from 'vitest';
import { runJobs } from '../jobs/jobs.ts';
import { recordMoney } from '../payments/record-money.ts';
import { refundByAdmin } from '../changes/admin-refunds.ts';
import { readAuditLog } from '../testing/audit-log.ts';
import { makeUser } from '../testing/documents.ts';
import {
  buildChild,
  buildClass,
  buildEnrolledSeat,
  buildUser,
  confirmPayment,
  holdSeatOf,
  proveSignIn,
  recordPayment,
  startPaymentOf,
  useUser,
} from '../testing/factories.ts';
import { findTraces } from '../testing/find-traces.ts';
import { findKinds } from '../testing/mails.ts';
import { addDays, readToday } from '../school-time.ts';
import { refundAtDashboard } from '../testing/refunds.ts';
import { slowIt } from '../testing/slow-tests.ts';
import { useTestApp } from '../testing/test-app.ts';
import { buildFullClass, joinList } from '../testing/waiting.ts';
import { killAfter, watchWrites } from '../testing/watch-writes.ts';
import { sendWebhook } from '../testing/webhooks.ts';
import { carryOutMerge, mergeAccounts } from '../testing/merging.ts';

const app = useTestApp();
const admin = useUser(app, 'admin');
/** Tests here let time pass. */
const inDays = (days: number) => addDays(readToday(app.services), days);
const idOf = ({ _id }: { _id: ObjectId }) => _id.toHexString();

type Person = Awaited<ReturnType<typeof buildUser>>;

/** Takes a seat for a child. @returns its id */
async function holdFor(parent: Person, childId: string, campClass: { id: string }) {
  const body = { classId: campClass.id, email: parent.email, childId };
  const answer = await app.as(parent).call('POST /addClass', { body });
  expect(answer).toMatchObject({ status: 200 });
  return answer.body.cartId;
}

/** Takes a seat for themselves and pays for it. @returns the payment's id */
async function enroll(person: Person, campClass: { id: string; price: number }): Promise<string> {
  const { cartId } = await holdSeatOf(app, person, campClass);
  const paymentId = await startPaymentOf(app, person, { cartId, price: campClass.price });
  await confirmPayment(paymentId);
  await recordPayment(app, person, paymentId);
  return paymentId;
}

/** A parent with a child, a paid seat and a held one for it, a place on a waiting list and a note. */
async function buildBusyFamily() {
  const parent = await buildUser(app);
  const child = await buildChild(app, parent);
  const [paid, held] = [await buildClass(app, { price: 80 }), await buildClass(app, { price: 50 })];
  const cartId = await holdFor(parent, child.id, paid);
  const paymentId = await startPaymentOf(app, parent, { cartId, price: 80 });
  await confirmPayment(paymentId);
  await recordPayment(app, parent, paymentId);
  await holdFor(parent, child.id, held);
  await joinList(app, parent, await buildFullClass(app), { childIds: [child.id] });
  const note = { params: { id: idOf(parent) }, body: { text: 'Pays in cash.' } };
  await app.as(admin).call('POST /families/:id/notes', note);
  return { parent, child, paymentId };
}

const preview = async (from: Person, into: Person) =>
  (
    await app.as(admin).call('GET /families/:id/merge', {
      params: { id: idOf(from) },
      query: { into: idOf(into) },
    })
  ).body;

const merge = (from: Person, into: Person) =>
  mergeAccounts(app, admin, { from, into, note: 'Same mother.' });

const readFamily = async (person: Person) =>
  (await app.as(admin).call('GET /families/:id', { params: { id: idOf(person) } })).body;

/** Everything of the first family has moved to the other account. */
async function expectAllMoved(
  { parent: from, child, paymentId }: Awaited<ReturnType<typeof buildBusyFamily>>,
  into: Person,
) {
  const family = await readFamily(into);
  expect(family).toMatchObject({
    children: [{ _id: child.id, guardians: [{ _id: idOf(into), may: ['see', 'book'] }] }],
    ...{ enrolled: [{ person: { childId: child.id } }], held: [{}], waiting: [{}] },
    payments: [{ _id: paymentId, kept: 8_000 }],
    notes: [{ text: 'Pays in cash.' }],
  });
  const { classes, payments, outbox, users, seatChanges } = app.services.database.collections;
  const { _id: userId } = from;
  for (const left of [
    classes.countDocuments({ 'seats.userId': userId }),
    classes.countDocuments({ 'waiting.userId': userId }),
    payments.countDocuments({ userId }),
    outbox.countDocuments({ userId }),
    seatChanges.countDocuments({ userId }),
  ])
    expect(await left).toBe(0);
  const gone = await users.findOne({ _id: userId });
  expect(gone).toMatchObject({ status: 'deleted', email: expect.stringMatching(/\.invalid$/) });
}

// Rules: R322.
describe('two families become one', () => {
  it('the admin sees before what goes; then everything is in the other account, and both hear of it', async () => {
    const busy = await buildBusyFamily();
    const into = await buildUser(app);
    expect(await preview(busy.parent, into)).toMatchObject({
      ...{ from: { email: busy.parent.email }, into: { email: into.email } },
      ...{ children: [busy.child.name], twice: [], seats: 2, payments: 1, waiting: 1, notes: 1 },
      ...{ needsOwner: true, obstacle: null },
    });
    const count = () => app.as(admin).call('GET /adminStats', { query: { email: admin.email } });
    const before = (await count()).body;
    expect(await merge(busy.parent, into)).toMatchObject({ status: 200 });
    await expectAllMoved(busy, into);
    expect((await count()).body).toMatchObject({
      totalUser: before.totalUser - 1,
      totalTransaction: before.totalTransaction,
      totalEnrolledClass: before.totalEnrolledClass,
    });

    // The parent cancels, reads the receipt and downloads as for any seat.
    const receipt = { params: { paymentId: busy.paymentId } };
    expect((await app.as(into).call('GET /receipts/:paymentId', receipt)).body.amount).toBe(8_000);
    expect(await app.as(busy.parent).call('GET /myChildren')).toMatchObject({ status: 401 });
    expect(await findKinds(app, into)).toContain('families merged');
    const { outbox } = app.services.database.collections;
    const old = { 'cause.kind': 'families merged', 'to.address': busy.parent.email };
    expect(await outbox.countDocuments(old)).toBe(1);
    const log = await readAuditLog(app, { action: 'merge families', target: into.email });
    expect(log).toMatchObject([{ after: { note: 'Same mother.' } }]);
    const asked = await readAuditLog(app, { action: 'ask to merge', target: into.email });
    expect(asked).toMatchObject([{ who: admin.email }]);
    // The audit log follows the family, so that the deletion of its account finds all of it.
    expect(JSON.stringify(await readAuditLog(app, {}))).not.toContain(busy.parent.email);
  });

  it('and the office finds it by the phone of the first one, and by what that one paid', async () => {
    const busy = await buildBusyFamily();
    const phone = { phone: '+1 202 555 7781', note: 'By phone.' };
    const params = { id: idOf(busy.parent) };
    await app.as(admin).call('PATCH /families/:id', { params, body: phone });
    const into = await buildUser(app);
    expect(await merge(busy.parent, into)).toMatchObject({ status: 200 });
    // Somebody else has the old address by now.
    const { users } = app.services.database.collections;
    const { email } = busy.parent;
    const other = makeUser({ name: 'Somebody', email, role: 'student' });
    await users.insertOne({ ...other, _id: new ObjectId() });
    for (const text of ['202 555 7781', busy.paymentId]) {
      const { parents } = (await app.as(admin).call('GET /search', { query: { text } })).body;
      expect(parents.map(({ _id }) => _id)).toEqual([idOf(into)]);
    }
  });

  it('and messages go along; once that account is deleted, no name and no address of either is left', async () => {
    const { parent: from } = await buildBusyFamily();
    const { users, contactMessages } = app.services.database.collections;
    await users.updateOne({ _id: from._id }, { $set: { name: 'Zuleika Xantippe' } });
    const wrote = { name: 'Zuleika Xantippe', email: from.email, message: 'Is there lunch?' };
    await app.as(from).call('POST /contact', { body: wrote });
    await runJobs(app.services);
    const message = await contactMessages.findOne({ email: from.email });
    await app.as(admin).call('POST /contactMessages/:id/replies', {
      params: { id: message?._id.toHexString() ?? '' },
      body: { text: 'There is.', replyId: randomUUID() },
    });
    await runJobs(app.services);
    // A family that came to the first one before.
    const earlier = await buildUser(app);
    await merge(earlier, from);
    const into = await buildUser(app);
    expect(await merge(from, into)).toMatchObject({ status: 200 });
    const proof = { body: { email: into.email, idToken: await proveSignIn(into) } };
    expect((await app.as(into).call('POST /myData', proof)).body.messages).toMatchObject([
      { message: 'Is there lunch?', replies: [{ text: 'There is.' }] },
    ]);
    expect((await app.as(into).call('DELETE /myAccount', proof)).status).toBe(200);
    for (const trace of ['Zuleika', from.email, into.email, earlier.email])
      expect(await findTraces(app, trace)).toEqual([]);
  });

  it('and what the office gives back or takes out later names the account that is left, until it is deleted', async () => {
    const busy = await buildBusyFamily();
    const { parent: from } = busy;
    const cheque = await buildClass(app, { price: 30 });
    const params = { id: idOf(from) };
    const { body: seat } = await app.as(admin).call('POST /families/:id/seats', {
      params,
      body: { classId: cheque.id, childId: busy.child.id, until: inDays(3) },
    });
    const day = readToday(app.services);
    const money = { method: 'cheque' as const, day, reference: '17', amount: 3_000 };
    const { body: paid } = await app.as(admin).call('POST /families/:id/payments', {
      params,
      body: { ...money, requestId: randomUUID(), cartIds: [seat.cartId] },
    });
    const into = await buildUser(app);
    expect(await merge(from, into)).toMatchObject({ status: 200 });

    const bounced = await app.as(admin).call('POST /payments/:paymentId/bounce', {
      params: { paymentId: paid.transactionId },
      body: { day, note: 'No funds.', until: null },
    });
    expect(bounced).toMatchObject({ status: 200 });
    await refundAtDashboard(busy.paymentId);
    await sendWebhook(app, { type: 'charge.refunded', paymentId: busy.paymentId });
    const log = await readAuditLog(app, {});
    expect(log.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['record bounce', 'refund']),
    );
    expect(JSON.stringify(log)).not.toContain(from.email);
    const proof = { body: { email: into.email, idToken: await proveSignIn(into) } };
    expect((await app.as(into).call('DELETE /myAccount', proof)).status).toBe(200);
    expect(await findTraces(app, from.email)).toEqual([]);
  });

  it('and a credit note of the first one is read by the other one, and by nobody else', async () => {
    const { student: from, paymentId } = await buildEnrolledSeat(
      app,
      await buildClass(app, { price: 40 }),
    );
    await refundAtDashboard(paymentId);
    await sendWebhook(app, { type: 'charge.refunded', paymentId });
    await runJobs(app.services);
    const into = await buildUser(app);
    await merge(from, into);
    const { creditNotes } = app.services.database.collections;
    const params = { no: (await creditNotes.findOne({ paymentId }))?._id ?? 0 };
    const read = (person: Person) => app.as(person).call('GET /creditNotes/:no', { params });
    expect(await read(into)).toMatchObject({ status: 200, body: { amount: 4_000 } });
    expect(await read(await buildUser(app))).toMatchObject({ status: 404 });
  });

  it('and statements go along, as later versions if both paid for the same child', async () => {
    const { parent: from, child } = await buildBusyFamily();
    const into = await buildUser(app);
    const year = Number(readToday(app.services).slice(0, 4));
    await app.as(from).call('POST /myStatements', { body: { participant: child.id, year } });
    const { statements } = app.services.database.collections;
    const issued = await statements.findOne({ userId: from._id });
    if (!issued) throw new Error('No statement was issued');
    await statements.insertOne({ ...issued, _id: issued._id + 1, userId: into._id });
    await merge(from, into);
    const theirs = await statements.find({ userId: into._id }).sort({ _id: 1 }).toArray();
    expect(theirs.map(({ _id, version }) => [_id - issued._id, version])).toEqual([
      [0, 2],
      [1, 1],
    ]);
    expect(await statements.countDocuments({ userId: from._id })).toBe(0);
    // The next merge considers both.
    const again = { body: { participant: child.id, year } };
    expect((await app.as(into).call('POST /myStatements', again)).body).toMatchObject({
      ...{ version: 3, replaces: { no: issued._id } },
    });
  });

  it('if both look after a child, it stays with one guardian who may do what either could', async () => {
    const [from, into] = [await buildUser(app), await buildUser(app)];
    const child = await buildChild(app, from);
    const { children } = app.services.database.collections;
    await children.updateOne(
      { _id: child._id },
      {
        $push: {
          guardians: {
            ...{ userId: into._id, place: `${idOf(into)}-0`, may: ['see'], invitedBy: from._id },
          },
        },
      },
    );
    expect(await merge(from, into)).toMatchObject({ status: 200 });
    expect(await children.findOne({ _id: child._id })).toMatchObject({
      guardians: [{ userId: into._id, may: ['see', 'book'], invitedBy: null }],
    });
  });

  it('not with itself, an instructor, two own seats in a class, or while a seat is canceled or moved', async () => {
    const [from, into] = [await buildUser(app), await buildUser(app)];
    const refused = async (one: Person, other: Person, why: string) => {
      expect((await preview(one, other)).obstacle).toContain(why);
      expect(await merge(one, other)).toMatchObject({
        status: 409,
        body: { code: 'cannot_merge' },
      });
    };
    await refused(from, from, 'same one');
    await refused(await buildUser(app, 'instructor'), into, 'Only the accounts of parents');
    const both = await buildClass(app, { name: 'Kites' });
    for (const person of [from, into]) await holdSeatOf(app, person, both);
    await refused(from, into, 'a seat of their own in Kites');

    const busy = await buildBusyFamily();
    const { seatChanges } = app.services.database.collections;
    const _id = new ObjectId();
    await seatChanges.insertOne({ _id, openSeatId: _id, userId: busy.parent._id } as never);
    await refused(busy.parent, into, 'canceled or moved');
    await seatChanges.deleteOne({ _id });
  });

  /** A merge that is cut off after some writes, and then the other account's owner deletes it. */
  async function mergeAndLeave(writes: number) {
    const busy = await buildBusyFamily();
    const into = await buildUser(app);
    const ids = { id: idOf(busy.parent), into: idOf(into), note: 'Same.' };
    await carryOutMerge(ids, admin, killAfter(app.services, writes)).catch(() => 'cut off');
    const leave = { body: { email: into.email, idToken: await proveSignIn(into) } };
    expect(await app.as(into).call('DELETE /myAccount', leave)).toMatchObject({ status: 200 });
    const { users } = app.services.database.collections;
    for (let round = 0; round < 3; round += 1) {
      // As if minutes had passed. A proof of sign-in must be fresh, so the clock stays.
      const due = { 'deletion.checkAfter': new Date(0) };
      await users.updateMany({ status: 'deleting' }, { $set: due });
      await runJobs(app.services);
    }
    expect(await users.countDocuments({ status: 'deleting' })).toBe(0);
    expect((await users.findOne({ _id: into._id }))?.status).toBe('deleted');
    return { busy, status: (await users.findOne({ _id: busy.parent._id }))?.status };
  }

  it('or the account stays as it was, if the owner of the other one deletes it before anything has moved', async () => {
    const { busy, status } = await mergeAndLeave(1);
    expect(status).toBe('active');
    expect(await readFamily(busy.parent)).toMatchObject({
      ...{ children: [{ _id: busy.child.id }], enrolled: [{}], held: [{}], waiting: [{}] },
    });
  });

  it('or all of it is deleted, if the owner of the other one deletes it while it moves', async () => {
    const { busy, status } = await mergeAndLeave(6);
    expect(status).toBe('deleted');
    const { children, payments } = app.services.database.collections;
    expect(await children.countDocuments({ 'guardians.userId': busy.parent._id })).toBe(0);
    expect(await payments.findOne({ _id: busy.paymentId })).toMatchObject({
      studentName: DELETED_NAME,
      email: expect.stringMatching(/\.invalid$/) as string,
    });
    // Except for the email that tells this address.
    const left = await findTraces(app, busy.parent.email);
    expect(left.filter((one) => !one.includes('"kind":"families merged"'))).toEqual([]);
  });

  it('not into an account whose address nobody has confirmed, nor from one with a log-in into one without', async () => {
    const [from, into] = [await buildUser(app), await buildUser(app)];
    const { users } = app.services.database.collections;
    await users.updateOne({ _id: into._id }, { $set: { isVerified: false } });
    expect((await preview(from, into)).obstacle).toContain('confirmed');
    expect(await merge(from, into)).toMatchObject({ body: { code: 'cannot_merge' } });
    // Nobody logs in to a family that the office has opened.
    await users.updateOne({ _id: into._id }, { $unset: { uid: '' }, $set: { isUnclaimed: true } });
    expect((await preview(from, into)).obstacle).toContain('merge it into this one');
    expect(await merge(from, into)).toMatchObject({ body: { code: 'cannot_merge' } });
    expect(await merge(into, from)).toMatchObject({ status: 200 });
  });

  it('also if an admin wants to remove the other account in between: it waits for the family', async () => {
    const busy = await buildBusyFamily();
    const into = await buildUser(app);
    const ids = { id: idOf(busy.parent), into: idOf(into), note: 'Same.' };
    const dying = killAfter(app.services, 6);
    await expect(carryOutMerge(ids, admin, dying)).rejects.toThrow();
    const remove = () => app.as(admin).call('DELETE /removeuser', { query: { email: into.email } });
    expect(await remove()).toMatchObject({ status: 404 });
    app.passMinutes(3);
    await runJobs(app.services);
    await expectAllMoved(busy, into);
    expect(await remove()).toMatchObject({ status: 200 });
  });

  it.each([false, true])(
    'and so does a seat that is canceled at the same moment; the server stops right then: %s',
    async (isKilled) => {
      const busy = await buildBusyFamily();
      const into = await buildUser(app);
      const { collections } = app.services.database;
      let isMerged = false;
      // The admin has read the seat, and the family goes before the change is recorded.
      const mergeFirst = async (name: string, method: string) => {
        if (isKilled && isMerged) throw new Error('killed');
        if (isMerged || name !== 'seatChanges' || method !== 'insertOne') return;
        isMerged = true;
        await carryOutMerge(
          { id: idOf(busy.parent), into: idOf(into), note: '' },
          admin,
          app.services,
        );
      };
      const database = {
        ...app.services.database,
        collections: watchWrites(collections, mergeFirst),
      };
      const seat = (await collections.classes.findOne({ 'seats.paymentId': busy.paymentId }))
        ?.seats[0];
      const wish = {
        paymentId: busy.paymentId,
        cartId: seat?.seatId.toHexString() ?? '',
        amount: 0,
      };
      const canceling = refundByAdmin({ ...wish, note: 'Ill.' }, admin, {
        ...app.services,
        database,
      });
      await (isKilled ? expect(canceling).rejects.toThrow('killed') : canceling);
      expect(isMerged).toBe(true);
      app.passMinutes(3);
      await runJobs(app.services);
      expect(await collections.seatChanges.find({ userId: busy.parent._id }).toArray()).toEqual([]);
      const read = await app.as(into).call('GET /myCancellations');
      expect(read.body).toHaveLength(1);
    },
  );

  it('not if the other adult joins a class at this moment in which this one has a seat', async () => {
    const [from, into] = [await buildUser(app), await buildUser(app)];
    const campClass = await buildClass(app, { price: 30, sit: 2 });
    await holdSeatOf(app, from, campClass);
    const { database } = app.services;
    let hasJoined = false;
    const joinFirst = async (name: string) => {
      if (hasJoined || name !== 'users') return;
      hasJoined = true;
      await holdSeatOf(app, into, campClass);
    };
    const services = {
      ...app.services,
      database: { ...database, collections: watchWrites(database.collections, joinFirst) },
    };
    const ids = { id: idOf(from), into: idOf(into), note: 'Same.' };
    await expect(carryOutMerge(ids, admin, services)).rejects.toThrow();
    const after = await database.collections.classes.findOne({ _id: campClass._id });
    expect(after?.seats.map(({ userId }) => userId)).toEqual([from._id, into._id]);
    expect(await database.collections.users.findOne({ _id: from._id })).toMatchObject({
      status: 'active',
    });
  });

  it('and if the other adult joins a class just then in which this one holds a seat, one of the two is free again', async () => {
    const [from, into] = [await buildUser(app), await buildUser(app)];
    const campClass = await buildClass(app, { price: 30, sit: 2 });
    await holdSeatOf(app, from, campClass);
    const { database } = app.services;
    let joined: string | undefined;
    // Everybody has looked whether both have a seat there, and now the seat goes to the other account.
    const joinFirst = async (name: string) => {
      if (joined || name !== 'classes') return;
      joined = 'now';
      joined = (await holdSeatOf(app, into, campClass)).cartId;
    };
    const services = {
      ...app.services,
      database: { ...database, collections: watchWrites(database.collections, joinFirst) },
    };
    const ids = { id: idOf(from), into: idOf(into), note: 'Same.' };
    await carryOutMerge(ids, admin, services);
    const after = await database.collections.classes.findOne({ _id: campClass._id });
    expect(after?.seats.map(({ seatId }) => seatId.toHexString())).toEqual([joined]);
    expect(after?.sit).toBe(1);
  });

  it('and if both have a paid seat there by then, the later one ends and its money goes back', async () => {
    const [from, into] = [await buildUser(app), await buildUser(app)];
    const campClass = await buildClass(app, { price: 30, sit: 2 });
    const first = await enroll(from, campClass);
    const { database } = app.services;
    let joined: string | undefined;
    const joinFirst = async (name: string) => {
      if (joined || name !== 'classes') return;
      joined = 'now';
      joined = await enroll(into, campClass);
    };
    const services = {
      ...app.services,
      database: { ...database, collections: watchWrites(database.collections, joinFirst) },
    };
    await carryOutMerge({ id: idOf(from), into: idOf(into), note: 'Same.' }, admin, services);
    app.passMinutes(3);
    await runJobs(app.services);
    const after = await database.collections.classes.findOne({ _id: campClass._id });
    expect(after?.seats).toMatchObject([{ paymentId: first, userId: into._id }]);
    expect(after?.sit).toBe(1);
    expect(await database.collections.refunds.find({ paymentId: joined }).toArray()).toMatchObject([
      { amount: 3_000, state: 'succeeded' },
    ]);
    expect((await readFamily(into)).payments).toHaveLength(2);
  });

  it.each([false, true])(
    'and so does money that the office records at the same moment; the server stops right then: %s',
    async (isKilled) => {
      const [parent, into] = [await buildUser(app), await buildUser(app)];
      const child = await buildChild(app, parent);
      const { id: classId } = await buildClass(app, { price: 30 });
      const body = { classId, childId: child.id, until: addDays(readToday(app.services), 3) };
      const params = { id: idOf(parent) };
      const { cartId } = (await app.as(admin).call('POST /families/:id/seats', { params, body }))
        .body;
      const { collections } = app.services.database;
      let isMerged = false;
      // The office has read the seats, and the family goes before the payment is in the ledger.
      const mergeFirst = async (name: string) => {
        if (isKilled && isMerged) throw new Error('killed');
        if (isMerged || name !== 'payments') return;
        isMerged = true;
        await carryOutMerge({ id: idOf(parent), into: idOf(into), note: '' }, admin, app.services);
      };
      const database = {
        ...app.services.database,
        collections: watchWrites(collections, mergeFirst),
      };
      const money = { requestId: randomUUID(), cartIds: [cartId], method: 'cash' as const };
      const day = readToday(app.services);
      const recording = recordMoney(
        ...([params.id, { ...money, day, reference: '', amount: 3_000 }, admin] as const),
        { ...app.services, database },
      );
      await (isKilled ? expect(recording).rejects.toThrow('killed') : recording);
      expect(isMerged).toBe(true);
      app.passMinutes(3);
      await runJobs(app.services);
      expect(await collections.payments.findOne({ userId: into._id })).toMatchObject({
        ...{ userId: into._id, status: 'enrolled', kept: 3_000 },
      });
      expect((await readFamily(into)).enrolled).toHaveLength(1);
      expect(await collections.classes.find({ 'seats.userId': parent._id }).toArray()).toEqual([]);
    },
  );

  slowIt('wherever the server stops; nothing is lost or twice', async () => {
    for (let writes = 0, isOver = false; !isOver; writes += 1) {
      const busy = await buildBusyFamily();
      const into = await buildUser(app);
      const ids = { id: idOf(busy.parent), into: idOf(into), note: 'Same.' };
      const dying = killAfter(app.services, writes);
      const said = await carryOutMerge(ids, admin, dying).catch(() => 'cut off');
      isOver = said !== 'cut off' && writes > 20;
      app.passMinutes(3);
      await runJobs(app.services);
      if (writes === 0) expect((await readFamily(busy.parent)).enrolled).toHaveLength(1);
      else await expectAllMoved(busy, into);
    }
  });

  slowIt('and says so if two admins merge them in both directions at the same moment', async () => {
    for (let round = 0; round < 8; round += 1) {
      const [one, other] = [await buildUser(app), await buildUser(app)];
      const answers = await Promise.all([merge(one, other), merge(other, one)]);
      // One may have waited for the other.
      app.passMinutes(3);
      await runJobs(app.services);
      const { users } = app.services.database.collections;
      const left = await Promise.all([one, other].map(({ _id }) => users.findOne({ _id })));
      expect(left.map((user) => user?.status)).toEqual(
        answers.map(({ status }) => (status === 200 ? 'deleted' : 'active')),
      );
      expect(left.some((user) => user?.status === 'active')).toBe(true);
    }
  });
});
