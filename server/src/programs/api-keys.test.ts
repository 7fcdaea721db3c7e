import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { UserDocument } from '../database/user-documents.ts';
import { addDays, readToday } from '../school-time.ts';
import { readAuditLog } from '../testing/audit-log.ts';
import { makeEnrolledSeat } from '../testing/care.ts';
import { buildClass, buildUser, proveSignIn } from '../testing/factories.ts';
import { findTraces } from '../testing/find-traces.ts';
import { startTestApp, useTestApp } from '../testing/test-app.ts';

const DAY_MINUTES = 24 * 60;

const app = useTestApp();
let director: UserDocument;
beforeEach(async () => {
  director = await buildUser(app, 'admin');
  await app.services.database.collections.apiKeys.deleteMany({});
});

const inDays = (days: number) => addDays(readToday(app.services), days);
const make = (fields: object = {}, by = director) =>
  app.as(by).call('POST /apiKeys', {
    body: { name: 'Newsletter', kind: 'classes', until: inDays(9), ...fields },
  });
const list = async (by = director) => (await app.as(by).call('GET /apiKeys')).body;
const read = (key: string) => app.withAuthorization(`Bearer ${key}`).call('GET /classList');
const revoke = (id: string) => app.as(director).call('DELETE /apiKeys/:id', { params: { id } });

// Rules: R511, R512, R513.
describe('an API key', () => {
  it('is shown once, and only its hash is stored', async () => {
    const { body } = await make();
    expect(body.key).toMatch(/^spk_[\w-]{43}$/);
    expect((await read(body.key)).status).toBe(200);
    expect(await list()).toMatchObject([
      {
        ...{ _id: body._id, name: 'Newsletter', kind: 'classes', until: inDays(9) },
        ...{ start: body.key.slice(0, 8), state: 'good' },
        by: { name: director.name, isDirector: true },
      },
    ]);
    const stored = await app.services.database.collections.apiKeys.find().toArray();
    const log = await readAuditLog(app);
    expect(JSON.stringify([await list(), stored, log])).not.toContain(body.key.slice(8));
  });

  it.each([-1, 367])('can’t end %i days from now', async (days) => {
    const { status, body } = await make({ until: inDays(days) });
    expect([status, Object.keys(body.fields ?? {})]).toEqual([400, ['body.until']]);
  });

  it('opens nothing once it is revoked, and it is in the list and in the audit log', async () => {
    const { key, _id } = (await make()).body;
    expect((await revoke(_id)).status).toBe(200);
    const { status, body } = await read(key);
    expect([status, body.code]).toEqual([401, 'key_unknown']);
    expect(await list()).toMatchObject([{ _id, state: 'revoked' }]);
    expect((await revoke(_id)).status).toBe(404);
    const values = { kind: 'classes', until: inDays(9) };
    expect(await readAuditLog(app, { who: director.email })).toMatchObject([
      { action: 'make API key', target: 'Newsletter', before: null, after: values },
      { action: 'revoke API key', target: 'Newsletter', before: values, after: null },
    ]);
  });

  it.each(['spk_', 'spk_unknown', 'spk_é', ''])('%s is refused', async (key) => {
    expect((await read(key)).status).toBe(401);
  });

  it('stays the school’s when its maker is no longer a director, and the list says so', async () => {
    const maker = await buildUser(app, 'admin');
    const { key } = (await make({}, maker)).body;
    const params = { id: maker._id.toHexString() };
    const proof = { idToken: await proveSignIn(director) };
    const change = { params, body: { ...proof, bundle: 'office' as const } };
    expect((await app.as(director).call('PATCH /adminBundle/:id', change)).status).toBe(200);
    expect((await app.as(maker).call('GET /apiKeys')).status).toBe(403);
    expect((await read(key)).status).toBe(200);
    expect(await list()).toMatchObject([{ by: { name: maker.name, isDirector: false } }]);
    await app.as(director).call('DELETE /userList/admin/:id', { params });
    const idToken = await proveSignIn(maker);
    const body = { email: maker.email, idToken };
    expect((await app.as(maker).call('DELETE /myAccount', { body })).status).toBe(200);
    expect((await read(key)).status).toBe(200);
    expect(await list()).toMatchObject([{ by: { name: '', isDirector: false } }]);
    expect(await findTraces(app, maker.email)).toEqual([]);
  });

  it('no longer reads the name and the address of an account that was deleted', async () => {
    const student = await buildUser(app);
    const campClass = await buildClass(app, {
      ...{ camp_start: inDays(-9), camp_end: inDays(-5) },
      seats: [makeEnrolledSeat({ userId: student._id })],
    });
    const { key } = (await make({ kind: 'rosters' })).body;
    const roster = async () => {
      const params = { classId: campClass.id };
      const answer = await app
        .withAuthorization(`Bearer ${key}`)
        .call('GET /classRoster/:classId', { params });
      return answer.body;
    };
    expect(await roster()).toMatchObject([{ name: student.name, email: student.email }]);
    const body = { email: student.email, idToken: await proveSignIn(student) };
    const gone = await app.as(student).call('DELETE /myAccount', { body });
    expect(gone.body).toEqual({ status: true });
    const after = JSON.stringify(await roster());
    expect(after).toContain('EXM-101');
    expect(after).not.toContain(student.name);
    expect(after).not.toContain(student.email);
  });

  // Last, because they move the clock, and proofs of a sign-in are good for five minutes.
  it('says when it was last used, and writes that at most once an hour', async () => {
    const { key } = (await make()).body;
    const lastUse = async () => (await list())[0]?.lastUsedAt;
    expect(await lastUse()).toBeNull();
    await read(key);
    const first = await lastUse();
    expect(first).not.toBeNull();
    app.passMinutes(59);
    await read(key);
    expect(await lastUse()).toBe(first);
    app.passMinutes(2);
    await read(key);
    expect(await lastUse()).not.toBe(first);
  });

  it('is good through its last day, and says afterwards that it has ended', async () => {
    const { key, _id } = (await make({ until: inDays(0) })).body;
    expect((await read(key)).status).toBe(200);
    app.passMinutes(DAY_MINUTES);
    const { status, body } = await read(key);
    expect([status, body.code]).toEqual([401, 'key_expired']);
    expect(await list()).toMatchObject([{ _id, state: 'expired' }]);
  });
});

it('each key has its own limit; it does not count against admins, nor admins against it', async () => {
  const limited = await startTestApp(undefined, { RATE_LIMIT_PER_MINUTE: '3' });
  try {
    const admin = await buildUser(limited, 'admin');
    const makeKey = async () => {
      const body = { name: 'Program', kind: 'classes' as const, until: inDays(9) };
      return (await limited.as(admin).call('POST /apiKeys', { body })).body.key;
    };
    const [first, second] = [await makeKey(), await makeKey()];
    const call = (key: string) => limited.withAuthorization(`Bearer ${key}`).call('GET /classList');
    const statuses = [];
    for (let i = 0; i < 3; i += 1) statuses.push((await call(first)).status);
    const refused = await call(first);
    expect(statuses).toEqual([200, 200, 200]);
    expect([refused.status, refused.body.code]).toEqual([429, 'too_many_requests']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await call(second)).status).toBe(200);
    for (let i = 0; i < 5; i += 1)
      expect((await limited.as(admin).call('GET /classList')).status).toBe(200);
    // Made-up keys are counted by the address: of the three, one went to the key that was called too often.
    const madeUp = [];
    for (let i = 0; i < 4; i += 1)
      madeUp.push((await call(`spk_${randomBytes(32).toString('base64url')}`)).status);
    expect(madeUp).toEqual([401, 401, 429, 429]);
  } finally {
    await limited.close();
  }
});
