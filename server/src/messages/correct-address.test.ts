import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { ObjectId } from 'mongodb';
import type { UserDocument } from '../database/user-documents.ts';
import { buildUser, proveSignIn, useUser } from '../testing/factories.ts';
import { findTraces } from '../testing/find-traces.ts';
import { findMail, listMailsTo } from '../testing/mails.ts';
import { buildLine } from '../testing/outbox-line.ts';
import { useTestApp } from '../testing/test-app.ts';

const app = useTestApp();
const admin = useUser(app, 'admin');
beforeEach(async () => {
  const { contactMessages, outbox } = app.services.database.collections;
  await contactMessages.deleteMany({});
  await outbox.deleteMany({});
});

const WRONG = { name: 'Rosa', email: 'rosa@exmaple.test' };
const RIGHT = { name: 'Rosa', email: 'rosa@example.test' };
const lines = () => app.services.database.collections.outbox;

/** Somebody writes, an admin replies, and the mail server refuses the address. @returns the reply's email */
async function replyInVain(writer: { name: string; email: string } = WRONG, who?: UserDocument) {
  const { name, email } = writer;
  const caller = who ? app.as(who) : app;
  await caller.call('POST /contact', { body: { name, email, message: 'Is there a bus?' } });
  const [message] = (await app.as(admin).call('GET /contactMessages')).body;
  const params = { id: message?._id ?? '' };
  await app.as(admin).call('POST /contactMessages/:id/replies', {
    ...{ params, body: { text: 'Yes, at 8.', replyId: randomUUID() } },
  });
  const { _id } = await findMail(app, writer, 'contact reply');
  await fail(_id);
  return { line: _id, message: params.id };
}

const fail = (_id: string) =>
  lines().updateOne(
    { _id },
    { $set: { state: 'failed', lastError: 'No such mailbox' }, $unset: { nextAt: '' } },
  );
const correct = (id: string, email = RIGHT.email, note = 'By phone.') =>
  app.as(admin).call('POST /outbox/:id/correct', { params: { id }, body: { email, note } });

// Rules: R313.
describe('the address of a reply to somebody without an account', () => {
  it('is corrected, and the reply goes there at once, as do all later ones', async () => {
    const { line, message } = await replyInVain();
    expect((await correct(line, ' Rosa@Example.test ')).status).toBe(200);
    expect(await lines().findOne({ _id: line })).toMatchObject({
      ...{ to: { name: 'Rosa', address: RIGHT.email }, state: 'queued', attempts: 0 },
    });
    await app.as(admin).call('POST /contactMessages/:id/replies', {
      params: { id: message },
      body: { text: 'From the gate.', replyId: randomUUID() },
    });
    const replies = (await listMailsTo(app, RIGHT)).filter(
      ({ cause }) => cause.kind === 'contact reply',
    );
    expect(replies).toHaveLength(2);
    // An account that has the right address takes the admins' emails with it, too.
    const toAdmin = await findMail(app, admin, 'contact form');
    expect(toAdmin.replyTo).toMatchObject({ address: RIGHT.email });
  });

  it('sends one email if two admins correct it; the log says who and why, not the addresses', async () => {
    const { line, message } = await replyInVain();
    await Promise.all([correct(line), correct(line)]);
    const query = { action: 'correct address' as const };
    const entries = (await app.as(admin).call('GET /auditLog', { query })).body;
    expect(entries[0]).toMatchObject({
      ...{ who: admin.email, target: 'contact form', before: null },
      after: { message, note: 'By phone.' },
    });
    expect(JSON.stringify(entries)).not.toContain('rosa@');
    expect(await lines().countDocuments({ 'cause.kind': 'contact reply' })).toBe(1);
  });

  it('must be one address, with a reason', async () => {
    const { line } = await replyInVain();
    for (const email of ['rosa@example.test\r\nBcc: all@example.test', 'a@b.test,c@d.test', ''])
      expect((await correct(line, email)).body.code, email).toBe('invalid_input');
    expect((await correct(line, RIGHT.email, ' ')).body.code).toBe('invalid_input');
    expect(await lines().findOne({ _id: line })).toMatchObject({ state: 'failed' });
  });

  it('goes with the account that has it, as do the message and the reply', async () => {
    const parent = await buildUser(app);
    const { line } = await replyInVain();
    await correct(line, parent.email);
    const body = { email: parent.email, idToken: await proveSignIn(parent) };
    expect((await app.as(parent).call('DELETE /myAccount', { body })).status).toBe(200);
    expect(await findTraces(app, 'Yes, at 8.')).toEqual([]);
    expect(await findTraces(app, 'Is there a bus?')).toEqual([]);
  });

  it('stays while the email is on its way', async () => {
    const { line } = await replyInVain();
    await lines().updateOne({ _id: line }, { $set: { state: 'sending' } });
    expect((await correct(line)).body.code).toBe('mail_not_done');
    expect((await correct('reply-gone')).body.code).toBe('not_found');
    expect(await lines().findOne({ _id: line })).toMatchObject({ to: { address: WRONG.email } });
  });
});

describe('nobody at the school redirects', () => {
  it('an email to an account', async () => {
    const parent = await buildUser(app);
    const { line } = await replyInVain(parent, parent);
    const paid = await buildLine(app, parent, { state: 'failed' });
    for (const id of [line, paid._id]) expect((await correct(id)).body.code).toBe('address_fixed');
    expect(await listMailsTo(app, RIGHT)).toEqual([]);
    const open = await app.as(admin).call('GET /outbox/:id', { params: { id: paid._id } });
    expect(open.body.accountId).toBe(parent._id.toHexString());
  });

  it('an invitation, which gives rights to a child; the page names the parent who sent it', async () => {
    const parent = await buildUser(app);
    const invitedBy = parent._id;
    const { _id } = await buildLine(app, WRONG as UserDocument, {
      cause: {
        ...{ kind: 'guardian invited', childId: new ObjectId(), invitationId: new ObjectId() },
        invitedBy,
      },
      state: 'failed',
    });
    await lines().updateOne({ _id }, { $unset: { userId: '' } });
    expect((await correct(_id)).body.code).toBe('address_fixed');
    const open = await app.as(admin).call('GET /outbox/:id', { params: { id: _id } });
    expect(open.body.accountId).toBe(invitedBy.toHexString());
  });
});
