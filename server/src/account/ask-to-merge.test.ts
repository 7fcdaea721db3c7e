import { SCHOOL } from '@speakifyr/contract/school.ts';
import { ObjectId } from 'mongodb';
import { describe, expect, it } from 'vitest';
import type { UserDocument } from '../database/user-documents.ts';
import * as provider from '../testing/account-at-provider.ts';
import { readAuditLog } from '../testing/audit-log.ts';
import { makeGuardian } from '../testing/documents.ts';
import { buildChild, buildUser, proveSignIn, useUser } from '../testing/factories.ts';
import { findKinds, readMailTo } from '../testing/mails.ts';
import { getOwnData } from './account.service.ts';
import { useTestApp } from '../testing/test-app.ts';

/** Who decides that a family or an address goes elsewhere: the owner of a log-in, never the office alone. R496, R497, R498 */

const app = useTestApp();
const director = useUser(app, 'admin');
const collections = () => app.services.database.collections;
const hex = ({ _id }: { _id: ObjectId }) => _id.toHexString();

const ask = (from: UserDocument, into: UserDocument, by = director) =>
  app.as(by).call('POST /families/:id/merge', {
    params: { id: hex(from) },
    body: { into: hex(into), note: 'Same mother.' },
  });

const readAsked = async (owner: UserDocument) => (await app.as(owner).call('GET /myMerge')).body;

async function agree(owner: UserDocument, id?: string) {
  const body = {
    id: id ?? (await readAsked(owner))?._id ?? hex(owner),
    idToken: await proveSignIn(owner),
  };
  return app.as(owner).call('POST /myMerge', { body });
}

async function buildTwo() {
  const [from, into] = [await buildUser(app), await buildUser(app)];
  const child = await buildChild(app, from);
  return { from, into, child };
}

async function readUser({ _id }: { _id: ObjectId }): Promise<UserDocument> {
  const found = await collections().users.findOne({ _id });
  if (!found) throw new Error('The account is gone');
  return found;
}

const ownersOf = async ({ _id }: { _id: ObjectId }) =>
  (await collections().children.findOne({ _id }))?.guardians.map(({ userId }) =>
    hex({ _id: userId }),
  );

describe('an account that somebody logs in to goes to another one', () => {
  it('only if its owner reads what would go, signs in again and agrees', async () => {
    const { from, into, child } = await buildTwo();
    expect((await ask(from, into)).body).toMatchObject({ isMerged: false });
    expect(await ownersOf(child)).toEqual([hex(from)]);
    const mail = await readMailTo(app, from, 'merge asked');
    expect(mail?.props).toMatchObject({ account: `${into.name} (${into.email[0]}…@example.test)` });
    const asked = await readAsked(from);
    expect(asked).toMatchObject({ children: [child.name], seats: 0, obstacle: null });
    expect(JSON.stringify(asked)).not.toContain(into.email);
    const page = await app.as(director).call('GET /families/:id', { params: { id: hex(from) } });
    expect(page.body.account.mergeAsked).toMatchObject({ into: { email: into.email } });

    const stale = { id: asked?._id ?? '', idToken: 'not-a-proof' };
    // Their data has the question, and nothing that the office wrote about it.
    const { mergeAsked } = await getOwnData(await readUser(from), app.services);
    expect(mergeAsked).toEqual({
      into: { name: into.name, address: `${into.email[0]}…@example.test` },
      until: asked?.until,
    });
    expect((await getOwnData(await readUser(into), app.services)).mergeAsked).toBeNull();
    const unproved = await app.as(from).call('POST /myMerge', { body: stale });
    expect(unproved).toMatchObject({ status: 409, body: { code: 'sign_in_again' } });
    // Nobody else, not even the owner of the other account.
    for (const person of [into, await buildUser(app), director])
      expect((await agree(person, asked?._id)).status).toBeGreaterThanOrEqual(400);
    expect(await ownersOf(child)).toEqual([hex(from)]);

    expect(await agree(from)).toMatchObject({ status: 200 });
    expect(await ownersOf(child)).toEqual([hex(into)]);
    for (const action of ['ask to merge', 'merge families'] as const)
      expect(await readAuditLog(app, { action, target: into.email })).toHaveLength(1);
    expect(await findKinds(app, from)).toContain('families merged');
  });

  it('not if they decline, if the office takes the question back or asks another one, or after 14 days', async () => {
    const { from, into, child } = await buildTwo();
    const refused = { status: 404 };
    await ask(from, into);
    const first = (await readAsked(from))?._id;
    await ask(from, await buildUser(app));
    expect(await agree(from, first)).toMatchObject(refused);
    const second = (await readAsked(from))?._id;
    expect(second).not.toBe(first);
    expect(await app.as(from).call('DELETE /myMerge')).toMatchObject({ status: 200 });
    expect(await readAsked(from)).toBeNull();
    expect(await agree(from, second)).toMatchObject(refused);

    await ask(from, into);
    const third = (await readAsked(from))?._id;
    const params = { id: hex(from) };
    expect((await app.as(director).call('DELETE /families/:id/merge', { params })).status).toBe(
      200,
    );
    expect(await agree(from, third)).toMatchObject(refused);

    await ask(from, into);
    const over = { $set: { 'mergeAsked.until': app.services.now() } };
    await collections().users.updateOne({ _id: from._id }, over);
    expect(await readAsked(from)).toBeNull();
    expect(await agree(from)).toMatchObject(refused);
    expect(await ownersOf(child)).toEqual([hex(from)]);
  });

  it('not if the question is taken back while they agree', async () => {
    const { from, into, child } = await buildTwo();
    await ask(from, into);
    const asked = await collections().users.findOne({ _id: from._id });
    if (!asked) throw new Error('There is no account');
    await app.as(director).call('DELETE /families/:id/merge', { params: { id: hex(from) } });
    const { lockMergedUser } = await import('./deleted-users.ts');
    expect(await lockMergedUser({ from: asked, into }, {} as never, app.services)).toBeNull();
    expect(await ownersOf(child)).toEqual([hex(from)]);
  });

  it('never into an account of the team: not when it is asked, and not when it is agreed', async () => {
    const { from, child } = await buildTwo();
    const clerk = await buildUser(app, 'admin', 'office');
    const own = await ask(from, clerk, clerk);
    expect(own).toMatchObject({ status: 409, body: { code: 'own_family' } });
    for (const staff of [clerk, await buildUser(app, 'instructor')])
      expect(await ask(from, staff)).toMatchObject({ body: { code: 'cannot_merge' } });

    const later = await buildUser(app);
    await ask(from, later);
    await collections().users.updateOne({ _id: later._id }, { $set: { role: 'instructor' } });
    expect(await agree(from)).toMatchObject({ body: { code: 'cannot_merge' } });

    // Nor into one whose child is also that of the admin who asks, or by now is.
    const partner = await buildUser(app);
    await ask(from, partner, clerk);
    const shared = [makeGuardian(partner._id), makeGuardian(clerk._id, { invitedBy: partner._id })];
    await buildChild(app, partner, { guardians: shared });
    expect(await agree(from)).toMatchObject({ body: { code: 'cannot_merge' } });
    expect((await ask(from, partner, clerk)).body.code).toBe('own_family');
    expect(await ownersOf(child)).toEqual([hex(from)]);
  });

  it('and somebody of the team does not take over a family with the code of its letter', async () => {
    const id = new ObjectId().toHexString();
    const family = { id, name: 'Ruth', children: [{ name: 'Mia', birthDate: '2016-05-04' }] };
    await app.as(director).call('POST /families', { body: family });
    const params = { params: { id } };
    const { code } = (await app.as(director).call('POST /families/:id/claimCode', params)).body;
    const clerk = await buildUser(app, 'admin', 'office');
    await buildChild(app, clerk);
    expect(await app.as(clerk).call('POST /claimFamily', { body: { code } })).toMatchObject({
      ...{ status: 409, body: { code: 'cannot_merge' } },
    });
  });
});

describe('after a director has unlinked a log-in', () => {
  /** A parent with a log-in at the provider, which the director unlinks. */
  async function buildUnlinked() {
    const parent = await buildUser(app);
    const child = await buildChild(app, parent);
    const params = { id: hex(parent) };
    await app.as(director).call('DELETE /userSignIn/:id', { params });
    return { parent, child, params };
  }

  it('nobody of the office gets a code, corrects the address or merges the account', async () => {
    const clerk = await buildUser(app, 'admin', 'office');
    for (const admin of [clerk, director]) {
      const { parent, child, params } = await buildUnlinked();
      const call = app.as(admin).call;
      expect((await call('POST /families/:id/claimCode', { params })).body.code).toBe(
        'account_exists',
      );
      const body = { email: `elsewhere-${hex(parent)}@example.test`, note: 'Misheard.' };
      const corrected = await call('PATCH /families/:id', { params, body });
      expect(corrected.body.code).toBe('address_fixed');
      expect((await ask(parent, await buildUser(app), admin)).body).toMatchObject({
        isMerged: false,
      });
      expect(await ownersOf(child)).toEqual([hex(parent)]);
      const page = await call('GET /families/:id', { params });
      expect(page.body.account).toMatchObject({
        hasSignIn: true,
        claim: null,
        email: parent.email,
      });
    }
  });

  it('also if it was unlinked before the school kept who had ever logged in', async () => {
    const { parent, params } = await buildUnlinked();
    const known = await collections().users.findOne({ _id: parent._id });
    expect(known).not.toHaveProperty('isUnclaimed');
    const answer = await app.as(director).call('POST /families/:id/claimCode', { params });
    expect(answer.body.code).toBe('account_exists');
  });

  it('its owner hears of it, and gets back in by confirming the address', async () => {
    const { parent, child } = await buildUnlinked();
    expect((await readMailTo(app, parent, 'address ended'))?.props).toEqual({ why: 'unlinked' });
    const idToken = await provider.signUp(parent.email, 'sunny-lake-7');
    await provider.confirmEmail(idToken);
    const proof = await provider.logIn(parent.email, 'sunny-lake-7');
    const opened = await app
      .withAuthorization(`Bearer ${proof}`)
      .call('POST /jwt', { body: { email: parent.email } });
    const session = app.withAuthorization(`Bearer ${opened.body.token}`);
    // Somebody else may have the address by now, so they agree to the terms first.
    const person = { name: 'Somebody', photo: '', email: parent.email, terms: SCHOOL.termsDate };
    await session.call('POST /userList', { body: person });
    const mine = (await session.call('GET /myChildren')).body.children;
    expect(mine).toMatchObject([{ _id: child.id }]);
  });
});

it('a code of the letter is in the answer that makes it, and hashed in the database', async () => {
  const id = new ObjectId().toHexString();
  await app.as(director).call('POST /families', { body: { id, name: 'Ruth', children: [] } });
  const params = { id };
  const { code } = (await app.as(director).call('POST /families/:id/claimCode', { params })).body;
  const page = await app.as(director).call('GET /families/:id', { params });
  expect(page.body.account.claim).toEqual({ until: expect.any(String) as string });
  const stored = JSON.stringify(await collections().users.findOne({ _id: new ObjectId(id) }));
  for (const text of [JSON.stringify(page.body), stored])
    expect(text.replaceAll('-', '')).not.toContain(code.replaceAll('-', ''));
});

it('the old address hears of every change of where emails go', async () => {
  const parent = await buildUser(app);
  const params = { id: hex(parent) };
  const moveTo = async (address: string) => {
    const body = { address, note: 'By phone.' };
    await app.as(director).call('POST /families/:id/mailTo', { params, body });
    const { mailTo } = (await collections().users.findOne({ _id: parent._id })) ?? {};
    const token = mailTo?.token ?? '';
    expect(await app.as(parent).call('POST /mailTo/confirm', { body: { token } })).toMatchObject({
      status: 200,
    });
  };
  const count = async (email: string) =>
    (await findKinds(app, { email })).filter((kind) => kind === 'address ended').length;
  await moveTo('first@elsewhere.test');
  expect(await count(parent.email)).toBe(1);
  await moveTo('second@elsewhere.test');
  expect(await count('first@elsewhere.test')).toBe(1);
  await app.as(parent).call('DELETE /mailTo');
  expect(await count('second@elsewhere.test')).toBe(1);
  await moveTo('third@elsewhere.test');
  await app.as(director).call('DELETE /userSignIn/:id', { params });
  expect(await count('third@elsewhere.test')).toBe(1);
});
