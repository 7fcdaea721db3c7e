import { PAID_TEXTS } from '@speakifyr/contract/text-parts.ts';
import type { PaidTexts } from '@speakifyr/contract/text-version.ts';
import { ObjectId } from 'mongodb';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { readSchool, getSchool } from '../school/school.service.ts';
import { noteAgreed } from '../ledger/payment-store.ts';
import {
  buildClass,
  buildUser,
  buildWeeks,
  confirmPayment,
  getIntentId,
  holdSeatOf,
  recordPayment,
  useUser,
} from '../testing/factories.ts';
import { buyInParts, IN_THREE_PARTS } from '../testing/installments.ts';
import { mergeAccounts } from '../testing/merging.ts';
import { setUpSchool } from '../testing/school.ts';
import { useTestApp } from '../testing/test-app.ts';
import { inDays } from '../testing/today.ts';

/** What the form with the card names: “By paying, you agree to our Terms and Refund policy.” */

const app = useTestApp();
const director = useUser(app, 'admin');
const payments = () => app.services.database.collections.payments;
beforeEach(async () => {
  await app.services.database.collections.settings.deleteMany({});
  await app.services.database.collections.textVersions.deleteMany({});
  setUpSchool(IN_THREE_PARTS);
  await readSchool(app.services);
  setUpSchool(IN_THREE_PARTS);
});
afterAll(() => setUpSchool());

/** The versions that a page reads now. */
async function readTexts(): Promise<PaidTexts> {
  const versions = PAID_TEXTS.map(async (name) => {
    const { body } = await app.call('GET /texts/:name', { params: { name } });
    return [name, body.version] as const;
  });
  return Object.fromEntries(await Promise.all(versions)) as PaidTexts;
}

async function changeRefundCases(refundCases: string) {
  const school = await getSchool(app.services);
  const body = { ...school, texts: { ...school.texts, refundCases } };
  expect((await app.as(director).call('PUT /school', { body })).status).toBe(200);
}

type Person = { email: string };
type Order = { cartId: string; price: number };

const hold = async (person: Person, campClass: { id: string; price: number }): Promise<Order> => ({
  cartId: (await holdSeatOf(app, person, campClass)).cartId,
  price: campClass.price,
});

const start = (person: Person, order: Order, texts?: PaidTexts) =>
  app
    .as(person)
    .call('POST /createPayment-intent', { body: { ...order, ...(texts && { texts }) } });

/** Opens the form, and presses Pay. @returns the payment's id */
async function payFor(person: Person, order: Order, texts?: PaidTexts): Promise<string> {
  await start(person, order);
  const { body } = await start(person, order, texts);
  const paymentId = getIntentId(body.clientSecret);
  await confirmPayment(paymentId);
  expect((await recordPayment(app, person, paymentId)).status).toBe(200);
  return paymentId;
}

const readAgreements = async (person: Person) =>
  (await app.as(person).call('GET /myAgreements')).body;
const readAgreed = async (_id: string) => (await payments().findOne({ _id }))?.agreed;
const listed = (texts: PaidTexts) =>
  expect.arrayContaining(
    PAID_TEXTS.map((name) => ({
      ...{ name, version: texts[name], about: '' },
      at: expect.any(String) as string,
    })),
  ) as unknown;

// Rules: R635.
describe('who pays by card agrees to the texts that the form names', () => {
  it('the payment records their versions, the account lists each once, and all can be read again', async () => {
    const parent = await buildUser(app);
    const [one, two, three] = await buildWeeks(app, 3, { price: 40 });
    const first = await readTexts();
    const paid = await payFor(parent, await hold(parent, one!), first);
    expect(await readAgreed(paid)).toEqual({ texts: first, at: expect.any(Date) as Date });
    await payFor(parent, await hold(parent, two!), first);
    expect(await readAgreements(parent)).toEqual(listed(first));
    expect(await readAgreements(parent)).toHaveLength(3);

    const held = await hold(parent, three!);
    const { body } = await start(parent, held);
    await changeRefundCases('No refunds after the first day.');
    // The form was open meanwhile.
    expect((await start(parent, held, first)).body.code).toBe('text_changed');
    expect(await readAgreed(getIntentId(body.clientSecret))).toBeUndefined();
    const second = await readTexts();
    expect(second).toEqual({ ...first, refundCases: expect.not.stringMatching(first.refundCases) });
    const begun = await start(parent, held, second);
    // The same payment: what is charged is what was shown.
    expect(begun.body.clientSecret).toBe(body.clientSecret);
    // Nobody has agreed by opening a form, or by a press that led to no payment.
    expect(await readAgreements(parent)).toHaveLength(3);
    await confirmPayment(getIntentId(body.clientSecret));
    await recordPayment(app, parent, getIntentId(body.clientSecret));

    const list = await readAgreements(parent);
    expect(list).toHaveLength(4);
    for (const { name, version } of list) {
      const text = await app.call('GET /texts/:name', { params: { name }, query: { version } });
      expect(text, name).toMatchObject({ status: 200, body: { version } });
    }
    const params = { id: parent._id.toHexString() };
    const office = await app.as(director).call('GET /families/:id', { params });
    expect(office.body.agreements).toEqual(list);
    expect(await readAgreements(await buildUser(app))).toEqual([]);
  });

  it.each(PAID_TEXTS)('an older version of %s is refused', async (name) => {
    const parent = await buildUser(app);
    const held = await hold(parent, await buildClass(app, { price: 40 }));
    const texts = { ...(await readTexts()), [name]: '2020-01-15' };
    expect(await start(parent, held, texts)).toMatchObject({
      status: 409,
      body: { code: 'text_changed' },
    });
    // A payment that names no text is none of these forms.
    expect(await readAgreed(await payFor(parent, held))).toBeUndefined();
    expect(await readAgreements(parent)).toEqual([]);
  });

  it('also with what is paid later of parts; and both go along with a merge', async () => {
    const { student, cartId } = await buyInParts(app);
    const texts = await readTexts();
    const body = { cartIds: [cartId], price: 126 };
    const begun = await app
      .as(student)
      .call('POST /createPayment-intent', { body: { ...body, texts } });
    expect(begun.status, JSON.stringify(begun.body)).toBe(200);
    const paymentId = getIntentId(begun.body.clientSecret);
    await confirmPayment(paymentId);
    await recordPayment(app, student, paymentId);
    const list = await readAgreements(student);
    expect(list.map(({ name }) => name).toSorted()).toEqual(
      [...PAID_TEXTS, 'partsConsent'].toSorted(),
    );
    const into = await buildUser(app);
    const merged = await mergeAccounts(app, director, { from: student, into });
    expect(merged).toMatchObject({ status: 200 });
    expect(await readAgreements(into)).toEqual(list);
  });

  it('with a link, the payment records it, and the account of the family has agreed to nothing', async () => {
    const id = new ObjectId().toHexString();
    const family = {
      id,
      name: 'Ruth Garcia',
      children: [{ name: 'Mia', birthDate: '2016-05-04' }],
    };
    await app.as(director).call('POST /families', { body: family });
    const params = { id };
    const read = async () => (await app.as(director).call('GET /families/:id', { params })).body;
    const { id: classId } = await buildClass(app, { price: 80 });
    const seat = { classId, childId: (await read()).children[0]!._id, until: inDays(3) };
    const { cartId } = (
      await app.as(director).call('POST /families/:id/seats', { params, body: seat })
    ).body;
    const made = await app
      .as(director)
      .call('POST /families/:id/payLink', { params, body: { cartIds: [cartId] } });
    const { code } = made.body;
    const open = (more: object) => app.call('POST /payLink', { body: { code, ...more } });
    const texts = await readTexts();
    const old = await open({ price: 80, texts: { ...texts, terms: '2020-01-15' } });
    expect(old.body.code).toBe('text_changed');
    const { clientSecret } = (await open({ price: 80, texts })).body;
    const transactionId = getIntentId(clientSecret ?? '');
    await confirmPayment(transactionId);
    expect((await open({ transactionId })).body.state).toBe('paid');
    const agreed = { texts, at: expect.any(Date) as Date, byLink: true };
    expect(await readAgreed(transactionId)).toEqual(agreed);
    expect((await read()).agreements).toEqual([]);
  });

  it('what was agreed to with a payment stays as it is once that is paid', async () => {
    const parent = await buildUser(app);
    const texts = await readTexts();
    const held = await hold(parent, await buildClass(app, { price: 40 }));
    const paymentId = await payFor(parent, held, texts);
    const before = await readAgreed(paymentId);
    const later = { texts: { ...texts, terms: '2027-01-01' }, at: new Date() };
    await noteAgreed(app.services.database.collections, paymentId, later);
    expect(await readAgreed(paymentId)).toEqual(before);
    expect((await start(parent, held, texts)).body.code).toBe('already_joined');
  });
});
