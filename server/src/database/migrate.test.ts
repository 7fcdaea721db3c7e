import { IN_THREE_PARTS } from '../testing/installments.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FIRST_SCHOOL } from '@speakifyr/contract/school.ts';
import { type Contract, contract } from '@speakifyr/contract/contract.ts';
import type { Endpoint } from '@speakifyr/contract/endpoint.ts';
import { BSON, type ObjectId } from 'mongodb';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { restoreBackup } from '../commands/backup/restore-backup.ts';
import { listAtStripe } from '../testing/refunds.ts';
import { makeUser } from '../testing/documents.ts';
import { confirmPayment, recordPayment, startPaymentOf } from '../testing/factories.ts';
import { makeInput } from '../testing/make-input.ts';
import { runProgram } from '../testing/run-program.ts';
import { slowIt } from '../testing/slow-tests.ts';
import {
  makeDatabaseName,
  startTestApp,
  type TestApp,
  testVariables,
} from '../testing/test-app.ts';
import type { UserDocument } from './user-documents.ts';
import { connectDatabase, type Database } from './connect.ts';
import { LAYOUT, LayoutError } from './layout.ts';
import { migrate } from './migrate.ts';
import { MIGRATIONS } from './migrations/migrations.ts';

/**
 * A school that version 0.1.0 made with its own tests' factories: families with papers, blocks, codes, extras and
 * discounts; seats that are paid at once, in parts, by check, held, shared and moved; families that the office opened.
 */
const OLDER = join(import.meta.dirname, 'migrations/layout-7');

let variables: Record<string, string>;
let database: Database;
beforeAll(async () => {
  variables = testVariables(makeDatabaseName());
  await restore();
});
afterAll(() => database.close());

/** The older school in an empty database. */
async function restore() {
  database = await connectDatabase(variables['MONGODB_URI']!, { anyLayout: true });
  await restoreBackup(database.collections, OLDER, { isForced: true });
}

const readLayout = () => database.collections.layout.findOne();

// Rules: R134.
it('each migration begins where the one before ends', () => {
  expect(MIGRATIONS.map(({ to }) => to)).toEqual(MIGRATIONS.map((_, place) => 8 + place));
});

describe('before it', () => {
  it('a server says which version wrote the data, and what to run', async () => {
    const refused = connectDatabase(variables['MONGODB_URI']!);
    await expect(refused).rejects.toThrow(LayoutError);
    await expect(refused).rejects.toThrow(
      /written by version 0\.1\.0 \(layout 7\)\. This is version \S+, which needs layout \d+\. Make a backup, stop all other servers, and run `npm run migrate`/,
    );
  });

  it('newer data names the version to start', async () => {
    const { layout } = database.collections;
    await layout.updateOne({}, { $set: { number: LAYOUT + 1, version: '9.9.9' } });
    const newer = /written by version 9\.9\.9 .* Start that version, or a newer one\.$/;
    await expect(connectDatabase(variables['MONGODB_URI']!)).rejects.toThrow(newer);
    await expect(migrate(variables['MONGODB_URI']!, () => {})).rejects.toThrow(newer);
    await restore();
  });

  it('a backup is made all the same, and can be restored', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'speakifyr-older-'));
    const made = await runProgram('backup', [join(folder, 'kept')], variables);
    expect(made).toMatchObject({ code: 0 });
    expect(
      await restoreBackup(database.collections, join(folder, 'kept'), { isForced: true }),
    ).toMatchObject({ layout: 7 });
    await rm(folder, { recursive: true });
  });
});

describe('it', () => {
  it('goes on where a program has died, and two at once do it once', async () => {
    await MIGRATIONS[0]!.run(database.client.db());
    const dead = { by: 'a program that has died', until: new Date(0) };
    await database.collections.layout.updateOne({}, { $set: { migrating: dead } });
    const said: string[] = [];
    const tell = (sentence: string) => void said.push(sentence);
    await Promise.all([1, 2].map(() => migrate(variables['MONGODB_URI']!, tell)));
    expect(said.filter((sentence) => sentence.startsWith('To layout 8'))).toHaveLength(1);
    expect(await readLayout()).toMatchObject({ number: LAYOUT, version: expect.any(String) });
    expect(await readLayout()).not.toHaveProperty('migrating');
  });

  it('gives up its turn if it fails', async () => {
    await restore();
    const { collections, client } = database;
    // No seat has such an id, so the step that compares it fails.
    const broken = { codeUses: { seatId: 5 }, classes: { seats: [{ seatId: 5 }] } };
    for (const [name, document] of Object.entries(broken))
      await client
        .db()
        .collection(name)
        .insertOne({ ...document });
    await expect(migrate(variables['MONGODB_URI']!, () => {})).rejects.toThrow();
    expect(await readLayout()).toEqual({ _id: 'layout', number: 7 });
    await client.db().collection('codeUses').deleteOne({ seatId: 5 });
    await client.db().collection('classes').deleteOne({ 'seats.seatId': 5 });
    await migrate(variables['MONGODB_URI']!, () => {});
    expect(await collections.layout.findOne()).toMatchObject({ number: LAYOUT });
  });

  // Rules: R645.
  it('to layout 9: each class has the days on which it has met until now', async () => {
    await restore();
    const { classes, settings } = database.collections;
    const off = { from: '2099-07-06', to: '2099-07-06', name: '' };
    const older = { ...FIRST_SCHOOL, daysOff: [0, 6], holidays: [off] };
    await settings.updateOne(
      { _id: 'school' },
      { $set: { terms: { ...older, version: 1 } as never } },
      { upsert: true },
    );
    const ends = { camp_start: '2099-07-06', camp_end: '2099-07-14' };
    await classes.updateOne({ name: 'Sailing then' }, { $set: ends });
    await migrate(variables['MONGODB_URI']!, () => {});
    expect(await classes.findOne({ name: 'Sailing then' })).toMatchObject({
      camp_start: '2099-07-07',
      camp_end: '2099-07-14',
      // A Monday off, and no weekend.
      days: ['07', '08', '09', '10', '13', '14'].map((day) => `2099-07-${day}`),
    });
    expect(await classes.countDocuments({ days: { $exists: false } })).toBe(0);
    // No form takes a day of this century's end.
    await settings.deleteOne({ _id: 'school' });
  });

  it('to layout 8: ends claim codes, marks unclaimed accounts, names problems and children', async () => {
    const { users, attendance, codeUses, children } = database.collections;
    const opened = await users.find({ name: { $in: ['Nobody Yet', 'With Letter'] } }).toArray();
    expect(opened.map(({ isUnclaimed, claim }) => [isUnclaimed, claim])).toEqual([
      [true, undefined],
      [true, undefined],
    ]);
    expect(await users.countDocuments({ isUnclaimed: true })).toBe(2);
    const [tap] = await attendance.find().toArray();
    expect(tap).toMatchObject({ notAllowed: 'not_alone', collectedBy: { how: 'alone' } });
    expect(tap?.collectedBy).not.toHaveProperty('wasNotAllowed');
    const [use] = await codeUses.find().toArray();
    expect(await children.countDocuments({ _id: use?.childId })).toBe(1);
  });
});

describe('then', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(undefined, variables, IN_THREE_PARTS);
  });
  afterAll(() => app.close());

  const find = async (query: object) => {
    const found = await database.collections.users.findOne(query);
    return found as UserDocument;
  };

  async function addAccountant() {
    const fields = { name: 'Ada Byron', email: 'ada@books.test' } as const;
    const accountant = makeUser({ ...fields, role: 'admin', bundle: 'accountant' });
    await database.collections.users.insertOne(accountant);
    return accountant;
  }

  slowIt('every page of everybody is there', async () => {
    const { classes, children, payments } = database.collections;
    const sailing = await classes.findOne({ name: 'Sailing then' });
    const child = await children.findOne({ costShare: { $exists: true } });
    const parent = await find({ _id: child?.guardians[0]?.userId });
    const payment = await payments.findOne({ userId: parent._id });
    const seat = sailing?.seats.find(({ userId }) => userId.equals(parent._id));
    const everybody = await Promise.all([
      find({ name: 'admin number 1' }),
      find({ name: 'instructor number 2' }),
      parent,
      addAccountant(),
      find({ name: 'student number 22' }),
    ]);
    const id = (document: { _id: ObjectId } | null | undefined) => document?._id.toHexString();
    const values = {
      ...{ classId: id(sailing), childId: id(child), cartId: seat?.seatId.toHexString() },
      ...{ paymentId: payment?._id, from: '2026-11-01', to: '2026-11-30' },
      ...{
        day: '2026-07-06',
        month: '2026-11',
        year: 2026,
        season: 'Summer',
        no: '1',
        file: 'a.ics',
        search: 'Nobody',
        into: id(parent),
      },
    };
    const calls = Object.keys(contract).filter((name) => name.startsWith('GET '));
    const statuses: Record<number, number> = {};
    for (const person of everybody)
      for (const name of calls as (keyof Contract)[])
        for (const of of [sailing, child, parent]) {
          const own = { ...values, id: id(of), email: person.email };
          const api = app.as(person) as unknown as {
            call(name: string, input: object): Promise<{ status: number; body: unknown }>;
          };
          const { status, body } = await api.call(name, makeInput(name, own));
          expect(status, `${name}: ${JSON.stringify(body)}`).toBeLessThan(500);
          statuses[status] = (statuses[status] ?? 0) + 1;
          if (!('id' in ((contract[name] as Endpoint).params?.shape ?? {}))) break;
        }
    expect(statuses[200]).toBeGreaterThan(everybody.length * 20);
  });

  it('a held seat is paid', async () => {
    const { classes } = database.collections;
    const painting = await classes.findOne({ name: 'Painting then' });
    const held = painting?.seats.find(({ state }) => state === 'held');
    const holder = await find({ _id: held?.userId });
    const cartId = held?.seatId.toHexString() ?? '';
    const paymentId = await startPaymentOf(app, holder, { cartId, price: 100 });
    await confirmPayment(paymentId);
    expect(await recordPayment(app, holder, paymentId)).toMatchObject({ status: 200 });
  });

  it('a paid seat is canceled, and its money goes back', async () => {
    const { classes } = database.collections;
    const painting = await classes.findOne({ name: 'Painting then' });
    const seat = painting?.seats.find((one) => one.state === 'enrolled' && one.paymentId);
    const student = await find({ _id: seat?.userId });
    const older = seat?.state === 'enrolled' ? (seat.paymentId ?? '') : '';
    const seatIds = seat?.seatId.toHexString() ?? '';
    const paymentId = await payAtThisStripe(older, { seatIds, email: student.email });
    // A restore opens the payments that ended just before the backup.
    expect(await recordPayment(app, student, paymentId)).toMatchObject({ status: 200 });
    const params = { cartId: seatIds };
    const { body } = await app.as(student).call('GET /cancellation/:cartId', { params });
    const canceled = await app
      .as(student)
      .call('POST /cancellation/:cartId', { params, body: { refund: body.refund } });
    expect(canceled).toMatchObject({ status: 200 });
    await expect
      .poll(async () => (await listAtStripe(paymentId)).map(({ amount }) => amount))
      .toEqual([10_000]);
  });

  /** The older school's Stripe is gone: the same payment is made at this one. @returns its id */
  async function payAtThisStripe(older: string, metadata: Record<string, string>): Promise<string> {
    const answer = await fetch(`${inject('sandboxUrl')}/v1/payment_intents`, {
      method: 'POST',
      headers: { Authorization: 'Bearer sk_test_sandbox' },
      body: new URLSearchParams({
        ...{ amount: '10000', currency: 'usd' },
        ...Object.fromEntries(
          Object.entries(metadata).map(([key, value]) => [`metadata[${key}]`, value]),
        ),
      }),
    });
    const { id } = (await answer.json()) as { id: string };
    await confirmPayment(id);
    for (const collection of Object.values(
      database.collections,
    ) as Database['collections']['users'][])
      for await (const document of collection.find()) {
        const text = BSON.EJSON.stringify(document, { relaxed: false });
        if (!text.includes(older)) continue;
        await collection.deleteOne({ _id: document._id });
        const renamed = BSON.EJSON.parse(text.replaceAll(older, id), { relaxed: false });
        await collection.insertOne(renamed as UserDocument);
      }
    return id;
  }
});
