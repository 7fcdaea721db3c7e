import { ObjectId } from 'mongodb';
import { beforeEach, describe, expect, it } from 'vitest';
import type { UserDocument } from '../database/user-documents.ts';
import { forgetOldSignatures } from '../families/given-answers.ts';
import { makeEnrolledSeat } from '../testing/care.ts';
import { buildChild, buildClass, buildUser, proveSignIn, useUser } from '../testing/factories.ts';
import { buildFamily } from '../testing/families.ts';
import { makeTerms, PICTURES, publishForm, WAIVER } from '../testing/forms.ts';
import { useTestApp } from '../testing/test-app.ts';
import { inDays } from '../testing/today.ts';
import { watchWrites } from '../testing/watch-writes.ts';
import { moveAnswers } from '../families/given-answers.ts';

/** What happens just before an answer is written. */
let before: (() => Promise<unknown>) | undefined;

const app = useTestApp(({ database }) => ({
  database: {
    ...database,
    collections: watchWrites(database.collections, async (collection) => {
      if (collection !== 'formAnswers') return;
      const happen = before;
      before = undefined;
      await happen?.();
    }),
  },
}));
const director = useUser(app, 'admin');
const collections = () => app.services.database.collections;

beforeEach(async () => {
  await collections().forms.deleteMany({});
  await collections().formAnswers.deleteMany({});
});

type Child = { _id: ObjectId; id: string };
const OVER = { camp_start: inDays(-9), camp_end: inDays(-5) };
const TO_COME = { camp_start: inDays(30), camp_end: inDays(34) };

const seat = ({ _id: userId }: UserDocument, child: Child, days = TO_COME) =>
  buildClass(app, { ...days, seats: [makeEnrolledSeat({ userId, childId: child._id })] });

const answer = (person: UserDocument, form: string, who: Child, typed: object = {}) =>
  app.as(person).call('PUT /myForms/:id', {
    params: { id: form },
    body: { personId: who.id, version: 1, seen: 0, answers: {}, ...typed },
  });
const FAR = { answers: { far: 'Far' } };
const SIGNED = { signedName: 'Rosa Byron' };
const ALL = { answers: { camp: true, web: true } };
const self = ({ _id }: UserDocument) => ({ _id, id: _id.toHexString() });

// Rules: R668.
describe('what was answered goes with who it is about', () => {
  it('answers are erased with a child, and its signatures stay for their time, unchanged', async () => {
    const parent = await buildUser(app);
    const child = await buildChild(app, parent, { name: 'Mia Byron' });
    await seat(parent, child, OVER);
    const questions = await publishForm(app, director);
    const waiver = await publishForm(app, director, WAIVER);
    await answer(parent, questions, child, FAR);
    await answer(parent, waiver, child, SIGNED);
    const before = await collections().formAnswers.findOne({ formId: new ObjectId(waiver) });
    await app.as(parent).call('DELETE /myChildren/:id', { params: { id: child.id } });
    const left = await collections().formAnswers.find({ personId: child._id }).toArray();
    expect(left).toMatchObject([{ answers: {}, isComplete: false }]);
    expect(left[0]?.signatures).toEqual(before?.signatures);
    const { body } = await app.as(director).call('GET /formPeople', { query: { formId: waiver } });
    expect(body).toMatchObject([{ state: 'gone', name: 'Mia Byron', mayAnswer: false }]);
    // Nobody answers for a child that is gone, and the office neither.
    expect((await answer(parent, waiver, child, SIGNED)).status).toBe(404);
    await forgetOldSignatures(app.services);
    expect(await collections().formAnswers.countDocuments({})).toBe(1);
    await collections().formAnswers.updateOne({}, { $set: { goneAt: new Date(0) } });
    await forgetOldSignatures(app.services);
    expect(await collections().formAnswers.countDocuments({})).toBe(0);
  });

  it('an account takes its own answers with it', async () => {
    const parent = await buildUser(app);
    const child = await buildChild(app, parent);
    await seat(parent, child, OVER);
    const form = await publishForm(app, director, makeTerms({ about: 'family' }));
    await answer(parent, form, self(parent), FAR);
    const { status } = await app.as(parent).call('DELETE /myAccount', {
      body: { email: parent.email, idToken: await proveSignIn(parent) },
    });
    expect(status).toBe(200);
    expect(await collections().formAnswers.countDocuments({})).toBe(0);
  });

  it('they are in the download of one’s data, with the text of each signature', async () => {
    const { child, parent, seer, booker } = await buildFamily(app);
    await seat(parent, child);
    const waiver = await publishForm(app, director, WAIVER);
    await answer(parent, waiver, child, SIGNED);
    await publishForm(
      app,
      director,
      { ...WAIVER, text: 'Other risks.' },
      { id: waiver, revision: 1, act: 'again' },
    );
    const download = async (person: UserDocument) =>
      (
        await app.as(person).call('POST /myData', {
          body: { email: person.email, idToken: await proveSignIn(person) },
        })
      ).body.forms;
    expect(await download(parent)).toMatchObject([
      {
        ...{ form: WAIVER.name, for: child.name, version: 1 },
        signatures: [{ name: 'Rosa Byron', isYou: true, text: WAIVER.text }],
      },
    ]);
    expect((await download(seer))[0]?.signatures[0]?.isYou).toBe(false);
    expect(await download(booker)).toEqual([]);
  });
});

describe('at the same moment', () => {
  it('a child is deleted: its answer is not left behind', async () => {
    const parent = await buildUser(app);
    const child = await buildChild(app, parent);
    const form = await publishForm(app, director);
    before = () => app.as(parent).call('DELETE /myChildren/:id', { params: { id: child.id } });
    expect((await answer(parent, form, child, FAR)).status).toBe(404);
    expect(await collections().formAnswers.countDocuments({})).toBe(0);
  });

  // Rules: R663, R668.
  it('a child is deleted, or an account removed: what was signed before stays', async () => {
    const { children, users, formAnswers } = collections();
    const parent = await buildUser(app);
    const child = await buildChild(app, parent);
    const ofChild = await publishForm(app, director, WAIVER);
    const ofFamily = await publishForm(app, director, { ...WAIVER, about: 'family' });
    const again = { ...SIGNED, seen: 1 };
    await answer(parent, ofChild, child, SIGNED);
    before = () =>
      children.updateOne(
        { _id: child._id },
        { $set: { guardians: [], deletingSince: new Date() } },
      );
    expect((await answer(parent, ofChild, child, again)).status).toBe(404);
    expect(await formAnswers.findOne({ personId: child._id })).toMatchObject({
      ...{ answers: {}, goneAt: expect.any(Date) as unknown },
      signatures: [{ name: 'Rosa Byron' }, {}],
    });
    await answer(parent, ofFamily, self(parent), SIGNED);
    // It can be taken back.
    before = () => users.updateOne({ _id: parent._id }, { $set: { status: 'removed' } });
    expect((await answer(parent, ofFamily, self(parent), again)).status).toBe(200);
    expect((await formAnswers.findOne({ personId: parent._id }))?.signatures).toHaveLength(2);
  });

  // Rules: R662.
  it('two guardians change the same answer: one of them is asked to look', async () => {
    const { child, parent, partner } = await buildFamily(app);
    const form = await publishForm(app, director);
    await answer(parent, form, child, FAR);
    const both = await Promise.all(
      [parent, partner].map((one) =>
        answer(one, form, child, { seen: 1, answers: { far: one.name } }),
      ),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await collections().formAnswers.findOne({})).toMatchObject({ revision: 2 });
  });
});

describe('families that change', () => {
  it('a merged account’s answers go along; of two consents, only what both allow', async () => {
    const [from, into] = [await buildUser(app), await buildUser(app)];
    const [one, other] = [await buildChild(app, from), await buildChild(app, into)];
    const family = await publishForm(app, director, makeTerms({ about: 'family' }));
    const consent = await publishForm(app, director, PICTURES);
    const waiver = await publishForm(app, director, WAIVER);
    await answer(from, family, self(from), FAR);
    await answer(from, consent, one, ALL);
    await answer(into, consent, other, { answers: { camp: true, web: false } });
    await answer(from, waiver, one, SIGNED);
    await answer(into, waiver, other, { signedName: 'Leo Byron' });
    // May be repeated.
    for (let times = 0; times < 2; times += 1) {
      await moveAnswers(from._id, into._id, app.services);
      await moveAnswers(one._id, other._id, app.services);
    }
    const find = (form: string, personId: ObjectId) =>
      collections().formAnswers.findOne({ formId: new ObjectId(form), personId });
    expect(await find(family, into._id)).toMatchObject({ by: into._id, answers: { far: 'Far' } });
    expect(await find(consent, other._id)).toMatchObject({ answers: { camp: true, web: false } });
    const signed = await find(waiver, other._id);
    expect(signed?.signatures.map(({ name }) => name).sort()).toEqual(['Leo Byron', 'Rosa Byron']);
    expect(await collections().formAnswers.countDocuments({ personId: one._id })).toBe(0);
  });

  // Rules: R665.
  it('a removed account no longer gives a consent, and its other answers stay', async () => {
    const { child, parent, partner } = await buildFamily(app);
    await seat(parent, child);
    const consent = await publishForm(app, director, PICTURES);
    const questions = await publishForm(app, director);
    await answer(partner, consent, child, ALL);
    await answer(partner, questions, child, FAR);
    await app.as(director).call('DELETE /removeuser', { query: { email: partner.email } });
    const states = (await app.as(parent).call('GET /myForms')).body.people
      .map(({ state, isGiven }) => `${state} ${String(isGiven)}`)
      .sort();
    expect(states).toEqual(['confirm false', 'done false']);
    // A former guardian reads and answers nothing.
    expect((await answer(partner, questions, child, FAR)).status).toBeGreaterThanOrEqual(400);
  });

  // Rules: R660.
  it('an unpaid, canceled or past seat asks nothing, and a form never stands before a seat', async () => {
    const parent = await buildUser(app);
    const child = await buildChild(app, parent);
    await publishForm(app, director);
    await seat(parent, child, OVER);
    const held = await buildClass(app, {
      ...TO_COME,
      seats: [
        {
          ...{ state: 'held', seatId: new ObjectId(), userId: parent._id, childId: child._id },
          ...{ joinedAt: new Date(), heldUntil: new Date(Date.now() + 60_000), renewed: false },
        },
      ],
    });
    const canceled = await seat(parent, child);
    await collections().classes.updateOne(
      { _id: canceled._id },
      { $set: { canceled: { at: new Date(), by: director._id, note: 'Rain', seats: 1 } } },
    );
    expect((await app.as(parent).call('GET /myForms')).body).toEqual({ forms: [], people: [] });
    expect((await collections().classes.findOne({ _id: held._id }))?.seats).toHaveLength(1);
  });

  it('a form that is archived while somebody answers it says so, and keeps what was signed', async () => {
    const parent = await buildUser(app);
    const child = await buildChild(app, parent);
    await seat(parent, child);
    const waiver = await publishForm(app, director, WAIVER);
    await answer(parent, waiver, child, SIGNED);
    await publishForm(app, director, WAIVER, { id: waiver, revision: 1, act: 'archive' });
    const late = await answer(parent, waiver, child, { ...SIGNED, seen: 1 });
    expect([late.status, late.body.code]).toEqual([404, 'not_found']);
    const [kept] = await collections().formAnswers.find({}).toArray();
    expect(kept?.signatures).toHaveLength(1);
  });
});

// Rules: R663.
it('no call changes or removes a signature', async () => {
  const parent = await buildUser(app);
  const child = await buildChild(app, parent);
  await seat(parent, child);
  const waiver = await publishForm(app, director, WAIVER);
  await answer(parent, waiver, child, SIGNED);
  const read = async () => (await collections().formAnswers.findOne({}))?.signatures[0];
  const before = await read();
  const body = { personId: child.id, version: 1, seen: 1, answers: {}, note: 'Paper' };
  const forged = { ...body, signedName: 'Other', signatures: [], isComplete: false, by: 'x' };
  await app
    .as(director)
    .call('PUT /formPeople/:id', { params: { id: waiver }, body: forged } as never);
  await answer(parent, waiver, child, { ...forged, seen: 2 });
  await app.as(parent).call('DELETE /myForms/:id', {
    params: { id: waiver },
    query: { personId: child.id },
  });
  expect(await read()).toEqual(before);
  expect((await collections().formAnswers.findOne({}))?.signatures).toHaveLength(3);
});
