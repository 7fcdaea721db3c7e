import { describe, expect, it } from 'vitest';
import type { Contract } from '@speakifyr/contract/contract.ts';
import type { UserDocument } from '../database/user-documents.ts';
import { buildClass, buildUser } from '../testing/factories.ts';
import {
  buildFamily,
  CONTACT,
  type Family,
  HEALTH_BODY,
  HEALTH_TEXT,
  makeInvitation,
  PHONE,
} from '../testing/families.ts';
import { addPhoto, PHOTO_BODY } from '../testing/photos.ts';
import { useTestApp } from '../testing/test-app.ts';

/** Tries every call about a child as every kind of guardian, and as people who are not. Written by hand. */
const CALLERS = [
  'parent',
  'partner',
  'seer',
  'booker',
  'formerGuardian',
  'otherStudent',
  'instructor',
  'admin',
  'visitor',
] as const;
type CallerName = (typeof CALLERS)[number];
type Row = Record<CallerName, string | 200>;

const NOBODY: Row = {
  parent: 'not_found',
  partner: 'not_found',
  seer: 'not_found',
  booker: 'not_found',
  formerGuardian: 'not_found',
  otherStudent: 'not_found',
  instructor: 'not_allowed',
  admin: 'not_allowed',
  visitor: 'not_signed_in',
};
const GUARDIANS: Row = { ...NOBODY, parent: 200, partner: 200, seer: 200, booker: 200 };
/** Guardians with every right. */
const CHANGERS: Row = { ...GUARDIANS, seer: 'guardian_may_not', booker: 'guardian_may_not' };
/** Only the guardian who added the child. */
const OWNER: Row = { ...CHANGERS, partner: 'guardian_may_not' };
const CHANGED = 'cost_share_changed';
const NO_SHARE: Row = {
  ...NOBODY,
  ...{ parent: CHANGED, partner: CHANGED, seer: CHANGED, booker: CHANGED },
};
const ADMINS: Row = {
  ...NOBODY,
  ...{ parent: 'not_allowed', partner: 'not_allowed', seer: 'not_allowed', booker: 'not_allowed' },
  ...{ formerGuardian: 'not_allowed', otherStudent: 'not_allowed', admin: 200 },
};

type World = Family & { classId: string; invitationId: string };

type Attempt = { row: Row; input: (world: World) => object };

const ATTEMPTS: Partial<Record<keyof Contract, Attempt>> = {
  'GET /myChildren/:id': { row: GUARDIANS, input: () => ({}) },
  'PATCH /myChildren/:id': { row: CHANGERS, input: () => ({ body: { name: 'Another Name' } }) },
  'DELETE /myChildren/:id': { row: OWNER, input: () => ({}) },
  'PUT /myChildren/:id/health': { row: CHANGERS, input: () => ({ body: HEALTH_BODY }) },
  'DELETE /myChildren/:id/health': { row: CHANGERS, input: () => ({}) },
  'PUT /myChildren/:id/photo': { row: CHANGERS, input: () => ({ body: PHOTO_BODY }) },
  'DELETE /myChildren/:id/photo': { row: CHANGERS, input: () => ({}) },
  'PUT /myChildren/:id/contacts': { row: CHANGERS, input: () => ({ body: { contacts: [] } }) },
  'POST /myChildren/:id/guardians': {
    // The child has as many guardians as it can have: families/invitations.test.ts invites more.
    row: { ...CHANGERS, parent: 'too_many_guardians', partner: 'too_many_guardians' },
    input: () => ({ body: { email: 'aunt@example.test', may: ['see'] } }),
  },
  'DELETE /myChildren/:id/guardians/:guardianId': {
    row: { ...OWNER, seer: 200 },
    input: ({ seer }) => ({ params: { guardianId: seer._id.toHexString() } }),
  },
  'DELETE /myChildren/:id/invitations/:invitationId': {
    row: CHANGERS,
    input: ({ invitationId }) => ({ params: { invitationId } }),
  },
  'POST /myInvitations/:invitationId': {
    row: NOBODY,
    input: ({ invitationId }) => ({ params: { invitationId } }),
  },
  'DELETE /myInvitations/:invitationId': {
    row: NOBODY,
    input: ({ invitationId }) => ({ params: { invitationId } }),
  },
  // families/cost-share.test.ts covers those who asked and those who were asked.
  'POST /myChildren/:id/costShare': {
    row: { ...CHANGERS, booker: 'not_found' },
    input: ({ booker }) => ({ body: { guardianId: booker._id.toHexString(), percent: 40 } }),
  },
  'PUT /myChildren/:id/costShare': {
    row: NO_SHARE,
    input: ({ parent }) => ({
      body: { accept: true, askedBy: parent._id.toHexString(), percent: 40 },
    }),
  },
  'DELETE /myChildren/:id/costShare': { row: NO_SHARE, input: () => ({}) },
  'POST /myChildren/:id/mustNotCollect': {
    row: CHANGERS,
    input: () => ({ body: { name: 'Karl Falk', since: '2027-01-01', note: '' } }),
  },
  // attendance/must-not-collect.test.ts covers the entry's author.
  'DELETE /myChildren/:id/mustNotCollect/:entryId': {
    row: { ...CHANGERS, parent: 'not_found', partner: 'not_found' },
    input: ({ classId }) => ({ params: { entryId: classId } }),
  },
  'PUT /myChildren/:id/mayLeaveAlone': {
    row: CHANGERS,
    input: () => ({ body: { from: '12:30' } }),
  },
  'DELETE /myChildren/:id/mayLeaveAlone': { row: CHANGERS, input: () => ({}) },
  'GET /children/:id/mustNotCollect': { row: ADMINS, input: () => ({}) },
  'POST /children/:id/mustNotCollect': {
    row: ADMINS,
    input: () => ({ body: { name: 'Karl Falk', since: '2027-01-01', note: '' } }),
  },
  'DELETE /children/:id/mustNotCollect/:entryId': {
    row: { ...ADMINS, admin: 'not_found' },
    input: ({ classId }) => ({ params: { entryId: classId } }),
  },
  'POST /pickupCode/:childId': {
    row: CHANGERS,
    input: ({ child }) => ({ params: { childId: child.id }, body: { name: 'Eva Stone' } }),
  },
  'DELETE /pickupCode/:childId': {
    row: CHANGERS,
    input: ({ child }) => ({ params: { childId: child.id } }),
  },
  'GET /families/:id': {
    row: ADMINS,
    input: ({ parent }) => ({ params: { id: parent._id.toHexString() } }),
  },
  'GET /children/:id/contacts': { row: ADMINS, input: () => ({}) },
  'DELETE /children/:id/guardians/:guardianId': {
    row: ADMINS,
    input: ({ seer }) => ({
      params: { guardianId: seer._id.toHexString() },
      body: { note: 'Asked by phone.' },
    }),
  },
  'DELETE /children/:id/photo': {
    row: ADMINS,
    input: () => ({ body: { note: 'It shows somebody else.' } }),
  },
  'PUT /children/:id/paperForm': {
    row: { ...ADMINS, admin: 'family_has_log_in' },
    input: ({ parent }) => ({
      body: {
        paper: { by: parent._id.toHexString(), day: '2026-01-05', reference: 'Folder 3' },
        health: HEALTH_BODY,
      },
    }),
  },
  'DELETE /ageExceptions': {
    row: { ...ADMINS, admin: 'not_found' },
    input: ({ child, classId }) => ({ body: { childId: child.id, classId, note: 'Too small.' } }),
  },
  'POST /ageExceptions': {
    row: ADMINS,
    input: ({ child, classId }) => ({ body: { childId: child.id, classId, note: 'Tall.' } }),
  },
};

const app = useTestApp();

async function buildWorld(): Promise<{
  world: World;
  people: Record<CallerName, UserDocument | null>;
}> {
  const invitation = makeInvitation('nobody@example.test', (await buildUser(app))._id);
  const family = await buildFamily(app, { invitations: [invitation] });
  await addPhoto(app, family.child, family.parent, { text: 'Before' });
  const formerGuardian = await buildUser(app);
  const people = {
    ...family,
    formerGuardian,
    otherStudent: await buildUser(app),
    instructor: await buildUser(app, 'instructor'),
    admin: await buildUser(app, 'admin'),
    visitor: null,
  };
  const { id: classId } = await buildClass(app);
  return { world: { ...family, classId, invitationId: invitation._id.toHexString() }, people };
}

async function readFamily({ child: { _id } }: World): Promise<string> {
  const { children, childHealth, childContacts, childPhotos } = app.services.database.collections;
  const found = [children, childHealth, childContacts, childPhotos].map((collection) =>
    collection.findOne({ _id } as never),
  );
  return JSON.stringify(await Promise.all(found));
}

// Rules: R106, R136, R223, R372, R393, R396, R412, R419.
describe('each call about a child does what this caller may do, and nothing else', () => {
  for (const [name, { row, input }] of Object.entries(ATTEMPTS) as [keyof Contract, Attempt][])
    it(name, async () => {
      for (const caller of CALLERS) {
        const { world, people } = await buildWorld();
        const before = await readFamily(world);
        const sent = input(world) as { params?: object };
        const { status, body } = await (people[caller] ? app.as(people[caller]) : app).call(name, {
          ...sent,
          params: { id: world.child.id, ...sent.params },
        } as never);
        const answer = JSON.stringify(body);
        expect(status === 200 ? 200 : body.code, `${name} as ${caller}`).toBe(row[caller]);
        if (row[caller] !== 200) expect(await readFamily(world), caller).toBe(before);
        const mayRead =
          name === 'GET /myChildren/:id' && ['parent', 'partner', 'seer'].includes(caller);
        expect(answer.includes(HEALTH_TEXT), `health to ${caller}`).toBe(mayRead);
        expect(answer.includes(PHONE), `contacts to ${caller}`).toBe(
          mayRead || (name === 'GET /children/:id/contacts' && caller === 'admin'),
        );
      }
    });
});

it('a guardian who may only book sees neither contacts nor health', async () => {
  const { child, booker, seer, parent } = await buildFamily(app);
  const read = async (person: UserDocument) =>
    (await app.as(person).call('GET /myChildren/:id', { params: { id: child.id } })).body;
  expect(await read(booker)).toMatchObject({
    may: ['book'],
    health: 'hidden',
    healthAnswer: null,
    contacts: null,
    invitations: [],
    canChange: false,
    canDelete: false,
  });
  expect(await read(seer)).toMatchObject({
    may: ['see'],
    health: 'answered',
    healthAnswer: { allergies: HEALTH_BODY.allergies, consent: { by: parent._id.toHexString() } },
    contacts: [CONTACT],
    canChange: false,
  });
  const whole = await read(parent);
  expect(whole).toMatchObject({ canChange: true, canDelete: true });
  expect(whole.guardians.map(({ isYou, canRemove }) => [isYou, canRemove])).toEqual([
    [true, true],
    [false, true],
    [false, true],
    [false, true],
  ]);
  const { body } = await app.as(booker).call('GET /myChildren');
  expect(body.children).toMatchObject([{ may: ['book'], health: 'hidden' }]);
});
