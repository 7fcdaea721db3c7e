import { SCHOOL } from '@speakifyr/contract/school.ts';
import { describe, expect, it } from 'vitest';
import { makeAdmin } from '../account/admins.ts';
import { runJobs } from '../jobs/jobs.ts';
import { readAuditLog } from '../testing/audit-log.ts';
import * as provider from '../testing/account-at-provider.ts';
import { buildClass, buildUser, confirmPayment, getIntentId } from '../testing/factories.ts';
import { startSecondServer, startTestApp, type TestApp, useTestApp } from '../testing/test-app.ts';

const app = useTestApp();

const PASSWORD = 'sunny-lake-7';
let made = 0;
const makeAddress = () => `person-${(made += 1)}@school.test`;

const askForSession = (email: string, idToken: string) =>
  app.withAuthorization(`Bearer ${idToken}`).call('POST /jwt', { body: { email } });

/** @returns calls with a session for this proof */
async function openSession(email: string, idToken: string) {
  const { status, body } = await askForSession(email, idToken);
  expect(status, JSON.stringify(body)).toBe(200);
  return app.withAuthorization(`Bearer ${body.token}`);
}

/** Signs up at the provider and at the school, without confirming the address. */
async function enter(email: string, password = PASSWORD) {
  const idToken = await provider.signUp(email, password);
  const session = await openSession(email, idToken);
  await session.call('POST /userList', { body: { name: 'Somebody', photo: '', email } });
  return { idToken, session };
}

const findUser = (email: string) => app.services.database.collections.users.findOne({ email });

const deleteAccount = (email: string, session: ReturnType<TestApp['as']>, idToken: string) =>
  session.call('DELETE /myAccount', { body: { email, idToken } });

const download = (email: string, session: ReturnType<TestApp['as']>, idToken: string) =>
  session.call('POST /myData', { body: { email, idToken } });

const REFUSED = { status: 401, body: { code: 'session_expired' } };
const AGAIN = { status: 409, body: { code: 'sign_in_again' } };

// Rules: R57, R58, R59, R60, R61, R469.
describe('somebody who signed up with a victim’s address', () => {
  it('sees nothing and changes nothing after the victim has come with Google', async () => {
    const email = makeAddress();
    const attacker = await enter(email);
    const victimsProof = await provider.logInWithGoogle(email);
    const victim = await openSession(email, victimsProof);
    const campClass = await buildClass(app);
    const body = { classId: campClass.id, email };
    const { cartId } = (await victim.call('POST /addClass', { body })).body;
    const { clientSecret } = (
      await victim.call('POST /createPayment-intent', { body: { cartId, price: campClass.price } })
    ).body;
    const transactionId = getIntentId(clientSecret);
    await confirmPayment(transactionId);
    await victim.call('POST /makepayment', { body: { transactionId, email } });
    const query = { email };
    expect((await victim.call('GET /myEnrolledClass', { query })).body).toHaveLength(1);

    expect(await attacker.session.call('GET /myEnrolledClass', { query })).toMatchObject(REFUSED);
    expect(await askForSession(email, attacker.idToken)).toMatchObject(REFUSED);
    // Not even with a session of the victim's, such as one left open in a library.
    expect(await download(email, victim, attacker.idToken)).toMatchObject(AGAIN);
    expect(await deleteAccount(email, victim, attacker.idToken)).toMatchObject(AGAIN);
    expect(await deleteAccount(email, attacker.session, attacker.idToken)).toMatchObject(REFUSED);
    await expect(provider.logIn(email, PASSWORD)).rejects.toThrow('INVALID_LOGIN_CREDENTIALS');
    expect((await download(email, victim, victimsProof)).body).toMatchObject({
      enrollments: [{ entry_code: expect.any(String) }],
    });
  });

  it('has only sessions that end when the address is confirmed by mail', async () => {
    const email = makeAddress();
    const { idToken, session } = await enter(email);
    await provider.confirmEmail(idToken);
    expect(await askForSession(email, idToken)).toMatchObject(REFUSED);
    const later = await openSession(email, await provider.logIn(email, PASSWORD));
    expect(await session.call('GET /userInfo', { query: { email } })).toMatchObject(REFUSED);
    expect(await later.call('GET /userInfo', { query: { email } })).toMatchObject({
      status: 200,
      body: { isVerified: true },
    });
  });

  it('cannot be promoted, neither in the app nor with make-admin, until the address is confirmed', async () => {
    const email = makeAddress();
    const { idToken } = await enter(email);
    const admin = app.as(await buildUser(app, 'admin'));
    const { _id } = (await findUser(email))!;
    const refusal = { status: 409, body: { code: 'email_not_verified' } };
    const params = { id: _id.toHexString() };
    expect(await admin.call('PATCH /userList/admin/:id', { params })).toMatchObject(refusal);
    expect(await admin.call('PATCH /makeInstructor', { query: { email } })).toMatchObject(refusal);
    expect(await makeAdmin(email, app.services)).toMatchObject({
      isAdmin: false,
      sentence: expect.stringContaining('has not confirmed'),
    });
    expect((await findUser(email))?.role).toBe('student');

    await provider.confirmEmail(idToken);
    await openSession(email, await provider.logIn(email, PASSWORD));
    expect((await admin.call('PATCH /makeInstructor', { query: { email } })).status).toBe(200);
  });
});

describe('an address that changes hands', () => {
  it('does not give a stranger the admin’s record', async () => {
    const email = makeAddress();
    const admin = await enter(email);
    await provider.confirmEmail(admin.idToken);
    const proof = await provider.logIn(email, PASSWORD);
    const session = await openSession(email, proof);
    expect((await makeAdmin(email, app.services)).isAdmin).toBe(true);
    const newEmail = makeAddress();
    const newProof = await provider.changeEmail(proof, newEmail);

    const stranger = await provider.signUp(email, 'a-strangers-password');
    for (const isConfirmed of [false, true]) {
      if (isConfirmed) await provider.confirmEmail(stranger);
      const strangersProof = await provider.logIn(email, 'a-strangers-password');
      expect(await askForSession(email, strangersProof)).toMatchObject({
        status: 409,
        body: { code: 'other_sign_in' },
      });
      expect((await findUser(email))?.otherSignIn).toMatchObject({ isVerified: isConfirmed });
    }

    // The admin reads what happened, and their sessions have ended.
    expect(await askForSession(newEmail, newProof)).toMatchObject({
      status: 409,
      body: { code: 'address_changed' },
    });
    expect(await session.call('GET /userList')).toMatchObject(REFUSED);
    const body = { name: 'Somebody', photo: '', email: newEmail };
    expect(await findUser(newEmail)).toBeNull();
    const own = (await findUser(email))!;
    const register = app.as({ email: newEmail, uid: own.uid! }).call('POST /userList', { body });
    expect(await register).toMatchObject({ status: 409, body: { code: 'address_changed' } });
  });

  it('gives the record to its new owner after an admin has unlinked the old sign-in', async () => {
    const email = makeAddress();
    const old = await enter(email);
    await provider.deleteAtProvider(old.idToken);
    const proof = await provider.signUp(email, 'the-new-owner-1');
    expect((await askForSession(email, proof)).body.code).toBe('other_sign_in');
    const admin = await buildUser(app, 'admin');
    const list = await app.as(admin).call('GET /userList', { query: { search: email } });
    expect(list.body).toMatchObject([{ otherSignIn: { isVerified: false } }]);

    const id = list.body[0]!._id;
    const unlink = (params: { id: string }) =>
      app.as(admin).call('DELETE /userSignIn/:id', { params });
    expect((await unlink({ id })).status).toBe(200);
    expect(await old.session.call('GET /userInfo', { query: { email } })).toMatchObject(REFUSED);
    expect(await askForSession(email, proof)).toMatchObject({
      status: 409,
      body: { code: 'verify_email_first' },
    });
    await provider.confirmEmail(proof);
    const session = await openSession(email, await provider.logIn(email, 'the-new-owner-1'));
    const person = { name: 'Somebody', photo: '', email, terms: SCHOOL.termsDate };
    await session.call('POST /userList', { body: person });
    const { body } = await session.call('GET /userInfo', { query: { email } });
    expect(body).toMatchObject({ _id: id, isVerified: true });
    const after = await app.as(admin).call('GET /userList', { query: { search: email } });
    expect(after.body).toMatchObject([{ otherSignIn: null }]);
    const own = await unlink({ id: admin._id.toHexString() });
    expect(own.body.code).toBe('own_family');
    expect(await readAuditLog(app, { target: email })).toMatchObject([
      { action: 'unlink sign-in' },
    ]);
  });
});

it('a proof from before a change of the address opens no data and deletes nothing', async () => {
  const email = makeAddress();
  const { idToken } = await enter(email);
  await provider.confirmEmail(idToken);
  const proof = await provider.logIn(email, PASSWORD);
  const session = await openSession(email, proof);
  expect((await download(email, session, proof)).status).toBe(200);
  await provider.changeEmail(proof, makeAddress());
  expect(await download(email, session, proof)).toMatchObject(AGAIN);
  expect(await deleteAccount(email, session, proof)).toMatchObject(AGAIN);
});

describe('after an admin removed a person', () => {
  it('only the owner of the address learns it, and nobody who only claims it', async () => {
    const email = makeAddress();
    const { idToken } = await enter(email);
    const { users } = app.services.database.collections;
    await users.updateOne({ email }, { $set: { status: 'removed' } });
    expect((await askForSession(email, idToken)).body.code).toBe('account_removed');

    await provider.deleteAtProvider(idToken);
    expect(await askForSession(email, idToken)).toMatchObject(REFUSED);
    const claimed = await provider.signUp(email, 'a-strangers-password');
    expect((await askForSession(email, claimed)).body.code).toBe('other_sign_in');
    await provider.confirmEmail(claimed);
    const confirmed = await provider.logIn(email, 'a-strangers-password');
    expect((await askForSession(email, confirmed)).body.code).toBe('account_removed');

    // Everybody may know that an account is being deleted: its owner signs up again with a new, unconfirmed sign-in.
    await users.updateOne({ email }, { $set: { status: 'deleting' } });
    await provider.deleteAtProvider(confirmed);
    const again = await provider.signUp(email, PASSWORD);
    expect((await askForSession(email, again)).body.code).toBe('account_deleting');
  });
});

describe('a record from before accounts were linked', () => {
  const buildOldUser = async () => {
    const user = { ...(await buildUser(app)), email: makeAddress() };
    const { users } = app.services.database.collections;
    const { _id, email } = user;
    await users.updateOne({ _id }, { $unset: { uid: '' }, $set: { email, isVerified: false } });
    return user;
  };

  it('is taken over by a confirmed sign-in only, and by the first of two', async () => {
    const { email, _id } = await buildOldUser();
    const unconfirmed = await provider.signUp(email, PASSWORD);
    expect((await askForSession(email, unconfirmed)).body.code).toBe('verify_email_first');
    await provider.confirmEmail(unconfirmed);
    const proof = await provider.logIn(email, PASSWORD);
    const answers = await Promise.all(Array.from({ length: 5 }, () => askForSession(email, proof)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(await findUser(email)).toMatchObject({ _id, isVerified: true });
  });

  it('has no sessions before that', async () => {
    const user = await buildOldUser();
    const { email } = user;
    expect(await app.as(user).call('GET /userInfo', { query: { email } })).toMatchObject(REFUSED);
  });
});

describe('after a change of the password', () => {
  it('older sessions and the calendar’s address end with the next log-in', async () => {
    const email = makeAddress();
    const { idToken, session } = await enter(email);
    const { path } = (await session.call('POST /myCalendar')).body as { path: string };
    await app.http.get(`/api${path}`).expect(200);
    const proof = await provider.changePassword(idToken, 'another-password');
    const later = await openSession(email, proof);
    // Whoever had the account may have the address of its calendar.
    await app.http.get(`/api${path}`).expect(404);
    expect(await session.call('GET /userInfo', { query: { email } })).toMatchObject(REFUSED);
    expect((await later.call('GET /userInfo', { query: { email } })).status).toBe(200);
  });
});

describe('deleting', () => {
  it('an account that was never confirmed works for the one who made it, and for nobody else', async () => {
    const email = makeAddress();
    const { idToken, session } = await enter(email);
    const other = await enter(makeAddress());
    expect(await deleteAccount(email, session, other.idToken)).toMatchObject(AGAIN);
    expect((await download(email, session, idToken)).status).toBe(200);
    expect((await deleteAccount(email, session, idToken)).status).toBe(200);
    expect(await findUser(email)).toBeNull();
  });

  it('leaves no session that can register again; a later sign-in can', async () => {
    const email = makeAddress();
    const { idToken, session } = await enter(email);
    expect((await deleteAccount(email, session, idToken)).status).toBe(200);
    const again = { name: 'Somebody', photo: '', email };
    // The account at the provider still exists, so the old proof still gives a session.
    const renewed = await openSession(email, idToken);
    for (const old of [session, renewed])
      expect(await old.call('POST /userList', { body: again })).toMatchObject(REFUSED);
    expect(await findUser(email)).toBeNull();
    app.passMinutes(1);
    const later = app.as({ email, uid: (await readUid(idToken)) ?? '' });
    expect((await later.call('POST /userList', { body: again })).status).toBe(200);
  });

  it('is not undone by a sign-in from before, not even when the deletion is forgotten', async () => {
    const email = makeAddress();
    const { idToken, session } = await enter(email);
    const uid = (await readUid(idToken)) ?? '';
    const signedInAt = app.services.now();
    expect((await deleteAccount(email, session, idToken)).status).toBe(200);
    const other = await startSecondServer(app);
    try {
      // Another device is still signed in at the provider and asks for a new session hours later.
      other.passMinutes(4 * 60);
      await runJobs(other.services);
      const body = { name: 'Somebody', photo: '', email };
      const late = other.as({ email, uid, signedInAt });
      expect(await late.call('POST /userList', { body })).toMatchObject(REFUSED);
      const again = other.as({ email, uid });
      expect((await again.call('POST /userList', { body })).body.message).toBe('Registered');
      // A registered person stays signed in for as long as they like.
      expect((await late.call('POST /userList', { body })).body.message).toBe('Already registered');
    } finally {
      await other.close();
    }
  });

  it('does not happen if the record gets another owner while the provider is asked', async () => {
    const email = makeAddress();
    const { idToken } = await enter(email);
    const { users } = app.services.database.collections;
    const stranger = (await findUser(email))!;
    const slow = await startServerWithSlowLookUp(async () => {
      // An admin has unlinked the sign-in, and the owner of the address has logged in.
      const owner = { uid: `owner of ${email}`, isVerified: true, credentials: 'new' };
      await users.updateOne({ email }, { $set: owner });
    });
    try {
      const body = { email, idToken };
      const answer = await slow.as(stranger).call('DELETE /myAccount', { body });
      expect(answer.status).toBe(409);
      expect(await findUser(email)).toMatchObject({ status: 'active', isVerified: true });
    } finally {
      await slow.close();
    }
  });

  it('wins over a registration at the same moment', async () => {
    const email = makeAddress();
    const { users, deletedAccounts } = app.services.database.collections;
    const slow = await startTestApp(({ database }) => ({
      database: {
        ...database,
        collections: {
          ...database.collections,
          // The account is deleted between the check and the registration.
          users: new Proxy(users, {
            get(target, name) {
              const member = Reflect.get(target, name, target) as unknown;
              if (typeof member !== 'function') return member;
              return async (...parts: unknown[]) => {
                if (name === 'updateOne') {
                  const deletedAt = new Date(Date.now() + 1_000);
                  await deletedAccounts.insertOne({ _id: 'the-uid', deletedAt });
                }
                return Reflect.apply(member, target, parts) as unknown;
              };
            },
          }),
          deletedAccounts,
        },
      },
    }));
    try {
      const body = { name: 'Somebody', photo: '', email };
      const session = slow.as({ email, uid: 'the-uid' });
      expect(await session.call('POST /userList', { body })).toMatchObject(REFUSED);
      expect(await findUser(email)).toBeNull();
    } finally {
      await slow.close();
    }
  });
});

it('a slow, older look-up does not overwrite a newer one', async () => {
  const email = makeAddress();
  const { idToken } = await enter(email);
  let goOn = () => {};
  let isWaiting = () => {};
  const waiting = new Promise<void>((resolve) => (isWaiting = resolve));
  const slow = await startServerWithSlowLookUp(async () => {
    isWaiting();
    await new Promise<void>((resolve) => (goOn = resolve));
  });
  try {
    const { users } = app.services.database.collections;
    await users.updateOne({ email }, { $set: { credentials: 'as before' } });
    const answer = slow
      .withAuthorization(`Bearer ${idToken}`)
      .call('POST /jwt', { body: { email } });
    await waiting;
    await users.updateOne({ email }, { $set: { credentials: 'newer' } });
    const second = new Promise<void>((resolve) => (isWaiting = resolve));
    goOn();
    // The first answer is out of date: the record is read again, and the account is looked up again.
    await second;
    expect((await findUser(email))?.credentials).toBe('newer');
    goOn();
    expect((await answer).status).toBe(200);
  } finally {
    await slow.close();
  }
});

/** @param afterwards runs after the provider has answered, and before the server gets the answer */
function startServerWithSlowLookUp(afterwards: () => Promise<void>): Promise<TestApp> {
  return startSecondServer(app, {}, ({ provider: real }) => ({
    provider: {
      ...real,
      async confirmProof(proof) {
        const signIn = await real.confirmProof(proof);
        await afterwards();
        return signIn;
      },
    },
  }));
}

async function readUid(idToken: string): Promise<string | undefined> {
  return (await app.services.provider.readProof(idToken)).uid;
}
