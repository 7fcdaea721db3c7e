import { describe, expect, test } from 'vitest';
import { readAuditLog } from '../testing/audit-log.ts';
import { buildClass, buildUser } from '../testing/factories.ts';
import { useTestApp } from '../testing/test-app.ts';
import { makeAdmin } from './admins.ts';

const app = useTestApp();

async function readAudit(target: string) {
  return readAuditLog(app, { target });
}

// Rules: R31.
describe('the first admin', () => {
  test('a student becomes an admin with all rights at once, and the audit log records it', async () => {
    const student = await buildUser(app);
    expect((await app.as(student).call('GET /adminStats', { query: student })).status).toBe(403);

    expect(await makeAdmin(student.email, app.services)).toEqual({
      isAdmin: true,
      sentence: `${student.email} is an admin now.`,
    });

    expect((await app.as(student).call('GET /adminStats', { query: student })).status).toBe(200);
    const lines = await readAudit(student.email);
    expect(lines).toMatchObject([
      {
        who: 'system',
        action: 'make admin',
        before: { role: 'student' },
        after: { role: 'admin' },
      },
    ]);
  });

  test('an admin stays an admin, and the audit log gets no entry', async () => {
    const admin = await buildUser(app, 'admin');
    const made = await makeAdmin(admin.email, app.services);
    expect(made).toEqual({ isAdmin: true, sentence: `${admin.email} is an admin already.` });
    expect(await readAudit(admin.email)).toEqual([]);
  });

  test('an instructor without a class becomes an admin', async () => {
    const instructor = await buildUser(app, 'instructor');
    expect((await makeAdmin(instructor.email, app.services)).isAdmin).toBe(true);
    expect(await readAudit(instructor.email)).toMatchObject([{ before: { role: 'instructor' } }]);
  });

  test('an instructor with a class is refused and stays an instructor', async () => {
    const instructor = await buildUser(app, 'instructor');
    await buildClass(app, { name: 'Kites', instructorId: instructor._id });
    expect(await makeAdmin(instructor.email, app.services)).toEqual({
      isAdmin: false,
      sentence: `${instructor.email} teaches Kites. First, an admin has to unassign the class.`,
    });
    expect(await findRole(instructor.email)).toBe('instructor');
  });

  test('an instructor who gets a class at the same moment stays an instructor', async () => {
    const instructor = await buildUser(app, 'instructor');
    const { database } = app.services;
    const users = new Proxy(database.collections.users, {
      get(target, name) {
        const value = Reflect.get(target, name) as unknown;
        if (name !== 'updateOne')
          return typeof value === 'function' ? (value.bind(target) as unknown) : value;
        return async (...args: Parameters<typeof target.updateOne>) => {
          if (!(await database.collections.classes.findOne({ name: 'Stars' })))
            await buildClass(app, { name: 'Stars', instructorId: instructor._id });
          return target.updateOne(...args);
        };
      },
    });
    const services = {
      ...app.services,
      database: { ...database, collections: { ...database.collections, users } },
    };
    expect((await makeAdmin(instructor.email, services)).isAdmin).toBe(false);
    expect(await findRole(instructor.email)).toBe('instructor');
    expect(await readAudit(instructor.email)).toEqual([]);
  });

  test('a stranger and a removed user are refused', async () => {
    expect(await makeAdmin('nobody@example.test', app.services)).toEqual({
      isAdmin: false,
      sentence: 'No user has the email nobody@example.test. They have to sign up first.',
    });
    const removed = await buildUser(app);
    await app.services.database.collections.users.updateOne(
      { _id: removed._id },
      { $set: { status: 'removed' } },
    );
    const made = await makeAdmin(removed.email, app.services);
    expect(made.isAdmin).toBe(false);
    expect(made.sentence).toContain('was removed');
    expect(await findRole(removed.email)).toBe('student');
  });
});

async function findRole(email: string) {
  const user = await app.services.database.collections.users.findOne({ email });
  return user?.role;
}
