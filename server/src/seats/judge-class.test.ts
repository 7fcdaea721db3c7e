import { NO_FACTS, SOME_FACTS } from '@speakifyr/contract/class-facts.ts';
import { classes } from '@speakifyr/contract/classes.ts';
import { expect, it } from 'vitest';
import { makeNewCourse, makeTag } from '../testing/documents.ts';
import { buildClass, buildUser, useUser } from '../testing/factories.ts';
import { useTestApp } from '../testing/test-app.ts';
import { inDays } from '../testing/today.ts';

const app = useTestApp();
const admin = useUser(app, 'admin');

let tags = 15 * 26 * 26;

/** Fields that are for one of the two forms only, or that no two classes share. */
const OTHER = /^(confirm_past|instructor|course_tag)/;
const FIELDS = Object.keys(classes['POST /addCourse'].body.shape).filter(
  (name) => !OTHER.test(name),
);

const NUMBERS = [-1, 0, 0.49, 0.5, 5, 13, 20, 21, 99, 150, 201, 1000, 100_001];
const TEXTS = ['', ' ', 'x1', 'x'.repeat(101), 'x'.repeat(5001), 'https://elsewhere.test/a.png'];
const DAYS = [inDays(-3), inDays(1), inDays(33), '1999-12-31', '2027-02-30'];
const TIMES = ['09:00', '16:00', '25:00', null];
const AGES = [null, 0, 3, 18, 200];

const FORM: Record<string, unknown> = {
  ...makeNewCourse({ email: 'nobody@camp.test', name: 'Nobody' }),
  ...SOME_FACTS,
};

/** Each field with each value of its kind, and each pair with pairs of values. */
const CHANGES: object[] = [
  ...FIELDS.flatMap((field) => {
    const values = typeof FORM[field] === 'number' ? NUMBERS : [...TEXTS, ...TIMES];
    return values.map((value) => ({ [field]: value }));
  }),
  ...pair(DAYS, (camp_start, camp_end) => ({ camp_start, camp_end })),
  ...pair(TIMES, (dailyStart, dailyEnd) => ({ dailyStart, dailyEnd })),
  ...pair(AGES, (ageFrom, ageTo) => ({ ageFrom, ageTo })),
];
/** So many at once. */
const BATCH = 20;

function pair<Value>(values: Value[], make: (one: Value, other: Value) => object): object[] {
  return values.flatMap((one) => values.map((other) => make(one, other)));
}

/** What an admin is told: nothing, or the code and the fields. */
const sayRefusal = ({ status, body }: { status: number; body: object }) => {
  const { code, fields } = body as { code?: string; fields?: object };
  return JSON.stringify({ status, code, fields: Object.keys(fields ?? {}).sort() });
};

/** Tries a change in a new class, and in one that is there. */
async function tryBoth(change: object) {
  const instructor = await buildUser(app, 'instructor');
  const { course_tag: _tag, ...form } = { ...makeNewCourse(instructor), ...NO_FACTS, ...change };
  const { id, course_tag } = await buildClass(app);
  const call = app.as(admin);
  const [added, changed] = [
    await call.call('POST /addCourse', { body: { ...form, course_tag: makeTag(tags++) } }),
    await call.call('PATCH /updateClass/:id', { params: { id }, body: { ...form, course_tag } }),
  ];
  return { change, added: sayRefusal(added), changed: sayRefusal(changed) };
}

// Rules: R1, R28, R54.
it('a class that is added and one that is changed are judged alike, in each field', async () => {
  const tries = [];
  for (let first = 0; first < CHANGES.length; first += BATCH)
    tries.push(...(await Promise.all(CHANGES.slice(first, first + BATCH).map(tryBoth))));
  expect(tries.filter(({ added, changed }) => added !== changed)).toEqual([]);
  const refused = tries.filter(({ added }) => !added.includes('200'));
  expect(refused.length).toBeGreaterThan(80);
  expect(tries.length - refused.length).toBeGreaterThan(30);
});

// Rules: R1, R69.
it('a copy of a class that had more places when the school lowered the number has them, too', async () => {
  const { id } = await buildClass(app, { sit: 26 });
  const { body } = await app.as(admin).call('POST /duplicateCourse/:id', { params: { id } });
  const query = { id: body.insertedId };
  expect((await app.as(admin).call('GET /adminClasses', { query })).body[0]?.places).toBe(26);
});
