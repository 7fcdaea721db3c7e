import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { UserDocument } from '../database/user-documents.ts';
import { addDays } from '../school-time.ts';
import { makeEnrolledSeat } from '../testing/care.ts';
import { buildChild, buildClass, buildUser, useUser } from '../testing/factories.ts';
import { useSchoolClock } from '../testing/school-clock.ts';
import { mergeAccounts } from '../testing/merging.ts';

/** A Monday. */
const DAY = '2032-07-05';
const NEXT_DAY = '2032-07-06';

const { app, at, goTo, sayNow } = useSchoolClock(DAY);
const admin = useUser(app, 'admin');

/** A child in a class that began today, its father and a guardian who may only book. It is 8 o'clock. */
async function buildFamily() {
  goTo('08:00');
  const father = await buildUser(app);
  const booker = await buildUser(app);
  const mia = await buildChild(app, father);
  await app.services.database.collections.children.updateOne(
    { _id: mia._id },
    {
      $push: {
        guardians: { userId: booker._id, place: randomUUID(), may: ['book'], invitedBy: null },
      },
    },
  );
  const seat = makeEnrolledSeat({ userId: father._id, childId: mia._id });
  const campClass = await buildClass(app, {
    ...{ camp_start: DAY, camp_end: addDays(DAY, 4), dailyStart: '09:00', dailyEnd: '15:00' },
    seats: [seat],
  });
  return { father, booker, mia, campClass, cartId: seat.seatId.toHexString() };
}
type Family = Awaited<ReturnType<typeof buildFamily>>;

const readDay = async (person: UserDocument, { cartId }: Family, day = DAY) => {
  const { body } = await app.as(person).call('GET /myAttendance');
  return body.find((one) => one.cartId === cartId)?.days.find((one) => one.day === day);
};

const say = (person: UserDocument, { cartId }: Family, isAbsent: boolean, day = DAY) =>
  app
    .as(person)
    .call('PUT /myAttendance/:cartId/:day', { params: { cartId, day }, body: { isAbsent } });

const tap = ({ campClass, mia }: Family, kind: 'in' | 'out' | 'absent') =>
  app.as(admin).call('POST /attendance', {
    body: {
      ...{ classId: campClass.id, day: DAY },
      taps: [
        {
          ...{ _id: randomUUID(), personId: mia.id, kind, at: sayNow() },
          ...(kind === 'out' && {
            collectedBy: { how: 'override' as const, name: 'Grandma Inge', note: 'She called.' },
          }),
        },
      ],
    },
  });

// Rules: R383, R491.
describe('a parent', () => {
  it('reads when their child came, and who collected it', async () => {
    const family = await buildFamily();
    goTo('09:04');
    await tap(family, 'in');
    expect(await readDay(family.father, family)).toMatchObject({ state: 'here', in: at('09:04') });
    goTo('12:31');
    await tap(family, 'out');
    expect(await readDay(family.father, family)).toEqual({
      ...{ day: DAY, state: 'gone', in: at('09:04'), out: at('12:31') },
      ...{ collectedBy: 'Grandma Inge', leftAlone: false, absentBy: null },
    });
    goTo('08:00', addDays(DAY, 40));
    expect(await readDay(family.father, family)).toBeUndefined();
  });

  it('says that it does not come today or on a later day, and that it does after all', async () => {
    const family = await buildFamily();
    for (const isAbsent of [true, true, false, true])
      expect((await say(family.father, family, isAbsent)).status).toBe(200);
    await say(family.father, family, true, NEXT_DAY);
    await say(family.father, family, false, NEXT_DAY);
    expect(await readDay(family.father, family)).toMatchObject({ state: 'absent' });
    expect(await readDay(family.father, family, NEXT_DAY)).toMatchObject({ state: 'expected' });
    // The child comes late after all.
    goTo('10:30');
    await tap(family, 'in');
    expect(await readDay(family.father, family)).toMatchObject({ state: 'here', in: at('10:30') });
    for (const isAbsent of [true, false])
      expect((await say(family.father, family, isAbsent)).body).toMatchObject({
        code: 'already_there',
      });
  });

  it('does not change what the team said, nor a day that is over or on which the class does not meet', async () => {
    const family = await buildFamily();
    await tap(family, 'absent');
    expect((await say(family.father, family, false)).body).toMatchObject({ code: 'already_there' });
    expect((await say(family.father, family, true)).status).toBe(200);
    goTo('08:00', NEXT_DAY);
    for (const day of [DAY, addDays(DAY, 5)])
      expect((await say(family.father, family, true, day)).status).toBe(400);
  });
});

it('nobody else reads or says anything: other parents, a guardian who may only book, and a former guardian', async () => {
  const family = await buildFamily();
  const stranger = await buildUser(app);
  const refuse = async (person: UserDocument) => {
    expect(await readDay(person, family)).toBeUndefined();
    expect((await say(person, family, true)).body).toMatchObject({ code: 'not_found' });
  };
  await refuse(stranger);
  await refuse(family.booker);
  await app.services.database.collections.children.updateOne(
    { _id: family.mia._id },
    { $pull: { guardians: { userId: family.father._id } } },
  );
  await refuse(family.father);
});

it('who joined for themselves and goes to another account takes their days along', async () => {
  goTo('08:00');
  const [from, into] = [await buildUser(app), await buildUser(app)];
  const seat = makeEnrolledSeat({ userId: from._id });
  await buildClass(app, { camp_start: DAY, camp_end: addDays(DAY, 4), seats: [seat] });
  const family = { cartId: seat.seatId.toHexString() } as Family;
  await say(from, family, true);
  expect((await mergeAccounts(app, admin, { from, into })).status).toBe(200);
  expect(await readDay(into, family)).toMatchObject({ state: 'absent' });
});
