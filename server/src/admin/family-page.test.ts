import { MAX_OFFICE_NOTES } from '@speakifyr/contract/limits.ts';
import { ObjectId } from 'mongodb';
import { describe, expect, it } from 'vitest';
import { readAuditLog } from '../testing/audit-log.ts';
import { addContacts, addHealth, makeContact } from '../testing/care.ts';
import { makeGuardian } from '../testing/documents.ts';
import {
  buildChild,
  buildClass,
  buildUser,
  confirmPayment,
  getIntentId,
  holdSeatOf,
  proveSignIn,
  recordPayment,
  useUser,
} from '../testing/factories.ts';
import { findTraces } from '../testing/find-traces.ts';
import { createMoves } from '../testing/moves.ts';
import { useTestApp } from '../testing/test-app.ts';

const app = useTestApp();
const admin = useUser(app, 'admin');

const paramsOf = ({ _id }: { _id: ObjectId }) => ({ id: _id.toHexString() });
const readFamily = async (account: { _id: ObjectId }) =>
  (await app.as(admin).call('GET /families/:id', { params: paramsOf(account) })).body;

/** A parent with a child that has a paid seat, and a partner who is a guardian, too. */
async function buildFamily() {
  const [parent, partner] = [await buildUser(app), await buildUser(app)];
  const child = await buildChild(app, parent, {
    guardians: [
      makeGuardian(parent._id),
      makeGuardian(partner._id, { may: ['see'], invitedBy: parent._id }),
    ],
  });
  const campClass = await buildClass(app, { price: 20 });
  const { email } = parent;
  const join = { classId: campClass.id, email, childId: child.id };
  const { cartId } = (await app.as(parent).call('POST /addClass', { body: join })).body;
  const intent = await app
    .as(parent)
    .call('POST /createPayment-intent', { body: { cartId, price: 20 } });
  const paymentId = getIntentId(intent.body.clientSecret);
  await confirmPayment(paymentId);
  expect((await recordPayment(app, parent, paymentId)).status).toBe(200);
  return { parent, partner, child, campClass, cartId, paymentId };
}

// Rules: R222, R223, R224.
describe('a family’s page', () => {
  it('has the adults, children, seats, payments and waiting lists, and what the seats brought', async () => {
    const { parent, partner, child, campClass, cartId, paymentId } = await buildFamily();
    await addHealth(app, child._id, {}, 'Peanuts');
    await addContacts(app, child._id, [makeContact({ name: 'Grandpa' })]);
    const full = await buildClass(app, { sit: 0 });
    await app.as(parent).call('POST /waiting/:classId', {
      params: { classId: full.id },
      body: { childIds: [child.id] },
    });

    const family = await readFamily(parent);

    expect(family.account).toMatchObject({ email: parent.email, role: 'student' });
    expect(family.others).toMatchObject([{ email: partner.email }]);
    expect(family.children).toMatchObject([
      { _id: child.id, health: 'answered', contacts: 1, guardians: [{}, { may: ['see'] }] },
    ]);
    expect(family.enrolled).toMatchObject([
      {
        campClass: { _id: campClass.id, status: 'open', isCanceled: false },
        person: { cartId, childId: child.id, left: 2_000, payment: { _id: paymentId } },
      },
    ]);
    expect(family.payments).toMatchObject([{ _id: paymentId, amount: 2_000, kept: 2_000 }]);
    expect(family.waiting).toMatchObject([{ classId: full.id, people: [{ childId: child.id }] }]);
    expect(JSON.stringify(family)).not.toMatch(/Peanuts|Grandpa/);
    // The partner booked nothing, but the child’s seat and its payment are the family’s.
    const others = await readFamily(partner);
    expect(others.enrolled).toMatchObject([{ person: { cartId, email: parent.email } }]);
    expect(others.payments).toMatchObject([{ _id: paymentId }]);
  });

  it('has the seats of classes that are over or archived, canceled seats, holds, receipts and emails', async () => {
    const { parent, campClass, cartId, paymentId } = await buildFamily();
    const held = await holdSeatOf(app, parent, await buildClass(app));
    const { classes, outbox } = app.services.database.collections;
    await classes.updateOne({ _id: campClass._id }, { $set: { status: 'archived' } });
    await app.as(parent).call('GET /receipts/:paymentId', { params: { paymentId } });

    const before = await readFamily(parent);
    expect(before.enrolled).toMatchObject([{ campClass: { status: 'archived' } }]);
    expect(before.held).toMatchObject([{ person: { cartId: held.cartId } }]);
    expect(before.payments[0]?.receipt).toMatch(/^R-\d{6}$/);
    expect(before.mails.length).toBe(await outbox.countDocuments({ userId: parent._id }));

    const cancel = await app
      .as(parent)
      .call('POST /cancellation/:cartId', { params: { cartId }, body: { refund: 2_000 } });
    expect(cancel.status).toBe(200);
    const after = await readFamily(parent);
    expect(after.enrolled).toEqual([]);
    expect(after.canceled).toMatchObject([{ cartId, refund: 2_000, by: 'parent' }]);
    expect(after.payments[0]).toMatchObject({ kept: 0, refunds: [{ amount: 2_000 }] });
  });

  it('shows the payment of a difference on the seat that is held for a move', async () => {
    const { buildMove, moveTo, payAtStripe } = createMoves(() => app);
    const moving = await buildMove(150);
    const { student } = moving;
    const held = await moveTo(moving, moving.to);
    const paymentId = await payAtStripe(moving, held);
    const { _id } = (await app.services.database.collections.users.findOne({
      email: student.email,
    }))!;
    const payment = { _id: paymentId, amount: 9_000, state: 'open' };
    expect((await readFamily({ _id })).held).toMatchObject([
      { person: { cartId: held.cartId, payment } },
    ]);
  });

  it('is not there for an account that does not exist or deletes itself', async () => {
    const leaving = await buildUser(app);
    const { users } = app.services.database.collections;
    await users.updateOne({ _id: leaving._id }, { $set: { status: 'deleting' } });
    for (const account of [leaving, { _id: new ObjectId() }]) {
      const answer = await app.as(admin).call('GET /families/:id', { params: paramsOf(account) });
      expect(answer.status).toBe(404);
    }
  });
});

describe('a note of the office', () => {
  it('has its author and its moment, is in the audit log without its text, and can be deleted', async () => {
    const parent = await buildUser(app);
    const add = (text: string) =>
      app.as(admin).call('POST /families/:id/notes', { params: paramsOf(parent), body: { text } });
    await add('Called about the bus.');
    await add('Wants the same group as Ben.');

    const { notes } = await readFamily(parent);
    expect(notes).toMatchObject([
      { text: 'Wants the same group as Ben.', by: admin.name },
      { text: 'Called about the bus.', by: admin.name },
    ]);
    const entries = await readAuditLog(app, { target: parent.email });
    expect(entries).toMatchObject([{ action: 'add note' }, { action: 'add note' }]);
    expect(JSON.stringify(entries)).not.toContain('bus');

    const params = { ...paramsOf(parent), noteId: notes[1]?._id ?? '' };
    const remove = () => app.as(admin).call('DELETE /families/:id/notes/:noteId', { params });
    expect((await remove()).status).toBe(200);
    expect((await remove()).status).toBe(404);
    expect((await readFamily(parent)).notes).toHaveLength(1);
  });

  it('is never shown to the family, and goes with the account', async () => {
    const parent = await buildUser(app);
    const body = { text: 'Pays late, be patient.' };
    await app.as(admin).call('POST /families/:id/notes', { params: paramsOf(parent), body });
    const proof = { email: parent.email, idToken: await proveSignIn(parent) };
    const data = await app.as(parent).call('POST /myData', { body: proof });
    expect(JSON.stringify(data.body)).not.toContain(body.text);
    await app.as(parent).call('DELETE /myAccount', { body: proof });
    expect(await findTraces(app, body.text)).toEqual([]);
  });

  it('is refused when the family has too many', async () => {
    const parent = await buildUser(app);
    const answers = await Promise.all(
      Array.from({ length: MAX_OFFICE_NOTES + 2 }, () =>
        app
          .as(admin)
          .call('POST /families/:id/notes', { params: paramsOf(parent), body: { text: 'Again.' } }),
      ),
    );
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused.map(({ body }) => body.code)).toEqual(['too_many_notes', 'too_many_notes']);
    expect((await readFamily(parent)).notes).toHaveLength(MAX_OFFICE_NOTES);
  });
});

it('who reads a child’s contacts is in the audit log first, once a day', async () => {
  const { parent, child } = await buildFamily();
  await addContacts(app, child._id, [makeContact({ name: 'Grandpa' })]);
  const read = () => app.as(admin).call('GET /children/:id/contacts', { params: { id: child.id } });
  expect((await read()).body).toMatchObject([{ name: 'Grandpa' }]);
  await read();
  const entries = await readAuditLog(app, { action: 'read contacts' });
  expect(entries).toMatchObject([
    { who: admin.email, target: parent.email, after: { child: child.id } },
  ]);
  const { events } = app.services.database.collections;
  await events.deleteMany({});
  events.bulkWrite = () => Promise.reject(new Error('the disk is full'));
  try {
    expect((await read()).status).toBe(500);
  } finally {
    Reflect.deleteProperty(events, 'bulkWrite');
  }
});
