import { describe, expect, it } from 'vitest';
import { readAuditLog } from '../testing/audit-log.ts';
import { buildChild, buildClass, buildUser, holdSeatOf, useUser } from '../testing/factories.ts';
import { readSeatNames } from '../testing/seats.ts';
import { useTestApp } from '../testing/test-app.ts';

const app = useTestApp();
const admin = useUser(app, 'admin');

const find = async (text: string) =>
  (await app.as(admin).call('GET /search', { query: { text } })).body;
const readLog = async (action: 'correct account' | 'correct child', target: string) =>
  (await app.as(admin).call('GET /auditLog', { query: { action } })).body.filter(
    (entry) => entry.target === target,
  );

// Rules: R270, R273.
describe('the office corrects an account', () => {
  it('and its seats and the search have the new name; the audit log says why, without names', async () => {
    const parent = await buildUser(app);
    const campClass = await buildClass(app);
    await holdSeatOf(app, parent, campClass);
    const { status } = await app.as(admin).call('PATCH /families/:id', {
      params: { id: parent._id.toHexString() },
      body: { name: 'Zuleika Xantippe', phone: '+1 202 555 0166', note: 'By phone.' },
    });
    expect(status).toBe(200);

    const seen = (
      await app.as(admin).call('GET /families/:id', { params: { id: parent._id.toHexString() } })
    ).body;
    expect(seen.account).toMatchObject({ name: 'Zuleika Xantippe', phone: '+12025550166' });
    const stored = await app.services.database.collections.classes.findOne({
      'seats.userId': parent._id,
    });
    expect(stored && (await readSeatNames(app, stored))).toEqual(['Zuleika Xantippe']);
    expect((await find('zuleika')).parents.map(({ _id }) => _id)).toEqual([
      parent._id.toHexString(),
    ]);
    expect(await readLog('correct account', parent.email)).toMatchObject([
      {
        who: admin.email,
        before: null,
        after: { corrected: ['name', 'phone'], note: 'By phone.' },
      },
    ]);
  });

  it('and an empty phone removes it', async () => {
    const parent = await buildUser(app);
    const correct = (body: { phone: string; note: string }) =>
      app.as(admin).call('PATCH /families/:id', { params: { id: parent._id.toHexString() }, body });
    await correct({ phone: '+1 202 555 0167', note: 'By phone.' });
    expect((await find('202 555 0167')).parents).toHaveLength(1);
    await correct({ phone: '', note: 'Wrong number.' });
    expect((await find('202 555 0167')).parents).toEqual([]);
  });

  it('but none that is gone or was removed, and never without saying why', async () => {
    const [gone, parent] = [await buildUser(app), await buildUser(app)];
    await app.as(admin).call('DELETE /removeuser', { query: { email: gone.email } });
    const correct = (id: string, note: string) =>
      app.as(admin).call('PATCH /families/:id', { params: { id }, body: { name: 'Nobody', note } });
    expect((await correct('0'.repeat(24), 'Why.')).body.code).toBe('not_found');
    expect((await correct(gone._id.toHexString(), 'Why.')).body.code).toBe('not_found');
    expect((await correct(parent._id.toHexString(), ' ')).body.code).toBe('invalid_input');
  });
});

describe('the office corrects a child', () => {
  it('and its seats have the new name; the audit log says why, without names', async () => {
    const parent = await buildUser(app);
    const child = await buildChild(app, parent, { name: 'Tiom Byron' });
    const campClass = await buildClass(app);
    const { email } = parent;
    const body = { classId: campClass.id, email, childId: child.id };
    await app.as(parent).call('POST /addClass', { body });
    const answer = await app.as(admin).call('PATCH /children/:id', {
      params: { id: child.id },
      body: { name: ' Tim   Byron ', birthDate: '2018-02-03', note: 'By phone.' },
    });
    expect(answer.status).toBe(200);

    const { children } = (await app.as(parent).call('GET /myChildren')).body;
    expect(children).toMatchObject([{ name: 'Tim Byron', birthDate: '2018-02-03' }]);
    const stored = await app.services.database.collections.classes.findOne({
      'seats.userId': parent._id,
    });
    expect(stored && (await readSeatNames(app, stored))).toEqual(['Tim Byron']);
    expect((await find('tim byron')).children.map(({ _id }) => _id)).toEqual([child.id]);
    const corrected = ['name', 'birthDate'];
    expect(await readAuditLog(app, { 'after.child': child.id })).toMatchObject([
      { who: admin.email, target: email, after: { corrected, note: 'By phone.' } },
    ]);
    const found = await app.as(admin).call('GET /auditLog', { query: { search: 'tim byron' } });
    expect(found.body).toMatchObject([
      { action: 'correct child', after: { child: { _id: child.id, name: 'Tim Byron' } } },
    ]);
  });

  it('and once the child is gone, the log names nobody and is not found by the name', async () => {
    const parent = await buildUser(app);
    const child = await buildChild(app, parent, { name: 'Quirina Zobel' });
    const params = { id: child.id };
    await app
      .as(admin)
      .call('PATCH /children/:id', { params, body: { name: 'Quirina Sobel', note: 'By phone.' } });
    await app.as(parent).call('DELETE /myChildren/:id', { params });
    const search = async (text: string) =>
      (await app.as(admin).call('GET /auditLog', { query: { search: text } })).body;
    expect(await search('quirina')).toEqual([]);
    expect(await search(parent.email)).toMatchObject([{ after: { child: child.id } }]);
  });

  it('but none that is unknown, and never to a day in the future', async () => {
    const child = await buildChild(app, await buildUser(app));
    const correct = (id: string, birthDate: string) =>
      app
        .as(admin)
        .call('PATCH /children/:id', { params: { id }, body: { birthDate, note: 'Why.' } });
    expect((await correct('0'.repeat(24), '2018-02-03')).body.code).toBe('not_found');
    expect((await correct(child.id, '2999-01-01')).body.fields).toHaveProperty(['body.birthDate']);
  });
});
