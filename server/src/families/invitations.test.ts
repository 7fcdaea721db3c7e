import { INVITATION_DAYS, MAX_CHILDREN, MAX_GUARDIANS } from '@speakifyr/contract/limits.ts';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { UserDocument } from '../database/user-documents.ts';
import type { ChildDocument } from '../database/family-documents.ts';
import { DAY_MS } from '../school-time.ts';
import { runJobs } from '../jobs/jobs.ts';
import { readAuditLog } from '../testing/audit-log.ts';
import { makeGuardian } from '../testing/documents.ts';
import { buildChild, buildUser } from '../testing/factories.ts';
import { buildFamily, makeInvitation } from '../testing/families.ts';
import { findKinds } from '../testing/mails.ts';
import { findTraces } from '../testing/find-traces.ts';
import { useTestApp } from '../testing/test-app.ts';

const app = useTestApp();
afterEach(() => void vi.useRealTimers());

type Child = ChildDocument & { id: string };

const readChild = ({ _id }: Child) => app.services.database.collections.children.findOne({ _id });

const invite = (person: { email: string }, child: Child, email: string, may = ['see'] as const) =>
  app.as(person).call('POST /myChildren/:id/guardians', {
    params: { id: child.id },
    body: { email, may: [...may] },
  });

const accept = (person: { email: string }, invitationId: string) =>
  app.as(person).call('POST /myInvitations/:invitationId', { params: { invitationId } });

const decline = (person: { email: string }, invitationId: string) =>
  app.as(person).call('DELETE /myInvitations/:invitationId', { params: { invitationId } });

const remove = (person: { email: string }, child: Child, { _id }: UserDocument) =>
  app.as(person).call('DELETE /myChildren/:id/guardians/:guardianId', {
    params: { id: child.id, guardianId: _id.toHexString() },
  });

/** A child with an open invitation for a new student. */
async function buildInvited(fields: Partial<ChildDocument> = {}) {
  const [parent, invited] = [await buildUser(app), await buildUser(app)];
  const invitation = makeInvitation(invited.email, parent._id);
  const child = await buildChild(app, parent, { invitations: [invitation], ...fields });
  return { parent, invited, child, invitationId: invitation._id.toHexString() };
}

async function changeUser({ _id }: UserDocument, changes: Partial<UserDocument>) {
  await app.services.database.collections.users.updateOne({ _id }, { $set: changes });
}

// Rules: R107, R108, R109, R189.
describe('an invitation', () => {
  it('shows in the invited person’s list, marks the child for the mailer, and makes them a guardian', async () => {
    const [parent, aunt] = [await buildUser(app), await buildUser(app)];
    const child = await buildChild(app, parent);
    let rings = 0;
    app.services.mailBell.once('ring', () => (rings += 1));
    expect((await invite(parent, child, ` ${aunt.email.toUpperCase()} `)).status).toBe(200);
    expect(await readChild(child)).toMatchObject({
      events: [{ type: 'guardian invited' }],
      guardians: [{}],
    });
    expect(rings).toBe(1);

    const { body } = await app.as(aunt).call('GET /myChildren');
    expect(body).toMatchObject({
      children: [],
      invitations: [
        { childName: child.name, from: { email: parent.email, name: parent.name }, may: ['see'] },
      ],
    });
    const { body: accepted } = await accept(aunt, body.invitations[0]?._id ?? '');
    expect(accepted).toEqual({ status: true, childId: child.id });
    expect(await readChild(child)).toMatchObject({
      invitations: [],
      guardians: [
        { userId: parent._id, invitedBy: null },
        { userId: aunt._id, may: ['see'], invitedBy: parent._id },
      ],
    });
  });

  it('answers the same whether the address has an account or not', async () => {
    const parent = await buildUser(app);
    const child = await buildChild(app, parent);
    const known = await invite(parent, child, (await buildUser(app)).email);
    const unknown = await invite(parent, child, 'unknown@example.test');
    expect(unknown).toMatchObject({ status: known.status, body: known.body });
  });

  it('is the only one to its address for a day, even from another account, and even if it was taken back', async () => {
    const [parent, other] = [await buildUser(app), await buildUser(app)];
    const child = await buildChild(app, parent);
    const unrelated = await buildChild(app, other);
    const email = 'stranger@example.test';
    const tries = await Promise.all([
      invite(parent, child, email),
      invite(parent, child, email),
      invite(other, unrelated, email),
    ]);
    expect(tries.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    expect(tries.find(({ status }) => status === 409)?.body.code).toBe('invited_today');

    const { children } = app.services.database.collections;
    await children.updateMany({ 'invitations.email': email }, { $set: { invitations: [] } });
    const [own, by] = tries[2]?.status === 200 ? [unrelated, other] : [child, parent];
    expect((await invite(by, own, email)).body.code).toBe('invited_today');
    expect((await invite(parent, child, 'another@example.test')).status).toBe(200);

    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + DAY_MS });
    const next = await Promise.all([invite(parent, child, email), invite(other, unrelated, email)]);
    expect(next.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  it('may be for several children of one account on a day, each once, at once too', async () => {
    const [parent, other, aunt] = [
      await buildUser(app),
      await buildUser(app),
      await buildUser(app),
    ];
    const children = [];
    for (let count = 0; count < 3; count += 1) children.push(await buildChild(app, parent));
    const unrelated = await buildChild(app, other);
    const tries = await Promise.all(children.map((child) => invite(parent, child, aunt.email)));
    expect(tries.map(({ status }) => status)).toEqual([200, 200, 200]);
    for (const child of children)
      expect((await invite(parent, child, aunt.email)).body.code).toBe('invited_today');
    expect((await invite(other, unrelated, aunt.email)).body.code).toBe('invited_today');
    const { body } = await app.as(aunt).call('GET /myChildren');
    expect(body.invitations).toHaveLength(3);
    // However many: the first email leads to all of them.
    expect(await findKinds(app, aunt)).toEqual(['guardian invited']);
    await invite(parent, children[0]!, 'uncle@example.test');
    expect(await findKinds(app, aunt)).toEqual(['guardian invited']);
  });

  it('may be for as many children on a day as an account can have', async () => {
    const [parent, email] = [await buildUser(app), 'popular@example.test'];
    const send = async () => invite(parent, await buildChild(app, parent), email);
    for (let count = 0; count < MAX_CHILDREN; count += 1) {
      expect((await send()).status).toBe(200);
      // Deleting children and adding others doesn't get around the limit.
      const { children } = app.services.database.collections;
      await children.deleteMany({ 'guardians.userId': parent._id });
    }
    expect((await send()).body.code).toBe('invited_today');
  });

  it('that was refused for another reason does not count', async () => {
    const [parent, email] = [await buildUser(app), 'late@example.test'];
    const open = ['a', 'b', 'c'].map((name) => makeInvitation(`${name}@example.test`, parent._id));
    const child = await buildChild(app, parent, { invitations: open });
    expect((await invite(parent, child, email)).body.code).toBe('too_many_guardians');
    expect((await invite(parent, await buildChild(app, parent), email)).status).toBe(200);
  });

  it('leaves no address behind but its own', async () => {
    const [parent, email] = [await buildUser(app), 'forgotten@example.test'];
    const child = await buildChild(app, parent);
    await invite(parent, child, email);
    await app.services.database.collections.children.deleteOne({ _id: child._id });
    expect(await findTraces(app, email)).toEqual([]);
    const { invitedAddresses } = app.services.database.collections;
    expect(await invitedAddresses.countDocuments()).toBeGreaterThan(0);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * DAY_MS });
    await runJobs(app.services);
    expect(await invitedAddresses.countDocuments()).toBe(0);
  });

  it('can only be accepted or declined by the confirmed owner of its address', async () => {
    const { child, invited, invitationId } = await buildInvited();
    const other = await buildUser(app);
    expect((await accept(other, invitationId)).body.code).toBe('not_found');
    expect((await decline(other, invitationId)).body.code).toBe('not_found');
    await changeUser(invited, { isVerified: false });
    expect((await accept(invited, invitationId)).body.code).toBe('verify_email_first');
    expect((await decline(invited, invitationId)).body.code).toBe('verify_email_first');
    expect((await app.as(invited).call('GET /myChildren')).body.invitations).toEqual([]);
    expect(await readChild(child)).toMatchObject({ guardians: [{}], invitations: [{}] });
    await changeUser(invited, { isVerified: true });
    expect((await decline(invited, invitationId)).status).toBe(200);
    expect((await accept(invited, invitationId)).body.code).toBe('not_found');
  });

  it('ends after some days, and a job forgets its address', async () => {
    const expiresAt = new Date(app.services.now().getTime() - 1);
    const { child, parent, invited } = await buildInvited();
    const invitation = makeInvitation(invited.email, parent._id, { expiresAt });
    const { children } = app.services.database.collections;
    await children.updateOne({ _id: child._id }, { $set: { invitations: [invitation] } });
    expect((await app.as(invited).call('GET /myChildren')).body.invitations).toEqual([]);
    expect((await accept(invited, invitation._id.toHexString())).body.code).toBe('not_found');
    const details = await app.as(parent).call('GET /myChildren/:id', { params: { id: child.id } });
    expect(details.body.invitations).toEqual([]);
    await runJobs(app.services);
    expect((await readChild(child))?.invitations).toEqual([]);

    await invite(parent, child, invited.email);
    const [fresh] = (await readChild(child))?.invitations ?? [];
    const days = ((fresh?.expiresAt.getTime() ?? 0) - app.services.now().getTime()) / 86_400_000;
    expect(days).toBeCloseTo(INVITATION_DAYS, 2);
  });

  it('replaces an older one to the same address, and never invites a guardian', async () => {
    const { child, parent, invited } = await buildInvited();
    expect((await invite(parent, child, invited.email)).status).toBe(200);
    expect((await readChild(child))?.invitations).toMatchObject([{ may: ['see'] }]);
    expect((await invite(parent, child, parent.email)).body.code).toBe('already_guardian');
  });

  it('needs the inviter’s confirmed address, because the invited person sees it', async () => {
    const { child, parent } = await buildInvited();
    await changeUser(parent, { isVerified: false });
    expect((await invite(parent, child, 'x@example.test')).body.code).toBe('verify_email_first');
  });

  it('can be taken back', async () => {
    const { child, parent, invited, invitationId } = await buildInvited();
    const params = { id: child.id, invitationId };
    const takeBack = () =>
      app.as(parent).call('DELETE /myChildren/:id/invitations/:invitationId', { params });
    expect((await takeBack()).status).toBe(200);
    expect((await takeBack()).body.code).toBe('not_found');
    expect((await accept(invited, invitationId)).body.code).toBe('not_found');
  });

  it('counts as a place of an account that has as many children as it can have', async () => {
    const { invited, invitationId, child } = await buildInvited();
    for (let count = 0; count < MAX_CHILDREN; count += 1) await buildChild(app, invited);
    expect((await accept(invited, invitationId)).body.code).toBe('too_many_children');
    expect((await readChild(child))?.guardians).toHaveLength(1);
  });
});

describe('a removed guardian', () => {
  it('finds nothing about the child anymore, and their invitations are gone', async () => {
    const { child, parent, partner } = await buildFamily(app);
    const { children } = app.services.database.collections;
    const invitation = makeInvitation('friend@example.test', partner._id);
    await children.updateOne({ _id: child._id }, { $set: { invitations: [invitation] } });
    expect((await remove(parent, child, partner)).status).toBe(200);
    const params = { id: child.id };
    expect((await app.as(partner).call('GET /myChildren/:id', { params })).status).toBe(404);
    expect((await app.as(partner).call('GET /myChildren')).body.children).toEqual([]);
    expect((await readChild(child))?.invitations).toEqual([]);
  });

  it('can be removed by the person who invited them; nobody can remove the guardian who added the child', async () => {
    const { child, parent, partner, seer } = await buildFamily(app);
    expect((await remove(partner, child, parent)).body.code).toBe('guardian_may_not');
    expect((await remove(partner, child, seer)).body.code).toBe('guardian_may_not');
    expect((await remove(partner, child, await buildUser(app))).body.code).toBe('not_found');
    expect((await remove(seer, child, seer)).status).toBe(200);
  });

  it('hands over what they invited, and the child if they added it, without more rights for anybody', async () => {
    const { child, parent, partner, seer, booker } = await buildFamily(app);
    await app.services.database.collections.children.updateOne(
      { _id: child._id },
      {
        $set: {
          guardians: [
            makeGuardian(parent._id),
            makeGuardian(seer._id, { may: ['see'], invitedBy: parent._id }),
            makeGuardian(partner._id, { invitedBy: parent._id }),
            makeGuardian(booker._id, { may: ['book'], invitedBy: partner._id }),
          ],
        },
      },
    );
    expect((await remove(parent, child, parent)).status).toBe(200);
    expect((await readChild(child))?.guardians).toMatchObject([
      { userId: seer._id, may: ['see'], invitedBy: partner._id },
      { userId: partner._id, may: ['see', 'book'], invitedBy: null },
      { userId: booker._id, may: ['book'], invitedBy: partner._id },
    ]);
    expect((await remove(partner, child, partner)).status).toBe(200);
    expect((await readChild(child))?.guardians).toMatchObject([
      { userId: seer._id, may: ['see'], invitedBy: null },
      { userId: booker._id, may: ['book'], invitedBy: seer._id },
    ]);
  });

  it('is never the last one, neither by themselves nor by an admin', async () => {
    const parent = await buildUser(app);
    const admin = await buildUser(app, 'admin');
    const child = await buildChild(app, parent);
    expect((await remove(parent, child, parent)).body.code).toBe('last_guardian');
    const params = { id: child.id, guardianId: parent._id.toHexString() };
    const byAdmin = await app
      .as(admin)
      .call('DELETE /children/:id/guardians/:guardianId', { params, body: { note: 'By phone.' } });
    expect(byAdmin.body.code).toBe('last_guardian');
    expect((await readChild(child))?.guardians).toHaveLength(1);
  });

  it('by an admin leaves an entry in the audit log, which does not name the child', async () => {
    const { child, parent } = await buildFamily(app);
    const admin = await buildUser(app, 'admin');
    const params = { id: child.id, guardianId: parent._id.toHexString() };
    await app
      .as(admin)
      .call('DELETE /children/:id/guardians/:guardianId', { params, body: { note: 'By phone.' } });
    const [entry] = await readAuditLog(app, { target: parent.email });
    expect(entry).toMatchObject({
      who: admin.email,
      action: 'remove guardian',
      before: { child: child.id, may: 'see, book' },
      after: { note: 'By phone.' },
      people: [parent.email],
    });
    expect(JSON.stringify(entry)).not.toContain(child.name);
    expect((await readChild(child))?.events).toEqual([]);
  });
});

describe('at the same moment', () => {
  it('an invitation is accepted once', async () => {
    const { child, invited, invitationId } = await buildInvited();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => accept(invited, invitationId)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await readChild(child))?.guardians).toHaveLength(2);
  });

  it('a child never gets more guardians than it can have', async () => {
    const parent = await buildUser(app);
    const people = await Promise.all(Array.from({ length: 12 }, () => buildUser(app)));
    const child = await buildChild(app, parent, {
      // More than anybody could send: each is valid on its own.
      invitations: people.map(({ email }) => makeInvitation(email, parent._id)),
    });
    const answers = await Promise.all(
      people.map((person, index) =>
        accept(person, child.invitations[index]?._id.toHexString() ?? ''),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(MAX_GUARDIANS - 1);
    expect(answers.filter(({ body }) => body.code === 'too_many_guardians').length).toBe(
      12 - (MAX_GUARDIANS - 1),
    );
    expect((await readChild(child))?.guardians).toHaveLength(MAX_GUARDIANS);
  });

  it('20 invitations leave no more people than a child can have', async () => {
    const parent = await buildUser(app);
    const child = await buildChild(app, parent);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, number) =>
        invite(parent, child, `guest-${number}@example.test`),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(MAX_GUARDIANS - 1);
    expect((await readChild(child))?.invitations).toHaveLength(MAX_GUARDIANS - 1);
  });

  it('an account that accepts several invitations stays within its places', async () => {
    const [parent, invited] = [await buildUser(app), await buildUser(app)];
    for (let count = 0; count < MAX_CHILDREN - 2; count += 1) await buildChild(app, invited);
    const invitations = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const invitation = makeInvitation(invited.email, parent._id);
        await buildChild(app, parent, { invitations: [invitation] });
        return invitation;
      }),
    );
    const answers = await Promise.all(
      invitations.map(({ _id }) => accept(invited, _id.toHexString())),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
    const { body } = await app.as(invited).call('GET /myChildren');
    expect(body.children).toHaveLength(MAX_CHILDREN);
  });

  it('removing the inviter and accepting leave either no invited guardian, or one with somebody who can remove them', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { child, parent, partner, seer } = await buildFamily(app);
      const friend = await buildUser(app);
      await remove(seer, child, seer);
      const invitation = makeInvitation(friend.email, partner._id);
      const { children } = app.services.database.collections;
      await children.updateOne({ _id: child._id }, { $set: { invitations: [invitation] } });
      await Promise.all([
        remove(parent, child, partner),
        accept(friend, invitation._id.toHexString()),
      ]);
      const { guardians = [], invitations } = (await readChild(child)) ?? {};
      expect(invitations).toEqual([]);
      expect(guardians.some(({ userId }) => userId.equals(partner._id))).toBe(false);
      const joined = guardians.find(({ userId }) => userId.equals(friend._id));
      if (joined) expect(joined.invitedBy).toEqual(parent._id);
    }
  });

  it('the last two guardians cannot both leave', async () => {
    for (let round = 0; round < 10; round += 1) {
      const [parent, partner] = [await buildUser(app), await buildUser(app)];
      const child = await buildChild(app, parent, {
        guardians: [makeGuardian(parent._id), makeGuardian(partner._id, { invitedBy: parent._id })],
      });
      const answers = await Promise.all([
        remove(parent, child, parent),
        remove(partner, child, partner),
      ]);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect((await readChild(child))?.guardians).toMatchObject([{ invitedBy: null }]);
    }
  });
});
