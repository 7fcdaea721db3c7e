import { expect, it } from 'vitest';
import type { UserDocument } from '../database/user-documents.ts';
import { addAuditEntries, readAuditLog } from '../testing/audit-log.ts';
import { makeClass, makeTag, makeUser } from '../testing/documents.ts';
import { proveSignIn, useUser } from '../testing/factories.ts';
import { findTraces } from '../testing/find-traces.ts';
import { useTestApp } from '../testing/test-app.ts';

const app = useTestApp();
const admin = useUser(app, 'admin');

let made = 0;
async function register(name: string): Promise<UserDocument> {
  made += 1;
  const user = makeUser({ name, email: `someone-${made}@example.test`, role: 'student' });
  await app.services.database.collections.users.insertOne(user);
  return user;
}

async function deleteAccount({ email }: UserDocument): Promise<void> {
  const body = { email, idToken: await proveSignIn({ email }) };
  expect((await app.as({ email }).call('DELETE /myAccount', { body })).status).toBe(200);
}

const readLog = async () => (await app.as(admin).call('GET /auditLog')).body.reverse();

// Rules: R36.
it.each(['student', 'admin', 'instructor', 'open', 'system', 'Boats', 'the admin’s email'])(
  'a student with the name %s changes nothing in the audit log but their own email and name',
  async (word) => {
    const { events, classes } = app.services.database.collections;
    await events.deleteMany({});
    const student = await register(word === 'the admin’s email' ? admin.email : word);
    const campClass = makeClass({ name: 'Boats', course_tag: makeTag(made) });
    await classes.insertOne(campClass);
    const byAdmin = app.as(admin);
    const id = student._id.toHexString();
    const { name, assign_room, course_tag } = campClass;
    await byAdmin.call('PATCH /makeInstructor', { query: { email: student.email } });
    await byAdmin.call('PATCH /updateClass/:id', {
      params: { id: campClass._id.toHexString() },
      body: { name, sit: 3, price: 5, assign_room, course_tag, inst_email: student.email },
    });
    await byAdmin.call('PATCH /unassignCourse/:id', { params: { id } });
    await byAdmin.call('DELETE /removeInstructor/:id', { params: { id } });
    await byAdmin.call('DELETE /removeCourse/:id', {
      params: { id: campClass._id.toHexString() },
    });

    await deleteAccount(student);

    expect(await findTraces(app, student.email)).toEqual([]);
    const pseudonym = expect.stringMatching(/^deleted-\w+@deleted\.invalid$/) as string;
    const who = admin.email;
    expect(await readLog()).toMatchObject([
      {
        who,
        action: 'make instructor',
        target: pseudonym,
        before: { role: 'student' },
        after: { role: 'instructor' },
      },
      {
        who,
        action: 'update course',
        target: 'Boats',
        before: { name: 'Boats', instructor: null },
        after: { name: 'Boats', instructor: { name: 'Deleted student', email: pseudonym } },
      },
      { who, action: 'unassign course', target: pseudonym, before: { course: 'Boats' } },
      { who, action: 'remove instructor', target: pseudonym, after: { role: 'student' } },
      {
        who,
        action: 'remove course',
        target: 'Boats',
        before: { status: 'open' },
        after: { status: 'archived' },
      },
      { who: 'system', action: 'delete account', target: pseudonym },
    ]);
  },
);

it('the name of a removed user who had an account before is replaced too', async () => {
  const student = await register('Mallory');
  await addAuditEntries(app, [
    {
      _id: 'earlier',
      who: admin.email,
      action: 'remove user',
      target: student.email,
      people: [admin.email, student.email],
      before: { name: 'Mallory', role: 'student' },
      after: null,
      at: new Date(),
    },
  ]);
  await deleteAccount(student);
  expect((await readAuditLog(app, { _id: 'earlier' }))[0]).toMatchObject({
    who: admin.email,
    before: { name: 'Deleted student', role: 'student' },
  });
});
