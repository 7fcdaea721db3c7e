import { afterAll, beforeAll, expect, it } from 'vitest';
import type { UserDocument } from '../database/collections.ts';
import { makeNewCourse, makeTag } from '../testing/documents.ts';
import { buildClass, buildEnrolledSeat, buildUser } from '../testing/factories.ts';
import { startSecondServer, startTestApp, type TestApp } from '../testing/test-app.ts';

// `large` is the same school with MAX_SEATS=30.
let app: TestApp;
let large: TestApp;
let admin: UserDocument;
beforeAll(async () => {
  app = await startTestApp();
  large = await startSecondServer(app, { MAX_SEATS: '30' });
  admin = await buildUser(app, 'admin');
});
afterAll(async () => {
  await large.close();
  await app.close();
});

let tags = 17 * 26 * 26;
const add = async (sit: number, server: TestApp) => {
  const course = makeNewCourse(await buildUser(app, 'instructor'), {
    ...{ sit, course_tag: makeTag(tags++) },
  });
  return (await server.as(admin).call('POST /addCourse', { body: course })).status;
};

it('a class has at most MAX_SEATS places: 20, or what the school has set', async () => {
  expect([await add(20, app), await add(21, app)]).toEqual([200, 400]);
  expect([await add(30, large), await add(31, large)]).toEqual([200, 400]);
});

it('a class that had more when the school lowered MAX_SEATS keeps them, and gets no more', async () => {
  const campClass = await buildClass(app, { sit: 26 });
  await buildEnrolledSeat(app, campClass);
  const { id, name, price, course_tag } = campClass;
  const update = async (sit: number, opened_sit: number) => {
    const body = { name, price, assign_room: 12, course_tag, sit, opened_sit };
    const answer = await app.as(admin).call('PATCH /updateClass/:id', { params: { id }, body });
    return answer.status;
  };
  expect(await update(26, 25)).toBe(400);
  expect(await update(25, 25)).toBe(200);
  expect(await update(24, 25)).toBe(200);
  expect(await update(25, 24)).toBe(400);
});
