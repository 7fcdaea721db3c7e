import { gzipSync } from 'node:zlib';
import { ObjectId } from 'mongodb';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { finishDeletions } from '../account/delete-account.ts';
import { runJobs } from '../jobs/jobs.ts';
import { readAuditLog } from '../testing/audit-log.ts';
import { PICTURE } from '../testing/documents.ts';
import { relayEvents } from '../events/relay.ts';
import { buildChild, buildClass, buildUser, useUser } from '../testing/factories.ts';
import { setUpSchool } from '../testing/school.ts';
import { useTestApp } from '../testing/test-app.ts';
import { inDays } from '../testing/today.ts';
import { readClass } from '../testing/waiting.ts';
import { oneOrAll } from '../testing/slow-tests.ts';
import { killAfter, watchWrites } from '../testing/watch-writes.ts';
import { takeImport, undoImport } from './imports.service.ts';
import { runImports } from './run-imports.ts';

const app = useTestApp();
const director = useUser(app, 'admin');
afterAll(() => setUpSchool());

const HEADER = 'Parent Name,Email,Phone,Child Name,Birth Date';
let made = 0;
/** A file of so many families with two children each, whom nobody knows. */
function makeFile(families: number): string {
  made += 1;
  const rows = Array.from({ length: families }, (_none, place) => {
    const family = `Ruth Garcia,ruth-${made}-${place}@import.test,`;
    return [`${family},Mia,2016-05-04`, `${family},Ben,2018-01-09`];
  });
  return [HEADER, ...rows.flat()].join('\n');
}
const newId = () => new ObjectId().toHexString();
const look = (text: string, more: object = {}) =>
  app
    .as(director)
    .call('POST /imports', { body: { id: newId(), kind: 'families', text, ...more } });
const listImports = async () => (await app.as(director).call('GET /imports')).body;
const readImport = async (id: string) => {
  const found = (await listImports()).find(({ _id }) => _id === id);
  if (!found) throw new Error('no such import');
  return found;
};
async function waitFor(id: string, state: string) {
  await vi.waitFor(async () => expect((await readImport(id)).state).toBe(state), {
    timeout: 60_000,
  });
  return readImport(id);
}
async function run(text: string, more: object = {}) {
  const id = newId();
  const { status, body } = await look(text, { id, run: true, ...more });
  expect(status, JSON.stringify(body)).toBe(200);
  return { plan: body, id, done: await waitFor(id, 'done') };
}
async function undo(id: string) {
  const { status } = await app.as(director).call('DELETE /imports/:id', { params: { id } });
  expect(status).toBe(200);
  return waitFor(id, 'undone');
}
const store = () => app.services.database.collections;
const outcomes = (body: { rows: { outcome: string }[] }) => body.rows.map(({ outcome }) => outcome);

// Rules: R616.
describe('an import of families', () => {
  it('says what it would do, then does exactly that; the same file again gives only what is there', async () => {
    const text = makeFile(3);
    const before = await store().users.countDocuments();
    const { body: plan } = await look(text);
    expect(plan).toMatchObject({ total: 3, notes: [] });
    expect(outcomes(plan)).toEqual(Array.from({ length: 6 }, () => 'create'));
    expect(plan.columns?.map(({ field }) => field)).toEqual([
      'name',
      'email',
      'phone',
      'childName',
      'birthDate',
    ]);
    expect(plan.columns?.[3]?.examples).toEqual(['Mia', 'Ben']);
    // A dry run writes nothing.
    expect(await store().users.countDocuments()).toBe(before);
    const { plan: ran, done } = await run(text);
    expect({ ...ran, _id: plan._id, state: 'planned' }).toEqual(plan);
    expect(done).toMatchObject({ total: 3, made: 3, same: 0, rows: [] });
    const again = await look(text);
    expect(new Set(outcomes(again.body))).toEqual(new Set(['same']));
    const second = await run(text);
    expect(second.done).toMatchObject({ total: 0, made: 0, same: 6 });
    expect(await store().users.countDocuments()).toBe(before + 3);
    expect(await readAuditLog(app, { action: 'run import' })).toHaveLength(2);
  });

  it('emails nobody', async () => {
    await run(makeFile(2));
    await runJobs(app.services);
    expect(await store().outbox.countDocuments()).toBe(0);
  });

  it('may come twice: the same request writes once, another one with its id is refused', async () => {
    const id = newId();
    const text = makeFile(1);
    const wanted = { id, text, run: true };
    const answers = await Promise.all([look(text, wanted), look(text, wanted)]);
    expect(answers.map(({ status }) => status)).toContain(200);
    await waitFor(id, 'done');
    expect((await look(text, wanted)).body).toMatchObject({ state: 'done', made: 1 });
    expect((await look(makeFile(1), { id, run: true })).body.code).toBe('request_used');
    expect((await readImport(id)).made).toBe(1);
  });

  it('knows a family by its email, else by phone and name, and changes nothing of it', async () => {
    const text = `${HEADER}
Ana Sol,ana@import.test,,Mia,2016-05-04
Bo Dahl,,+1 202 555 0142,Ben,2018-01-09`;
    await run(text);
    const { body } = await look(`${HEADER}
Ana Sol,ANA@import.test,,mia,2016-05-04
Ana Sol,ana@import.test,,Zoe,2019-05-04
Bo Dahl,,+1 (202) 555-0142,Ben,2018-01-09
Cy Fox,,+1 202 555 0142,Lea,2017-01-09`);
    expect(outcomes(body)).toEqual(['same', 'problem', 'same', 'create']);
    const { body: other } = await look(
      `${HEADER}\nBo Dahl,bo@import.test,+12025550142,Ben,2018-01-09`,
    );
    expect(other.rows[0]?.says).toContain('no email address');
    expect(body.rows[1]?.says).toContain('without this child');
    expect(await store().children.countDocuments({ name: 'Zoe' })).toBe(0);
  });

  it('knows a family by the address at which it reads its emails, once it has confirmed it', async () => {
    const parent = await buildUser(app);
    await buildChild(app, parent, { name: 'Mia', birthDate: '2016-05-04' });
    const elsewhere = 'elsewhere@import.test';
    const params = { id: parent._id.toHexString() };
    const body = { address: elsewhere, note: 'On the phone' };
    const asked = await app.as(director).call('POST /families/:id/mailTo', { params, body });
    expect(asked.status).toBe(200);
    const text = `${HEADER}\nAna Sol,${elsewhere},,Mia,2016-05-04`;
    expect(outcomes((await look(text)).body)).toEqual(['create']);
    await store().users.updateOne({ _id: parent._id }, { $set: { 'mailTo.confirmed': true } });
    expect(outcomes((await look(text)).body)).toEqual(['same']);
    // Who logs in with it comes first.
    const other = await buildUser(app);
    await store().users.updateOne({ _id: other._id }, { $set: { email: elsewhere } });
    expect(outcomes((await look(text)).body)).toEqual(['problem']);
  });

  it('takes no account of the team, and none that was removed or is being deleted', async () => {
    const teacher = await buildUser(app, 'instructor');
    const gone = await buildUser(app);
    await store().users.updateOne({ _id: gone._id }, { $set: { status: 'removed' } });
    const leaving = await buildUser(app);
    await store().users.updateOne({ _id: leaving._id }, { $set: { status: 'deleting' } });
    const people = [teacher, gone, leaving, director].map(({ email }) => `Ann,${email},,,`);
    const { body } = await look([HEADER, ...people].join('\n'));
    expect(outcomes(body)).toEqual(['problem', 'problem', 'problem', 'problem']);
  });

  it('leaves out who has signed up since the file was looked at, and says so', async () => {
    const parent = await buildUser(app);
    await store().users.updateOne({ _id: parent._id }, { $set: { email: 'late@import.test' } });
    const id = newId();
    const text = `${HEADER}\nAna,early@import.test,,Mia,2016-05-04`;
    await takeImport({ id, kind: 'families', text, run: true }, director, app.services);
    await store().users.updateOne({ _id: parent._id }, { $set: { email: 'early@import.test' } });
    await runImports(app.services);
    expect(await readImport(id)).toMatchObject({ state: 'done', made: 0, rows: [{ line: 2 }] });
    expect(await store().children.countDocuments({ 'guardians.userId': parent._id })).toBe(0);
  });

  it('leaves out who came by another way since then without an email address, too', async () => {
    const family = `Olga Petrova,,+1 607 555 0187`;
    const text = `${HEADER}\n${family},Mia,2016-05-04\n${family},Ben,2018-01-09`;
    // The page was reloaded while the first one ran, and the office has taken a call.
    const ids = [newId(), newId()];
    for (const id of ids)
      await takeImport({ id, kind: 'families', text, run: true }, director, app.services);
    await runImports(app.services);
    expect(await store().users.countDocuments({ name: 'Olga Petrova' })).toBe(1);
    expect(await Promise.all(ids.map(readImport))).toMatchObject([
      { state: 'done', made: 1, rows: [] },
      { state: 'done', made: 0, rows: [{ line: 2, says: 'This family is here by now.' }] },
    ]);
    // It is the first one's, which still takes it back.
    await undo(ids[0]!);
    expect(await store().users.countDocuments({ name: 'Olga Petrova', status: 'active' })).toBe(0);
  });

  it('makes a family whole or not at all, and leaves the others alone', async () => {
    const text = `${HEADER}
Ana Ray,ray@import.test,,Mia,2016-05-04
Ana Ray,ray@import.test,,Ben,
Ana Roy,roy@import.test,,Mia,2016-05-04`;
    const { plan, done } = await run(text);
    expect(outcomes(plan)).toEqual(['problem', 'problem', 'create']);
    expect(plan.rows[0]?.says).toContain('Line 3');
    // The row as it was in the file, for the list of what to correct.
    expect(plan.rows[1]?.cells).toEqual(['Ana Ray', 'ray@import.test', '', 'Ben', '']);
    expect(done).toMatchObject({ made: 1, rows: [{ line: 2 }, { line: 3 }] });
    expect(await store().users.countDocuments({ email: 'ray@import.test' })).toBe(0);
  });
});

// Rules: R616.
describe('a bad row', () => {
  const row = (line: string, header = HEADER) => look(`${header}\n${line}`);
  it.each([
    ['no birth date', 'Ana,a1@import.test,,Mia,', 'birth date is missing'],
    ['no name of the child', 'Ana,a1@import.test,,,2016-05-04', 'child’s name is missing'],
    ['no name', ',a1@import.test,,Mia,2016-05-04', 'parent’s name is missing'],
    ['neither email nor phone', 'Ana,,,Mia,2016-05-04', 'email address or a phone number'],
    ['a wrong email', 'Ana,a1 at import,,Mia,2016-05-04', 'email address can’t be right'],
    ['a wrong phone number', 'Ana,a1@import.test,12,Mia,2016-05-04', 'phone number can’t be right'],
    ['a birth date to come', 'Ana,a1@import.test,,Mia,2099-05-04', 'Birth date: '],
    ['a formula', '"=HYPERLINK(""http://evil"")",a1@import.test,,,', 'formula'],
    ['a formula with a sign', 'Ana,a1@import.test,,@SUM(A1),2016-05-04', 'formula'],
    ['a card', 'Ana 4242 4242 4242 4242,a1@import.test,,,', 'number of a card'],
    ['the header again', HEADER, 'once more'],
    ['more cells than columns', 'Garcia,Ana,a1@import.test,,Mia,2016-05-04', '6 cells'],
    ['a short year', 'Ana,a1@import.test,,Mia,5/4/16', 'four digits'],
    ['no date', 'Ana,a1@import.test,,Mia,soon', 'not a date'],
  ])('%s', async (_name, line, says) => {
    const { body } = await row(line);
    expect(body.rows).toMatchObject([{ line: 2, outcome: 'problem' }]);
    expect(body.rows[0]?.says).toContain(says);
  });

  it('one email with two names is nobody’s', async () => {
    const { body } = await look(`${HEADER}
Ana Sol,twice@import.test,,Mia,2016-05-04
Bo Dahl,twice@import.test,,Ben,2018-01-09`);
    expect(outcomes(body)).toEqual(['problem', 'problem']);
    expect(body.rows[0]?.says).toContain('Lines 2 and 3');
  });

  it('the same child twice is one child', async () => {
    const { done } = await run(`${HEADER}
Ana Sol,double@import.test,,Mia,2016-05-04
Ana Sol,double@import.test,,Mia,2016-05-04`);
    expect(done).toMatchObject({ made: 1, same: 1 });
    expect(await store().users.countDocuments({ email: 'double@import.test' })).toBe(1);
  });
});

// Rules: R616.
describe('dates', () => {
  const dates = (...cells: string[]) =>
    look([HEADER, ...cells.map((cell, at) => `Ana,d${at}@import.test,,Mia,${cell}`)].join('\n'));

  it('are read as the school’s settings say, and what can be read in two ways is said', async () => {
    setUpSchool({ dates: 'day first' });
    const { body } = await dates('03/04/2016', '13/04/2016');
    expect(outcomes(body)).toEqual(['create', 'create']);
    expect(body.notes?.[0]).toContain('03/04/2016 is 2016-04-03');
    setUpSchool({ dates: 'month first' });
    expect((await dates('03/04/2016')).body.notes?.[0]).toContain('03/04/2016 is 2016-03-04');
  });

  it('of a file in the other order are read by nobody', async () => {
    setUpSchool({ dates: 'day first' });
    const { body } = await dates('03/04/2016', '04/13/2016', '2016-05-31', '31 May 2016');
    expect(outcomes(body)).toEqual(['problem', 'problem', 'create', 'create']);
    setUpSchool();
  });
});

// Rules: R616, R617.
describe('a file', () => {
  it.each([
    ['nothing', '  \n ', 'empty'],
    ['a spreadsheet', 'PK\u0003\u0004 xl/workbook.xml', 'spreadsheet'],
    ['a page', '<html><body>', 'not a CSV'],
    ['only a header', HEADER, 'no rows'],
    ['no header', 'Ana,a1@import.test,,Mia,2016-05-04\nBo,b@import.test,,,', 'first line'],
    ['a column twice', 'Name,Email,email\nAna,a1@import.test,', 'same name'],
    ['an open quotation', `${HEADER}\n"Ana,a1@import.test,,,`, 'quotation'],
    [
      '20,001 rows',
      [HEADER, ...Array.from({ length: 20_001 }, () => 'Ana,,,,')].join('\n'),
      '20,001',
    ],
    ['6 MB', `${HEADER}\n${'x'.repeat(6_000_000)}`, '5 MB'],
    ['5 MB of long letters', `${HEADER}\n${'ß'.repeat(3_000_000)}`, '5 MB'],
  ])('%s: is refused with the reason', async (_name, text, says) => {
    const { status, body } = await look(text, { run: true });
    expect(status).toBe(400);
    expect(JSON.stringify(body)).toContain(says);
  });

  it('may have semicolons or tabs, a mark at its start, and lines in quotation marks', async () => {
    for (const [mark = '', between] of [
      ['', ';'],
      ['\uFEFF', '\t'],
      ['sep=;\r\n', ';'],
    ]) {
      const text = `${mark}"Name"${between}E-Mail${between}Child${between}DOB\r\n"Ana\nSol"${between}semi@import.test${between}Mia${between}2016-05-04\r\nBo${between}${between}${between}`;
      const { body } = await look(text);
      const first = mark.startsWith('sep') ? 3 : 2;
      expect(body.rows).toMatchObject([
        { line: first, outcome: 'create' },
        { line: first + 2, outcome: 'problem' },
      ]);
    }
  });

  it('never brings health or cards, whatever somebody chooses', async () => {
    const text = `Name,Email,Allergies,Card Number,T-shirt\nAna,health@import.test,Nuts,4242424242424242,M
Ana,,Nuts,4242424242424242,M
Ana,x@import.test,,Nuts,4242424242424242,M`;
    const { body } = await look(text);
    const fields = body.columns?.map(({ field }) => field);
    expect(fields).toEqual(['name', 'email', 'never', 'never', 'none']);
    expect(JSON.stringify(body)).not.toMatch(/Nuts|4242/);
    expect(body.notes?.[0]).toContain('“Allergies”, “Card Number”');
    const columns = ['name', 'email', 'phone', 'none', 'none'];
    expect((await look(text, { columns })).status).toBe(400);
    const { id } = await run(text);
    const stored = await store().imports.findOne({
      _id: new ObjectId(id),
    });
    expect(JSON.stringify(stored)).not.toMatch(/Nuts|4242|Ana|health@/);
  });

  it('is read by other columns, if the director says so, and asks for those that are missing', async () => {
    const text = 'A,B\nAna,columns@import.test';
    const { body } = await look(text);
    expect(body).toMatchObject({ rows: [], total: 0 });
    expect(body.notes?.join()).toContain('Parent’s name');
    expect((await look(text, { run: true })).status).toBe(400);
    const { body: read } = await look(text, { columns: ['name', 'email'] });
    expect(outcomes(read)).toEqual(['create']);
    expect((await look(text, { columns: ['name', 'name'] })).status).toBe(400);
    expect((await look(text, { columns: ['name'] })).status).toBe(400);
    expect((await look(text, { columns: ['name', 'price'] })).status).toBe(400);
  });
});

// Rules: R617.
it('megabytes of a stranger are not read, packed or not', async () => {
  const send = (headers: Record<string, string>, body: string | Uint8Array<ArrayBuffer>) =>
    fetch(`${app.url}/api/imports`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
    });
  const large = JSON.stringify({ text: 'x'.repeat(11_000_000) });
  expect((await send({}, large)).status).toBe(401);
  expect((await send({ 'content-encoding': 'gzip' }, new Uint8Array(gzipSync(large)))).status).toBe(
    401,
  );
});

describe('a server that is killed', () => {
  it('loses nothing and makes nothing twice, wherever it stops; another one goes on', async () => {
    for (const writes of oneOrAll([4, 0, 1, 2, 3, 7, 8])) {
      const id = newId();
      const text = makeFile(3);
      const before = await store().users.countDocuments();
      await takeImport({ id, kind: 'families', text, run: true }, director, app.services);
      const killed = runImports(killAfter(app.services, writes));
      await killed.catch(() => undefined);
      app.passMinutes(3);
      await runJobs(app.services);
      expect(await readImport(id)).toMatchObject({ state: 'done', made: 3, rows: [] });
      expect(await store().users.countDocuments()).toBe(before + 3);
      expect(await store().children.countDocuments({ addedBy: { $in: await listMade(id) } })).toBe(
        6,
      );
      // The same for what is undone.
      const ids = await listMade(id);
      await undoImport(id, director, app.services);
      await runImports(killAfter(app.services, writes)).catch(() => undefined);
      app.passMinutes(3);
      await runJobs(app.services);
      expect(await readImport(id)).toMatchObject({ state: 'undone', made: 0, left: [] });
      expect(await store().users.countDocuments({ _id: { $in: ids }, status: 'active' })).toBe(0);
      expect(await store().children.countDocuments({ 'guardians.userId': { $in: ids } })).toBe(0);
    }
  });

  it('has at most one successor at a time, and two at once make nothing twice', async () => {
    const id = newId();
    const text = makeFile(30);
    await takeImport({ id, kind: 'families', text, run: true }, director, app.services);
    await Promise.all([runImports(app.services), runImports(app.services)]);
    expect(await readImport(id)).toMatchObject({ state: 'done', made: 30 });
  });

  it('was only slow: it notices that another one went on, and counts nothing twice', async () => {
    const id = newId();
    const text = makeFile(60);
    await takeImport({ id, kind: 'families', text, run: true }, director, app.services);
    const { database } = app.services;
    const watch = (before: (name: string, method: string) => Promise<void> | void) => ({
      ...app.services,
      database: { ...database, collections: watchWrites(database.collections, before) },
    });
    let steps = 0;
    // The other one is killed after its first step.
    const other = watch((name, method) => {
      if (name === 'imports' && method === 'updateOne') steps += 1;
      else if (steps > 0) throw new Error('killed');
    });
    let isSlow = true;
    const slow = watch(async (name, method) => {
      if (name !== 'imports' || method !== 'updateOne' || !isSlow) return;
      isSlow = false;
      app.passMinutes(3);
      await runImports(other).catch(() => undefined);
    });
    await runImports(slow);
    app.passMinutes(3);
    await runImports(app.services);
    expect(steps).toBe(1);
    expect(await readImport(id)).toMatchObject({ state: 'done', total: 60, made: 60 });
  });

  it('stops when the person who ran it is no longer a director, and keeps nothing of the rest', async () => {
    const other = await buildUser(app, 'admin');
    const id = newId();
    await takeImport({ id, kind: 'families', text: makeFile(2), run: true }, other, app.services);
    await store().users.updateOne({ _id: other._id }, { $set: { bundle: 'office' } });
    await runImports(app.services);
    expect(await readImport(id)).toMatchObject({ state: 'stopped', made: 0 });
    const stored = await store().imports.findOne({
      _id: new ObjectId(id),
    });
    expect(stored?.waiting).toEqual([]);
  });

  it('is followed by a stop: what it had made can still be undone', async () => {
    const other = await buildUser(app, 'admin');
    const id = newId();
    await takeImport({ id, kind: 'families', text: makeFile(3), run: true }, other, app.services);
    await runImports(killAfter(app.services, 4)).catch(() => undefined);
    await store().users.updateOne({ _id: other._id }, { $set: { bundle: 'office' } });
    app.passMinutes(3);
    await runImports(app.services);
    const ids = await listMade(id);
    expect(ids.length).toBeGreaterThan(0);
    await undo(id);
    expect(await store().users.countDocuments({ _id: { $in: ids }, status: 'active' })).toBe(0);
  });

  const listMade = async (id: string) =>
    (await store().imports.findOne({ _id: new ObjectId(id) }))?.made.map(({ _id }) => _id) ?? [];
});

// Rules: R618.
describe('undo', () => {
  it('takes back what nobody has touched; what was touched stays and is named; then it can be run again', async () => {
    const text = makeFile(9);
    const { id, done } = await run(text);
    const [claimed, noted, booked, child, written, renamed, added, ...rest] = done.left;
    const office = app.as(director);
    const params = (one: { _id: string } | undefined) => ({ params: { id: one?._id ?? '' } });
    const childrenOf = async (one: typeof child) =>
      (await office.call('GET /families/:id', params(one))).body.children;
    await office.call('POST /families/:id/claimCode', params(claimed));
    await office.call('POST /families/:id/notes', {
      ...params(noted),
      body: { text: 'Called.' } as never,
    });
    const campClass = await buildClass(app, { price: 80, sit: 3 });
    const seat = {
      classId: campClass.id,
      childId: (await childrenOf(booked))[0]?._id ?? null,
      until: inDays(5),
    };
    expect(
      (await office.call('POST /families/:id/seats', { ...params(booked), body: seat })).status,
    ).toBe(200);
    const note = { birthDate: '2016-05-05', note: 'Typo' };
    const [first] = await childrenOf(child);
    await office.call('PATCH /children/:id', { params: { id: first?._id ?? '' }, body: note });
    const message = { text: 'Welcome', replyId: crypto.randomUUID() };
    await office.call('POST /families/:id/messages', { ...params(written), body: message });
    await office.call('PATCH /families/:id', {
      ...params(renamed),
      body: { name: 'Ruth G', note: 'Typo' },
    });
    await office.call('POST /families/:id/children', {
      ...params(added),
      body: { name: 'Zoe', birthDate: '2019-01-01' },
    });
    const touched = [claimed, noted, booked, child, written, renamed, added].map((one) => one?._id);
    const undone = await undo(id);
    expect(undone.left.map(({ _id }) => _id).sort()).toEqual(touched.sort());
    expect(undone.left.map(({ name }) => name)).toContain('Ruth G');
    expect(rest).toHaveLength(2);
    for (const one of rest)
      expect((await office.call('GET /families/:id', params(one))).status).toBe(404);
    expect(
      await store().children.countDocuments({
        'guardians.userId': { $in: rest.map((one) => new ObjectId(one._id)) },
      }),
    ).toBe(0);
    expect(await readAuditLog(app, { action: 'undo import' })).not.toHaveLength(0);
    const { plan } = await run(text);
    expect(plan.total).toBe(2);
  });

  // Rules: R641.
  it.each([
    ['the import', runImports],
    ['the job that finishes deletions', finishDeletions],
  ])(
    'that is killed between its two looks looks again, whoever goes on first: %s',
    async (_who, goOn) => {
      const { id, done } = await run(makeFile(1));
      const [booked] = done.left;
      const office = app.as(director);
      const params = { id: booked?._id ?? '' };
      const { children } = (await office.call('GET /families/:id', { params })).body;
      const campClass = await buildClass(app, { price: 80, sit: 3 });
      const body = { classId: campClass.id, childId: children[0]?._id ?? null, until: inDays(5) };
      await undoImport(id, director, app.services);
      await relayEvents(app.services);
      const { database } = app.services;
      let steps = 0;
      const collections = watchWrites(database.collections, async (name) => {
        if (name !== 'users' && steps === 0) return;
        steps += 1;
        if (steps > 1) throw new Error('killed');
        // It has looked, and is about to lock the account.
        expect((await office.call('POST /families/:id/seats', { params, body })).status).toBe(200);
      });
      const killed = { ...app.services, database: { ...database, collections } };
      await expect(runImports(killed)).rejects.toThrow('killed');
      const _id = new ObjectId(params.id);
      expect(await store().users.findOne({ _id })).toMatchObject({ status: 'deleting' });
      app.passMinutes(3);
      await goOn(app.services);
      await runJobs(app.services);
      await runJobs(app.services);
      expect(await readImport(id)).toMatchObject({ state: 'undone', left: [{ _id: params.id }] });
      expect(await store().users.findOne({ _id })).toMatchObject({ status: 'active' });
      expect((await readClass(app, campClass)).seats).toHaveLength(1);
    },
  );

  it('is for seven days; then nothing of the import is left', async () => {
    const { id } = await run(makeFile(1));
    app.passMinutes(7 * 24 * 60 + 1);
    const late = await app.as(director).call('DELETE /imports/:id', { params: { id } });
    expect(late).toMatchObject({ status: 404 });
    expect((await listImports()).map(({ _id }) => _id)).not.toContain(id);
    await runJobs(app.services);
    const stored = await store().imports.findOne({
      _id: new ObjectId(id),
    });
    expect(stored).toBeNull();
  });

  it('invites nobody twice: a letter or a message takes a family off the list', async () => {
    const { id, done } = await run(`${HEADER}
Ana,invite@import.test,,,
Bo,,+1 202 555 0177,,`);
    expect(done.left).toMatchObject([
      { name: 'Ana', hasEmail: true },
      { name: 'Bo', hasEmail: false },
    ]);
    const [ana, bo] = done.left;
    const message = { text: 'Welcome', replyId: crypto.randomUUID() };
    await app
      .as(director)
      .call('POST /families/:id/messages', { params: { id: ana?._id ?? '' }, body: message });
    await app.as(director).call('POST /families/:id/claimCode', { params: { id: bo?._id ?? '' } });
    expect((await readImport(id)).left).toEqual([]);
  });
});

// Rules: R616, R618.
describe('an import of classes', () => {
  const CLASSES =
    'Class,Code,Fee,Capacity,Room,Start Date,End Date,Start Time,End Time,Min Age,Max Age';
  const DEEP = ['Deep Kayaks', 'Deep Canoes', 'Deep Rafts'];
  const day = inDays(40);
  const line = (name: string, tag = '', end = inDays(44)) =>
    `${name},${tag},"$1,089.50",12,3,${day},${end},9:00 AM,4:30 pm,7,12`;
  const lookAtClasses = (...lines: string[]) =>
    look([CLASSES, ...lines].join('\n'), { kind: 'classes' });

  it('makes drafts by the rules of the form; the same file again gives only what is there', async () => {
    const text = [
      CLASSES,
      line('Deep Kayaks', 'DKY'),
      line('Deep Canoes'),
      line('Deep Rafts'),
    ].join('\n');
    const { id, done } = await run(text, { kind: 'classes' });
    expect(done).toMatchObject({ made: 3, rows: [] });
    expect(await store().classes.findOne({ course_tag: 'DKY' })).toMatchObject({
      ...{ name: 'Deep Kayaks', status: 'draft', instructorId: null, price: 1_089.5, sit: 12 },
      ...{ camp_start: day, dailyStart: '09:00', dailyEnd: '16:30', ageFrom: 7, ageTo: 12 },
    });
    const { body } = await look(text, { kind: 'classes' });
    expect(outcomes(body)).toEqual(['same', 'same', 'same']);
    const changed = await store().classes.findOne({ name: 'Deep Canoes' });
    await app.as(director).call('POST /publishCourse/:id', {
      params: { id: changed?._id.toHexString() ?? '' },
      body: {},
    });
    const undone = await undo(id);
    expect(undone.left).toMatchObject([{ name: 'Deep Canoes' }]);
    expect(await store().classes.countDocuments({ name: { $in: DEEP } })).toBe(1);
    expect((await run(text, { kind: 'classes' })).done).toMatchObject({ made: 2, same: 1 });
  });

  it('names who is to lead a class, and its picture; it stays a draft until somebody publishes it', async () => {
    const teacher = await buildUser(app, 'instructor');
    const [wind, sun] = ['Deep Wind', 'Deep Sun'];
    const more = (name: string, tag: string, email: string, picture: string) =>
      `${line(name, tag)},${email},${picture}`;
    const text = [
      `${CLASSES},Instructor Email,Image URL`,
      more(wind, 'DWI', ` ${teacher.email.toUpperCase()}`, PICTURE),
      more(sun, 'DSU', teacher.email, ''),
      more('Deep Rain', 'DRA', 'nobody@import.test', ''),
      more('Deep Snow', 'DSN', '', 'https://tracker.example/x.png'),
    ].join('\n');
    const { plan, done } = await run(text, { kind: 'classes' });
    expect(outcomes(plan)).toEqual(['create', 'create', 'problem', 'problem']);
    expect(plan.rows[0]?.says).toContain(`${teacher.name} leads it once it is published`);
    expect(JSON.stringify(await store().imports.find().toArray())).not.toContain('@import.test');
    expect(plan.rows[2]?.says).toMatch(/nobody with this address is an instructor here/);
    expect(plan.rows[3]?.says).toMatch(/^Address of a picture: pictures are only shown from/);
    expect(done.made).toBe(2);
    const read = (name: string) => store().classes.findOne({ name });
    expect(await read(wind)).toMatchObject({ status: 'draft', instructorId: null, image: PICTURE });
    for (const name of [wind, sun]) {
      const params = { id: (await read(name))?._id.toHexString() ?? '' };
      const { status } = await app
        .as(director)
        .call('POST /publishCourse/:id', { params, body: {} });
      expect(status).toBe(200);
    }
    expect(await read(wind)).toMatchObject({ status: 'open', instructorId: teacher._id });
    // They may lead only one, and have it now.
    expect(await read(sun)).toMatchObject({ status: 'open', instructorId: null });
    expect(await read(sun)).not.toHaveProperty('plannedInstructorId');
  });

  it('says what is wrong with a class, as the form does', async () => {
    await buildClass(app, { course_tag: 'TKN' });
    const { body } = await lookAtClasses(
      line('Has another’s tag', 'TKN'),
      line('Has a long tag', 'LONG'),
      line('Ends before', 'ENB', inDays(30)),
      line('Has too many places', 'MNY').replace(',12,3', ',300,3'),
      line('Has no room').replace(',12,3', ',12,'),
      line('Began').replace(day, inDays(-2)),
      line('One', 'ONE'),
      line('Two', 'ONE'),
      line('=cmd()'),
    );
    expect(outcomes(body)).toEqual([
      ...Array.from({ length: 6 }, () => 'problem'),
      ...['create', 'problem', 'problem'],
    ]);
    expect(body.rows[3]?.says).toMatch(/20|places/i);
  });
});
