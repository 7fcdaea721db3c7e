import { SCHOOL } from '@speakifyr/contract/school.ts';
import jwt from 'jsonwebtoken';
import { describe, expect, it } from 'vitest';
import { buildUser, proveSignIn } from '../testing/factories.ts';
import { makeSessionToken } from '../testing/documents.ts';
import { useTestApp } from '../testing/test-app.ts';

const app = useTestApp();

/** By the server's clock, which the tests can move. */
const inSeconds = (seconds: number) => Math.floor(app.services.now().getTime() / 1_000) + seconds;

const userInfo = (authorization: string, email: string) =>
  app.withAuthorization(authorization).call('GET /userInfo', { query: { email } });

// Rules: R30, R39, R40, R80, R527.
describe('POST /jwt', () => {
  it('gives a session token to a person who proves their e-mail, in upper or lower case', async () => {
    const idToken = await proveSignIn({ email: 'Mina@Example.test' });
    const answer = await app
      .withAuthorization(`Bearer ${idToken}`)
      .call('POST /jwt', { body: { email: 'MINA@example.test' } });
    expect(answer.status).toBe(200);
    expect(jwt.decode(answer.body.token)).toMatchObject({ email: 'mina@example.test' });
  });

  it('refuses missing proof, another person’s proof and tokens that the provider did not sign', async () => {
    const email = 'omar@example.test';
    const idToken = await proveSignIn({ email });
    const ask = (authorization: string, body = { email }) =>
      app.withAuthorization(authorization).call('POST /jwt', { body });
    expect((await app.call('POST /jwt', { body: { email } })).status).toBe(401);
    expect((await ask(`Bearer ${idToken}`, { email: 'admin@speakifyr.test' })).status).toBe(401);
    expect((await ask('Bearer not-a-token')).status).toBe(401);
    const claims = jwt.decode(idToken) as jwt.JwtPayload;
    const forged = [
      jwt.sign(claims, 'some-secret'),
      jwt.sign(claims, null as never, { algorithm: 'none' }),
      idToken.slice(0, -6) + 'AAAAAA',
      // Our own session token does not prove who signed in.
      jwt.sign({ email, iss: 'speakifyr' }, app.services.environment.JWT_SECRET, {
        expiresIn: 600,
      }),
    ];
    for (const token of forged) expect((await ask(`Bearer ${token}`)).status).toBe(401);
  });
});

describe('a role that changes during a session', () => {
  /** Logs in as the web app does. @returns the token */
  async function logIn(email: string) {
    const idToken = await proveSignIn({ email });
    const caller = app.withAuthorization(`Bearer ${idToken}`);
    return (await caller.call('POST /jwt', { body: { email } })).body.token;
  }
  const change = (email: string, right: object) =>
    app.services.database.collections.users.updateOne({ email }, { $set: right });

  it('answers 401 role_changed; a 403 would log the person out. A new token has the new role', async () => {
    const { email } = await buildUser(app);
    const token = await logIn(email);
    const stats = (by: string) =>
      app.withAuthorization(`Bearer ${by}`).call('GET /userStats', { query: { email } });
    expect((await stats(token)).status).toBe(200);
    await change(email, { role: 'instructor' });
    expect(await stats(token)).toMatchObject({ status: 401, body: { code: 'role_changed' } });
    expect((await userInfo(`Bearer ${token}`, email)).body).toMatchObject({ role: 'instructor' });
    const renewed = await logIn(email);
    expect(await stats(renewed)).toMatchObject({ status: 403, body: { code: 'not_allowed' } });
  });

  it('and so is an admin’s right that was taken away', async () => {
    const { email } = await buildUser(app, 'admin');
    const token = await logIn(email);
    const ask = (by: string) => app.withAuthorization(`Bearer ${by}`).call('GET /aidRequests');
    expect((await ask(token)).status).toBe(200);
    await change(email, { bundle: 'office' });
    expect(await ask(token)).toMatchObject({ status: 401, body: { code: 'role_changed' } });
    expect((await ask(await logIn(email))).status).toBe(403);
  });

  it('of somebody who has just registered, too', async () => {
    const email = 'new-teacher@example.test';
    const token = await logIn(email);
    const caller = app.withAuthorization(`Bearer ${token}`);
    const body = { name: 'Ana', photo: '', email };
    expect((await caller.call('POST /userList', { body })).status).toBe(200);
    await change(email, { role: 'instructor' });
    const answer = await caller.call('GET /userStats', { query: { email } });
    expect(answer.body.code).toBe('role_changed');
  });
});

describe('registering', () => {
  const register = (email: string, body: object) =>
    app.as({ email }).call('POST /userList', { body: { name: 'Ana', photo: '', email, ...body } });

  it('always creates a student, whatever role the browser sends', async () => {
    const email = 'ana@example.test';
    const answer = await register(email, { role: 'admin' });
    expect(answer.body.insertedId).toMatch(/^[0-9a-f]{24}$/);
    const info = await app.as({ email }).call('GET /userInfo', { query: { email } });
    expect(info.body).toMatchObject({ name: 'Ana', email, role: 'student' });
  });

  it('notes which terms the person agreed to, and when', async () => {
    const email = 'agrees@example.test';
    expect((await register(email, { terms: '2020-01-15' })).body.code).toBe('text_changed');
    const terms = SCHOOL.termsDate;
    await register(email, { terms });
    const { users } = app.services.database.collections;
    expect((await users.findOne({ email }))?.agreedTerms).toEqual({
      of: terms,
      at: expect.any(Date) as Date,
    });

    // A second registration changes nothing.
    await register(email, { terms: '2028-01-15' });
    expect((await users.findOne({ email }))?.agreedTerms?.of).toBe(terms);
    expect((await register('vague@example.test', { terms: 'the new ones' })).status).toBe(400);
  });

  it('changes nothing for a registered person and never creates a second user', async () => {
    const email = 'twice@example.test';
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_none, i) => register(email, { name: `Name ${i}` })),
    );
    expect(answers.filter(({ body }) => body.insertedId)).toHaveLength(1);
    const { users } = app.services.database.collections;
    expect(await users.countDocuments({ email })).toBe(1);

    const admin = await buildUser(app, 'admin');
    await register(admin.email, { name: 'Other' });
    const info = await app.as(admin).call('GET /userInfo', { query: { email: admin.email } });
    expect(info.body).toMatchObject({ role: 'admin', name: admin.name });
  });

  it('works only with your own e-mail', async () => {
    const answer = await app
      .as({ email: 'eve@example.test' })
      .call('POST /userList', { body: { name: 'Eve', photo: '', email: 'bob@example.test' } });
    expect(answer.status).toBe(403);
  });
});

describe('asking about yourself', () => {
  it('returns your own role', async () => {
    for (const role of ['student', 'instructor', 'admin'] as const) {
      const { email } = await buildUser(app, role);
      const me = app.as({ email });
      expect((await me.call('GET /isUser', { query: { email } })).body).toBe(role === 'student');
      expect((await me.call('GET /isInstructor', { query: { email } })).body).toBe(
        role === 'instructor',
      );
      const admin = await me.call('GET /userList/admin/:email', { params: { email } });
      expect(admin.body).toEqual({ admin: role === 'admin' });
      expect((await me.call('GET /userInfo', { query: { email } })).body.role).toBe(role);
    }
  });

  it('returns the instructor record to an instructor, and null to others', async () => {
    const instructor = await buildUser(app, 'instructor');
    const ask = (person: { email: string }) =>
      app.as(person).call('GET /userList/instructorInfo', { query: { email: person.email } });
    expect((await ask(instructor)).body).toMatchObject({
      email: instructor.email,
      courseID: 'not-assigned',
    });
    expect((await ask(await buildUser(app))).body).toBeNull();
  });

  it('never returns another person’s data', async () => {
    const [one, other] = [await buildUser(app), await buildUser(app)];
    const me = app.as(one);
    const query = { email: other.email };
    expect((await me.call('GET /userInfo', { query })).status).toBe(403);
    expect((await me.call('GET /isUser', { query })).status).toBe(403);
    expect((await me.call('GET /isInstructor', { query })).status).toBe(403);
    expect((await me.call('GET /userList/admin/:email', { params: query })).status).toBe(403);
  });

  it('is answered with 404 if you are signed in but not registered', async () => {
    const email = 'nobody-yet@example.test';
    expect((await app.as({ email }).call('GET /userInfo', { query: { email } })).status).toBe(404);
    expect((await app.as({ email }).call('GET /isUser', { query: { email } })).status).toBe(401);
  });
});

describe('a session token', () => {
  it('expires after an hour', async () => {
    const { email } = await buildUser(app);
    const me = app.as({ email });
    expect((await me.call('GET /userInfo', { query: { email } })).status).toBe(200);
    app.passMinutes(61);
    const answer = await me.call('GET /userInfo', { query: { email } });
    expect(answer).toMatchObject({ status: 401, body: { code: 'session_expired' } });
  });

  it('grants no rights by itself: a demoted or removed admin is refused on the next call', async () => {
    const { email, _id } = await buildUser(app, 'admin');
    const me = app.as({ email });
    const ask = () => me.call('GET /adminStats', { query: { email } });
    const { users } = app.services.database.collections;
    expect((await ask()).status).toBe(200);
    await users.updateOne({ _id }, { $set: { role: 'student' } });
    expect((await ask()).status).toBe(403);
    await users.updateOne({ _id }, { $set: { role: 'admin', status: 'removed' } });
    expect(await ask()).toMatchObject({ status: 401, body: { code: 'account_removed' } });
  });

  it('is refused if its payload was changed', async () => {
    const [student, admin] = [await buildUser(app), await buildUser(app, 'admin')];
    const token = makeSessionToken(student, app.services);
    const [header = '', payload = '', signature = ''] = token.split('.');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object;
    const changed = { ...claims, sub: admin.email, email: admin.email };
    const forged = [header, Buffer.from(JSON.stringify(changed)).toString('base64url'), signature];
    expect((await userInfo(`Bearer ${forged.join('.')}`, admin.email)).status).toBe(401);
    expect((await userInfo(`Bearer ${token}`, student.email)).status).toBe(200);
  });

  it('is refused if it is forged', async () => {
    const admin = await buildUser(app, 'admin');
    const { email } = admin;
    const secret = app.services.environment.JWT_SECRET;
    const whole = jwt.decode(makeSessionToken(admin, app.services)) as jwt.JwtPayload;
    const { exp: _exp, iss: _iss, ...claims } = whole;
    const good = jwt.sign(claims, secret, { issuer: 'speakifyr', expiresIn: 60 });
    expect((await userInfo(`Bearer ${good}`, email)).status).toBe(200);
    const forged = [
      jwt.sign(claims, 'another-secret-that-is-long-enough', {
        issuer: 'speakifyr',
        expiresIn: 60,
      }),
      jwt.sign(claims, secret, { issuer: 'somebody-else', expiresIn: 60 }),
      jwt.sign(claims, secret, { issuer: 'speakifyr', algorithm: 'HS512', expiresIn: 60 }),
      jwt.sign(claims, secret, { issuer: 'speakifyr' }),
      jwt.sign(claims, secret, { issuer: 'speakifyr', expiresIn: -1 }),
      jwt.sign(claims, secret, { issuer: 'speakifyr', expiresIn: 900, notBefore: 300 }),
      jwt.sign({ ...claims, iat: inSeconds(300) }, secret, { issuer: 'speakifyr', expiresIn: 900 }),
      ...['sub', 'email', 'credentials', 'auth_time', 'verified'].map((missing) =>
        jwt.sign({ ...claims, [missing]: undefined }, secret, {
          issuer: 'speakifyr',
          expiresIn: 60,
        }),
      ),
      jwt.sign(claims, null as never, { algorithm: 'none', issuer: 'speakifyr' }),
    ];
    const noJson = [{ alg: 'HS256', typ: 'JWT' }].map((header) => JSON.stringify(header));
    forged.push([...noJson, 'not json', 'x'].map((part) => btoa(part).replace(/=/g, '')).join('.'));
    for (const token of forged)
      expect((await userInfo(`Bearer ${token}`, email)).status, token).toBe(401);
    expect((await userInfo('Basic YTpi', email)).status).toBe(401);
  });
});
