import { randomUUID } from 'node:crypto';
import type { Contract } from '@speakifyr/contract/contract.ts';
import { ObjectId } from 'mongodb';
import { describe, expect, it } from 'vitest';
import type { UserDocument } from '../database/user-documents.ts';
import { addDueMails } from '../messages/add-due-mails.ts';
import { deliverMails } from '../messages/deliver.ts';
import { makeGuardian, makePayment } from '../testing/documents.ts';
import { buildChild, buildClass, buildUser, useUser } from '../testing/factories.ts';
import { findMail, readMailTo } from '../testing/mails.ts';
import { makeInput } from '../testing/make-input.ts';
import { buildLine } from '../testing/outbox-line.ts';
import { makeEnrolledSeat, makeHeldSeat } from '../testing/seats.ts';
import { addDocument } from '../testing/form-files.ts';
import { useTestApp } from '../testing/test-app.ts';
import { inDays } from '../testing/today.ts';
import { makeEntry, makePeople } from '../testing/waiting.ts';
import { watchWrites } from '../testing/watch-writes.ts';
import { TEAM_ACTS, type TeamAct } from './family-acts.ts';

/**
 * Nobody of the office serves their own family. Walks all calls of the team that are about a family; a new call of the
 * team does not compile until `TEAM_ACTS` judges it. R495
 */

const world = { writes: 0 };
const app = useTestApp(({ database }) => ({
  database: {
    ...database,
    collections: watchWrites(database.collections, (collection) => {
      // Requests are counted there, not what a call does.
      if (collection !== 'visitDays') world.writes += 1;
    }),
  },
}));
const colleague = useUser(app, 'admin');
const collections = () => app.services.database.collections;
const hex = ({ _id }: { _id: ObjectId }) => _id.toHexString();

const FAMILY_CALLS = (Object.keys(TEAM_ACTS) as TeamAct[]).filter(
  (name) => typeof TEAM_ACTS[name] === 'function' && name !== 'POST /moves',
);

/** Somebody loses access. No other call of the office ends or moves what is an owner's who logs in. R496, R497 */
const ENDS_RIGHTS: TeamAct[] = [
  'DELETE /removeuser',
  'DELETE /userSignIn/:id',
  'DELETE /children/:id/guardians/:guardianId',
];

/** The account, its address, its log-in and its child are where they were. */
async function expectStillTheirs({ _id, email, uid, mailTo }: UserDocument) {
  const now = await collections().users.findOne({ _id });
  expect(now).toMatchObject({ email, uid, status: 'active' });
  expect(now?.mailTo?.confirmed ?? false).toBe(mailTo?.confirmed ?? false);
  expect(now).not.toHaveProperty('claim');
  expect(await collections().children.countDocuments({ 'guardians.userId': _id })).toBeGreaterThan(
    0,
  );
}

type Who = { admin: UserDocument; parent: UserDocument };

/** A family with everything that the office acts on. @param guardians of the child, besides the parent */
async function buildFamily({ parent, admin }: Who, isGuardian: boolean) {
  const may = makeGuardian(admin._id, { may: ['see'], invitedBy: parent._id });
  const child = await buildChild(app, parent, {
    guardians: [makeGuardian(parent._id), ...(isGuardian ? [may] : [])],
  });
  const at = app.services.now();
  const paymentId = `office_${new ObjectId().toHexString()}`;
  const paid = makeEnrolledSeat(parent, at, child, { paymentId });
  const held = makeHeldSeat(parent, at, child);
  const entry = makeEntry(parent, { people: makePeople(child) });
  const dates = { camp_start: inDays(30), camp_end: inDays(34) };
  const campClass = await buildClass(app, { seats: [paid, held], waiting: [entry], ...dates });
  const payment = makePayment(
    { seatId: paid.seatId, classId: campClass._id, name: child.name },
    {
      ...{ _id: paymentId, email: parent.email, userId: parent._id, amount: 1_000, createdAt: at },
      ...{ method: 'cheque', received: { day: inDays(0), reference: '17', by: colleague._id } },
    },
  );
  for (const item of payment.items) item.childId = child._id;
  await collections().payments.insertOne(payment);
  const refundId = `admin:${new ObjectId().toHexString()}`;
  await collections().refunds.insertOne({
    ...{ _id: refundId, paymentId, seatId: paid.seatId, amount: 100, currency: 'usd' },
    ...{ reason: 'by admin', state: 'failed', attempt: 1, createdAt: at, needsAdmin: true },
  });
  const aid = new ObjectId();
  await collections().aidRequests.insertOne({
    ...{ _id: aid, userId: parent._id, childId: child._id, words: 'Please.', askedAt: at },
  });
  return { parent, child, campClass, paid, held, entry, paymentId, refundId, aid };
}

type Family = Awaited<ReturnType<typeof buildFamily>>;

/** A good input for each call. */
async function makeGoodInput(name: TeamAct, family: Family) {
  const { parent, child, campClass, paid, held, entry, paymentId, refundId, aid } = family;
  const [, path = ''] = name.split(' ');
  const ofSeat = path.startsWith('/owedSeats') && paid.seatId.toHexString();
  const idOf = ofSeat || (path.startsWith('/children') ? hex(child) : hex(parent));
  return makeInput(name, {
    ...{ id: path.startsWith('/aidRequests') ? aid.toHexString() : idOf, childId: hex(child) },
    ...{ classId: campClass.id, waitId: entry.waitId.toHexString(), paymentId, refundId },
    cartId: (path === '/refunds' ? paid : held).seatId.toHexString(),
    ...{ personId: hex(child), version: 1, seen: 0, answers: {} },
    ...{ email: parent.email, name: 'Somebody', birthDate: '2018-03-04', note: 'A note' },
    ...{ guardianId: hex(parent), entryId: new ObjectId().toHexString(), priority: 1 },
    ...{ into: hex(await buildUser(app)), childIds: [hex(child)], noteId: hex(parent) },
    ...{ cartIds: [held.seatId.toHexString()], method: 'cash', amount: 4_950, day: inDays(0) },
    ...{ reference: '', requestId: randomUUID(), until: inDays(9), address: 'new@example.test' },
    ...{ award: null, text: 'A text', extras: [], since: inDays(0) },
    replyId: randomUUID(),
    paper: { by: hex(parent), day: inDays(0), reference: 'Folder 3' },
    ...(path.startsWith('/formFiles') && {
      ...{ id: await addDocument(app, child._id, parent._id), state: 'accepted' },
    }),
    ...(path.startsWith('/openRefunds') && { cartId: null }),
    // A guardian by id.
    ...(path.endsWith('/mustNotCollect') && { name: undefined }),
  });
}

const call = (admin: UserDocument, name: TeamAct, input: object) =>
  app.as(admin).call(name, input as never) as Promise<{ status: number; body: { code?: string } }>;

describe.each(FAMILY_CALLS)('%s', (name: keyof Contract & TeamAct) => {
  it.each([['director'], ['office']] as const)(
    'is refused to a guardian of the %s who may only see the child; a colleague may',
    async (bundle) => {
      const parent = await buildUser(app);
      const admin = await buildUser(app, 'admin', bundle === 'office' ? bundle : undefined);
      if (bundle === 'office' && /aidRequests|userSignIn/.test(name)) return;
      const input = await makeGoodInput(name, await buildFamily({ parent, admin }, true));
      world.writes = 0;
      expect(await call(admin, name, input)).toMatchObject({
        ...{ status: 409, body: { code: 'own_family' } },
      });
      expect(world.writes).toBe(0);
      const { status, body } = await call(colleague, name, input);
      expect(status, JSON.stringify(body)).not.toBe(400);
      expect(status).toBeLessThan(500);
      expect(body.code).not.toBe('own_family');
      if (!ENDS_RIGHTS.includes(name)) await expectStillTheirs(parent);
    },
  );

  it('is refused to the account itself', async () => {
    const admin = await buildUser(app, 'admin');
    const input = await makeGoodInput(name, await buildFamily({ parent: admin, admin }, false));
    expect((await call(admin, name, input)).body.code).toBe('own_family');
  });
});

// Rules: R712.
it('a guardian of the office reads no notes about their family on its page; a colleague does', async () => {
  const [admin, parent] = [await buildUser(app, 'admin'), await buildUser(app)];
  await buildFamily({ parent, admin }, true);
  const params = { id: hex(parent) };
  const body = { text: 'She says that he must not know where they live.' };
  expect((await app.as(colleague).call('POST /families/:id/notes', { params, body })).status).toBe(
    200,
  );
  const read = async (by: UserDocument) =>
    (await app.as(by).call('GET /families/:id', { params })).body;
  expect(await read(colleague)).toMatchObject({ isOwn: false, notes: [body] });
  expect(await read(admin)).toMatchObject({ isOwn: true, notes: [] });
});

// Rules: R712.
describe('an email to the office about a child', () => {
  /** The office has blocked a guardian who works there. The other guardian has a new name, so the office looks again. */
  async function buildNews() {
    await addDueMails(app.services);
    await collections().outbox.deleteMany({});
    const [admin, parent] = [await buildUser(app, 'admin'), await buildUser(app)];
    const { child } = await buildFamily({ parent, admin }, true);
    const body = { guardianId: hex(admin), since: inDays(0), note: 'A court has decided.' };
    const params = { id: hex(child) };
    const blocked = await app
      .as(colleague)
      .call('POST /children/:id/mustNotCollect', { params, body });
    expect(blocked.status).toBe(200);
    const renamed = await app.as(parent).call('PATCH /myProfile', { body: { name: 'Nora Neu' } });
    expect(renamed.status).toBe(200);
    return { admin, parent, child };
  }
  const open = (by: UserDocument, id: string) =>
    app.as(by).call('GET /outbox/:id', { params: { id } });
  const list = async (by: UserDocument) =>
    (await app.as(by).call('GET /outbox')).body.map(({ _id }) => _id);

  it('goes to the others, and its own family’s guardian does not open theirs in the Outbox', async () => {
    const { admin, parent, child } = await buildNews();
    const { _id } = await findMail(app, colleague, 'pick-up to check');
    const own = await findMail(app, admin, 'pick-up to check');
    // Those to the many other admins of this file.
    await collections().outbox.deleteMany({ _id: { $not: { $in: [_id, own._id] } } });
    const sent: string[] = [];
    const mailer = {
      send: ({ id }: { id: string }) =>
        Promise.resolve({ result: 'sent' as const, at: sent.push(id) }),
      check: () => Promise.resolve(undefined),
    };
    await deliverMails({ ...app.services, mailer });
    expect(sent).toContain(_id);
    expect(sent).not.toContain(own._id);
    expect((await open(colleague, _id)).body.content).not.toBeNull();
    const cause = { kind: 'left not allowed' as const, tapId: randomUUID(), childId: child._id };
    const { _id: toParent } = await buildLine(app, parent, { cause, _id: `not-${hex(child)}` });
    for (const id of [_id, own._id, toParent]) {
      expect((await open(admin, id)).status).toBe(404);
      expect(await list(admin)).not.toContain(id);
      expect(await list(colleague)).toContain(id);
    }
    const other = await buildLine(app, parent);
    expect((await open(admin, other._id)).status).toBe(200);
    expect(await list(admin)).toContain(other._id);
    const page = await app.as(admin).call('GET /families/:id', { params: { id: hex(parent) } });
    expect(page.body.mails.map((mail) => mail._id)).not.toContain(toParent);
  });

  it('goes to the child’s guardian if nobody else is in the office: somebody must hear of it', async () => {
    const { admin } = await buildNews();
    await addDueMails(app.services);
    const others = { role: 'admin' as const, _id: { $ne: admin._id } };
    await collections().users.updateMany(others, { $set: { status: 'removed' } });
    const read = await readMailTo(app, admin, 'pick-up to check');
    await collections().users.updateMany(others, { $set: { status: 'active' } });
    expect(read).toMatchObject({ props: { news: 'name' } });
  });
});

it('who pays a share of a seat is no stranger to it, even if they are no guardian', async () => {
  const admin = await buildUser(app, 'admin');
  const family = await buildFamily({ parent: await buildUser(app), admin }, false);
  const share = { 'seats.0.coPay': { userId: admin._id, plan: { parts: [] } } };
  const { classes } = collections();
  await classes.updateOne({ _id: family.campClass._id }, { $set: share } as never);
  for (const name of ['PUT /officeExtras/:classId/:cartId', 'POST /refunds'] as const) {
    const input = await makeGoodInput(name, { ...family, held: family.paid as never });
    expect((await call(admin, name, input)).body.code).toBe('own_family');
  }
});

it('an account that shares a child with the admin is their family, also in what is about another child', async () => {
  const admin = await buildUser(app, 'admin');
  const parent = await buildUser(app);
  await buildChild(app, parent, {
    guardians: [makeGuardian(admin._id), makeGuardian(parent._id, { invitedBy: admin._id })],
  });
  const input = await makeGoodInput('POST /refunds', await buildFamily({ parent, admin }, false));
  expect((await call(admin, 'POST /refunds', input)).body.code).toBe('own_family');
  const free = { classId: (await buildClass(app, { price: 90 })).id, childId: null, price: 0 };
  const body = { ...free, until: inDays(9), note: 'A friend.' };
  const params = { id: hex(parent) };
  const reserved = await app.as(admin).call('POST /families/:id/seats', { params, body });
  expect(reserved.body.code).toBe('own_family');
});

it('an admin moves a seat of their own child as a parent, by a parent’s rules', async () => {
  const admin = await buildUser(app, 'admin');
  const family = await buildFamily({ parent: admin, admin }, false);
  const theirs = await buildFamily({ parent: await buildUser(app), admin }, true);
  const dear = await buildClass(app, { price: 90, camp_start: inDays(30), camp_end: inDays(34) });
  const move = ({ paid }: Family) => {
    const waived = { classId: dear.id, note: 'A favor.', charge: false };
    const body = { ...waived, cartId: paid.seatId.toHexString() };
    return app.as(admin).call('POST /moves', { body });
  };
  const moved = await move(family);
  expect(moved).toMatchObject({ status: 200, body: { state: 'pay', difference: 8_000 } });
  // The other parent has booked it.
  expect((await move(theirs)).status).toBe(404);
});
