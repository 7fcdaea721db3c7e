import { MAX_WAITING, MAX_WAITING_OF_ACCOUNT } from '@speakifyr/contract/limits.ts';
import { ObjectId } from 'mongodb';
import { describe, expect, it } from 'vitest';
import { lockDeletedUser } from '../account/deleted-users.ts';
import type { UserDocument } from '../database/user-documents.ts';
import { buildChild, buildClass, buildUser, holdSeatOf } from '../testing/factories.ts';
import { buildFamily } from '../testing/families.ts';
import { useTestApp } from '../testing/test-app.ts';
import { inDays } from '../testing/today.ts';
import { buildFullClass, joinList, makeEntry, makePeople, readClass } from '../testing/waiting.ts';
import { joinWaitingList } from './join-waiting.ts';

const app = useTestApp();

type Body = { childIds?: string[]; together?: boolean };

async function tryToJoin(student: { email: string }, { id }: { id: string }, body: Body = {}) {
  const answer = await app
    .as(student)
    .call('POST /waiting/:classId', { params: { classId: id }, body });
  return answer.status === 200 ? 'joined' : answer.body.code;
}

// Rules: R149, R150, R151.
describe('the waiting list of a full class', () => {
  it('takes people in the order in which they come, and tells them their place', async () => {
    const campClass = await buildFullClass(app, { name: 'Kites', price: 40 }, 2);
    const first = await buildUser(app);
    const parent = await buildUser(app);
    const twins = [await buildChild(app, parent), await buildChild(app, parent)];
    await joinList(app, first, campClass);
    const waitId = await joinList(app, parent, campClass, {
      childIds: twins.map(({ id }) => id),
      together: false,
    });

    const { body } = await app.as(parent).call('GET /myWaiting');
    expect(body).toEqual([
      {
        waitId,
        classId: campClass.id,
        className: 'Kites',
        image: campClass.image,
        camp_start: campClass.camp_start,
        camp_end: campClass.camp_end,
        price: 40,
        people: twins.map(({ id, name }) => ({ childId: id, name })),
        together: false,
        state: 'waiting',
        limit: null,
        lapses: 0,
        position: 2,
        total: 2,
        cartIds: [],
        until: null,
        joinedAt: expect.any(String) as string,
        offeredSoFar: 0,
      },
    ]);
    expect((await readClass(app, campClass)).demand).toEqual({ asked: 3, offered: 0, enrolled: 0 });
  });

  it('shows the public how many wait, and nobody’s name or address', async () => {
    const campClass = await buildFullClass(app);
    const student = await buildUser(app);
    await joinList(app, student, campClass);
    const { body } = await app.call('GET /classes/:id', { params: { id: campClass.id } });
    expect(body.waiting).toBe(1);
    expect(JSON.stringify(body)).not.toContain(student.email);
    expect(JSON.stringify(body)).not.toContain(student.name);
  });

  it('is only for classes that are open, full and not about to start', async () => {
    const student = await buildUser(app);
    const codes: Record<string, string> = {};
    for (const [name, fields] of Object.entries({
      draft: { status: 'draft' as const },
      archived: { status: 'archived' as const },
      started: { camp_start: inDays(-2), camp_end: inDays(3), sit: 0 },
      tomorrow: { camp_start: inDays(1), camp_end: inDays(3), sit: 0 },
      'with a free seat': { sit: 1 },
    }))
      codes[name] = await tryToJoin(student, await buildClass(app, fields));
    expect(codes).toEqual({
      draft: 'not_found',
      archived: 'not_found',
      started: 'class_started',
      tomorrow: 'class_full',
      'with a free seat': 'seats_free',
    });
    const { body } = await app.call('GET /classes/:id', {
      params: { id: (await buildClass(app, { camp_start: inDays(1), sit: 0 })).id },
    });
    expect(body.waiting).toBeNull();
  });

  it('takes siblings who need more seats than are free', async () => {
    const campClass = await buildFullClass(app, {}, 2);
    await campClass.free();
    const parent = await buildUser(app);
    const childIds = [await buildChild(app, parent), await buildChild(app, parent)].map(
      ({ id }) => id,
    );
    expect(await tryToJoin(parent, campClass, { childIds: childIds.slice(1) })).toBe('seats_free');
    expect(await tryToJoin(parent, campClass, { childIds })).toBe('joined');
  });

  it('has nobody twice, and nobody who has a seat, whichever guardian asks', async () => {
    const { child, parent, partner } = await buildFamily(app);
    const campClass = await buildFullClass(app);
    const body = { childIds: [child.id] };
    expect(await tryToJoin(parent, campClass, body)).toBe('joined');
    const refused = await app
      .as(partner)
      .call('POST /waiting/:classId', { params: { classId: campClass.id }, body });
    expect(refused.body).toMatchObject({
      code: 'already_waiting',
      message: `${child.name} is already on the waiting list of this class. Another guardian put them on it.`,
    });
    // Who made the entry, and its place, are for that guardian only.
    expect((await app.as(partner).call('GET /myWaiting')).body).toEqual([]);
    expect(await tryToJoin(parent, campClass, body)).toBe('already_waiting');

    const other = await buildClass(app, { sit: 1 });
    await app.as(partner).call('POST /addClass', {
      body: { classId: other.id, email: partner.email, childId: child.id },
    });
    expect(await tryToJoin(parent, other, body)).toBe('already_joined');
  });

  it('takes a group of the same person only once', async () => {
    const parent = await buildUser(app);
    const { id } = await buildChild(app, parent);
    const campClass = await buildFullClass(app);
    expect(await tryToJoin(parent, campClass, { childIds: [id, id] })).toBe('joined');
    expect((await readClass(app, campClass)).waiting?.[0]?.people).toHaveLength(1);
  });

  it('is only for children of the right age, unless an admin made an exception', async () => {
    const parent = await buildUser(app);
    const campClass = await buildFullClass(app, { ageFrom: 14, ageTo: 17 });
    const young = await buildChild(app, parent, { birthDate: '2020-01-01' });
    const excepted = await buildChild(app, parent, {
      birthDate: '2020-01-01',
      allowedClasses: [campClass._id],
    });
    expect(await tryToJoin(parent, campClass, { childIds: [young.id] })).toBe('wrong_age');
    expect(await tryToJoin(parent, campClass, { childIds: [excepted.id] })).toBe('joined');
  });

  it('has an end', async () => {
    const student = await buildUser(app);
    const waiting = Array.from({ length: MAX_WAITING }, () => makeEntry({ _id: new ObjectId() }));
    const full = await buildClass(app, { sit: 0, waiting });
    expect(await tryToJoin(student, full)).toBe('waiting_list_full');
    const last = await buildClass(app, { sit: 0, waiting: waiting.slice(1) });
    expect(await tryToJoin(student, last)).toBe('joined');
  });

  it(`takes ${MAX_WAITING_OF_ACCOUNT} people of an account at most, even if it asks for many at once`, async () => {
    const student = await buildUser(app);
    for (let count = 0; count < MAX_WAITING_OF_ACCOUNT - 1; count += 1)
      await joinList(app, student, await buildClass(app, { sit: 0 }));
    const classes = await Promise.all([1, 2, 3, 4].map(() => buildClass(app, { sit: 0 })));
    await Promise.all(classes.map((campClass) => tryToJoin(student, campClass)));
    const { body } = await app.as(student).call('GET /myWaiting');
    expect(body.length).toBeLessThanOrEqual(MAX_WAITING_OF_ACCOUNT);
    // A person who was refused has not asked.
    for (const campClass of classes) {
      const { demand, waiting = [] } = await readClass(app, campClass);
      expect(demand?.asked ?? 0).toBe(waiting.length);
    }
  });

  it('has one entry after two clicks at once', async () => {
    const student = await buildUser(app);
    const campClass = await buildFullClass(app);
    const ends = await Promise.all([1, 2, 3].map(() => tryToJoin(student, campClass)));
    expect(ends.sort()).toEqual(['already_waiting', 'already_waiting', 'joined']);
  });

  /** Joins a list, while something else happens after all checks, just before the entry is written. */
  function joinDuring(
    act: () => Promise<unknown>,
    { id }: { id: string },
    user: UserDocument,
    childIds?: string[],
  ) {
    const { database } = app.services;
    const { classes } = database.collections;
    const writesLate = new Proxy(classes, {
      get: (_target, key: keyof typeof classes) => {
        if (key !== 'updateOne') return Reflect.get(classes, key) as unknown;
        return async (...change: Parameters<typeof classes.updateOne>) => {
          await act();
          return classes.updateOne(...change);
        };
      },
    });
    const collections = { ...database.collections, classes: writesLate };
    const services = { ...app.services, database: { ...database, collections } };
    return joinWaitingList({ classId: id, childIds }, { user, address: '192.0.2.1' }, services);
  }

  it('keeps a child out that is deleted in the same moment', async () => {
    const parent = await buildUser(app);
    const child = await buildChild(app, parent);
    const campClass = await buildFullClass(app);
    const remove = () =>
      app.as(parent).call('DELETE /myChildren/:id', { params: { id: child.id } });
    await expect(joinDuring(remove, campClass, parent, [child.id])).rejects.toMatchObject({
      code: 'not_found',
    });
    expect((await readClass(app, campClass)).waiting ?? []).toEqual([]);
  });

  it('keeps a person out whose account is deleted in the same moment', async () => {
    const student = await buildUser(app);
    const campClass = await buildFullClass(app);
    const remove = () => lockDeletedUser(student, app.services);
    await expect(joinDuring(remove, campClass, student)).rejects.toMatchObject({
      code: 'account_deleting',
    });
    expect((await readClass(app, campClass)).waiting ?? []).toEqual([]);
  });
});

describe('joining a waiting list needs the right to book', () => {
  it('of each guardian, what they may', async () => {
    const { child, partner, seer, booker } = await buildFamily(app);
    const stranger = await buildUser(app);
    const body = { childIds: [child.id] };
    const tryAs = async (student: { email: string }) =>
      tryToJoin(student, await buildFullClass(app), body);
    expect(await tryAs(partner)).toBe('joined');
    expect(await tryAs(booker)).toBe('joined');
    expect(await tryAs(seer)).toBe('guardian_may_not');
    expect(await tryAs(stranger)).toBe('not_found');
    await app.services.database.collections.children.updateOne(
      { _id: child._id },
      { $pull: { guardians: { userId: partner._id } } },
    );
    expect(await tryAs(partner)).toBe('not_found');
  });

  it('and a student with a confirmed address', async () => {
    const campClass = await buildFullClass(app);
    const { users } = app.services.database.collections;
    const unverified = await buildUser(app);
    await users.updateOne({ _id: unverified._id }, { $set: { isVerified: false } });
    expect(await tryToJoin(unverified, campClass)).toBe('verify_email_first');
    expect(await tryToJoin(await buildUser(app, 'instructor'), campClass)).toBe(
      'only_students_join',
    );
    expect(await tryToJoin(await buildUser(app, 'admin'), campClass)).toBe('only_students_join');
    const visitor = await app.call('POST /waiting/:classId', {
      params: { classId: campClass.id },
      body: {},
    });
    expect(visitor.status).toBe(401);
  });

  it('does not take a place from a person who books a free seat', async () => {
    const campClass = await buildFullClass(app, {}, 2);
    await campClass.free();
    const parent = await buildUser(app);
    const people = makePeople(await buildChild(app, parent), await buildChild(app, parent));
    await joinList(app, parent, campClass, {
      childIds: people.map(({ childId }) => String(childId)),
    });
    await holdSeatOf(app, await buildUser(app), campClass);
    expect((await readClass(app, campClass)).sit).toBe(0);
  });
});
