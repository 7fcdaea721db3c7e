import {
  CLASS_NUMBER_NAMES,
  CLASS_NUMBERS,
  CLASS_TEXT_NAMES,
  CLASS_TEXTS,
  NO_FACTS,
  SOME_FACTS,
} from '@speakifyr/contract/class-facts.ts';
import type { Contract } from '@speakifyr/contract/contract.ts';
import type { Input } from '@speakifyr/contract/endpoint.ts';
import { ObjectId } from 'mongodb';
import { describe, expect, it } from 'vitest';
import type { UserDocument } from '../database/user-documents.ts';
import { runJobs } from '../jobs/jobs.ts';
import { makeNewCourse, makeTag } from '../testing/documents.ts';
import {
  buildTeacher,
  buildClass,
  buildEnrolledSeat,
  buildPaidSeat,
  buildUser,
  confirmPayment,
  holdSeatOf,
  recordPayment,
  startPaymentOf,
  useUser,
} from '../testing/factories.ts';
import { inDays, nextYear } from '../testing/today.ts';
import { useTestApp } from '../testing/test-app.ts';

const app = useTestApp();
const admin = useUser(app, 'admin');

type Course = Input<Contract['POST /addCourse']>['body'];
type Changes = Input<Contract['PATCH /updateClass/:id']>['body'];

/** QAA: the factories' tags go down from ZZZ. */
const FIRST_TAG = 16 * 26 * 26;
let tags = 0;
const makeCourse = (instructor: UserDocument, changes: Partial<Course> = {}): Course =>
  makeNewCourse(instructor, { course_tag: makeTag(FIRST_TAG + tags++), ...changes });
const add = (body: Course) => app.as(admin).call('POST /addCourse', { body });
const update = (id: string, body: Changes) =>
  app.as(admin).call('PATCH /updateClass/:id', { params: { id }, body });
const remove = (id: string) => app.as(admin).call('DELETE /removeCourse/:id', { params: { id } });
const show = async (id: string) => (await app.call('GET /classes/:id', { params: { id } })).body;

// Rules: R1, R11, R21, R22, R23, R24, R25, R26, R27, R28, R54, R70, R242, R274, R522, R531.
describe('adding a course', () => {
  it('adds it to the catalog with its instructor and an uppercase tag', async () => {
    const instructor = await buildUser(app, 'instructor');
    const added = await add(makeCourse(instructor, { course_tag: 'kit' }));
    expect(added.body.status).toBe(true);
    expect(await show(added.body.insertedId)).toMatchObject({
      name: 'Kite Building',
      sit: 12,
      price: 49.5,
      course_tag: 'KIT',
      instructor: instructor.name,
      instructor_email: instructor.email,
    });
  });

  it('asks for a confirmation if it starts in the past', async () => {
    const instructor = await buildUser(app, 'instructor');
    const course = makeCourse(instructor, { camp_start: inDays(-2), camp_end: inDays(2) });
    expect(await add(course)).toMatchObject({ status: 409, body: { code: 'starts_in_past' } });
    expect((await add({ ...course, confirm_past: true })).status).toBe(200);
  });

  it('needs an instructor without a course: of two requests together, one is refused', async () => {
    const instructor = await buildUser(app, 'instructor');
    const answers = await Promise.all([add(makeCourse(instructor)), add(makeCourse(instructor))]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.code === 'instructor_taken')).toHaveLength(1);
    const student = await buildUser(app);
    expect((await add(makeCourse(student))).status).toBe(404);
  });

  it('needs a unique tag', async () => {
    const [one, two] = [await buildUser(app, 'instructor'), await buildUser(app, 'instructor')];
    await add(makeCourse(one, { course_tag: 'UNI' }));
    expect((await add(makeCourse(two, { course_tag: 'uni' }))).body.code).toBe('tag_taken');
  });

  it('refuses invalid fields and names them', async () => {
    const instructor = await buildUser(app, 'instructor');
    const wrong: [object, string][] = [
      [{ sit: 21 }, 'sit'],
      [{ sit: -1 }, 'sit'],
      [{ sit: 2.5 }, 'sit'],
      [{ price: -1 }, 'price'],
      [{ price: 9.999 }, 'price'],
      [{ assign_room: 0 }, 'assign_room'],
      [{ camp_start: '05/07/2027' }, 'camp_start'],
      [{ camp_start: '2027-02-30' }, 'camp_start'],
      [{ camp_end: inDays(29) }, 'camp_end'],
      [{ course_tag: 'ABCD' }, 'course_tag'],
      [{ course_tag: 'A1C' }, 'course_tag'],
      [{ name: '  ' }, 'name'],
      [{ image: 'javascript:alert(1)' }, 'image'],
      [{ image: '' }, 'image'],
    ];
    for (const [change, field] of wrong) {
      const answer = await add(makeCourse(instructor, change));
      expect(answer, JSON.stringify(change)).toMatchObject({
        status: 400,
        body: { fields: { [`body.${field}`]: expect.any(String) } },
      });
    }
  });

  it('keeps names in any script, and keeps HTML as plain text', async () => {
    const instructor = await buildUser(app, 'instructor');
    const name = 'מחנה 🎨 قيثارة '.repeat(13).slice(0, 200).trim();
    const details = '<img src=x onerror=alert(1)> & <b>bold</b>';
    const { body } = await add(makeCourse(instructor, { name, details }));
    expect(await show(body.insertedId)).toMatchObject({ name, details });
  });
});

describe('ages, hours and texts', () => {
  const facts = SOME_FACTS;
  const unknown = NO_FACTS;

  it('are kept when a course is added, and changed with it', async () => {
    const instructor = await buildUser(app, 'instructor');
    const course = makeCourse(instructor, facts);
    const { insertedId } = (await add(course)).body;
    expect(await show(insertedId)).toMatchObject(facts);
    const { name, sit, price, assign_room, course_tag } = course;
    const form = { name, sit, price, assign_room, course_tag };
    expect((await update(insertedId, form)).status).toBe(200);
    expect(await show(insertedId)).toMatchObject(facts);
    expect((await update(insertedId, { ...form, ...unknown })).status).toBe(200);
    expect(await show(insertedId)).toMatchObject(unknown);
  });

  it('are unknown for a class without them', async () => {
    expect(await show((await buildClass(app)).id)).toMatchObject(unknown);
  });

  it('must fit together', async () => {
    const instructor = await buildUser(app, 'instructor');
    const wrong: [object, string][] = [
      [{ ...facts, ageFrom: facts.ageTo + 1 }, 'ageTo'],
      [{ ageFrom: 8 }, 'ageTo'],
      [{ ...facts, dailyStart: facts.dailyEnd }, 'dailyEnd'],
      [{ ...facts, dailyEnd: null }, 'dailyEnd'],
      [{ ...facts, dailyStart: '9:00' }, 'dailyStart'],
      ...CLASS_NUMBER_NAMES.flatMap((name) => {
        const { min, max } = CLASS_NUMBERS[name];
        return [min - 1, max + 1, 8.5].map((number): [object, string] => [
          { ...facts, [name]: number },
          name,
        ]);
      }),
      ...CLASS_TEXT_NAMES.map((name): [object, string] => [
        { ...facts, [name]: 'x'.repeat(CLASS_TEXTS[name].maxLength + 1) },
        name,
      ]),
    ];
    for (const [change, field] of wrong)
      expect(await add(makeCourse(instructor, change)), JSON.stringify(change)).toMatchObject({
        status: 400,
        body: { fields: { [`body.${field}`]: expect.any(String) } },
      });
  });

  it('are searched: a class without ages takes every age', async () => {
    const make = (name: string, changes: object) =>
      buildClass(app, { name: `Kiln ${name}`, ...changes });
    await make('old', { camp_start: inDays(30) });
    await make('for 8 to 12', { ...facts, ageFrom: 8, ageTo: 12, camp_start: inDays(31) });
    await make('from 10', { ...unknown, ageFrom: 10, camp_start: inDays(32), place: 'Pottery' });
    const names = async (query: object) =>
      (await app.call('GET /classes', { query })).body.map(({ name }) => name.slice(5));
    expect(await names({ search: 'kiln', age: '7' })).toEqual(['old']);
    expect(await names({ search: 'kiln', age: '12' })).toEqual(['old', 'for 8 to 12', 'from 10']);
    expect(await names({ search: 'kiln', age: '13' })).toEqual(['old', 'from 10']);
    expect(await names({ search: 'kiln', age: '12,9' })).toEqual(['old', 'for 8 to 12']);
    expect(await names({ search: 'kiln', age: '12,7' })).toEqual(['old']);
    for (const age of ['7,', '', '7,100', '7 12', '1,2,3,4,5,6,7'])
      expect((await app.call('GET /classes', { query: { age } })).status, age).toBe(400);
    expect(await names({ search: 'potTERY' })).toEqual(['from 10']);
  });

  it('fit a child by its age on the first day; in the month of its birthday, both ages do', async () => {
    const make = (name: string, start: string, ageFrom: number, ageTo: number) =>
      buildClass(app, {
        ...unknown,
        name: `Loom ${name}`,
        ageFrom,
        ageTo,
        camp_start: nextYear(start),
        camp_end: nextYear(start.replace(/..$/, '28')),
      });
    await make('at nine', '06-07', 9, 9);
    await make('at ten', '08-02', 10, 10);
    await make('in the month', '07-12', 9, 9);
    await make('in the month, ten', '07-12', 10, 10);
    await make('too old', '06-07', 10, 12);
    const born = `${Number(nextYear('07').slice(0, 4)) - 10}-07`;
    const names = async (query: object) =>
      (await app.call('GET /classes', { query: { search: 'loom', ...query } })).body.map(
        ({ name }) => name.slice(5),
      );
    expect((await names({ born })).sort()).toEqual(
      ['at nine', 'at ten', 'in the month', 'in the month, ten'].sort(),
    );
    // With a sibling who is ten all summer, only classes for both.
    const older = born.replace('-07', '-05');
    expect((await names({ born: `${born},${older}` })).sort()).toEqual(
      ['at ten', 'in the month, ten'].sort(),
    );
    expect(await names({ born, week: nextYear('08-23') })).toEqual(['at ten']);
    expect(await names({ week: nextYear('08-29') })).toEqual([]);
  });
});

describe('updating a course', () => {
  const changesOf = (campClass: Course | { course_tag: string }, changes: Partial<Changes>) => ({
    name: 'New name',
    sit: 5,
    price: 60,
    assign_room: 9,
    course_tag: campClass.course_tag,
    ...changes,
  });

  it('saves the fields of the form', async () => {
    const campClass = await buildClass(app, { sit: 5 });
    expect(
      (await update(campClass.id, changesOf(campClass, { opened_sit: 5, sit: 8 }))).body,
    ).toEqual({
      status: true,
    });
    expect(await show(campClass.id)).toMatchObject({
      name: 'New name',
      sit: 8,
      price: 60,
      assign_room: 9,
    });
  });

  it('is refused if a seat was taken since the form was opened, with the seats left', async () => {
    const campClass = await buildClass(app, { sit: 5 });
    await holdSeatOf(app, await buildUser(app), campClass);
    const answer = await update(campClass.id, changesOf(campClass, { opened_sit: 5, sit: 8 }));
    expect(answer).toMatchObject({ status: 409, body: { code: 'seats_changed', sit: 4 } });
    expect(await show(campClass.id)).toMatchObject({ sit: 4, name: campClass.name });
  });

  it('never makes more than twenty seats, free and taken together', async () => {
    const { _id: instructorId } = await buildUser(app, 'instructor');
    const campClass = await buildClass(app, { sit: 5, instructorId });
    await holdSeatOf(app, await buildUser(app), campClass);
    const tooMany = await update(campClass.id, changesOf(campClass, { opened_sit: 4, sit: 20 }));
    expect(tooMany).toMatchObject({
      status: 400,
      body: { fields: { 'body.sit': expect.any(String) } },
    });
    expect(
      (await update(campClass.id, changesOf(campClass, { opened_sit: 4, sit: 19 }))).status,
    ).toBe(200);
  });

  it('replaces an instructor in one step, if the form shows who teaches now', async () => {
    const [one, two] = [await buildUser(app, 'instructor'), await buildUser(app, 'instructor')];
    const three = await buildUser(app, 'instructor');
    const campClass = await buildClass(app, { sit: 5, instructorId: one._id });
    const replace = (by: { email: string }) =>
      update(campClass.id, changesOf(campClass, { inst_email: by.email, revision: 0 }));
    const answers = await Promise.all([replace(two), replace(three)]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const winner = answers[0]?.status === 200 ? two : three;
    expect((await show(campClass.id)).instructor).toBe(winner.name);
    const free = (await app.as(admin).call('GET /newInstructor')).body.map((found) => found.email);
    expect(free).toContain(one.email);
    expect(free).not.toContain(winner.email);
  });

  it('takes an unchanged instructor for no change, and a form from before a change for out of date', async () => {
    const [one, two] = [await buildUser(app, 'instructor'), await buildUser(app, 'instructor')];
    const campClass = await buildClass(app, { sit: 5, instructorId: one._id });
    const save = (details: string, revision?: number) =>
      update(
        campClass.id,
        changesOf(campClass, {
          ...{ inst_email: one.email, instructor: one.name, details },
          ...(revision !== undefined && { revision }),
        }),
      );
    expect((await save('With the spec’s form')).status).toBe(200);
    expect((await save('With ours', 1)).status).toBe(200);
    expect(await show(campClass.id)).toMatchObject({ details: 'With ours', instructor: one.name });
    // Another admin gives the class to somebody else, and the old instructor another class.
    const replaced = changesOf(campClass, { inst_email: two.email, revision: 2 });
    expect((await update(campClass.id, replaced)).status).toBe(200);
    await buildClass(app, { instructorId: one._id });
    expect((await save('Too late', 2)).body.code).toBe('class_changed');
    expect((await show(campClass.id)).instructor).toBe(two.name);
  });

  it('refuses an instructor who has a class already', async () => {
    const [one, two] = [await buildUser(app, 'instructor'), await buildUser(app, 'instructor')];
    const campClass = await buildClass(app, { instructorId: one._id });
    await buildClass(app, { instructorId: two._id });
    const body = changesOf(campClass, { inst_email: two.email, revision: 0 });
    expect((await update(campClass.id, body)).body.code).toBe('instructor_taken');
  });

  it('assigns an instructor to a class without one, and never replaces one with the spec’s form', async () => {
    const [one, two] = [await buildUser(app, 'instructor'), await buildUser(app, 'instructor')];
    const campClass = await buildClass(app, { sit: 5 });
    const assign = (inst_email: string) =>
      update(campClass.id, changesOf(campClass, { inst_email, details: 'New details' }));
    const answers = await Promise.all([assign(one.email), assign(two.email)]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.code === 'instructor_assigned')).toHaveLength(1);
    expect((await show(campClass.id)).details).toBe('New details');
    expect(
      (await update(campClass.id, changesOf(campClass, { inst_email: 'not-assigned' }))).status,
    ).toBe(200);
    expect((await show(campClass.id)).instructor).not.toBe('not-assigned');
  });

  it('can’t change a tag that is part of an entry code, so that no code is used twice', async () => {
    const campClass = await buildClass(app, { sit: 5, course_tag: 'OLD' });
    await buildEnrolledSeat(app, campClass);
    const rename = () =>
      update(campClass.id, changesOf({ course_tag: 'NEW' }, { opened_sit: 4, sit: 4 }));
    expect((await rename()).body.code).toBe('tag_in_use');
    const unused = await buildClass(app, { sit: 5, course_tag: 'FRE' });
    const renamed = await update(unused.id, changesOf({ course_tag: 'FRD' }, {}));
    expect(renamed.status).toBe(200);
  });

  it('does not overwrite what another admin changed since the form was opened', async () => {
    const campClass = await buildClass(app, { sit: 5 });
    const save = (price: number) =>
      update(campClass.id, changesOf(campClass, { price, revision: 0 }));
    expect((await save(80)).status).toBe(200);
    expect((await save(50)).body.code).toBe('class_changed');
    expect(await show(campClass.id)).toMatchObject({ price: 80, revision: 1 });
  });

  it('is refused for another class’s tag and for a missing class', async () => {
    const [one, two] = [await buildClass(app), await buildClass(app)];
    expect((await update(one.id, changesOf(two, {}))).body.code).toBe('tag_taken');
    expect((await update(new ObjectId().toHexString(), changesOf(one, {}))).status).toBe(404);
    const archived = await buildClass(app, { status: 'archived' });
    expect((await update(archived.id, changesOf(archived, {}))).status).toBe(404);
  });
});

describe('removing a course', () => {
  it('is refused until its instructor is unassigned', async () => {
    const instructor = await buildUser(app, 'instructor');
    const campClass = await buildClass(app, { instructorId: instructor._id });
    expect((await remove(campClass.id)).body.message).toBe(
      'Cannot Remove! Firstly Unassign Instructor In Update Instructor',
    );
    await app
      .as(admin)
      .call('PATCH /unassignCourse/:id', { params: { id: instructor._id.toHexString() } });
    expect((await remove(campClass.id)).body).toEqual({ status: true });
    expect((await remove(campClass.id)).status).toBe(404);
  });

  it('frees held seats, keeps the class for students who paid, and refunds late payments', async () => {
    const campClass = await buildClass(app, { sit: 5 });
    const enrolled = await buildEnrolledSeat(app, campClass);
    const late = await buildPaidSeat(app, campClass);
    const holder = await buildUser(app);
    const { cartId } = await holdSeatOf(app, holder, campClass);
    const begun = await startPaymentOf(app, holder, { cartId, price: campClass.price });

    await remove(campClass.id);
    expect((await app.call('GET /classes/:id', { params: { id: campClass.id } })).status).toBe(404);
    const listOf = async ({ email }: { email: string }) =>
      (await app.as({ email }).call('GET /myEnrolledClass', { query: { email } })).body;
    expect(await listOf(enrolled.student)).toHaveLength(1);
    const query = { email: holder.email };
    expect((await app.as(holder).call('GET /myclass', { query })).body).toEqual([]);
    expect(await confirmPayment(begun)).toBe('payment_intent_unexpected_state');
    await runJobs(app.services);
    const recorded = await recordPayment(app, late.student, late.paymentId);
    expect(recorded.body.code).toBe('payment_refunded');
    const log = await app.as(admin).call('GET /auditLog', { query: { search: late.paymentId } });
    expect(log.body).toMatchObject([{ who: 'system', action: 'refund' }]);
  });
});

describe('searching the catalog', () => {
  it('finds classes by name, instructor, month, price and free seats, page by page', async () => {
    const ingeborg = await buildTeacher(app, 'Ingeborg');
    await buildClass(app, { name: 'Sea Kayak', camp_start: nextYear('06-04'), price: 30, sit: 0 });
    await buildClass(app, {
      name: 'Sea Birds',
      camp_start: nextYear('06-11'),
      price: 90,
      instructorId: ingeborg._id,
    });
    await buildClass(app, { name: 'Sea Salt', camp_start: nextYear('07-02'), price: 60 });
    const names = async (query: object) =>
      (await app.call('GET /classes', { query })).body.map(({ name }) => name);
    expect(await names({ search: 'sea' })).toEqual(['Sea Kayak', 'Sea Birds', 'Sea Salt']);
    expect(await names({ search: 'ingeborg' })).toEqual(['Sea Birds']);
    expect(await names({ search: 'sea', free: true })).toEqual(['Sea Birds', 'Sea Salt']);
    expect(await names({ search: 'sea', month: nextYear('06') })).toEqual([
      'Sea Kayak',
      'Sea Birds',
    ]);
    expect(await names({ search: 'sea', min_price: 50, max_price: 70 })).toEqual(['Sea Salt']);
    expect(await names({ search: 'sea', sort: '-price' })).toEqual([
      'Sea Birds',
      'Sea Salt',
      'Sea Kayak',
    ]);
    const paged = await app.call('GET /classes', { query: { search: 'sea', page: 2, size: 2 } });
    expect(paged.body.map(({ name }) => name)).toEqual(['Sea Salt']);
    expect(paged.headers['x-total-count']).toBe('3');
  });
});
