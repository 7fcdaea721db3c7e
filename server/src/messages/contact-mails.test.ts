import { expect, it } from 'vitest';
import { buildUser } from '../testing/factories.ts';
import { findKinds, readMailTo } from '../testing/mails.ts';
import { type TestApp, useTestApp } from '../testing/test-app.ts';
import { MESSAGES_BY_MAIL } from './kinds/contact.ts';

const app = useTestApp();

// Rules: R75, R257.
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

it('only a visitor who gives their own confirmed address gets a copy', async () => {
  const [writer, other] = [await buildUser(app), await buildUser(app)];
  const unconfirmed = await buildUser(app);
  const { users } = app.services.database.collections;
  await users.updateOne({ _id: unconfirmed._id }, { $set: { isVerified: false } });
  const write = (from: Pick<TestApp, 'call'>, { email }: { email: string }) =>
    from.call('POST /contact', { body: { name: 'Max', email, message: 'Is there lunch?' } });
  expect((await write(app.as(writer), writer)).status).toBe(200);
  expect(await readMailTo(app, writer, 'contact copy')).toMatchObject({
    props: { message: 'Is there lunch?' },
  });
  // A stranger can't have the school send a text to somebody else.
  for (const from of [app, app.as(writer)]) expect((await write(from, other)).status).toBe(200);
  await write(app.as(unconfirmed), unconfirmed);
  expect(await findKinds(app, other)).toEqual([]);
  expect(await findKinds(app, unconfirmed)).toEqual([]);
});

it('a session that is over does not keep anybody from writing', async () => {
  const writer = await buildUser(app);
  const as = app.as(writer);
  app.passMinutes(2 * 60);
  const { email } = writer;
  const body = { name: 'Max', email, message: 'Is there lunch?' };
  expect((await as.call('POST /contact', { body })).status).toBe(200);
  expect(await findKinds(app, writer)).toEqual([]);
});
