import { randomUUID } from 'node:crypto';
import { type Contract, contract } from '@speakifyr/contract/contract.ts';
import type { Endpoint } from '@speakifyr/contract/endpoint.ts';
import { NO_EMAIL, standInAddress } from '@speakifyr/contract/stand-in-address.ts';
import { ObjectId } from 'mongodb';
import { beforeAll, describe, expect, it } from 'vitest';
import type { UserDocument } from '../database/user-documents.ts';
import { runJobs } from '../jobs/jobs.ts';
import { addDueMails } from '../messages/add-due-mails.ts';
import { deliverMails } from '../messages/deliver.ts';
import type { OutgoingMail } from '../outside/smtp.ts';
import { makeEnrolledSeat } from '../testing/care.ts';
import { buildClass, buildUser, proveSignIn } from '../testing/factories.ts';
import { makeInput } from '../testing/make-input.ts';
import { useTestApp } from '../testing/test-app.ts';
import { inDays } from '../testing/today.ts';

/**
 * Nobody reads the address that stands for that of a family without one. Such a family has a seat, a held one, a place on
 * a list, a payment, a bounced one and one to give back. The test makes every call of the contract as everybody of the
 * school, and reads every email. R320
 */
const mails: OutgoingMail[] = [];
const app = useTestApp(
  () => ({
    mailer: {
      send: (mail) => {
        mails.push(mail);
        return Promise.resolve({ result: 'sent' });
      },
      check: () => Promise.resolve(undefined),
    },
  }),
  { HOLDS_PER_ADDRESS: '100' },
);

const ID = new ObjectId().toHexString();
const STAND_IN = standInAddress(ID);
/** Each of them shows an address of the family, so what it says instead is looked for. */
const SHOWS = [
  'GET /enrolledStudents',
  'GET /classRoster/:classId',
  'GET /classPeople/:id',
  'GET /classCare/:classId',
  'GET /families/:id',
  'GET /userList',
  'GET /payments',
  'GET /papers',
  'GET /search',
  'GET /auditLog',
  'GET /openRefunds',
  'GET /classWaiting/:classId',
] as const satisfies (keyof Contract)[];

type World = Awaited<ReturnType<typeof buildWorld>>;
let world: World;
beforeAll(async () => {
  world = await buildWorld();
});

async function buildWorld() {
  const people = {} as Record<'instructor' | 'admin' | 'accountant', UserDocument>;
  people.instructor = await buildUser(app, 'instructor');
  people.admin = await buildUser(app, 'admin');
  people.accountant = await buildUser(app, 'admin', 'accountant');
  const office = app.as(people.admin);
  const children = [{ name: 'Ada Garcia', birthDate: '2017-05-04' }];
  const opened = await office.call('POST /families', {
    body: { id: ID, name: 'Ruth Garcia', children },
  });
  expect(opened).toMatchObject({ status: 200 });
  const params = { id: ID };
  const { body: family } = await office.call('GET /families/:id', { params });
  const childId = family.children[0]?._id ?? '';
  const userId = new ObjectId(ID);
  const campClass = await buildClass(app, {
    ...{ instructorId: people.instructor._id, camp_start: inDays(-1), camp_end: inDays(1) },
    // The account itself, too: then the care sheet shows its address.
    seats: [
      makeEnrolledSeat({ userId, childId: new ObjectId(childId) }),
      makeEnrolledSeat({ userId, entry_code: 'EXM-102' }),
    ],
  });
  const reserve = async (start: number) => {
    const days = { camp_start: inDays(start), camp_end: inDays(start + 2) };
    const reserved = await buildClass(app, { price: 80, sit: 1, ...days });
    const answer = await office.call('POST /families/:id/seats', {
      params,
      body: { classId: reserved.id, childId, until: inDays(3) },
    });
    expect(answer).toMatchObject({ status: 200 });
    return { id: reserved.id, cartId: answer.body.cartId };
  };
  const pay = async (start: number) => {
    const seat = await reserve(start);
    const answer = await office.call('POST /families/:id/payments', {
      params,
      body: {
        ...{ requestId: randomUUID(), method: 'cheque', day: inDays(0), reference: '17' },
        ...{ cartIds: [seat.cartId], amount: 8_000 },
      },
    });
    expect(answer).toMatchObject({ status: 200 });
    return { ...seat, paymentId: answer.body.transactionId };
  };
  const held = await reserve(20);
  const [paid, bounced, back] = [await pay(30), await pay(40), await pay(50)];
  const bounce = await office.call('POST /payments/:paymentId/bounce', {
    params: { paymentId: bounced.paymentId },
    body: { day: inDays(0), note: 'No money.', until: inDays(5) },
  });
  expect(bounce).toMatchObject({ status: 200 });
  const canceled = await office.call('POST /refunds', {
    body: {
      ...{ requestId: randomUUID(), paymentId: back.paymentId, cartId: back.cartId },
      ...{ amount: 8_000, note: 'Moved away.' },
    },
  });
  expect(canceled).toMatchObject({ status: 200 });
  const full = await buildClass(app, {
    ...{ sit: 0, seats: [makeEnrolledSeat()], camp_start: inDays(60), camp_end: inDays(62) },
  });
  const waits = await office.call('POST /families/:id/waiting', {
    params,
    body: { classId: full.id, childIds: [childId] },
  });
  expect(waits).toMatchObject({ status: 200 });
  return { people, childId, campClass, held, paid, full };
}

async function callAs(person: UserDocument, name: keyof Contract) {
  const { childId, campClass, held, paid, full } = world;
  const endpoint: Endpoint = contract[name];
  const values = {
    id: name.includes('/classPeople') ? campClass.id : ID,
    ...{ email: person.email, familyId: ID, childId, text: 'Garcia', search: 'garcia' },
    ...{ classId: name.includes('/classWaiting') ? full.id : campClass.id, cartId: paid.cartId },
    ...{
      paymentId: paid.paymentId,
      transactionId: paid.paymentId,
      day: inDays(0),
      since: inDays(0),
    },
    ...{ month: inDays(0).slice(0, 7), year: Number(inDays(0).slice(0, 4)), into: ID },
    ...{ seatId: held.cartId, note: 'A note', size: 100, participant: childId, season: '2027' },
    ...(name === 'GET /auditLog' && { search: undefined, all: 'true', size: undefined }),
    ...('idToken' in (endpoint.body?.shape ?? {}) && { idToken: await proveSignIn(person) }),
  };
  const { status, body } = await app.as(person).call(name, makeInput(name, values) as never);
  expect(status, name).toBeLessThan(500);
  return JSON.stringify(body) ?? '';
}

const isRead = (name: string) => name.startsWith('GET');
const NAMES = Object.keys(contract) as (keyof Contract)[];

describe('the address of a family without one', () => {
  it('is in no answer to the school’s people, whatever they call', async () => {
    const told: string[] = [];
    const shown = new Set<string>();
    const { admin, ...others } = world.people;
    const call = async (person: UserDocument, name: keyof Contract) => {
      const text = await callAs(person, name);
      if (text.includes('no-email.invalid')) told.push(`${name} to ${person.role}`);
      if (text.includes(NO_EMAIL)) shown.add(name);
    };
    for (const name of NAMES.filter(isRead))
      for (const person of [admin, ...Object.values(others)]) await call(person, name);
    for (const name of NAMES.filter((one) => !isRead(one) && one !== 'DELETE /myAccount'))
      await call(admin, name);
    expect(told).toEqual([]);
    expect([...shown]).toEqual(expect.arrayContaining([...SHOWS]));
  });

  it('is in no email to the office, nor in what the outbox shows of it', async () => {
    await runJobs(app.services);
    await addDueMails(app.services);
    while ((await deliverMails(app.services)) === 'more');
    const { admin } = world.people;
    expect(mails.map(({ to }) => to.address)).toContain(admin.email);
    expect(JSON.stringify(mails)).toContain(NO_EMAIL);
    expect(JSON.stringify(mails)).not.toContain('no-email.invalid');
    expect(mails.map(({ to }) => to.address)).not.toContain(STAND_IN);
    const written = await app.services.database.collections.outbox.find().toArray();
    expect(JSON.stringify(written.map((line) => line.written))).not.toContain('no-email.invalid');
  });
});
