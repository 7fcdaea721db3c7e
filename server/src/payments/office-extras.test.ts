import { listNewDays } from '@speakifyr/contract/new-class-days.ts';
import { ObjectId } from 'mongodb';
import { describe, expect, it } from 'vitest';
import {
  buildClass,
  buildEnrolledSeat,
  buildUser,
  holdSeatOf,
  useUser,
} from '../testing/factories.ts';
import { readAuditLog } from '../testing/audit-log.ts';
import { createExtras, FIVE_DAYS, lunch, shirt, SHIRT_M, WITH_LUNCH } from '../testing/extras.ts';
import { listClassDays } from '@speakifyr/contract/class-days.ts';
import { addDays, readToday } from '../school-time.ts';
import { useTestApp } from '../testing/test-app.ts';

const app = useTestApp();
const admin = useUser(app, 'admin');
const { setExtras, mustChoose, pay, readEnrolled, readCart } = createExtras(
  () => app,
  () => admin,
);

type Seat = { classId: string; cartId: string };
type Wanted = Parameters<typeof mustChoose>[2];

const chooseFor = (params: Seat, extras: Wanted) =>
  app.as(admin).call('PUT /officeExtras/:classId/:cartId', { params, body: { extras } });
const readFor = (params: Seat) =>
  app.as(admin).call('GET /officeExtras/:classId/:cartId', { params });

async function buildOwner(fields: Parameters<typeof buildClass>[1] = {}) {
  const campClass = await buildClass(app, { price: 100, ...FIVE_DAYS, ...fields });
  const { student: parent, cartId } = await buildEnrolledSeat(app, campClass);
  return { parent, cartId, seat: { classId: campClass.id, cartId }, campClass };
}

// Rules: R442.
describe('the office chooses extras for a family', () => {
  it('of an enrolled seat: the family owes them, pays them, and can take them back until then', async () => {
    await setExtras([lunch(), shirt()]);
    const { parent, cartId, seat } = await buildOwner();
    expect((await readFor(seat)).body.offered).toMatchObject([{ label: 'Lunch' }, {}]);
    expect(await chooseFor(seat, [WITH_LUNCH, SHIRT_M])).toMatchObject({ status: 200 });
    expect(await readEnrolled(parent)).toMatchObject([{ price: 155, owed: [{ amount: 5_500 }] }]);
    await mustChoose(parent, cartId, [WITH_LUNCH]);
    await pay(parent, cartId, 40);
    expect(await chooseFor(seat, [])).toMatchObject({ body: { code: 'extra_paid' } });
  });

  it('and takes back what the family has not paid, so that others can have it', async () => {
    await setExtras([lunch({ capacity: 1 })]);
    const { parent, cartId, seat, campClass } = await buildOwner();
    await mustChoose(parent, cartId, [WITH_LUNCH]);
    const next = await buildEnrolledSeat(app, campClass);
    const wish = { classId: campClass.id, cartId: next.cartId };
    expect(await chooseFor(wish, [WITH_LUNCH])).toMatchObject({ body: { code: 'extra_sold_out' } });
    expect(await chooseFor(seat, [])).toMatchObject({ status: 200 });
    expect(await readEnrolled(parent)).toMatchObject([{ price: 100, owed: [] }]);
    expect(await chooseFor(wish, [WITH_LUNCH])).toMatchObject({ status: 200 });
  });

  it('of a held seat: they are in the price that the family pays', async () => {
    await setExtras([lunch()]);
    const campClass = await buildClass(app, { price: 100, ...FIVE_DAYS });
    const parent = await buildUser(app);
    const { cartId } = await holdSeatOf(app, parent, campClass);
    expect(await chooseFor({ classId: campClass.id, cartId }, [WITH_LUNCH])).toMatchObject({
      status: 200,
    });
    expect(await readCart(parent)).toMatchObject([{ price: 140 }]);
  });

  it('also while the class runs, for the days that are left', async () => {
    await setExtras([lunch()]);
    const today = readToday(app.services);
    const { parent, cartId, seat, campClass } = await buildOwner();
    const { classes } = app.services.database.collections;
    const ends = { camp_start: addDays(today, -3), camp_end: addDays(today, 10) };
    const running = { ...ends, days: listNewDays(ends) };
    await classes.updateOne({ _id: campClass._id }, { $set: running });
    const { offered } = (await readFor(seat)).body;
    const left = listClassDays(running).filter((day) => day >= today).length;
    expect(left).toBeLessThan(listClassDays(running).length);
    expect(offered).toMatchObject([{ amount: left * 800 }]);
    const wanted = [{ ...WITH_LUNCH, amount: left * 800 }];
    expect(
      await app
        .as(parent)
        .call('PUT /seatExtras/:cartId', { params: { cartId }, body: { extras: wanted } }),
    ).toMatchObject({ body: { code: 'class_started' } });
    expect(await chooseFor(seat, wanted)).toMatchObject({ status: 200 });
    const past = { camp_start: addDays(today, -10), camp_end: addDays(today, -1) };
    const over = { ...past, days: listNewDays(past) };
    await classes.updateOne({ _id: campClass._id }, { $set: over });
    expect((await readFor(seat)).body.offered).toEqual([]);
    expect(await chooseFor(seat, [])).toMatchObject({ body: { code: 'class_started' } });
  });

  it('and the audit log says who chose what for whom', async () => {
    await setExtras([shirt()]);
    const { parent, seat } = await buildOwner();
    await chooseFor(seat, [SHIRT_M]);
    const entries = await readAuditLog(app, { action: 'choose extras', target: parent.email });
    expect(entries).toMatchObject([
      { who: admin.email, before: { chosen: [] }, after: { chosen: ['T-shirt, M'] } },
    ]);
  });

  it('not of a seat that is in no such class', async () => {
    const { cartId } = await buildOwner();
    const classId = (await buildClass(app)).id;
    for (const seat of [
      { classId, cartId },
      { classId, cartId: new ObjectId().toHexString() },
    ]) {
      expect(await readFor(seat)).toMatchObject({ status: 404 });
      expect(await chooseFor(seat, [])).toMatchObject({ status: 404 });
    }
  });
});
