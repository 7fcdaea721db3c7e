import { describe, expect, it } from 'vitest';
import { makeUserId } from '../testing/documents.ts';
import type { ClassDocument } from '../database/class-document.ts';
import { buildClass, buildUser } from '../testing/factories.ts';
import { listOffers, makeEntry, makePeople } from '../testing/queues.ts';
import { useTestApp } from '../testing/test-app.ts';
import { inDays } from '../testing/today.ts';
import { readClass as readFrom } from '../testing/waiting.ts';
import { countKept, countPlaces } from './places.ts';

const app = useTestApp();

const readClass = (campClass: ClassDocument) => readFrom(app, campClass);

// Rules: R139.
describe('an admin changes a class with a waiting list', () => {
  const change = async (
    campClass: ClassDocument,
    sit: number,
    days?: { camp_start: string; camp_end: string; confirm_affected: number },
  ) => {
    const { _id, name, price, assign_room, course_tag, details, revision } =
      await readClass(campClass);
    const form = { name, price, assign_room, course_tag, details, revision };
    return app.as(await buildUser(app, 'admin')).call('PATCH /updateClass/:id', {
      params: { id: _id.toHexString() },
      body: { ...form, ...days, sit, opened_sit: campClass.sit },
    });
  };

  it('and adds five seats for three who wait: three offers, and two seats for everybody', async () => {
    const waiting = [1, 2, 3].map((number) =>
      makeEntry({ userId: makeUserId(`w${number}@example.test`) }),
    );
    const campClass = await buildClass(app, { sit: 0, waiting });
    expect((await change(campClass, 5)).status).toBe(200);
    const after = await readClass(campClass);
    expect(listOffers(after)).toHaveLength(3);
    expect(after).toMatchObject({ sit: 2, waiting: [], demand: { offered: 3 } });
  });

  it('and can’t have more than twenty seats with those that are kept', async () => {
    const kept = { seats: 1, until: new Date(Date.now() + 3_600_000) };
    const waiting = [makeEntry({ people: makePeople(2), kept })];
    const campClass = await buildClass(app, { sit: 0, waiting });
    expect((await change(campClass, 20)).body).toMatchObject({ code: 'invalid_input' });
    expect((await change(campClass, 19)).status).toBe(200);
    expect(countPlaces(await readClass(campClass))).toBe(20);
    expect(countKept((await readClass(campClass)).waiting)).toBe(0);
  });

  it('to later days: a free seat goes to the first person on the list, not to the public', async () => {
    const soon = { camp_start: inDays(2), camp_end: inDays(6) };
    const later = { camp_start: inDays(30), camp_end: inDays(34), confirm_affected: 0 };
    const campClass = await buildClass(app, { sit: 1, waiting: [makeEntry()], ...soon });
    expect((await change(campClass, 1, later)).status).toBe(200);
    const after = await readClass(campClass);
    expect(listOffers(after)).toEqual(['Ann']);
    expect(after).toMatchObject({ sit: 0, waiting: [] });
  });

  it('to days that are very soon: seats that are kept are free for everybody', async () => {
    const kept = { seats: 1, until: new Date(Date.now() + 3_600_000) };
    const waiting = [makeEntry({ people: makePeople(2), kept })];
    const campClass = await buildClass(app, { sit: 0, waiting });
    const soon = { camp_start: inDays(2), camp_end: inDays(6), confirm_affected: 0 };
    expect((await change(campClass, 0, soon)).status).toBe(200);
    const after = await readClass(campClass);
    expect([after.sit, countKept(after.waiting)]).toEqual([1, 0]);
  });
});
