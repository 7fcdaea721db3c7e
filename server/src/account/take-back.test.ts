import { MAX_CHILDREN, TAKE_BACK_DAYS } from '@speakifyr/contract/limits.ts';
import { ObjectId } from 'mongodb';
import { describe, expect, it } from 'vitest';
import type { UserDocument } from '../database/collections.ts';
import { runJobs } from '../jobs/jobs.ts';
import * as provider from '../testing/account-at-provider.ts';
import { returnGuardian } from '../families/return-guardian.ts';
import { readAuditLog } from '../testing/audit-log.ts';
import { idOf } from '../testing/cost-share.ts';
import {
  buildChild,
  buildClass,
  buildEnrolledSeat,
  buildUser,
  useUser,
} from '../testing/factories.ts';
import { buildFamily, makeInvitation } from '../testing/families.ts';
import { findKinds, readMailTo } from '../testing/mails.ts';
import { useTestApp } from '../testing/test-app.ts';
import { createCutOff } from '../testing/watch-writes.ts';

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
      props: { hasLogIn: true },
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
    await takeBack(user);
    expect((await before.call('GET /userInfo', query(user))).body.code).toBe('session_expired');
    expect((await (await open()).call('GET /userInfo', query(user))).status).toBe(200);
  });

  it('gives back the children: those whom nobody else has, and the same rights for the others', async () => {
    const { parent, partner, seer, child } = await buildFamily(app);
    const alone = await buildChild(app, parent);
    await remove(parent);
    expect(await guardianOf(child, parent)).toBeUndefined();
    expect(await guardianOf(alone, parent)).toBeDefined();
    const { says, obstacle } = await preview(parent);
    expect(obstacle).toBeNull();
    expect(says).toContain('They get an email.');
    expect(says).toContainEqual(`They look after ${alone.name} as before.`);
    expect(says).toContainEqual(
      expect.stringContaining(`They look after ${child.name} again, beside ${partner.name},`),
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
      expect.stringContaining('has been deleted'),
    );
    expect((await takeBack(gone.seer)).status).toBe(200);
  });

  it('makes nobody a guardian whose account is closed again meanwhile', async () => {
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
    const { body } = await app.as(office).call('GET /removeuser', query(other));
    expect(body.obstacle).toMatch(/^Only a director/);
    expect((await takeBack(other)).status).toBe(200);
    expect(await read(other)).toMatchObject({ role: 'admin', bundle: 'accountant' });
    const parent = await buildUser(app);
    await remove(parent);
    expect((await takeBack(parent, office)).status).toBe(200);
  });

  it('is not for the family of the admin who does it', async () => {
    const [mine, partner] = [await buildUser(app, 'admin'), await buildUser(app)];
    await remove(partner);
    const child = await buildChild(app, partner);
    const guardian = {
      ...child.guardians[0]!,
      userId: mine._id,
      place: 'another',
      invitedBy: partner._id,
    };
    await children().updateOne({ _id: child._id }, { $push: { guardians: guardian } });
    expect((await takeBack(partner, mine)).body.code).toBe('own_family');
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
    await runJobs(app.services);
    expect(await guardianOf(child, parent)).toBeDefined();
    expect(await findKinds(app, partner)).toContain('guardian back');
    expect(await read(parent)).not.toHaveProperty('removal');
  });
});
