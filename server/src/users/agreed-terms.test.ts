import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SCHOOL } from '@speakifyr/contract/school.ts';
import { ObjectId } from 'mongodb';
import { describe, expect, it, vi } from 'vitest';
import * as provider from '../testing/account-at-provider.ts';
import { buildChild, buildUser, useUser } from '../testing/factories.ts';
import { mergeAccounts } from '../testing/merging.ts';
import { useTestApp } from '../testing/test-app.ts';

/** Each way in which a person gets an account: whoever has one has agreed to the terms. */

const app = useTestApp();
const admin = useUser(app, 'admin');
const users = () => app.services.database.collections.users;

const PASSWORD = 'sunny-lake-7';
let made = 0;
const makeAddress = () => `arrives-${(made += 1)}@school.test`;
const newId = () => new ObjectId().toHexString();

/** Signs up at the provider and confirms the address. @returns the proof */
async function confirm(email: string): Promise<string> {
  await provider.confirmEmail(await provider.signUp(email, PASSWORD));
  return provider.logIn(email, PASSWORD);
}

async function openSession(email: string, proof: string) {
  const { status, body } = await app
    .withAuthorization(`Bearer ${proof}`)
    .call('POST /jwt', { body: { email } });
  expect(status, JSON.stringify(body)).toBe(200);
  return app.withAuthorization(`Bearer ${body.token}`);
}

/** Comes in as the web app does, whose form shows a link to the terms (`findOrRegister`). */
async function arrive(email: string, proof: string) {
  const session = await openSession(email, proof);
  const query = { email };
  const known = await session.call('GET /userInfo', { query });
  if (known.status === 200) return session;
  expect(known.status).toBe(404);
  // Nobody goes on without agreeing.
  expect((await session.call('GET /myChildren')).body.code).toBe('session_expired');
  const body = { name: 'Somebody', photo: '', email };
  const old = await session.call('POST /userList', { body: { ...body, terms: '2020-01-15' } });
  expect(old.body.code).toBe('text_changed');
  await session.call('POST /userList', { body: { ...body, terms: SCHOOL.termsDate } });
  expect((await session.call('GET /userInfo', { query })).status).toBe(200);
  return session;
}

async function openFamily(email: string, id = newId()) {
  const body = { id, name: 'Ruth Garcia', email, children: [] };
  expect((await app.as(admin).call('POST /families', { body })).status).toBe(200);
  return id;
}

const unlink = async (email: string) => {
  const user = await users().findOne({ email });
  const params = { id: user?._id.toHexString() ?? '' };
  expect((await app.as(admin).call('DELETE /userSignIn/:id', { params })).status).toBe(200);
};

/** @returns whose account it is afterwards */
const WAYS: Record<string, () => Promise<string>> = {
  'a sign-up with a password': async () => {
    const email = makeAddress();
    await arrive(email, await provider.signUp(email, PASSWORD));
    return email;
  },
  'a first log-in with Google': async () => {
    const email = makeAddress();
    await arrive(email, await provider.logInWithGoogle(email));
    return email;
  },
  'a family that the office opened, with a password': async () => {
    const email = makeAddress();
    await openFamily(email);
    await arrive(email, await confirm(email));
    return email;
  },
  'a family that the office opened, with Google': async () => {
    const email = makeAddress();
    await openFamily(email);
    await arrive(email, await provider.logInWithGoogle(email));
    return email;
  },
  'a family of an import': async () => {
    const email = makeAddress();
    const text = `Parent Name,Email,Child Name,Birth Date\nRuth Garcia,${email},Mia,2016-05-04`;
    const body = { id: newId(), kind: 'families' as const, text, run: true as const };
    expect((await app.as(admin).call('POST /imports', { body })).status).toBe(200);
    await vi.waitFor(async () => expect(await users().findOne({ email })).not.toBeNull());
    await arrive(email, await provider.logInWithGoogle(email));
    return email;
  },
  'an instructor who was invited': async () => {
    const email = makeAddress();
    const body = { id: newId(), name: 'Maren Solbakk', email };
    expect((await app.as(admin).call('POST /instructors', { body })).status).toBe(200);
    await arrive(email, await confirm(email));
    return email;
  },
  'the code of a letter': async () => {
    const id = await openFamily(makeAddress());
    const { code } = (await app.as(admin).call('POST /families/:id/claimCode', { params: { id } }))
      .body;
    const email = makeAddress();
    const session = await arrive(email, await provider.logInWithGoogle(email));
    const claimed = await session.call('POST /claimFamily', { body: { code } });
    expect(claimed.body).toMatchObject({ status: true });
    return email;
  },
  'the invitation of a second guardian': async () => {
    const parent = await buildUser(app);
    const { id } = await buildChild(app, parent);
    const email = makeAddress();
    await app
      .as(parent)
      .call('POST /myChildren/:id/guardians', { params: { id }, body: { email, may: ['see'] } });
    const session = await arrive(email, await provider.logInWithGoogle(email));
    const [invitation] = (await session.call('GET /myChildren')).body.invitations;
    const params = { invitationId: invitation?._id ?? '' };
    expect((await session.call('POST /myInvitations/:invitationId', { params })).status).toBe(200);
    return email;
  },
  'an account whose removal was taken back': async () => {
    const email = makeAddress();
    const proof = await provider.logInWithGoogle(email);
    await arrive(email, proof);
    const query = { email };
    await app.as(admin).call('DELETE /removeuser', { query, body: { note: 'Wrong row' } });
    app.passMinutes(1);
    expect((await app.as(admin).call('POST /removeuser', { query })).status).toBe(200);
    await arrive(email, proof);
    return email;
  },
  'a family that was removed before anybody had it': async () => {
    const email = makeAddress();
    await openFamily(email);
    const query = { email };
    await app.as(admin).call('DELETE /removeuser', { query, body: { note: 'Wrong row' } });
    app.passMinutes(1);
    expect((await app.as(admin).call('POST /removeuser', { query })).status).toBe(200);
    await arrive(email, await provider.logInWithGoogle(email));
    return email;
  },
  'a sign-up after the account was deleted': async () => {
    const email = makeAddress();
    const proof = await provider.logInWithGoogle(email);
    const session = await arrive(email, proof);
    const body = { email, idToken: proof };
    expect((await session.call('DELETE /myAccount', { body })).status).toBe(200);
    // A log-in from before the deletion makes no account.
    const before = { $set: { deletedAt: new Date(0) } };
    await app.services.database.collections.deletedAccounts.updateMany({}, before);
    await arrive(email, await provider.logInWithGoogle(email));
    return email;
  },
  'a new sign-in of an account from before, which the office unlinked': async () => {
    const { email } = await buildUser(app);
    await unlink(email);
    await arrive(email, await provider.logInWithGoogle(email));
    return email;
  },
  'a merge with somebody who has agreed': async () => {
    const [from, into] = [await buildUser(app), await buildUser(app)];
    const body = { name: 'Ana', photo: '', email: from.email, terms: SCHOOL.termsDate };
    await app.as(from).call('POST /userList', { body });
    expect(await mergeAccounts(app, admin, { from, into })).toMatchObject({ status: 200 });
    return into.email;
  },
};

// Rules: R633, R80.
describe('the terms of whoever gets an account are recorded, with version and day', () => {
  it.each(Object.keys(WAYS))('%s', async (way) => {
    const email = await WAYS[way]!();
    const user = await users().findOne({ email });
    expect(user?.agreedTerms).toEqual({ of: SCHOOL.termsDate, at: expect.any(Date) });
    expect(user).not.toHaveProperty('owesTerms');
  });

  /** The files that know which sign-in an account belongs to. */
  const KNOWN = {
    'give an account to a person, each with a way above': [
      'users/sign-ins.ts',
      'users/users.service.ts',
    ],
    'only read whose account it is, or take it away': [
      ...[
        'account/account.service.ts',
        'account/check-fresh-proof.ts',
        'account/delete-account.ts',
      ],
      ...['account/deleted-users.ts', 'account/merge-families.ts', 'account/take-back.ts'],
      ...['calendar-file.ts', 'database/indexes.ts', 'database/user-documents.ts'],
      ...['database/migrations/0008-claims-taps-codes.ts', 'families/office-families.ts'],
      ...['identity/caller.ts', 'identity/session-tokens.ts', 'imports/untouched.ts'],
      ...['messages/kinds/account.ts', 'messages/kinds/right-ended.ts'],
      ...['messages/kinds/seat-offered.ts', 'outside/firebase-accounts.ts'],
      ...['outside/firebase-tokens.ts', 'users/deleted-accounts.ts', 'waiting/join-waiting.ts'],
    ],
  };
  it('a file that can give an account to a person has its ways above', () => {
    const folder = join(import.meta.dirname, '..');
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !/\.test\.ts$|^(testing|demo)\//.test(file))
      .filter((file) => /\buid\b/.test(readFileSync(join(folder, file), 'utf8')));
    expect(files.toSorted()).toEqual(Object.values(KNOWN).flat().toSorted());
  });
});

it('an account from before the school recorded this is neither asked nor locked out', async () => {
  const user = await buildUser(app);
  const session = app.as(user);
  expect((await session.call('GET /userInfo', { query: { email: user.email } })).status).toBe(200);
  expect((await session.call('GET /myAgreements')).body).toEqual([]);
});

it('who agreed once is not asked again when the office unlinks the sign-in, nor by newer terms', async () => {
  const email = makeAddress();
  await arrive(email, await provider.signUp(email, PASSWORD));
  const { agreedTerms } = (await users().findOne({ email }))!;
  await unlink(email);
  const session = await openSession(email, await provider.logInWithGoogle(email));
  expect((await session.call('GET /userInfo', { query: { email } })).status).toBe(200);
  expect((await users().findOne({ email }))?.agreedTerms).toEqual(agreedTerms);
});
