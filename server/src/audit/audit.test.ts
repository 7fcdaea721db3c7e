import { AUDIT_SEARCH_DAYS } from '@speakifyr/contract/limits.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildUser } from '../testing/factories.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { inDays } from '../testing/today.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

it('the audit log lists all entries, and a search looks at the last year', async () => {
  const admin = await buildUser(app, 'admin');
  const act = { who: admin.email, action: 'remove course', people: [], before: null, after: null };
  await app.services.database.collections.auditLog.insertMany([
    { _id: 'old', target: 'Sailing', ...act, at: new Date(inDays(-AUDIT_SEARCH_DAYS - 1)) },
    { _id: 'new', target: 'Sailing', ...act, at: new Date(inDays(-AUDIT_SEARCH_DAYS + 1)) },
  ]);
  const list = async (query: object) =>
    (await app.as(admin).call('GET /auditLog', { query })).body.map(({ _id }) => _id);
  expect(await list({})).toEqual(['new', 'old']);
  expect(await list({ search: 'sail' })).toEqual(['new']);
});
