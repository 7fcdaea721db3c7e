import { DELETED_NAME, HEALTH_FRESH_DAYS } from '@speakifyr/contract/limits.ts';
import { ObjectId } from 'mongodb';
import { describe, expect, it } from 'vitest';
import type { EnrolledSeat, HeldSeat } from '../database/class-document.ts';
import type { UserDocument } from '../database/user-documents.ts';
import { addDays, readToday } from '../school-time.ts';
import { runJobs } from '../jobs/jobs.ts';
import { readAuditLog } from '../testing/audit-log.ts';
import { buildChild, buildClass, buildUser } from '../testing/factories.ts';
import { answerHealth, buildFamily, CONTACT, HEALTH_BODY } from '../testing/families.ts';
import { findTraces } from '../testing/find-traces.ts';
import { PHOTO_BODY } from '../testing/photos.ts';
import { readSeatNames } from '../testing/seats.ts';
import { useTestApp } from '../testing/test-app.ts';
import { inDays } from '../testing/today.ts';
import { watchWrites } from '../testing/watch-writes.ts';

/** What happens just before a write of this collection. */
const world: Partial<Record<string, () => Promise<unknown>>> = {};

const app = useTestApp(({ database }) => ({
  database: {
    ...database,
    collections: watchWrites(database.collections, async (collection) => {
      const happen = world[collection];
      delete world[collection];
      await happen?.();
    }),
  },
}));

type Child = { _id: ObjectId; id: string; name: string };

const collections = () => app.services.database.collections;

function makeSeat({ _id: userId }: UserDocument, { _id: childId, name }: Child) {
  return { seatId: new ObjectId(), userId, childId, name, joinedAt: new Date() };
}

const hold = (parent: UserDocument, child: Child): HeldSeat => ({
  ...makeSeat(parent, child),
  state: 'held',
  heldUntil: new Date(Date.now() + 60_000),
  renewed: false,
});

const enroll = (parent: UserDocument, child: Child): EnrolledSeat => ({
  ...makeSeat(parent, child),
  ...{ state: 'enrolled', entry_code: 'EXM-101', paymentId: 'pi_1', price: 10 },
  enrolledAt: new Date(),
});

const OVER = { camp_start: inDays(-9), camp_end: inDays(-2) };

const remove = (person: UserDocument, child: Child) =>
  app.as(person).call('DELETE /myChildren/:id', { params: { id: child.id } });

const removePartner = (person: UserDocument, child: Child, partner: UserDocument) =>
  app.as(person).call('DELETE /myChildren/:id/guardians/:guardianId', {
    params: { id: child.id, guardianId: partner._id.toHexString() },
  });

// Rules: R102, R110, R111, R225, R243.
describe('deleting a child', () => {
  it('is refused while it has a held seat, or a paid one in a class that is not over', async () => {
    const parent = await buildUser(app);
    for (const [seat, days] of [
      [hold, {}],
      [enroll, {}],
      [enroll, { ...OVER, camp_end: readToday(app.services) }],
    ] as const) {
      const child = await buildChild(app, parent);
      await buildClass(app, { seats: [seat(parent, child)], ...days });
      expect((await remove(parent, child)).body.code).toBe('child_has_seats');
      expect(await collections().children.findOne({ _id: child._id })).not.toBeNull();
    }
  });

  it('removes the child, contacts, health and its name in past classes', async () => {
    const { child, parent } = await buildFamily(app);
    const past = await buildClass(app, { seats: [enroll(parent, child)], ...OVER });
    expect((await remove(parent, child)).status).toBe(200);
    const { children, childContacts, childHealth } = collections();
    expect(await children.findOne({ _id: child._id })).toBeNull();
    expect(await childContacts.findOne({ _id: child._id })).toBeNull();
    expect(await childHealth.findOne({ _id: child._id })).toBeNull();
    expect(await readSeatNames(app, past)).toEqual([DELETED_NAME]);
    expect((await remove(parent, child)).body.code).toBe('not_found');
  });

  it('is finished by a job if the server stopped after the decision', async () => {
    const { child, parent } = await buildFamily(app);
    await collections().children.updateOne(
      { _id: child._id },
      { $set: { guardians: [], invitations: [], deletingSince: new Date() } },
    );
    expect((await app.as(parent).call('GET /myChildren')).body.children).toEqual([]);
    await runJobs(app.services);
    expect(await findTraces(app, child.name)).toEqual([]);
    expect(await collections().childHealth.findOne({ _id: child._id })).toBeNull();
  });

  it('leaves no health and contacts behind that are saved at the same moment', async () => {
    const { child, parent, partner } = await buildFamily(app);
    const params = { id: child.id };
    const { childHealth, childContacts } = collections();
    world['childHealth'] = () => remove(parent, child);
    const health = { params, body: HEALTH_BODY };
    const answered = await app.as(partner).call('PUT /myChildren/:id/health', health);
    expect(answered.body.code).toBe('not_found');
    expect(await childHealth.findOne({ _id: child._id })).toBeNull();

    const family = await buildFamily(app);
    world['childContacts'] = () => remove(family.parent, family.child);
    const contacts = { params: { id: family.child.id }, body: { contacts: [CONTACT] } };
    const saved = await app.as(family.partner).call('PUT /myChildren/:id/contacts', contacts);
    expect(saved.body.code).toBe('not_found');
    expect(await childContacts.findOne({ _id: family.child._id })).toBeNull();
  });

  it('leaves no photo behind that is given while the child is deleted or its giver is removed', async () => {
    for (const leave of [remove, removePartner]) {
      const { child, parent, partner } = await buildFamily(app);
      world['childPhotos'] = () => leave(parent, child, partner);
      const photo = { params: { id: child.id }, body: PHOTO_BODY };
      const given = await app.as(partner).call('PUT /myChildren/:id/photo', photo);
      expect(given.body.code).toBe('not_found');
      expect(await collections().childPhotos.findOne({ _id: child._id })).toBeNull();
    }
  });
});

describe('changing a child', () => {
  const change = (person: UserDocument, child: Child, body: object) =>
    app.as(person).call('PATCH /myChildren/:id', { params: { id: child.id }, body });

  it('renames it on its seats too, and nobody else', async () => {
    const { child, parent, partner } = await buildFamily(app);
    const sibling = await buildChild(app, parent);
    const campClass = await buildClass(app, {
      seats: [enroll(parent, child), enroll(parent, sibling)],
    });
    expect((await change(partner, child, { name: ' Mia  Newname' })).status).toBe(200);
    expect(await readSeatNames(app, campClass)).toEqual(['Mia Newname', sibling.name]);
  });

  it('takes what was entered only, with the rules for a new child', async () => {
    const parent = await buildUser(app);
    const child = await buildChild(app, parent, { name: 'Mia', birthDate: '2017-05-12' });
    await buildChild(app, parent, { name: 'Zoe', birthDate: '2017-05-12' });
    expect((await change(parent, child, { note: 'Third grade' })).status).toBe(200);
    expect((await change(parent, child, { name: 'zoe' })).body.code).toBe('child_exists');
    expect(
      (await change(parent, child, { birthDate: addDays(readToday(app.services), 1) })).body.code,
    ).toBe('invalid_input');
    expect(await collections().children.findOne({ _id: child._id })).toMatchObject({
      ...{ name: 'Mia', birthDate: '2017-05-12', note: 'Third grade' },
    });
  });
});

describe('health', () => {
  const save = (person: UserDocument, child: Child, answer: object = {}) =>
    app.as(person).call('PUT /myChildren/:id/health', {
      params: { id: child.id },
      body: { ...HEALTH_BODY, ...answer },
    });
  const state = async (person: UserDocument) =>
    (await app.as(person).call('GET /myChildren')).body.children[0]?.health;

  it('is not overwritten by a guardian who has not seen the latest answer', async () => {
    const { child, parent, partner } = await buildFamily(app);
    expect((await save(partner, child, { seen: null })).body.code).toBe('health_changed');
    const { body } = await app.as(parent).call('GET /myChildren/:id', { params: { id: child.id } });
    const seen = body.healthAnswer?.confirmedAt;
    app.passMinutes(1);
    expect((await save(partner, child, { seen, notes: 'Wears glasses' })).status).toBe(200);
    expect((await save(parent, child, { seen })).body.code).toBe('health_changed');
    const stored = await collections().childHealth.findOne({ _id: child._id });
    expect(stored?.notes).toBe('Wears glasses');

    const sibling = await buildChild(app, parent);
    expect((await save(parent, sibling, { seen: null })).status).toBe(200);
  });

  it('is missing until answered, says who agreed to what, and is asked again before a later class', async () => {
    const parent = await buildUser(app);
    const child = await buildChild(app, parent);
    expect(await state(parent)).toBe('missing');
    expect((await save(parent, child)).status).toBe(200);
    expect(await state(parent)).toBe('answered');
    const health = await collections().childHealth.findOne({ _id: child._id });
    expect(health?.consent).toMatchObject({ by: parent._id, textVersion: HEALTH_BODY.consent });

    const later = new Date(Date.now() + (HEALTH_FRESH_DAYS + 1) * 86_400_000);
    await buildClass(app, { seats: [{ ...enroll(parent, child), enrolledAt: later }] });
    expect(await state(parent)).toBe('outdated');
    await collections().childHealth.updateOne(
      { _id: child._id },
      {
        $set: { confirmedAt: later, 'consent.at': later },
      },
    );
    expect(await state(parent)).toBe('answered');
  });

  it('takes no empty answer and no consent to another text', async () => {
    const parent = await buildUser(app);
    const child = await buildChild(app, parent);
    const nothing = { allergies: [], nothingToTell: false };
    const medicines = [{ what: 'Iron syrup', howMuch: '5 ml', at: null }];
    expect((await save(parent, child, nothing)).body.code).toBe('invalid_input');
    expect((await save(parent, child, { nothingToTell: true })).body.code).toBe('invalid_input');
    expect((await save(parent, child, { consent: '2020-01-01' })).body.code).toBe('text_changed');
    expect((await save(parent, child, { consent: false as never })).body.code).toBe(
      'invalid_input',
    );
    const gets = { ...nothing, medicines };
    expect((await save(parent, child, { ...gets, nothingToTell: true })).status).toBe(400);
    expect((await save(parent, child, gets)).status).toBe(200);
    expect((await save(parent, child, { ...nothing, nothingToTell: true })).status).toBe(200);
    expect(await state(parent)).toBe('answered');
  });

  it('is erased when the consent is withdrawn', async () => {
    const parent = await buildUser(app);
    const child = await buildChild(app, parent);
    await answerHealth(app, child, parent);
    const withdrawn = await app
      .as(parent)
      .call('DELETE /myChildren/:id/health', { params: { id: child.id } });
    expect(withdrawn.status).toBe(200);
    expect(await collections().childHealth.findOne({ _id: child._id })).toBeNull();
    expect(await state(parent)).toBe('missing');
  });
});

it('a last day for picking up counts only for people who may pick up', async () => {
  const parent = await buildUser(app);
  const child = await buildChild(app, parent);
  const params = { id: child.id };
  const contact = { ...CONTACT, mayPickUp: false, pickUpUntil: '2030-01-01' };
  await app
    .as(parent)
    .call('PUT /myChildren/:id/contacts', { params, body: { contacts: [contact] } });
  const { body } = await app.as(parent).call('GET /myChildren/:id', { params });
  expect(body.contacts).toMatchObject([{ ...contact, pickUpUntil: null }]);
});

// Rules: R703.
it('contacts are not replaced by somebody who has not seen the latest ones', async () => {
  const { child, parent, partner } = await buildFamily(app);
  const params = { id: child.id };
  const [ruth, omar] = [CONTACT, { ...CONTACT, name: 'Omar Falk' }];
  const save = async (person: UserDocument, contacts: object[], seenContacts?: object[]) => {
    const body = { contacts, seenContacts } as never;
    const answer = await app.as(person).call('PUT /myChildren/:id/contacts', { params, body });
    return answer.body.code ?? answer.status;
  };
  const read = async () => {
    const { body } = await app.as(parent).call('GET /myChildren/:id', { params });
    return body.contacts?.map(({ name }) => name) ?? [];
  };
  expect(await save(parent, [ruth, omar])).toBe(200);
  expect(await save(partner, [ruth], [ruth, omar])).toBe(200);
  // From a page on which Omar still is: he would be back.
  expect(await save(parent, [{ ...ruth, relation: 'Aunt' }, omar], [ruth, omar])).toBe(
    'contacts_changed',
  );
  expect(await read()).toEqual([ruth.name]);
  // The first answer got lost, so the phone asks again.
  expect(await save(partner, [ruth], [ruth, omar])).toBe(200);
  const both = await Promise.all([
    save(parent, [omar], [ruth]),
    save(partner, [ruth, { ...ruth, name: 'Ada' }], [ruth]),
  ]);
  expect(both.sort()).toEqual([200, 'contacts_changed']);
});

it('a contact’s phone looks like one', async () => {
  const parent = await buildUser(app);
  const params = { id: (await buildChild(app, parent)).id };
  const put = (phone: string) =>
    app.as(parent).call('PUT /myChildren/:id/contacts', {
      ...{ params, body: { contacts: [{ ...CONTACT, phone }] } },
    });
  expect((await put('abc')).body.fields).toEqual({
    'body.contacts.0.phone': 'Please enter a phone number, such as +1 202 555 0143.',
  });
  // As computers copy it, with the zero that is only dialed inside the country.
  expect((await put('\u2068+44 (0)20 7946 0018 x12\u2069')).status).toBe(200);
  const { body } = await app.as(parent).call('GET /myChildren/:id', { params });
  expect(body.contacts).toMatchObject([{ phone: '+442079460018;ext=12' }]);
});

it('an admin sees a family without contacts and health, and lets a child outside the ages join once', async () => {
  const { child, parent, seer } = await buildFamily(app);
  const admin = await buildUser(app, 'admin');
  const campClass = await buildClass(app);
  const body = { childId: child.id, classId: campClass.id, note: 'Swims since she is four.' };
  for (const _attempt of [1, 2])
    expect((await app.as(admin).call('POST /ageExceptions', { body })).status).toBe(200);
  const params = { id: parent._id.toHexString() };
  const family = await app.as(admin).call('GET /families/:id', { params });
  expect(family.body.children).toMatchObject([
    {
      name: child.name,
      allowedClasses: [campClass.id],
      guardians: [{}, {}, { email: seer.email }, {}],
    },
  ]);
  expect(await readAuditLog(app, { action: 'allow age' })).toMatchObject([
    { who: admin.email, target: campClass.name, after: { child: child.id, note: body.note } },
  ]);
  for (const wrong of [{ childId: campClass.id }, { classId: child.id }])
    expect(
      (await app.as(admin).call('POST /ageExceptions', { body: { ...body, ...wrong } })).body.code,
    ).toBe('not_found');
});
