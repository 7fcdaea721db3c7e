import { MAX_WAITING_OF_ACCOUNT, MAX_WAITING } from '@speakifyr/contract/limits.ts';
import type { ObjectId } from 'mongodb';
import { describe, expect, it } from 'vitest';
import type { UserDocument } from '../../database/collections.ts';
import { readAuditLog } from '../../testing/audit-log.ts';
import { buildChild, buildClass, buildUser, useUser } from '../../testing/factories.ts';
import { buildFamily } from '../../testing/families.ts';
import { findKinds, findMail, readMailTo } from '../../testing/mails.ts';
import { useSecondServer, useTestApp } from '../../testing/test-app.ts';
import { inDays } from '../../testing/today.ts';
import { buildFullClass, joinList, makeEntry, readClass } from '../../testing/waiting.ts';

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
