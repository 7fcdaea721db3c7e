import { readdirSync, readFileSync } from 'node:fs';
import { ObjectId } from 'mongodb';
import { describe, expect, it } from 'vitest';
import { runJobs } from '../jobs/jobs.ts';
import { DAY_MS, readToday } from '../school-time.ts';
import { nameAnswer } from '../database/form-documents.ts';
import { readAuditLog } from '../testing/audit-log.ts';
import { addContacts, addHealth } from '../testing/care.ts';
import { buildChild, buildClass, buildUser, useUser } from '../testing/factories.ts';
import { answerHealth, CONTACT, HEALTH_BODY } from '../testing/families.ts';
import { familiesMerged } from '../messages/kinds/account.ts';
import { readMailTo } from '../testing/mails.ts';
import { addPhoto } from '../testing/photos.ts';
import { useTestApp } from '../testing/test-app.ts';
import { inDays } from '../testing/today.ts';
import { buildFullClass } from '../testing/waiting.ts';
import { killAfter, watchWrites } from '../testing/watch-writes.ts';
import { findTwo, merge } from './merge-families.ts';

const app = useTestApp();
const admin = useUser(app, 'admin');
const idOf = ({ _id }: { _id: ObjectId }) => _id.toHexString();

/**
 * Where a stored document names a child, and what becomes of it when two records of a child are joined. A new place fails
 * here until somebody has decided.
 */
const PLACES: Record<string, 'joined' | string> = {
  'user-documents.ts childId': 'joined',
  'class-document.ts childId': 'joined',
  'payment-documents.ts childId': 'joined',
  'price-documents.ts childId': 'joined',
  'money-documents.ts childId': 'joined',
  'waiting-documents.ts childId': 'joined',
  'family-documents.ts personId': 'joined',
  'form-documents.ts personId': 'joined',
  'outbox-document.ts childIds': 'joined',
  'waiting-documents.ts childIds': 'an entry that has ended: its email is about a moment before',
  'event-document.ts childId': 'what has happened: its email is about a moment before',
  'family-documents.ts children': 'whom an address was invited for, remembered for a day',
};

// Rules: R571.
it('every place of a stored document that names a child is joined, or somebody said why not', () => {
  const folder = new URL('../database/', import.meta.url);
  const found = readdirSync(folder)
    .filter((file) => /-documents?\.ts$|^collections\.ts$/.test(file))
    .flatMap((file) =>
      [
        ...readFileSync(new URL(file, folder), 'utf8').matchAll(
          /\b(child\w*|personId|children)\??: ObjectId\b/g,
        ),
      ].map(([, field]) => `${file} ${field}`),
    );
  expect([...new Set(found)].sort()).toEqual(Object.keys(PLACES).sort());
});

const MIA = { name: 'Mia Lindqvist', birthDate: '2016-05-04' };

/** A family that called, with everything that a child can have, and one with a log-in that has the same child. */
async function buildTwice() {
  const id = new ObjectId().toHexString();
  const body = { id, name: 'Ruth Garcia', phone: '+12025550188', children: [MIA] };
  await app.as(admin).call('POST /families', { body });
  const { children, users } = app.services.database.collections;
  const old = await users.findOne({ _id: new ObjectId(id) });
  const record = await children.findOne({ 'guardians.userId': new ObjectId(id) });
  const parent = await buildUser(app);
  const kept = await buildChild(app, parent, MIA);
  if (!old || !record) throw new Error('The family is not there');
  return { from: old, record, into: parent, kept };
}

type Twice = Awaited<ReturnType<typeof buildTwice>>;

async function reserve({ from, record }: Twice, classId: string) {
  const answer = await app.as(admin).call('POST /families/:id/seats', {
    params: { id: idOf(from) },
    body: { classId, childId: idOf(record), until: inDays(5) },
  });
  expect(answer).toMatchObject({ status: 200 });
  return answer.body.cartId;
}

async function pay({ from }: Twice, cartId: string, amount: number) {
  const answer = await app.as(admin).call('POST /families/:id/payments', {
    params: { id: idOf(from) },
    body: {
      ...{ requestId: crypto.randomUUID(), cartIds: [cartId], method: 'cash', amount },
      ...{ day: inDays(0), reference: '12' },
    },
  });
  expect(answer).toMatchObject({ status: 200 });
}

const ids = ({ from, into }: Pick<Twice, 'from' | 'into'>) => ({
  params: { id: idOf(from) },
  query: { into: idOf(into) },
});

const preview = async (twice: Twice) =>
  (await app.as(admin).call('GET /families/:id/merge', ids(twice))).body;

const join = ({ from, into, record }: Twice, ticked = [idOf(record)]) =>
  app.as(admin).call('POST /families/:id/merge', {
    params: { id: idOf(from) },
    body: { into: idOf(into), note: 'Same mother.', join: ticked },
  });

/** All documents that still name a child, by collection. */
async function findNamed(childId: ObjectId): Promise<string[]> {
  const named: string[] = [];
  for (const [name, collection] of Object.entries(app.services.database.collections))
    for (const document of await collection.find({} as never).toArray())
      if (JSON.stringify(document).includes(childId.toHexString())) named.push(name);
  return [...new Set(named)];
}

const readFamily = async (person: { _id: ObjectId }) =>
  (await app.as(admin).call('GET /families/:id', { params: { id: idOf(person) } })).body;

// Rules: R600.
describe('a family that is taken over with the code of the letter', () => {
  const readCode = async ({ from }: Twice) => {
    const params = { id: idOf(from) };
    return (await app.as(admin).call('POST /families/:id/claimCode', { params })).body.code;
  };
  const claim = ({ into }: Twice, code: string, ticked?: string[]) =>
    app.as(into).call('POST /claimFamily', { body: { code, join: ticked } });

  it('asks about the same child first, and then joins its records, or not', async () => {
    for (const isTicked of [true, false]) {
      const twice = await buildTwice();
      const { record, into, kept } = twice;
      const paid = await buildClass(app, { price: 80, sit: 3 });
      await pay(twice, await reserve(twice, paid.id), 8_000);
      const code = await readCode(twice);
      const asked = await claim(twice, code);
      expect(asked.body).toMatchObject({
        status: false,
        twice: [{ childId: idOf(record), name: MIA.name, obstacle: null }],
      });
      expect((await readFamily(twice.from)).children).toHaveLength(1);

      expect((await claim(twice, code, isTicked ? [idOf(record)] : [])).body).toEqual({
        status: true,
      });
      const { children, enrolled } = await readFamily(into);
      const [entry] = await readAuditLog(app, { action: 'claim family', target: into.email });
      expect(entry?.after?.['joined']).toEqual(isTicked ? [idOf(record)] : undefined);
      expect(children).toHaveLength(isTicked ? 1 : 2);
      expect(enrolled[0]?.person.childId).toBe(idOf(isTicked ? kept : record));
    }
  });

  it('never joins what is not the same child, or somebody else looks after, and takes nothing then', async () => {
    const twice = await buildTwice();
    const code = await readCode(twice);
    const { children } = app.services.database.collections;
    const other = await buildChild(app, await buildUser(app));
    for (const id of [idOf(other), idOf(twice.kept)])
      expect((await claim(twice, code, [id])).body).toMatchObject({ code: 'cannot_merge' });
    const guardian = await buildUser(app);
    const more = { userId: guardian._id, place: `${idOf(guardian)}-0`, may: ['see' as const] };
    await children.updateOne(
      { _id: twice.record._id },
      { $push: { guardians: { ...more, invitedBy: twice.from._id } } },
    );
    expect((await claim(twice, code)).body.twice?.[0]?.obstacle).toContain('Somebody else');
    expect((await claim(twice, code, [idOf(twice.record)])).body).toMatchObject({
      code: 'cannot_merge',
    });
    expect((await readFamily(twice.from)).children).toHaveLength(1);
    expect(await claim(twice, code, [])).toMatchObject({ body: { status: true } });
  });

  it('is joined only by a guardian with every right for the record that stays', async () => {
    const twice = await buildTwice();
    const code = await readCode(twice);
    const { children } = app.services.database.collections;
    await children.updateOne(
      { _id: twice.kept._id },
      { $set: { guardians: twice.kept.guardians.map((one) => ({ ...one, may: ['see'] })) } },
    );
    expect((await claim(twice, code)).body.twice?.[0]?.obstacle).toContain('every right');
    expect((await claim(twice, code, [idOf(twice.record)])).body).toMatchObject({
      code: 'cannot_merge',
    });
  });

  it('asks nothing of a person without that child', async () => {
    const twice = await buildTwice();
    const code = await readCode(twice);
    const stranger = { ...twice, into: await buildUser(app) };
    expect((await claim(stranger, code)).body).toEqual({ status: true });
  });
});

// Rules: R571.
it('the email about the merge says nothing of logging in to somebody who has no log-in', async () => {
  const open = async (fields: object) => {
    const id = new ObjectId().toHexString();
    const body = { id, name: 'Ruth Garcia', children: [], ...fields };
    await app.as(admin).call('POST /families', { body });
    return id;
  };
  const email = 'ruth.of.the.lake@example.test';
  const [id, into] = [await open({}), await open({ email })];
  const answer = await app.as(admin).call('POST /families/:id/merge', {
    params: { id },
    body: { into, note: 'Same mother.' },
  });
  expect(answer).toMatchObject({ status: 200, body: { isMerged: true } });
  expect(await readMailTo(app, { email }, 'families merged')).toMatchObject({
    props: { hasNoLogIn: true },
  });
  const { parts } = familiesMerged.write({ email, hasNoLogIn: true }, {} as never);
  expect(JSON.stringify(parts)).not.toContain('Log in');
  expect(JSON.stringify(parts)).toContain(`sign up with ${email}`);
});

// Rules: R571, R711.
describe('two records of the same child', () => {
  it('become one with all that either had: seats, money, waiting, health, contacts, photo, days, records', async () => {
    const twice = await buildTwice();
    const { from, record, into, kept } = twice;
    const paid = await buildClass(app, { price: 80, sit: 3 });
    await pay(twice, await reserve(twice, paid.id), 8_000);
    await reserve(twice, (await buildClass(app, { price: 50, sit: 3 })).id);
    const full = await buildFullClass(app);
    const waiting = await app.as(admin).call('POST /families/:id/waiting', {
      params: { id: idOf(from) },
      body: { classId: full.id, childIds: [idOf(record)] },
    });
    expect(waiting).toMatchObject({ status: 200 });
    await addHealth(app, record._id, { notes: 'Asthma' });
    await addHealth(app, kept._id, { notes: 'Wears glasses' });
    await addContacts(app, record._id, [CONTACT]);
    await addPhoto(app, record, from);
    await app.as(admin).call('POST /children/:id/mustNotCollect', {
      params: { id: idOf(record) },
      body: { name: 'Karl Falk', since: inDays(-3), note: '' },
    });
    await app.as(admin).call('POST /ageExceptions', {
      body: { childId: idOf(record), classId: paid.id, note: 'Tall.' },
    });
    const { attendance, safetyRecords, aidRequests } = app.services.database.collections;
    const day = { classId: paid._id, day: readToday(app.services), personId: record._id };
    const at = app.services.now();
    await attendance.insertOne({
      ...{ _id: crypto.randomUUID(), ...day, kind: 'in', at, receivedAt: at, by: admin._id },
    });
    await safetyRecords.insertOne({
      ...{ _id: crypto.randomUUID(), ...day, at, by: admin._id, addenda: [] },
    } as never);
    await aidRequests.insertOne({
      ...{
        _id: new ObjectId(),
        userId: from._id,
        childId: record._id,
        words: 'Please.',
        askedAt: at,
      },
    });
    await runJobs(app.services);

    expect((await preview(twice)).twice).toMatchObject([
      { childId: idOf(record), name: MIA.name, obstacle: null },
    ]);
    expect((await preview(twice)).twice[0]?.says.join(' ')).toContain('all of both stays');
    expect(await join(twice)).toMatchObject({ status: 200, body: { isMerged: true } });

    const family = await readFamily(into);
    expect(family).toMatchObject({
      children: [
        { _id: idOf(kept), health: 'answered', contacts: 1, mustNotCollect: 1, hasPhoto: true },
      ],
      enrolled: [{ person: { childId: idOf(kept) } }],
      held: [{ person: { childId: idOf(kept) } }],
      waiting: [{}],
    });
    expect(family.children[0]?.allowedClasses).toEqual([paid.id]);
    const { body: child } = await app
      .as(into)
      .call('GET /myChildren/:id', { params: { id: idOf(kept) } });
    const notes = child.healthAnswer?.notes ?? '';
    expect([notes.includes('Asthma'), notes.includes('Wears glasses')]).toEqual([true, true]);
    expect(await attendance.countDocuments({ personId: kept._id })).toBe(1);
    expect(await safetyRecords.countDocuments({ personId: kept._id })).toBe(1);
    // The audit log says what was done with the record, and outlives it.
    await runJobs(app.services);
    expect(await findNamed(record._id)).toEqual(['events']);
  });

  it('stay two if nobody ticks them', async () => {
    const twice = await buildTwice();
    expect(await join(twice, [])).toMatchObject({ status: 200 });
    expect((await readFamily(twice.into)).children).toHaveLength(2);
  });

  it.each([3, 8, 14, 20])('become one though the server stops after %i writes', async (writes) => {
    const twice = await buildTwice();
    const { from, record, into, kept } = twice;
    const paid = await buildClass(app, { price: 80, sit: 3 });
    await pay(twice, await reserve(twice, paid.id), 8_000);
    await addHealth(app, record._id);
    await addContacts(app, record._id, [CONTACT]);
    const two = await findTwo({ id: idOf(from), into: idOf(into) }, app.services);
    const decision = { type: 'merge families' as const, by: admin, more: {}, join: [record._id] };
    await merge(two, decision, killAfter(app.services, writes)).catch(() => 'cut off');
    for (let round = 0; round < 3; round += 1) {
      app.passMinutes(3);
      await runJobs(app.services);
    }
    // Undone or finished, never half.
    const { users } = app.services.database.collections;
    if ((await users.findOne({ _id: from._id }))?.status === 'active') return;
    expect(await readFamily(into)).toMatchObject({
      children: [{ _id: idOf(kept), contacts: 1 }],
      enrolled: [{ person: { childId: idOf(kept) } }],
    });
  });

  it('can’t be joined by the office if the account that stays may only see the child', async () => {
    const twice = await buildTwice();
    const { record, kept } = twice;
    await addContacts(app, record._id, [CONTACT]);
    const { children } = app.services.database.collections;
    await children.updateOne(
      { _id: kept._id },
      { $set: { guardians: kept.guardians.map((one) => ({ ...one, may: ['see'] })) } },
    );
    expect((await preview(twice)).twice[0]?.obstacle).toContain('every right');
    expect(await join(twice)).toMatchObject({ status: 409, body: { code: 'cannot_merge' } });
    // Without a tick, both records stay, and the parent keeps every right for theirs.
    expect(await join(twice, [])).toMatchObject({ status: 200, body: { isMerged: true } });
    const family = await readFamily(twice.into);
    expect(family.children.map(({ contacts }) => contacts).sort()).toEqual([0, 1]);
  });

  it('are not joined while both have a seat or wait in one class, with another guardian, or in a class that runs', async () => {
    const refused = async (twice: Twice, why: string) => {
      expect((await preview(twice)).twice[0]?.obstacle).toContain(why);
      expect(await join(twice)).toMatchObject({ status: 409, body: { code: 'cannot_merge' } });
      expect((await readFamily(twice.from)).children).toHaveLength(1);
    };
    const both = await buildTwice();
    const kites = await buildClass(app, { name: 'Kites', price: 0, sit: 3 });
    await reserve(both, kites.id);
    const body = { classId: kites.id, email: both.into.email, childId: idOf(both.kept), price: 0 };
    expect(await app.as(both.into).call('POST /addClass', { body })).toMatchObject({ status: 200 });
    await refused(both, 'in Kites');

    const shared = await buildTwice();
    const { children } = app.services.database.collections;
    const other = await buildUser(app);
    const guardian = { userId: other._id, place: `${idOf(other)}-0`, may: ['see' as const] };
    await children.updateOne(
      { _id: shared.record._id },
      { $push: { guardians: { ...guardian, invitedBy: shared.from._id } } },
    );
    await refused(shared, 'Somebody else looks after');

    const now = await buildTwice();
    const runs = await buildClass(app, { price: 0, sit: 3 });
    await reserve(now, runs.id);
    await app.services.database.collections.classes.updateOne(
      { _id: runs._id },
      { $set: { camp_start: inDays(-1), camp_end: inDays(1) } },
    );
    await refused(now, 'runs now');
  });

  it('are only two of one name and birth date', async () => {
    const twice = await buildTwice();
    const { children } = app.services.database.collections;
    await children.updateOne({ _id: twice.kept._id }, { $set: { birthDate: '2016-05-05' } });
    expect((await preview(twice)).twice).toEqual([]);
    expect(await join(twice)).toMatchObject({ status: 409 });
  });

  it('keep what the two families said of medicine and allergies, though one had nothing to tell', async () => {
    const twice = await buildTwice();
    await answerHealth(app, twice.record, twice.from);
    const { childHealth } = app.services.database.collections;
    await addHealth(app, twice.kept._id);
    const nothing = {
      allergies: [],
      medicines: [],
      medication: '',
      notes: '',
      nothingToTell: true,
    };
    await childHealth.updateOne({ _id: twice.kept._id }, { $set: nothing });
    expect(await join(twice)).toMatchObject({ status: 200 });
    expect(await childHealth.findOne({ _id: twice.kept._id })).toMatchObject({
      ...{ allergies: HEALTH_BODY.allergies, nothingToTell: false },
    });
  });

  it('keep who must not collect the child, and that it may not leave alone, if that is said at that moment', async () => {
    const twice = await buildTwice();
    const { from, record, into, kept } = twice;
    const params = { id: idOf(kept) };
    const block = { since: inDays(-3), note: '' };
    await app.as(admin).call('POST /children/:id/mustNotCollect', {
      params: { id: idOf(record) },
      body: { ...block, name: 'Karl Falk' },
    });
    const leave = await app
      .as(into)
      .call('PUT /myChildren/:id/mayLeaveAlone', { params, body: { from: '13:00' } });
    expect(leave.status).toBe(200);
    let writes = 0;
    const { database } = app.services;
    const collections = watchWrites(database.collections, async (collection) => {
      // Just before the two lists become one.
      if (collection !== 'childContacts' || (writes += 1) !== 2) return;
      const body = { ...block, name: 'Otto Kite' };
      const added = await app
        .as(into)
        .call('POST /myChildren/:id/mustNotCollect', { params, body });
      expect(added.status).toBe(200);
      const ended = await app.as(into).call('DELETE /myChildren/:id/mayLeaveAlone', { params });
      expect(ended.status).toBe(200);
    });
    const two = await findTwo({ id: idOf(from), into: idOf(into) }, app.services);
    const decision = { type: 'merge families' as const, by: admin, more: {}, join: [record._id] };
    await merge(two, decision, { ...app.services, database: { ...database, collections } });
    const stored = await database.collections.childContacts.findOne({ _id: kept._id });
    const names = (stored?.mustNotCollect ?? []).map(({ name }) => name);
    expect(names.sort()).toEqual(['Karl Falk', 'Otto Kite']);
    expect(stored).not.toHaveProperty('mayLeaveAlone');
  });

  it('keep no health answers from before a guardian of either record withdrew the consent', async () => {
    const { childHealth, children, formAnswers, formParts } = app.services.database.collections;
    const now = app.services.now().getTime();
    const ago = (days: number) => new Date(now - days * DAY_MS);
    for (const isOfKept of [true, false]) {
      const twice = await buildTwice();
      const { record, kept, from, into } = twice;
      const [old, other] = isOfKept ? [record, kept] : [kept, record];
      const by = isOfKept ? from : into;
      await answerHealth(app, old, by, ago(9));
      const [formId, care, at] = [new ObjectId(), new ObjectId(), ago(9)];
      const answerId = nameAnswer(formId, old._id);
      await formAnswers.insertOne({
        ...{ _id: answerId, formId, kind: 'questions', about: 'child', personId: old._id },
        ...{ version: 1, answers: {}, care, isComplete: true, at, by: by._id },
        ...{ signatures: [], revision: 1 },
      });
      await formParts.insertOne({
        ...{ _id: care, answerId, personId: old._id, at, checkAfter: app.services.now() },
        ...{ consent: { at, by: by._id, textVersion: '1' }, care: { sleep: 'Sleepwalks' } },
      });
      if (isOfKept) {
        const params = { id: idOf(kept) };
        const { status } = await app.as(into).call('DELETE /myChildren/:id/health', { params });
        expect(status).toBe(200);
      } else await children.updateOne({ _id: other._id }, { $set: { healthWithdrawnAt: ago(3) } });
      // What was said since stays.
      if (!isOfKept) await answerHealth(app, record, from, ago(1));
      expect((await preview(twice)).twice[0]?.says).toEqual([]);
      expect(await join(twice)).toMatchObject({ status: 200, body: { isMerged: true } });
      const health = await childHealth.findOne({ _id: kept._id });
      expect(health?.consent.at ?? null).toEqual(isOfKept ? null : ago(1));
      expect(await formParts.countDocuments({ _id: care })).toBe(0);
      const answer = await formAnswers.findOne({ personId: kept._id });
      expect(answer).toMatchObject({ isComplete: false });
      expect(answer).not.toHaveProperty('care');
    }
  });
});
