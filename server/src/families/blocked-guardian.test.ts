import { randomUUID } from 'node:crypto';
import { type Contract, contract } from '@speakifyr/contract/contract.ts';
import type { Endpoint } from '@speakifyr/contract/endpoint.ts';
import { ObjectId } from 'mongodb';
import { publishForm, WAIVER } from '../testing/forms.ts';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import type { UserDocument } from '../database/user-documents.ts';
import { CAMP_DAY, useCampDay } from '../testing/camp-day.ts';
import { buildUser, useUser } from '../testing/factories.ts';
import { CONTACT, makeInvitation } from '../testing/families.ts';
import { findNeeds } from '../forms/needs.ts';
import { addDueMails } from '../messages/add-due-mails.ts';
import { findKinds } from '../testing/mails.ts';
import { addDays, DAY_MS } from '../school-time.ts';
import { mergeAccounts } from '../testing/merging.ts';

/**
 * Walks every call that takes the name of a person, or says who is a person of a child. As a guardian whom the office
 * has blocked, each is made under each name that he gives himself; afterwards nobody may collect the child because of
 * him. A call that is new in the contract, or newly takes such a field, fails until it is in the table.
 */
const { app, goTo, build, makeOut, send, readChild } = useCampDay();
const admin = useUser(app, 'admin');

type Day = Awaited<ReturnType<typeof build>>;
type Answer = { status: number; body: unknown };
type Try = (day: Day, by: UserDocument, name: string) => Promise<Answer>;

/** `person`: it stores this name of a person, and refuses one that nobody can read. */
type Row = { person?: Try; blocked?: Try } | 'no person’s';

const NAMED = 'Karl Byron';
/** A form that can be signed, but that no class asks. */
const NOT_ASKED = { ...WAIVER, classIds: [new ObjectId().toHexString()] };
const ofChild = ({ child }: Day) => ({ params: { id: child.id } });
const contactNamed = (name: string) => ({ ...CONTACT, name });
const isOut = (problem: string | null | undefined): Answer => ({
  ...{ status: problem ? 409 : 200, body: problem },
});

const ROWS: Partial<Record<keyof Contract, Row>> = {
  'POST /userList': {
    person: async (_day, _by, name) => {
      const person = { email: `new-${new ObjectId().toHexString()}@example.test` };
      return app.as(person).call('POST /userList', { body: { ...person, name, photo: '' } });
    },
  },
  'PATCH /myProfile': {
    person: (_day, by, name) => app.as(by).call('PATCH /myProfile', { body: { name } }),
    blocked: (_day, by, name) => app.as(by).call('PATCH /myProfile', { body: { name } }),
  },
  'POST /contact': {
    person: (_day, _by, name) =>
      app.call('POST /contact', {
        body: { name, email: 'somebody@example.test', message: 'Is the bus on time?' },
      }),
  },
  'POST /instructors': {
    person: (_day, _by, name) =>
      app.as(admin).call('POST /instructors', {
        body: { id: new ObjectId().toHexString(), name, email: `${randomUUID()}@example.test` },
      }),
  },
  'POST /families': {
    person: (_day, _by, name) =>
      app.as(admin).call('POST /families', {
        body: { id: new ObjectId().toHexString(), name, children: [] },
      }),
  },
  'PATCH /families/:id': {
    person: (_day, by, name) =>
      app.as(admin).call('PATCH /families/:id', {
        params: { id: by._id.toHexString() },
        body: { name, note: 'By phone.' },
      }),
    blocked: (_day, by, name) =>
      app.as(admin).call('PATCH /families/:id', {
        params: { id: by._id.toHexString() },
        body: { name, note: 'By phone.' },
      }),
  },
  'POST /families/:id/children': {
    person: (_day, by, name) =>
      app.as(admin).call('POST /families/:id/children', {
        params: { id: by._id.toHexString() },
        body: { name, birthDate: '2018-03-04' },
      }),
  },
  'POST /myChildren': {
    person: (_day, by, name) =>
      app.as(by).call('POST /myChildren', { body: { name, birthDate: '2018-03-04' } }),
  },
  'PATCH /myChildren/:id': {
    person: (day, by, name) =>
      app.as(by).call('PATCH /myChildren/:id', { ...ofChild(day), body: { name } }),
  },
  'PATCH /children/:id': {
    person: (day, _by, name) =>
      app.as(admin).call('PATCH /children/:id', {
        ...ofChild(day),
        body: { name, note: 'By phone.' },
      }),
  },
  'PUT /myForms/:id': {
    person: async (day, by, signedName) =>
      app.as(by).call('PUT /myForms/:id', {
        params: { id: await publishForm(app, admin, NOT_ASKED) },
        body: { personId: day.child.id, version: 1, seen: 0, answers: {}, signedName },
      }),
  },
  'PUT /formPeople/:id': {
    person: async ({ child }, _by, signedName) =>
      app.as(admin).call('PUT /formPeople/:id', {
        params: { id: await publishForm(app, admin, NOT_ASKED) },
        body: { personId: child.id, version: 1, seen: 0, answers: {}, signedName, note: 'Paper' },
      }),
  },
  'PUT /myChildren/:id/contacts': {
    person: (day, by, name) =>
      app.as(by).call('PUT /myChildren/:id/contacts', {
        ...ofChild(day),
        body: { contacts: [contactNamed(name)] },
      }),
    blocked: (day, by, name) =>
      app.as(by).call('PUT /myChildren/:id/contacts', {
        ...ofChild(day),
        body: { contacts: [contactNamed(name)] },
      }),
  },
  'POST /pickupCode/:childId': {
    person: (day, by, name) => makeCode(day, by, name),
    blocked: (day, by) => makeCode(day, by, 'A friend'),
  },
  'POST /myChildren/:id/mustNotCollect': {
    person: (day, by, name) =>
      app.as(by).call('POST /myChildren/:id/mustNotCollect', {
        ...ofChild(day),
        body: { name, since: CAMP_DAY, note: '' },
      }),
  },
  'POST /children/:id/mustNotCollect': {
    person: (day, _by, name) =>
      app.as(admin).call('POST /children/:id/mustNotCollect', {
        ...ofChild(day),
        body: { name, since: CAMP_DAY, note: '' },
      }),
  },
  'POST /attendance': {
    person: async (day, _by, name) => {
      const override = { how: 'override' as const, name, note: 'They asked' };
      const [problem] = await send(admin, day, [makeOut(day.child.id, override)]);
      return { status: problem ? 400 : 200, body: problem };
    },
    blocked: async (day, by, name) => {
      const guardianId = by._id.toHexString();
      const listed = { how: 'listed' as const, name, checked: 'id' as const };
      const override = { how: 'override' as const, name: by.name, note: 'He asked' };
      const problems = await send(admin, day, [
        makeOut(day.child.id, { ...listed, guardianId }),
        makeOut(day.child.id, listed),
        makeOut(day.child.id, override),
      ]);
      return isOut(problems.includes(null) ? null : problems[0]);
    },
  },
  'POST /pickupCode/:childId/check': 'no person’s',
  'PUT /school': 'no person’s',
  'PUT /forms': 'no person’s',
  'GET /texts/:name': 'no person’s',
  'POST /apiKeys': 'no person’s',
  'POST /browserErrors': 'no person’s',
  'POST /webhooks': 'no person’s',
  'POST /addCourse': 'no person’s',
  'PATCH /updateClass/:id': 'no person’s',
  'POST /instructors/:id/certificates': 'no person’s',
  // The name of the class, as the specification has it.
  'POST /addClass': 'no person’s',
  // Not stored: the server knows who has the seat.
  'POST /makepayment': 'no person’s',
  // What they say about the child does not say who takes it.
  'PUT /myChildren/:id/health': 'no person’s',
  'DELETE /myChildren/:id/health': 'no person’s',
  'PUT /myChildren/:id/photo': 'no person’s',
  'DELETE /myChildren/:id/photo': 'no person’s',
  'POST /myChildren/:id/costShare': 'no person’s',
  'PUT /myChildren/:id/costShare': 'no person’s',
  'DELETE /myChildren/:id/costShare': 'no person’s',
  // They only take back.
  'DELETE /pickupCode/:childId': 'no person’s',
  'DELETE /myChildren/:id/mayLeaveAlone': 'no person’s',
  'DELETE /myChildren/:id/invitations/:invitationId': 'no person’s',
  'DELETE /myChildren/:id/mustNotCollect/:entryId': 'no person’s',
  'DELETE /myInvitations/:invitationId': 'no person’s',
  // As the parent's calls, which it makes: families/paper-form.test.ts.
  'PUT /children/:id/paperForm': 'no person’s',
  // Only the office.
  'DELETE /children/:id/mustNotCollect/:entryId': 'no person’s',
  'DELETE /children/:id/guardians/:guardianId': 'no person’s',
  'DELETE /children/:id/photo': 'no person’s',
  'PUT /classGroups/:classId': 'no person’s',
  'PUT /myChildren/:id/mayLeaveAlone': {
    blocked: (day, by) =>
      app.as(by).call('PUT /myChildren/:id/mayLeaveAlone', {
        ...ofChild(day),
        body: { from: '00:00' },
      }),
  },
  'POST /myChildren/:id/guardians': {
    blocked: (day, by) =>
      app.as(by).call('POST /myChildren/:id/guardians', {
        ...ofChild(day),
        body: { email: 'friend@example.test', may: ['see', 'book'] },
      }),
  },
  'DELETE /myChildren/:id/guardians/:guardianId': {
    blocked: (day, by) =>
      app.as(by).call('DELETE /myChildren/:id/guardians/:guardianId', {
        params: { id: day.child.id, guardianId: day.seer._id.toHexString() },
      }),
  },
  'POST /myInvitations/:invitationId': {
    // He invited a friend before.
    blocked: async (day, by) => {
      const friend = await buildUser(app);
      const expiresAt = new Date(app.services.now().getTime() + DAY_MS);
      const invitation = makeInvitation(friend.email, by._id, { expiresAt });
      await app.services.database.collections.children.updateOne(
        { _id: day.child._id },
        { $push: { invitations: invitation } },
      );
      const params = { invitationId: invitation._id.toHexString() };
      return app.as(friend).call('POST /myInvitations/:invitationId', { params });
    },
  },
  'DELETE /myChildren/:id': {
    blocked: (day, by) => app.as(by).call('DELETE /myChildren/:id', ofChild(day)),
  },
};

const ABOUT_CHILD = /^(?!GET).* .(myChildren|children|pickupCode|myInvitations)\b/;
const FIELDS = /name$|^(contacts|collectedBy|guardianId)$/i;

type JsonSchema = {
  properties?: Record<string, JsonSchema>;
  $defs?: Record<string, JsonSchema>;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
};

/** Whether an input has a field for the name of a person, or for a person of a child. */
function takesPerson({
  properties = {},
  $defs = {},
  items,
  anyOf,
  oneOf,
  allOf,
}: JsonSchema): boolean {
  return (
    Object.keys(properties).some((field) => FIELDS.test(field)) ||
    [...Object.values(properties), ...Object.values($defs), items, anyOf, oneOf, allOf]
      .flatMap((schema) => schema ?? [])
      .some(takesPerson)
  );
}

function isToJudge(name: string): boolean {
  const endpoint: Endpoint = contract[name as keyof Contract];
  const inputs = [endpoint.params, endpoint.body].filter((schema) => schema !== undefined);
  return (
    ABOUT_CHILD.test(name) ||
    inputs.some((schema) =>
      takesPerson(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema),
    )
  );
}

const TRIED = Object.entries(ROWS).flatMap(([call, row]) =>
  row === 'no person’s' ? [] : [{ call, ...row }],
);

const makeCode = ({ child }: Day, by: UserDocument, name: string) =>
  app.as(by).call('POST /pickupCode/:childId', { params: { childId: child.id }, body: { name } });

const blockGuardian = ({ child }: Day, { _id }: UserDocument) =>
  app.as(admin).call('POST /children/:id/mustNotCollect', {
    params: { id: child.id },
    body: { guardianId: _id.toHexString(), since: CAMP_DAY, note: 'Court order' },
  });

/** A child whose guardian `partner` is called Karl Byron. */
async function buildNamed() {
  const day = await build();
  const { users } = app.services.database.collections;
  await users.updateOne({ _id: day.partner._id }, { $set: { name: NAMED } });
  return { ...day, partner: { ...day.partner, name: NAMED } };
}

const readStored = async ({ child }: Day) =>
  app.services.database.collections.childContacts.findOne({ _id: child._id });

const rename = (by: UserDocument, name: string) =>
  app.as(by).call('PATCH /myProfile', { body: { name } });

const findHim = async (day: Day, { _id }: UserDocument) =>
  (await readChild(admin, day)).adults.find(({ guardianId }) => guardianId === _id.toHexString());

// Rules: R396, R460, R461, R463, R509.
describe('every call that takes the name of a person, or says who is a person of a child', () => {
  it('is judged here', () => {
    expect(Object.keys(ROWS).sort()).toEqual(Object.keys(contract).filter(isToJudge).sort());
  });

  it.each(TRIED.filter(({ person }) => person))(
    '$call refuses a name that nobody can read',
    async ({ person }) => {
      const day = await build();
      for (const name of ['\u3164', '\u200b', 'Ka\u200brl Byron', 'Kаrl Byron'])
        expect((await person?.(day, day.parent, name))?.status, name).toBe(400);
      expect((await person?.(day, day.parent, 'Karl Tern'))?.status).toBe(200);
    },
  );

  it.each([
    ['one letter is changed', 'Karl Biron'],
    ['an initial', 'Karl J. Byron'],
    ['an invisible letter', 'Ka\u200brl Byron'],
    ['a Cyrillic letter', 'Kаrl Byron'],
    ['another name', 'Xaver Neu'],
    ['the name of the other guardian', ''],
    ['the name of a contact', CONTACT.name],
  ])('lets nobody collect the child for a guardian who is blocked: %s', async (_how, name) => {
    const day = await buildNamed();
    const { partner, parent } = day;
    const newName = name || parent.name;
    // There is room for another guardian.
    const { children } = app.services.database.collections;
    const isBooker = { userId: day.booker._id };
    await children.updateOne({ _id: day.child._id }, { $pull: { guardians: isBooker } });
    await makeCode(day, partner, 'A friend');
    await app
      .as(partner)
      .call('PUT /myChildren/:id/mayLeaveAlone', { ...ofChild(day), body: { from: '00:00' } });
    expect((await readChild(admin, day)).mayLeaveAloneFrom).toBe('00:00');
    // A friend who comes with the code of before is refused, too.
    const { status } = await blockGuardian(day, partner);
    expect(status).toBe(200);
    const before = await readStored(day);
    for (const { call, blocked } of TRIED) {
      const answer = await blocked?.(day, { ...partner, name: newName }, newName);
      if (answer && !call.startsWith('PATCH')) expect(answer.status, call).not.toBe(200);
    }
    expect(await readStored(day)).toMatchObject({
      ...{ contacts: before?.contacts, pickupCode: before?.pickupCode },
    });
    const { adults, mayLeaveAloneFrom, mustNotCollect } = await readChild(admin, day);
    expect(mayLeaveAloneFrom).toBeNull();
    expect(mustNotCollect).toMatchObject([{ name: NAMED, guardianId: partner._id.toHexString() }]);
    const may = adults.filter(({ mayCollect }) => mayCollect).map(({ guardianId }) => guardianId);
    expect(may).not.toContain(partner._id.toHexString());
    // His new name takes nobody else's place among the guardians.
    expect(may).toContain(parent._id.toHexString());
    const own = (await app.as(parent).call('GET /myChildren/:id', ofChild(day))).body;
    expect(own.pickupCode).toBeNull();
    expect(own.guardians).toHaveLength(3);
  });
});

describe('a guardian who is blocked', () => {
  it('stays it after an older entry by name, a new name, a correction, and a merge into another account', async () => {
    const day = await buildNamed();
    const { childContacts } = app.services.database.collections;
    const entry = {
      ...{ _id: new ObjectId(), name: NAMED, since: CAMP_DAY, note: '', by: admin._id },
      ...{ isByOffice: true as const, at: app.services.now() },
    };
    await childContacts.updateOne({ _id: day.child._id }, { $set: { mustNotCollect: [entry] } });
    expect((await rename(day.partner, 'Xaver Neu')).status).toBe(200);
    expect(await findHim(day, day.partner)).toMatchObject({ name: 'Xaver Neu', isBlocked: true });
    const into = await buildUser(app);
    const merged = await mergeAccounts(app, admin, { from: day.partner, into });
    expect(merged.status).toBe(200);
    expect(await findHim(day, into)).toMatchObject({ isBlocked: true, mayCollect: false });
    const { mustNotCollect } = await readChild(admin, day);
    expect(mustNotCollect).toMatchObject([{ name: NAMED, nameNow: into.name }]);
  });

  it('is not mixed up with a guardian of nearly the same name, whichever of the two changes theirs first', async () => {
    const day = await buildNamed();
    const { users, childContacts } = app.services.database.collections;
    await users.updateOne({ _id: day.seer._id }, { $set: { name: 'Karl-Heinz Byron' } });
    const entry = {
      ...{ _id: new ObjectId(), name: NAMED, since: CAMP_DAY, note: '', by: admin._id },
      ...{ isByOffice: true as const, at: app.services.now() },
    };
    await childContacts.updateOne({ _id: day.child._id }, { $set: { mustNotCollect: [entry] } });
    expect((await rename(day.seer, 'Karl-Heinz Tern')).status).toBe(200);
    expect(await findHim(day, day.partner)).toMatchObject({ isBlocked: true });
    expect((await rename(day.partner, 'Xaver Neu')).status).toBe(200);
    const blocked = await findHim(day, day.partner);
    expect(blocked).toMatchObject({ isBlocked: true, mayCollect: false });
    expect(blocked).not.toHaveProperty('isInDoubt');
    expect(await findHim(day, day.seer)).toMatchObject({ isBlocked: true, isInDoubt: true });
    const { mustNotCollect } = await readChild(admin, day);
    expect(mustNotCollect).toMatchObject([{ name: NAMED, nameNow: 'Xaver Neu' }]);
    const allow = (name: string) => ({ how: 'override' as const, name, note: 'The office knows' });
    const takes = ['Xaver Neu', 'Karl-Heinz Tern'].map((name) =>
      makeOut(day.child.id, allow(name)),
    );
    expect(await send(admin, day, takes)).toEqual(['must_not_collect', null]);
    // In doubt as before, also in another account.
    const into = await buildUser(app);
    expect((await mergeAccounts(app, admin, { from: day.seer, into })).status).toBe(200);
    expect(await findHim(day, into)).toMatchObject({ isBlocked: true, isInDoubt: true });
    expect(await findHim(day, day.partner)).not.toHaveProperty('isInDoubt');
  });

  it('is blocked from the first day on, and keeps every other right', async () => {
    const day = await buildNamed();
    await app.as(admin).call('POST /children/:id/mustNotCollect', {
      ...ofChild(day),
      body: { guardianId: day.partner._id.toHexString(), since: addDays(CAMP_DAY, 1), note: '' },
    });
    expect((await makeCode(day, day.partner, 'A friend')).status).toBe(200);
    goTo('09:00', addDays(CAMP_DAY, 1));
    expect((await makeCode(day, day.partner, 'A friend')).status).toBe(409);
    const changed = await app
      .as(day.partner)
      .call('PATCH /myChildren/:id', { ...ofChild(day), body: { note: 'Year 3' } });
    expect(changed.status).toBe(200);
  });

  it('is told of by a new name: to the other guardians always, to the office if somebody is blocked', async () => {
    const day = await buildNamed();
    const { outbox } = app.services.database.collections;
    const countChecks = () => outbox.countDocuments({ 'cause.kind': 'pick-up to check' });
    const kindsOf = async (person: UserDocument) => {
      await addDueMails(app.services);
      return findKinds(app, person);
    };
    await addDueMails(app.services);
    const before = await countChecks();
    await rename(day.partner, 'Karl Neu');
    expect(await kindsOf(day.seer)).toContain('new name');
    expect(await kindsOf(day.booker)).not.toContain('new name');
    expect(await kindsOf(day.partner)).not.toContain('new name');
    expect(await countChecks()).toBe(before);
    await blockGuardian(day, day.partner);
    await rename(day.parent, 'Nora Neu');
    expect(await kindsOf(day.seer)).toEqual(['new name', 'new name']);
    expect(await countChecks()).toBeGreaterThan(before);
  });
});

describe('what a guardian who is blocked entered before', () => {
  const FRIEND = { ...CONTACT, name: 'Otto Kite', relation: 'Friend' };
  const OWN = { ...CONTACT, name: 'Aunt Vera' };
  const save = (day: Day, by: UserDocument, contacts: (typeof CONTACT)[]) =>
    app.as(by).call('PUT /myChildren/:id/contacts', { ...ofChild(day), body: { contacts } });
  const readOwn = async (day: Day, by: UserDocument) =>
    (await app.as(by).call('GET /myChildren/:id', ofChild(day))).body.contacts ?? [];
  const readOffice = async (day: Day) =>
    (await app.as(admin).call('GET /children/:id/contacts', ofChild(day))).body;
  const findAdult = async (day: Day, name: string) =>
    (await readChild(day.instructor, day)).adults.find((adult) => adult.name === name);
  const collects = (day: Day, by: UserDocument, name: string) =>
    send(by, day, [makeOut(day.child.id, { how: 'listed', name, checked: 'id' })]);

  /** He has entered a friend, the other guardian an aunt. */
  async function buildEntered() {
    const day = await buildNamed();
    await save(day, day.partner, [FRIEND]);
    await save(day, day.parent, [FRIEND, OWN]);
    return day;
  }

  it('collects nobody without the office: at the gate, on the care sheet, and for the family and the office', async () => {
    const day = await buildEntered();
    expect(await findAdult(day, FRIEND.name)).toMatchObject({ mayCollect: true });
    await blockGuardian(day, day.partner);
    // A new name changes nothing.
    await rename(day.partner, 'Xaver Neu');
    expect(await findAdult(day, FRIEND.name)).toMatchObject({
      ...{ mayCollect: false, asksOffice: true, isBlocked: false, phone: FRIEND.phone },
    });
    expect(await findAdult(day, OWN.name)).toMatchObject({ mayCollect: true });
    for (const by of [day.instructor, admin])
      expect(await collects(day, by, FRIEND.name)).toEqual(['not_listed']);
    const sheet = await app.as(day.instructor).call('GET /classCare/:classId', {
      params: { classId: day.campClass.id },
    });
    expect(sheet.body.people[0]?.contacts.map(({ mayPickUp }) => mayPickUp)).toEqual([false, true]);
    const asks = { name: FRIEND.name, asksOffice: true };
    const free = { name: OWN.name, asksOffice: false };
    expect(await readOwn(day, day.parent)).toMatchObject([
      { ...asks, enteredBy: 'Xaver Neu' },
      { ...free, enteredBy: null },
    ]);
    expect(await readOwn(day, day.partner)).toMatchObject([
      { ...asks, enteredBy: null },
      { ...free, enteredBy: day.parent.name },
    ]);
    expect(await readOffice(day)).toMatchObject([
      { ...asks, enteredBy: 'Xaver Neu' },
      { ...free, enteredBy: day.parent.name },
    ]);
    const override = { how: 'override' as const, name: FRIEND.name, note: 'The mother called' };
    expect(await send(day.instructor, day, [makeOut(day.child.id, override)])).toEqual([
      'not_listed',
    ]);
    expect(await send(admin, day, [makeOut(day.child.id, override)])).toEqual([null]);
  });

  it('makes no child ready for camp, and collects again once another guardian has entered them', async () => {
    const day = await buildEntered();
    await save(day, day.parent, [FRIEND]);
    await blockGuardian(day, day.partner);
    expect(
      await findNeeds(
        [{ childId: day.child._id, lastDay: CAMP_DAY, userId: undefined }],
        app.services,
      ),
    ).toEqual([['pickUp']]);
    // Saving the list vouches for nobody.
    await save(day, day.parent, [FRIEND, OWN]);
    expect(await findAdult(day, FRIEND.name)).toMatchObject({ asksOffice: true });
    await save(day, day.parent, [OWN]);
    await save(day, day.parent, [FRIEND, OWN]);
    expect(await collects(day, day.instructor, FRIEND.name)).toEqual([null]);
  });

  it('may also be from before givers were kept: then nobody knows, and the office decides', async () => {
    const day = await buildNamed();
    expect(await findAdult(day, CONTACT.name)).toMatchObject({ mayCollect: true });
    await blockGuardian(day, day.partner);
    expect(await findAdult(day, CONTACT.name)).toMatchObject({ asksOffice: true });
  });

  it('collects until the first day of the block, and after a merge no more than before', async () => {
    const day = await buildEntered();
    await app.as(admin).call('POST /children/:id/mustNotCollect', {
      ...ofChild(day),
      body: { guardianId: day.partner._id.toHexString(), since: addDays(CAMP_DAY, 1), note: '' },
    });
    expect(await findAdult(day, FRIEND.name)).toMatchObject({ mayCollect: true });
    await blockGuardian(day, day.partner);
    const into = await buildUser(app);
    expect((await mergeAccounts(app, admin, { from: day.partner, into })).status).toBe(200);
    expect(await findAdult(day, FRIEND.name)).toMatchObject({ asksOffice: true });
  });

  it('is a code that no longer works, and comes back with nobody', async () => {
    const day = await buildNamed();
    const { code } = (await makeCode(day, day.partner, FRIEND.name)).body;
    await blockGuardian(day, day.partner);
    const check = await app.as(day.instructor).call('POST /pickupCode/:childId/check', {
      params: { childId: day.child.id },
      body: { classId: day.campClass.id, code },
    });
    expect(check.body).toEqual({ name: null, problem: 'code_wrong' });
    const byCode = { how: 'code' as const, name: FRIEND.name, code };
    expect(await send(day.instructor, day, [makeOut(day.child.id, byCode)])).toEqual([
      'code_wrong',
    ]);
  });
});

describe('who is blocked by others', () => {
  it('is no different from anybody else for a guardian who makes codes; the team refuses them, and the office hears of it', async () => {
    const day = await build();
    await app.as(admin).call('POST /children/:id/mustNotCollect', {
      ...ofChild(day),
      body: { name: 'Karl Müller', since: CAMP_DAY, note: '' },
    });
    for (const name of ['Karl Müller', 'Karl J. Müller', 'Dr. Karl Müller', 'Karl-Heinz Müller']) {
      const free = await makeCode(day, day.parent, 'Anna Schmidt');
      const asked = await makeCode(day, day.parent, name);
      expect([asked.status, Object.keys(asked.body)]).toEqual([
        free.status,
        Object.keys(free.body),
      ]);
      const check = await app.as(day.instructor).call('POST /pickupCode/:childId/check', {
        params: { childId: day.child.id },
        body: { classId: day.campClass.id, code: asked.body.code },
      });
      expect(check.body, name).toEqual({ name: null, problem: 'must_not_collect' });
    }
    await addDueMails(app.services);
    expect(await findKinds(app, admin)).toContain('pick-up to check');
  });

  it('has ten entries of each guardian, and as many of the office as it writes', async () => {
    const day = await build();
    const body = (name: string) => ({ name, since: CAMP_DAY, note: '' });
    const names = Array.from({ length: 12 }, (_, place) => `Tern ${'abcdefghijkl'[place]}o`);
    const add = async (by: UserDocument, name: string) =>
      (
        await app
          .as(by)
          .call('POST /myChildren/:id/mustNotCollect', { ...ofChild(day), body: body(name) })
      ).status;
    const statuses = await Promise.all(names.map((name) => add(day.parent, name)));
    expect(statuses.filter((status) => status === 200)).toHaveLength(10);
    expect(await add(day.partner, 'Otto Kite')).toBe(200);
    for (const name of names) {
      const office = await app
        .as(admin)
        .call('POST /children/:id/mustNotCollect', { ...ofChild(day), body: body(name) });
      expect(office.status).toBe(200);
    }
    expect((await readStored(day))?.mustNotCollect).toHaveLength(23);
  });
});
