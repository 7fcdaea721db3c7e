import { SCHOOL } from '@speakifyr/contract/school.ts';
import { NO_EMAIL, standInAddress } from '@speakifyr/contract/stand-in-address.ts';
import { randomUUID } from 'node:crypto';
import { ObjectId } from 'mongodb';
import { describe, expect, it } from 'vitest';
import { runJobs } from '../jobs/jobs.ts';
import { getOwnData } from '../account/account.service.ts';
import { claimFamily } from '../account/merge-families.ts';
import { addDueMails } from '../messages/add-due-mails.ts';
import * as provider from '../testing/account-at-provider.ts';
import { readAuditLog } from '../testing/audit-log.ts';
import { buildClass, buildUser, useUser } from '../testing/factories.ts';
import { findTraces } from '../testing/find-traces.ts';
import { findKinds, readMailTo } from '../testing/mails.ts';
import { useTestApp } from '../testing/test-app.ts';
import { inDays } from '../testing/today.ts';

const app = useTestApp();
const admin = useUser(app, 'admin');

let made = 0;
const makeAddress = () => `caller-${(made += 1)}@families.test`;
const MIA = { name: 'Mia', birthDate: '2016-05-04' };
const BEN = { name: 'Ben', birthDate: '2018-01-09' };

type Caller = { email?: string; phone?: string; children?: (typeof MIA)[] };

async function open(caller: Caller = {}, id = new ObjectId().toHexString()) {
  const body = { id, name: 'Ruth Garcia', children: [MIA, BEN], ...caller };
  const { status } = await app.as(admin).call('POST /families', { body });
  return { status, id };
}

const readFamily = async (id: string) =>
  (await app.as(admin).call('GET /families/:id', { params: { id } })).body;

const makeCode = async (id: string): Promise<string> =>
  (await app.as(admin).call('POST /families/:id/claimCode', { params: { id } })).body.code;

const claim = (person: { email: string }, code: string) =>
  app.as(person).call('POST /claimFamily', { body: { code } });

/** The office writes to a family. @returns how the conversation is named */
async function write(id: string, text: string): Promise<string> {
  const { contactMessages } = app.services.database.collections;
  const body = { text, replyId: randomUUID() };
  const sent = await app.as(admin).call('POST /families/:id/messages', { params: { id }, body });
  expect(sent.status).toBe(200);
  const message = await contactMessages.findOne({ copyTo: new ObjectId(id) });
  return message!._id.toHexString();
}

async function reserve(id: string, childId: string | null) {
  const campClass = await buildClass(app, { price: 80, sit: 3 });
  const answer = await app.as(admin).call('POST /families/:id/seats', {
    params: { id },
    body: { classId: campClass.id, childId, until: inDays(5) },
  });
  expect(answer).toMatchObject({ status: 200 });
  return answer.body.cartId;
}

// Rules: R320, R321, R497, R498.
describe('a family that called', () => {
  it('gets an account with its children, once; the office finds it by phone and books for it', async () => {
    const email = makeAddress();
    const { id } = await open({ email, phone: '+1 202 555 0188' });
    expect((await open({ email, phone: '+1 202 555 0188' }, id)).status).toBe(200);
    const family = await readFamily(id);
    expect(family).toMatchObject({
      account: { name: 'Ruth Garcia', email, hasSignIn: false, isVerified: false, claim: null },
      children: [{ name: 'Ben' }, { name: 'Mia', birthDate: MIA.birthDate }],
    });
    const found = await app.as(admin).call('GET /search', { query: { text: '2025550188' } });
    expect(JSON.stringify(found.body)).toContain(id);
    await reserve(id, family.children[1]?._id ?? '');
    // The confirmation goes to the address that it gave.
    expect(await findKinds(app, { email })).toEqual(['seat reserved']);
    expect(await readAuditLog(app, { action: 'add family', target: email })).toHaveLength(1);
  });

  it('gets more children later', async () => {
    const { id } = await open({ children: [] });
    const add = () =>
      app.as(admin).call('POST /families/:id/children', { params: { id }, body: MIA });
    expect(await add()).toMatchObject({ status: 200 });
    expect(await add()).toMatchObject({ status: 409, body: { code: 'child_exists' } });
    expect((await readFamily(id)).children).toMatchObject([{ name: 'Mia' }]);
  });

  it('gets no child in an account whose address nobody has confirmed: it may be a stranger’s', async () => {
    const { _id } = await buildUser(app);
    await app.services.database.collections.users.updateOne(
      { _id },
      { $set: { isVerified: false } },
    );
    const params = { id: _id.toHexString() };
    expect(
      await app.as(admin).call('POST /families/:id/children', { params, body: MIA }),
    ).toMatchObject({ status: 409, body: { code: 'email_not_verified' } });
  });

  it('may have no email address: then no email is written', async () => {
    const { id } = await open();
    const family = await readFamily(id);
    expect(family.account.email).toBe(NO_EMAIL);
    await reserve(id, family.children[0]?._id ?? '');
    await runJobs(app.services);
    expect(await findKinds(app, { email: standInAddress(id) })).toEqual([]);
  });

  it('has its address corrected: emails on their way go to the new one, and the wrong one is nowhere anymore', async () => {
    const [wrong, email] = [makeAddress(), makeAddress()];
    const { id } = await open({ email: wrong });
    await reserve(id, (await readFamily(id)).children[0]?._id ?? '');
    expect(await findKinds(app, { email: wrong })).toEqual(['seat reserved']);
    await write(id, 'About Mia');
    const correct = (to: string) =>
      app.as(admin).call('PATCH /families/:id', {
        params: { id },
        body: { email: to, note: 'Misheard.' },
      });
    expect(await correct((await buildUser(app)).email)).toMatchObject({
      body: { code: 'account_exists' },
    });
    expect(await correct(email)).toMatchObject({ status: 200 });
    expect((await readFamily(id)).account).toMatchObject({ email, isVerified: false });
    expect(await findKinds(app, { email })).toEqual(['contact reply', 'seat reserved']);
    expect(await readAuditLog(app, { action: 'correct account', target: email })).toHaveLength(1);
    // Except for the email that tells the old address, without naming anybody.
    const told = await readMailTo(app, { email: wrong }, 'address ended');
    expect(told).toEqual({ props: { why: 'corrected' } });
    const traces = await findTraces(app, wrong);
    expect(traces.filter((one) => !one.includes('"kind":"address ended"'))).toEqual([]);
    const { _id } = await buildUser(app);
    const known = { params: { id: _id.toHexString() }, body: { email: makeAddress(), note: 'x' } };
    expect((await app.as(admin).call('PATCH /families/:id', known)).body.code).toBe(
      'address_fixed',
    );
  });

  it('is refused with an address that has an account, also with the id of another account', async () => {
    const other = await buildUser(app);
    const EXISTS = 409;
    expect((await open({ email: other.email })).status).toBe(EXISTS);
    expect((await open({ email: makeAddress() }, other._id.toHexString())).status).toBe(EXISTS);
    expect((await open({ email: other.email }, other._id.toHexString())).status).toBe(EXISTS);
    expect((await readFamily(other._id.toHexString())).children).toEqual([]);
  });
});

describe('the account of a family that called', () => {
  it.each([makeAddress(), undefined])(
    'takes its conversation with the office along to its owner (its address: %s)',
    async (email) => {
      const { id } = await open(email ? { email } : {});
      const thread = await write(id, 'About Mia');
      const owner = await buildUser(app);
      expect((await claim(owner, await makeCode(id))).status).toBe(200);
      await runJobs(app.services);
      const replyId = randomUUID();
      const reply = await app.as(admin).call('POST /contactMessages/:id/replies', {
        params: { id: thread },
        body: { text: 'Her pen', replyId },
      });
      expect(reply.status).toBe(200);
      await addDueMails(app.services);
      const { outbox } = app.services.database.collections;
      const lines = await outbox.find({ 'cause.replyId': replyId }).toArray();
      expect(lines.map(({ to }) => to.address)).toEqual([owner.email]);
      const own = await getOwnData(owner, app.services);
      expect(own.messages.flatMap(({ replies }) => replies.map(({ text }) => text))).toEqual([
        'About Mia',
        'Her pen',
      ]);
    },
  );

  it('goes to the person who signs up with its address and confirms it, and to nobody before', async () => {
    const email = makeAddress();
    const { id } = await open({ email });
    const code = await makeCode(id);
    const idToken = await provider.signUp(email, 'sunny-lake-7');
    const enter = (proof: string) =>
      app.withAuthorization(`Bearer ${proof}`).call('POST /jwt', { body: { email } });
    expect(await enter(idToken)).toMatchObject({ body: { code: 'verify_email_first' } });
    await provider.confirmEmail(idToken);
    const { body } = await enter(await provider.logIn(email, 'sunny-lake-7'));
    const session = app.withAuthorization(`Bearer ${body.token}`);
    const terms = SCHOOL.termsDate;
    const person = { name: 'Somebody', photo: '', email, terms };
    expect((await session.call('POST /userList', { body: person })).body.insertedId).toBeNull();
    expect((await session.call('GET /myChildren')).body.children).toHaveLength(2);
    const { users } = app.services.database.collections;
    expect(await users.findOne({ email })).toMatchObject({
      ...{ _id: new ObjectId(id), name: 'Ruth Garcia' },
      agreedTerms: { of: terms },
    });
    expect((await readFamily(id)).account).toMatchObject({ hasSignIn: true, claim: null });
    // A letter is of no use to somebody who finds it.
    const finder = await buildUser(app);
    expect(await claim(finder, code)).toMatchObject({ body: { code: 'code_unknown' } });
    const again = app.as(admin).call('POST /families/:id/claimCode', { params: { id } });
    expect(await again).toMatchObject({ body: { code: 'account_exists' } });
  });

  it('goes to a parent who has the code from the letter, with children and seats; the code works once', async () => {
    const { id } = await open({ phone: '+1 202 555 0199' });
    const [child] = (await readFamily(id)).children;
    const cartId = await reserve(id, child?._id ?? '');
    const code = await makeCode(id);
    const [parent, other] = [await buildUser(app), await buildUser(app)];
    // However they type it.
    expect(await claim(parent, code.toLowerCase().replaceAll('-', ' '))).toMatchObject({
      status: 200,
    });
    expect(await claim(other, code)).toMatchObject({ body: { code: 'code_unknown' } });
    expect(code).toMatch(/^\w{4}-\w{4}-\w{4}$/);
    const { children } = (await app.as(parent).call('GET /myChildren')).body;
    expect(children).toMatchObject([
      { name: 'Ben', may: ['see', 'book'] },
      { name: 'Mia', may: ['see', 'book'] },
    ]);
    const cart = await app.as(parent).call('GET /myclass', { query: { email: parent.email } });
    expect(cart.body).toMatchObject([{ _id: cartId, childId: child?._id }]);
    expect(await app.as(admin).call('GET /families/:id', { params: { id } })).toMatchObject({
      status: 404,
    });
    expect((await readFamily(parent._id.toHexString())).account.phone).toBe('+12025550199');
    expect(await findKinds(app, parent)).toContain('families merged');
    expect(await readAuditLog(app, { action: 'claim family', target: parent.email })).toMatchObject(
      [{ who: parent.email }],
    );
  });

  it('stays as it is with a code that is wrong, was replaced or is over, or without a confirmed address', async () => {
    const { id } = await open();
    const first = await makeCode(id);
    const code = await makeCode(id);
    const parent = await buildUser(app);
    const UNKNOWN = { status: 409, body: { code: 'code_unknown' } };
    expect(await claim(parent, first)).toMatchObject(UNKNOWN);
    expect(await claim(parent, 'ABCD')).toMatchObject({ status: 400 });
    const { users } = app.services.database.collections;
    await users.updateOne({ _id: parent._id }, { $set: { isVerified: false } });
    expect(await claim(parent, code)).toMatchObject({ body: { code: 'verify_email_first' } });
    await users.updateOne({ _id: parent._id }, { $set: { isVerified: true } });
    await users.updateOne({ _id: new ObjectId(id) }, { $set: { 'claim.until': new Date(0) } });
    expect(await claim(parent, code)).toMatchObject(UNKNOWN);
    expect((await readFamily(id)).account.claim).toBeNull();
    expect((await readFamily(id)).children).toHaveLength(2);
  });

  it('stays as it is, with its code, if the person who enters the code is removed at that moment', async () => {
    const { id } = await open();
    const code = await makeCode(id);
    const [gone, parent] = [await buildUser(app), await buildUser(app)];
    await app.as(admin).call('DELETE /removeuser', { query: { email: gone.email } });
    const claimed = claimFamily({ code: code.replaceAll('-', '') }, gone, app.services);
    await expect(claimed).rejects.toMatchObject({ code: 'cannot_merge' });
    expect(await claim(parent, code)).toMatchObject({ status: 200 });
  });

  it('goes to one of two people who enter the code at the same moment', async () => {
    const { id } = await open();
    const code = await makeCode(id);
    const people = [await buildUser(app), await buildUser(app)];
    const answers = await Promise.all(people.map((person) => claim(person, code)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const counts = await Promise.all(
      people.map(
        async (person) => (await app.as(person).call('GET /myChildren')).body.children.length,
      ),
    );
    expect(counts.sort()).toEqual([0, 2]);
  });
});
