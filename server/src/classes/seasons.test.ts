import { ObjectId } from 'mongodb';
import { describe, expect, it } from 'vitest';
import { buildClass, useUser } from '../testing/factories.ts';
import { useSecondServer, useTestApp } from '../testing/test-app.ts';

const app = useTestApp();
const second = useSecondServer(app);
const admin = useUser(app, 'admin');

/** Each test has a season of its own, and the next one. */
let lastSeason = new Date().getFullYear() - 1;
async function buildSeason(names: string[]) {
  const season = String((lastSeason += 2));
  const classes = [];
  for (const [place, name] of names.entries())
    classes.push(
      await buildClass(app, {
        ...{ name, camp_start: `${season}-06-0${place + 1}`, camp_end: `${season}-06-20` },
      }),
    );
  return { season, params: { season }, classes };
}

const plan = async (params: { season: string }) =>
  (await app.as(admin).call('GET /seasonCopies/:season', { params })).body;
/** Copies all classes of a season that are still to be copied, at their prices. */
const copy = async (params: { season: string }, at = app) => {
  const copies = (await plan(params)).map(({ classId, price }) => ({ classId, price }));
  return (await at.as(admin).call('POST /seasonCopies/:season', { params, body: { copies } })).body
    .count;
};
const undo = async (params: { season: string }) =>
  (await app.as(admin).call('DELETE /seasonCopies/:season', { params })).body.count;
const listNext = async (season: string) =>
  (await app.as(admin).call('GET /adminClasses', { query: { season: String(Number(season) + 1) } }))
    .body;

// Rules: R275.
describe('the copy of a season', () => {
  it('shows what it makes, then makes a draft of each class 52 weeks later', async () => {
    const { season, params } = await buildSeason(['Chess', 'Kites']);
    const next = String(Number(season) + 1);
    expect((await plan(params)).map(({ name, isMade }) => [name, isMade])).toEqual([
      ['Chess', false],
      ['Kites', false],
    ]);
    expect(await listNext(season)).toEqual([]);

    expect(await copy(params)).toBe(2);
    const drafts = await listNext(season);
    expect(drafts.map(({ name, isDraft }) => [name, isDraft])).toEqual([
      ['Chess', true],
      ['Kites', true],
    ]);
    const planned = await plan(params);
    expect(planned.map(({ camp_start, isMade }) => [camp_start, isMade])).toEqual(
      drafts.map(({ camp_start }) => [camp_start, true]),
    );
    expect(planned[0]?.camp_start.startsWith(next)).toBe(true);

    // Another class with the same name and first day has a draft of its own.
    await buildClass(app, {
      ...{ name: 'Chess', camp_start: `${season}-06-01`, camp_end: `${season}-06-20` },
      ...{ dailyStart: '15:00', dailyEnd: '18:00' },
    });
    expect(await copy(params)).toBe(1);
    expect(await listNext(season)).toHaveLength(3);
  });

  it('makes each draft once, however often and on however many servers it is asked for', async () => {
    const { season, params, classes } = await buildSeason(['Chess', 'Kites', 'Robots']);
    const counts = await Promise.all([copy(params), copy(params, second), copy(params)]);
    expect(counts.reduce((sum, count) => sum + count)).toBe(3);
    expect(await copy(params)).toBe(0);
    expect(await listNext(season)).toHaveLength(3);

    // A caller that chooses nothing copies all, as they are.
    expect(await undo(params)).toBe(3);
    const all = await app.as(admin).call('POST /seasonCopies/:season', { params, body: {} });
    expect(all.body.count).toBe(3);
    expect((await listNext(season)).map(({ price }) => price)).toEqual(
      classes.map(({ price }) => price),
    );

    // With a price that has changed since it was read, nothing is made.
    expect(await undo(params)).toBe(3);
    const read = await plan(params);
    const ask = (prices: { classId: string; price: number }[]) =>
      app.as(admin).call('POST /seasonCopies/:season', {
        params,
        body: {
          copies: prices.map(({ classId, price }) => ({ classId, price: price + 5, read: price })),
        },
      });
    const kites = classes[1]!;
    const { classes: stored } = app.services.database.collections;
    await stored.updateOne({ _id: kites._id }, { $set: { price: kites.price + 20 } });
    const refused = await ask(read);
    expect([refused.status, refused.body.code]).toEqual([409, 'class_changed']);
    expect(refused.body.message).toContain('The price of Kites has changed');
    expect(await listNext(season)).toEqual([]);
    // The price of a class that is not chosen does not matter.
    expect((await ask(read.slice(0, 1))).body.count).toBe(1);
    expect((await ask(await plan(params))).body.count).toBe(2);
  });

  // Rules: R599.
  it('raises the prices of single days with that of the class: by whole units, or by cents', async () => {
    const season = String(lastSeason);
    const params = { season };
    const dates = { camp_start: `${season}-06-04`, camp_end: `${season}-06-20` };
    const { _id, days, id } = await buildClass(app, { name: 'Rafting', ...dates });
    const { classes: stored } = app.services.database.collections;
    const byDay = { prices: [50, 99], atLeast: 1 };
    const raise = async (price: number, to: number) => {
      await stored.updateOne({ _id }, { $set: { price, byDay } });
      const copies = [{ classId: id, price: to }];
      await app.as(admin).call('POST /seasonCopies/:season', { params, body: { copies } });
      const draft = (await listNext(season)).find(({ name }) => name === 'Rafting');
      const found = await stored.findOne({ _id: new ObjectId(draft!._id) });
      await undo(params);
      return found?.byDay?.prices;
    };
    expect(days.length).toBeGreaterThan(1);
    // Five percent more.
    expect(await raise(199, 209)).toEqual([53, 104]);
    expect(await raise(199, 208.95)).toEqual([52.5, 103.95]);
    // Never more than the class.
    expect(await raise(99, 100)).toEqual([51, 100]);
    expect(await raise(199, 199)).toEqual([50, 99]);
  });

  // Rules: R599.
  it('makes only the chosen drafts, at the prices that were shown, and none of another season or copied by itself', async () => {
    const { season, params, classes } = await buildSeason(['Chess', 'Kites', 'Robots']);
    await app.as(admin).call('POST /duplicateCourse/:id', { params: { id: classes[0]?.id ?? '' } });
    const ids = [classes[0]!.id, classes[2]!.id, (await buildClass(app)).id];
    const copies = ids.map((classId, place) => ({ classId, price: 93.98 + place }));
    const ask = () =>
      app.as(admin).call('POST /seasonCopies/:season', { params, body: { copies } });
    expect((await ask()).body.count).toBe(1);
    expect((await ask()).body.count).toBe(0);
    const drafts = (await listNext(season)).map(({ name, price }) => [name, price]);
    expect(drafts).toEqual([
      ['Chess', classes[0]?.price],
      ['Robots', 94.98],
    ]);
    expect((await plan(params)).map(({ isMade }) => isMade)).toEqual([true, false, true]);
    const wrong = { params, body: { copies: [{ classId: classes[1]!.id, price: 0.2 }] } };
    expect((await app.as(admin).call('POST /seasonCopies/:season', wrong)).status).toBe(400);
  });

  it('is taken back, but for drafts that somebody has changed or published, and can be made again', async () => {
    const { season, params } = await buildSeason(['Chess', 'Kites', 'Robots']);
    await copy(params);
    const [chess, kites] = await listNext(season);
    if (!chess || !kites) throw new Error('No drafts');
    await app.as(admin).call('POST /publishCourse/:id', { params: { id: chess._id }, body: {} });
    const { sit, price, assign_room, course_tag } = kites;
    await app.as(admin).call('PATCH /updateClass/:id', {
      params: { id: kites._id },
      body: { name: 'Big Kites', sit, price, assign_room, course_tag },
    });
    expect(await undo(params)).toBe(1);
    expect((await listNext(season)).map(({ name }) => name)).toEqual(['Chess', 'Big Kites']);
    expect(await copy(params)).toBe(1);
    expect(await undo(params)).toBe(1);
    const query = { action: 'delete season copy' as const, target: season };
    expect((await app.as(admin).call('GET /auditLog', { query })).body).toHaveLength(2);
  });
});

it('the drafts of a season are published at once', async () => {
  const { season, params } = await buildSeason(['Chess', 'Kites']);
  await copy(params);
  const next = { season: String(Number(season) + 1) };
  const { body } = await app.as(admin).call('POST /seasonDrafts/:season', { params: next });
  expect(body.count).toBe(2);
  expect((await listNext(season)).map(({ isDraft }) => isDraft)).toEqual([false, false]);
});
