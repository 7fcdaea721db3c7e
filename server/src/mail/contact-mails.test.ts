import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildUser } from '../testing/factories.ts';
import { findKinds } from '../testing/mails.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { MESSAGES_BY_MAIL } from './due-mails/contact-mails.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

it(`a flood of messages makes ${MESSAGES_BY_MAIL} emails an hour for each admin; all are in the inbox`, async () => {
  const admins = [await buildUser(app, 'admin'), await buildUser(app, 'admin')];
  const write = async () => {
    const body = { name: 'Max', email: 'max@example.org', message: 'Buy this!' };
    expect((await app.call('POST /contact', { body })).status).toBe(200);
  };
  const countMails = () => Promise.all(admins.map(async (to) => (await findKinds(app, to)).length));
  for (let times = 0; times < MESSAGES_BY_MAIL + 5; times += 1) await write();
  expect(await countMails()).toEqual([MESSAGES_BY_MAIL, MESSAGES_BY_MAIL]);
  const [admin] = admins;
  const inbox = await app.as(admin!).call('GET /contactMessages');
  expect(inbox.body).toHaveLength(MESSAGES_BY_MAIL + 5);

  app.passMinutes(61);
  expect(await countMails()).toEqual([MESSAGES_BY_MAIL, MESSAGES_BY_MAIL]);
  await write();
  expect(await countMails()).toEqual([MESSAGES_BY_MAIL + 1, MESSAGES_BY_MAIL + 1]);
});
