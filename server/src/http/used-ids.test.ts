import { randomUUID } from 'node:crypto';
import { type Contract, contract } from '@speakifyr/contract/contract.ts';
import type { Endpoint } from '@speakifyr/contract/endpoint.ts';
import { type Collection, ObjectId } from 'mongodb';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import type { UserDocument } from '../database/user-documents.ts';
import { addDays } from '../school-time.ts';
import { makeEnrolledSeat } from '../testing/care.ts';
import { buildCredit, creditFor } from '../testing/credit.ts';
import { buildChild, buildClass, buildUser, useUser } from '../testing/factories.ts';
import type { CallInput } from '../testing/make-input.ts';
import { planFor } from '../testing/planned-seat.ts';
import { buildPaidSeats } from '../testing/refunds.ts';
import { useSchoolClock } from '../testing/school-clock.ts';
import type { TestApp } from '../testing/test-app.ts';
import { inDays } from '../testing/today.ts';

/**
 * Uses each id that a caller may choose a second time: for the same, for something else in each field, for another
 * target, and by somebody else. A call with such an id fails here until it has a row. R485
 */

/** The next Monday but one. */
const DAY = [8, 9, 10, 11, 12, 13, 14].map(inDays).find((day) => new Date(day).getUTCDay() === 1)!;
const { app, goTo } = useSchoolClock(DAY);
const admin = useUser(app, 'admin');
const otherAdmin = useUser(app, 'admin');

type Fields = Record<string, unknown>;
type Row = {
  by: UserDocument;
  /** Somebody else who may make the call. `isForAll`: the id names a line that all of the office read. */
  other: UserDocument;
  isForAll?: true;
  params?: Fields;
  body: Fields;
  /** For each other field of the call: something else that is possible. */
  elsewise: Fields;
};

/** A class with two children who are there today. */
async function buildCamp() {
  const parent = await buildUser(app);
  const instructor = await buildUser(app, 'instructor');
  const children = [await buildChild(app, parent), await buildChild(app, parent)] as const;
  const [mia, tom] = children;
  const seats = () =>
    children.map(({ _id: childId }, place) =>
      makeEnrolledSeat({ userId: parent._id, childId, entry_code: `EXM-10${place}` }),
    );
  const days = { camp_start: DAY, camp_end: addDays(DAY, 4), instructorId: instructor._id };
  const campClass = await buildClass(app, { ...days, seats: seats() });
  const otherClass = await buildClass(app, { ...days, seats: seats() });
  const sent = { classId: campClass.id, day: DAY, personId: mia.id, time: '09:35' };
  const elsewise = { classId: otherClass.id, personId: tom.id, time: '09:36' };
  return { by: instructor, other: admin, mia, tom, sent, elsewise };
}

const DOSE = { what: 'Syrup', howMuch: '5 ml', at: '09:30', outcome: 'given', note: '' };
const INCIDENT = {
  ...{ what: 'Fell.', where: 'Playground', treatment: '', witness: '', parentsToldAt: null },
};
const planning = () => planFor(app, admin);

/** What the office took of a family with two reserved seats. */
async function buildMoney(): Promise<Row> {
  const { id, cartIds } = await planning().buildReserved([80, 80]);
  const otherId = (await buildUser(app))._id.toHexString();
  const plan = [{ due: addDays(DAY, 10), amount: 3_000 }, { due: addDays(DAY, 20) }];
  const money = { method: 'cash', amount: 8_000, day: DAY, reference: 'B-17' };
  return {
    ...{ by: admin, other: otherAdmin, isForAll: true, params: { id } },
    body: { requestId: randomUUID(), cartIds: cartIds.slice(0, 1), ...money },
    elsewise: {
      ...{ id: otherId, cartIds: cartIds.slice(1), method: 'cheque', amount: 7_999, plan },
      ...{
        day: addDays(DAY, -1),
        reference: 'B-18',
        isRestCredit: true,
        isPart: true,
        shares: [1],
      },
    },
  };
}

/** A payment of $80, of which $20 went back in cash before it bounced: the family owes those. @returns its id */
async function buildBounced(): Promise<string> {
  const { params, body } = await buildMoney();
  const as = app.as(admin);
  const money = { params, body: { ...body, method: 'cheque' } } as never;
  const { transactionId: paymentId } = (await as.call('POST /families/:id/payments', money)).body;
  const [cartId = ''] = body['cartIds'] as string[];
  const wish = { paymentId, cartId, keepsSeat: true, amount: 2_000, note: 'Ill.' };
  await as.call('POST /refunds', { body: wish });
  const [{ _id: refundId } = { _id: '' }] = (await as.call('GET /openRefunds')).body.filter(
    (one) => one.paymentId === paymentId,
  );
  const answer = { cartId: null, paidOtherwise: 2_000, note: 'In cash.' };
  await as.call('POST /openRefunds/:refundId/answer', { params: { refundId }, body: answer });
  const bounce = { day: DAY, note: 'No funds.', until: null };
  await as.call('POST /payments/:paymentId/bounce', { params: { paymentId }, body: bounce });
  return paymentId;
}

const ROWS: Partial<Record<keyof Contract, () => Promise<Row>>> = {
  'POST /families/:id/payments': buildMoney,
  'POST /creditPayments': async () => {
    const [parent, other] = [await buildUser(app), await buildUser(app)];
    await buildCredit(app, parent, 200);
    await buildCredit(app, other, 200);
    const { hold } = creditFor(app);
    const [first, second] = [await hold(parent, 70), await hold(parent, 70)];
    const order = { cartIds: [first.cartId], price: 70 };
    return {
      ...{ by: parent, other, body: { requestId: randomUUID(), ...order } },
      elsewise: { cartIds: [second.cartId], price: 71, currency: 'USD' },
    };
  },
  'POST /payments/:paymentId/paidBack': async () => {
    const [paymentId, otherId] = [await buildBounced(), await buildBounced()];
    const money = { method: 'cash', amount: 500, day: DAY, reference: 'B-17' };
    return {
      ...{ by: admin, other: otherAdmin, params: { paymentId } },
      body: { requestId: randomUUID(), ...money },
      elsewise: {
        ...{ paymentId: otherId, method: 'voucher', amount: 499, reference: 'B-18' },
        day: addDays(DAY, -1),
      },
    };
  },
  'POST /refunds': async () => {
    const { paymentId, items } = await buildPaidSeats(app, [5_000, 6_000]);
    const another = await buildPaidSeats(app, [5_000]);
    const cartId = items[0]?.seatId.toHexString();
    const wish = { paymentId, cartId, keepsSeat: true, amount: 1_000, note: 'As promised.' };
    return {
      ...{ by: admin, other: otherAdmin, body: { requestId: randomUUID(), ...wish } },
      elsewise: {
        ...{ paymentId: another.paymentId, cartId: items[1]?.seatId.toHexString() },
        ...{ keepsSeat: false, amount: 999, asCredit: true, note: 'As agreed.' },
      },
    };
  },
  'POST /contactMessages/:id/replies': async () => {
    const [first, second] = [await writeToSchool(), await writeToSchool()];
    return {
      ...{ by: admin, other: otherAdmin, params: { id: first } },
      body: { text: 'Yes, at 8.', replyId: randomUUID() },
      elsewise: { id: second, text: 'Yes, at 9.' },
    };
  },
  'POST /families/:id/messages': async () => {
    const [id, otherId] = [await buildUser(app), await buildUser(app)].map(({ _id }) =>
      _id.toHexString(),
    );
    return {
      ...{ by: admin, other: otherAdmin, params: { id } },
      body: { text: 'Is Mia coming?', replyId: randomUUID() },
      elsewise: { id: otherId, text: 'Is Tom coming?' },
    };
  },
  'POST /doses': async () => {
    const { sent, elsewise, ...rest } = await buildCamp();
    const dose = { ...DOSE, outcome: 'refused' };
    const body = { _id: randomUUID(), ...sent, dose: DOSE };
    return { ...rest, body, elsewise: { ...elsewise, dose } };
  },
  'POST /incidents': async () => {
    const { sent, elsewise, ...rest } = await buildCamp();
    const incident = { ...INCIDENT, treatment: 'Cold pack.' };
    const body = { _id: randomUUID(), ...sent, incident: INCIDENT };
    return { ...rest, body, elsewise: { ...elsewise, incident } };
  },
  'POST /addenda/:recordId': async () => {
    const { sent, ...rest } = await buildCamp();
    const [recordId, otherId] = [randomUUID(), randomUUID()];
    for (const _id of [recordId, otherId])
      await app.as(rest.by).call('POST /incidents', {
        body: { _id, ...sent, incident: INCIDENT },
      });
    return {
      ...{ ...rest, params: { recordId }, body: { _id: randomUUID(), note: 'All is well.' } },
      elsewise: { recordId: otherId, note: 'All is not well.' },
    };
  },
  'POST /instructors': () =>
    Promise.resolve({
      ...{ by: admin, other: otherAdmin },
      body: {
        ...{ id: new ObjectId().toHexString(), name: 'Ruth Moss' },
        email: `${randomUUID()}@example.test`,
      },
      elsewise: { name: 'Ruth Mosse', email: `${randomUUID()}@example.test` },
    }),
  'POST /families': async () => {
    const [child, sibling] = [
      { name: 'Mia Moss', birthDate: '2026-05-04' },
      { name: 'Tom Moss', birthDate: '2026-05-04' },
    ];
    const family = { name: 'Ruth Moss', phone: '+1 555 0100', children: [child] };
    const email = `${randomUUID()}@example.test`;
    return {
      ...{ by: admin, other: otherAdmin },
      body: { id: new ObjectId().toHexString(), ...family, email },
      elsewise: {
        ...{ name: 'Ruth Mosse', phone: '+1 555 0101', children: [sibling] },
        email: `${randomUUID()}@example.test`,
      },
    };
  },
  'POST /families/:id/notes': async () => {
    const [id, otherId] = [await buildUser(app), await buildUser(app)].map(({ _id }) =>
      _id.toHexString(),
    );
    return {
      ...{ by: admin, other: otherAdmin, params: { id } },
      body: { noteId: new ObjectId().toHexString(), text: 'Called.' },
      elsewise: { id: otherId, text: 'Called back.' },
    };
  },
};

/** Those that don't answer `request_used`, and why. */
const OTHERWISE: Partial<Record<keyof Contract, string>> = {
  'POST /attendance': 'each tap is answered by itself: nonce_used',
  'PUT /children/:id/paperForm': 'the id is that of the second guardian, who is added once',
  'PUT /myForms/:id': 'a document that is there is not added again: forms/documents.test.ts',
  'PUT /formPeople/:id': 'as in PUT /myForms/:id',
  'POST /imports': 'the answer says how far it is by now: imports.test.ts',
  'POST /messages': 'with other words, it is another message, which is sent',
};

async function writeToSchool(): Promise<string> {
  const message = `Is there a bus? ${randomUUID()}`;
  await app.call('POST /contact', { body: { name: 'Rosa', email: 'rosa@example.test', message } });
  const { contactMessages } = app.services.database.collections;
  return (await contactMessages.findOne({ message }))?._id.toHexString() ?? '';
}

/** What contract/src/fields.ts calls an id by which a call recognizes a retry. */
const CHOSEN = ['RequestId', 'NewId'];

/** The fields of a call by which it recognizes a retry, as its documentation tells. */
function listChosen({ body }: Endpoint): string[] {
  if (!body) return [];
  const found = new Set<string>();
  const search = (schema: unknown, name: string): void => {
    // The two definitions are not fields.
    if (!schema || typeof schema !== 'object' || CHOSEN.includes(name)) return;
    const { format, $ref = '' } = schema as { format?: string; $ref?: string };
    // `undoes` names another tap.
    const isUuid = format === 'uuid' && name !== 'undoes';
    if (isUuid || CHOSEN.includes($ref.replace('#/$defs/', ''))) found.add(name);
    for (const [key, value] of Object.entries(schema)) search(value, key);
  };
  search(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }), '');
  return [...found];
}

const WITH_ID = (Object.keys(contract) as (keyof Contract)[]).filter(
  (name) => listChosen(contract[name]).length > 0,
);

/** Everything in the database but the locks of seats: a refund that is sent again takes one for a moment. */
async function readEverything({ services }: TestApp): Promise<string> {
  const { seatChanges: _, ...collections } = services.database.collections;
  const all = Object.entries(collections).map(async ([name, one]) => [
    name,
    await (one as unknown as Collection).find().toArray(),
  ]);
  return JSON.stringify(await Promise.all(all), null, 1);
}

const send = async (name: keyof Contract, by: UserDocument, { params, body }: CallInput) => {
  const { status, body: answer } = await app.as(by).call(name, { params, body } as never);
  return { status, body: answer as unknown };
};

it('each call with an id that the caller chooses has a row, and each row is such a call', () => {
  expect(WITH_ID.toSorted()).toEqual([...Object.keys(ROWS), ...Object.keys(OTHERWISE)].toSorted());
});

describe.each(Object.entries(ROWS) as [keyof Contract, () => Promise<Row>][])(
  '%s',
  (name, build) => {
    it('answers the same request as before and writes it once; with the same id, it refuses anything else', async () => {
      goTo('10:00');
      const { by, other, isForAll, params = {}, body, elsewise } = await build();
      const input = { params, body };
      const first = await send(name, by, input);
      expect(first).toMatchObject({ status: 200, body: { status: true } });
      const before = await readEverything(app);
      const again = await Promise.all([send(name, by, input), send(name, by, input)]);
      expect(again).toEqual([first, first]);

      const { shape: inBody = {} } = (contract[name] as Endpoint).body ?? {};
      const chosen = listChosen(contract[name]);
      const judged = [...Object.keys(params), ...Object.keys(inBody)].filter(
        // All days of the class are over or still to come but this one. The page of a repeated reply may show more
        // messages by then: it is the same reply.
        (field) =>
          !chosen.includes(field) && (!['day', 'seen'].includes(field) || field in elsewise),
      );
      expect(Object.keys(elsewise).toSorted()).toEqual(judged.toSorted());
      for (const [field, value] of Object.entries(elsewise)) {
        const part = field in params ? 'params' : 'body';
        const changed = { ...input, [part]: { ...input[part], [field]: value } };
        expect([field, await send(name, by, changed)]).toMatchObject([
          field,
          { status: 409, body: { code: 'request_used' } },
        ]);
      }
      const { status } = await send(name, other, input);
      expect(isForAll ? [200] : [403, 409]).toContain(status);
      expect(await readEverything(app)).toBe(before);
    });

    it('with two contents at once, writes one and refuses the other', async () => {
      goTo('10:00');
      const { by, params = {}, body, elsewise } = await build();
      const [field = '', value] = Object.entries(elsewise).findLast(([one]) => one in body) ?? [];
      const answers = await Promise.all([
        send(name, by, { params, body }),
        send(name, by, { params, body: { ...body, [field]: value } }),
      ]);
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    });
  },
);

it('money and credit of one request id are not both taken', async () => {
  goTo('10:00');
  const { params = {}, body } = await buildMoney();
  const family = await app.services.database.collections.users.findOne({
    _id: new ObjectId(String(params['id'])),
  });
  await buildCredit(app, family as UserDocument, 200);
  const name = 'POST /families/:id/payments';
  expect((await send(name, admin, { params, body })).status).toBe(200);
  expect(await send(name, admin, { params, body: { ...body, method: 'credit' } })).toMatchObject({
    status: 409,
    body: { code: 'request_used' },
  });
});
