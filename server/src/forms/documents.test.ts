import { MAX_FILES } from '@speakifyr/contract/form-answers.ts';
import type { FormTerms } from '@speakifyr/contract/forms.ts';
import { SCHOOL } from '@speakifyr/contract/school.ts';
import { ObjectId } from 'mongodb';
import { beforeEach, describe, expect, it } from 'vitest';
import type { UserDocument } from '../database/user-documents.ts';
import { findPart, forgetOldParts } from '../families/form-parts.ts';
import { endGiven } from '../families/end-given.ts';
import { moveAnswers } from '../families/given-answers.ts';
import { makeEnrolledSeat } from '../testing/care.ts';
import { readAuditLog } from '../testing/audit-log.ts';
import { makeGuardian } from '../testing/documents.ts';
import { buildChild, buildClass, buildUser, proveSignIn, useUser } from '../testing/factories.ts';
import { makeFile, makePdf, makePng, RECORD } from '../testing/form-files.ts';
import { makeQuestion, makeTerms, publishForm } from '../testing/forms.ts';
import { mergeAccounts } from '../testing/merging.ts';
import { readProps } from '../messages/write-mail.ts';
import { listMailsTo, readMailTo } from '../testing/mails.ts';
import { makeJpeg } from '../testing/photos.ts';
import { useTestApp } from '../testing/test-app.ts';
import { inDays } from '../testing/today.ts';
import { watchWrites } from '../testing/watch-writes.ts';

/** What happens just before an answer is written. */
let before: (() => unknown) | undefined;
/** What happens just before bytes are written or erased, by the method of the database. */
let beforePart: Partial<Record<string, () => unknown>> = {};

const app = useTestApp(({ database }) => ({
  database: {
    ...database,
    collections: watchWrites(database.collections, async (collection, method) => {
      const happen = { formAnswers: before, formParts: beforePart[method] }[collection];
      if (collection === 'formAnswers') before = undefined;
      if (happen) beforePart = {};
      await happen?.();
    }),
  },
}));
const director = useUser(app, 'admin');
const office = useUser(app, 'admin');
const collections = () => app.services.database.collections;

beforeEach(async () => {
  await collections().forms.deleteMany({});
  await collections().formAnswers.deleteMany({});
  await collections().formParts.deleteMany({});
});

type Person = { _id: ObjectId; id: string };
const self = ({ _id }: UserDocument): Person => ({ _id, id: _id.toHexString() });

/** A child with a paid seat in a class that is still to come, and a form that asks for a document. */
async function begin(terms: FormTerms = RECORD, days = {}) {
  const parent = await buildUser(app);
  const child = await buildChild(app, parent, { name: 'Mia Byron' });
  await buildClass(app, {
    ...{ camp_start: inDays(30), camp_end: inDays(34), ...days },
    seats: [makeEnrolledSeat({ userId: parent._id, childId: child._id })],
  });
  return { parent, child, form: await publishForm(app, director, terms) };
}

const send = (person: UserDocument, form: string, who: Person, typed: object, seen = 0) =>
  app.as(person).call('PUT /myForms/:id', {
    params: { id: form },
    body: { personId: who.id, version: 1, seen, answers: {}, ...typed },
  });
const enter = (form: string, who: Person, typed: object, seen = 0) =>
  app.as(office).call('PUT /formPeople/:id', {
    params: { id: form },
    body: { personId: who.id, version: 1, seen, answers: {}, ...typed },
  });
const list = async (person: UserDocument) =>
  (await app.as(person).call('GET /myForms')).body.people[0] as {
    state: string;
    seen: number;
    files: { _id: string; name: string; state: string; reason?: string }[];
  };
const open = (person: UserDocument, id: string) =>
  app.as(person).call('GET /formFiles/:id', { params: { id } });
const decide = (admin: UserDocument, id: string, body: object) =>
  app.as(admin).call('PATCH /formFiles/:id', { params: { id }, body: body as never });
const takeBack = (person: UserDocument, id: string) =>
  app.as(person).call('DELETE /formFiles/:id', { params: { id } });

// Rules: R693.
describe('a document is handed in and opened', () => {
  it('a family hands in a picture and a PDF, and opens both as they were sent', async () => {
    const { parent, child, form } = await begin();
    expect((await list(parent)).state).toBe('open');
    const [card, page] = [makeFile(), makeFile(makePdf(), { name: 'page 2.PDF' })];
    expect((await send(parent, form, child, card)).status).toBe(200);
    expect((await send(parent, form, child, page, 1)).status).toBe(200);
    expect(await list(parent)).toMatchObject({
      ...{ state: 'done', seen: 2 },
      files: [
        { _id: card.file.id, name: 'Vaccination record 1.jpg', state: 'sent' },
        { _id: page.file.id, name: 'Vaccination record 2.pdf', state: 'sent' },
      ],
    });
    // The number of one that was taken back is not that of another one that is there.
    expect((await takeBack(parent, card.file.id)).status).toBe(200);
    expect((await send(parent, form, child, makeFile(), 3)).status).toBe(200);
    expect((await list(parent)).files).toMatchObject([
      { name: 'Vaccination record 2.pdf' },
      { name: 'Vaccination record 3.jpg' },
    ]);
    const { body, headers } = await open(parent, page.file.id);
    expect(body).toEqual({
      ...{ name: 'Vaccination record 2.pdf', type: 'application/pdf', base64: page.file.base64 },
    });
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'content-disposition': 'attachment',
      'x-content-type-options': 'nosniff',
    });
  });

  it('the office opens it and is recorded first; nobody else gets it', async () => {
    const { parent, child, form } = await begin();
    const seer = await buildUser(app);
    const booker = await buildUser(app);
    await collections().children.updateOne(
      { _id: child._id },
      {
        $push: {
          guardians: {
            $each: [
              makeGuardian(seer._id, { may: ['see'], invitedBy: parent._id }),
              makeGuardian(booker._id, { may: ['book'], invitedBy: parent._id }),
            ],
          },
        },
      },
    );
    const { file, consent } = makeFile();
    await send(parent, form, child, { file, consent });
    const others = [
      booker,
      await buildUser(app),
      await buildUser(app, 'instructor'),
      await buildUser(app, 'admin', 'accountant'),
    ];
    for (const one of others) expect((await open(one, file.id)).status).toBe(404);
    expect((await open(seer, file.id)).status).toBe(200);
    expect(await readAuditLog(app, { action: 'read document' })).toEqual([]);
    expect((await open(office, file.id)).body.base64).toBe(file.base64);
    await open(office, file.id);
    expect(await readAuditLog(app, { action: 'read document' })).toMatchObject([
      { target: RECORD.name, after: { child: child.id } },
    ]);
    expect((await takeBack(seer, file.id)).body.code).toBe('guardian_may_not');
    expect((await takeBack(others[1]!, file.id)).status).toBe(404);
    // An admin serves every family but their own.
    await collections().children.updateOne(
      { _id: child._id },
      { $push: { guardians: makeGuardian(office._id, { invitedBy: parent._id }) } },
    );
    const { status, body } = await decide(office, file.id, { state: 'accepted' });
    expect({ status, code: body.code }).toEqual({ status: 409, code: 'own_family' });
  });

  it('what is no document is refused with a sentence, and nothing is stored', async () => {
    const { parent, child, form } = await begin();
    for (const [bytes, problem] of [
      [Buffer.of(), 'empty'],
      [Buffer.from('<html>'), 'a PDF, a JPEG or a PNG'],
      [makePdf({ catalog: '/OpenAction<</S/JavaScript/JS(x)>>' }), 'program'],
      [makePng({ width: 10_000, height: 10_000 }), 'too large'],
    ] as const) {
      const { status, body } = await send(parent, form, child, makeFile(bytes));
      expect(status).toBe(400);
      expect(body.fields?.['body.file']).toContain(problem);
    }
    expect(await collections().formParts.countDocuments({})).toBe(0);
    expect((await list(parent)).state).toBe('open');
  });

  it('one about health needs the consent, and a form that asks for none takes none', async () => {
    const { parent, child, form } = await begin();
    const { file } = makeFile();
    const { body } = await send(parent, form, child, { file });
    expect(body.fields).toHaveProperty('body.consent');
    const old = await send(parent, form, child, { file, consent: '2020-01-01' });
    expect(old.body.code).toBe('text_changed');
    const questions = await publishForm(app, director, makeTerms());
    const asked = await send(parent, questions, child, { ...makeFile(), answers: { far: 'Far' } });
    expect(asked.body.fields).toHaveProperty('body.file');
    const badge = await publishForm(app, director, { ...RECORD, isHealth: undefined });
    expect((await send(parent, badge, child, { file })).status).toBe(200);
    const { body: mine } = await app.as(parent).call('GET /myForms');
    expect(mine.people.flatMap(({ files }) => files)).toMatchObject([{ name: 'card.jpg' }]);
  });

  it('of a child who is not asked, none is taken: the office would never see it', async () => {
    const { form } = await begin();
    const parent = await buildUser(app);
    const child = await buildChild(app, parent);
    expect((await send(parent, form, child, makeFile())).status).toBe(404);
    expect(await collections().formParts.countDocuments({})).toBe(0);
  });

  it('ten a child are kept, at once and in all forms together', async () => {
    const { parent, child } = await begin();
    const forms = [];
    for (let count = 0; count < MAX_FILES + 2; count += 1)
      forms.push(await publishForm(app, director, RECORD));
    const sent = await Promise.all(forms.map((form) => send(parent, form, child, makeFile())));
    const taken = sent.filter(({ status }) => status === 200).length;
    expect(taken).toBeLessThanOrEqual(MAX_FILES);
    expect(await collections().formParts.countDocuments({ personId: child._id })).toBe(taken);
    let last = sent.find(({ status }) => status === 400);
    for (const [place, { status }] of sent.entries())
      if (status === 400) last = await send(parent, forms[place]!, child, makeFile());
    expect(last?.body.fields?.['body.file']).toContain('at most 10 files');
    expect(await collections().formParts.countDocuments({ personId: child._id })).toBe(MAX_FILES);
    const [first] = await collections().formParts.find({ personId: child._id }).toArray();
    expect((await takeBack(parent, first!._id.toHexString())).status).toBe(200);
    expect(await collections().formParts.countDocuments({ personId: child._id })).toBe(
      MAX_FILES - 1,
    );
  });

  it('a retry after a lost answer changes nothing, and two guardians at once lose no file', async () => {
    const { parent, child, form } = await begin();
    const mine = makeFile();
    await send(parent, form, child, mine);
    expect((await send(parent, form, child, mine)).status).toBe(200);
    expect((await list(parent)).files).toHaveLength(1);
    const theirs = makeFile(makePdf());
    before = () => send(parent, form, child, theirs, 1);
    const late = makeFile(makePng());
    const { status, body } = await send(parent, form, child, late, 1);
    expect({ status, code: body.code }).toEqual({ status: 409, code: 'form_changed' });
    expect((await list(parent)).files.map(({ _id }) => _id)).toEqual([
      mine.file.id,
      theirs.file.id,
    ]);
    expect(await collections().formParts.countDocuments({})).toBe(2);
    expect((await send(parent, form, child, late, 2)).status).toBe(200);
    // The same one twice at once: the try that comes too late leaves what the other one has stored.
    const twice = makeFile();
    before = () => send(parent, form, child, twice, 3);
    expect((await send(parent, form, child, twice, 3)).body.code).toBe('form_changed');
    expect((await open(parent, twice.file.id)).body.base64).toBe(twice.file.base64);
    // An id that another family's document has.
    const other = await begin();
    const stolen = await send(other.parent, other.form, other.child, mine);
    expect(stolen.body.fields).toHaveProperty('body.file');
    expect((await open(other.parent, mine.file.id)).status).toBe(404);
    expect((await open(parent, mine.file.id)).body.base64).toBe(mine.file.base64);
  });

  it('a server that stops between the file and the answer shows it to nobody, and a job erases it', async () => {
    const { parent, child, form } = await begin();
    const { file, consent } = makeFile();
    before = () => {
      throw new Error('The server stops.');
    };
    expect((await send(parent, form, child, { file, consent })).status).toBe(500);
    expect(await collections().formParts.countDocuments({})).toBe(1);
    for (const one of [parent, office]) expect((await open(one, file.id)).status).toBe(404);
    // Nor once there is an answer, which names another one.
    await send(parent, form, child, makeFile());
    expect(await findPart(new ObjectId(file.id), app.services)).toBeUndefined();
    for (const one of [parent, office]) expect((await open(one, file.id)).status).toBe(404);
    await forgetOldParts(app.services);
    expect(await collections().formParts.countDocuments({})).toBe(2);
    const later = new Date(Date.now() + 2 * 60 * 60_000);
    await forgetOldParts({ ...app.services, now: () => later });
    expect(await collections().formParts.countDocuments({})).toBe(1);
    expect((await send(parent, form, child, { file, consent }, 1)).status).toBe(200);
  });

  it('a child that is deleted while its document arrives leaves none', async () => {
    const { parent, child, form } = await begin();
    before = async () => {
      await collections().classes.updateMany({}, { $set: { seats: [] } });
      await app.as(parent).call('DELETE /myChildren/:id', { params: { id: child.id } });
    };
    expect((await send(parent, form, child, makeFile())).status).toBe(404);
    expect(await collections().formParts.countDocuments({})).toBe(0);
    expect(await collections().formAnswers.countDocuments({})).toBe(0);
  });

  it('a child or an account that is deleted before the bytes are written leaves none', async () => {
    const { parent, child, form } = await begin();
    const about = { ...RECORD, about: 'family' as const, isHealth: undefined };
    const papers = await publishForm(app, director, about);
    const { formAnswers, formParts, children, users } = collections();
    for (const [id, who, remove] of [
      [form, child, () => children.deleteOne({ _id: child._id })],
      [
        papers,
        self(parent),
        () => users.updateOne({ _id: parent._id }, { $set: { status: 'deleted' } }),
      ],
    ] as const) {
      beforePart = { updateOne: remove };
      const { file, consent } = makeFile();
      const typed = id === form ? { file, consent } : { file };
      expect((await send(parent, id, who, typed)).status).toBe(404);
      expect(await formParts.countDocuments({})).toBe(0);
      expect(await formAnswers.countDocuments({})).toBe(0);
    }
  });

  it('the job leaves a document that is sent again while it erases what nobody named', async () => {
    const { parent, child, form } = await begin();
    const { file, consent } = makeFile();
    before = () => {
      throw new Error('The server stops.');
    };
    await send(parent, form, child, { file, consent });
    let status = 0;
    const sendAgain = async () => {
      [before, beforePart] = [undefined, {}];
      ({ status } = await send(parent, form, child, { file, consent }));
    };
    before = sendAgain;
    beforePart = { deleteOne: sendAgain };
    const later = new Date(Date.now() + 2 * 60 * 60_000);
    await forgetOldParts({ ...app.services, now: () => later });
    expect(status).toBe(200);
    expect((await open(parent, file.id)).body.base64).toBe(file.base64);
  });

  it('an instructor hands in papers of their own', async () => {
    const instructor = await buildUser(app, 'instructor');
    await buildClass(app, {
      ...{ camp_start: inDays(30), camp_end: inDays(34), instructorId: instructor._id },
    });
    const about = { ...RECORD, about: 'instructor' as const, isHealth: undefined };
    const form = await publishForm(app, director, about);
    const { file } = makeFile(makePdf());
    expect((await send(instructor, form, self(instructor), { file })).status).toBe(200);
    expect((await open(instructor, file.id)).status).toBe(200);
    expect((await open(await buildUser(app, 'instructor'), file.id)).status).toBe(404);
    for (const one of [await buildUser(app, 'instructor'), office])
      expect((await takeBack(one, file.id)).status).toBe(404);
    expect((await takeBack(instructor, file.id)).status).toBe(200);
    expect((await list(instructor)).state).toBe('open');
  });
});

// Rules: R694.
describe('the office decides about a document', () => {
  it('a refused one is asked again, the family hears of it without the reason, and a new one takes its place', async () => {
    const { parent, child, form } = await begin();
    const { file, consent } = makeFile();
    await send(parent, form, child, { file, consent });
    expect((await decide(office, file.id, { state: 'refused' })).body.fields).toHaveProperty(
      'body.reason',
    );
    const reason = 'The second side is missing: tetanus.';
    await decide(office, file.id, { state: 'refused', reason });
    expect(await list(parent)).toMatchObject({
      state: 'open',
      files: [{ state: 'refused', reason }],
    });
    const mail = await readMailTo(app, parent, 'document refused');
    expect(mail?.props).toEqual({ form: 'Vaccination record', child: 'Mia Byron' });
    expect(JSON.stringify(mail)).not.toContain('tetanus');
    const next = makeFile(makePdf());
    expect((await send(parent, form, child, next, 1)).status).toBe(200);
    expect((await list(parent)).files).toMatchObject([{ _id: next.file.id, state: 'sent' }]);
    expect(await collections().formParts.countDocuments({})).toBe(1);
    expect((await open(office, file.id)).status).toBe(404);
  });

  it('a family is not asked for a new document that no class needs', async () => {
    const { parent, child, form } = await begin();
    const badge = await publishForm(app, director, { ...RECORD, isHealth: undefined });
    const [card, scan] = [makeFile(), makeFile()];
    await send(parent, form, child, card);
    await send(parent, badge, child, { file: scan.file });
    const tell = async (id: string) => {
      await decide(office, id, { state: 'refused', reason: 'Too old' });
      const lines = (await listMailsTo(app, parent)).filter(
        ({ cause }) => cause.kind === 'document refused',
      );
      return Promise.all(lines.map((line) => readProps(line, app.services)));
    };
    await publishForm(app, director, RECORD, { id: form, revision: 1, act: 'archive' });
    expect(await tell(card.file.id)).toEqual([undefined]);
    await collections().classes.updateMany({ 'seats.childId': child._id }, { $set: { seats: [] } });
    expect(await tell(scan.file.id)).toEqual([undefined, undefined]);
  });

  it('one that ends before the last day is asked again', async () => {
    const { parent, child, form } = await begin();
    const { file, consent } = makeFile();
    await send(parent, form, child, { file, consent });
    await decide(office, file.id, { state: 'accepted', validUntil: inDays(34) });
    expect((await list(parent)).state).toBe('done');
    await decide(office, file.id, { state: 'accepted', validUntil: inDays(33) });
    expect((await list(parent)).state).toBe('open');
    const { body } = await app
      .as(office)
      .call('GET /formPeople', { query: { familyId: parent._id.toHexString() } });
    expect(body).toMatchObject([{ state: 'open', files: [{ validUntil: inDays(33) }] }]);
  });

  it('Home counts those that nobody has looked at, as the list shows them', async () => {
    const { parent, child, form } = await begin();
    const count = async () => (await app.as(office).call('GET /dayList')).body.documents as number;
    expect(await count()).toBe(0);
    const { file, consent } = makeFile();
    await send(parent, form, child, { file, consent });
    expect(await count()).toBe(1);
    await decide(office, file.id, { state: 'accepted' });
    expect(await count()).toBe(0);
  });

  it('the office enters a paper without a file, or with one that it accepts by that', async () => {
    const { child, parent, form } = await begin();
    const note = 'Folder 3';
    expect((await enter(form, child, { note })).status).toBe(200);
    expect((await list(parent)).state).toBe('done');
    const paper = { by: parent._id.toHexString(), day: inDays(0), reference: 'Folder 3' };
    const { file } = makeFile();
    const withoutConsent = await enter(form, child, { file, paper }, 1);
    expect(withoutConsent.body.fields).toHaveProperty('body.consent');
    const withoutPaper = await enter(form, child, { ...makeFile(), note }, 1);
    expect(withoutPaper.body.fields).toHaveProperty('body.paper');
    expect((await enter(form, child, { ...makeFile(), paper }, 1)).status).toBe(200);
    expect((await list(parent)).files).toMatchObject([{ state: 'accepted' }]);
  });
});

// Rules: R691, R692.
describe('a document is kept as long as it may be', () => {
  it('one that the office entered is asked again once it is taken back, or the consent is', async () => {
    const { parent, child, form } = await begin();
    const badge = await publishForm(app, director, { ...RECORD, isHealth: undefined });
    const [card, scan] = [makeFile(), makeFile()];
    const paper = { by: parent._id.toHexString(), day: inDays(0), reference: 'Folder 3' };
    await enter(form, child, { ...card, paper });
    await enter(badge, child, { file: scan.file, note: 'Came by email' });
    const states = async () =>
      (await app.as(parent).call('GET /myForms')).body.people.map(({ state }) => state);
    expect(await states()).toEqual(['done', 'done']);
    expect((await takeBack(parent, scan.file.id)).status).toBe(200);
    expect(await states()).toEqual(['done', 'open']);
    await app.as(parent).call('DELETE /myChildren/:id/health', { params: { id: child.id } });
    expect(await states()).toEqual(['open', 'open']);
  });

  it('one about health goes with the consent, another one stays', async () => {
    const { parent, child, form } = await begin();
    const badge = await publishForm(app, director, { ...RECORD, isHealth: undefined });
    await send(parent, form, child, makeFile());
    const { file } = makeFile();
    await send(parent, badge, child, { file });
    await app.as(parent).call('DELETE /myChildren/:id/health', { params: { id: child.id } });
    expect(await collections().formParts.find({}).toArray()).toMatchObject([
      { _id: new ObjectId(file.id) },
    ]);
    const { body } = await app.as(parent).call('GET /myForms');
    expect(body.people.map(({ state }) => state)).toEqual(['open', 'done']);
  });

  it('one about health goes some days after the last class, another one when lists of the day go', async () => {
    const last = inDays(34);
    const { parent, child, form } = await begin();
    const badge = await publishForm(app, director, { ...RECORD, isHealth: undefined });
    await send(parent, form, child, makeFile());
    await send(parent, badge, child, { file: makeFile().file });
    const look = (days: number) =>
      forgetOldParts({
        ...app.services,
        now: () => new Date(Date.parse(`${last}T20:00:00Z`) + days * 24 * 60 * 60_000),
      });
    const count = () => collections().formParts.countDocuments({});
    const { health, attendance } = SCHOOL.keepDays;
    const left = [];
    for (const days of [health - 1, health + 1, attendance - 1, attendance + 1]) {
      await look(days);
      left.push(await count());
    }
    expect(left).toEqual([2, 1, 1, 0]);
    expect((await list(parent)).files).toEqual([]);
  });

  it('is there to be opened and taken back when no class asks for it anymore', async () => {
    const { parent, child, form } = await begin();
    const { file, consent } = makeFile();
    await send(parent, form, child, { file, consent });
    await decide(office, file.id, { state: 'refused', reason: 'Too old' });
    const over = { camp_start: inDays(-9), camp_end: inDays(-5) };
    await collections().classes.updateMany({ 'seats.childId': child._id }, { $set: over });
    await publishForm(app, director, RECORD, { id: form, revision: 1, act: 'archive' });
    expect(await list(parent)).toMatchObject({ state: 'done', files: [{ _id: file.id }] });
    const query = { familyId: parent._id.toHexString() };
    const { body } = await app.as(office).call('GET /formPeople', { query });
    expect(body).toMatchObject([{ state: 'done', files: [{ _id: file.id }] }]);
    expect((await send(parent, form, child, makeFile(), 1)).status).toBe(404);
    expect((await takeBack(parent, file.id)).status).toBe(200);
    expect((await app.as(parent).call('GET /myForms')).body.people).toEqual([]);
  });

  it('another guardian confirms it once who handed it in has lost the right', async () => {
    const { parent, child, form } = await begin();
    const other = await buildUser(app);
    await send(parent, form, child, makeFile());
    const guardians = [makeGuardian(other._id)];
    await collections().children.updateOne({ _id: child._id }, { $set: { guardians } });
    await endGiven({ _id: child._id, guardians }, [], app.services);
    expect(await list(other)).toMatchObject({ state: 'confirm', files: [{ state: 'sent' }] });
    // Who confirms it agrees to keep it.
    expect((await send(other, form, child, {}, 1)).body.fields).toHaveProperty('body.consent');
    const { consent } = makeFile();
    // The office confirms nothing for a guardian.
    const body = { personId: child.id, version: 1, seen: 1, answers: {}, note: 'By phone' };
    const entered = await app
      .as(office)
      .call('PUT /formPeople/:id', { params: { id: form }, body });
    expect(entered.status).toBe(200);
    expect((await list(other)).state).toBe('confirm');
    expect((await send(other, form, child, { consent }, 2)).status).toBe(200);
    const [part] = await collections().formParts.find({}).toArray();
    expect(part?.consent?.by).toEqual(other._id);
    expect((await list(other)).state).toBe('done');
  });

  it('one more that the office enters confirms none of before, unless a guardian has signed it', async () => {
    const { parent, child, form } = await begin();
    const badge = await publishForm(app, director, { ...RECORD, isHealth: undefined });
    const other = await buildUser(app);
    await send(parent, form, child, makeFile());
    await send(parent, badge, child, { file: makeFile().file });
    await enter(badge, child, { file: makeFile().file, note: 'Came by email' }, 1);
    const guardians = [makeGuardian(other._id)];
    await collections().children.updateOne({ _id: child._id }, { $set: { guardians } });
    await endGiven({ _id: child._id, guardians }, [], app.services);
    const states = async () =>
      (await app.as(other).call('GET /myForms')).body.people.map(({ state }) => state);
    expect(await states()).toEqual(['confirm', 'confirm']);
    await enter(badge, child, { file: makeFile().file, note: 'Came by email' }, 2);
    expect(await states()).toEqual(['confirm', 'confirm']);
    const paper = { by: other._id.toHexString(), day: inDays(0), reference: 'Folder 3' };
    expect((await enter(form, child, { ...makeFile(), paper }, 1)).status).toBe(200);
    expect(await states()).toEqual(['done', 'confirm']);
    // Who signed the consent agrees to keep all of them.
    const parts = await collections()
      .formParts.find({ consent: { $exists: true } })
      .toArray();
    expect(parts.map(({ consent }) => consent?.by)).toEqual([other._id, other._id]);
  });

  it('two records of a child keep the documents of both', async () => {
    const { parent, child, form } = await begin();
    const twin = await buildChild(app, parent);
    await buildClass(app, {
      ...{ camp_start: inDays(30), camp_end: inDays(34) },
      seats: [makeEnrolledSeat({ userId: parent._id, childId: twin._id })],
    });
    const files = [makeFile(), makeFile(makePdf())];
    await send(parent, form, child, files[0]!);
    await send(parent, form, twin, files[1]!);
    await moveAnswers(twin._id, child._id, app.services);
    await moveAnswers(twin._id, child._id, app.services);
    for (const { file } of files)
      expect((await open(parent, file.id)).body.base64).toBe(file.base64);
    const { body } = await app.as(parent).call('GET /myForms');
    expect(body.people.find(({ personId }) => personId === child.id)?.files).toHaveLength(2);
    expect(await collections().formParts.countDocuments({ personId: child._id })).toBe(2);
  });

  it('one of two records that waits for a guardian to confirm it still waits once they are one', async () => {
    const { parent, child, form } = await begin();
    const twin = await buildChild(app, parent);
    await buildClass(app, {
      ...{ camp_start: inDays(30), camp_end: inDays(34) },
      seats: [makeEnrolledSeat({ userId: parent._id, childId: twin._id })],
    });
    await send(parent, form, child, makeFile());
    await send(parent, form, twin, makeFile());
    await collections().formAnswers.updateOne({ personId: twin._id }, { $set: { isOver: true } });
    await moveAnswers(twin._id, child._id, app.services);
    const { body } = await app.as(parent).call('GET /myForms');
    expect(body.people.find(({ personId }) => personId === child.id)).toMatchObject({
      state: 'confirm',
      files: [{}, {}],
    });
  });

  it('goes to the account into which a family is merged; the one that is gone opens nothing', async () => {
    const { parent: from, child, form } = await begin();
    const into = await buildUser(app);
    const about = { ...RECORD, about: 'family' as const, isHealth: undefined };
    const papers = await publishForm(app, director, about);
    const [card, own] = [makeFile(), makeFile(makePdf())];
    await send(from, form, child, card);
    await send(from, papers, self(from), { file: own.file });
    expect((await mergeAccounts(app, director, { from, into })).status).toBe(200);
    for (const { file } of [card, own]) {
      expect((await open(from, file.id)).status).toBe(401);
      expect((await open(into, file.id)).body.base64).toBe(file.base64);
    }
    const [part] = await collections()
      .formParts.find({ consent: { $exists: true } })
      .toArray();
    expect(part?.consent?.by).toEqual(into._id);
  });

  it('is in no list with its bytes, but named in one’s own data', async () => {
    const question = makeQuestion({ key: 'when', kind: 'date' });
    const { parent, child, form } = await begin({ ...RECORD, questions: [question] });
    const bytes = makeJpeg({ text: 'PictureOfACard'.repeat(4) });
    const part = bytes.toString('base64').slice(24, 84);
    expect((await send(parent, form, child, makeFile(bytes))).body.fields).toHaveProperty(
      'body.answers.when',
    );
    await send(parent, form, child, { ...makeFile(bytes), isPart: true });
    expect((await list(parent)).state).toBe('open');
    const { consent } = makeFile();
    await send(parent, form, child, { answers: { when: '2024-05-01' }, consent }, 1);
    expect((await list(parent)).state).toBe('done');
    const { email } = parent;
    const proof = { email, idToken: await proveSignIn(parent) };
    const { body } = await app.as(parent).call('POST /myData', { body: proof });
    expect(body.forms).toMatchObject([{ files: [{ name: 'Vaccination record 1.jpg' }] }]);
    const others = [
      (await app.as(parent).call('GET /myForms')).body,
      (await app.as(director).call('GET /formPeople')).body,
      (await app.as(director).call('GET /forms')).body,
      await collections().formAnswers.find({}).toArray(),
      await collections().events.find({}).toArray(),
    ];
    expect(JSON.stringify([...others, body])).not.toContain(part);
  });
});
