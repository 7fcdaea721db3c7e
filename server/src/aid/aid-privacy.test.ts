import { type Contract, contract } from '@speakifyr/contract/contract.ts';
import type { Endpoint } from '@speakifyr/contract/endpoint.ts';
import { KEEP_AID_DAYS } from '@speakifyr/contract/limits.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import type { UserDocument } from '../database/user-documents.ts';
import { runJobs } from '../jobs/jobs.ts';
import { createLog } from '../log.ts';
import { getMailModule } from '../messages/kinds/all.ts';
import { readMailTo } from '../testing/mails.ts';
import { addDueMails } from '../messages/add-due-mails.ts';
import { deliverMails } from '../messages/deliver.ts';
import type { OutgoingMail } from '../outside/smtp.ts';
import { AID_ANSWER, useAid } from '../testing/aid.ts';
import { makeGuardian } from '../testing/documents.ts';
import {
  buildChild,
  buildClass,
  buildUser,
  confirmPayment,
  proveSignIn,
  recordPayment,
  startPaymentOf,
  useUser,
} from '../testing/factories.ts';
import { findTraces } from '../testing/find-traces.ts';
import { makeInput } from '../testing/make-input.ts';
import { slowIt } from '../testing/slow-tests.ts';
import { useTestApp } from '../testing/test-app.ts';
import { inDays } from '../testing/today.ts';
import { mergeAccounts } from '../testing/merging.ts';

/** Nobody but the family and directors learns of financial aid: neither the words, nor that there is any. R450, R451, R452, R453, R454 */

const log: string[] = [];
const mails: OutgoingMail[] = [];
const app = useTestApp(
  ({ environment }) => ({
    log: createLog(environment, { write: (line) => void log.push(line) }),
    mailer: {
      send: async (mail) => {
        mails.push(mail);
        return { result: 'sent' };
      },
      check: () => Promise.resolve(undefined),
    },
  }),
  { LOG_LEVEL: 'debug' },
);
const director = useUser(app, 'admin');
const { ask, award, answer, listOpen, makeAward, readOwn } = useAid(app, director);

/** The words, the line, the award, or the id of the request. */
const WORDS = /CanaryOfAid/;
const LINE = /Financial aid/;

const READERS = {
  words: {
    payer: ['GET /myAid', 'POST /myData'],
    director: ['GET /aidRequests'],
  },
  lines: {
    payer: ['GET /myclass', 'GET /myEnrolledClass', 'GET /receipts/:paymentId', 'POST /myData'],
    director: [
      'GET /classPeople/:id',
      'GET /families/:id',
      'GET /families/:id/seatPrice',
      'GET /receipts/:paymentId',
    ],
  },
} as const;

/**
 * Two households look after a child. One of them was awarded aid, has paid for a class and holds a seat of another one.
 * `former` was a guardian once.
 */
async function buildWorld() {
  const payer = await buildUser(app);
  const people = {
    payer,
    otherHousehold: await buildUser(app),
    stranger: await buildUser(app),
    instructor: await buildUser(app, 'instructor'),
    frontDesk: await buildUser(app, 'admin', 'office'),
    accountant: await buildUser(app, 'admin', 'accountant'),
    director: director as UserDocument,
  };
  const child = await buildChild(app, payer, {
    guardians: [
      makeGuardian(payer._id),
      makeGuardian(people.otherHousehold._id, { invitedBy: payer._id }),
    ],
  });
  const requestId = await award(payer, child.id);
  const days = { camp_start: inDays(0), camp_end: inDays(9), price: 100 };
  const paid = await buildClass(app, { ...days, instructorId: people.instructor._id });
  const held = await buildClass(app, { price: 100 });
  const join = async (campClass: { id: string }) => {
    const body = { classId: campClass.id, email: payer.email, childId: child.id };
    return (await app.as(payer).call('POST /addClass', { body })).body.cartId;
  };
  const cartId = await join(paid);
  const paymentId = await startPaymentOf(app, payer, { cartId, price: 50 });
  await confirmPayment(paymentId);
  expect(await recordPayment(app, payer, paymentId)).toMatchObject({ status: 200 });
  await join(held);
  const other = await buildClass(app, { price: 100 });
  return { people, payer, child, paid, held, other, cartId, paymentId, requestId };
}
type World = Awaited<ReturnType<typeof buildWorld>>;
type CallerName = keyof World['people'];

/** Everything that somebody gets from the calls that read. */
async function readEverything(caller: CallerName, world: World) {
  const person = world.people[caller];
  const told: { name: keyof Contract; text: string }[] = [];
  const names = Object.keys(contract) as (keyof Contract)[];
  const reading = names.filter((name) => name.startsWith('GET') || name === 'POST /myData');
  for (const name of reading) {
    const endpoint: Endpoint = contract[name];
    const isClass = /class|course/i.test(name);
    for (const id of name.includes('/:id')
      ? isClass
        ? [world.paid.id, world.held.id]
        : [world.payer._id.toHexString(), world.child.id]
      : [world.child.id]) {
      const email = endpoint.access.own ? person.email : world.payer.email;
      const values = {
        ...{ id, email, childId: world.child.id, paymentId: world.paymentId },
        ...{ cartId: world.cartId, day: inDays(0), season: inDays(0).slice(0, 4) },
        ...{ classId: name === 'GET /families/:id/seatPrice' ? world.other.id : world.paid.id },
        ...{ month: inDays(0).slice(0, 7), into: world.people.stranger._id.toHexString(), no: '1' },
        ...{ text: 'Financial aid', file: 'none.ics', token: 'no-token' },
        ...(name === 'POST /myData' && { idToken: await proveSignIn(person) }),
        open: 'false',
      };
      const { status, body } = await app.as(person).call(name, makeInput(name, values) as never);
      expect(status, name).toBeLessThan(500);
      told.push({ name, text: JSON.stringify(body) });
    }
  }
  return told;
}

let world: World;
beforeAll(async () => {
  world = await buildWorld();
});

// Rules: R455, R503.
describe('a family’s aid', () => {
  slowIt.each([
    'payer',
    'otherHousehold',
    'stranger',
    'instructor',
    'frontDesk',
    'accountant',
    'director',
  ] as const)('is in no answer to %s but those for its readers', async (caller) => {
    const told = await readEverything(caller, world);
    const where = (pattern: RegExp) => [
      ...new Set(told.filter(({ text }) => pattern.test(text)).map(({ name }) => name)),
    ];
    const mayRead = caller === 'payer' || caller === 'director';
    expect(where(WORDS).sort()).toEqual(mayRead ? [...READERS.words[caller]].sort() : []);
    expect(where(LINE).sort()).toEqual(mayRead ? [...READERS.lines[caller]].sort() : []);
    expect(where(/"aid"(?!:\[\])/).length > 0).toBe(mayRead);
    if (caller === 'director') return;
    const others = told.filter(({ name }) => name !== 'GET /myAid' && name !== 'POST /myData');
    // The front desk sees in the audit log that something was awarded, not to whom.
    const named = others.filter(({ text }) => text.includes(world.requestId));
    expect(named.filter(({ name }) => name !== 'GET /auditLog').map(({ name }) => name)).toEqual(
      caller === 'payer'
        ? ['GET /myclass', 'GET /myEnrolledClass', 'GET /receipts/:paymentId']
        : [],
    );
  });

  it('shows the other household the price without any line, and the front desk what others pay', async () => {
    const { otherHousehold, frontDesk } = world.people;
    const query = { email: otherHousehold.email };
    const [seat] = (await app.as(otherHousehold).call('GET /myEnrolledClass', { query })).body;
    expect(seat).toMatchObject({ price: 50 });
    expect(seat).not.toHaveProperty('lines');
    const params = { id: world.payer._id.toHexString() };
    const quote = await app.as(frontDesk).call('GET /families/:id/seatPrice', {
      params,
      query: { classId: world.other.id, childId: world.child.id },
    });
    // Nothing differs from a family without aid.
    const other = await app.as(frontDesk).call('GET /families/:id/seatPrice', {
      params: { id: world.people.stranger._id.toHexString() },
      query: { classId: world.other.id },
    });
    expect(other.body).toMatchObject({ price: 100 });
    expect(quote.body).toEqual(other.body);
    const receipt = await app.as(frontDesk).call('GET /receipts/:paymentId', {
      params: { paymentId: world.paymentId },
    });
    expect(receipt.body).toMatchObject({ amount: 5_000 });
  });

  it('is in the audit log without the family and its words, and its email says nothing', async () => {
    const { payer, requestId } = world;
    const entries = (await app.as(director).call('GET /auditLog')).body;
    const entry = entries.find(({ action }) => action === 'award aid');
    expect(entry).toMatchObject({
      ...{ target: `request ${requestId}`, before: null },
      after: { percent: 50, classes: 'all', until: inDays(30) },
    });
    const json = JSON.stringify(entry);
    for (const secret of [payer.email, payer.name, world.child.name, world.child.id])
      expect(json).not.toContain(secret);
    expect(await readMailTo(app, payer, 'answer in app')).toEqual({ props: {} });
    expect(getMailModule('answer in app').isSecret).toBe(true);
    while ((await deliverMails(app.services)) === 'more');
    // That it was sent is a sign, too.
    const id = `answer-${requestId}`;
    const readMails = async (admin: UserDocument) => {
      const as = app.as(admin);
      const texts = [
        await as.call('GET /outbox'),
        await as.call('GET /outbox', { query: { kind: 'answer in app' } }),
        await as.call('GET /outbox/:id', { params: { id } }),
        await as.call('GET /families/:id', { params: { id: payer._id.toHexString() } }),
      ].map(({ body }) => JSON.stringify(body));
      return texts.filter((text) => text.includes(id) || text.includes('answer in app')).length;
    };
    expect(await readMails(director)).toBe(4);
    expect(await readMails(world.people.frontDesk)).toBe(0);
    const sent = mails.filter(({ subject }) => subject === 'There is an answer for you');
    expect(sent).toHaveLength(1);
    expect(/\baid\b|CanaryOfAid/i.test(JSON.stringify(mails))).toBe(false);
  });

  slowIt('is in no other collection, and in no line of the log', async () => {
    await runJobs(app.services);
    await addDueMails(app.services);
    const traces = await findTraces(app, 'CanaryOfAid');
    expect([...new Set(traces.map((trace) => trace.split(':')[0]))]).toEqual(['aidRequests']);
    expect(log.filter((line) => WORDS.test(line))).toEqual([]);
    expect(log.length).toBeGreaterThan(100);
  });

  it('can be read and decided by directors only, and no longer by one who ceased to be one', async () => {
    const parent = await buildUser(app);
    await ask(parent);
    const id = (await readOwn(parent))[0]?._id ?? '';
    for (const who of ['stranger', 'instructor', 'frontDesk', 'accountant'] as const)
      expect(await answer(id, makeAward(), world.people[who]), who).toMatchObject({ status: 403 });
    const former = await buildUser(app, 'admin');
    expect(await listOpen(former)).toMatchObject([{ _id: id }]);
    await app.services.database.collections.users.updateOne(
      { _id: former._id },
      { $set: { bundle: 'office' } },
    );
    expect(await answer(id, makeAward(), former)).toMatchObject({ status: 403 });
    const receipt = await app.as(former).call('GET /receipts/:paymentId', {
      params: { paymentId: world.paymentId },
    });
    expect(JSON.stringify(receipt.body)).not.toMatch(LINE);
    expect(await app.as(parent).call('DELETE /myAid/:id', { params: { id } })).toMatchObject({
      status: 200,
    });
  });
});

describe('aid goes with whom it is for', () => {
  const count = (filter: object) =>
    app.services.database.collections.aidRequests.countDocuments(filter);
  const removeGuardian = (by: UserDocument, child: { id: string }, guardian: UserDocument) =>
    app.as(by).call('DELETE /myChildren/:id/guardians/:guardianId', {
      params: { id: child.id, guardianId: guardian._id.toHexString() },
    });

  async function buildTwo() {
    const [parent, partner] = [await buildUser(app), await buildUser(app)];
    const child = await buildChild(app, parent, {
      guardians: [makeGuardian(parent._id), makeGuardian(partner._id, { invitedBy: parent._id })],
    });
    return { parent, partner, child };
  }

  it('away if somebody is no longer a guardian', async () => {
    const { parent, partner, child } = await buildTwo();
    await award(partner, child.id);
    await ask(partner, child.id);
    await ask(parent, child.id);
    expect(await removeGuardian(parent, child, partner)).toMatchObject({ status: 200 });
    expect(await count({ userId: partner._id })).toBe(0);
    expect(await readOwn(parent)).toHaveLength(1);
  });

  it('is in nobody’s list in the moment before', async () => {
    const { partner, child } = await buildTwo();
    await ask(partner, child.id);
    const id = (await readOwn(partner))[0]?._id ?? '';
    await app.services.database.collections.children.updateOne(
      { _id: child._id },
      { $pull: { guardians: { userId: partner._id } } },
    );
    expect(await readOwn(partner)).toEqual([]);
    expect((await listOpen()).map(({ _id }) => _id)).not.toContain(id);
    expect(await answer(id, makeAward())).toMatchObject({ body: { code: 'guardian_may_not' } });
  });

  it('away with the child and with the account', async () => {
    const parent = await buildUser(app);
    const child = await buildChild(app, parent);
    await ask(parent, child.id);
    const params = { id: child.id };
    expect(await app.as(parent).call('DELETE /myChildren/:id', { params })).toMatchObject({
      status: 200,
    });
    expect(await count({ userId: parent._id })).toBe(0);
    await award(parent);
    const body = { email: parent.email, idToken: await proveSignIn(parent) };
    expect(await app.as(parent).call('DELETE /myAccount', { body })).toMatchObject({ status: 200 });
    expect(await count({ userId: parent._id })).toBe(0);
    const removed = await buildUser(app);
    await ask(removed);
    await app.as(director).call('DELETE /removeuser', { query: { email: removed.email } });
    expect(await count({ userId: removed._id })).toBe(0);
  });

  it('along if two families become one', async () => {
    const [from, into] = [await buildUser(app), await buildUser(app)];
    const child = await buildChild(app, from);
    await award(from, child.id);
    await ask(from, child.id);
    await ask(into);
    const merged = await mergeAccounts(app, director, { from, into });
    expect(merged).toMatchObject({ status: 200 });
    expect(await count({ userId: from._id })).toBe(0);
    const requests = await readOwn(into);
    // If both accounts have an open request, the one of the account that stays is kept.
    expect(requests.filter(({ answeredAt }) => !answeredAt)).toMatchObject([{ childId: null }]);
    expect(requests.filter((one) => one.award)).toMatchObject([{ childId: child.id }]);
    const campClass = await buildClass(app, { price: 100 });
    await app.as(into).call('POST /addClass', {
      body: { classId: campClass.id, email: into.email, childId: child.id },
    });
    const query = { email: into.email };
    expect((await app.as(into).call('GET /myclass', { query })).body).toMatchObject([
      { price: 50 },
    ]);
  });
});

it('the words are erased some days after the answer, and what is over goes', async () => {
  const [helped, declined, open] = [
    await buildUser(app),
    await buildUser(app),
    await buildUser(app),
  ];
  await award(helped, undefined, { until: inDays(KEEP_AID_DAYS + 5) });
  await ask(declined);
  const [asked] = await readOwn(declined);
  await answer(asked?._id ?? '', null);
  await ask(open);
  await runJobs(app.services);
  expect(await readOwn(declined)).toMatchObject([{ answer: AID_ANSWER }]);
  app.passMinutes(KEEP_AID_DAYS * 24 * 60 + 1);
  await runJobs(app.services);
  expect(await readOwn(helped)).toMatchObject([{ words: null, answer: null, award: {} }]);
  expect(await readOwn(declined)).toEqual([]);
  expect(await readOwn(open)).toMatchObject([{ words: expect.stringMatching(WORDS) }]);
  app.passMinutes((KEEP_AID_DAYS + 7) * 24 * 60);
  await runJobs(app.services);
  expect(await readOwn(helped)).toEqual([]);
  app.passMinutes(150 * 24 * 60);
  await runJobs(app.services);
  expect(await readOwn(open)).toEqual([]);
});
