import { SCHOOL } from '@speakifyr/contract/school.ts';
import { randomUUID } from 'node:crypto';
import { MAX_WAITING_OF_ACCOUNT, MAX_WAITING } from '@speakifyr/contract/limits.ts';
import { ObjectId } from 'mongodb';
import { describe, expect, it } from 'vitest';
import type { UserDocument } from '../database/user-documents.ts';
import { runJobs } from '../jobs/jobs.ts';
import { addDueMails } from '../messages/add-due-mails.ts';
import { formatIsoDay } from '../school-time.ts';
import { readAuditLog } from '../testing/audit-log.ts';
import {
  buildChild,
  buildClass,
  buildUser,
  confirmPayment,
  startPaymentOf,
  useUser,
} from '../testing/factories.ts';
import { buildFamily } from '../testing/families.ts';
import { readProps } from '../messages/write-mail.ts';
import { findKinds, findMail, listMailsTo, readMailTo } from '../testing/mails.ts';
import { useSecondServer, useTestApp } from '../testing/test-app.ts';
import { inDays } from '../testing/today.ts';
import { watchWrites } from '../testing/watch-writes.ts';
import { startOfferClocks } from './tend-lists.ts';
import { buildFullClass, joinList, makeEntry, readClass } from '../testing/waiting.ts';

const app = useTestApp();
const admin = useUser(app, 'admin');
/** A server on which few people wait from one internet connection. */
const strict = useSecondServer(app, { HOLDS_PER_ADDRESS: '4' });

type Wish = { childIds?: string[]; withSelf?: boolean; together?: boolean };

function put(
  { _id }: { _id: ObjectId },
  { id: classId }: { id: string },
  wish: Wish = {},
  server = app,
) {
  const params = { id: _id.toHexString() };
  return server
    .as(admin)
    .call('POST /families/:id/waiting', { params, body: { classId, ...wish } });
}

function takeOff({ _id }: { _id: ObjectId }, waitId: string) {
  const params = { id: _id.toHexString(), waitId };
  return app.as(admin).call('DELETE /families/:id/waiting/:waitId', { params });
}

async function buildParent() {
  const parent = await buildUser(app);
  return { parent, child: await buildChild(app, parent) };
}

async function buildUserWith(changes: Partial<UserDocument>) {
  const user = await buildUser(app);
  await app.services.database.collections.users.updateOne({ _id: user._id }, { $set: changes });
  return user;
}

const code = ({ status, body }: Awaited<ReturnType<typeof put>>) =>
  status === 200 ? 'waits' : body.code;

// Rules: R340.
describe('the office puts a family on the waiting list', () => {
  it('behind those who wait already; the parent hears of it, sees it and may leave', async () => {
    const campClass = await buildFullClass(app, { name: 'Kites' });
    const { parent, child } = await buildParent();
    await joinList(app, await buildUser(app), campClass);
    const { body } = await put(parent, campClass, { childIds: [child.id] });
    expect(body).toEqual({ waitId: expect.any(String) as string, position: 2 });

    expect(await findMail(app, parent, 'waiting joined')).toBeDefined();
    expect(await readMailTo(app, parent, 'waiting joined')).toMatchObject({
      props: { children: [child.name], position: 2 },
    });
    expect((await app.as(parent).call('GET /myWaiting')).body).toMatchObject([
      { waitId: body.waitId, className: 'Kites', people: [{ childId: child.id }], position: 2 },
    ]);
    const [logged] = await readAuditLog(app, {
      action: 'put on waiting list',
      target: parent.email,
    });
    expect(logged).toMatchObject({
      who: admin.email,
      after: { classId: campClass.id, children: [child.id], together: true },
    });
    const params = { waitId: body.waitId };
    expect((await app.as(parent).call('DELETE /waiting/:waitId', { params })).status).toBe(200);
  });

  it('and a seat that opens up is offered to it as to anybody else', async () => {
    const campClass = await buildFullClass(app);
    const { parent, child } = await buildParent();
    await put(parent, campClass, { childIds: [child.id] });
    await campClass.free();
    expect((await app.as(parent).call('GET /myWaiting')).body).toMatchObject([
      { state: 'offered', people: [{ childId: child.id }] },
    ]);
    expect(await findKinds(app, parent)).toContain('seat offered');
  });

  it('for the owner of the account, or siblings who go together', async () => {
    const campClass = await buildFullClass(app);
    const { parent, child } = await buildParent();
    const other = await buildParent();
    expect(code(await put(parent, campClass))).toBe('waits');
    expect(
      code(await put(other.parent, campClass, { childIds: [other.child.id], withSelf: true })),
    ).toBe('group_too_large');
    const larger = await buildFullClass(app, {}, 2);
    expect(code(await put(parent, larger, { childIds: [child.id], withSelf: true }))).toBe('waits');
    expect((await readClass(app, larger)).waiting).toMatchObject([
      { people: [{ childId: child._id }, {}], together: true },
    ]);
  });

  it('under the same rules as when a parent joins', async () => {
    const { parent, child } = await buildParent();
    const stranger = await buildParent();
    const wish = { childIds: [child.id] };
    const full = await buildFullClass(app);
    const codes = {
      free: code(await put(parent, await buildClass(app), wish)),
      started: code(
        await put(parent, await buildClass(app, { camp_start: inDays(-2), sit: 0 }), wish),
      ),
      tomorrow: code(
        await put(parent, await buildClass(app, { camp_start: inDays(1), sit: 0 }), wish),
      ),
      draft: code(await put(parent, await buildClass(app, { status: 'draft', sit: 0 }), wish)),
      teens: code(await put(parent, await buildFullClass(app, { ageFrom: 16, ageTo: 17 }), wish)),
      stranger: code(await put(parent, full, { childIds: [stranger.child.id] })),
      first: code(await put(parent, full, wish)),
      twice: code(await put(parent, full, wish)),
    };
    expect(codes).toEqual({
      ...{ free: 'seats_free', started: 'class_started', tomorrow: 'class_full' },
      ...{ draft: 'not_found', teens: 'wrong_age', stranger: 'not_found' },
      ...{ first: 'waits', twice: 'already_waiting' },
    });
    expect(code(await put(await buildUserWith({ isVerified: false }), full))).toBe(
      'email_not_verified',
    );
    expect(code(await put(await buildUserWith({ status: 'removed' }), full))).toBe('not_found');
  });

  it('never for a child whose classes this parent may only see', async () => {
    const { seer, child } = await buildFamily(app);
    const full = await buildFullClass(app);
    expect(code(await put(seer, full, { childIds: [child.id] }))).toBe('guardian_may_not');
  });

  it('up to the limits of an account and of a list, in words for the office', async () => {
    const { parent, child } = await buildParent();
    const lists = [];
    for (let count = 0; count <= MAX_WAITING_OF_ACCOUNT; count += 1)
      lists.push(code(await put(parent, await buildFullClass(app), { childIds: [child.id] })));
    expect(lists.filter((one) => one === 'waits')).toHaveLength(MAX_WAITING_OF_ACCOUNT);
    expect(lists.at(-1)).toBe('waiting_list_full');
    const refused = await put(parent, await buildFullClass(app), { childIds: [child.id] });
    expect(refused.body.message).toMatch(/^This family waits for \d+ seats already/);

    const full = await buildFullClass(app);
    await app.services.database.collections.classes.updateOne(
      { _id: full._id },
      { $set: { waiting: Array.from({ length: MAX_WAITING }, () => makeEntry(admin)) } },
    );
    expect(code(await put((await buildParent()).parent, full))).toBe('waiting_list_full');
  });

  it('any number of families from the office’s one internet connection', async () => {
    const full = await buildFullClass(app, {}, 2);
    const codes = [];
    for (let count = 0; count < 8; count += 1)
      codes.push(code(await put((await buildParent()).parent, full, {}, strict)));
    expect(new Set(codes)).toEqual(new Set(['waits']));
  });

  it('once, when two admins do it at the same moment', async () => {
    const { parent, child } = await buildParent();
    const full = await buildFullClass(app);
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => put(parent, full, { childIds: [child.id] })),
    );
    expect(answers.map(code).sort()).toEqual([...Array(3).fill('already_waiting'), 'waits']);
    expect((await readClass(app, full)).waiting).toHaveLength(1);
  });
});

describe('the office takes an entry off the waiting list', () => {
  it('of this family only, and the audit log has who did', async () => {
    const { parent, child } = await buildParent();
    const other = await buildParent();
    const full = await buildFullClass(app, { name: 'Chess' });
    const { waitId } = (await put(parent, full, { childIds: [child.id] })).body;
    // Another family that waits for the same class.
    await put(other.parent, full);
    expect((await takeOff(other.parent, waitId)).status).toBe(404);
    expect((await readClass(app, full)).waiting).toHaveLength(2);
    expect((await takeOff(parent, waitId)).status).toBe(200);
    expect((await readClass(app, full)).waiting).toMatchObject([{ userId: other.parent._id }]);
    expect((await takeOff(parent, waitId)).status).toBe(404);
    expect(
      await readAuditLog(app, { action: 'take off waiting list', target: parent.email }),
    ).toMatchObject([
      {
        who: admin.email,
        before: { classId: full.id, children: [child.id] },
      },
    ]);
  });

  it('but never a seat that is offered already', async () => {
    const { parent, child } = await buildParent();
    const full = await buildFullClass(app);
    const { waitId } = (await put(parent, full, { childIds: [child.id] })).body;
    await full.free();
    expect((await takeOff(parent, waitId)).status).toBe(404);
    expect((await readClass(app, full)).seats).toMatchObject([{ childId: child._id }]);
  });
});

describe('a family without an account', () => {
  /** It has called, and the office has put its child on a list. */
  async function buildCaller(fields: { email?: string; phone?: string } = {}) {
    const id = new ObjectId().toHexString();
    const children = [{ name: `Mia ${id}`, birthDate: '2018-05-04' }];
    const body = { id, name: `Rosa ${id}`, ...fields, children };
    expect((await app.as(admin).call('POST /families', { body })).status).toBe(200);
    const { users, children: all } = app.services.database.collections;
    const parent = await users.findOne({ _id: new ObjectId(id) });
    const child = await all.findOne({ 'guardians.userId': new ObjectId(id) });
    if (!parent || !child) throw new Error('The office could not add the family');
    return { parent, childId: child._id.toHexString() };
  }

  /** What the admin sees about a call to this family. */
  async function findCall(parent: UserDocument) {
    const familyId = parent._id.toHexString();
    for (const line of await listMailsTo(app, admin)) {
      const mail = line.cause.kind === 'call family' && (await readProps(line, app.services));
      if (mail && 'familyId' in mail.props && mail.props.familyId === familyId) return mail.props;
    }
    return undefined;
  }

  /** The office got its emails. */
  async function sendCalls(): Promise<Date> {
    await addDueMails(app.services);
    const { outbox } = app.services.database.collections;
    const sent = { state: 'sent' as const, sentAt: app.services.now() };
    await outbox.updateMany({ 'cause.kind': 'call family' }, { $set: sent });
    return sent.sentAt;
  }

  async function readOffered(campClass: Parameters<typeof readClass>[1]) {
    const [seat] = (await readClass(app, campClass)).seats;
    if (seat?.state !== 'held') throw new Error('No seat is held');
    return seat;
  }

  function reserve({ _id }: UserDocument, classId: string, childId: string, price?: number) {
    const body = { classId, childId, until: inDays(5) };
    return app.as(admin).call('POST /families/:id/seats', {
      params: { id: _id.toHexString() },
      body: { ...body, ...(price !== undefined && { price, note: 'Agreed.' }) },
    });
  }

  it('waits, and the office hears by email whom to call once a seat is offered', async () => {
    const { parent, childId } = await buildCaller({ phone: '+1 202 555 0143' });
    const full = await buildFullClass(app, { name: 'Sailing' });
    expect(code(await put(parent, full, { childIds: [childId] }))).toBe('waits');
    expect(await findCall(parent)).toBeUndefined();
    await full.free();
    expect(await findCall(parent)).toMatchObject({
      ...{ family: parent.name, phone: '+12025550143', campClass: { name: 'Sailing' } },
      until: expect.any(Date) as Date,
    });
  });

  it('has a day to answer from when the office knows of it', async () => {
    const { parent, childId } = await buildCaller();
    const full = await buildFullClass(app, { price: 80, camp_start: inDays(20) });
    await put(parent, full, { childIds: [childId] });
    await full.free();
    await startOfferClocks(app.services);
    expect((await readOffered(full)).offer?.notifiedAt).toBeUndefined();
    const sentAt = await sendCalls();
    await startOfferClocks(app.services);
    const { offer, heldUntil } = await readOffered(full);
    expect(offer?.notifiedAt).toEqual(sentAt);
    expect(heldUntil < new Date(app.services.now().getTime() + 2 * 24 * 60 * 60_000)).toBe(true);
  });

  it('and nobody is told to call a family that answers by itself', async () => {
    const { parent, child } = await buildParent();
    const full = await buildFullClass(app);
    await put(parent, full, { childIds: [child.id] });
    await full.free();
    expect(await findKinds(app, parent)).toContain('seat offered');
    const calls = { 'cause.kind': 'call family' as const, 'cause.classId': full._id };
    expect(await app.services.database.collections.outbox.countDocuments(calls)).toBe(0);
  });

  it('says yes on the phone: the offered seat is reserved at the price of the offer, and paid in cash', async () => {
    const { parent, childId } = await buildCaller();
    const full = await buildFullClass(app, { price: 80 });
    await put(parent, full, { childIds: [childId] });
    await full.free();
    const [offered] = (await readClass(app, full)).seats;
    await app.services.database.collections.classes.updateOne(
      { _id: full._id },
      { $set: { price: 90 } },
    );
    const { body } = await reserve(parent, full.id, childId);
    expect(body).toEqual({
      ...{ status: true, cartId: offered?.seatId.toHexString(), enrolled: false },
    });
    const { seats } = await readClass(app, full);
    expect(seats).toMatchObject([{ reserved: { price: 80 } }]);
    const id = parent._id.toHexString();
    expect((await app.as(admin).call('GET /families/:id', { params: { id } })).body).toMatchObject({
      ...{ held: [{ person: { isReserved: true, isOffered: false, cost: 8_000 } }], waiting: [] },
    });
    expect(await findCall(parent)).toBeUndefined();

    const paid = await app.as(admin).call('POST /families/:id/payments', {
      params: { id },
      body: {
        ...{ requestId: randomUUID(), cartIds: [body.cartId], method: 'cash', amount: 8_000 },
        ...{ day: inDays(0), reference: '' },
      },
    });
    expect(paid.status).toBe(200);
    expect(await readClass(app, full)).toMatchObject({
      seats: [{ state: 'enrolled', price: 80 }],
      demand: { asked: 1, offered: 1, enrolled: 1 },
    });
  });

  it('and an offer is reserved once, by whichever admin was first, also while it is paid', async () => {
    const { parent, childId } = await buildCaller();
    const full = await buildFullClass(app, { price: 80 });
    await put(parent, full, { childIds: [childId] });
    await full.free();
    const answers = await Promise.all(
      Array.from({ length: 3 }, () => reserve(parent, full.id, childId)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const { seats } = await readClass(app, full);
    expect(seats).toHaveLength(1);
  });

  it('so does a parent with an account, and can’t pay the price of the offer anymore', async () => {
    const { parent, child } = await buildParent();
    const full = await buildFullClass(app, { price: 80 });
    await put(parent, full, { childIds: [child.id] });
    await full.free();
    const [offered] = (await readClass(app, full)).seats;
    const cartId = offered?.seatId.toHexString() ?? '';
    const paymentId = await startPaymentOf(app, parent, { cartId, price: 80 });
    expect((await reserve(parent, full.id, child.id, 60)).status).toBe(200);
    expect(await confirmPayment(paymentId)).toBe('payment_intent_unexpected_state');
    expect((await app.as(parent).call('GET /myWaiting')).body).toEqual([]);
    expect((await app.as(parent).call('GET /myclass', { query: parent })).body).toMatchObject([
      { _id: cartId, price: 60, offer: null },
    ]);
  });

  it('and it stays reserved until that day, also if the time of the offer begins just then', async () => {
    const { parent, childId } = await buildCaller();
    const full = await buildFullClass(app, { price: 80 });
    await put(parent, full, { childIds: [childId] });
    await full.free();
    await sendCalls();
    let isReserved = false;
    const reserveFirst = async (name: string) => {
      if (isReserved || name !== 'classes') return;
      isReserved = true;
      expect((await reserve(parent, full.id, childId)).status).toBe(200);
    };
    const { database } = app.services;
    await startOfferClocks({
      ...app.services,
      database: { ...database, collections: watchWrites(database.collections, reserveFirst) },
    });
    expect(isReserved).toBe(true);
    const { heldUntil } = await readOffered(full);
    expect(formatIsoDay(heldUntil, SCHOOL.timeZone) > inDays(4)).toBe(true);
  });

  it('for which an offered seat was reserved hears once that the class is canceled', async () => {
    const { parent, child } = await buildParent();
    const full = await buildFullClass(app);
    await put(parent, full, { childIds: [child.id] });
    await full.free();
    expect((await reserve(parent, full.id, child.id)).status).toBe(200);
    const { status } = await app.as(admin).call('POST /cancelClass/:id', {
      params: { id: full.id },
      body: { confirm_affected: 0, note: 'Storm.', message: '' },
    });
    expect(status).toBe(200);
    const kinds = await findKinds(app, parent);
    expect(kinds).toContain('class canceled');
    expect(kinds).not.toContain('waiting closed');
  });

  it('that does not pay for the reserved seat keeps its place, and gets no seat until it says that it still wants one', async () => {
    const { parent, childId } = await buildCaller();
    const full = await buildFullClass(app, { price: 80 });
    await put(parent, full, { childIds: [childId] });
    await full.free();
    expect((await reserve(parent, full.id, childId, 60)).status).toBe(200);
    app.passMinutes(7 * 24 * 60);
    await runJobs(app.services);
    expect(await readClass(app, full)).toMatchObject({
      ...{ sit: 1, seats: [], waiting: [{ userId: parent._id, isPaused: true, lapses: 1 }] },
    });
  });
});
