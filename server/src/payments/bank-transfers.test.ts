import { randomUUID } from 'node:crypto';
import type { BankTransfer, ColumnRole } from '@speakifyr/contract/bank-transfers.ts';
import { ObjectId } from 'mongodb';
import { describe, expect, it } from 'vitest';
import { buildClass, buildUser, holdSeatOf, useUser } from '../testing/factories.ts';
import { readMailTo } from '../testing/mails.ts';
import { useTestApp } from '../testing/test-app.ts';
import { inDays, inWeek } from '../testing/today.ts';
import { transfersFor } from '../testing/transfers.ts';
import { findReferences } from './pay-reference.ts';
import { readBankFile } from './bank-file/read-bank-file.ts';

const app = useTestApp(undefined, {}, { money: { bankAccount: 'Lake Bank 0012 3456' } });
const admin = useUser(app, 'admin');
const { buildReserved, book } = transfersFor(app, admin);

const read = (csv: string, roles?: ColumnRole[]) =>
  app.as(admin).call('POST /bankFiles', { body: { csv, dateOrder: 'auto', roles } });

async function match(...lines: string[]): Promise<BankTransfer[]> {
  const { status, body } = await read(['Date,Description,Amount', ...lines].join('\n'));
  expect({ status, body }).toMatchObject({ status: 200 });
  return body.transfers;
}

// Rules: R323, R351.
it('the cart of a family says how to send the money for a seat that the office reserved, and for no other', async () => {
  const { parent, reference } = await buildReserved([80]);
  await holdSeatOf(app, parent, await buildClass(app, inWeek(3)));

  const { body: cart } = await app.as(parent).call('GET /myclass', { query: parent });
  expect(cart.map(({ reserved }) => reserved)).toEqual([
    { transfer: { account: 'Lake Bank 0012 3456', reference } },
    undefined,
  ]);
});

describe('a reference', () => {
  it('is found however the bank writes it, and not with a wrong digit or two that changed places', () => {
    // The example of ISO 11649 has letters; this one is computed by hand: 98 - 12345678271500 mod 97.
    const check = String(98 - (12_345_678_271_500 % 97)).padStart(2, '0');
    const good = `RF${check}12345678`;
    for (const text of [`Camp rf${check} 1234 5678`, `X/${good}/Y`, `RF${check}-1234-5678 Garcia`])
      expect(findReferences(text)).toEqual([good]);
    for (const digits of ['12345679', '12345687', '1234567', '123456789'])
      expect(findReferences(`RF${check}${digits}`)).toEqual([]);
  });

  it('stands in the email about a reserved seat, and is the same for the family’s next one', async () => {
    const { parent, id, reference } = await buildReserved([80]);
    expect(reference).toMatch(/^RF\d\d \d{4} \d{4}$/);
    expect(await readMailTo(app, parent, 'seat reserved')).toMatchObject({
      props: { transfer: { account: 'Lake Bank 0012 3456', reference } },
    });
    const { body } = await app.as(admin).call('GET /families/:id', { params: { id } });
    expect(body.account.transfer?.reference).toBe(reference);
  });
});

describe('a bank’s file', () => {
  const options = { dateOrder: 'auto', currency: 'EUR' } as const;

  it('gives the same line the same id in each file, and two equal lines of a day different ones', () => {
    const line = '2027-03-04,Lee,50.00';
    const read = (...lines: string[]) =>
      readBankFile(['Date,Text,Amount', ...lines].join('\n'), options).transfers;
    const [one, two] = read(line, line);
    const [, again] = read('2027-03-01,Kim,9.00', line);
    expect(again?.requestId).toBe(one?.requestId);
    // What the school or the bank may change is no part of it.
    const more = `Exported,Date,Text,Amount,Category,Balance\nToday,${line},Fun,1.00`;
    expect(readBankFile(more, options).transfers[0]?.requestId).toBe(one?.requestId);
    expect(two?.requestId).not.toBe(one?.requestId);
  });

  it.each([
    ['no list', 'Hello\nWorld'],
    ['a picture', '\u0000PNG,Date\u0001'],
    ['a workbook', 'PK\u0003\u0004Date,Amount'],
    ['other XML', '<html><body>Date,Amount</body></html>'],
    ['an open quotation mark', 'Date,Amount\n"2027-03-04,5.00'],
  ])('with %s is refused with a sentence, and nothing is booked', async (_what, csv) => {
    const { status, body } = await read(csv);
    expect({ status, ...body }).toMatchObject({ status: 400, code: 'invalid_input' });
    expect(JSON.stringify(body)).toContain('body.csv');
  });

  it('says which lines it left out and why, and one that can’t be read refuses no other', async () => {
    const { reference } = await buildReserved([80]);
    const csv = [
      'Date,Description,Amount,State',
      `${inDays(-1)},Garcia ${reference},80.00,COMPLETED`,
      `${inDays(-1)},Garcia ${reference},about 80,COMPLETED`,
      `${inDays(-1)},Refund ${reference},-80.00,COMPLETED`,
      `${inDays(-1)},Garcia ${reference},80.00,REVERTED`,
    ].join('\n');
    const { body } = await read(csv);
    expect(body).toMatchObject({
      format: 'CSV',
      transfers: [{ state: 'matched', amount: 8_000 }],
      leftOut: [
        { line: 3, state: 'unreadable', reason: '“about 80” is not an amount.' },
        {
          line: 4,
          state: 'out',
          reason: 'The money went out.',
          text: `-80.00 · Refund ${reference}`,
        },
        { line: 5, state: 'pending', reason: 'The bank says “REVERTED”.' },
      ],
    });
  });

  it('is read with the columns that the office names, and asks for those that nobody can know', async () => {
    const { reference } = await buildReserved([80]);
    const csv = `${inDays(-1)},80.00,Garcia ${reference},1080.00`;
    expect((await read(csv)).body).toMatchObject({
      transfers: [],
      questions: [expect.any(String)],
    });
    const roles: ColumnRole[] = ['day', 'amount', 'reference', 'other'];
    expect((await read(csv, roles)).body).toMatchObject({ transfers: [{ state: 'matched' }] });
  });
});

describe('transfers', () => {
  it('with a family’s reference and the price of its seats are booked, once, also from another file', async () => {
    const { cartIds, reference, parent } = await buildReserved([80, 49.5]);
    const line = `${inDays(-1)},Garcia ${reference},129.50`;
    const [transfer] = await match(line);
    expect(transfer).toMatchObject({
      ...{ state: 'matched', amount: 12_950, owed: 12_950, family: { email: parent.email } },
      seats: cartIds.map((cartId) => ({ cartId })),
    });
    expect(await book(transfer!)).toMatchObject({ status: 200 });
    expect(await match(`${inDays(-2)},Somebody,5.00`, line)).toMatchObject([
      { state: 'unknown' },
      { state: 'booked' },
    ]);
    expect(await book(transfer!)).toMatchObject({ status: 200 });
    const { payments } = app.services.database.collections;
    expect(await payments.find({ userId: parent._id }).toArray()).toMatchObject([
      { method: 'bank transfer', status: 'enrolled', kept: 12_950, received: { day: inDays(-1) } },
    ]);
  });

  it('are booked once, also if the next file is of another format or has other columns', async () => {
    const { reference } = await buildReserved([80]);
    const [transfer] = await match(`${inDays(-1)},Garcia ${reference},80.00`);
    expect(await book(transfer!)).toMatchObject({ status: 200 });
    const yymmdd = inDays(-1).replaceAll('-', '').slice(2);
    const others = [
      `Date,Name,Reference,Paid in,Paid out,Balance\n${inDays(-1)},Ruth Garcia,Camp ${reference},80.00,,5.00`,
      `:20:X\n:60F:C${yymmdd}USD0,00\n:61:${yymmdd}C80,00NTRFNONREF\n:86:${reference} GARCIA\n-`,
    ];
    for (const other of others)
      expect((await read(other)).body.transfers).toMatchObject([{ state: 'booked' }]);
    // The family may send as much again on the same day.
    const twice = `:61:${yymmdd}C80,00NTRFNONREF\n:86:${reference} GARCIA\n`;
    expect(
      (await read(`:20:X\n:60F:C${yymmdd}USD0,00\n${twice}${twice}`)).body.transfers,
    ).toMatchObject([{ state: 'booked' }, { state: 'nothing held' }]);
  });

  it('that the office has recorded by hand are booked, if their text has the reference that it recorded', async () => {
    const { id, cartIds } = await buildReserved([80]);
    const line = `${inDays(0)},Transfer of Lee no. 770077,80`;
    const [transfer] = await match(line);
    const seats = [{ cartId: cartIds[0] ?? '', name: '', className: '' }];
    const family = { _id: id, name: '', email: '' };
    const requestId = randomUUID();
    await book({ ...transfer!, requestId, text: 'No. 770077', family, seats });
    expect(await match(line, line)).toMatchObject([{ state: 'booked' }, { state: 'unknown' }]);
  });

  it.each(['e', 'Lee', 'ransfer', 'no. 77', '770077 of'])(
    'are not booked because the office typed “%s” for another one',
    async (text) => {
      const { id, cartIds } = await buildReserved([90]);
      const line = `${inDays(0)},Transfer of Lee no. 770077,90`;
      const [transfer] = await match(line);
      const seats = [{ cartId: cartIds[0] ?? '', name: '', className: '' }];
      const family = { _id: id, name: '', email: '' };
      await book({ ...transfer!, requestId: randomUUID(), text, family, seats });
      expect(await match(line)).toMatchObject([{ state: 'unknown' }]);
    },
  );

  it('with a family’s reference are never taken for what the office recorded of another family', async () => {
    const [one, other] = [await buildReserved([95]), await buildReserved([95])];
    const line = `${inDays(0)},Transfer ${other.reference},95`;
    const [transfer] = await match(line);
    const seats = one.cartIds.map((cartId) => ({ cartId, name: '', className: '' }));
    const family = { _id: one.id, name: '', email: '' };
    await book({ ...transfer!, requestId: randomUUID(), text: 'Transfer', family, seats });
    expect(await match(line)).toMatchObject([
      { state: 'matched', family: { email: other.parent.email } },
    ]);
    // Its own family's, however the bank writes it.
    const own = `${inDays(0)},Transfer ${one.reference.replaceAll(' ', '')},95`;
    expect(await match(own)).toMatchObject([{ state: 'booked' }]);
  });

  it('may pay for one seat of several; two of them never for the same one', async () => {
    const { cartIds, reference } = await buildReserved([80, 30]);
    const line = `${inDays(0)},${reference.replaceAll(' ', '')},30`;
    expect(await match(line, line)).toMatchObject([
      { state: 'matched', seats: [{ cartId: cartIds[1] }] },
      { state: 'other amount', seats: [], owed: 8_000 },
    ]);
  });

  it('that do not fit are a list to work off: another amount, nothing held, two families, no reference', async () => {
    const [one, other, none] = [
      await buildReserved([80]),
      await buildReserved([60]),
      await buildReserved([70]),
    ];
    const { classes } = app.services.database.collections;
    await classes.updateMany({ 'seats.userId': none.parent._id }, { $set: { seats: [] } });
    const day = inDays(0);
    expect(
      await match(
        `${day},${one.reference},80.01`,
        `${day},${none.reference},70`,
        `${day},${one.reference} ${other.reference},80`,
        `${day},Garcia,80`,
      ),
    ).toMatchObject([
      { state: 'other amount', owed: 8_000, family: { email: one.parent.email } },
      { state: 'nothing held', family: { email: none.parent.email } },
      { state: 'unknown', family: null },
      { state: 'unknown', family: null },
    ]);
  });

  it('with the reference of a family that a parent took over pay for its seats', async () => {
    const id = new ObjectId().toHexString();
    const params = { id };
    await app.as(admin).call('POST /families', {
      body: { id, name: 'Ruth', children: [{ name: 'Mia', birthDate: '2016-05-04' }] },
    });
    const readFamily = async () => (await app.as(admin).call('GET /families/:id', { params })).body;
    const campClass = await buildClass(app, { price: 80 });
    const body = {
      ...{ classId: campClass.id, until: inDays(3) },
      childId: (await readFamily()).children[0]?._id ?? null,
    };
    await app.as(admin).call('POST /families/:id/seats', { params, body });
    const { code } = (await app.as(admin).call('POST /families/:id/claimCode', { params })).body;
    const { account } = await readFamily();
    const parent = await buildUser(app);
    expect((await app.as(parent).call('POST /claimFamily', { body: { code } })).status).toBe(200);
    expect(await match(`${inDays(0)},${account.transfer?.reference},80`)).toMatchObject([
      { state: 'matched', family: { email: parent.email } },
    ]);
  });
});
