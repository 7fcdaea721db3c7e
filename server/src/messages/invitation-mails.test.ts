import { ObjectId } from 'mongodb';
import { describe, expect, it } from 'vitest';
import type { UserDocument } from '../database/user-documents.ts';
import type { Invitation } from '../database/family-documents.ts';
import { newsEvent } from '../events/audit-event.ts';
import { relayEvents } from '../events/relay.ts';
import { buildChild, buildUser } from '../testing/factories.ts';
import { findKinds, findMail, listMailsTo, readMailTo } from '../testing/mails.ts';
import { useTestApp } from '../testing/test-app.ts';
import { finishEvents } from '../events/finish-events.ts';
import { addDueMails, listDueEvents } from './add-due-mails.ts';
import { getMail } from './outbox-list.ts';

const DAY_MS = 24 * 60 * 60_000;

const app = useTestApp();

const children = () => app.services.database.collections.children;
const users = () => app.services.database.collections.users;
let invited = 0;

/** Writes the event that an update writes with an invitation. */
async function tell(childId: ObjectId, invitationId: ObjectId): Promise<void> {
  const data = { childId, invitationId };
  const event = newsEvent('guardian invited', data, app.services.now());
  await children().updateOne({ _id: childId }, { $push: { events: event } });
}

/** A child whose parent has just invited this address. */
async function invite(
  parent: UserDocument,
  fields: Partial<Invitation> = {},
): Promise<{ childId: ObjectId; invitation: Invitation; guest: { email: string } }> {
  const invitation: Invitation = {
    _id: new ObjectId(),
    email: `guest-${(invited += 1)}@example.test`,
    may: ['see'],
    invitedBy: parent._id,
    expiresAt: new Date(app.services.now().getTime() + 14 * DAY_MS),
    ...fields,
  };
  const child = await buildChild(app, parent, { invitations: [invitation] });
  await tell(child._id, invitation._id);
  return { childId: child._id, invitation, guest: { email: invitation.email } };
}

// Rules: R104.
describe('an invitation', () => {
  it('goes to an address without an account once, with plain names only', async () => {
    const parent = await buildUser(app);
    const spam = 'Win 1000 at https://evil.example';
    await users().updateOne({ _id: parent._id }, { $set: { name: spam } });
    const { childId, invitation, guest } = await invite(parent);
    await children().updateOne({ _id: childId }, { $set: { name: 'www.evil.example Kaplan' } });
    await addDueMails(app.services);
    await tell(childId, invitation._id);
    const [line, ...others] = await listMailsTo(app, guest);
    expect(others).toEqual([]);
    expect(line).toMatchObject({
      _id: `invited-${invitation._id.toHexString()}`,
      to: { name: '', address: guest.email },
      isEssential: true,
      notAfter: invitation.expiresAt,
    });
    expect(line).not.toHaveProperty('userId');
    const { to } = await getMail(line?._id ?? '', app.services);
    expect(to.name).toBe(guest.email);
    expect(await readMailTo(app, guest, 'guardian invited')).toEqual({
      props: {
        ...{ from: parent.email, name: null, children: 1, names: null },
        ...{ may: ['see'], expiresAt: invitation.expiresAt },
      },
    });
    expect((await children().findOne({ _id: childId }))?.events).toEqual([]);
    expect(await app.services.database.collections.events.countDocuments()).toBe(0);
  });

  it('names the children for whom the same person invites, and that person', async () => {
    const [parent, stranger] = [await buildUser(app), await buildUser(app)];
    await users().updateOne({ _id: parent._id }, { $set: { name: 'Zoë O’Neil-Ruiz' } });
    const { guest, invitation, childId } = await invite(parent);
    await children().updateOne({ _id: childId }, { $set: { name: 'Mia Kaplan' } });
    await addDueMails(app.services);
    const { email } = guest;
    for (const from of [parent, stranger])
      await buildChild(app, from, {
        name: 'Tom Kaplan',
        invitations: [{ ...invitation, _id: new ObjectId(), email, invitedBy: from._id }],
      });
    expect(await readMailTo(app, guest, 'guardian invited')).toMatchObject({
      props: { name: 'Zoë O’Neil-Ruiz', children: 2, names: ['Mia', 'Tom'] },
    });
  });

  it('that is sent in the app makes one email, and none if it is taken back before', async () => {
    const parent = await buildUser(app);
    const { id } = await buildChild(app, parent);
    const send = (email: string) =>
      app.as(parent).call('POST /myChildren/:id/guardians', {
        params: { id },
        body: { email, may: ['see'] },
      });
    expect((await send('aunt@example.test')).status).toBe(200);
    expect(await findKinds(app, { email: 'aunt@example.test' })).toEqual(['guardian invited']);
    const { body } = await app.as(parent).call('GET /myChildren/:id', { params: { id } });
    const invitationId = body.invitations[0]?._id ?? '';
    await app.as(parent).call('DELETE /myChildren/:id/invitations/:invitationId', {
      params: { id, invitationId },
    });
    expect(
      await readMailTo(app, { email: 'aunt@example.test' }, 'guardian invited'),
    ).toBeUndefined();
  });

  it('is on the page of somebody who has confirmed the address, and of nobody else', async () => {
    const parent = await buildUser(app);
    const [confirmed, unconfirmed] = [await buildUser(app), await buildUser(app)];
    await users().updateOne({ _id: unconfirmed._id }, { $set: { isVerified: false } });
    await invite(parent, { email: confirmed.email });
    await invite(parent, { email: unconfirmed.email });
    expect((await findMail(app, confirmed, 'guardian invited')).userId).toEqual(confirmed._id);
    expect((await findMail(app, unconfirmed, 'guardian invited')).userId).toBeUndefined();
  });

  it('is not sent to somebody whom an admin removed', async () => {
    const removed = await buildUser(app);
    await users().updateOne({ _id: removed._id }, { $set: { status: 'removed' } });
    await invite(await buildUser(app), { email: removed.email });
    expect(await findKinds(app, removed)).toEqual([]);
  });

  it('is not sent once it was taken back or accepted, or has expired, or its sender is gone', async () => {
    const parent = await buildUser(app);
    const read = (guest: { email: string }) => readMailTo(app, guest, 'guardian invited');

    const taken = await invite(parent);
    await findMail(app, taken.guest, 'guardian invited');
    await children().updateOne({ _id: taken.childId }, { $set: { invitations: [] } });
    expect(await read(taken.guest)).toBeUndefined();

    const short = await invite(parent, {
      expiresAt: new Date(app.services.now().getTime() + 60_000),
    });
    expect(await read(short.guest)).toBeDefined();
    app.passMinutes(1);
    expect(await read(short.guest)).toBeUndefined();

    const left = await invite(parent);
    expect(await read(left.guest)).toBeDefined();
    await users().updateOne({ _id: parent._id }, { $set: { status: 'removed' } });
    expect(await read(left.guest)).toBeUndefined();
  });

  it('that is added while the others are put into the outbox is emailed, too', async () => {
    const { childId, invitation } = await invite(await buildUser(app));
    const { collections } = app.services.database;
    await relayEvents(app.services);
    const due = await listDueEvents(collections, { $in: ['guardian invited'] });
    const second = { ...invitation, _id: new ObjectId(), email: 'second@example.test' };
    await children().updateOne({ _id: childId }, { $push: { invitations: second } });
    await tell(childId, second._id);
    await finishEvents(collections, due, 'mailDue');
    expect(await findKinds(app, { email: second.email })).toEqual(['guardian invited']);
  });
});
