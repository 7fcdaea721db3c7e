import { makeUserId } from '../testing/documents.ts';
import { ObjectId } from 'mongodb';
import { beforeEach, describe, expect, it } from 'vitest';
import { makePayment } from '../testing/documents.ts';
import { buildChild, buildClass, buildUser, useUser } from '../testing/factories.ts';
import { makeEnrolledSeat } from '../testing/seats.ts';
import { useTestApp } from '../testing/test-app.ts';
import { inDays } from '../testing/today.ts';
import { makeEntry, makePeople } from '../testing/waiting.ts';

const app = useTestApp(undefined, {}, { timeZone: 'Asia/Dhaka' });
const admin = useUser(app, 'admin');
beforeEach(() => app.services.database.collections.classes.deleteMany({}));

const read = async () => (await app.as(admin).call('GET /dayList')).body;
const rosa = makeUserId('rosa@teachers.test');

// Rules: R261.
it('is empty while nothing waits', async () => {
  expect(await read()).toMatchObject({
    ...{ disputes: [], refunds: 0, mails: 0, documents: 0, messages: 0 },
    ...{ unready: { total: 0 }, withoutInstructor: { total: 0 }, fullWithWaiting: { total: 0 } },
  });
});

describe('it names', () => {
  it('classes of the next two weeks whose children lack a contact or an answer about health', async () => {
    const parent = await buildUser(app);
    const child = await buildChild(app, parent);
    const seats = [makeEnrolledSeat(parent, app.services.now(), child)];
    const soon = { camp_start: inDays(14), camp_end: inDays(18), seats };
    const { id } = await buildClass(app, { ...soon, name: 'Soon', instructorId: rosa });
    const later = { camp_start: inDays(16), camp_end: inDays(18), seats };
    await buildClass(app, { ...later, name: 'Later', instructorId: rosa });
    expect((await read()).unready).toEqual({
      total: 1,
      first: [{ _id: id, name: 'Soon', camp_start: inDays(14), people: 1 }],
    });
    const { childHealth, childContacts } = app.services.database.collections;
    const asked = { _id: child._id, checkAfter: new Date() };
    await childHealth.insertOne({
      ...{ ...asked, allergies: [], medication: '', medicines: [], notes: '', nothingToTell: true },
      ...{ confirmedAt: new Date(), consent: { at: new Date(), by: parent._id, textVersion: '1' } },
    });
    expect((await read()).unready.total).toBe(1);
    await childContacts.insertOne({
      ...{ ...asked, savedAt: new Date() },
      contacts: [
        {
          ...{ name: 'Ada', phone: '+1 202 555 0143', relation: 'Mother' },
          ...{ isEmergency: true, mayPickUp: false, pickUpUntil: null },
        },
      ],
    });
    expect((await read()).unready.total).toBe(0);
  });

  it('the next three open classes without an instructor, and says how many there are', async () => {
    for (let day = 1; day <= 6; day += 1)
      await buildClass(app, { name: `In ${day}`, camp_start: inDays(day), camp_end: inDays(day) });
    await buildClass(app, { camp_start: inDays(-1), camp_end: inDays(3) });
    await buildClass(app, { status: 'draft' });
    await buildClass(app, { instructorId: rosa });
    const { first, total } = (await read()).withoutInstructor;
    expect([first.map(({ name }) => name), total]).toEqual([['In 1', 'In 2', 'In 3'], 6]);
  });

  it('full classes with people who wait, and how many', async () => {
    const parent = await buildUser(app);
    const children = [await buildChild(app, parent), await buildChild(app, parent)];
    const waiting = [makeEntry(parent, { people: makePeople(...children) })];
    const { id } = await buildClass(app, { name: 'Full', sit: 0, waiting });
    await buildClass(app, { name: 'Free', sit: 1, waiting });
    await buildClass(app, { name: 'Nobody waits', sit: 0 });
    expect((await read()).fullWithWaiting).toMatchObject({
      total: 1,
      first: [{ _id: id, name: 'Full', people: 2 }],
    });
  });
});

describe('the money of this year', () => {
  it('stands beside that of the same days last year, and disputes come with their deadline', async () => {
    const { payments } = app.services.database.collections;
    const now = app.services.now();
    const pay = (id: string, at: Date, amount: number, more: object = {}) => {
      const seat = { seatId: new ObjectId(), classId: new ObjectId(), name: 'Mia' };
      const fields = { _id: id, email: 'ada@a.test', amount, createdAt: at, changedAt: now };
      return payments.insertOne({ ...makePayment(seat, fields), ...more });
    };
    const yearsAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);
    const dueBy = new Date(now.getTime() + 86_400_000);
    await pay('pi_now', now, 5_000, {
      dispute: { stripeId: 'du_1', amount: 5_000, state: 'open', status: 'x', dueBy, at: now },
    });
    await pay('pi_same_weekday', yearsAgo(364), 3_000);
    const body = await read();
    expect(body.disputes).toMatchObject([
      { paymentId: 'pi_now', amount: 5_000, dueBy: dueBy.toISOString() },
    ]);
    expect(body.sinceYesterday).toMatchObject({ payments: 1, paid: 5_000, refunds: 0 });
    expect(body.week).toMatchObject({
      now: { amount: 5_000, payments: 1 },
      lastYear: { amount: 3_000, payments: 1 },
    });
  });
});
