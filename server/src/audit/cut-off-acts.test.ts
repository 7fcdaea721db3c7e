import type { Contract } from '@speakifyr/contract/contract.ts';
import type { Input } from '@speakifyr/contract/endpoint.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Collections, UserDocument } from '../database/collections.ts';
import { sweep } from '../sweep.ts';
import { buildClass, buildUser } from '../testing/factories.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { inDays } from '../testing/today.ts';

/** Whether the server is 'killed' before it writes to the audit log: the write fails, and so does the call. */
let isCutOff = false;

let app: TestApp;
let admin: UserDocument;
beforeAll(async () => {
  app = await startTestApp(({ database }) => ({
    database: { ...database, collections: cutOffAuditLog(database.collections) },
  }));
  admin = await buildUser(app, 'admin');
  await buildUser(app, 'admin');
});
afterAll(() => app.close());
beforeEach(async () => {
  isCutOff = false;
  await app.services.database.collections.auditLog.deleteMany({});
});

function cutOffAuditLog(collections: Collections): Collections {
  const auditLog = new Proxy(collections.auditLog, {
    get(target, property) {
      const member = Reflect.get(target, property, target) as unknown;
      if (typeof member !== 'function') return member;
      return (...parts: unknown[]) => {
        if (isCutOff && property === 'updateOne') throw new Error('cut off');
        return Reflect.apply(member, target, parts) as unknown;
      };
    },
  });
  return { ...collections, auditLog };
}

const listActions = async () =>
  (await app.services.database.collections.auditLog.find().toArray()).map(({ action }) => action);

const course: Omit<Input<Contract['POST /addCourse']>['body'], 'instructor_email'> = {
  name: 'Kite Building',
  image: 'https://images.example.test/kite.webp',
  sit: 12,
  price: 49.5,
  assign_room: 7,
  camp_start: inDays(30),
  camp_end: inDays(34),
  course_tag: 'KIT',
  'instructor-name': 'Somebody',
  details: 'Paper, string and wind.',
};
const buildTaught = async () => {
  const instructor = await buildUser(app, 'instructor');
  return { instructor, campClass: await buildClass(app, { instructor }) };
};
const idOf = ({ _id }: { _id: { toHexString(): string } }) => ({ id: _id.toHexString() });

/** For each action in the audit log: prepares the data and returns the admin's call. */
const ACTS: Record<string, () => Promise<() => PromiseLike<{ status: number }>>> = {
  'make admin': async () => {
    const params = idOf(await buildUser(app));
    return () => app.as(admin).call('PATCH /userList/admin/:id', { params });
  },
  'make instructor': async () => {
    const { email } = await buildUser(app);
    return () => app.as(admin).call('PATCH /makeInstructor', { query: { email } });
  },
  'remove user': async () => {
    const { email } = await buildUser(app);
    return () => app.as(admin).call('DELETE /removeuser', { query: { email } });
  },
  'remove instructor': async () => {
    const params = idOf(await buildUser(app, 'instructor'));
    return () => app.as(admin).call('DELETE /removeInstructor/:id', { params });
  },
  'unassign course': async () => {
    const params = idOf((await buildTaught()).instructor);
    return () => app.as(admin).call('PATCH /unassignCourse/:id', { params });
  },
  'add course': async () => {
    const body = { ...course, instructor_email: (await buildUser(app, 'instructor')).email };
    return () => app.as(admin).call('POST /addCourse', { body });
  },
  'update course': async () => {
    const { id, name, price, assign_room, course_tag, details } = await buildClass(app);
    const body = { name, sit: 3, price, assign_room, course_tag, details };
    return () => app.as(admin).call('PATCH /updateClass/:id', { params: { id }, body });
  },
  'remove course': async () => {
    const { id } = await buildClass(app);
    return () => app.as(admin).call('DELETE /removeCourse/:id', { params: { id } });
  },
};

it.each(Object.keys(ACTS))(
  '%s: if the server is killed before the audit entry, the sweep adds it once',
  async (action) => {
    const act = await ACTS[action]?.();
    isCutOff = true;
    expect((await act?.())?.status).toBe(500);
    isCutOff = false;
    expect(await listActions()).toEqual([]);

    await sweep(app.services);
    // The call may still be running, and may be undone.
    expect(await listActions()).toEqual([]);
    app.passMinutes(2);
    await Promise.all([sweep(app.services), sweep(app.services)]);
    expect(await listActions()).toEqual([action]);
    await sweep(app.services);
    expect(await listActions()).toEqual([action]);
  },
);

it('an act that was refused or undone leaves no audit entry', async () => {
  const { instructor, campClass } = await buildTaught();
  const params = idOf(instructor);
  const refused = await Promise.all([
    app.as(admin).call('DELETE /removeInstructor/:id', { params }),
    app.as(admin).call('DELETE /removeCourse/:id', { params: { id: campClass.id } }),
    app.as(admin).call('DELETE /removeuser', { query: { email: instructor.email } }),
  ]);
  expect(refused.map(({ status }) => status)).toEqual([409, 409, 409]);

  const two = [await buildUser(app, 'admin'), await buildUser(app, 'admin')] as const;
  const removals = await Promise.all(
    two.map((one, i) =>
      app.as(one).call('DELETE /removeuser', { query: { email: two[1 - i]?.email ?? '' } }),
    ),
  );
  app.passMinutes(2);
  await sweep(app.services);
  const done = removals.filter(({ status }) => status === 200);
  expect(await listActions()).toEqual(done.map(() => 'remove user'));
});
