import { KEEP_MAIL_DAYS } from '@speakifyr/contract/limits.ts';
import { ObjectId } from 'mongodb';
import { beforeEach, describe, expect, it } from 'vitest';
import type { UserDocument } from '../database/user-documents.ts';
import { makeGuardian } from '../testing/documents.ts';
import { buildChild, buildUser, proveSignIn } from '../testing/factories.ts';
import { buildLine } from '../testing/outbox-line.ts';
import { useTestApp } from '../testing/test-app.ts';

const app = useTestApp();
let rosa: UserDocument;
beforeEach(async () => {
  rosa = await buildUser(app);
});

const read = (person = rosa) => app.as(person).call('GET /myMessages');
const listIds = async () => (await read()).body.map(({ _id }) => _id);
const daysAgo = (days: number) => new Date(app.services.now().getTime() - days * 24 * 60 * 60_000);
const schoolMessage = () => ({
  cause: {
    kind: 'school message' as const,
    classId: new ObjectId(),
    subject: 'The bus',
    text: 'It leaves at nine.',
    from: 'Ivo',
  },
  _id: `message-${new ObjectId().toHexString()}`,
});

// Rules: R82, R206.
describe('the messages of a person', () => {
  it('are the emails to them, newest first, with content and files', async () => {
    const old = await buildLine(app, rosa, { createdAt: daysAgo(2), sentAt: daysAgo(1) });
    const young = await buildLine(app, rosa, { subject: 'Your room changed' });
    await buildLine(app, await buildUser(app));

    const { body, headers } = await read();
    expect(body.map(({ _id }) => _id)).toEqual([young._id, old._id]);
    expect(body[1]).toEqual({
      _id: old._id,
      kind: 'paid',
      at: old.sentAt?.toISOString(),
      content: old.written?.content,
      attachments: old.written?.attachments,
    });
    // No browser may store an entry code.
    expect(headers['cache-control']).toBe('no-store');
  });

  it('are not those of an earlier account with the same address', async () => {
    await buildLine(app, { ...rosa, _id: new ObjectId() });
    const gone = await buildLine(app, rosa);
    await app.services.database.collections.outbox.updateOne(
      { _id: gone._id },
      { $unset: { userId: '' } },
    );
    expect(await listIds()).toEqual([]);
  });

  it('are not for another sign-in with the same address, nor for a removed user', async () => {
    await buildLine(app, rosa);
    const stranger = await app.as({ ...rosa, uid: 'another-account' }).call('GET /myMessages');
    expect(stranger.body.code).toBe('session_expired');

    const { users } = app.services.database.collections;
    await users.updateOne({ _id: rosa._id }, { $set: { status: 'removed' } });
    expect((await read()).body.code).toBe('account_removed');
  });

  it(`go back ${KEEP_MAIL_DAYS} days, and are only those that are written`, async () => {
    await buildLine(app, rosa, { createdAt: daysAgo(KEEP_MAIL_DAYS + 1) });
    const empty = await buildLine(app, rosa, { state: 'queued' });
    await app.services.database.collections.outbox.updateOne(
      { _id: empty._id },
      { $unset: { written: '' } },
    );
    const failed = await buildLine(app, rosa, { state: 'failed' });
    expect(await listIds()).toEqual([failed._id]);
  });

  it('do not include what was no longer true, but a message to their class even with news turned off', async () => {
    await buildLine(app, rosa, { state: 'stale' });
    const message = await buildLine(app, rosa, { ...schoolMessage(), state: 'stale' });
    expect(await listIds()).toEqual([message._id]);
  });

  it('do not include what they said about a child once its guardian was removed', async () => {
    const child = await buildChild(app, await buildUser(app), {
      guardians: [makeGuardian(rosa._id)],
    });
    const line = await buildLine(app, rosa, { childIds: [child._id] });
    expect(await listIds()).toEqual([line._id]);
    const download = async () => {
      const body = { email: rosa.email, idToken: await proveSignIn(rosa) };
      return (await app.as(rosa).call('POST /myData', { body })).body.messagesFromSchool;
    };
    expect(await download()).toMatchObject([{ subject: line.subject, text: line.written?.text }]);
    const { children } = app.services.database.collections;
    await children.updateOne({ _id: child._id }, { $set: { guardians: [] } });
    expect(await listIds()).toEqual([]);
    expect(await download()).toMatchObject([{ kind: 'paid', subject: '', text: null }]);
  });

  it('are at most a hundred, the newest', async () => {
    const newest = await buildLine(app, rosa);
    const { outbox } = app.services.database.collections;
    await outbox.insertMany(
      Array.from({ length: 110 }, (_none, index) => ({
        ...newest,
        _id: `${newest._id}-${index}`,
        createdAt: daysAgo(1),
      })),
    );
    const ids = await listIds();
    expect([ids.length, ids[0]]).toEqual([100, newest._id]);
  });
});
