import type { AdminBundle } from '@speakifyr/contract/limits.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import type { UserDocument } from '../database/user-documents.ts';
import {
  buildChild,
  buildClass,
  buildEnrolledSeat,
  buildUser,
  proveSignIn,
} from '../testing/factories.ts';
import { useTestApp } from '../testing/test-app.ts';

const app = useTestApp();
let director: UserDocument;
// One director at a time.
beforeEach(async () => {
  await app.services.database.collections.users.updateMany(
    { role: 'admin' },
    { $set: { role: 'student' } },
  );
  director = await buildUser(app, 'admin');
});

async function change(who: UserDocument, bundle: AdminBundle, by = director, idToken?: string) {
  const params = { id: who._id.toHexString() };
  const body = { bundle, idToken: idToken ?? (await proveSignIn(by)) };
  return app.as(by).call('PATCH /adminBundle/:id', { params, body });
}
const readBundle = async ({ email }: UserDocument) =>
  (await app.as({ email }).call('GET /userInfo', { query: { email } })).body.bundle;

// Rules: R292, R293, R294.
describe('what an admin may do', () => {
  it('is everything at first, and is changed by a director, who signs in again', async () => {
    const other = await buildUser(app, 'admin');
    expect(await readBundle(other)).toBe('director');
    expect((await change(other, 'accountant', director, 'no-proof')).body.code).toBe(
      'sign_in_again',
    );
    expect((await change(other, 'accountant')).status).toBe(200);
    expect(await readBundle(other)).toBe('accountant');
    expect((await app.as(other).call('GET /userList')).status).toBe(403);
    expect((await app.as(other).call('GET /months')).status).toBe(200);
    expect((await change(director, 'office', other)).status).toBe(403);
    const query = { action: 'change bundle' } as const;
    const log = await app.as(director).call('GET /auditLog', { query });
    expect(log.body[0]).toMatchObject({
      ...{ who: director.email, target: other.email },
      ...{ before: { bundle: 'director' }, after: { bundle: 'accountant' } },
    });
  });

  it('is the office’s, and no more, for a parent who becomes an admin once more', async () => {
    const other = await buildUser(app, 'admin', 'office');
    const params = { id: other._id.toHexString() };
    await app.as(director).call('DELETE /userList/admin/:id', { params });
    expect(await readBundle(other)).toBeUndefined();
    await app.as(director).call('PATCH /userList/admin/:id', { params });
    expect(await readBundle(other)).toBe('office');
    expect((await change(director, 'office', other)).status).toBe(403);
  });

  it('leaves one director, who neither steps down nor goes, even if two do it together', async () => {
    expect((await change(director, 'office')).body.code).toBe('last_director');
    const other = await buildUser(app, 'admin');
    const [one, two] = await Promise.all([
      change(director, 'office', other),
      change(other, 'office', director),
    ]);
    expect([one, two].filter(({ status }) => status === 200).length).toBeLessThan(2);
    const bundles = [await readBundle(director), await readBundle(other)];
    expect(bundles).toContain('director');
  });

  it('is not shown for people who are not admins', async () => {
    const parent = await buildUser(app);
    expect((await change(parent, 'office')).body.code).toBe('not_found');
    expect(await readBundle(parent)).toBeUndefined();
  });
});

it('the office removes parents, and no other admin', async () => {
  const office = await buildUser(app, 'admin', 'office');
  const remove = (email: string) => app.as(office).call('DELETE /removeuser', { query: { email } });
  expect((await remove((await buildUser(app)).email)).status).toBe(200);
  expect((await remove(director.email)).status).toBe(403);
});

describe('an accountant', () => {
  // Rules: R502.
  it('reads a paper without the family', async () => {
    const accountant = await buildUser(app, 'admin', 'accountant');
    const { paymentId, student } = await buildEnrolledSeat(app, await buildClass(app));
    const read = (who: UserDocument) =>
      app.as(who).call('GET /receipts/:paymentId', { params: { paymentId } });
    const { name, email } = student;
    expect((await read(director)).body.payer).toEqual({ name, email });
    const { status, body } = await read(accountant);
    expect(status).toBe(200);
    for (const word of [name, email]) expect(JSON.stringify(body)).not.toContain(word);
  });
});

describe('staff who have a family', () => {
  it('join a class and see their seats as parents do', async () => {
    const instructor = await buildUser(app, 'instructor');
    const { email } = instructor;
    const campClass = await buildClass(app, { price: 0 });
    const join = (childId?: string) =>
      app.as(instructor).call('POST /addClass', {
        body: { classId: campClass.id, email, ...(childId && { childId }) },
      });
    const readOwn = async () =>
      (await app.as(instructor).call('GET /userInfo', { query: { email } })).body;
    expect((await join()).body.code).toBe('only_students_join');
    expect(await readOwn()).not.toHaveProperty('hasFamily');

    const child = await buildChild(app, instructor);
    expect((await app.as(instructor).call('GET /isUser', { query: { email } })).body).toBe(true);
    expect(await readOwn()).toMatchObject({ role: 'instructor', hasFamily: true });
    expect((await join(child.id)).status).toBe(200);
    const seats = await app.as(instructor).call('GET /myEnrolledClass', { query: { email } });
    expect(seats.body).toHaveLength(1);
    // And they still have their own pages.
    const stats = await app.as(instructor).call('GET /instructorStats', { query: { email } });
    expect(stats.status).toBe(200);
  });

  it('keep their seats when they become an admin', async () => {
    const { student } = await buildEnrolledSeat(app, await buildClass(app));
    const { users } = app.services.database.collections;
    const person = await users.findOneAndUpdate(
      { email: student.email },
      { $set: { role: 'admin' } },
      { returnDocument: 'after' },
    );
    if (!person) throw new Error('There is no such user');
    const query = { email: person.email };
    const seats = await app.as(person).call('GET /myEnrolledClass', { query });
    expect(seats.body).toHaveLength(1);
    expect((await app.as(person).call('GET /userList')).status).toBe(200);
  });
});
