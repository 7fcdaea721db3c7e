import { SCHOOL } from '@speakifyr/contract/school.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { UserDocument } from '../database/user-documents.ts';
import { buildDemoUsers } from '../demo/demo-users.ts';
import { findDayStart, readToday } from '../school-time.ts';
import { buildUser, proveSignIn } from '../testing/factories.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeEach(async () => {
  app = await startTestApp();
});
afterEach(() => app.close());

const users = () => app.services.database.collections.users;
const timeZone = () => SCHOOL.timeZone;

async function readGrowth(admin: { email: string }): Promise<number | null> {
  const { body } = await app.as(admin).call('GET /adminStats', { query: { email: admin.email } });
  return body.userGrowth;
}

/** A user who registered some hours after this month began in the school's time zone, or before it (below 0). */
async function buildUserAt(hours: number, role?: UserDocument['role']): Promise<UserDocument> {
  const user = await buildUser(app, role);
  const start = findDayStart(`${readToday(app.services).slice(0, 7)}-01`, timeZone());
  const createdAt = new Date(start.getTime() + hours * 3_600_000);
  await users().updateOne({ _id: user._id }, { $set: { createdAt } });
  return { ...user, createdAt };
}

const deleteAccount = async (user: UserDocument) => {
  const idToken = await proveSignIn(user);
  const { status } = await app.as(user).call('DELETE /myAccount', {
    body: { email: user.email, idToken },
  });
  expect(status).toBe(200);
};

// Rules: R208.
it('is the percentage by which there are more users than when the month began', async () => {
  const admin = await buildUserAt(-1, 'admin');
  expect(await readGrowth(admin)).toBe(0);
  for (let number = 0; number < 2; number += 1) await buildUserAt(-1_000);
  await buildUserAt(0);
  expect(await readGrowth(admin)).toBe(33);
});

it('is below 0 if more people left than came, whether they were removed or deleted their account', async () => {
  const admin = await buildUserAt(-1, 'admin');
  const old = [];
  for (let number = 0; number < 4; number += 1) old.push(await buildUserAt(-1_000));
  await app.as(admin).call('DELETE /removeuser', { query: { email: old[0]!.email } });
  expect(await readGrowth(admin)).toBe(-20);
  await deleteAccount(old[1]!);
  expect(await readGrowth(admin)).toBe(-40);
});

it('does not count who came this month and is gone again', async () => {
  const admin = await buildUserAt(-1, 'admin');
  const [removed, deleted] = [await buildUserAt(0), await buildUserAt(0)];
  await app.as(admin).call('DELETE /removeuser', { query: { email: removed.email } });
  await deleteAccount(deleted);
  expect(await readGrowth(admin)).toBe(0);
});

it('counts those whose removal was taken back, whenever they were removed', async () => {
  const admin = await buildUserAt(-1, 'admin');
  const query = { email: (await buildUserAt(-1_000)).email };
  const remove = () => app.as(admin).call('DELETE /removeuser', { query });
  const takeBack = () => app.as(admin).call('POST /removeuser', { query });
  await remove();
  await takeBack();
  expect(await readGrowth(admin)).toBe(0);
  await remove();
  expect(await readGrowth(admin)).toBe(-50);
  app.passMinutes(25 * 24 * 60);
  await takeBack();
  // They were away when this month began, if another one has begun.
  expect([0, 100]).toContain(await readGrowth(admin));
});

it('forgets next month who left this month', async () => {
  const admin = await buildUserAt(-1, 'admin');
  const left = await buildUserAt(-1_000);
  await app.as(admin).call('DELETE /removeuser', { query: { email: left.email } });
  expect(await readGrowth(admin)).toBe(-50);
  app.passMinutes(31 * 24 * 60);
  expect(await readGrowth(admin)).toBe(0);
});

it('is missing if there was nobody', async () => {
  expect(await readGrowth(await buildUserAt(0, 'admin'))).toBeNull();
});

it('is 21 in the demo school, on whatever day it is opened', async () => {
  const admin = await buildUser(app, 'admin');
  const moments = [
    '2027-08-01T00:00:00+06:00',
    '2027-08-31T23:59:59+06:00',
    '2028-02-29T12:00:00+06:00',
    '2028-03-01T00:00:01+06:00',
    '2028-12-31T18:30:00+06:00',
  ];
  for (const moment of moments) {
    app.passMinutes((Date.parse(moment) - app.services.now().getTime()) / 60_000);
    const today = app.services.now();
    await users().deleteMany({ _id: { $ne: admin._id } });
    const [, ...others] = buildDemoUsers(today, timeZone());
    await users().insertMany(others);
    // The admin who looks replaces the demo school's own.
    await users().updateOne({ _id: admin._id }, { $set: { createdAt: new Date(0) } });
    expect([moment, await readGrowth(admin)]).toEqual([moment, 21]);
    expect(others.every(({ createdAt }) => createdAt <= today)).toBe(true);
  }
});
