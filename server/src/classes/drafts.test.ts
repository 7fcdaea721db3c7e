import { SOME_FACTS } from '@speakifyr/contract/class-facts.ts';
import { describe, expect, it } from 'vitest';
import {
  buildClass,
  buildEnrolledSeat,
  buildUser,
  holdSeatOf,
  useUser,
} from '../testing/factories.ts';
import { makeNewCourse } from '../testing/documents.ts';
import { inDays } from '../testing/today.ts';
import { useTestApp } from '../testing/test-app.ts';

const app = useTestApp();
const admin = useUser(app, 'admin');

const duplicate = (id: string) =>
  app.as(admin).call('POST /duplicateCourse/:id', { params: { id } });
const publish = (id: string, body = {}) =>
  app.as(admin).call('POST /publishCourse/:id', { params: { id }, body });
const findManaged = async (id: string) =>
  (await app.as(admin).call('GET /adminClasses')).body.find(({ _id }) => _id === id);
const weekdayOf = (day: string) => new Date(day).getUTCDay();

// Rules: R69.
describe('a copy for next year', () => {
  it('keeps everything but the seats, the instructor and the tag, on the same weekdays', async () => {
    const { _id: instructorId } = await buildUser(app, 'instructor');
    const original = await buildClass(app, {
      sit: 5,
      course_tag: 'MAA',
      instructorId,
      ...SOME_FACTS,
    });
    await buildEnrolledSeat(app, original);
    await holdSeatOf(app, await buildUser(app), original);
    const { insertedId } = (await duplicate(original.id)).body;

    const copy = await findManaged(insertedId);
    const { name: title, price, details, image, assign_room } = original;
    const same = { name: title, price, details, image, assign_room, ...SOME_FACTS };
    expect(copy).toMatchObject(same);
    expect(copy).toMatchObject({ isDraft: true, sit: 5, openHolds: 0, enrolled: 0, paid: 0 });
    expect(copy).toMatchObject({ instructor: 'not-assigned', revision: 0 });
    expect(copy?.camp_start).toBe(inDays(30 + 364));
    expect(weekdayOf(copy?.camp_start ?? '')).toBe(weekdayOf(original.camp_start));
    expect(copy?.camp_end).toBe(inDays(41 + 364));
    expect(copy?.course_tag).not.toBe(original.course_tag);
  });

  it('goes to next week instead, if that is asked for, or to the first one that is not over', async () => {
    const copyToNextWeek = async (days: { camp_start: string; camp_end: string }) => {
      const { id } = await buildClass(app, days);
      const { body } = await app.as(admin).call('POST /duplicateCourse/:id', {
        params: { id },
        query: { to: 'week' },
      });
      return findManaged(body.insertedId);
    };
    const coming = { camp_start: inDays(30), camp_end: inDays(34) };
    expect(await copyToNextWeek(coming)).toMatchObject({
      ...{ isDraft: true, camp_start: inDays(37), camp_end: inDays(41) },
    });
    const over = { camp_start: inDays(-20), camp_end: inDays(-16) };
    expect(await copyToNextWeek(over)).toMatchObject({ camp_start: inDays(1), isDraft: true });
  });

  it('has the next free tag, even for many copies at once', async () => {
    const [one] = await Promise.all([
      buildClass(app, { course_tag: 'XYY' }),
      buildClass(app, { course_tag: 'XYZ', status: 'archived' }),
    ]);
    const copies = await Promise.all([1, 2, 3].map(() => duplicate(one.id)));
    const tags = await Promise.all(
      copies.map(async ({ body }) => (await findManaged(body.insertedId))?.course_tag),
    );
    expect(tags.sort()).toEqual(['XZA', 'XZB', 'XZC']);
  });

  it('of a class that was long ago starts in the future', async () => {
    const old = await buildClass(app, {
      course_tag: 'NAA',
      camp_start: inDays(-800),
      camp_end: inDays(-796),
    });
    const copy = await findManaged((await duplicate(old.id)).body.insertedId);
    expect(copy?.camp_start).toBe(inDays(-800 + 3 * 364));
  });

  it('is refused if it would end after the last day that lists can show', async () => {
    const endless = await buildClass(app, { camp_end: '9999-12-31' });
    const far = await buildClass(app, { camp_start: '9999-12-01', camp_end: '9999-12-31' });
    for (const { id } of [endless, far]) {
      const { status, body } = await duplicate(id);
      expect([status, body]).toMatchObject([400, { code: 'invalid_input' }]);
    }
    expect((await app.as(admin).call('GET /adminClasses')).status).toBe(200);
  });

  it('is refused for a class that is not there', async () => {
    const { id } = await buildClass(app, { status: 'archived' });
    expect((await duplicate(id)).status).toBe(404);
  });
});

describe('a draft', () => {
  it('is seen by no caller and can’t be joined, until it is published', async () => {
    const name = 'Secret of next summer';
    const { id } = await buildClass(app, { name, status: 'draft', price: 99_000 });
    const instructor = await buildUser(app, 'instructor');
    const student = await buildUser(app);
    const callers = [app, app.as(student), app.as(instructor), app.as(admin)];
    const params = { id };
    for (const caller of callers) {
      const public_ = await Promise.all([
        caller.call('GET /classes'),
        caller.call('GET /classes', { query: { search: 'secret', age: '9' } }),
        caller.call('GET /popularclass'),
        caller.call('GET /instructors'),
        caller.call('GET /classes/:id', { params }),
      ]);
      expect(JSON.stringify(public_.map(({ body }) => body))).not.toContain(name);
      expect(public_.at(-1)?.status).toBe(404);
    }
    const { email } = admin;
    const figures = await app.as(admin).call('GET /adminStats', { query: { email } });
    expect(JSON.stringify(figures.body)).not.toContain(name);
    const join = (person: { email: string }) =>
      app.as(person).call('POST /addClass', { body: { classId: id, email: person.email } });
    expect((await join(student)).status).toBe(404);
    expect((await join(instructor)).status).toBe(403);
    expect((await app.as(student).call('GET /adminClasses')).status).toBe(403);
    expect(
      (await app.as(student).call('POST /publishCourse/:id', { params, body: {} })).status,
    ).toBe(403);
    expect((await findManaged(id))?.isDraft).toBe(true);

    expect((await publish(id)).body).toEqual({ status: true });
    expect((await app.call('GET /classes/:id', { params })).body.name).toBe(name);
    expect((await join(student)).status).toBe(200);
    expect(await findManaged(id)).toMatchObject({ isDraft: false, revision: 1 });
  });

  // Rules: R589.
  it('is what a class without an instructor is at first; a program hears of it once it is published', async () => {
    const form = makeNewCourse({ email: 'not-assigned', name: '' }, { course_tag: 'NEU' });
    const { insertedId: id } = (await app.as(admin).call('POST /addCourse', { body: form })).body;
    expect(await findManaged(id)).toMatchObject({ isDraft: true, instructor: 'not-assigned' });
    expect((await app.call('GET /classes/:id', { params: { id } })).status).toBe(404);
    expect((await publish(id)).status).toBe(200);
    expect((await app.call('GET /classes/:id', { params: { id } })).status).toBe(200);
  });

  // Rules: R589.
  it('is again what a class is that nobody has joined, and nothing else', async () => {
    const unpublish = (id: string) =>
      app.as(admin).call('DELETE /publishCourse/:id', { params: { id } });
    const { id } = await buildClass(app);
    const left = await buildClass(app, { price: 0 });
    const student = await buildUser(app);
    const body = { classId: left.id, email: student.email };
    const { cartId } = (await app.as(student).call('POST /addClass', { body })).body;
    await app.as(student).call('POST /cancellation/:cartId', {
      params: { cartId },
      body: { refund: 0 },
    });
    const held = await buildClass(app);
    await holdSeatOf(app, student, held);
    const waits = await buildClass(app, { sit: 0 });
    const params = { classId: waits.id };
    await app.as(student).call('POST /waiting/:classId', { params, body: {} });
    const { _id: instructorId } = await buildUser(app, 'instructor');
    const taught = await buildClass(app, { instructorId });

    for (const one of [left, held, waits])
      expect((await unpublish(one.id)).body.code).toBe('class_joined');
    expect((await unpublish(taught.id)).body.code).toBe('instructor_assigned');
    expect((await unpublish(id)).status).toBe(200);
    expect(await findManaged(id)).toMatchObject({ isDraft: true, revision: 1 });
    expect((await unpublish(id)).status).toBe(404);
    expect((await app.call('GET /classes/:id', { params: { id } })).status).toBe(404);
    // Somebody joins at the same moment: one of the two is too late.
    const race = await buildClass(app, { price: 0 });
    const join = { classId: race.id, email: student.email };
    const [gone, joined] = await Promise.all([
      unpublish(race.id),
      app.as(student).call('POST /addClass', { body: join }),
    ]);
    expect([gone.status, joined.status].filter((status) => status === 200)).toHaveLength(1);
  });

  it('is changed and removed like a class, but gets no instructor', async () => {
    const draft = await buildClass(app, { status: 'draft', sit: 5 });
    const { name, price, assign_room } = draft;
    const form = { name, sit: 9, price, assign_room, course_tag: 'DRA' };
    const save = (changes: object) =>
      app.as(admin).call('PATCH /updateClass/:id', {
        params: { id: draft.id },
        body: { ...form, ...changes },
      });
    const { email } = await buildUser(app, 'instructor');
    expect((await save({ inst_email: email })).body.code).toBe('class_is_draft');
    const days = { camp_start: inDays(70), camp_end: inDays(71) };
    expect((await save(days)).status).toBe(200);
    expect(await findManaged(draft.id)).toMatchObject({ ...days, sit: 9, course_tag: 'DRA' });
    const params = { id: draft.id };
    expect((await app.as(admin).call('DELETE /removeCourse/:id', { params })).status).toBe(200);
    expect(await findManaged(draft.id)).toBeUndefined();
    expect((await publish(draft.id)).status).toBe(404);
  });

  it('is published in the past only after a confirmation, and only once', async () => {
    const days = { camp_start: inDays(-2), camp_end: inDays(2) };
    const { id } = await buildClass(app, { status: 'draft', ...days });
    expect((await publish(id)).body.code).toBe('starts_in_past');
    const answers = await Promise.all([1, 2].map(() => publish(id, { confirm_past: true })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await publish(id)).status).toBe(404);
  });
});

it('the admin’s list says how many have paid, and how much', async () => {
  const campClass = await buildClass(app, { sit: 5, price: 49.5 });
  await buildEnrolledSeat(app, campClass);
  await buildEnrolledSeat(app, campClass);
  await holdSeatOf(app, await buildUser(app), campClass);
  expect(await findManaged(campClass.id)).toMatchObject({ enrolled: 2, paid: 99, openHolds: 1 });
});
