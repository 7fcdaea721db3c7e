import type { FormTerms } from '@speakifyr/contract/forms.ts';
import { ObjectId } from 'mongodb';
import { beforeEach, describe, expect, it } from 'vitest';
import type { UserDocument } from '../database/user-documents.ts';
import { readAuditLog } from '../testing/audit-log.ts';
import { makeEnrolledSeat } from '../testing/care.ts';
import { buildChild, buildClass, buildUser, useUser } from '../testing/factories.ts';
import { buildFamily } from '../testing/families.ts';
import { makeQuestion, makeTerms, PICTURES, publishForm, WAIVER } from '../testing/forms.ts';
import { readProps } from '../messages/write-mail.ts';
import { findKinds, listMailsTo, readMailTo } from '../testing/mails.ts';
import { useTestApp } from '../testing/test-app.ts';
import { inDays } from '../testing/today.ts';

const app = useTestApp();
const director = useUser(app, 'admin');
const parentOfNobody = useUser(app, 'student');

beforeEach(async () => {
  await app.services.database.collections.forms.deleteMany({});
});

type Child = { _id: ObjectId; id: string };

const seatOf = ({ _id: userId }: UserDocument, child: Child) =>
  makeEnrolledSeat({ userId, childId: child._id });

/** A parent with two children in one class that is still to come. */
async function buildTwo() {
  const parent = await buildUser(app);
  const [mia, tom] = [
    await buildChild(app, parent, { name: 'Mia Byron' }),
    await buildChild(app, parent, { name: 'Tom Byron' }),
  ];
  const campClass = await buildClass(app, {
    ...{ camp_start: inDays(30), camp_end: inDays(34) },
    seats: [seatOf(parent, mia), seatOf(parent, tom)],
  });
  return { parent, mia, tom, campClass };
}

const readOwn = async (person: UserDocument) => {
  const { status, body } = await app.as(person).call('GET /myForms');
  expect(status).toBe(200);
  return body;
};
const statesOf = async (person: UserDocument) =>
  (await readOwn(person)).people.map(({ name, state }) => `${name} ${state}`).sort();

type Typed = Partial<{
  version: number;
  seen: number;
  answers: Record<string, string | number | boolean | string[]>;
  isPart: true;
  signedName: string;
  note: string;
}>;

const answer = (person: UserDocument, form: string, who: Child, typed: Typed = {}) =>
  app.as(person).call('PUT /myForms/:id', {
    params: { id: form },
    body: { personId: who.id, version: 1, seen: 0, answers: {}, ...typed },
  });
const withdraw = (person: UserDocument, form: string, who: Child) =>
  app.as(person).call('DELETE /myForms/:id', { params: { id: form }, query: { personId: who.id } });
const listPeople = async (query: object) =>
  (await app.as(director).call('GET /formPeople', { query })).body;
const rowOf = async (form: string, who: Child) =>
  (await listPeople({ formId: form })).find(({ personId }) => personId === who.id);
type Change = 'save' | 'publish' | 'again' | 'archive';
const change = (terms: FormTerms, id: string, revision: number, act: Change) =>
  app.as(director).call('PUT /forms', { body: { id, revision, form: terms, act } });

// Rules: R660.
describe('a family is asked', () => {
  it('for each child with a paid seat, once for all its classes', async () => {
    const { parent, mia, tom, campClass } = await buildTwo();
    await buildClass(app, {
      ...{ name: 'Kites', camp_start: inDays(40), camp_end: inDays(44) },
      seats: [seatOf(parent, mia)],
    });
    await publishForm(app, director);
    expect(await statesOf(parent)).toEqual(['Mia Byron open', 'Tom Byron open']);
    expect(await statesOf(await buildUser(app))).toEqual([]);
    // Another family in the same class is asked about its own child alone.
    const other = await buildUser(app);
    const leo = await buildChild(app, other, { name: 'Leo Tern' });
    await app.services.database.collections.classes.updateOne(
      { _id: campClass._id },
      { $push: { seats: seatOf(other, leo) } },
    );
    expect(await statesOf(other)).toEqual(['Leo Tern open']);
    expect(await statesOf(parent)).toHaveLength(2);
    const [asked] = await listPeople({ familyId: parent._id.toHexString() });
    expect([asked?.name, asked?.classes.length]).toEqual(['Mia Byron', 2]);
    const { needs } = (
      await app.as(parent).call('GET /myEnrolledClass', { query: { email: parent.email } })
    ).body.find(({ childId }) => childId === tom.id)!;
    expect(needs).toContain('forms');
  });

  it('only in the season and the classes of the form, while it is not archived', async () => {
    const { parent, campClass } = await buildTwo();
    const [year = ''] = campClass.camp_start.split('-');
    for (const [terms, count] of [
      [makeTerms({ season: year }), 2],
      [makeTerms({ season: String(Number(year) + 1) }), 0],
      [makeTerms({ classIds: [campClass.id] }), 2],
      [makeTerms({ classIds: [new ObjectId().toHexString()] }), 0],
    ] as const) {
      const id = await publishForm(app, director, terms);
      expect((await readOwn(parent)).people).toHaveLength(count);
      await publishForm(app, director, terms, { id, revision: 1, act: 'archive' });
      expect((await readOwn(parent)).people).toEqual([]);
    }
  });

  it('as a household by a form about the family, and an instructor by their own', async () => {
    const { parent, campClass } = await buildTwo();
    const instructor = await buildUser(app, 'instructor');
    await app.services.database.collections.classes.updateOne(
      { _id: campClass._id },
      { $set: { instructorId: instructor._id } },
    );
    const family = await publishForm(app, director, makeTerms({ about: 'family' }));
    const own = await publishForm(app, director, makeTerms({ about: 'instructor' }));
    expect(await statesOf(parent)).toEqual([`${parent.name} open`]);
    expect(await statesOf(instructor)).toEqual([`${instructor.name} open`]);
    const self = ({ _id }: UserDocument) => ({ _id, id: _id.toHexString() });
    expect((await answer(parent, own, self(parent))).status).toBe(404);
    expect((await answer(instructor, family, self(parent))).status).toBe(404);
    const typed = { answers: { far: 'Far' } };
    expect((await answer(parent, family, self(parent), typed)).status).toBe(200);
    expect((await answer(instructor, own, self(instructor), typed)).status).toBe(200);
    expect(await statesOf(parent)).toEqual([`${parent.name} done`]);
  });
});

// Rules: R661.
describe('an answer', () => {
  const terms = makeTerms({
    questions: [
      makeQuestion({ key: 'can', kind: 'yesNo' }),
      makeQuestion({ key: 'far', showIf: { key: 'can', is: 'yes' } }),
      makeQuestion({ key: 'phone', kind: 'phone', isRequired: false }),
    ],
  });

  it('is complete with what is asked and required, and keeps nothing that is not asked', async () => {
    const { parent, mia } = await buildTwo();
    const id = await publishForm(app, director, terms);
    const missing = await answer(parent, id, mia, { answers: { can: true } });
    expect(missing.body).toMatchObject({
      ...{ code: 'invalid_input', fields: { 'body.answers.far': 'Please answer this.' } },
    });
    const typed = { can: false, far: 'Hidden', other: 'Unknown', phone: '+1 (202) 555-0143' };
    expect((await answer(parent, id, mia, { answers: typed })).status).toBe(200);
    const [own] = (await readOwn(parent)).people;
    expect(own).toMatchObject({ state: 'done', answers: { can: false, phone: '+12025550143' } });
    expect(own?.answers).not.toHaveProperty('far');
  });

  it('is saved as far as it goes, and not complete', async () => {
    const { parent, mia } = await buildTwo();
    const id = await publishForm(app, director, terms);
    const part = { answers: { can: true }, isPart: true as const };
    expect((await answer(parent, id, mia, part)).status).toBe(200);
    expect((await readOwn(parent)).people[0]).toMatchObject({
      ...{ state: 'open', seen: 1, answers: { can: true } },
    });
  });

  it('to an old version, or over that of somebody else, is refused and changes nothing', async () => {
    const { child, parent, partner, seer, booker } = await buildFamily(app);
    await buildClass(app, {
      ...{ camp_start: inDays(30), camp_end: inDays(34), seats: [seatOf(parent, child)] },
    });
    const id = await publishForm(app, director);
    const both = await Promise.all([
      answer(parent, id, child, { answers: { far: 'One' } }),
      answer(partner, id, child, { answers: { far: 'Two' } }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await answer(partner, id, child, { answers: { far: 'X' } })).body.code).toBe(
      'form_changed',
    );
    expect((await change(makeTerms({ text: 'New' }), id, 1, 'publish')).status).toBe(200);
    const old = await answer(parent, id, child, { seen: 1, answers: { far: 'X' } });
    expect(old.body.code).toBe('form_changed');
    expect((await readOwn(parent)).people[0]?.answers.far).not.toBe('X');
    // Who may only see or only book can't answer.
    for (const one of [seer, booker])
      expect((await answer(one, id, child, { version: 2 })).body.code).toBe('guardian_may_not');
    expect((await readOwn(seer)).people[0]?.mayAnswer).toBe(false);
    expect((await readOwn(booker)).people).toEqual([]);
    expect((await answer(await buildUser(app), id, child, { version: 2 })).status).toBe(404);
  });

  it('may have 200 questions', async () => {
    const { parent, mia } = await buildTwo();
    const questions = Array.from({ length: 200 }, (_none, place) =>
      makeQuestion({ key: `q${place}`, label: 'Why? '.repeat(50).trim() }),
    );
    const id = await publishForm(app, director, makeTerms({ questions }));
    const answers = Object.fromEntries(questions.map(({ key }) => [key, 'Because.'.repeat(8)]));
    expect((await answer(parent, id, mia, { answers })).status).toBe(200);
    expect((await rowOf(id, mia))?.state).toBe('done');
  });
});

// Rules: R662.
describe('a published version', () => {
  it('is frozen, and a new one says whether everybody answers again', async () => {
    const { parent, mia } = await buildTwo();
    const id = await publishForm(app, director);
    await answer(parent, id, mia, { answers: { far: 'Far' } });
    await change(makeTerms({ text: 'Two' }), id, 1, 'publish');
    expect(await statesOf(parent)).toEqual(['Mia Byron done', 'Tom Byron open']);
    await change(makeTerms({ text: 'Three' }), id, 2, 'again');
    expect(await statesOf(parent)).toEqual(['Mia Byron confirm', 'Tom Byron open']);
    const [form] = (await app.as(director).call('GET /forms')).body;
    expect(form?.versions.map(({ text }) => text)).toEqual(['', 'Two', 'Three']);
    expect(form).toMatchObject({ revision: 3, draft: null });
    expect(form?.asked).toBe(form?.lacking);
    expect((await change(makeTerms(), id, 1, 'publish')).body.code).toBe('form_changed');
    expect((await readAuditLog(app, { action: 'change form' })).length).toBe(3);
  });

  it('is made once, also if the answer was lost and the change is sent again', async () => {
    const terms = makeTerms({ questions: [makeQuestion({ key: 'far', kind: 'yesNo' })] });
    const other = { ...terms, text: 'Two' };
    for (const first of ['save', 'publish', 'again'] as const) {
      const id = new ObjectId().toHexString();
      const answers = [await change(terms, id, 0, first), await change(terms, id, 0, first)];
      const both = [change(other, id, 1, 'again'), change(other, id, 1, 'again')];
      answers.push(...(await Promise.all(both)), await change(other, id, 2, 'archive'));
      answers.push(await change(other, id, 2, 'archive'));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
      const [form] = await app.services.database.collections.forms.find().toArray();
      expect(form).toMatchObject({ revision: 3, isArchived: true });
      expect(form?.versions).toHaveLength(first === 'save' ? 1 : 2);
      await app.services.database.collections.forms.deleteMany({});
    }
    const id = new ObjectId().toHexString();
    const made = await Promise.all([1, 2, 3].map(async () => change(terms, id, 0, 'publish')));
    expect(made.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await change(terms, id, 0, 'again')).body.code).toBe('form_changed');
    expect((await change(terms, id, 0, 'save')).body.code).toBe('form_changed');
    expect((await change(other, id, 0, 'publish')).body.code).toBe('form_changed');
    await change(other, id, 1, 'save');
    expect((await change(terms, id, 0, 'publish')).body.code).toBe('form_changed');
  });

  it('stays about whom it is, and shows nobody else what was answered for the office', async () => {
    const id = await publishForm(app, director);
    const refused = async (terms: FormTerms, act: 'publish' | 'again' = 'publish') =>
      Object.keys((await change(terms, id, 1, act)).body.fields ?? {});
    expect(await refused(makeTerms({ about: 'family' }))).toEqual(['body.form.about']);
    expect(await refused(makeTerms({ kind: 'waiver', text: 'Risks' }))).toEqual(['body.form.kind']);
    const toRoster = makeTerms({ questions: [makeQuestion({ key: 'far', seenBy: 'roster' })] });
    expect(await refused(toRoster)).toEqual(['body.form.questions.0.seenBy']);
    expect(await refused(toRoster, 'again')).toEqual([]);
  });

  it('is written by directors only', async () => {
    const office = await buildUser(app, 'admin', 'office');
    const body = { id: new ObjectId().toHexString(), revision: 0, form: makeTerms() };
    const wanted = { body: { ...body, act: 'publish' as const } };
    expect((await app.as(office).call('PUT /forms', wanted)).status).toBe(403);
    expect((await app.as(office).call('GET /forms')).status).toBe(200);
  });
});

// Rules: R663.
describe('a waiver', () => {
  it('is signed with a name, and its signer gets a copy of exactly that version', async () => {
    const { parent, mia } = await buildTwo();
    const id = await publishForm(app, director, WAIVER);
    expect((await answer(parent, id, mia)).body.fields).toEqual({
      'body.signedName': 'Type your name to sign.',
    });
    expect((await answer(parent, id, mia, { signedName: 'Rosa Byron' })).status).toBe(200);
    await change({ ...WAIVER, text: 'Other risks.' }, id, 1, 'again');
    expect((await readMailTo(app, parent, 'form signed'))?.props).toMatchObject({
      ...{ form: 'General waiver', text: WAIVER.text, version: 1, name: 'Rosa Byron' },
      child: 'Mia Byron',
    });
    const row = await rowOf(id, mia);
    expect(row?.state).toBe('confirm');
    expect(row?.signatures).toMatchObject([
      { version: 1, name: 'Rosa Byron', for: 'Mia Byron', by: parent._id.toHexString() },
    ]);
    // The old signature stays beside the new one.
    const again = { version: 2, seen: 1, signedName: 'Rosa Byron' };
    expect((await answer(parent, id, mia, again)).status).toBe(200);
    const now = await rowOf(id, mia);
    expect(now?.signatures.map(({ version }) => version)).toEqual([1, 2]);
    expect(now?.signatures[0]).toEqual(row?.signatures[0]);
    expect(await listMailsTo(app, parent)).toHaveLength(2);
  });

  it('is entered from paper by the office, with where the paper is', async () => {
    const { parent, mia } = await buildTwo();
    const id = await publishForm(app, director, WAIVER);
    const enter = (typed: Typed, by = director) =>
      app.as(by).call('PUT /formPeople/:id', {
        params: { id },
        body: { personId: mia.id, version: 1, seen: 0, answers: {}, ...typed },
      });
    const signed = { signedName: 'Rosa Byron' };
    expect((await enter(signed)).body.fields).toHaveProperty(['body.note']);
    expect((await enter({ ...signed, note: 'Signed on paper, folder 3' })).status).toBe(200);
    const row = await rowOf(id, mia);
    expect(row).toMatchObject({ state: 'done', note: 'Signed on paper, folder 3' });
    expect(row?.signatures).toMatchObject([
      { name: 'Rosa Byron', note: 'Signed on paper, folder 3', by: director._id.toHexString() },
    ]);
    expect(await listMailsTo(app, parent)).toEqual([]);
    expect(await readAuditLog(app, { action: 'enter form' })).toHaveLength(1);
    // Nobody of the office serves their own family.
    const own = await buildUser(app, 'admin');
    const child = await buildChild(app, own);
    const about = {
      params: { id },
      body: { personId: child.id, version: 1, seen: 0, answers: {} },
    };
    const refused = await app.as(own).call('PUT /formPeople/:id', {
      ...about,
      body: { ...about.body, ...signed, note: 'By me' },
    });
    expect(refused.body.code).toBe('own_family');
  });
});

// Rules: R664.
it('last summer’s answer is shown and confirmed', async () => {
  const { parent, mia } = await buildTwo();
  const id = await publishForm(app, director);
  await answer(parent, id, mia, { answers: { far: 'Far' } });
  const { formAnswers } = app.services.database.collections;
  await formAnswers.updateOne(
    { personId: mia._id },
    { $set: { at: new Date(Date.now() - 340 * 86_400_000) } },
  );
  const own = (await readOwn(parent)).people.find(({ personId }) => personId === mia.id);
  expect(own).toMatchObject({ state: 'confirm', answers: { far: 'Far' } });
  const confirmed = await answer(parent, id, mia, { seen: 1, answers: { far: 'Far' } });
  expect(confirmed.status).toBe(200);
  expect(await statesOf(parent)).toContain('Mia Byron done');
});

// Rules: R665, R666.
describe('a consent to pictures', () => {
  async function readMarks(reader: UserDocument, campClass: { id: string; camp_start: string }) {
    const day = campClass.camp_start;
    const list = await app
      .as(reader)
      .call('GET /dayList/:classId/:day', { params: { classId: campClass.id, day } });
    expect(list.status).toBe(200);
    return list.body.people?.map(({ facts }) => facts?.map(({ text }) => text) ?? []);
  }

  it('is marked on the day list until it is given, and again once it is withdrawn', async () => {
    const { parent, mia, campClass } = await buildTwo();
    const id = await publishForm(app, director, PICTURES);
    const NOT = ['Not in pictures'];
    expect(await readMarks(director, campClass)).toEqual([NOT, NOT]);
    await answer(parent, id, mia, { answers: { camp: true, web: false } });
    expect(await readMarks(director, campClass)).toEqual([['Pictures only: Inside the camp'], NOT]);
    await answer(parent, id, mia, { seen: 1, answers: { camp: true, web: true } });
    expect(await readMarks(director, campClass)).toEqual([[], NOT]);
    expect((await readOwn(parent)).people[0]?.isGiven).toBe(true);
    expect((await withdraw(parent, id, mia)).status).toBe(200);
    expect(await readMarks(director, campClass)).toEqual([NOT, NOT]);
    expect((await readOwn(parent)).people[0]).toMatchObject({ isGiven: false, state: 'done' });
    const row = await rowOf(id, mia);
    expect(row?.signatures.map(({ isWithdrawn = false }) => isWithdrawn)).toEqual([
      ...[false, false, true],
    ]);
  });

  it('holds by the words that the family read, also once a line is gone or nobody is asked anymore', async () => {
    const { parent, mia, campClass } = await buildTwo();
    const id = await publishForm(app, director, PICTURES);
    await answer(parent, id, mia, { answers: { camp: true, web: false } });
    const [camp] = PICTURES.questions;
    const others = { ...PICTURES, questions: [{ ...camp!, label: 'In advertising' }] };
    await publishForm(app, director, others, { id, revision: 1 });
    const NOT = ['Not in pictures'];
    const ONLY = ['Pictures only: Inside the camp'];
    expect(await readMarks(director, campClass)).toEqual([ONLY, NOT]);
    await publishForm(app, director, others, { id, revision: 2, act: 'archive' });
    expect(await readMarks(director, campClass)).toEqual([ONLY, NOT]);
    // What is asked now decides alone.
    await publishForm(app, director, PICTURES);
    expect(await readMarks(director, campClass)).toEqual([NOT, NOT]);
  });

  it('can be withdrawn after the camp, by any guardian with every right', async () => {
    const { child, parent, partner, seer } = await buildFamily(app);
    const campClass = await buildClass(app, {
      ...{ camp_start: inDays(1), camp_end: inDays(2), seats: [seatOf(parent, child)] },
    });
    const id = await publishForm(app, director, PICTURES);
    await answer(parent, id, child, { answers: { camp: true, web: true } });
    await app.services.database.collections.classes.updateOne(
      { _id: campClass._id },
      { $set: { camp_start: inDays(-9), camp_end: inDays(-5) } },
    );
    expect((await readOwn(partner)).people).toMatchObject([{ isGiven: true, state: 'done' }]);
    expect((await withdraw(seer, id, child)).body.code).toBe('guardian_may_not');
    expect((await withdraw(partner, id, child)).status).toBe(200);
    expect((await readOwn(partner)).people).toEqual([]);
  });

  it('who is no longer an instructor still withdraws it', async () => {
    const instructor = await buildUser(app, 'instructor');
    const self = { _id: instructor._id, id: instructor._id.toHexString() };
    const days = { camp_start: inDays(30), camp_end: inDays(34) };
    const campClass = await buildClass(app, { ...days, instructorId: instructor._id });
    const id = await publishForm(app, director, { ...PICTURES, about: 'instructor' });
    await answer(instructor, id, self, { answers: { camp: true, web: true } });
    const { classes, users } = app.services.database.collections;
    await classes.updateOne({ _id: campClass._id }, { $unset: { instructorId: true } });
    await users.updateOne({ _id: instructor._id }, { $set: { role: 'student' } });
    const former = { ...instructor, role: 'student' as const };
    expect((await readOwn(former)).people).toMatchObject([{ isGiven: true }]);
    expect((await answer(former, id, self, { seen: 1 })).status).toBe(404);
    expect((await withdraw(parentOfNobody, id, self)).status).toBe(404);
    expect((await withdraw(former, id, self)).status).toBe(200);
    expect((await readOwn(former)).people).toEqual([]);
  });

  it('ends with the right of who gave it, and does not come back with them', async () => {
    const { child, parent, partner } = await buildFamily(app);
    const campClass = await buildClass(app, {
      ...{ camp_start: inDays(30), camp_end: inDays(34), seats: [seatOf(parent, child)] },
    });
    const id = await publishForm(app, director, PICTURES);
    await answer(partner, id, child, { answers: { camp: true, web: true } });
    expect(await readMarks(director, campClass)).toEqual([[]]);
    await app.as(director).call('DELETE /children/:id/guardians/:guardianId', {
      params: { id: child.id, guardianId: partner._id.toHexString() },
      body: { note: 'Court' },
    });
    expect(await readMarks(director, campClass)).toEqual([['Not in pictures']]);
    expect((await readOwn(parent)).people[0]).toMatchObject({ state: 'confirm', isGiven: false });
    expect((await readMailTo(app, parent, 'right ended'))?.props).toMatchObject({
      ended: expect.arrayContaining(['consent']) as unknown,
    });
    const { formAnswers } = app.services.database.collections;
    expect(await formAnswers.findOne({ personId: child._id })).toMatchObject({ isOver: true });
  });
});

// Rules: R666.
it('the roster has the answers that say so, and no others', async () => {
  const { parent, mia, campClass } = await buildTwo();
  const instructor = await buildUser(app, 'instructor');
  await app.services.database.collections.classes.updateOne(
    { _id: campClass._id },
    { $set: { instructorId: instructor._id } },
  );
  const id = await publishForm(
    app,
    director,
    makeTerms({
      questions: [
        makeQuestion({ key: 'far', label: 'How far?', seenBy: 'roster' }),
        makeQuestion({ key: 'why', label: 'Why?' }),
      ],
    }),
  );
  await answer(parent, id, mia, { answers: { far: '=Far', why: 'Secret' } });
  const { body } = await app.as(instructor).call('GET /enrolledStudents', {
    query: { email: instructor.email, classId: campClass.id },
  });
  expect(JSON.stringify(body)).not.toContain('Secret');
  expect(body.students.find(({ childId }) => childId === mia.id)?.facts).toEqual([
    { label: 'How far?', text: '=Far' },
  ]);
  // What was answered for fewer readers is not shown to more, whatever a new version says.
  const toTeam = makeTerms({
    questions: ['far', 'why'].map((key) => makeQuestion({ key, seenBy: 'roster' })),
  });
  expect((await change(toTeam, id, 1, 'again')).status).toBe(200);
  const later = await app.as(instructor).call('GET /enrolledStudents', {
    query: { email: instructor.email, classId: campClass.id },
  });
  expect(JSON.stringify(later.body)).not.toContain('Secret');
});

// Rules: R662, R666.
it('a question that comes back has the readers of before, and a consent is not made one about pictures', async () => {
  const { parent, mia } = await buildTwo();
  const [far, why] = [makeQuestion({ key: 'far' }), makeQuestion({ key: 'why' })];
  const id = await publishForm(app, director, makeTerms({ questions: [far, why] }));
  await answer(parent, id, mia, { answers: { far: 'Far', why: 'Secret' } });
  await publishForm(app, director, makeTerms({ questions: [far] }), { id, revision: 1 });
  for (const [field, fields] of [
    ['seenBy', { seenBy: 'roster' }],
    ['seenBy', { seenBy: 'care' }],
    ['kind', { kind: 'date' }],
  ] as const) {
    const terms = makeTerms({ questions: [far, { ...why, ...fields }] });
    const refused = await change(terms, id, 2, 'publish');
    expect(Object.keys(refused.body.fields ?? {})).toEqual([`body.form.questions.1.${field}`]);
  }
  // Nobody's answer of before counts anymore.
  const toTeam = makeTerms({ questions: [far, { ...why, seenBy: 'roster' }] });
  expect((await change(makeTerms({ questions: [far] }), id, 2, 'again')).status).toBe(200);
  expect((await change(toTeam, id, 3, 'publish')).status).toBe(200);

  const trips = await publishForm(app, director, { ...PICTURES, isPictures: false });
  const late = await change(PICTURES, trips, 1, 'publish');
  expect(late.body.fields).toHaveProperty(['body.form.isPictures']);
  expect((await change(PICTURES, trips, 1, 'again')).status).toBe(200);
});

// Rules: R667.
it('the office reads who lacks what by form, class and family, and writes to exactly those', async () => {
  const { parent, mia, tom, campClass } = await buildTwo();
  const other = await buildTwo();
  const id = await publishForm(app, director, WAIVER);
  for (const child of [mia, tom]) await answer(parent, id, child, { signedName: 'Rosa' });
  const lacking = (rows: { state: string; name: string }[]) =>
    rows.filter(({ state }) => state !== 'done').map(({ name }) => name);
  expect(lacking(await listPeople({ classId: campClass.id }))).toEqual([]);
  expect(lacking(await listPeople({ classId: other.campClass.id }))).toHaveLength(2);
  expect(lacking(await listPeople({ familyId: other.parent._id.toHexString() }))).toHaveLength(2);
  const call = { subject: 'Your forms', text: 'Please answer them.' };
  const to = { classIds: [campClass.id, other.campClass.id], group: 'forms missing' as const };
  const preview = async (more: object = {}) => {
    const { body } = await app
      .as(director)
      .call('POST /messages/preview', { body: { ...to, ...call, ...more } });
    return body.people?.map(({ email }) => email) ?? body.code;
  };
  expect(await preview()).toEqual([other.parent.email]);
  // Everybody lacks another form, and only one family lacks this one.
  const second = await publishForm(app, director, makeTerms({ name: 'Another' }));
  expect(await preview()).toHaveLength(2);
  expect(await preview({ formId: second })).toHaveLength(2);
  expect(await preview({ formId: id })).toEqual([other.parent.email]);
  expect(await preview({ formId: id, group: 'enrolled' })).toBe('invalid_input');
  const body = { ...to, ...call, formId: id, messageId: crypto.randomUUID() };
  await app.as(director).call('POST /messages', { body });
  expect(await findKinds(app, parent)).not.toContain('school message');
  expect(await readMailTo(app, other.parent, 'school message')).toBeDefined();
  for (const child of [other.mia, other.tom])
    await answer(other.parent, id, child, { signedName: 'Rosa' });
  expect(await readMailTo(app, other.parent, 'school message')).toBeUndefined();
});

// Rules: R667.
it('what an account lacks for its family is written to nobody of another household', async () => {
  const { child, parent, partner } = await buildFamily(app);
  const campClass = await buildClass(app, {
    ...{ camp_start: inDays(30), camp_end: inDays(34), seats: [seatOf(parent, child)] },
  });
  const formId = await publishForm(app, director, makeTerms({ about: 'family' }));
  expect((await readOwn(partner)).people).toEqual([]);
  const target = { classIds: [campClass.id], group: 'forms missing' as const };
  const body = { ...target, subject: 'Your forms', text: 'Please answer them.' };
  const preview = async (more: object) =>
    (await app.as(director).call('POST /messages/preview', { body: { ...body, ...more } })).body;
  for (const more of [{}, { formId }])
    expect(await preview(more)).toMatchObject({ people: [{ email: parent.email }] });
  await app
    .as(director)
    .call('POST /messages', { body: { ...body, formId, messageId: crypto.randomUUID() } });
  expect(await readMailTo(app, parent, 'school message')).toBeDefined();
  expect(await findKinds(app, partner)).not.toContain('school message');
  // Who hears of it at first, and no longer lacks it, reads nothing; nor what another household lacks by then.
  const ofChild = await publishForm(app, director);
  const next = { ...body, messageId: crypto.randomUUID() };
  await app.as(director).call('POST /messages', { body: next });
  expect(await readMailTo(app, partner, 'school message')).toBeDefined();
  await answer(parent, ofChild, child, { answers: { far: 'Far' } });
  expect(await readMailTo(app, partner, 'school message')).toBeUndefined();
  const own = (await listMailsTo(app, parent)).filter(
    ({ cause }) => cause.kind === 'school message',
  );
  for (const line of own) expect(await readProps(line, app.services)).toBeDefined();
});
