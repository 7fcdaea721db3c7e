import { describe, expect, it } from 'vitest';
import type { UserDocument } from '../database/user-documents.ts';
import { runJobs } from '../jobs/jobs.ts';
import { readAuditLog } from '../testing/audit-log.ts';
import { idOf, useCostShare } from '../testing/cost-share.ts';
import { buildUser, proveSignIn, useUser } from '../testing/factories.ts';
import { buildFamily, type Family } from '../testing/families.ts';
import { slowIt } from '../testing/slow-tests.ts';
import { useTestApp } from '../testing/test-app.ts';
import { mergeAccounts } from '../testing/merging.ts';

/** Two guardians agree to share what a child's classes cost. */
const app = useTestApp();
const admin = useUser(app, 'admin');

const { ask, answer, end, removeGuardian, readShare, seenBy, share } = useCostShare(app);

/** The parent asks the partner to pay 40%, and they accept. */
const buildSharing = async () => share(await buildFamily(app));

// Rules: R371, R372, R477.
describe('asking', () => {
  it('is for guardians who may book, and reaches only one who may book, too', async () => {
    const family = await buildFamily(app);
    const { parent, partner, seer, booker } = family;
    const stranger = await buildUser(app);
    expect((await ask(family, seer, parent)).body.code).toBe('guardian_may_not');
    expect((await ask(family, parent, seer)).body.code).toBe('guardian_may_not');
    expect((await ask(family, parent, stranger)).body.code).toBe('not_found');
    expect((await ask(family, parent, parent)).body.code).toBe('not_found');
    expect((await ask(family, stranger, parent)).body.code).toBe('not_found');
    for (const percent of [0, 51, 99, 100, 12.5, -3])
      expect((await ask(family, parent, partner, percent)).body.code).toBe('invalid_input');
    expect(await readShare(family)).toBeUndefined();
    expect((await ask(family, booker, parent, 50)).status).toBe(200);
    expect(await readShare(family)).toEqual({
      ...{ askedBy: booker._id, other: parent._id, percent: 50, askedAt: expect.any(Date) as Date },
    });
  });

  it('needs a confirmed address, and so does accepting; declining and ending do not', async () => {
    const family = await buildFamily(app);
    const { parent, partner } = family;
    const setVerified = (isVerified: boolean) =>
      app.services.database.collections.users.updateMany(
        { _id: { $in: [parent._id, partner._id] } },
        { $set: { isVerified } },
      );
    await setVerified(false);
    expect((await ask(family, parent, partner)).body.code).toBe('verify_email_first');
    await setVerified(true);
    await ask(family, parent, partner);
    await setVerified(false);
    const seen = { askedBy: parent };
    expect((await answer(family, partner, { ...seen, accept: true })).body.code).toBe(
      'verify_email_first',
    );
    expect((await answer(family, partner, { ...seen, accept: false })).status).toBe(200);
  });

  it('works once, also if two ask at once', async () => {
    const family = await buildFamily(app);
    const { parent, partner, booker } = family;
    const tries = await Promise.all([
      ask(family, parent, partner),
      ask(family, partner, parent, 30),
      ask(family, booker, parent, 10),
    ]);
    expect(tries.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    expect(tries.flatMap(({ status, body }) => (status === 409 ? body.code : []))).toEqual([
      'cost_share_exists',
      'cost_share_exists',
    ]);
    expect((await ask(family, parent, booker)).body.code).toBe('cost_share_exists');
  });
});

describe('answering', () => {
  it('is only for who was asked, and only for what they saw', async () => {
    const family = await buildFamily(app);
    const { parent, partner, seer, booker } = family;
    await ask(family, parent, partner);
    const seen = { accept: true, askedBy: parent };
    for (const person of [parent, seer, booker])
      expect((await answer(family, person, seen)).body.code).toBe('cost_share_changed');
    for (const other of [{ percent: 30 }, { askedBy: booker }])
      for (const accept of [true, false])
        expect((await answer(family, partner, { ...seen, ...other, accept })).body.code).toBe(
          'cost_share_changed',
        );
    expect((await readShare(family))?.agreedAt).toBeUndefined();
    expect((await answer(family, partner, seen)).status).toBe(200);
    const agreed = await readShare(family);
    expect(agreed).toMatchObject({ percent: 40, agreedAt: expect.any(Date) as Date });
    // Resent because no response came.
    expect((await answer(family, partner, seen)).status).toBe(200);
    expect(await readShare(family)).toEqual(agreed);
    // An agreement is ended, not declined.
    const late = await answer(family, partner, { ...seen, accept: false });
    expect(late.body.code).toBe('cost_share_changed');
  });

  it('with no leaves nothing, and both may ask again', async () => {
    const family = await buildFamily(app);
    const { parent, partner } = family;
    await ask(family, parent, partner);
    await answer(family, partner, { accept: false, askedBy: parent });
    expect(await readShare(family)).toBeUndefined();
    expect((await ask(family, partner, parent, 30)).status).toBe(200);
  });

  it('finds nothing after the question was taken back', async () => {
    const family = await buildFamily(app);
    const { parent, partner } = family;
    await ask(family, parent, partner);
    expect((await end(family, parent)).status).toBe(200);
    const late = await answer(family, partner, { accept: true, askedBy: parent });
    expect(late.body.code).toBe('cost_share_changed');
    expect(await readShare(family)).toBeUndefined();
  });
});

describe('ending', () => {
  it('is for either of the two, and nobody else', async () => {
    for (const who of ['parent', 'partner'] as const) {
      const family = await buildSharing();
      for (const person of [family.seer, family.booker])
        expect((await end(family, person)).body.code).toBe('cost_share_changed');
      expect((await end(family, await buildUser(app))).body.code).toBe('not_found');
      expect(await readShare(family)).toBeDefined();
      expect((await end(family, family[who])).status).toBe(200);
      expect(await readShare(family)).toBeUndefined();
      expect((await end(family, family[who])).body.code).toBe('cost_share_changed');
    }
  });

  it('at the moment of accepting leaves nothing, or refuses the other one', async () => {
    for (let round = 0; round < 5; round += 1) {
      const family = await buildFamily(app);
      const { parent, partner } = family;
      await ask(family, parent, partner);
      const [accepted, ended] = await Promise.all([
        answer(family, partner, { accept: true, askedBy: parent }),
        end(family, parent),
      ]);
      expect(ended.status).toBe(200);
      expect([200, 409]).toContain(accepted.status);
      expect(await readShare(family)).toBeUndefined();
    }
  });

  slowIt(
    'comes by itself when one of the two is no guardian anymore, however that happens',
    async () => {
      const ways: ((family: Family) => Promise<unknown>)[] = [
        (family) => removeGuardian(family, family.parent, family.partner),
        (family) => removeGuardian(family, family.partner, family.partner),
        (family) => removeGuardian(family, family.parent, family.parent),
        ({ child, partner }) =>
          app.as(admin).call('DELETE /children/:id/guardians/:guardianId', {
            params: { id: child.id, guardianId: idOf(partner) },
            body: { note: 'By phone.' },
          }),
        ({ partner }) =>
          app.as(admin).call('DELETE /removeuser', { query: { email: partner.email } }),
        async ({ partner }) =>
          app.as(partner).call('DELETE /myAccount', {
            body: { email: partner.email, idToken: await proveSignIn(partner) },
          }),
      ];
      for (const [index, leave] of ways.entries()) {
        const family = await buildSharing();
        expect(await leave(family), `way ${index}`).toMatchObject({ status: 200 });
        await runJobs(app.services);
        expect(await readShare(family), `way ${index}`).toBeUndefined();
      }
    },
  );

  it('comes by itself for a question, too, even if it is accepted at that moment', async () => {
    for (let round = 0; round < 5; round += 1) {
      const family = await buildFamily(app);
      const { parent, partner } = family;
      await ask(family, parent, partner);
      await Promise.all([
        answer(family, partner, { accept: true, askedBy: parent }),
        removeGuardian(family, parent, parent),
      ]);
      expect(await readShare(family)).toBeUndefined();
    }
  });

  it('does not come with another change of the guardians', async () => {
    const family = await buildSharing();
    const { parent, child, seer, booker } = family;
    await removeGuardian(family, parent, seer);
    await removeGuardian(family, booker, booker);
    await app.as(parent).call('POST /myChildren/:id/guardians', {
      params: { id: child.id },
      body: { email: 'aunt@example.test', may: ['see'] },
    });
    expect(await readShare(family)).toMatchObject({
      percent: 40,
      agreedAt: expect.any(Date) as Date,
    });
  });
});

describe('when two families become one', () => {
  const merge = (from: UserDocument, into: UserDocument) =>
    mergeAccounts(app, admin, { from, into });

  it('it goes along with the account', async () => {
    for (const who of ['parent', 'partner'] as const) {
      const family = await buildSharing();
      const into = await buildUser(app);
      expect((await merge(family[who], into)).status).toBe(200);
      expect(await readShare(family)).toMatchObject({
        askedBy: who === 'parent' ? into._id : family.parent._id,
        other: who === 'partner' ? into._id : family.partner._id,
        percent: 40,
        agreedAt: expect.any(Date) as Date,
      });
    }
  });

  it('it ends between the two accounts that become one', async () => {
    const family = await buildSharing();
    expect((await merge(family.partner, family.parent)).status).toBe(200);
    expect(await readShare(family)).toBeUndefined();
  });
});

describe('who sees it', () => {
  it('the two of them and the office; other guardians and a former one see nothing', async () => {
    const family = await buildSharing();
    const { child, parent, partner, seer, booker } = family;
    const share = { askedBy: idOf(parent), other: idOf(partner), percent: 40, isAgreed: true };
    for (const person of [parent, partner]) expect(await seenBy(family, person)).toEqual(share);
    for (const person of [seer, booker]) expect(await seenBy(family, person)).toBeNull();
    const office = await app.as(admin).call('GET /families/:id', { params: { id: idOf(parent) } });
    expect(office.body.children).toMatchObject([{ _id: child.id, costShare: share }]);
    await removeGuardian(family, parent, partner);
    expect(await seenBy(family, parent)).toBeNull();
  });

  it('each has what they pay in their own data, without the other one', async () => {
    const family = await buildSharing();
    const { parent, partner, booker } = family;
    const read = async (person: UserDocument) => {
      const idToken = await proveSignIn(person);
      const { body } = await app
        .as(person)
        .call('POST /myData', { body: { email: person.email, idToken } });
      return body.children.map(({ costShare }) => costShare);
    };
    const at = expect.any(String) as string;
    const both = { askedAt: at, agreedAt: at };
    expect(await read(parent)).toEqual([{ youPayPercent: 60, askedByYou: true, ...both }]);
    expect(await read(partner)).toEqual([{ youPayPercent: 40, askedByYou: false, ...both }]);
    expect(await read(booker)).toEqual([null]);
  });

  it('an answer of the calls says nothing about the other one', async () => {
    const family = await buildFamily(app);
    const { parent, partner } = family;
    const answers = [
      await ask(family, parent, partner),
      await ask(family, partner, parent),
      await answer(family, partner, { accept: true, askedBy: parent }),
      await end(family, parent),
    ];
    for (const { body } of answers) {
      const text = JSON.stringify(body);
      expect(text).not.toContain(partner.email);
      expect(text).not.toContain(parent.email);
      expect(text).not.toContain(partner.name);
    }
  });

  it('the audit log says who did what, and never the child’s name', async () => {
    const family = await buildSharing();
    const { child, parent, partner } = family;
    await removeGuardian(family, parent, partner);
    const log = await readAuditLog(app);
    const about = log.filter(
      ({ action, before, after }) =>
        action.endsWith('cost share') && (before ?? after)?.child === child.id,
    );
    expect(about.map(({ action, who }) => [action, who])).toEqual([
      ['ask cost share', parent.email],
      ['accept cost share', partner.email],
      ['end cost share', 'system'],
    ]);
    expect(JSON.stringify(about)).not.toContain(child.name);
  });
});
