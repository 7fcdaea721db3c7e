import { setUpSchool } from '../testing/school.ts';
import { describe, expect, it } from 'vitest';
import type { UserDocument } from '../database/user-documents.ts';
import { makeNewCourse, makeTag } from '../testing/documents.ts';
import {
  buildClass,
  buildEnrolledSeat,
  buildUser,
  holdSeatOf,
  useUser,
} from '../testing/factories.ts';
import { useTestApp } from '../testing/test-app.ts';

const app = useTestApp();
const admin = useUser(app, 'admin');

let tags = 17 * 26 * 26;
const add = async (sit: number) => {
  const course = makeNewCourse(await buildUser(app, 'instructor'), {
    ...{ sit, course_tag: makeTag(tags++) },
  });
  return (await app.as(admin).call('POST /addCourse', { body: course })).status;
};

// Rules: R1, R302.
it('a class has at most 20 places, or as many as the school has decided', async () => {
  expect([await add(20), await add(21)]).toEqual([200, 400]);
  setUpSchool({ booking: { maxSeats: 30 } });
  expect([await add(30), await add(31)]).toEqual([200, 400]);
  setUpSchool();
});

it('a class that had more when the school lowered that keeps them, and gets no more', async () => {
  const campClass = await buildClass(app, { sit: 26 });
  await buildEnrolledSeat(app, campClass);
  const { id, name, price, course_tag } = campClass;
  const update = async (sit: number, opened_sit: number) => {
    const body = { name, price, assign_room: 12, course_tag, sit, opened_sit };
    const answer = await app.as(admin).call('PATCH /updateClass/:id', { params: { id }, body });
    return answer.status;
  };
  expect(await update(26, 25)).toBe(400);
  expect(await update(25, 25)).toBe(200);
  expect(await update(24, 25)).toBe(200);
  expect(await update(25, 24)).toBe(400);
});

describe('an admin who says how many places a class has', () => {
  const openForm = async (sit: number) => {
    const campClass = await buildClass(app, { sit });
    const { id, name, price, course_tag } = campClass;
    const save = (places: number, revision = 0, free = sit) =>
      app.as(admin).call('PATCH /updateClass/:id', {
        params: { id },
        body: {
          ...{ name, price, assign_room: 12, course_tag, places, revision },
          ...{ sit: free, opened_sit: free },
        },
      });
    const read = async () => {
      const { body } = await app.as(admin).call('GET /adminClasses', { query: { id } });
      return body[0] && { places: body[0].places, sit: body[0].sit };
    };
    return { campClass, save, read };
  };

  it('gets that many, even if people joined or left since the form was opened', async () => {
    const { campClass, save, read } = await openForm(5);
    await holdSeatOf(app, await buildUser(app), campClass);
    await buildEnrolledSeat(app, campClass);
    expect((await save(15)).status).toBe(200);
    expect(await read()).toEqual({ places: 15, sit: 13 });
  });

  it('cannot take places away that are taken, and reads how many', async () => {
    const { campClass, save, read } = await openForm(5);
    await buildEnrolledSeat(app, campClass);
    await buildEnrolledSeat(app, campClass);
    expect(await save(1)).toMatchObject({
      status: 400,
      body: { fields: { 'body.places': '2 places are taken' } },
    });
    expect((await save(21)).body.fields).toEqual({
      'body.places': 'A class cannot have more than 20 places',
    });
    expect((await save(2)).status).toBe(200);
    expect(await read()).toEqual({ places: 2, sit: 0 });
  });

  it('never loses a place, while ten families join at the same moment', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { campClass, save, read } = await openForm(6);
      const families = await Promise.all(Array.from({ length: 10 }, () => buildUser(app)));
      const join = async (user: UserDocument) => {
        const body = { classId: campClass.id, email: user.email };
        return (await app.as(user).call('POST /addClass', { body })).status === 200 ? 1 : 0;
      };
      const [saved, ...joined] = await Promise.all([save(8), ...families.map(join)]);
      expect(saved.status).toBe(200);
      const taken = joined.reduce<number>((sum, one) => sum + one, 0);
      expect(await read()).toEqual({ places: 8, sit: 8 - taken });
      expect(taken).toBeGreaterThanOrEqual(6);
    }
  });

  it('does not overwrite another admin: the second of two forms is refused', async () => {
    const { save, read } = await openForm(5);
    const answers = await Promise.all([save(10), save(12)]);
    expect(answers.map(({ body }) => body.code ?? 'saved').sort()).toEqual([
      'class_changed',
      'saved',
    ]);
    expect(['10', '12']).toContain(String((await read())?.places));
  });
});
