import { ObjectId } from 'mongodb';
import { MAX_CHILDREN } from '@speakifyr/contract/limits.ts';
import type { Person } from '../people.ts';
import type { Random } from '../random.ts';
import { pause } from '../waiting.ts';
import { agreeToMerge } from './random-counter.ts';
import { checkCode, checkTold, dayAhead, findId, type Run } from './random-run.ts';

/** The office opens families and serves its own one, and accounts with many children become one. */

type Work = { run: Run; admin: Person; random: Random };

/** One of these after the other, until it is over. */
export async function changeFamilies(
  run: Run,
  admin: Person,
  random: Random,
  isOver: () => boolean,
): Promise<void> {
  const work = { run, admin, random };
  const acts = [openAndClaim, openAndClaim, serveOwnFamily, serveOwnFamily, mergeManyChildren];
  while (!isOver()) {
    await pause(300 + random.next() * 700);
    await random.pick(acts)(work);
    run.counts.families += 1;
  }
}

/** Somebody takes a family over with the code of a letter, and nobody does so again. */
async function openAndClaim({ run, admin }: Work): Promise<void> {
  const [owner, stranger] = (await run.school.addPeople(2)) as [Person, Person];
  const id = new ObjectId().toHexString();
  const children = [{ name: 'Mia Lake', birthDate: '2017-05-12' }];
  const body = { id, name: 'Anna Lake', children };
  const opened = checkTold(run, await admin.call('POST /families', { body }));
  if (opened.status !== 200) return;
  const other = { ...body, name: 'Anna Byron' };
  checkCode(run, 'request_used', await admin.call('POST /families', { body: other }));
  checkTold(run, await admin.call('POST /families', { body }));
  const params = { id };
  const made = checkTold(run, await admin.call('POST /families/:id/claimCode', { params }));
  if (made.status !== 200) return;
  const { code } = made.body;
  const claimed = checkTold(run, await owner.call('POST /claimFamily', { body: { code } }));
  if (claimed.status !== 200) return;
  checkCode(run, 'code_unknown', await stranger.call('POST /claimFamily', { body: { code } }));
}

/** A clerk is the guardian of a child. A colleague does for its family what the clerk is refused. */
async function serveOwnFamily({ run, admin, random }: Work): Promise<void> {
  const [parent, other] = (await run.school.addPeople(2)) as [Person, Person];
  const [clerk] = (await run.school.addPeople(1, 'admin')) as [Person];
  const childId = await run.school.addChild([parent, clerk]);
  const params = { id: await findId(run, parent) };
  const into = await findId(run, other);
  const { id: classId } = random.pick(run.classes);
  const until = dayAhead(run.school, 2);
  const note = 'They asked for it.';
  const block = { name: 'Karl Falk', since: dayAhead(run.school, 0), note: '' };
  const guardianId = params.id;
  const calls = [
    (by: Person) => by.call('POST /families/:id/notes', { params, body: { text: note } }),
    (by: Person) =>
      by.call('POST /children/:id/mustNotCollect', { params: { id: childId }, body: block }),
  ];
  const refused = [
    ...calls,
    (by: Person) =>
      by.call('POST /families/:id/seats', {
        ...{ params, body: { classId, childId, until, price: 0, note } },
      }),
    (by: Person) => by.call('POST /families/:id/merge', { params, body: { into, note } }),
    (by: Person) =>
      by.call('DELETE /children/:id/guardians/:guardianId', {
        ...{ params: { id: childId, guardianId }, body: { note } },
      }),
  ];
  for (const call of refused) checkCode(run, 'own_family', await call(clerk));
  for (const call of calls) checkTold(run, await call(admin));
}

/** Two accounts become one while one of them gets more children: finished or undone, and then no more than the limit. */
async function mergeManyChildren({ run, admin }: Work): Promise<void> {
  const { school } = run;
  const [from, into] = (await school.addPeople(2)) as [Person, Person];
  for (let count = 0; count < MAX_CHILDREN; count += 1)
    await school.addChild([count < MAX_CHILDREN / 2 ? from : into]);
  const ids = { id: await findId(run, from), into: await findId(run, into) };
  const add = (name: string) =>
    into.call('POST /myChildren', { body: { name, birthDate: '2018-03-04' } });
  const merging = agreeToMerge(run, admin, from, ids);
  const [merged, ...added] = await Promise.all([merging, add('Ada Lake'), add('Ben Lake')]);
  for (const answer of [merged, ...added]) checkTold(run, answer);
  const guardian = new ObjectId(ids.into);
  const count = () => school.collections.children.countDocuments({ 'guardians.userId': guardian });
  const before = await count();
  const more = await add('Cleo Lake');
  run.complaints.check(
    more.status !== 200 || before < MAX_CHILDREN,
    `an account with ${before} children got one more`,
  );
}
