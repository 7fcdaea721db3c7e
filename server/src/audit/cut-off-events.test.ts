import { randomUUID } from 'node:crypto';
import { DELETED_NAME } from '@speakifyr/contract/limits.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { UserDocument } from '../database/user-documents.ts';
import { runJobs } from '../jobs/jobs.ts';
import { readToday } from '../school-time.ts';
import { readAuditLog } from '../testing/audit-log.ts';
import { makeNewCourse } from '../testing/documents.ts';
import { buildClass, buildUser, holdSeatOf, proveSignIn } from '../testing/factories.ts';
import { findTraces } from '../testing/find-traces.ts';
import { oneOrAll } from '../testing/slow-tests.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { watchWrites } from '../testing/watch-writes.ts';
import { auditEvent, undoable } from '../events/audit-event.ts';

/** Whether the audit log can't be written to, as if the database failed right after the change itself. */
let isCutOff = false;

let app: TestApp;
let admin: UserDocument;
beforeEach(async () => {
  isCutOff = false;
  app = await startTestApp(({ database }) => ({
    database: { ...database, collections: watchWrites(database.collections, failIfCutOff) },
  }));
  admin = await buildUser(app, 'admin');
  await buildUser(app, 'admin');
});
afterEach(() => app.close());

function failIfCutOff(collection: string): void {
  if (isCutOff && collection === 'events') throw new Error('cut off');
}

const listStored = () => app.services.database.collections.events.find().toArray();
const listActions = async () => (await readAuditLog(app)).map(({ action }) => action);

const buildTaught = async () => {
  const instructor = await buildUser(app, 'instructor');
  return { instructor, campClass: await buildClass(app, { instructorId: instructor._id }) };
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
  'take back removal': async () => {
    const { _id, email } = await buildUser(app);
    const removal = { at: app.services.now(), by: admin._id, children: [], isDone: true as const };
    const { users } = app.services.database.collections;
    await users.updateOne({ _id }, { $set: { status: 'removed', removal } });
    return () => app.as(admin).call('POST /removeuser', { query: { email } });
  },
  'remove instructor': async () => {
    const params = idOf(await buildUser(app, 'instructor'));
    return () => app.as(admin).call('DELETE /removeInstructor/:id', { params });
  },
  'reserve seat': async () => {
    const { _id } = await buildUser(app);
    const { id: classId } = await buildClass(app, { price: 80 });
    const body = { classId, childId: null, until: readToday(app.services) };
    return () => app.as(admin).call('POST /families/:id/seats', { params: idOf({ _id }), body });
  },
  'record payment': async () => {
    const student = await buildUser(app);
    const { cartId } = await holdSeatOf(app, student, await buildClass(app, { price: 80 }));
    const body = {
      ...{ requestId: randomUUID(), cartIds: [cartId], method: 'cash' as const, amount: 8_000 },
      ...{ day: readToday(app.services), reference: '' },
    };
    return () => app.as(admin).call('POST /families/:id/payments', { params: idOf(student), body });
  },
  'unassign course': async () => {
    const params = idOf((await buildTaught()).instructor);
    return () => app.as(admin).call('PATCH /unassignCourse/:id', { params });
  },
  'add course': async () => {
    const body = makeNewCourse(await buildUser(app, 'instructor'));
    return () => app.as(admin).call('POST /addCourse', { body });
  },
  'update course': async () => {
    const { id, name, price, assign_room, course_tag, details } = await buildClass(app);
    const body = { name, sit: 3, price, assign_room, course_tag, details };
    return () => app.as(admin).call('PATCH /updateClass/:id', { params: { id }, body });
  },
  'duplicate course': async () => {
    const { id } = await buildClass(app);
    return () => app.as(admin).call('POST /duplicateCourse/:id', { params: { id } });
  },
  'publish course': async () => {
    const { id } = await buildClass(app, { status: 'draft' });
    return () => app.as(admin).call('POST /publishCourse/:id', { params: { id }, body: {} });
  },
  'unpublish course': async () => {
    const { id } = await buildClass(app);
    return () => app.as(admin).call('DELETE /publishCourse/:id', { params: { id } });
  },
  'remove course': async () => {
    const { id } = await buildClass(app);
    return () => app.as(admin).call('DELETE /removeCourse/:id', { params: { id } });
  },
  'cancel class': async () => {
    const { id } = await buildClass(app);
    const body = { confirm_affected: 0, note: 'Nobody has joined.' };
    return () => app.as(admin).call('POST /cancelClass/:id', { params: { id }, body });
  },
};

// Rules: R36.
it.each(oneOrAll(Object.keys(ACTS)))(
  '%s: if the audit log can’t be written, the call succeeds and the entry is added once',
  async (action) => {
    const act = await ACTS[action]?.();
    isCutOff = true;
    expect((await act?.())?.status).toBe(200);
    await runJobs(app.services);
    isCutOff = false;
    expect(await listStored()).toEqual([]);

    await Promise.all([runJobs(app.services), runJobs(app.services)]);
    expect(await listActions()).toEqual([action]);
    await runJobs(app.services);
    expect(await listActions()).toEqual([action]);
  },
);

it('an act is in the audit log once it can’t be undone anymore, even if its call was cut off', async () => {
  const { users } = app.services.database.collections;
  const { _id, email } = await buildUser(app);
  const event = auditEvent({
    at: app.services.now(),
    by: admin._id,
    type: 'remove user',
    target: email,
    before: null,
    after: null,
  });
  await users.updateOne({ _id }, { $push: { events: undoable(event) } });
  await runJobs(app.services);
  expect(await listActions()).toEqual([]);
  app.passMinutes(6);
  await Promise.all([runJobs(app.services), runJobs(app.services)]);
  expect(await listActions()).toEqual(['remove user']);
  expect((await users.findOne({ _id }))?.events).toEqual([]);
});

it('a removed user’s seats become free even if the audit log can’t be written', async () => {
  const student = await buildUser(app);
  const campClass = await buildClass(app, { sit: 3 });
  await holdSeatOf(app, student, campClass);
  isCutOff = true;
  const query = { email: student.email };
  expect((await app.as(admin).call('DELETE /removeuser', { query })).status).toBe(200);
  const seen = await app.call('GET /classes/:id', { params: { id: campClass.id } });
  expect(seen.body.sit).toBe(3);
});

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
  app.passMinutes(6);
  await runJobs(app.services);
  const done = removals.filter(({ status }) => status === 200);
  expect(await listActions()).toEqual(done.map(() => 'remove user'));
});

it('an act that cannot be recorded does not stop the other jobs', async () => {
  const { email } = await buildUser(app);
  isCutOff = true;
  await app.as(admin).call('DELETE /removeuser', { query: { email } });
  app.passMinutes(6);
  await runJobs(app.services);
  isCutOff = false;
  expect(await listStored()).toEqual([]);
  await runJobs(app.services);
  expect(await listStored()).toMatchObject([{ type: 'remove user' }]);
});

describe('an act without an audit entry, when the person it is about deletes their account', () => {
  const deleteAccount = async ({ _id, email }: UserDocument) => {
    const body = { email, idToken: await proveSignIn({ email }) };
    expect((await app.as({ email }).call('DELETE /myAccount', { body })).status).toBe(200);
    const left = await app.services.database.collections.users.findOne({ _id });
    expect(left).toMatchObject({ status: 'deleted', name: DELETED_NAME });
  };
  const expectForgotten = async ({ email }: UserDocument, actions: string[]) => {
    app.passMinutes(10);
    await runJobs(app.services);
    expect((await listActions()).sort()).toEqual(actions);
    expect(await findTraces(app, email)).toEqual([]);
  };

  it('is not lost with their record', async () => {
    const instructor = await buildUser(app, 'instructor');
    const params = idOf(instructor);
    isCutOff = true;
    expect((await app.as(admin).call('DELETE /removeInstructor/:id', { params })).status).toBe(200);
    isCutOff = false;
    await deleteAccount(instructor);
    await expectForgotten(instructor, ['delete account', 'remove instructor']);
  });

  it('does not bring their email back from the record of a class', async () => {
    const { instructor } = await buildTaught();
    const params = idOf(instructor);
    isCutOff = true;
    expect((await app.as(admin).call('PATCH /unassignCourse/:id', { params })).status).toBe(200);
    isCutOff = false;
    expect((await app.as(admin).call('DELETE /removeInstructor/:id', { params })).status).toBe(200);
    await deleteAccount(instructor);
    await expectForgotten(instructor, ['delete account', 'remove instructor', 'unassign course']);
  });

  it('keeps their record until the act is in the audit log', async () => {
    const student = await buildUser(app);
    const { users } = app.services.database.collections;
    const event = auditEvent({
      at: app.services.now(),
      by: admin._id,
      type: 'add note',
      target: 'nobody',
      before: null,
      after: null,
    });
    await users.updateOne({ _id: student._id }, { $push: { events: undoable(event) } });
    const body = { email: student.email, idToken: await proveSignIn(student) };
    expect((await app.as(student).call('DELETE /myAccount', { body })).status).toBe(200);
    expect(await users.findOne({ _id: student._id })).toMatchObject({ status: 'deleting' });
    await expectForgotten(student, ['add note', 'delete account']);
  });
});
