import { beforeEach, describe, expect, it } from 'vitest';
import type { UserDocument } from '../database/user-documents.ts';
import type { OutgoingMail } from '../outside/smtp.ts';
import { buildChild, buildUser, proveSignIn, useUser } from '../testing/factories.ts';
import { findTraces } from '../testing/find-traces.ts';
import { buildLine } from '../testing/outbox-line.ts';
import { mergeAccounts } from '../testing/merging.ts';
import { useTestApp } from '../testing/test-app.ts';
import { addDueMails } from './add-due-mails.ts';
import { deliverMails } from './deliver.ts';

const app = useTestApp();
const admin = useUser(app, 'admin');
let parent: UserDocument;
beforeEach(async () => {
  await app.services.database.collections.outbox.deleteMany({});
  parent = await buildUser(app);
});

const NEW = 'rosa@example.test';
const lines = () => app.services.database.collections.outbox;
const idOf = ({ _id }: UserDocument) => _id.toHexString();
const ask = (address = NEW, who = admin, about = parent, note = 'By phone.') =>
  app
    .as(who)
    .call('POST /families/:id/mailTo', { params: { id: idOf(about) }, body: { address, note } });
const confirm = (token: string, who = parent) =>
  app.as(who).call('POST /mailTo/confirm', { body: { token } });
const read = async (who = parent) => (await app.as(who).call('GET /mailTo')).body;

/** Sends what is due. @returns it */
async function send(): Promise<OutgoingMail[]> {
  await addDueMails(app.services);
  const sent: OutgoingMail[] = [];
  await deliverMails({
    ...app.services,
    mailer: {
      send: (mail) => {
        sent.push(mail);
        return Promise.resolve({ result: 'sent' as const });
      },
      check: () => Promise.resolve(undefined),
    },
  });
  return sent;
}
const addressesOf = (mails: OutgoingMail[]) => mails.map(({ to }) => to.address);

/** @returns the token in the email that asks */
async function readToken(): Promise<string> {
  const question = (await send()).find(({ text }) => text.includes('confirmMail='));
  return /confirmMail=([\w-]{32})/.exec(question?.text ?? '')?.[1] ?? '';
}

/** An email that is always true, to the parent. */
const bookMail = () =>
  buildLine(app, parent, {
    ...{ cause: { kind: 'welcome' }, state: 'queued', nextAt: app.services.now() },
  });

// Rules: R314.
describe('until the owner of an account confirms another address', () => {
  it('only the question goes there, and it names nobody', async () => {
    const child = await buildChild(app, parent, { name: 'Quirina Zobel' });
    expect((await ask(' Rosa@Example.test ')).status).toBe(200);
    await bookMail();
    const mails = await send();
    expect(addressesOf(mails).sort()).toEqual([NEW, parent.email].sort());
    const question = mails.find(({ to }) => to.address === NEW);
    const all = JSON.stringify(question);
    for (const text of [parent.name, parent.email, child.id, 'Quirina'])
      expect(all.replace(question?.id ?? '', '')).not.toContain(text);
    expect(await read()).toEqual({ address: NEW, confirmed: false });
  });

  it('its link is in no list of the school and not on the Messages page', async () => {
    await ask();
    const token = await readToken();
    expect(token).toHaveLength(32);
    const [line] = await lines().find({ 'cause.kind': 'confirm address' }).toArray();
    const told = [
      await app.as(admin).call('GET /outbox/:id', { params: { id: line?._id ?? '' } }),
      await app.as(admin).call('GET /families/:id', { params: { id: idOf(parent) } }),
      await app.as(admin).call('GET /auditLog', { query: { action: 'change mail address' } }),
      await app.as(parent).call('GET /myMessages'),
      await app.as(parent).call('POST /myData', {
        body: { email: parent.email, idToken: await proveSignIn(parent) },
      }),
    ];
    for (const { status, body } of told) {
      expect(status).toBe(200);
      expect(JSON.stringify(body)).not.toContain(token);
    }
    expect(JSON.stringify(told[2]?.body)).not.toContain(NEW);
    expect(told[1]?.body).toMatchObject({
      account: { mailTo: { address: NEW, confirmed: false } },
    });
    expect(told[4]?.body).toMatchObject({ mailTo: { address: NEW, confirmed: false } });
  });
});

describe('once it is confirmed', () => {
  it('emails go there, also a failed one that is sent again; then to the log-in again', async () => {
    const failed = await buildLine(app, parent, { cause: { kind: 'welcome' }, state: 'failed' });
    await ask();
    const token = await readToken();
    expect((await confirm(token)).status).toBe(200);
    expect((await confirm(token)).status).toBe(200);
    await app.as(admin).call('POST /outbox/:id/retry', { params: { id: failed._id } });
    // The old address hears of it, once.
    expect(addressesOf(await send()).sort()).toEqual([NEW, parent.email].sort());
    const seen = await app.as(admin).call('GET /outbox/:id', { params: { id: failed._id } });
    expect(seen.body.to.address).toBe(NEW);

    await app.as(parent).call('DELETE /mailTo');
    expect(await read()).toBeNull();
    await app.as(admin).call('POST /outbox/:id/retry', { params: { id: failed._id } });
    expect(addressesOf(await send()).sort()).toEqual([NEW, parent.email].sort());
  });

  it('an email that failed at a wrong address goes to the one that the account has by now', async () => {
    const failed = await buildLine(app, parent, { cause: { kind: 'welcome' }, state: 'failed' });
    const { outbox } = app.services.database.collections;
    await outbox.updateOne({ _id: failed._id }, { $set: { 'to.address': 'wrong@example.test' } });
    await app.as(admin).call('POST /outbox/:id/retry', { params: { id: failed._id } });
    expect(addressesOf(await send())).toEqual([parent.email]);
  });

  it('and an admin unlinks the sign-in, it is gone: the next owner of the record is another person', async () => {
    await ask();
    await confirm(await readToken());
    await app.as(admin).call('DELETE /userSignIn/:id', { params: { id: idOf(parent) } });
    const record = await app.services.database.collections.users.findOne({ _id: parent._id });
    expect(record?.mailTo).toBeUndefined();
  });

  it('and the family is merged, emails go to the account that stays, and that address hears of it', async () => {
    await ask();
    await confirm(await readToken());
    await bookMail();
    const into = await buildUser(app);
    expect(await mergeAccounts(app, admin, { from: parent, into })).toMatchObject({ status: 200 });
    const sent = await send();
    expect(addressesOf(sent).filter((to) => to === into.email).length).toBeGreaterThan(1);
    const ended = sent.filter(({ to }) => to.address === NEW);
    expect(ended).toHaveLength(1);
    expect(ended[0]?.text).not.toContain(into.email);
    expect(await read(into)).toBeNull();
    const { users } = app.services.database.collections;
    expect(await users.findOne({ _id: parent._id })).not.toHaveProperty('mailTo');
  });

  it('and the account is deleted, nothing of it stays', async () => {
    await ask('rosa@gone.test');
    await confirm(await readToken());
    await bookMail();
    await send();
    expect(await findTraces(app, 'rosa@gone.test')).not.toEqual([]);
    const body = { email: parent.email, idToken: await proveSignIn(parent) };
    expect((await app.as(parent).call('DELETE /myAccount', { body })).status).toBe(200);
    expect(await findTraces(app, 'rosa@gone.test')).toEqual([]);
  });
});

describe('nobody confirms', () => {
  it('with another account, an old link, a replaced one or none: all get the same refusal', async () => {
    await ask();
    const first = await readToken();
    const stranger = await buildUser(app);
    await ask('rosa@second.test');
    const second = await readToken();
    const refused = [
      await confirm(first),
      await confirm(second, stranger),
      await confirm('no-token'),
      await confirm('no-token', stranger),
    ];
    app.passMinutes(15 * 24 * 60);
    refused.push(await confirm(second));
    for (const { status, body } of refused) {
      expect(status).toBe(400);
      expect(body).toEqual(refused[0]?.body);
    }
    expect(await read()).toEqual({ address: 'rosa@second.test', confirmed: false });
    expect(await read(stranger)).toBeNull();
    await bookMail();
    expect(addressesOf(await send())).toEqual([parent.email]);
  });
});

describe('the office', () => {
  it('enters one address, with a reason, and not that of the log-in', async () => {
    for (const address of ['a@b.test\r\nBcc: c@d.test', 'a@b.test,c@d.test', 'rosa', parent.email])
      expect((await ask(address)).body.code, address).toBe('invalid_input');
    expect((await ask(NEW, admin, parent, ' ')).body.code).toBe('invalid_input');
    await app.as(admin).call('DELETE /removeuser', { query: { email: parent.email } });
    expect((await ask()).body.code).toBe('not_found');
  });

  it('does it, not an accountant', async () => {
    const { users } = app.services.database.collections;
    const accountant = await buildUser(app, 'admin');
    await users.updateOne({ _id: accountant._id }, { $set: { bundle: 'accountant' } });
    expect((await ask(NEW, accountant)).status).toBe(403);
    expect(await read()).toBeNull();
  });
});
