import { ObjectId } from 'mongodb';
import { describe, expect, it } from 'vitest';
import type { UserDocument } from '../database/user-documents.ts';
import { listSearchWords } from '../database/search-words.ts';
import {
  buildClass,
  buildEnrolledSeat,
  buildUser,
  holdSeatOf,
  useUser,
} from '../testing/factories.ts';
import { startTestApp, useTestApp } from '../testing/test-app.ts';

const app = useTestApp();
const admin = useUser(app, 'admin');

const byAdmin = () => app.as(admin);
const roleOf = async ({ _id }: UserDocument) =>
  (await app.services.database.collections.users.findOne({ _id }))?.role;
const remove = (email: string, by: { email: string } = admin) =>
  app.as(by).call('DELETE /removeuser', { query: { email } });

// Rules: R31, R32, R33, R34, R36, R39, R271.
describe('the list of users', () => {
  it('shows everyone except removed users, and the number of matches', async () => {
    const here = await buildUser(app);
    const gone = await buildUser(app);
    await remove(gone.email);
    const list = await byAdmin().call('GET /userList');
    const emails = list.body.map(({ email }) => email);
    expect(emails).toContain(here.email);
    expect(emails).not.toContain(gone.email);
    expect(Number(list.headers['x-total-count'])).toBe(emails.length);
  });

  it('can be searched by name without accents, sorted and paged', async () => {
    const { users } = app.services.database.collections;
    for (const name of ['Zoë (a+b)*', 'zoë two', 'Zoë three']) {
      const { _id } = await buildUser(app);
      await users.updateOne({ _id }, { $set: { name, searchWords: listSearchWords({ name }) } });
    }
    const ask = (query: object) => byAdmin().call('GET /userList', { query });
    // Found by name and by email, and counted once.
    await users.updateOne({ name: 'Zoë three' }, { $set: { email: 'zoe.three@example.test' } });
    const found = await ask({ search: 'ZOE', sort: '-name', page: 1, size: 2 });
    expect(found.body).toHaveLength(2);
    expect(found.headers['x-total-count']).toBe('3');
    const rest = await ask({ search: 'zoë', sort: '-name', page: 2, size: 2 });
    const names = [...found.body, ...rest.body].map(({ name }) => name);
    expect(new Set(names).size).toBe(3);
    // What a person types is text, never a pattern.
    expect((await ask({ search: '(a+b)*' })).body).toHaveLength(1);
    expect((await ask({ search: '.*' })).body).toHaveLength(0);
    expect((await ask({ sort: 'password' })).status).toBe(400);
    expect((await ask({ page: 0 })).status).toBe(400);
  });
});

describe('the list of one role', () => {
  it('shows and counts only people of that role', async () => {
    const { users } = app.services.database.collections;
    const made = [
      await buildUser(app),
      await buildUser(app, 'admin'),
      await buildUser(app),
      await buildUser(app, 'instructor'),
      await buildUser(app),
    ];
    for (const { _id } of made)
      await users.updateOne({ _id }, { $set: { name: 'Xanthippe', searchWords: ['xanthippe'] } });
    const ask = async (query: object) => {
      const { body, headers } = await byAdmin().call('GET /userList', {
        query: { role: 'student', ...query },
      });
      return { emails: body.map(({ email }) => email), total: Number(headers['x-total-count']) };
    };
    const students = [made[0]!.email, made[2]!.email, made[4]!.email];
    const first = await ask({ search: 'xanthippe', page: 1, size: 2 });
    const second = await ask({ search: 'xanthippe', page: 2, size: 2 });
    expect([...first.emails, ...second.emails].sort()).toEqual(students.sort());
    expect([first.total, second.total]).toEqual([3, 3]);
    expect((await ask({})).total).toBe(
      await users.countDocuments({ role: 'student', status: 'active' }),
    );
    const refused = await byAdmin().call('GET /userList', { query: { role: 'king' as never } });
    expect(refused.status).toBe(400);
  });
});

describe('promoting', () => {
  it('makes a student an admin, works only for students, and only once', async () => {
    const student = await buildUser(app);
    const promote = () =>
      byAdmin().call('PATCH /userList/admin/:id', { params: { id: student._id.toHexString() } });
    expect((await promote()).body).toEqual({ modifiedCount: 1 });
    expect(await roleOf(student)).toBe('admin');
    expect((await promote()).body.code).toBe('not_a_student');
    const unknown = new ObjectId().toHexString();
    const missing = await byAdmin().call('PATCH /userList/admin/:id', { params: { id: unknown } });
    expect(missing.status).toBe(404);
  });

  it('makes a student an instructor, once even if two admins do it together', async () => {
    const student = await buildUser(app);
    const answers = await Promise.all(
      [1, 2, 3].map(() =>
        byAdmin().call('PATCH /makeInstructor', { query: { email: student.email } }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.code === 'not_a_student')).toHaveLength(2);
    const { body } = await byAdmin().call('GET /getInstructors');
    expect(body.filter(({ email }) => email === student.email)).toHaveLength(1);
  });

  it('takes effect on the next call', async () => {
    const student = await buildUser(app);
    expect((await app.as(student).call('GET /userList')).status).toBe(403);
    await byAdmin().call('PATCH /userList/admin/:id', {
      params: { id: student._id.toHexString() },
    });
    expect((await app.as(student).call('GET /userList')).status).toBe(200);
  });
});

describe('removing a user', () => {
  it('locks them out at once, frees their held seats and keeps their paid seats', async () => {
    const held = await buildClass(app, { sit: 3 });
    const paid = await buildClass(app, { sit: 3 });
    const { student, paymentId } = await buildEnrolledSeat(app, paid);
    await holdSeatOf(app, student, held);

    expect((await remove(student.email)).body).toEqual({ status: true });
    const query = { email: student.email };
    expect((await app.as(student).call('GET /myclass', { query })).status).toBe(401);
    expect((await app.as(student).call('GET /userInfo', { query })).status).toBe(401);
    const again = await app
      .as(student)
      .call('POST /userList', { body: { name: 'Back again', photo: '', email: student.email } });
    expect(again).toMatchObject({ status: 401, body: { code: 'account_removed' } });
    const { classes } = app.services.database.collections;
    expect(await classes.findOne({ _id: held._id })).toMatchObject({ sit: 3, seats: [] });
    expect(await classes.findOne({ _id: paid._id })).toMatchObject({
      sit: 2,
      seats: [{ state: 'enrolled', paymentId }],
    });
  });

  it('is refused for yourself, for an unknown user and for an instructor with a course', async () => {
    expect((await remove(admin.email)).body.code).toBe('own_family');
    expect((await remove('nobody@example.test')).status).toBe(404);
    const instructor = await buildUser(app, 'instructor');
    await buildClass(app, { instructorId: instructor._id });
    expect((await remove(instructor.email)).body.code).toBe('instructor_assigned');
    expect(
      (await app.as(instructor).call('GET /isInstructor', { query: { email: instructor.email } }))
        .body,
    ).toBe(true);
  });

  it('always leaves one admin, even if two admins remove each other together', async () => {
    const other = await startTestApp();
    try {
      const [one, two] = [await buildUser(other, 'admin'), await buildUser(other, 'admin')];
      await Promise.all([
        other.as(one).call('DELETE /removeuser', { query: { email: two.email } }),
        other.as(two).call('DELETE /removeuser', { query: { email: one.email } }),
      ]);
      const { users } = other.services.database.collections;
      expect(
        await users.countDocuments({ role: 'admin', status: 'active' }),
      ).toBeGreaterThanOrEqual(1);
    } finally {
      await other.close();
    }
  });
});

describe('making an admin a parent again', () => {
  const demote = (user: { _id: ObjectId }, as = admin, at = app) =>
    at.as(as).call('DELETE /userList/admin/:id', { params: { id: user._id.toHexString() } });

  it('takes effect on the next call, and is in the audit log', async () => {
    const other = await buildUser(app, 'admin');
    expect((await demote(other)).body).toEqual({ status: true });
    expect((await app.as(other).call('GET /userList')).status).toBe(403);
    const query = { search: other.email };
    expect((await byAdmin().call('GET /auditLog', { query })).body).toMatchObject([
      { action: 'remove admin', before: { role: 'admin' }, after: { role: 'student' } },
    ]);
    expect((await demote(other)).body.code).toBe('not_found');
  });

  it('is for another admin to do', async () => {
    expect((await demote(admin)).body.code).toBe('own_account');
    expect((await demote(await buildUser(app, 'instructor'))).body.code).toBe('not_found');
  });

  it('always leaves one admin, even if two admins do it to each other together', async () => {
    const other = await startTestApp();
    try {
      const { users } = other.services.database.collections;
      for (let round = 0; round < 10; round += 1) {
        await users.deleteMany({ role: 'admin' });
        const [one, two] = [await buildUser(other, 'admin'), await buildUser(other, 'admin')];
        await Promise.all([demote(one, two, other), demote(two, one, other)]);
        expect(
          await users.countDocuments({ role: 'admin', status: 'active' }),
        ).toBeGreaterThanOrEqual(1);
      }
    } finally {
      await other.close();
    }
  });
});

describe('the audit log', () => {
  it('shows who did what to whom, with before and after, newest first', async () => {
    const student = await buildUser(app);
    await byAdmin().call('PATCH /makeInstructor', { query: { email: student.email } });
    await remove(student.email);
    const { body } = await byAdmin().call('GET /auditLog', { query: { search: student.email } });
    expect(body).toMatchObject([
      { who: admin.email, action: 'remove user', target: student.email, after: null },
      {
        who: admin.email,
        action: 'make instructor',
        target: student.email,
        before: { role: 'student' },
        after: { role: 'instructor' },
        at: expect.stringMatching(/^\d{4}-/),
      },
    ]);
  });

  it('has no entry for a refused call', async () => {
    await remove(admin.email);
    const { body } = await byAdmin().call('GET /auditLog', { query: { search: 'remove user' } });
    expect(body.map(({ target }) => target)).not.toContain(admin.email);
  });
});
