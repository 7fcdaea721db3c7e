import { randomUUID } from 'node:crypto';
import { type Contract, contract } from '@speakifyr/contract/contract.ts';
import type { Endpoint } from '@speakifyr/contract/endpoint.ts';
import { KEY_KINDS, type KeyKind } from '@speakifyr/contract/limits.ts';
import { ObjectId } from 'mongodb';
import { beforeAll, describe, expect, it } from 'vitest';
import { addContacts, addHealth, makeContact, makeEnrolledSeat } from '../testing/care.ts';
import { buildChild, buildClass, buildEnrolledSeat, buildUser } from '../testing/factories.ts';
import { makeInput } from '../testing/make-input.ts';
import { useTestApp } from '../testing/test-app.ts';
import { addPhoto } from '../testing/photos.ts';
import { inDays } from '../testing/today.ts';

/** R511. Written by hand, not read from the contract: what we intend each kind of key to open. */
const OPENED: Record<KeyKind, (keyof Contract)[]> = {
  classes: ['GET /classList'],
  rosters: ['GET /classRoster/:classId'],
  payments: ['GET /months/:month/rows'],
};

const app = useTestApp();
const keys = {} as Record<KeyKind, string>;
let values: Record<string, unknown>;

const NAME = 'Mia Plantedname';
const IDS = ['entryId', 'guardianId', 'invitationId', 'memberId', 'noteId', 'waitId'];
const PLANTED = 'CanaryOfHealth';

beforeAll(async () => {
  const director = await buildUser(app, 'admin');
  const parent = await buildUser(app);
  const child = await buildChild(app, parent, { name: NAME });
  await addHealth(app, child._id, {}, PLANTED);
  await addContacts(app, child._id, [makeContact({ name: PLANTED, phone: PLANTED })]);
  await addPhoto(app, child, parent, { text: PLANTED });
  const block = { _id: new ObjectId(), name: PLANTED, since: inDays(-9), note: PLANTED };
  await app.services.database.collections.childContacts.updateOne(
    { _id: child._id },
    { $set: { mustNotCollect: [{ ...block, by: parent._id, at: new Date() }] } },
  );
  const campClass = await buildClass(app, {
    seats: [makeEnrolledSeat({ userId: parent._id, childId: child._id })],
    ...{ sit: 3, camp_start: inDays(1), camp_end: inDays(4) },
  });
  await buildEnrolledSeat(app, campClass);
  // What a bank writes has names in it.
  await app.as(director).call('POST /families/:id/payments', {
    params: { id: parent._id.toHexString() },
    body: {
      ...{ requestId: randomUUID(), cartIds: [], isRestCredit: true, amount: 500 },
      ...{ method: 'bank transfer', day: inDays(0), reference: NAME },
    },
  });
  for (const kind of KEY_KINDS) {
    const body = { name: `Reads ${kind}`, kind, until: inDays(30) };
    keys[kind] = (await app.as(director).call('POST /apiKeys', { body })).body.key;
  }
  values = {
    ...{ id: campClass.id, classId: campClass.id, childId: child.id, email: director.email },
    ...{ cartId: campClass.id, day: inDays(0), since: inDays(0), month: inDays(0).slice(0, 7) },
    ...{
      year: '2027',
      season: inDays(1).slice(0, 4),
      no: '1',
      text: 'mia',
      file: `${'0'.repeat(32)}.ics`,
    },
    deliveryId: `msg_${'0'.repeat(32)}`,
    ...Object.fromEntries(IDS.map((name) => [name, campClass.id])),
    ...{
      paymentId: 'pi_nobody',
      recordId: '2f5b1cde-7a60-4b52-9d3f-0b1d2c3e4f50',
      refundId: 're_nobody',
      token: 'none',
      participant: 'me',
    },
  };
});

const callWith = (kind: KeyKind, name: keyof Contract) =>
  app
    .withAuthorization(`Bearer ${keys[kind]}`)
    .call(name, makeInput(name, values) as never)
    .then(({ status, body }) => ({ status, body: body as unknown }));

describe.each(KEY_KINDS)('a key for %s', (kind) => {
  it('opens its own calls only', async () => {
    const opened: string[] = [];
    for (const [name, { access }] of Object.entries<Endpoint>(contract)) {
      // These calls treat every caller as a visitor.
      if (access.who === 'visitor' || access.who === 'anybody') continue;
      const { status } = await callWith(kind, name as keyof Contract);
      if (status === 200) opened.push(name);
      else expect([401, 403], `${name} answered ${status}`).toContain(status);
    }
    expect(opened).toEqual(OPENED[kind]);
  });

  it('is not known to a call that anybody may make', async () => {
    for (const [name, { access }] of Object.entries<Endpoint>(contract)) {
      if (access.who !== 'anybody') continue;
      const input = makeInput(name as keyof Contract, values) as never;
      const visitor = await app.call(name as keyof Contract, input);
      expect((await callWith(kind, name as keyof Contract)).status, name).toBe(visitor.status);
    }
  });

  it('reads nothing about health, contacts, blocks or photos, and names only in rosters', async () => {
    for (const name of OPENED[kind]) {
      const { status, body } = await callWith(kind, name);
      expect(status).toBe(200);
      const text = JSON.stringify(body);
      expect(text.length).toBeGreaterThan(100);
      expect(text).not.toMatch(/canary|allerg|photo/i);
      expect(text.includes(NAME)).toBe(kind === 'rosters');
      expect(text.includes('@example.test')).toBe(kind === 'rosters');
    }
  });
});

it('only reads are open to a key, and only what admins read', () => {
  const open = Object.entries<Endpoint>(contract).filter(([, { access }]) => access.keys);
  expect(open.map(([name]) => name).sort()).toEqual(Object.values(OPENED).flat().sort());
  for (const [name, { access }] of open) {
    expect(name).toMatch(/^GET /);
    expect(access).toMatchObject({ who: 'admin' });
    expect(access.own).toBeUndefined();
  }
});
