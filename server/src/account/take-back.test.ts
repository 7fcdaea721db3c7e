import { GUARDIAN_RIGHTS, MAX_CHILDREN, TAKE_BACK_DAYS } from '@speakifyr/contract/limits.ts';
import { ObjectId } from 'mongodb';
import { describe, expect, it } from 'vitest';
import type { UserDocument } from '../database/user-documents.ts';
import { runJobs } from '../jobs/jobs.ts';
import * as provider from '../testing/account-at-provider.ts';
import { findHealthStates } from '../families/health.ts';
import { insertBlock } from '../families/must-not-collect.ts';
import { returnGuardian } from '../families/return-guardian.ts';
import { readAuditLog } from '../testing/audit-log.ts';
import { idOf } from '../testing/cost-share.ts';
import {
  buildChild,
  buildClass,
  buildEnrolledSeat,
  buildUser,
  proveSignIn,
  useUser,
} from '../testing/factories.ts';
import { buildFamily, HEALTH_BODY, makeInvitation } from '../testing/families.ts';
import { findKinds, readMailTo } from '../testing/mails.ts';
import { useTestApp } from '../testing/test-app.ts';
import { createCutOff } from '../testing/watch-writes.ts';
import { finishRemovals } from './finish-removals.ts';
import { endTies } from './removals.ts';

const { world, cutOff } = createCutOff();
const app = useTestApp(cutOff);
const admin = useUser(app, 'admin');
const users = () => app.services.database.collections.users;
const children = () => app.services.database.collections.children;

const query = ({ email }: { email: string }) => ({ query: { email } });
const remove = (user: { email: string }, note = 'Wrong row') =>
  app.as(admin).call('DELETE /removeuser', { ...query(user), body: { note } });
const takeBack = (user: { email: string }, by: UserDocument = admin) =>
  app.as(by).call('POST /removeuser', query(user));
const preview = async (user: { email: string }) =>
  (await app.as(admin).call('GET /removeuser', query(user))).body;
const listRemoved = async (search?: string) =>
  (await app.as(admin).call('GET /userList', { query: { removed: 'true', search } as never })).body;
const read = ({ _id }: { _id: ObjectId }) => users().findOne({ _id });
const guardianOf = async (child: { _id: ObjectId }, user: { _id: ObjectId }) =>
  (await children().findOne({ _id: child._id }))?.guardians.find(({ userId }) =>
    userId.equals(user._id),
  );
const passDays = (days: number) => app.passMinutes(days * 24 * 60);

// Rules: R592, R593, R594.
describe('a removal that is taken back', () => {
  it('opens the account again, with its role and its paid seats; the person hears of it, and the log has it', async () => {
    const { student, cartId } = await buildEnrolledSeat(app, await buildClass(app));
    await remove(student);
    expect((await takeBack(student)).body).toEqual({ status: true });
    expect(await read(student)).toMatchObject({ status: 'active', role: 'student' });
    expect(await read(student)).not.toHaveProperty('removal');
    expect(await readMailTo(app, student, 'account reopened')).toEqual({
      props: { hasLogIn: true, handedOver: false, lostCard: false },
    });
    // Nobody reads that their open account is closed.
    expect(await readMailTo(app, student, 'account removed')).toBeUndefined();
    const [, entry] = await readAuditLog(app, { target: student.email });
    expect(entry).toMatchObject({ action: 'take back removal', who: admin.email });
    const seats = await app
      .as({ ...student, credentials: '' })
      .call('GET /myEnrolledClass', query(student));
    expect(seats.body).toMatchObject([{ cartId }]);
    expect((await takeBack(student)).body.code).toBe('not_found');
  });

  it('needs a new log-in: sessions from before have ended', async () => {
    const email = 'back-again@school.test';
    const proof = await provider.signUp(email, 'sunny-lake-7');
    const open = async () => {
      const { body } = await app
        .withAuthorization(`Bearer ${proof}`)
        .call('POST /jwt', { body: { email } });
      return app.withAuthorization(`Bearer ${body.token}`);
    };
    const before = await open();
    await before.call('POST /userList', { body: { name: 'Rosa', photo: '', email } });
    const user = { email };
    await remove(user);
    expect((await before.call('GET /userInfo', query(user))).body.code).toBe('account_removed');
    app.passMinutes(1);
    await takeBack(user);
    expect((await before.call('GET /userInfo', query(user))).body.code).toBe('session_expired');
    expect((await (await open()).call('GET /userInfo', query(user))).status).toBe(200);
    // Nor does the new log-in revive them.
    expect((await before.call('GET /userInfo', query(user))).body.code).toBe('session_expired');
  });

  it('gives back the children: those whom nobody else has, and the same rights for the others', async () => {
    const { parent, partner, seer, child } = await buildFamily(app);
    const alone = await buildChild(app, parent);
    await remove(parent);
    expect(await guardianOf(child, parent)).toBeUndefined();
    expect(await guardianOf(alone, parent)).toBeDefined();
    const { says, obstacle } = await preview(parent);
    expect(obstacle).toBeNull();
    expect(says).toContain('They’ll get an email.');
    expect(says).toContainEqual(`They look after ${alone.name} as before.`);
    expect(says).toContainEqual(
      expect.stringContaining(`They look after ${child.name} again, along with ${partner.name},`),
    );
    await takeBack(parent);
    // Whom the child was handed to has it: nobody gets more than they had.
    const isBack = { may: ['see', 'book'], invitedBy: partner._id };
    expect(await guardianOf(child, parent)).toMatchObject(isBack);
    expect(await guardianOf(child, partner)).toMatchObject({ invitedBy: null });
    const told = { props: { name: parent.name, children: [child.name] } };
    for (const other of [partner, seer])
      expect(await readMailTo(app, other, 'guardian back')).toEqual(told);
    expect(await findKinds(app, parent)).not.toContain('guardian back');

    await remove(seer);
    await takeBack(seer);
    expect(await guardianOf(child, seer)).toMatchObject({ may: ['see'] });
  });

  it('gives no place that others have by now, and nothing of a child that is gone', async () => {
    const full = await buildFamily(app);
    await remove(full.seer);
    const invitation = makeInvitation('fourth@example.test', full.parent._id);
    await children().updateOne({ _id: full.child._id }, { $push: { invitations: invitation } });
    await takeBack(full.seer);
    expect(await guardianOf(full.child, full.seer)).toBeUndefined();

    const { parent, child } = await buildFamily(app);
    await remove(parent);
    for (let number = 0; number < MAX_CHILDREN; number += 1) await buildChild(app, parent);
    expect((await takeBack(parent)).status).toBe(200);
    expect(await guardianOf(child, parent)).toBeUndefined();

    const gone = await buildFamily(app);
    await remove(gone.seer);
    await children().deleteOne({ _id: gone.child._id });
    expect((await preview(gone.seer)).says).toContainEqual(
      expect.stringContaining('is not in our records anymore'),
    );
    expect((await takeBack(gone.seer)).status).toBe(200);
  });

  it('does not make somebody a guardian whose account is closed again in the meantime', async () => {
    const { seer, child } = await buildFamily(app);
    await remove(seer);
    const kept = { childId: child._id, may: ['see' as const] };
    await returnGuardian(kept, seer, app.services);
    expect(await guardianOf(child, seer)).toBeUndefined();
    await takeBack(seer);
    expect(await guardianOf(child, seer)).toMatchObject({ may: ['see'] });
  });

  it('makes the code of the office’s letter work again, and it works once', async () => {
    const id = new ObjectId().toHexString();
    const email = `letter-${id}@example.test`;
    const body = { id, name: 'Ruth Garcia', email, children: [] };
    expect((await app.as(admin).call('POST /families', { body })).status).toBe(200);
    const made = await app.as(admin).call('POST /families/:id/claimCode', { params: { id } });
    const claim = async () =>
      app.as(await buildUser(app)).call('POST /claimFamily', { body: { code: made.body.code } });
    await remove({ email });
    expect((await claim()).body.code).toBe('code_unknown');
    await takeBack({ email });
    expect(await findKinds(app, { email })).toContain('account reopened');
    expect((await claim()).status).toBe(200);
    expect((await claim()).body.code).toBe('code_unknown');
  });

  it('is done once, even if two admins do it together; and can be removed and taken back again', async () => {
    const user = await buildUser(app);
    for (const round of [1, 2]) {
      expect((await remove(user, `Round ${round}`)).status).toBe(200);
      const answers = await Promise.all([takeBack(user), takeBack(user)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
      expect(await read(user)).toMatchObject({ status: 'active' });
    }
    const log = await readAuditLog(app, { target: user.email, action: 'take back removal' });
    expect(log).toHaveLength(2);
  });

  it('is for those who may remove: of an admin, only for directors', async () => {
    const office = await buildUser(app, 'admin', 'office');
    const other = await buildUser(app, 'admin', 'accountant');
    await remove(other);
    expect((await takeBack(other, office)).status).toBe(403);
    const { body: asked } = await app.as(office).call('GET /removeuser', query(other));
    expect(asked.obstacle).toMatch(/^Only a director/);
    // An open browser of a director is not enough: R293.
    expect((await takeBack(other)).body.code).toBe('sign_in_again');
    expect(await read(other)).toMatchObject({ status: 'removed' });
    const idToken = await proveSignIn(admin);
    const body = { note: 'It was the other one', idToken };
    const answer = await app.as(admin).call('POST /removeuser', { ...query(other), body });
    expect(answer.status).toBe(200);
    const [entry] = await readAuditLog(app, { target: other.email, action: 'take back removal' });
    expect(entry).toMatchObject({ after: { role: 'admin', note: 'It was the other one' } });
    expect(await read(other)).toMatchObject({ role: 'admin', bundle: 'accountant' });
    const parent = await buildUser(app);
    await remove(parent);
    expect((await takeBack(parent, office)).status).toBe(200);
  });

  it('is not for the family of the admin who does it', async () => {
    const [mine, partner] = [await buildUser(app, 'admin'), await buildUser(app)];
    const child = await buildChild(app, partner);
    const guardian = {
      userId: mine._id,
      place: 'another',
      may: [...GUARDIAN_RIGHTS],
      invitedBy: partner._id,
    };
    await children().updateOne({ _id: child._id }, { $push: { guardians: guardian } });
    await remove(partner);
    expect(await guardianOf(child, partner)).toBeUndefined();
    expect((await takeBack(partner, mine)).body.code).toBe('own_family');
    // Nor any other act for them.
    const note = { body: { text: 'They paid' }, params: { id: idOf(partner) } };
    expect((await app.as(mine).call('POST /families/:id/notes', note)).body.code).toBe(
      'own_family',
    );
    expect((await takeBack(partner)).status).toBe(200);
  });
});

// Rules: R603.
describe('a child whose guardian comes back', () => {
  it('does not get back a guardian who must not collect it since then', async () => {
    for (const name of [undefined, 'Somebody Else']) {
      const { parent, partner, seer, child } = await buildFamily(app);
      await remove(parent);
      const inNineDays = new Date(app.services.now().getTime() + 9 * 86_400_000);
      const later = inNineDays.toISOString().slice(0, 10);
      const block = { name: name ?? parent.name, since: later, note: '', by: partner._id };
      const entry = { ...block, ...(name && { personId: parent._id }) };
      await insertBlock(child._id, entry, partner.email, app.services);
      expect((await preview(parent)).says).toContainEqual(
        expect.stringContaining(`They do not look after ${child.name} again: somebody entered`),
      );
      await takeBack(parent);
      expect(await guardianOf(child, parent)).toBeUndefined();
      const [log] = await readAuditLog(app, { target: parent.email, action: 'take back removal' });
      expect(log).toMatchObject({ after: { notGuardianOf: [child.id] } });
      expect(await findKinds(app, seer)).not.toContain('guardian back');
    }
  });

  it('is in the hands of the guardian with every right, not of one who may only see it', async () => {
    const { parent, partner, booker, seer, child } = await buildFamily(app);
    for (const { _id: userId } of [partner, booker])
      await children().updateOne({ _id: child._id }, { $pull: { guardians: { userId } } });
    await remove(parent);
    expect(await guardianOf(child, seer)).toMatchObject({ invitedBy: null });
    await takeBack(parent);
    expect(await guardianOf(child, parent)).toMatchObject({ invitedBy: null });
    expect(await guardianOf(child, seer)).toMatchObject({ invitedBy: parent._id, may: ['see'] });
    const mail = { props: { hasLogIn: true, handedOver: false, lostCard: false } };
    expect(await readMailTo(app, parent, 'account reopened')).toEqual(mail);

    // Somebody whom they had only invited does not decide because of it.
    await remove(seer);
    await takeBack(seer);
    expect(await guardianOf(child, seer)).toMatchObject({ invitedBy: parent._id });
  });

  it('is still decided about by an heir with every right, and both read it', async () => {
    const { parent, partner, child } = await buildFamily(app);
    await users().updateOne({ _id: parent._id }, { $set: { name: 'Philippa' } });
    await remove(parent);
    expect((await preview(parent)).says).toContainEqual(
      `${partner.name} now decides who looks after ${child.name}, and can end that they do.`,
    );
    await takeBack(parent);
    expect(await readMailTo(app, parent, 'account reopened')).toMatchObject({
      props: { handedOver: true },
    });
  });

  it('says before why there is no place for it', async () => {
    const full = await buildFamily(app);
    await remove(full.seer);
    const invitation = makeInvitation('fifth@example.test', full.parent._id);
    await children().updateOne({ _id: full.child._id }, { $push: { invitations: invitation } });
    expect((await preview(full.seer)).says).toContainEqual(
      expect.stringContaining('as many guardians as a child can have'),
    );
    const { parent, child } = await buildFamily(app);
    await remove(parent);
    for (let number = 0; number < MAX_CHILDREN; number += 1) await buildChild(app, parent);
    expect((await preview(parent)).says).toContainEqual(
      expect.stringContaining('as many children as it can have'),
    );
    await takeBack(parent);
    const [log] = await readAuditLog(app, { target: parent.email, action: 'take back removal' });
    expect(log).toMatchObject({ after: { notGuardianOf: [child.id] } });
  });

  it('needs its health confirmed again, because the consent had ended', async () => {
    const { parent, partner, child } = await buildFamily(app);
    const stateOf = async () => (await findHealthStates([child._id], app.services)).get(child.id);
    expect(await stateOf()).toBe('answered');
    await remove(parent);
    await takeBack(parent);
    expect(await stateOf()).toBe('outdated');
    const answer = { params: { id: child.id }, body: HEALTH_BODY };
    expect((await app.as(partner).call('PUT /myChildren/:id/health', answer)).status).toBe(200);
    expect(await stateOf()).toBe('answered');
  });
});

describe('what others may read of a removal', () => {
  it('is no reason for the person: it is for the office', async () => {
    const user = await buildUser(app);
    const { email } = user;
    await remove(user, 'Court order of the ex-wife');
    const body = { note: 'Her lawyer called' };
    await app.as(admin).call('POST /removeuser', { ...query(user), body });
    const idToken = await proveSignIn(user);
    const self = app.as({ ...user, credentials: '' });
    const own = await self.call('POST /myData', { body: { email, idToken } });
    expect(own.status).toBe(200);
    const acts = (own.body as { acts: { action: string; after: unknown }[] }).acts;
    for (const action of ['remove user', 'take back removal'])
      expect(acts).toContainEqual(expect.objectContaining({ action, after: null }));
    expect(JSON.stringify(own.body)).not.toMatch(/lawyer|ex-wife/);
  });
});

describe('the list of those who were removed', () => {
  it('says who did it, when and why, and until when it can be taken back', async () => {
    const user = await buildUser(app);
    await remove(user);
    const at = (await read(user))?.removal?.at ?? new Date(0);
    const [found, ...others] = await listRemoved(user.email);
    expect(others).toEqual([]);
    expect(found).toMatchObject({
      _id: idOf(user),
      removal: {
        at: at.toISOString(),
        by: admin.name,
        note: 'Wrong row',
        until: new Date(at.getTime() + TAKE_BACK_DAYS * 86_400_000).toISOString(),
      },
    });
    await takeBack(user);
    expect(await listRemoved(user.email)).toEqual([]);
  });

  it('ends on day 31, and has nobody whom an earlier version removed', async () => {
    const [user, early] = [await buildUser(app), await buildUser(app)];
    await users().updateOne({ _id: early._id }, { $set: { status: 'removed' } });
    await remove(user);
    expect(await listRemoved(early.email)).toEqual([]);
    expect((await takeBack(early)).body.code).toBe('not_found');
    expect((await preview(early)).code).toBe('not_found');

    passDays(TAKE_BACK_DAYS - 1);
    await runJobs(app.services);
    expect(await listRemoved(user.email)).toHaveLength(1);
    passDays(1.01);
    expect(await listRemoved(user.email)).toEqual([]);
    expect((await takeBack(user)).body.code).toBe('not_found');
    await runJobs(app.services);
    // The address stays known, so that nobody signs up with it; why and by whom is in the audit log alone.
    expect(await read(user)).toMatchObject({ status: 'removed', email: user.email });
    expect(await read(user)).not.toHaveProperty('removal');
  });
});

describe('what is cut off', () => {
  it('of a removal is finished by a job, and until then nobody can take it back', async () => {
    const { parent, child } = await buildFamily(app);
    // The account is marked, and the server stops.
    world.writesLeft = 2;
    expect((await remove(parent)).status).toBe(500);
    world.writesLeft = Infinity;
    expect(await read(parent)).toMatchObject({ status: 'removed' });
    expect(await guardianOf(child, parent)).toBeDefined();
    expect((await takeBack(parent)).body.message).toMatch(/not finished/);
    expect((await preview(parent)).obstacle).toMatch(/not finished/);
    app.passMinutes(11);
    await runJobs(app.services);
    expect(await guardianOf(child, parent)).toBeUndefined();
    expect((await takeBack(parent)).status).toBe(200);
    expect(await guardianOf(child, parent)).toBeDefined();
  });

  it('of taking it back, too', async () => {
    const { parent, partner, child } = await buildFamily(app);
    await remove(parent);
    world.writesLeft = 1;
    expect((await takeBack(parent)).status).toBe(500);
    world.writesLeft = Infinity;
    expect(await read(parent)).toMatchObject({ status: 'active' });
    expect(await guardianOf(child, parent)).toBeUndefined();
    // Another server may still be at work on it.
    await runJobs(app.services);
    expect(await guardianOf(child, parent)).toBeUndefined();
    app.passMinutes(11);
    await runJobs(app.services);
    expect(await guardianOf(child, parent)).toBeDefined();
    expect(await findKinds(app, partner)).toContain('guardian back');
    expect(await read(parent)).not.toHaveProperty('removal');
  });

  it('of taking it back is not forgotten if they are removed again before it is finished', async () => {
    const { parent, child } = await buildFamily(app);
    await remove(parent);
    world.writesLeft = 1;
    expect((await takeBack(parent)).status).toBe(500);
    world.writesLeft = Infinity;
    expect(await guardianOf(child, parent)).toBeUndefined();
    expect((await remove(parent)).status).toBe(200);
    expect((await takeBack(parent)).status).toBe(200);
    expect(await guardianOf(child, parent)).toMatchObject({ may: ['see', 'book'] });
  });

  it('does nothing to an account whose removal another server finished, and somebody took back', async () => {
    const { parent, child } = await buildFamily(app);
    await remove(parent);
    const removed = await read(parent);
    await takeBack(parent);
    if (!removed?.removal) throw new Error('not removed');
    await endTies({ ...removed, removal: removed.removal }, app.services);
    expect(await guardianOf(child, parent)).toBeDefined();
  });

  it('is worked on by one server, and forgotten after 30 days even if it is never finished', async () => {
    const { parent } = await buildFamily(app);
    world.writesLeft = 2;
    await remove(parent);
    app.passMinutes(11);
    // A server claims it, and stops.
    world.writesLeft = 1;
    await expect(finishRemovals(app.services)).rejects.toThrow('cut off');
    world.writesLeft = Infinity;
    const claim = (await read(parent))?.removal;
    expect(claim).not.toHaveProperty('isDone');
    expect(claim?.checkAfter?.getTime()).toBeGreaterThan(app.services.now().getTime());
    await finishRemovals(app.services);
    expect((await read(parent))?.removal).not.toHaveProperty('isDone');
    passDays(TAKE_BACK_DAYS);
    const late = new Date(app.services.now().getTime() + 60_000);
    await users().updateOne({ _id: parent._id }, { $set: { 'removal.checkAfter': late } });
    await finishRemovals(app.services);
    expect(await read(parent)).not.toHaveProperty('removal');
  });
});
