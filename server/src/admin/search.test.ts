import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { UserDocument } from '../database/user-documents.ts';
import { addContacts, addHealth, makeContact } from '../testing/care.ts';
import { makeUser } from '../testing/documents.ts';
import { buildChild, buildClass, buildEnrolledSeat, useUser } from '../testing/factories.ts';
import { giveReference } from '../payments/pay-reference.ts';
import { useTestApp } from '../testing/test-app.ts';
import { inDays } from '../testing/today.ts';

const app = useTestApp();
const admin = useUser(app, 'admin');

async function search(text: string) {
  const answer = await app.as(admin).call('GET /search', { query: { text } });
  expect(answer.status).toBe(200);
  return answer.body;
}

let made = 0;
async function buildParent(fields: Partial<UserDocument>): Promise<UserDocument> {
  made += 1;
  const user = makeUser({
    ...{ name: 'Nora Byron', email: `parent-${made}@home.test`, role: 'student' },
    ...fields,
  });
  await app.services.database.collections.users.insertOne(user);
  return user;
}

const idsOf = (list: { _id: string }[]) => list.map(({ _id }) => _id);

// Rules: R220, R221.
describe('the office’s search', () => {
  it.each([
    'obrien sean',
    'Seán  O’Brien',
    "SEAN O'BRIEN",
    'sea obr',
    'O Brien',
    'Sean Obrien',
    'brien',
  ])(
    'finds Seán O’Brien by “%s”, whatever the order, spaces, apostrophes and accents',
    async (text) => {
      const parent = await buildParent({});
      const child = await buildChild(app, parent, { name: 'Seán O’Brien' });
      const { children } = await search(text);
      expect(children.find(({ _id }) => _id === child.id)).toEqual({
        ...{ _id: child.id, name: 'Seán O’Brien', birthDate: child.birthDate },
        ...{ familyId: parent._id.toHexString(), guardians: ['Nora Byron'] },
      });
      // Six at most.
      await app.services.database.collections.children.deleteOne({ _id: child._id });
    },
  );

  it.each([
    ...['+1 202 555 7143', '(202) 555-7143', '2025557143', '001 202 555 7143', '7143'],
    ...[
      '\u202a+1–202–555–7143\u202c',
      '+1 (0)202 555 7143',
      '555 7143 x12',
      '0202 555 7143',
      '২০২ ৫৫৫ ৭১৪৩',
    ],
  ])('finds a parent by the phone number as somebody writes it: %s', async (text) => {
    const parent = await buildParent({ phone: '+12025557143;ext=12' });
    expect(idsOf((await search(text)).parents)).toContain(parent._id.toHexString());
    await app.services.database.collections.users.deleteOne({ _id: parent._id });
  });

  it('finds a parent by the beginning of the email, also one whom an admin has removed', async () => {
    const parent = await buildParent({ email: 'zora.k@home.test', status: 'removed' });
    for (const text of ['zora.k@home.test', 'Zora.K'])
      expect((await search(text)).parents).toMatchObject([
        { _id: parent._id.toHexString(), isRemoved: true },
      ]);
  });

  it('finds a child by its first name and the name of a guardian', async () => {
    const parent = await buildParent({ name: 'Ada Umbright' });
    const mia = await buildChild(app, parent, { name: 'Mia' });
    await buildChild(app, parent, { name: 'Tom' });
    expect(idsOf((await search('mia umbright')).children)).toEqual([mia.id]);
  });

  it('finds a seat by its entry code, and with it who booked it', async () => {
    const campClass = await buildClass(app, { price: 20, course_tag: 'QAZ' });
    const { student } = await buildEnrolledSeat(app, campClass);
    for (const text of ['QAZ-101', 'qaz101', 'qaz 101']) {
      const { seats, parents } = await search(text);
      expect(seats).toMatchObject([{ entry_code: 'QAZ-101', classId: campClass.id }]);
      expect(idsOf(parents)).toEqual([student._id.toHexString()]);
    }
  });

  it('finds a payment by its id and a receipt by its number, and with them who paid', async () => {
    const { student, paymentId } = await buildEnrolledSeat(
      app,
      await buildClass(app, { price: 20 }),
    );
    // As people read it out: its end, or the end of the card's number.
    for (const text of [paymentId.slice(-6), '4242'])
      expect(idsOf((await search(text)).payments)).toContain(paymentId);
    const paid = await search(paymentId);
    expect(paid.payments).toMatchObject([{ _id: paymentId, amount: 2_000, currency: 'USD' }]);
    expect(idsOf(paid.parents)).toEqual([student._id.toHexString()]);

    const receipt = await app.as(admin).call('GET /receipts/:paymentId', { params: { paymentId } });
    const { number } = receipt.body;
    for (const text of [number, number.toLowerCase(), number.replace(/^R-0*/, 'R')]) {
      const { papers, parents } = await search(text);
      expect(papers).toMatchObject([{ _id: number, kind: 'receipt', paymentId }]);
      expect(idsOf(parents)).toContain(student._id.toHexString());
    }
  });

  it('finds what the office took by its id, and the list of payments does, too', async () => {
    const parent = await buildParent({});
    const campClass = await buildClass(app, { price: 20 });
    const params = { id: parent._id.toHexString() };
    const { body: seat } = await app.as(admin).call('POST /families/:id/seats', {
      params,
      body: { classId: campClass.id, childId: null, until: inDays(2) },
    });
    const { body: money } = await app.as(admin).call('POST /families/:id/payments', {
      params,
      body: {
        ...{ requestId: randomUUID(), method: 'cash', day: inDays(0), reference: 'B-17' },
        ...{ cartIds: [seat.cartId], amount: 2_000 },
      },
    });
    const found = await search(money.transactionId);
    expect(idsOf(found.payments)).toEqual([money.transactionId]);
    expect(idsOf(found.parents)).toEqual([params.id]);
    // By the reference that the office typed, and by the end of the id.
    for (const text of ['b-17', money.transactionId.slice(-6)])
      expect(idsOf((await search(text)).payments)).toContain(money.transactionId);
    const query = { search: money.transactionId };
    const listed = await app.as(admin).call('GET /payments', { query });
    expect(idsOf(listed.body as { _id: string }[])).toEqual([money.transactionId]);
  });

  it('finds a class by its name or tag, also one that is over or a draft, and a family by its bank reference', async () => {
    const open = await buildClass(app, { name: 'Zebra Watching', course_tag: 'ZEB' });
    const draft = await buildClass(app, { name: 'More Zebras', status: 'draft' });
    const old = await buildClass(app, { name: 'Old zebras', status: 'archived' });
    expect(idsOf((await search('zebra')).classes).sort()).toEqual(
      [open.id, draft.id, old.id].sort(),
    );
    expect(idsOf((await search('zeb')).classes)).toContain(open.id);

    const parent = await buildParent({});
    const reference = await giveReference(parent, app.services);
    const spaced = reference.replace(/(.{4})/g, '$1 ');
    for (const text of [reference, spaced, reference.toLowerCase()])
      expect(idsOf((await search(text)).parents)).toEqual([parent._id.toHexString()]);
  });

  it('knows the new name and the new phone at once', async () => {
    const parent = await buildParent({ name: 'Old Quillfeather' });
    const body = { name: 'Ines Quillfeather', phone: '+44 20 7946 0958' };
    expect((await app.as(parent).call('PATCH /myProfile', { body })).status).toBe(200);
    const add = await app
      .as(parent)
      .call('POST /myChildren', { body: { name: 'Bo Xanadu', birthDate: '2018-03-04' } });
    const childId = add.body.child._id;
    await app
      .as(parent)
      .call('PATCH /myChildren/:id', { params: { id: childId }, body: { name: 'Bo Zanzibar' } });

    for (const text of ['ines quillfeather', '020 7946 0958'])
      expect(idsOf((await search(text)).parents)).toEqual([parent._id.toHexString()]);
    expect((await search('old quillfeather')).parents).toEqual([]);
    expect(idsOf((await search('zanzibar')).children)).toEqual([childId]);
    expect((await search('xanadu')).children).toEqual([]);
  });

  it('never finds anybody by health or contacts', async () => {
    const child = await buildChild(app, await buildParent({}));
    await addHealth(app, child._id, {}, 'Wombatallergy');
    await addContacts(app, child._id, [
      makeContact({ name: 'Wombatgrandma', phone: '+1 202 555 9999' }),
    ]);
    for (const text of ['wombatallergy', 'wombatgrandma', '2025559999'])
      expect(await search(text)).toEqual({
        ...{ children: [], parents: [], classes: [], seats: [], payments: [], papers: [] },
      });
  });
});
