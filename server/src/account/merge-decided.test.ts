import { MAX_CHILDREN } from '@speakifyr/contract/limits.ts';
import type { ObjectId } from 'mongodb';
import { describe, expect, it } from 'vitest';
import type { ApiError } from '../errors.ts';
import { runJobs } from '../jobs/jobs.ts';
import { readAuditLog } from '../testing/audit-log.ts';
import { makeChild } from '../testing/documents.ts';
import { addChild } from '../families/children.service.ts';
import { acceptInvitation } from '../families/invitations.ts';
import { makeInvitation } from '../testing/families.ts';
import { buildChild, buildClass, buildUser, holdSeatOf, useUser } from '../testing/factories.ts';
import { slowIt } from '../testing/slow-tests.ts';
import { useTestApp } from '../testing/test-app.ts';
import { killAfter, watchWrites } from '../testing/watch-writes.ts';
import { carryOutMerge } from '../testing/merging.ts';

const app = useTestApp();
const admin = useUser(app, 'admin');
const idOf = ({ _id }: { _id: ObjectId }) => _id.toHexString();
const idOfGuardian = ({ userId }: { userId: ObjectId }) => userId.toHexString();

/** Two families that can merge: the one that goes has a child and a seat. */
async function buildTwo() {
  const [from, into] = [await buildUser(app), await buildUser(app)];
  const child = await buildChild(app, from);
  const campClass = await buildClass(app, { price: 30, sit: 3 });
  await holdSeatOf(app, from, campClass);
  const ids = { id: idOf(from), into: idOf(into), note: 'Same mother.' };
  return { from, into, child, campClass, ids };
}
type Two = Awaited<ReturnType<typeof buildTwo>>;

const countChildren = ({ _id }: { _id: ObjectId }) =>
  app.services.database.collections.children.countDocuments({ 'guardians.userId': _id });

async function fillAccount({ into }: Two) {
  const left = MAX_CHILDREN - (await countChildren(into));
  const added = Array.from({ length: left }, () => makeChild(into._id));
  await app.services.database.collections.children.insertMany(added);
}

/** What the other adult, whose account nobody locks, or the office may do at any moment. */
const MEANWHILE: Record<string, (two: Two) => Promise<unknown>> = {
  'fills the account with children': fillAccount,
  // Refused where that seat has just come to them.
  'joins the same class': ({ into, campClass }) =>
    holdSeatOf(app, into, campClass).catch(() => null),
  'can no longer log in': ({ into }) =>
    app.services.database.collections.users.updateOne({ _id: into._id }, { $unset: { uid: '' } }),
  'has an address that nobody has confirmed': ({ into }) =>
    app.services.database.collections.users.updateOne(
      { _id: into._id },
      { $set: { isVerified: false } },
    ),
};

/** Merges, and just before one of the writes something else happens. @returns the refusal, and how many writes there were */
async function mergeWhile(two: Two, step: number, happens: (two: Two) => Promise<unknown>) {
  let writes = 0;
  const collections = watchWrites(app.services.database.collections, async () => {
    writes += 1;
    if (writes === step) await happens(two);
  });
  const services = { ...app.services, database: { ...app.services.database, collections } };
  const refused = await carryOutMerge(two.ids, admin, services).then(
    () => null,
    (error: unknown) => error,
  );
  return { refused, writes };
}

const countMerges = async ({ into }: Two) =>
  (await readAuditLog(app, {})).filter(
    ({ action, target }) => action === 'merge families' && target === into.email,
  ).length;

/** Either everything is as it was, or everything is in the other account. */
async function expectDecided(two: Two, isUndone: boolean) {
  const { users, classes } = app.services.database.collections;
  const { from, into, child, campClass } = two;
  const left = await users.findOne({ _id: from._id });
  const owner = isUndone ? from : into;
  expect(left?.status).toBe(isUndone ? 'active' : 'deleted');
  expect(left?.deletion).toBeUndefined();
  expect(await countChildren(from)).toBe(isUndone ? 1 : 0);
  const { children } = app.services.database.collections;
  expect((await children.findOne({ _id: child._id }))?.guardians).toMatchObject([
    { userId: owner._id },
  ]);
  const seats = (await classes.findOne({ _id: campClass._id }))?.seats ?? [];
  expect(seats.some(({ userId }) => userId.equals(owner._id))).toBe(true);
  expect(seats.some(({ userId }) => userId.equals(from._id))).toBe(isUndone);
}

// Rules: R490.
describe('a merge is finished or undone, and never stops in between,', () => {
  slowIt.each(Object.entries(MEANWHILE))(
    'if the other adult, before any of its writes, %s',
    async (name, happens) => {
      const ends = { undone: 0, finished: 0 };
      // What happens once children and seats move, every obstacle meets alike.
      const last = name === 'fills the account with children' ? Infinity : 6;
      for (let step = 1, isOver = false; !isOver; step += 1) {
        const two = await buildTwo();
        const { refused, writes } = await mergeWhile(two, step, happens);
        isOver = writes < step || step === last;
        if (refused) expect((refused as ApiError).code).toBe('cannot_merge');
        await expectDecided(two, refused !== null);
        expect(await countMerges(two)).toBe(refused ? 0 : 1);
        ends[refused ? 'undone' : 'finished'] += 1;
      }
      // Before the lock, nobody could know.
      expect(ends.undone).toBe(1);
      expect(ends.finished).toBeGreaterThan(4);
    },
    120_000,
  );

  const LATE = { name: 'Late Comer', birthDate: '2020-01-01' };
  /** How each of the two accounts gets a child, as a request that came in before the lock. */
  const GETS: Record<string, (two: Two, who: 'from' | 'into') => Promise<unknown>> = {
    'adds one': (two, who) => addChild(LATE, two[who], app.services),
    'accepts an invitation': async (two, who) => {
      const other = await buildUser(app);
      const invitation = makeInvitation(two[who].email, other._id);
      await buildChild(app, other, { ...LATE, invitations: [invitation] });
      await acceptInvitation(idOf(invitation), two[who], app.services);
    },
  };

  slowIt.each(Object.keys(GETS).flatMap((how) => [[how, 'from'] as const, [how, 'into'] as const]))(
    'and a child that an account gets at any moment is refused or in the right family: %s (%s)',
    async (how, who) => {
      const { children } = app.services.database.collections;
      const ends = { refused: 0, there: 0 };
      for (let step = 1, isOver = false; !isOver; step += 1) {
        const two = await buildTwo();
        let problem: unknown;
        const { refused, writes } = await mergeWhile(two, step, async () => {
          await GETS[how]?.(two, who).catch((error: unknown) => (problem = error));
        });
        isOver = writes < step;
        if (isOver) break;
        expect(refused).toBeNull();
        if (problem) expect((problem as ApiError).code).toBe('account_removed');
        const ids = [two.from._id, two.into._id];
        const found = await children
          .find({ name: LATE.name, 'guardians.userId': { $in: ids } })
          .toArray();
        const guardians = found.flatMap((child) => child.guardians.map(idOfGuardian));
        expect(guardians).not.toContain(idOf(two.from));
        if (!problem) expect(guardians).toContain(idOf(two.into));
        ends[problem ? 'refused' : 'there'] += 1;
      }
      expect(ends.there).toBeGreaterThan(0);
      expect(ends.refused > 0).toBe(who === 'from');
    },
    120_000,
  );

  it('also by the job, if the server stops after the lock and the account is filled then', async () => {
    for (const writes of [1, 2, 4]) {
      const two = await buildTwo();
      await carryOutMerge(two.ids, admin, killAfter(app.services, writes)).catch(() => 'cut off');
      await fillAccount(two);
      app.passMinutes(3);
      await runJobs(app.services);
      await expectDecided(two, writes === 1);
      expect(await countMerges(two)).toBe(writes === 1 ? 0 : 1);
    }
  });

  it('and the account has room for no other child until it has fewer than the limit again', async () => {
    const two = await buildTwo();
    await mergeWhile(two, 4, fillAccount);
    expect(await countChildren(two.into)).toBe(MAX_CHILDREN + 1);
    const add = () =>
      app
        .as(two.into)
        .call('POST /myChildren', { body: { name: 'One More', birthDate: '2020-01-01' } });
    expect(await add()).toMatchObject({ body: { code: 'too_many_children' } });
    const { children } = app.services.database.collections;
    await children.deleteOne({ _id: two.child._id });
    expect(await add()).toMatchObject({ body: { code: 'too_many_children' } });
    await children.deleteOne({ 'guardians.userId': two.into._id });
    const answers = await Promise.all([add(), add()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await countChildren(two.into)).toBe(MAX_CHILDREN);
  });
});
