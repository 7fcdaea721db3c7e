import { FIRST_TEXT_VERSION } from '@speakifyr/contract/consents.ts';
import { ObjectId } from 'mongodb';
import { beforeEach, describe, expect, it } from 'vitest';
import type { UserDocument } from '../database/user-documents.ts';
import { moveAnswers } from '../families/given-answers.ts';
import { forgetOldParts } from '../families/form-parts.ts';
import { readAuditLog } from '../testing/audit-log.ts';
import { makeEnrolledSeat } from '../testing/care.ts';
import { makeGuardian } from '../testing/documents.ts';
import { buildChild, buildClass, buildUser, proveSignIn, useUser } from '../testing/factories.ts';
import { RECORD } from '../testing/form-files.ts';
import { makeQuestion, makeTerms, PICTURES, publishForm } from '../testing/forms.ts';
import { useTestApp } from '../testing/test-app.ts';
import { inDays } from '../testing/today.ts';
import { killAfter } from '../testing/watch-writes.ts';
import { endGiven } from '../families/end-given.ts';
import { joinRecords } from '../families/same-child.ts';

const app = useTestApp();
const director = useUser(app, 'admin');
const collections = () => app.services.database.collections;

beforeEach(async () => {
  await collections().forms.deleteMany({});
  await collections().formAnswers.deleteMany({});
  await collections().formParts.deleteMany({});
});

const TERMS = makeTerms({
  name: 'State health form',
  questions: [
    makeQuestion({ key: 'doctor', label: 'Physician' }),
    makeQuestion({ key: 'ill', kind: 'yesNo', label: 'Is your child ill?', seenBy: 'care' }),
    makeQuestion({
      ...{ key: 'what', label: 'What is it?', seenBy: 'care', showIf: { key: 'ill', is: 'yes' } },
    }),
  ],
});
const ANSWERS = { doctor: 'Dr. Gray', ill: true, what: 'WordOfHealth' };
const consent = FIRST_TEXT_VERSION;

type Person = { _id: ObjectId; id: string };

async function begin(days: object = { camp_start: inDays(3), camp_end: inDays(7) }) {
  const parent = await buildUser(app);
  const instructor = await buildUser(app, 'instructor');
  const child = await buildChild(app, parent, { name: 'Mia Byron' });
  const campClass = await buildClass(app, {
    ...{ instructorId: instructor._id, ...days },
    seats: [makeEnrolledSeat({ userId: parent._id, childId: child._id })],
  });
  return { parent, instructor, child, campClass, form: await publishForm(app, director, TERMS) };
}

const send = (person: UserDocument, form: string, who: Person, typed: object, seen = 0) =>
  app.as(person).call('PUT /myForms/:id', {
    params: { id: form },
    body: { personId: who.id, version: 1, seen, answers: ANSWERS, ...typed },
  });
const enter = (form: string, who: Person, typed: object, seen = 0) =>
  app.as(director).call('PUT /formPeople/:id', {
    params: { id: form },
    body: { personId: who.id, version: 1, seen, answers: ANSWERS, note: 'Folder 3', ...typed },
  });
const signedBy = ({ _id }: UserDocument) => ({
  ...{ by: _id.toHexString(), day: inDays(0), reference: 'Folder 3' },
});
const list = async (person: UserDocument) =>
  (await app.as(person).call('GET /myForms')).body.people[0];
const readSheet = async (person: UserDocument, { id }: { id: string }) =>
  (await app.as(person).call('GET /classCare/:classId', { params: { classId: id } })).body.people[0]
    ?.formFacts;

// Rules: R695.
describe('what a form asks about health', () => {
  it('is on the care sheet for those who read it, and the family’s; on no other list', async () => {
    const { parent, instructor, child, campClass, form } = await begin();
    expect((await send(parent, form, child, {})).body.fields).toHaveProperty('body.consent');
    expect((await send(parent, form, child, { consent: '2020-01-01' })).body.code).toBe(
      'text_changed',
    );
    expect((await send(parent, form, child, { consent })).status).toBe(200);
    expect(await list(parent)).toMatchObject({ state: 'done', answers: ANSWERS });
    const facts = [
      { label: 'Is your child ill?', text: 'Yes' },
      { label: 'What is it?', text: 'WordOfHealth' },
    ];
    expect(await readSheet(instructor, campClass)).toEqual(facts);
    expect(await readSheet(director, campClass)).toEqual(facts);
    const email = parent.email;
    const own = await app
      .as(parent)
      .call('POST /myData', { body: { email, idToken: await proveSignIn(parent) } });
    expect(own.body.forms[0]?.answers).toContainEqual({
      ...{ question: 'What is it?', answer: 'WordOfHealth' },
    });
    expect(own.body.agreements).toMatchObject([{ name: 'healthConsent', about: 'Mia Byron' }]);
    const { body } = await app.as(director).call('GET /formPeople');
    expect(body).toMatchObject([{ state: 'done', answers: { doctor: 'Dr. Gray' } }]);
    expect(JSON.stringify([body, await collections().formAnswers.find({}).toArray()])).not.toMatch(
      /WordOfHealth|"ill"/,
    );
  });

  it('is asked of children only, and what hangs on it is about health, too', async () => {
    const change = async (terms: object) => {
      const { body } = await app.as(director).call('PUT /forms', {
        body: {
          ...{ id: new ObjectId().toHexString(), revision: 0, act: 'publish' },
          form: { ...TERMS, ...terms },
        },
      });
      return Object.keys(body.fields ?? {});
    };
    expect(await change({ about: 'family' })).toEqual([
      'body.form.questions.1.seenBy',
      'body.form.questions.2.seenBy',
    ]);
    const [doctor, ill, what] = TERMS.questions;
    for (const seenBy of ['office', 'roster'] as const)
      expect(await change({ questions: [doctor, ill, { ...what, seenBy }] })).toEqual([
        'body.form.questions.2.seenBy',
      ]);
  });

  it('the office enters it with the signed consent, never reads it, and keeps what it does not type', async () => {
    const { parent, instructor, child, campClass, form } = await begin();
    const paper = signedBy(parent);
    expect((await enter(form, child, { paper })).body.fields).toHaveProperty('body.consent');
    expect((await enter(form, child, { consent, paper })).status).toBe(200);
    const next = { answers: { doctor: 'Dr. White' } };
    expect((await enter(form, child, next, 1)).status).toBe(200);
    expect(await list(parent)).toMatchObject({
      answers: { doctor: 'Dr. White', ill: true, what: 'WordOfHealth' },
    });
    expect(await readSheet(instructor, campClass)).toHaveLength(2);
    const [part] = await collections().formParts.find({}).toArray();
    expect(part?.consent).toMatchObject({ by: parent._id, paper: 'Folder 3' });
    const none = { answers: { ill: false }, consent, paper };
    expect((await enter(form, child, none, 2)).body.fields).toHaveProperty('body.answers.doctor');
  });

  // Rules: R696.
  it('a paper does not replace what the family answered after it was signed', async () => {
    const { parent, child, form } = await begin();
    await send(parent, form, child, { consent });
    const answers = { doctor: 'Dr. White', ill: false };
    const old = { answers, consent, paper: { ...signedBy(parent), day: inDays(-1) } };
    expect((await enter(form, child, old, 1)).body.fields).toHaveProperty(['body.paper.day']);
    expect(await list(parent)).toMatchObject({ answers: ANSWERS });
    // What they have only begun is no answer yet.
    const other = await buildChild(app, parent, { name: 'Tom Byron' });
    const begun = { answers: { doctor: 'Dr. Gray' }, isPart: true };
    expect((await send(parent, form, other, begun)).status).toBe(200);
    expect((await enter(form, other, old, 1)).status).toBe(200);
  });

  it('the office needs no paper for what it leaves, also after a question about health is gone', async () => {
    const { parent, child, form } = await begin();
    await send(parent, form, child, { consent });
    const questions = TERMS.questions.filter(({ key }) => key !== 'what');
    await publishForm(app, director, { ...TERMS, questions }, { id: form, revision: 1 });
    const next = { version: 2, answers: { doctor: 'Dr. White' } };
    expect((await enter(form, child, next, 1)).status).toBe(200);
    expect(await list(parent)).toMatchObject({ answers: { doctor: 'Dr. White', ill: true } });
  });

  it('only a guardian who decides signs the paper, not in the future, and with the words of that day', async () => {
    const { parent, child, form } = await begin();
    const [other, seer, stranger] = [
      await buildUser(app),
      await buildUser(app),
      await buildUser(app),
    ];
    await collections().children.updateOne(
      { _id: child._id },
      {
        $push: {
          guardians: {
            $each: [makeGuardian(other._id), makeGuardian(seer._id, { may: ['see'] })],
          },
        },
      },
    );
    expect((await enter(form, child, { consent })).body.fields).toHaveProperty('body.paper');
    for (const one of [seer, stranger])
      expect((await enter(form, child, { consent, paper: signedBy(one) })).body.code).toBe(
        'guardian_may_not',
      );
    const early = { ...signedBy(other), day: inDays(1) };
    expect((await enter(form, child, { consent, paper: early })).body.fields).toHaveProperty([
      'body.paper.day',
    ]);
    const words = { consent: '2020-01-01', paper: signedBy(other) };
    expect((await enter(form, child, words)).body.code).toBe('text_changed');
    expect(await collections().formParts.countDocuments({})).toBe(0);
    const paper = { ...signedBy(other), day: inDays(-9) };
    expect((await enter(form, child, { consent, paper })).status).toBe(200);
    const [part] = await collections().formParts.find({}).toArray();
    expect(part?.consent).toMatchObject({ by: other._id, paper: 'Folder 3', textVersion: consent });
    expect(await collections().formAnswers.findOne({})).toMatchObject({ by: other._id });
    // Every guardian who sees the child reads who signed, and when. The office reads no answer.
    for (const one of [parent, seer])
      expect((await list(one))?.signed).toMatchObject({
        ...{ by: other.name, paper: 'Folder 3' },
        at: expect.stringContaining(inDays(-9)) as string,
      });
    const log = await readAuditLog(app, { action: 'enter form' });
    expect(log).toMatchObject([
      { after: { signedBy: other._id.toHexString(), day: inDays(-9), paper: 'Folder 3' } },
    ]);
    expect(JSON.stringify(log)).not.toContain('Word');
    // It is as old as the signature.
    const old = { ...signedBy(other), day: inDays(-400) };
    expect((await enter(form, child, { consent, paper: old }, 1)).status).toBe(200);
    expect((await list(parent))?.state).toBe('confirm');
  });

  it('a family that answers no leaves nothing of what it said before', async () => {
    const { parent, child, form } = await begin();
    await send(parent, form, child, { consent });
    const answers = { doctor: 'Dr. Gray', ill: false };
    expect((await send(parent, form, child, { answers, consent }, 1)).status).toBe(200);
    const parts = await collections().formParts.find({}).toArray();
    expect(parts.map(({ care }) => care)).toEqual([{ ill: false }]);
    expect((await send(parent, form, child, { answers: {}, isPart: true }, 2)).status).toBe(200);
    expect(await collections().formParts.countDocuments({})).toBe(0);
  });

  it('what a form asked as health stays health, and a document, too', async () => {
    const { form } = await begin();
    const change = async (id: string, terms: object, act: 'publish' | 'again') => {
      const body = { id, revision: 1, act, form: { ...TERMS, ...terms } };
      const answer = await app.as(director).call('PUT /forms', { body });
      return Object.keys(answer.body.fields ?? {});
    };
    const [doctor, ill, what] = TERMS.questions;
    for (const act of ['publish', 'again'] as const) {
      const questions = [doctor!, { ...ill!, seenBy: 'roster' as const }, what!];
      expect(await change(form, { questions }, act)).toEqual(['body.form.questions.1.seenBy']);
      const asked = [{ ...doctor!, seenBy: 'care' as const }, ill!, what!];
      expect(await change(form, { questions: asked }, act)).toEqual([
        'body.form.questions.0.seenBy',
      ]);
    }
    const badge = await publishForm(app, director, { ...RECORD, isHealth: undefined });
    expect(await change(badge, RECORD, 'again')).toEqual(['body.form.isHealth']);
  });

  it('nobody without the right to see the child reads it', async () => {
    const { parent, child, form, campClass } = await begin();
    const booker = await buildUser(app);
    await collections().children.updateOne(
      { _id: child._id },
      {
        $push: { guardians: makeGuardian(booker._id, { may: ['book'], invitedBy: parent._id }) },
      },
    );
    await send(parent, form, child, { consent });
    expect(JSON.stringify((await app.as(booker).call('GET /myForms')).body)).not.toContain('Word');
    const other = await buildUser(app, 'instructor');
    expect(await readSheet(other, campClass).catch(() => undefined)).toBeUndefined();
  });

  it('two guardians at once: one of them is refused, and only the other’s words are kept', async () => {
    const { parent, child, form } = await begin();
    const both = await Promise.all(
      ['WordOfOne', 'WordOfTwo'].map((what) =>
        send(parent, form, child, { consent, answers: { ...ANSWERS, what } }),
      ),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await collections().formParts.countDocuments({})).toBe(1);
    expect((await list(parent))?.answers['what']).toBe(
      both[0]?.status === 200 ? 'WordOfOne' : 'WordOfTwo',
    );
  });
});

// Rules: R691, R692.
describe('what a form knows about health is kept as all health is', () => {
  it('goes with the consent: then it is asked again, and the rest of the answer stays', async () => {
    const { parent, child, form, instructor, campClass } = await begin();
    await send(parent, form, child, { consent });
    await app.as(parent).call('DELETE /myChildren/:id/health', { params: { id: child.id } });
    expect(await collections().formParts.countDocuments({})).toBe(0);
    expect(await list(parent)).toMatchObject({ state: 'open', answers: { doctor: 'Dr. Gray' } });
    expect(await readSheet(instructor, campClass)).toBeUndefined();
  });

  it('no paper that was signed before brings it back, also after two records became one', async () => {
    const { parent, child, form } = await begin();
    const twin = await buildChild(app, parent);
    const day = inDays(-3);
    await app.as(parent).call('DELETE /myChildren/:id/health', { params: { id: child.id } });
    const enterBoth = async (of: Person) => {
      const old = await enter(form, of, { consent, paper: { ...signedBy(parent), day } });
      expect(Object.keys(old.body.fields ?? {})).toEqual(['body.paper.day']);
      expect(await collections().formParts.countDocuments({})).toBe(0);
    };
    await enterBoth(child);
    const from = (await collections().children.findOne({ _id: child._id }))!;
    const into = (await collections().children.findOne({ _id: twin._id }))!;
    await joinRecords({ from, into }, { from: parent, into: parent }, app.services);
    await enterBoth(twin);
    expect((await enter(form, twin, { consent, paper: signedBy(parent) })).status).toBe(200);
    expect(await collections().formParts.countDocuments({})).toBe(1);
  });

  it('goes some days after the last class, and with the child', async () => {
    const { parent, child, form } = await begin({ camp_start: inDays(-9), camp_end: inDays(-5) });
    await send(parent, form, child, { consent });
    await forgetOldParts(app.services);
    expect(await collections().formParts.countDocuments({})).toBe(1);
    const later = new Date(Date.now() + 40 * 24 * 60 * 60_000);
    await forgetOldParts({ ...app.services, now: () => later });
    expect(await collections().formParts.countDocuments({})).toBe(0);
    expect(await collections().formAnswers.findOne({})).toMatchObject({ isComplete: false });
    await send(parent, form, child, { consent }, 2);
    expect(await collections().formParts.countDocuments({})).toBe(1);
    await app.as(parent).call('DELETE /myChildren/:id', { params: { id: child.id } });
    expect(await collections().formParts.countDocuments({})).toBe(0);
  });

  it('stays when who said it loses the right, and another guardian confirms it', async () => {
    const { parent, child, form, instructor, campClass } = await begin();
    const other = await buildUser(app);
    await send(parent, form, child, { consent });
    const guardians = [makeGuardian(other._id)];
    await collections().children.updateOne({ _id: child._id }, { $set: { guardians } });
    await endGiven({ _id: child._id, guardians }, [], app.services);
    expect(await readSheet(instructor, campClass)).toHaveLength(2);
    expect(await list(other)).toMatchObject({ state: 'confirm', answers: ANSWERS });
    expect((await send(other, form, child, { consent }, 1)).status).toBe(200);
    expect(await list(other)).toMatchObject({ state: 'done' });
  });

  it('the office confirms none of it with a note, and a guardian who signs the same again does', async () => {
    const { parent, child, form } = await begin();
    const other = await buildUser(app);
    await send(parent, form, child, { consent });
    const byPhone = { answers: { doctor: 'Dr. White' }, note: 'By phone' };
    const state = async (person: UserDocument) => (await list(person))?.state;
    // It is from last summer.
    const at = new Date(Date.now() - 340 * 24 * 60 * 60_000);
    await collections().formAnswers.updateOne({}, { $set: { at } });
    expect((await enter(form, child, byPhone, 1)).status).toBe(200);
    expect(await state(parent)).toBe('confirm');
    await send(parent, form, child, { consent }, 2);
    expect(await state(parent)).toBe('done');
    // Everybody answers again.
    await publishForm(app, director, TERMS, { id: form, revision: 1, act: 'again' });
    expect((await enter(form, child, { ...byPhone, version: 2 }, 3)).status).toBe(200);
    expect(await state(parent)).toBe('confirm');
    await send(parent, form, child, { consent, version: 2 }, 4);
    expect(await state(parent)).toBe('done');
    // Who said it has lost the right.
    const guardians = [makeGuardian(other._id)];
    await collections().children.updateOne({ _id: child._id }, { $set: { guardians } });
    await endGiven({ _id: child._id, guardians }, [], app.services);
    const again = { consent, paper: signedBy(other), version: 2 };
    expect((await enter(form, child, { ...again, ...byPhone }, 5)).status).toBe(200);
    expect(await state(other)).toBe('confirm');
    expect((await enter(form, child, again, 6)).status).toBe(200);
    expect(await state(other)).toBe('done');
    expect((await collections().formParts.findOne({}))?.consent?.by).toEqual(other._id);
  });

  it('goes along when two records of a child become one', async () => {
    const { parent, child, form, instructor, campClass } = await begin();
    const twin = await buildChild(app, parent);
    await send(parent, form, twin, { consent });
    const answers = { doctor: 'Dr. Gray', ill: true, what: 'Asthma' };
    await send(parent, form, child, { consent, answers });
    await moveAnswers(twin._id, child._id, app.services);
    // All of both stays, and the family looks at it.
    expect(await list(parent)).toMatchObject({
      ...{ state: 'open', answers: { what: 'Asthma\nWordOfHealth' } },
    });
    expect(await readSheet(instructor, campClass)).toHaveLength(2);
    await app.as(parent).call('DELETE /myChildren/:id', { params: { id: twin.id } });
    expect(await readSheet(instructor, campClass)).toHaveLength(2);
  });

  it('of two records, whatever either has said stays on the care sheet, and the family looks at it', async () => {
    const { parent, child, instructor, campClass } = await begin();
    await collections().forms.deleteMany({});
    const [doctor] = TERMS.questions;
    const form = await publishForm(app, director, makeTerms({ questions: [doctor!] }));
    const twin = await buildChild(app, parent);
    await send(parent, form, child, { answers: { doctor: 'Dr. Gray' } });
    // Only the other record was asked about health.
    await publishForm(app, director, TERMS, { id: form, revision: 1 });
    expect((await send(parent, form, twin, { version: 2, consent })).status).toBe(200);
    await moveAnswers(twin._id, child._id, app.services);
    expect(await readSheet(instructor, campClass)).toEqual([
      { label: 'Is your child ill?', text: 'Yes' },
      { label: 'What is it?', text: 'WordOfHealth' },
    ]);
    expect(await list(parent)).toMatchObject({ state: 'open' });
  });

  it('a server that stops anywhere while two records are joined changes nothing of what comes out', async () => {
    const { parent, child, form } = await begin();
    const twin = await buildChild(app, parent);
    const allows = await publishForm(app, director, PICTURES);
    const [halfDone, onlyTheirs] = [
      await publishForm(app, director, TERMS),
      await publishForm(app, director, TERMS),
    ];
    const theirs = { consent, answers: { doctor: 'Dr. White', ill: true, what: 'Asthma' } };
    for (const [id, mine, other] of [
      [form, { consent }, theirs],
      [allows, { answers: { camp: true, web: false } }, { answers: { camp: false, web: true } }],
      [halfDone, { consent, answers: { ill: true }, isPart: true }, theirs],
      [onlyTheirs, undefined, theirs],
    ] as [string, object | undefined, object][]) {
      if (mine) expect((await send(parent, id, child, mine)).status).toBe(200);
      expect((await send(parent, id, twin, other)).status).toBe(200);
    }
    const { formAnswers, formParts } = collections();
    const readAll = async () => ({
      answers: await formAnswers.find({}).sort({ _id: 1 }).toArray(),
      parts: await formParts.find({}).sort({ _id: 1 }).toArray(),
    });
    const before = await readAll();
    await moveAnswers(twin._id, child._id, app.services);
    const joined = await readAll();
    expect(joined.answers.find(({ _id }) => _id.startsWith(form))?.answers).toEqual({
      doctor: 'Dr. Gray',
    });
    expect(joined.answers.find(({ _id }) => _id.startsWith(allows))?.answers).toEqual({
      ...{ camp: false, web: false },
    });
    let writes = 0;
    for (let isKilled = true; isKilled; writes += 1) {
      await formAnswers.deleteMany({});
      await formParts.deleteMany({});
      await formAnswers.insertMany(before.answers);
      await formParts.insertMany(before.parts);
      isKilled = await moveAnswers(twin._id, child._id, killAfter(app.services, writes)).then(
        () => false,
        () => true,
      );
      await moveAnswers(twin._id, child._id, app.services);
      expect(await readAll(), `stopped after ${writes} writes`).toEqual(joined);
    }
    expect(writes).toBeGreaterThan(15);
  });
});
