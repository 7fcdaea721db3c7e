import { expect, it } from 'vitest';
import { makeUser } from '../testing/documents.ts';
import { addHealth, makeEnrolledSeat } from '../testing/care.ts';
import { buildChild, buildClass, buildUser } from '../testing/factories.ts';
import { useTestApp } from '../testing/test-app.ts';

const app = useTestApp();

/** Three siblings: a severe allergy, a mild one, and one without an answer. Their instructor reads the roster. */
async function buildRoster() {
  const parent = await buildUser(app);
  const instructor = await buildUser(app, 'instructor');
  const { email } = instructor;
  const children = await Promise.all(
    ['Ada', 'Ben', 'Cleo'].map((child) =>
      buildChild(app, parent, { name: child, birthDate: '2020-07-05' }),
    ),
  );
  const [ada, ben] = children;
  if (!ada || !ben) throw new Error('No children');
  await addHealth(app, ada._id);
  await addHealth(app, ben._id, {
    allergies: [{ what: 'Pollen', isSevere: false, whatToDo: 'Tissues' }],
  });
  // No digit, because a search for an age must not find it.
  const rowan = makeUser({ name: 'Rowan', email: 'rowan@example.test', role: 'student' });
  await app.services.database.collections.users.updateOne(
    { _id: rowan._id },
    { $setOnInsert: rowan },
    { upsert: true },
  );
  await buildClass(app, {
    camp_start: '2028-07-05',
    camp_end: '2028-07-09',
    instructorId: instructor._id,
    seats: children.map((child, index) =>
      makeEnrolledSeat({
        userId: rowan._id,
        childId: child._id,
        entry_code: `EXM-10${index + 1}`,
      }),
    ),
  });
  const read = (query: { search?: string } = {}) =>
    app.as(instructor).call('GET /enrolledStudents', { query: { email, ...query } });
  return { children, read };
}

// Rules: R127, R445.
it('the roster says how old a child is, whether an allergy is severe, and whose health is missing', async () => {
  const { children, read } = await buildRoster();
  const { body } = await read();
  const [ada, ben, cleo] = children.map(({ id, name }) => ({
    name,
    childId: id,
    age: 8,
    email: 'rowan@example.test',
  }));
  expect(body.students).toEqual([
    { ...ada, entry_code: 'EXM-101', hasSevereAllergy: true, isHealthMissing: false },
    { ...ben, entry_code: 'EXM-102', hasSevereAllergy: false, isHealthMissing: false },
    { ...cleo, entry_code: 'EXM-103', hasSevereAllergy: false, isHealthMissing: true },
  ]);
});

it('a search does not look at health', async () => {
  const { read } = await buildRoster();
  for (const search of ['Peanuts', 'Pollen', 'true', 'false', '8'])
    expect((await read({ search })).body.students, search).toEqual([]);
  expect((await read({ search: 'ada' })).body.students).toHaveLength(1);
});
