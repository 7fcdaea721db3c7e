import { AUDIT_SEARCH_DAYS } from '@speakifyr/contract/limits.ts';
import { expect, it } from 'vitest';
import { addAuditEntries } from '../testing/audit-log.ts';
import { makeUser } from '../testing/documents.ts';
import { buildUser } from '../testing/factories.ts';
import { useTestApp } from '../testing/test-app.ts';
import { inDays } from '../testing/today.ts';

const app = useTestApp();

// Rules: R36.
it('the audit log lists all entries, and a search looks at the last year', async () => {
  const admin = await buildUser(app, 'admin');
  const act = { who: admin.email, action: 'remove course', people: [], before: null, after: null };
  await addAuditEntries(app, [
    { _id: 'old', target: 'Sailing', ...act, at: new Date(inDays(-AUDIT_SEARCH_DAYS - 1)) },
    { _id: 'new', target: 'Sailing', ...act, at: new Date(inDays(-AUDIT_SEARCH_DAYS + 1)) },
  ]);
  const list = async (query: object) =>
    (await app.as(admin).call('GET /auditLog', { query })).body.map(({ _id }) => _id);
  expect(await list({})).toEqual(['new', 'old']);
  expect(await list({ search: 'sail' })).toEqual(['new']);
});

// Rules: R36, R220.
it('a search finds a person by name, phone or address, an action, and the text anywhere', async () => {
  const admin = await buildUser(app, 'admin');
  const parent = makeUser({
    ...{ name: 'Jörg O’Quillan', email: 'quill@example.test', role: 'student' },
    phone: '+12025550188',
  });
  await app.services.database.collections.users.insertOne(parent);
  const act = { who: admin.email, people: [], before: null, after: null, at: new Date(inDays(-1)) };
  await addAuditEntries(app, [
    {
      ...{ ...act, _id: 'about', action: 'correct account', target: parent.email },
      people: [parent.email],
    },
    { ...act, _id: 'by', who: parent.email, action: 'add child', target: 'somebody@example.test' },
    {
      ...{ ...act, _id: 'former', action: 'correct account', target: 'quillan@former.test' },
      people: ['quillan@former.test'],
    },
    { ...act, _id: 'class', action: 'cancel class', target: 'Kites over Quillington' },
    { ...act, _id: 'word', action: 'change class', target: 'Joerg and the phones' },
  ]);
  const find = async (search: string, query: object = {}) => {
    const { body } = await app.as(admin).call('GET /auditLog', { query: { search, ...query } });
    return body.map(({ _id }) => _id).sort();
  };
  for (const text of ['quillan jorg', '202 555 0188', 'quill@'])
    expect(await find(text), text).toEqual(['about', 'by']);
  // A person with this word hides nothing else that has it.
  expect(await find('joerg')).toEqual(['about', 'by', 'word']);
  expect(await find('quillan')).toEqual(['about', 'by', 'former']);
  expect(await find('Quillan@for')).toEqual(['former']);
  expect(await find('joerg', { action: 'add child' })).toEqual(['by']);
  expect(await find('cancel cl')).toEqual(['class']);
  expect(await find('over quilling')).toEqual(['class']);
  expect(await find('@former')).toEqual(['former']);
  // Nothing has a word that begins like this.
  expect(await find('rmer.te')).toEqual(['former']);
  expect(await find('joerg', { from: inDays(-3), to: inDays(-2) })).toEqual([]);
  // An older version wrote entries without their words.
  await app.services.database.collections.events.updateOne(
    { _id: 'word' },
    { $unset: { searchWords: '' } },
  );
  expect(await find('joerg')).toEqual(['about', 'by', 'word']);
});

it('the audit log can be limited to who did what to whom, and to some days', async () => {
  const admin = await buildUser(app, 'admin');
  const other = await buildUser(app, 'admin');
  const act = { people: [], before: null, after: null };
  await addAuditEntries(app, [
    {
      _id: 'a',
      who: admin.email,
      action: 'remove course',
      target: 'Kites',
      ...act,
      at: new Date('2019-05-01T12:00Z'),
    },
    {
      _id: 'b',
      who: other.email,
      action: 'remove course',
      target: 'Chess',
      ...act,
      at: new Date('2019-05-02T12:00Z'),
    },
    {
      _id: 'c',
      who: admin.email,
      action: 'add course',
      target: 'Kites',
      ...act,
      at: new Date('2019-05-03T12:00Z'),
    },
  ]);
  const list = async (query: object) => {
    const { body } = await app
      .as(admin)
      .call('GET /auditLog', { query: { to: '2019-12-31', ...query } });
    return body.map(({ _id }) => _id).join('');
  };
  expect(await list({})).toBe('cba');
  expect(await list({ who: admin.email })).toBe('ca');
  expect(await list({ who: admin.email, action: 'remove course' })).toBe('a');
  expect(await list({ from: '2019-05-02', to: '2019-05-02' })).toBe('b');
  expect(await list({ from: '2019-05-01', target: 'kite' })).toBe('ca');
  expect(
    await app.as(admin).call('GET /auditLog', { query: { action: 'sell the boat' } }),
  ).toMatchObject({ status: 400 });
  // Without a first day, a search covers only the last year.
  expect(await list({ target: 'kite' })).toBe('');
});
