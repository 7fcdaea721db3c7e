import { describe, expect, it } from 'vitest';
import { runJobs } from '../jobs/jobs.ts';
import { readAuditLog } from '../testing/audit-log.ts';
import { listMailsTo, listNews, readMailTo } from '../testing/mails.ts';
import { buildChild, buildUser, proveSignIn } from '../testing/factories.ts';
import { buildFamily } from '../testing/families.ts';
import { findTraces } from '../testing/find-traces.ts';
import { readPeople } from '../users/participant-names.ts';
import { setUpSchool } from '../testing/school.ts';
import { makeEnrolledSeat } from '../testing/seats.ts';
import { useTestApp } from '../testing/test-app.ts';
import { inDays } from '../testing/today.ts';
import { buildFullClass, joinList, readClass, readOffers } from '../testing/waiting.ts';

const app = useTestApp();

/** The emails of those who wait. */
async function readList(campClass: Parameters<typeof readClass>[1]) {
  const { waiting = [] } = await readClass(app, campClass);
  const personOf = await readPeople(waiting, app.services);
  return waiting.map(({ userId }) => personOf({ userId }).email);
}

// Rules: R154, R155, R716.
describe('people who can no longer get a seat from the list leave it', () => {
  it('a guardian who may not book anymore, and what they were offered goes to the next', async () => {
    const { child, partner } = await buildFamily(app);
    const [listed, offered] = [await buildFullClass(app), await buildFullClass(app)];
    const next = await buildUser(app);
    for (const campClass of [listed, offered]) {
      await joinList(app, partner, campClass, { childIds: [child.id] });
      await joinList(app, next, campClass);
    }
    await offered.free();
    await runJobs(app.services);
    expect(await readList(listed)).toEqual([partner.email, next.email]);
    expect(await readOffers(app, offered)).toEqual([partner.email]);

    await app.services.database.collections.children.updateOne(
      { _id: child._id },
      { $pull: { guardians: { userId: partner._id } } },
    );
    await runJobs(app.services);
    expect(await readList(listed)).toEqual([next.email]);
    expect(await readOffers(app, offered)).toEqual([next.email]);
  });

  it('a deleted child, and nobody else of the entry', async () => {
    const parent = await buildUser(app);
    const [gone, stays] = [await buildChild(app, parent), await buildChild(app, parent)];
    const campClass = await buildFullClass(app, {}, 2);
    await joinList(app, parent, campClass, { childIds: [gone.id, stays.id] });
    await app.as(parent).call('DELETE /myChildren/:id', { params: { id: gone.id } });
    const [entry] = (await readClass(app, campClass)).waiting ?? [];
    expect(entry?.people).toEqual([{ childId: stays._id }]);
  });

  it('a deleted account, without a trace, and an account that an admin removes', async () => {
    const [deleted, removed] = [await buildUser(app), await buildUser(app)];
    const [listed, offered] = [await buildFullClass(app), await buildFullClass(app)];
    await joinList(app, deleted, offered);
    for (const student of [deleted, removed]) await joinList(app, student, listed);
    await joinList(app, removed, offered);
    await offered.free();
    const idToken = await proveSignIn(deleted);
    const body = { email: deleted.email, idToken };
    expect((await app.as(deleted).call('DELETE /myAccount', { body })).status).toBe(200);
    expect(await findTraces(app, deleted.email)).toEqual([]);
    expect(await readList(listed)).toEqual([removed.email]);
    expect(await readOffers(app, offered)).toEqual([removed.email]);

    const admin = await buildUser(app, 'admin');
    await app.as(admin).call('DELETE /removeuser', { query: { email: removed.email } });
    expect(await readList(listed)).toEqual([]);
    expect(await readOffers(app, offered)).toEqual([]);
  });

  it('somebody who has enrolled in another way', async () => {
    const [seated, other] = [await buildUser(app), await buildUser(app)];
    const campClass = await buildFullClass(app);
    for (const student of [seated, other]) await joinList(app, student, campClass);
    await app.services.database.collections.classes.updateOne(
      { _id: campClass._id },
      { $push: { seats: makeEnrolledSeat(seated, new Date()) } },
    );
    await runJobs(app.services);
    expect(await readList(campClass)).toEqual([other.email]);
  });

  describe('people whom the class is no longer for, who hear of it', () => {
    /** The email about the end of their place. */
    const readEnd = (person: { email: string }) => readMailTo(app, person, 'waiting closed');

    it('an adult, once the school is only for children, and a seat that they were offered', async () => {
      const [adult, next] = [await buildUser(app), await buildUser(app)];
      const [listed, offered] = [await buildFullClass(app), await buildFullClass(app)];
      const child = await buildChild(app, next);
      await joinList(app, adult, listed);
      await joinList(app, adult, offered);
      await joinList(app, next, offered, { childIds: [child.id] });
      await offered.free();
      expect(await readOffers(app, offered)).toEqual([adult.email]);

      setUpSchool({ booking: { adultsJoin: false } });
      await runJobs(app.services);
      await listed.free();
      expect(await readOffers(app, listed)).toEqual([]);
      expect(await readOffers(app, offered)).toEqual([next.email]);
      const ends = (await listMailsTo(app, adult)).filter(
        ({ cause }) => cause.kind === 'waiting closed',
      );
      expect(ends.map(({ cause }) => cause)).toMatchObject([
        { isMisfit: true, classId: listed._id },
        { isMisfit: true, classId: offered._id },
      ]);
      setUpSchool();
    });

    it('a child whose exception an admin took back, but not its sibling', async () => {
      const [parent, admin] = [await buildUser(app), await buildUser(app, 'admin')];
      const campClass = await buildFullClass(app, { ageFrom: 6, ageTo: 12 }, 2);
      const fits = await buildChild(app, parent, { birthDate: '2018-01-01' });
      const excepted = await buildChild(app, parent, {
        name: 'Mia',
        birthDate: '2025-01-01',
        allowedClasses: [campClass._id],
      });
      await joinList(app, parent, campClass, { childIds: [fits.id, excepted.id] });
      await runJobs(app.services);
      expect((await readClass(app, campClass)).waiting?.[0]?.people).toHaveLength(2);
      const body = { childId: excepted.id, classId: campClass.id, note: 'A mistake' };
      expect((await app.as(admin).call('DELETE /ageExceptions', { body })).status).toBe(200);
      await runJobs(app.services);
      const { waiting } = await readClass(app, campClass);
      expect(waiting).toMatchObject([{ people: [{ childId: fits._id }] }]);
      expect(await readEnd(parent)).toMatchObject({ props: { why: 'misfit', children: ['Mia'] } });
    });

    it('a child outside the ages that the class has now', async () => {
      const parent = await buildUser(app);
      const child = await buildChild(app, parent, { birthDate: '2025-01-01' });
      const campClass = await buildFullClass(app);
      await joinList(app, parent, campClass, { childIds: [child.id] });
      await app.services.database.collections.classes.updateOne(
        { _id: campClass._id },
        { $set: { ageFrom: 14, ageTo: 17 }, $inc: { version: 1 } },
      );
      await runJobs(app.services);
      expect(await readList(campClass)).toEqual([]);
      expect(await readEnd(parent)).toMatchObject({ props: { why: 'misfit' } });
    });
  });

  it('everybody, once the class has started or is closed; who they were is noted for their email', async () => {
    const [student, other] = [await buildUser(app), await buildUser(app)];
    const started = await buildFullClass(app, { camp_start: inDays(20), camp_end: inDays(25) });
    const waitId = await joinList(app, student, started);
    const closed = await buildFullClass(app);
    await joinList(app, other, closed);
    const admin = await buildUser(app, 'admin');
    await app.as(admin).call('DELETE /removeCourse/:id', { params: { id: closed.id } });
    expect(await readClass(app, closed)).toMatchObject({ waiting: [] });
    expect(await listNews(app, 'waiting ended')).toMatchObject([{ userId: other._id }]);

    await app.services.database.collections.classes.updateOne(
      { _id: started._id },
      { $set: { camp_start: inDays(-2) } },
    );
    await runJobs(app.services);
    expect((await readClass(app, started)).waiting).toEqual([]);
    const ended = (await listNews(app, 'waiting ended')).filter((one) =>
      one.classId.equals(started._id),
    );
    expect(ended.map((entry) => entry.waitId.toHexString())).toEqual([waitId]);
  });
});

it('a child that is renamed has the new name on the list', async () => {
  const parent = await buildUser(app);
  const child = await buildChild(app, parent);
  const campClass = await buildFullClass(app);
  await joinList(app, parent, campClass, { childIds: [child.id] });
  await app.as(parent).call('PATCH /myChildren/:id', {
    params: { id: child.id },
    body: { name: 'Mia Maria' },
  });
  const { body } = await app.as(parent).call('GET /myWaiting');
  expect(body).toMatchObject([{ people: [{ name: 'Mia Maria' }] }]);
});

it('a person’s own data has the lists that they are on', async () => {
  const student = await buildUser(app);
  const waitId = await joinList(app, student, await buildFullClass(app));
  const idToken = await proveSignIn(student);
  const body = { email: student.email, idToken };
  const own = await app.as(student).call('POST /myData', { body });
  expect(own.body.waiting).toMatchObject([{ waitId, state: 'waiting' }]);
});

describe('an admin', () => {
  it('reads the list in its order and changes it, which is in the audit log', async () => {
    const admin = await buildUser(app, 'admin');
    const [first, second] = [await buildUser(app), await buildUser(app)];
    const campClass = await buildFullClass(app);
    await joinList(app, first, campClass);
    const waitId = await joinList(app, second, campClass);
    const params = { classId: campClass.id };
    const patch = { params: { ...params, waitId }, body: { priority: 5 } };
    expect((await app.as(admin).call('PATCH /classWaiting/:classId/:waitId', patch)).status).toBe(
      200,
    );
    const { body } = await app.as(admin).call('GET /classWaiting/:classId', { params });
    expect(body.entries).toMatchObject([
      { email: second.email, position: 1, priority: 5, state: 'waiting' },
      { email: first.email, position: 2, priority: 0, state: 'waiting' },
    ]);
    expect(body.demand).toEqual({ asked: 2, offered: 0, enrolled: 0 });
    expect((await readAuditLog(app, { action: 'change waiting order' }))[0]).toMatchObject({
      who: admin.email,
      target: second.email,
      before: { priority: 0 },
      after: { priority: 5 },
    });
  });

  it('offers a seat before its turn, but only one that there is', async () => {
    const admin = await buildUser(app, 'admin');
    const [parent, last] = [await buildUser(app), await buildUser(app)];
    const campClass = await buildFullClass(app, {}, 2);
    const twins = [await buildChild(app, parent), await buildChild(app, parent)];
    await joinList(app, parent, campClass, { childIds: twins.map(({ id }) => id) });
    const waitId = await joinList(app, last, campClass);
    const offer = async () =>
      (
        await app.as(admin).call('POST /classWaiting/:classId/:waitId/offer', {
          params: { classId: campClass.id, waitId },
        })
      ).body.code ?? 'ok';
    expect(await offer()).toBe('class_full');
    // It is kept for the twins, who need two.
    await campClass.free();
    expect(await offer()).toBe('ok');
    expect(await readOffers(app, campClass)).toEqual([last.email]);
    expect(await offer()).toBe('not_found');
  });
});
