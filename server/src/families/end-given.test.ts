import { readdirSync, readFileSync } from 'node:fs';
import { readAttendance } from '@speakifyr/contract/attendance-state.ts';
import { type Contract, contract } from '@speakifyr/contract/contract.ts';
import type { Endpoint } from '@speakifyr/contract/endpoint.ts';
import type { GuardianRight } from '@speakifyr/contract/limits.ts';
import { describe, expect, it } from 'vitest';
import type { Collections } from '../database/collections.ts';
import type { UserDocument } from '../database/user-documents.ts';
import type {
  ChildContactsDocument,
  ChildDocument,
  ChildHealthDocument,
  ChildPhotoDocument,
} from '../database/family-documents.ts';
import { addDays } from '../school-time.ts';
import { readAuditLog } from '../testing/audit-log.ts';
import { CAMP_DAY, useCampDay } from '../testing/camp-day.ts';
import { makeGuardian } from '../testing/documents.ts';
import { buildUser, useUser } from '../testing/factories.ts';
import { CONTACT, HEALTH_BODY, HEALTH_TEXT } from '../testing/families.ts';
import { findKinds, listMailsTo, readMailTo } from '../testing/mails.ts';
import { readProps } from '../messages/write-mail.ts';
import { mergeAccounts } from '../testing/merging.ts';
import { PHOTO_BODY } from '../testing/photos.ts';
import { oneOrAll } from '../testing/slow-tests.ts';
import { watchWrites } from '../testing/watch-writes.ts';
import { auditEvent } from '../events/audit-event.ts';
import { finishDeletions } from '../account/delete-account.ts';
import { lockDeletedUser, lockMergedUser } from '../account/deleted-users.ts';
import { changeFamily } from './change-family.ts';
import { findAnyChild } from './booking.ts';
import { endGiven } from './end-given.ts';
import { forgetOldCare } from './forget-care.ts';
import { moveChildren } from './move-children.ts';

/**
 * What a guardian gave ends with their right. Each field of a child's documents, each collection and each call with
 * which a guardian gives something is judged here: a new one fails until somebody has decided what happens to it.
 */

const { app, build, goTo, send, makeOut, readChild } = useCampDay();
const admin = useUser(app, 'admin');
const collections = () => app.services.database.collections;

/** What becomes of a field once who gave it no longer decides. */
type Fate =
  /** It is gone from the database. */
  | 'ends'
  /** It protects the child, so it stays until somebody else has decided. */
  | 'stays, others are asked'
  /** It is a fact about the child or the record, not a guardian's word. */
  | 'not given'
  /** Part of one of the others. */
  | 'with the rest';

const CHILD: Record<keyof ChildDocument, Fate> = {
  ...{ note: 'ends', noteBy: 'ends', invitations: 'ends', costShare: 'ends' },
  ...{ _id: 'not given', name: 'not given', searchWords: 'not given', birthDate: 'not given' },
  ...{ guardians: 'not given', addedBy: 'not given', allowedClasses: 'not given' },
  ...{ createdAt: 'not given', revision: 'not given', deletingSince: 'not given' },
  ...{ nameUntil: 'not given', events: 'not given', healthWithdrawnAt: 'not given' },
};

const CONTACTS: Record<keyof ChildContactsDocument, Fate> = {
  ...{ contacts: 'ends', pickupCode: 'ends', mayLeaveAlone: 'ends' },
  mustNotCollect: 'stays, others are asked',
  ...{ _id: 'not given', events: 'not given', savedAt: 'not given', checkAfter: 'not given' },
};

const HEALTH: Record<keyof ChildHealthDocument, Fate> = {
  ...{ allergies: 'stays, others are asked', medication: 'stays, others are asked' },
  ...{ medicines: 'stays, others are asked', notes: 'stays, others are asked' },
  ...{ nothingToTell: 'stays, others are asked', consent: 'stays, others are asked' },
  ...{ confirmedAt: 'with the rest', _id: 'not given', checkAfter: 'not given' },
};

const PHOTO: Record<keyof ChildPhotoDocument, Fate> = {
  ...{ jpeg: 'ends', photoId: 'ends', consent: 'ends' },
  ...{ _id: 'not given', checkAfter: 'not given' },
};

/** Where else something about a child may be that a guardian gave, and what ends it. */
const ELSEWHERE: Record<keyof Collections, string> = {
  children: 'CHILD above',
  childContacts: 'CONTACTS above',
  childHealth: 'HEALTH above',
  childPhotos: 'PHOTO above',
  forms: 'no child',
  formParts:
    'health and documents stay until another guardian confirms them: forms/documents.test.ts',
  formAnswers:
    'consents end here; other answers and signatures stay: forms/forms-crossings.test.ts',
  users: 'the secret address of the calendar: ends here',
  textVersions: 'what the school says; no child is in it',
  aidRequests: 'ends here, with the right to book',
  classes: 'waiting lists and offers: tend-lists.ts drops whom nobody may book for; seats are paid',
  attendance: 'what happened; an absence of today or later that a guardian reported: ends here',
  outbox: 'every email asks for the rights of its reader when it is sent',
  invitedAddresses: 'a limit for a day',
  payments: 'money belongs to who paid',
  refunds: 'money belongs to who paid',
  receipts: 'money belongs to who paid',
  creditNotes: 'money belongs to who paid',
  statements: 'money belongs to who paid',
  seatChanges: 'money belongs to who paid',
  codeUses: 'money belongs to who paid',
  safetyRecords: 'the team writes them',
  imports: 'what the office has from another system, until it is imported',
  events: 'what happened',
  contactMessages: 'a letter to the office',
  ...{ visitDays: 'no child', deletedAccounts: 'no child', settings: 'no child' },
  ...{
    closedMonths: 'no child',
    openTransfers: 'no child',
    layout: 'no child',
    apiKeys: 'no child',
  },
  ...{ webhooks: 'no child', webhookDeliveries: 'no child' },
};

/** Each call with which a family says something about a child: what it gives. */
const GIVES: Partial<Record<keyof Contract, string>> = {
  'POST /myChildren': 'note',
  'PATCH /myChildren/:id': 'note',
  'DELETE /myChildren/:id': 'nothing',
  'PUT /myChildren/:id/health': 'health',
  'DELETE /myChildren/:id/health': 'nothing',
  'PUT /myChildren/:id/photo': 'photo',
  'DELETE /myChildren/:id/photo': 'nothing',
  'PUT /myChildren/:id/contacts': 'contacts',
  'PUT /myChildren/:id/mayLeaveAlone': 'mayLeaveAlone',
  'DELETE /myChildren/:id/mayLeaveAlone': 'nothing',
  'POST /myChildren/:id/mustNotCollect': 'mustNotCollect',
  'DELETE /myChildren/:id/mustNotCollect/:entryId': 'nothing',
  'POST /myChildren/:id/guardians': 'invitations',
  'DELETE /myChildren/:id/guardians/:guardianId': 'nothing',
  'DELETE /myChildren/:id/invitations/:invitationId': 'nothing',
  'POST /myChildren/:id/costShare': 'costShare',
  'PUT /myChildren/:id/costShare': 'costShare',
  'DELETE /myChildren/:id/costShare': 'nothing',
  'PUT /myAttendance/:cartId/:day': 'absence',
  'POST /pickupCode/:childId': 'pickupCode',
  'DELETE /pickupCode/:childId': 'nothing',
};

/** Not about what a family says: seats, money and lists of waiting people have rules of their own. */
const OTHERS: (keyof Contract)[] = [
  ...(['POST /addClass', 'POST /moves', 'POST /waiting/:classId'] as const),
  // Forgotten with the right to book: aid/aid-privacy.test.ts.
  'POST /myAid',
  // The team's.
  ...(['POST /pickupCode/:childId/check', 'POST /attendance'] as const),
];

/** The files that write a child's documents. Each stores who gave what it writes, or gives nothing. */
const WRITERS = {
  children: [
    ...['child-photo.ts', 'children.repo.ts', 'children.service.ts', 'end-given.ts'],
    ...['family-office.ts', 'invitations.ts', 'move-children.ts', 'paper-form.ts', 'same-child.ts'],
  ].map((file) => `families/${file}`),
  childContacts: [
    ...['blocked-guardian.ts', 'contacts.ts', 'end-given.ts', 'forget-care.ts', 'leave-alone.ts'],
    ...['move-children.ts', 'must-not-collect.ts', 'pickup-code.ts', 'same-child.ts'],
    ...['use-pickup-code.ts'],
  ].map((file) => `families/${file}`),
  childHealth: [
    ...['end-given.ts', 'forget-care.ts', 'health.ts', 'move-children.ts', 'same-child.ts'],
  ].map((file) => `families/${file}`),
  childPhotos: ['child-photo.ts', 'forget-care.ts', 'move-children.ts', 'same-child.ts'].map(
    (file) => `families/${file}`,
  ),
};

// Rules: R465, R466, R467, R468, R469.
describe('everything that a guardian gives is judged', () => {
  it('each call with which a family says something about a child', () => {
    const isAboutChild = ([name, endpoint]: [string, Endpoint]) => {
      const { who } = endpoint.access;
      if (['visitor', 'admin', 'instructor'].includes(who) || name.startsWith('GET ')) return false;
      const fields = (['params', 'query', 'body'] as const).flatMap((part) =>
        Object.keys(endpoint[part]?.shape ?? {}),
      );
      return [name, ...fields].some((word) => /child|attendance/i.test(word));
    };
    const calls = (Object.entries(contract) as [string, Endpoint][]).filter(isAboutChild);
    expect(calls.map(([name]) => name).sort()).toEqual([...Object.keys(GIVES), ...OTHERS].sort());
    const others = { health: '', photo: '', absence: '' };
    const fields = { ...CHILD, ...CONTACTS, ...PHOTO, ...HEALTH, ...others };
    for (const given of Object.values(GIVES))
      if (given !== 'nothing') expect(Object.keys(fields)).toContain(given);
  });

  it('each file that writes a child’s documents, and the only one that replaces guardians', () => {
    const source = (file: string) => readFileSync(`${import.meta.dirname}/../${file}`, 'utf8');
    const files = readdirSync(`${import.meta.dirname}/..`, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .filter((file) => !/\.test\.ts$|^(testing|demo)\//.test(file));
    const writers = (name: string) =>
      files
        .filter((file) =>
          new RegExp(`\\b${name}\\s*\\.(insert|update|replace|bulkWrite|findOneAnd)`).test(
            source(file),
          ),
        )
        .sort();
    expect({
      children: writers('children'),
      childContacts: writers('childContacts'),
      childHealth: writers('childHealth'),
      childPhotos: writers('childPhotos'),
    }).toEqual(WRITERS);
    const replacing = files.filter((file) => /\$set:\s*\{[^}]*\bguardians\b/.test(source(file)));
    expect(replacing).toEqual(['families/children.repo.ts']);
    const calling = files.filter((file) => /\breplaceFamily\(/.test(source(file)));
    expect(calling).toEqual(['families/change-family.ts', 'families/children.repo.ts']);
  });

  it('each collection, in which something about a child may be', () => {
    expect(Object.keys(collections()).sort()).toEqual(Object.keys(ELSEWHERE).sort());
  });
});

type Day = Awaited<ReturnType<typeof build>> & { code: string; calendar: string };

/** A day to come of the class. */
const LATER = addDays(CAMP_DAY, 1);
const AUNT = { ...CONTACT, name: 'Aunt Vera', phone: '+1 555 0199' };
const turn = (name: string) => name.split(' ').reverse().join(' ');
const params = ({ child }: Pick<Day, 'child'>) => ({ id: child.id });

/** The partner, a guardian with every right, gives everything that there is to give. */
async function giveEverything(): Promise<Day> {
  const day = await build();
  const { child, partner, parent, campClass } = day;
  const as = app.as(partner);
  const me = { ...CONTACT, name: partner.name, phone: '+1 555 0177', relation: 'Father' };
  const save = (by: UserDocument, contacts: (typeof CONTACT)[]) =>
    app.as(by).call('PUT /myChildren/:id/contacts', { params: params(day), body: { contacts } });
  await save(partner, [me, AUNT]);
  // The other guardian adds one, and sends the whole list.
  await save(parent, [me, AUNT, CONTACT]);
  await as.call('PUT /myChildren/:id/health', { params: params(day), body: HEALTH_BODY });
  await as.call('PUT /myChildren/:id/photo', { params: params(day), body: PHOTO_BODY });
  await as.call('PUT /myChildren/:id/mayLeaveAlone', {
    ...{ params: params(day), body: { from: '08:00' } },
  });
  await as.call('PATCH /myChildren/:id', { params: params(day), body: { note: 'Ask Vera' } });
  await as.call('POST /myChildren/:id/mustNotCollect', {
    ...{ params: params(day), body: { name: 'Karl Falk', since: '2030-01-01', note: '' } },
  });
  await app.as(parent).call('POST /myChildren/:id/costShare', {
    ...{ params: params(day), body: { guardianId: partner._id.toHexString(), percent: 40 } },
  });
  await as.call('PUT /myChildren/:id/costShare', {
    params: params(day),
    body: { accept: true, askedBy: parent._id.toHexString(), percent: 40 },
  });
  const invitation = {
    ...{ _id: child._id, email: 'friend@example.test', may: ['see'] as GuardianRight[] },
    ...{ invitedBy: partner._id, expiresAt: new Date('2099-01-01') },
  };
  await collections().children.updateOne(
    { _id: child._id },
    { $push: { invitations: invitation }, $inc: { revision: 1 } },
  );
  const made = await as.call('POST /pickupCode/:childId', {
    ...{ params: { childId: child.id }, body: { name: 'Eva Stone' } },
  });
  for (const day of [CAMP_DAY, LATER])
    await as.call('PUT /myAttendance/:cartId/:day', {
      params: { cartId: String(campClass.seats[0]?.seatId.toHexString()), day },
      body: { isAbsent: true },
    });
  const { path } = (await as.call('POST /myCalendar')).body;
  return { ...day, code: made.body.code, calendar: path ?? '' };
}

/** The documents, each with the fields that a guardian gave. */
async function readDocuments({ child: { _id } }: Day) {
  const { children, childContacts, childHealth, childPhotos } = collections();
  return {
    child: await children.findOne({ _id }),
    contacts: await childContacts.findOne({ _id }),
    health: await childHealth.findOne({ _id }),
    photo: await childPhotos.findOne({ _id }),
  };
}

/** Where the child is by the list of a day to come. */
async function readLater({ child, campClass }: Day) {
  const params = { classId: campClass.id, day: LATER };
  const { body } = await app.as(admin).call('GET /dayList/:classId/:day', { params });
  const found = body.people.find(({ personId }) => personId === child.id);
  return readAttendance(found?.taps ?? []).state;
}

/** What acts: what the team sees and lets happen, and what the calendar tells. */
async function readActs(day: Day) {
  const { child, campClass, instructor, code, calendar } = day;
  const listed = await readChild(instructor, day);
  const sheet = await app.as(instructor).call('GET /classCare/:classId', {
    params: { classId: campClass.id },
  });
  const care = sheet.body.people.find(({ childId }) => childId === child.id);
  const { classes } = (await app.as(instructor).call('GET /emergencyList')).body;
  const toCall = classes
    .flatMap((one) => one.people)
    .find(({ personId }) => personId === child.id)?.adults;
  const checked = await app.as(instructor).call('POST /pickupCode/:childId/check', {
    params: { childId: child.id },
    body: { classId: campClass.id, code },
  });
  return {
    dayList: listed.adults.map(({ name }) => name).sort(),
    photo: listed.photoId !== null,
    alone: listed.mayLeaveAloneFrom,
    note: care?.note,
    blocked: listed.mustNotCollect.map(({ name }) => name),
    emergency: toCall?.map(({ name }) => name).sort(),
    careSheet: care?.contacts.map(({ name }) => name).sort(),
    health: JSON.stringify(care?.health ?? null).includes(HEALTH_TEXT),
    code: checked.body.problem,
    today: listed.attendance.state,
    later: await readLater(day),
    calendar: (await app.http.get(`/api${calendar}`)).status,
  };
}

const remove = (by: UserDocument, day: Day) =>
  app.as(by).call('DELETE /myChildren/:id/guardians/:guardianId', {
    params: { ...params(day), guardianId: day.partner._id.toHexString() },
  });

const removeAsAdmin = ({ child }: Day, { _id }: UserDocument) =>
  app.as(admin).call('DELETE /children/:id/guardians/:guardianId', {
    params: { id: child.id, guardianId: _id.toHexString() },
    body: { note: 'A court has decided.' },
  });

/** What emails to an admin about this child say, in the order of the events. */
async function readOffice({ child }: Pick<Day, 'child'>) {
  const lines = (await listMailsTo(app, admin)).filter(
    ({ cause: { kind, childId } }) => kind === 'entry left' && child._id.equals(childId as never),
  );
  const read = await Promise.all(lines.map((line) => readProps(line, app.services)));
  return read.flatMap((one) => one?.props ?? []);
}

/** Each way in which the partner loses the right. */
const WAYS: Record<string, (day: Day) => Promise<unknown>> = {
  'an admin removes them': (day) => removeAsAdmin(day, day.partner),
  'the guardian who invited them removes them': (day) => remove(day.parent, day),
  'they leave': (day) => remove(day.partner, day),
  'they may only see from now on': ({ child: { _id }, partner }) =>
    changeFamily(async () => {
      const child = await findAnyChild(_id, app.services);
      if (!child) throw new Error('The child is gone');
      const guardians = child.guardians.map((one) =>
        one.userId.equals(partner._id) ? { ...one, may: ['see' as const] } : one,
      );
      return { child, family: { ...child, guardians } };
    }, app.services),
  'they delete their account': async ({ partner }) => {
    await lockDeletedUser(partner, app.services);
    goTo('09:05');
    await finishDeletions(app.services);
  },
  'an admin removes their account': ({ partner }) =>
    app.as(admin).call('DELETE /removeuser', { query: { email: partner.email } }),
  'their account becomes another one, which is removed': async (day) => {
    const other = await buildUser(app);
    const event = auditEvent({
      ...{ type: 'merge families', at: app.services.now(), by: admin._id },
      ...{ target: other.email, before: null, after: {} },
    });
    await lockMergedUser({ from: day.partner, into: other }, { event, join: [] }, app.services);
    goTo('09:05');
    await finishDeletions(app.services);
    // Until then, all that they gave counts as given by the other account.
    expect(await readActs({ ...day, calendar: '' })).toMatchObject({ ...ACTING, calendar: 404 });
    return removeAsAdmin(day, other);
  },
};

const ACTING = {
  ...{ photo: true, alone: '08:00', note: 'Ask Vera', blocked: ['Karl Falk'], health: true },
  ...{ code: null, calendar: 200, today: 'absent', later: 'absent' },
};

describe('once a guardian no longer decides about a child', () => {
  for (const [way, lose] of oneOrAll(Object.entries(WAYS)))
    it(`nothing that they gave acts: ${way}`, async () => {
      const day = await giveEverything();
      const { parent, partner } = day;
      const before = await readActs(day);
      expect(before).toMatchObject(ACTING);
      expect(before.dayList).toEqual(expect.arrayContaining([AUNT.name, CONTACT.name]));
      const old = await readDocuments(day);
      for (const [given, fates] of [
        [old.child, CHILD],
        [old.contacts, CONTACTS],
        [old.health, HEALTH],
        [old.photo, PHOTO],
      ] as const)
        for (const [field, fate] of Object.entries(fates))
          if (fate === 'ends') expect(given, field).toHaveProperty(field);
      expect(await lose(day)).not.toMatchObject({ status: 400 });

      // As a guardian, the partner may still be on the list with a lower right.
      const isStillThere = old.child && way === 'they may only see from now on';
      const others = [CONTACT.name, parent.name, ...(isStillThere ? [partner.name] : [])];
      const everybody = [...others, ...before.dayList.filter((name) => name.startsWith('User'))];
      const after = await readActs(day);
      expect(after).toMatchObject({
        ...{ photo: false, alone: null, note: '', code: 'code_wrong', calendar: 404 },
        // The team looks for the child again.
        ...{ today: 'expected', later: 'expected' },
        // What protects the child stays.
        ...{ blocked: ['Karl Falk'], health: true },
        careSheet: [CONTACT.name],
      });
      for (const list of [after.dayList, after.emergency]) {
        expect(list).not.toContain(AUNT.name);
        expect(list).toContain(CONTACT.name);
      }
      expect(everybody).toEqual(expect.arrayContaining(others));
      expect(after.dayList.filter((name) => name === partner.name)).toHaveLength(
        isStillThere ? 1 : 0,
      );
      const out = makeOut(day.child.id, { how: 'contact', name: AUNT.name } as never);
      expect(await send(day.instructor, day, [out])).not.toEqual([null]);

      const now = await readDocuments(day);
      for (const [given, fates] of [
        [now.child, CHILD],
        [now.contacts, CONTACTS],
        [now.photo ?? {}, PHOTO],
      ] as const)
        for (const [field, fate] of Object.entries(fates)) {
          const left = given?.[field as never] as unknown;
          const text = JSON.stringify(left ?? '');
          if (fate === 'ends' && field !== 'contacts') expect(['""', '[]'], field).toContain(text);
        }
      expect(now.contacts?.contacts).toMatchObject([{ name: CONTACT.name, by: parent._id }]);
      const { body } = await app.as(parent).call('GET /myChildren/:id', { params: params(day) });
      expect(body).toMatchObject({ health: 'outdated', healthAnswer: { nothingToTell: false } });
    });

  it('the others hear what ended, those who may change it also what to do, and the office what to decide', async () => {
    const day = await giveEverything();
    await removeAsAdmin(day, day.partner);
    const told = {
      ...{
        child: day.child.name,
        healthToConfirm: true,
        path: `/dashboard/children/${day.child.id}`,
      },
      ended: [
        ...['contacts', 'pick-up code', 'leaving alone', 'photo', 'note', 'invitations'],
        'absence',
      ],
    };
    expect(await readMailTo(app, day.parent, 'right ended')).toMatchObject({
      props: { ...told, mayChange: true },
    });
    expect(await readMailTo(app, day.seer, 'right ended')).toMatchObject({
      props: { ...told, mayChange: false },
    });
    for (const person of [day.partner, day.booker])
      expect(await findKinds(app, person)).not.toContain('right ended');
    expect(await readOffice(day)).toMatchObject([{ toDecide: 1, isToCall: false }]);
    const blocks = await app.as(admin).call('GET /children/:id/mustNotCollect', {
      params: params(day),
    });
    expect(blocks.body).toMatchObject([{ name: 'Karl Falk', hasAuthorLeft: true }]);
    const log = await readAuditLog(app, { action: 'end what was given' });
    expect(log.find(({ target }) => target === day.partner.email)).toMatchObject({
      ...{ who: 'system', before: { child: day.child.id, may: 'see, book' } },
      after: { ended: told.ended, healthToConfirm: true, mustNotCollectToDecide: 1 },
    });
    const texts = JSON.stringify([log, await listMailsTo(app, day.parent)]);
    for (const secret of [AUNT.name, AUNT.phone, 'Karl Falk', HEALTH_TEXT, 'Ask Vera'])
      expect(texts).not.toContain(secret);
  });

  it('nobody hears anything if they had given nothing', async () => {
    const day = await build();
    const { child, booker, parent } = day;
    await app.as(parent).call('DELETE /myChildren/:id/guardians/:guardianId', {
      params: { id: child.id, guardianId: booker._id.toHexString() },
    });
    expect(await findKinds(app, parent)).not.toContain('right ended');
  });

  it('a contact from before givers were kept ends with the first guardian who may have entered it', async () => {
    const day = await build();
    const names = async () => (await readChild(day.instructor, day)).adults.map(({ name }) => name);
    expect(await names()).toContain(CONTACT.name);
    await removeAsAdmin({ ...day, code: '', calendar: '' }, day.seer);
    expect(await names()).toContain(CONTACT.name);
    await removeAsAdmin({ ...day, code: '', calendar: '' }, day.partner);
    expect(await names()).not.toContain(CONTACT.name);
  });

  it.each([
    ['in capitals', ({ name }: UserDocument) => name.toUpperCase()],
    ['in another order, with a title', ({ name }: UserDocument) => `Dr. ${turn(name)}`],
    ['with a middle name', ({ name }: UserDocument) => name.replace(' ', ' Ivo ')],
    ['with a Cyrillic letter', ({ name }: UserDocument) => name.replace('o', 'о')],
  ])(
    'somebody who is no guardian anymore is no contact either, whoever entered them: %s',
    async (_how, nameOf) => {
      const day = await build();
      const { users } = collections();
      const seer = { ...day.seer, name: 'Otto Byron' };
      await users.updateOne({ _id: seer._id }, { $set: { name: seer.name } });
      const uncle = { ...CONTACT, name: nameOf(seer), phone: '+1 555 0123' };
      // Typed before names with letters of two alphabets were refused.
      const stored = [uncle, AUNT].map((contact) => ({ ...contact, by: day.parent._id }));
      const { childContacts } = collections();
      await childContacts.updateOne({ _id: day.child._id }, { $set: { contacts: stored } });
      await removeAsAdmin({ ...day, code: '', calendar: '' }, seer);
      const found = await childContacts.findOne({ _id: day.child._id });
      expect(found?.contacts.map(({ name }) => name)).toEqual([AUNT.name]);
    },
  );

  it('two accounts that become one lose nothing: not a contact of before, not one that names the guardian', async () => {
    const day = await build();
    const { partner, parent, child } = day;
    const me = { ...CONTACT, name: partner.name, phone: '+1 555 0123', by: parent._id };
    const contacts = [CONTACT, me];
    await collections().childContacts.updateOne({ _id: child._id }, { $set: { contacts } });
    const absence = {
      params: { cartId: String(day.campClass.seats[0]?.seatId.toHexString()), day: LATER },
      body: { isAbsent: true },
    };
    await app.as(partner).call('PUT /myAttendance/:cartId/:day', absence);
    const into = await buildUser(app);
    await moveChildren(partner, into, app.services);
    // The job, in the middle of the merge.
    const moved = await findAnyChild(child._id, app.services);
    if (moved) await endGiven(moved, [], app.services);
    expect((await mergeAccounts(app, admin, { from: partner, into })).status).toBe(200);
    expect(await readLater({ ...day, code: '', calendar: '' })).toBe('absent');
    const found = await collections().childContacts.findOne({ _id: child._id });
    expect(found?.contacts).toEqual(contacts);
    for (const kind of ['right ended', 'entry left'])
      expect(await findKinds(app, parent)).not.toContain(kind);
  });

  it('where nobody is left who decides, contacts are still called in an emergency, and collect nobody', async () => {
    const day = await build();
    const { child, parent, partner } = day;
    const grandma = { ...CONTACT, name: 'Grandma Ida' };
    const body = { contacts: [grandma, { ...AUNT, isEmergency: false }] };
    await app.as(parent).call('PUT /myChildren/:id/contacts', { params: params(day), body });
    await removeAsAdmin({ ...day, code: '', calendar: '' }, partner);
    await removeAsAdmin({ ...day, code: '', calendar: '' }, parent);
    const { adults } = await readChild(day.instructor, day);
    const found = adults.filter(({ relation }) => relation !== 'guardian');
    expect(found).toMatchObject([{ name: 'Grandma Ida', mayCollect: false }]);
    expect((await readOffice(day)).at(-1)).toMatchObject({ toDecide: 0, isToCall: true });
    expect((await collections().children.findOne({ _id: child._id }))?.guardians).toHaveLength(2);
  });

  it('where the account of the only guardian is removed, the team expects the child again', async () => {
    const day = await giveEverything();
    const { child, partner } = day;
    const others = { userId: { $ne: partner._id } };
    await collections().children.updateOne(
      { _id: child._id },
      { $pull: { guardians: others }, $unset: { costShare: '' } },
    );
    expect(await readLater(day)).toBe('absent');
    const query = { email: partner.email };
    expect((await app.as(admin).call('DELETE /removeuser', { query })).status).toBe(200);
    expect(await readLater(day)).toBe('expected');
  });

  it('nothing acts if the server stops in between, and it does not come back: the job ends the rest', async () => {
    const day = await giveEverything();
    const { child, partner, parent } = day;
    const stopped = {
      ...app.services,
      database: {
        ...app.services.database,
        collections: watchWrites(collections(), (collection) => {
          if (collection === 'childPhotos') throw new Error('killed');
        }),
      },
    };
    const leave = changeFamily(async () => {
      const found = await findAnyChild(child._id, app.services);
      if (!found) throw new Error('The child is gone');
      const guardians = found.guardians.filter(({ userId }) => !userId.equals(partner._id));
      return { child: found, family: { ...found, guardians } };
    }, stopped);
    await expect(leave).rejects.toThrow('killed');
    const { dayList, alone, photo, code } = await readActs(day);
    expect({ alone, photo, code }).toEqual({ alone: null, photo: false, code: 'code_wrong' });
    expect(dayList).not.toContain(AUNT.name);
    expect(await readMailTo(app, parent, 'right ended')).toMatchObject({
      props: { healthToConfirm: true },
    });
    await forgetOldCare(app.services);
    await collections().children.updateOne(
      { _id: child._id },
      { $push: { guardians: makeGuardian(partner._id, { invitedBy: parent._id }) } },
    );
    const back = await readActs(day);
    expect(back).toMatchObject({ photo: false, alone: null, code: 'code_wrong' });
    expect(back.dayList).not.toContain(AUNT.name);
  });
});
