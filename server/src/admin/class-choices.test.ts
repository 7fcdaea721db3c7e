import { expect, it } from 'vitest';
import { buildChild, buildClass, buildUser, holdSeatOf, useUser } from '../testing/factories.ts';
import { useTestApp } from '../testing/test-app.ts';
import { inDays, inWeek } from '../testing/today.ts';

const app = useTestApp();
const admin = useUser(app, 'admin');

const choose = async (query: { childId?: string; userId?: string; cartId?: string } = {}) =>
  (await app.as(admin).call('GET /classChoices', { query })).body;

/** Why each of these classes does not fit. */
async function readMisfits(query: Parameters<typeof choose>[0], ids: string[]) {
  const choices = new Map((await choose(query)).map((one) => [one._id, one]));
  return ids.map((id) => choices.get(id)?.misfit);
}

// Rules: R588.
it('lists what is coming, drafts too, and says what can be joined', async () => {
  const open = await buildClass(app, { name: 'Kites', ...inWeek(1), sit: 3, price: 20 });
  const draft = await buildClass(app, { ...inWeek(1), status: 'draft' });
  const over = await buildClass(app, { camp_start: inDays(-9), camp_end: inDays(-1) });
  const archived = await buildClass(app, { ...inWeek(1), status: 'archived' });
  const choices = await choose();
  const find = ({ id }: { id: string }) => choices.find(({ _id }) => _id === id);
  expect(find(open)).toMatchObject({ name: 'Kites', sit: 3, price: 20, isJoinable: true });
  expect(find(open)?.misfit).toBeNull();
  expect(find(draft)).toMatchObject({ status: 'draft', isJoinable: false });
  expect(find(over)).toBeUndefined();
  expect(find(archived)).toBeUndefined();
});

// Rules: R588.
it('says what speaks against a class for a child, whoever booked its other seats', async () => {
  const hours = { dailyStart: '09:00', dailyEnd: '12:00' };
  const mine = await buildClass(app, { ...inWeek(2), ...hours, price: 0 });
  const atOnce = await buildClass(app, { ...inWeek(2), dailyStart: '11:00', dailyEnd: '15:00' });
  const later = await buildClass(app, { ...inWeek(2), dailyStart: '12:00', dailyEnd: '15:00' });
  const tooOld = await buildClass(app, { ...inWeek(3), ageFrom: 15, ageTo: 17 });
  const ids = [mine, atOnce, later, tooOld].map(({ id }) => id);
  const [mother, father] = [await buildUser(app), await buildUser(app)];
  const child = await buildChild(app, mother, { birthDate: '2018-03-01' });
  const guardian = { userId: father._id, may: ['book', 'see'], since: new Date() };
  const { children } = app.services.database.collections;
  await children.updateOne({ _id: child._id }, { $push: { guardians: guardian as never } });
  const body = { classId: mine.id, email: father.email, childId: child.id };
  const { cartId } = (await app.as(father).call('POST /addClass', { body })).body;

  const about = { childId: child.id };
  expect(await readMisfits(about, ids)).toEqual(['joined', 'same time', null, 'age']);
  await app
    .as(admin)
    .call('POST /ageExceptions', { body: { ...about, classId: tooOld.id, note: 'Very good' } });
  expect((await readMisfits(about, ids)).at(-1)).toBeNull();

  // The seat that moves is given up: its own hours are free then.
  expect(await readMisfits({ cartId }, ids)).toEqual(['joined', null, null, null]);
});

// Rules: R588.
it('knows an adult by the account', async () => {
  const [mine, atOnce] = [await buildClass(app, inWeek(4)), await buildClass(app, inWeek(4))];
  const adult = await buildUser(app);
  await holdSeatOf(app, adult, mine);
  const userId = adult._id.toHexString();
  expect(await readMisfits({ userId }, [mine.id, atOnce.id])).toEqual(['joined', 'same time']);
});
