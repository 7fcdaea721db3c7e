import type { Contract } from '@speakifyr/contract/contract.ts';
import type { Input } from '@speakifyr/contract/endpoint.ts';
import { ObjectId } from 'mongodb';
import { describe, expect, it } from 'vitest';
import { findObstacle } from '../account/merge-families.ts';
import { addDays, readToday } from '../school-time.ts';
import { readAuditLog } from '../testing/audit-log.ts';
import { buildClass, buildUser, useUser } from '../testing/factories.ts';
import { CONTACT, HEALTH_BODY, HEALTH_TEXT } from '../testing/families.ts';
import { useTestApp } from '../testing/test-app.ts';
import { inDays } from '../testing/today.ts';

const app = useTestApp();
const admin = useUser(app, 'admin');

type Body = Input<Contract['PUT /children/:id/paperForm']>['body'];

const BLOCK = { name: 'Karl Falk', since: '2026-01-05', note: 'Tall' };

/** A family that called, with one child. */
async function open() {
  const id = new ObjectId().toHexString();
  const body = { id, name: 'Ruth Garcia', children: [{ name: 'Mia', birthDate: '2016-05-04' }] };
  expect((await app.as(admin).call('POST /families', { body })).status).toBe(200);
  const childId = (await readFamily(id)).children[0]?._id ?? '';
  const paper = { by: id, day: inDays(-9), reference: 'Registration 2026, folder 3' };
  const enter = (parts: Partial<Body>, by = admin) =>
    app.as(by).call('PUT /children/:id/paperForm', {
      params: { id: childId },
      body: { paper, ...parts },
    });
  return { id, childId, paper, enter };
}

const readFamily = async (id: string) =>
  (await app.as(admin).call('GET /families/:id', { params: { id } })).body;

async function claim(id: string, name?: string) {
  const parent = await buildUser(app);
  const { users } = app.services.database.collections;
  if (name) await users.updateOne({ _id: parent._id }, { $set: { name } });
  const { body } = await app.as(admin).call('POST /families/:id/claimCode', { params: { id } });
  const answer = await app.as(parent).call('POST /claimFamily', { body: { code: body.code } });
  return { parent, answer };
}

const readChild = async (parent: { email: string }, id: string) =>
  (await app.as(parent).call('GET /myChildren/:id', { params: { id } })).body;

async function careOf(id: string, childId: string) {
  const { id: classId } = await buildClass(app, { price: 0, sit: 3 });
  await app.as(admin).call('POST /families/:id/seats', {
    params: { id },
    body: { classId, childId, until: inDays(5) },
  });
  const { body } = await app.as(admin).call('GET /classCare/:classId', { params: { classId } });
  return body.people[0];
}

// Rules: R568, R710.
describe('what a family without a log-in signed on paper', () => {
  it('counts as the word of who signed; the audit log says who entered it, and not a word of it', async () => {
    const { id, childId, paper, enter } = await open();
    expect((await readFamily(id)).children).toMatchObject([{ health: 'missing', isOnPaper: true }]);
    expect(
      await enter({ contacts: [CONTACT], health: { ...HEALTH_BODY, seen: null } }),
    ).toMatchObject({
      status: 200,
    });
    expect(await enter({ block: BLOCK })).toMatchObject({ status: 200 });
    expect((await readFamily(id)).children).toMatchObject([
      { health: 'answered', contacts: 1, mustNotCollect: 1 },
    ]);
    expect(await careOf(id, childId)).toMatchObject({
      hasSevereAllergy: true,
      health: {
        consent: {
          by: id,
          paper: paper.reference,
          at: expect.stringContaining(paper.day) as string,
        },
      },
      contacts: [{ name: CONTACT.name, mayPickUp: true }],
    });
    const log = await readAuditLog(app, { action: 'enter paper form' });
    expect(log).toMatchObject([
      { who: admin.email, after: { entered: ['contacts', 'health'], paper: paper.reference } },
      {
        who: admin.email,
        after: { child: childId, entered: ['block'], signedBy: id, day: paper.day },
      },
    ]);
    for (const word of [HEALTH_TEXT, CONTACT.name, CONTACT.phone, BLOCK.name])
      expect(JSON.stringify(await readAuditLog(app, {}))).not.toContain(word);
  });

  it('is read and changed by the family once it has a log-in, and from then on not by the office', async () => {
    const { id, childId, enter } = await open();
    await enter({ contacts: [CONTACT], health: HEALTH_BODY, block: BLOCK });
    const { parent } = await claim(id);
    const child = await readChild(parent, childId);
    expect(child).toMatchObject({
      health: 'answered',
      healthAnswer: { allergies: HEALTH_BODY.allergies },
      contacts: [CONTACT],
      mustNotCollect: [BLOCK],
    });
    expect(await enter({ health: HEALTH_BODY })).toMatchObject({
      status: 409,
      body: { code: 'family_has_log_in' },
    });
    const params = { id: childId };
    const body = { ...HEALTH_BODY, seen: child.healthAnswer?.confirmedAt ?? null };
    const own = await app.as(parent).call('PUT /myChildren/:id/health', { params, body });
    expect(own.status).toBe(200);
    // The paper no longer stands for what the parent says now.
    expect((await readChild(parent, childId)).healthAnswer?.consent).not.toHaveProperty('paper');
  });

  it('can’t be taken over by somebody who must not collect the child; only the office reads why', async () => {
    const { id, childId, enter } = await open();
    const block = { ...BLOCK, since: addDays(readToday(app.services), 9) };
    expect(await enter({ contacts: [CONTACT], block })).toMatchObject({ status: 200 });
    const { parent, answer } = await claim(id, BLOCK.name);
    expect(answer).toMatchObject({ status: 409, body: { code: 'cannot_merge' } });
    expect(answer.body.message).toBe('Please ask the school.');
    expect((await app.as(parent).call('GET /myChildren')).body.children).toEqual([]);
    const into = parent._id.toHexString();
    const merging = { params: { id }, query: { into } };
    const { obstacle } = (await app.as(admin).call('GET /families/:id/merge', merging)).body;
    expect(obstacle).toContain('must not collect');
    const merged = await app
      .as(admin)
      .call('POST /families/:id/merge', { params: { id }, body: { into, note: 'Same father.' } });
    expect(merged.body.message).toBe(obstacle);
    // The letter still works for the family.
    const { parent: mother, answer: taken } = await claim(id);
    expect(taken.status).toBe(200);
    expect(await readChild(mother, childId)).toMatchObject({ mustNotCollect: [block] });
  });

  it('is erased when they withdraw their consent on paper', async () => {
    const { id, paper, enter } = await open();
    await enter({ health: HEALTH_BODY });
    expect(await enter({ health: null })).toMatchObject({ status: 200 });
    expect((await readFamily(id)).children).toMatchObject([{ health: 'missing' }]);
    const { childHealth } = app.services.database.collections;
    expect(await childHealth.countDocuments({ 'consent.by': new ObjectId(id) })).toBe(0);
    const log = await readAuditLog(app, { action: 'enter paper form' });
    expect(log.at(-1)).toMatchObject({ after: { entered: ['health withdrawn'] } });
    // What they signed before that does not bring it back, and what they signed since does.
    const health = { ...HEALTH_BODY, seen: null };
    const old = await enter({ health, paper: { ...paper, day: inDays(-10) } });
    expect(Object.keys(old.body.fields ?? {})).toEqual(['body.paper.day']);
    expect(await enter({ health, paper: { ...paper, day: inDays(-8) } })).toMatchObject({
      status: 200,
    });
  });

  it('does not get lost if the family gets its log-in at the same moment', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id, childId, enter } = await open();
      const [entered, { parent, answer }] = await Promise.all([
        enter({ contacts: [CONTACT], health: HEALTH_BODY }),
        claim(id),
      ]);
      expect(answer.status).toBe(200);
      const child = await readChild(parent, childId);
      if (entered.status === 200)
        expect(child).toMatchObject({ health: 'answered', contacts: [CONTACT] });
      else expect(entered.body.code).toMatch(/^(family_has_log_in|not_found|guardian_may_not)$/);
    }
  });

  it('is asked again when the signature is older than a year, though it was typed today', async () => {
    const { id, childId, paper, enter } = await open();
    await enter({ health: HEALTH_BODY, paper: { ...paper, day: inDays(-800) } });
    await careOf(id, childId);
    expect((await readFamily(id)).children).toMatchObject([{ health: 'outdated' }]);
  });

  it('is entered once, though two clerks have the same paper', async () => {
    const { enter } = await open();
    const health = { ...HEALTH_BODY, seen: null };
    const codes = (await Promise.all([enter({ health }), enter({ health })])).map(
      ({ status, body }) => (status === 200 ? 200 : body.code),
    );
    expect(codes.sort()).toEqual([200, 'health_changed']);
  });

  it('needs a day that was, and a guardian of this child who may see and book', async () => {
    const { id, childId, paper, enter } = await open();
    const other = await open();
    expect(await enter({ paper: { ...paper, day: inDays(1) } })).toMatchObject({
      status: 400,
      body: { fields: { 'body.paper.day': expect.any(String) as string } },
    });
    const stranger = { ...paper, by: other.id };
    expect(await enter({ health: HEALTH_BODY, paper: stranger })).toMatchObject({
      status: 409,
      body: { code: 'guardian_may_not' },
    });
    const { children, childHealth } = app.services.database.collections;
    const seeing = { $set: { 'guardians.0.may': ['see' as const] } };
    await children.updateOne({ _id: new ObjectId(childId) }, seeing);
    expect(await enter({ health: HEALTH_BODY })).toMatchObject({ status: 409 });
    expect(await childHealth.countDocuments({ 'consent.by': new ObjectId(id) })).toBe(0);
    const log = await readAuditLog(app, { action: 'enter paper form' });
    expect(JSON.stringify(log)).not.toContain(childId);
  });
});

// Rules: R569.
describe('a second guardian with a phone and no address', () => {
  const makeGuardian = () => ({
    id: new ObjectId().toHexString(),
    ...{ name: 'Paul Garcia', phone: '+12025550177', may: ['see' as const, 'book' as const] },
  });

  it('is a guardian with a page and a code of their own; repeating it adds nobody', async () => {
    const { id, childId, enter } = await open();
    const guardian = makeGuardian();
    expect(await enter({ guardian })).toMatchObject({ status: 200 });
    expect(await enter({ guardian })).toMatchObject({ status: 200 });
    const family = await readFamily(id);
    expect(family.others).toMatchObject([{ _id: guardian.id, name: 'Paul Garcia' }]);
    expect(family.children[0]?.guardians).toHaveLength(2);
    expect(await readFamily(guardian.id)).toMatchObject({
      account: { hasSignIn: false, phone: guardian.phone },
      children: [{ _id: childId, isOnPaper: true }],
    });
    const { parent } = await claim(guardian.id);
    expect(await readChild(parent, childId)).toMatchObject({ canChange: true, canDelete: false });
    // The first one has none: but somebody in the family has, who answers now.
    expect(await enter({ health: HEALTH_BODY })).toMatchObject({ status: 409 });
    const two = await Promise.all(
      [id, parent._id.toHexString()].map((one) =>
        app.services.database.collections.users.findOne({ _id: new ObjectId(one) }),
      ),
    );
    const [from, into] = two;
    expect(from && into && (await findObstacle({ from, into }, app.services))).toBeUndefined();
  });

  it('is refused where a guardian has a log-in, and no account is left over', async () => {
    const { id, enter } = await open();
    await claim(id);
    const guardian = makeGuardian();
    expect(await enter({ guardian })).toMatchObject({ body: { code: 'family_has_log_in' } });
    const { users } = app.services.database.collections;
    expect(await users.countDocuments({ _id: new ObjectId(guardian.id) })).toBe(0);
  });

  it('is not named by a guardian who must not collect the child', async () => {
    const { id, childId, enter } = await open();
    await app.as(admin).call('POST /children/:id/mustNotCollect', {
      params: { id: childId },
      body: { guardianId: id, since: readToday(app.services), note: 'Court paper' },
    });
    for (const parts of [{ guardian: makeGuardian() }, { contacts: [CONTACT] }])
      expect(await enter(parts)).toMatchObject({ status: 409, body: { code: 'guardian_may_not' } });
  });
});
