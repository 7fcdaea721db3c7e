import { expect, it } from 'vitest';
import { makeUser } from '../testing/documents.ts';
import { buildChild, buildClass, buildTeacher, useUser } from '../testing/factories.ts';
import { useTestApp } from '../testing/test-app.ts';

const app = useTestApp();
const admin = useUser(app, 'admin');

/** A name, and what somebody types who looks for it. */
const FOUND: [name: string, ...typed: string[]][] = [
  [
    'Jörg Müller',
    'Mueller',
    'Muller',
    'müller',
    'MÜLLER',
    'joerg mueller',
    'jorg',
    'Joerg Mu\u0308ller',
  ],
  ['Joerg Mueller', 'Müller', 'Jörg', 'mueller', 'jörg mueller'],
  ['Søren Kjær', 'Soeren', 'Soren', 'søren kjaer', 'SØREN'],
  ['Soeren Kjaer', 'Søren', 'Kjær', 'Sören'],
  ['Pål Ås', 'Aas', 'As', 'ås', 'paal'],
  ['Paal Aas', 'Ås', 'Pål'],
  ['Eva Strauß', 'Strauss', 'STRAUSS', 'Strauß'],
  ['Eva Strasse', 'Straße'],
  ['Ærø Œuvrard', 'Aero', 'Oeuvrard', 'ærø'],
  ['Þóra Guðrún', 'Thora', 'Gudrun', 'þóra'],
  ['Łukasz Đorđević', 'Lukasz', 'Dordevic', 'łukasz'],
  ['Işıl Yıldız', 'isil', 'YILDIZ', 'yildiz', 'ışıl', 'IŞIL'],
  ['İpek Çağlar', 'ipek', 'IPEK', 'caglar'],
  ['Nguyễn Thị Đào', 'nguyen', 'dao', 'Nguyễn', 'thi dao'],
  ['山田太郎', '太郎', '山田', '山田太郎', '郎', '田太'],
  ['李小龙', '李', '小龙', '龙'],
  ['김민수', '민수', '김', '김민수'],
  ['ヤマダ タロウ', 'やまだ', 'タロウ', 'ﾔﾏﾀﾞ'],
  ['أَحْمَد الطَّيِّب', 'احمد', 'أحمد', 'الطيب', 'أحـــمد'],
  ['احمد', 'أَحمد', 'إحمد', 'ٱحمد'],
  ['علی کریمی', 'علي', 'كريمي', 'علی'],
  ['فاطمة', 'فاطمه', 'فَاطِمَة'],
  ['שָׂרָה', 'שרה', 'שָׂרָה'],
  ['Ｎｏｒａ Ｂｙｒｏｎ', 'nora', 'Byron', 'ｎｏｒａ'],
  ['Zoë O’Dowd', 'zoe', "o'dowd", 'odowd', 'O Dowd', 'Zoe\u0308'],
  ['Manuel Baer', 'manuel', 'baer', 'Bär'],
  ['Алёна', 'алена', 'АЛЁНА'],
  ['Ana\u200b Li\u00adma', 'ana lima', 'lima'],
  ['Émile Ko', '\u202aemile\u202c', 'Ko\u200b', '\u2068KO\u2069'],
];

/** Looks on all three lists. */
async function find(text: string) {
  const office = app.as(admin);
  const { parents, children } = (await office.call('GET /search', { query: { text } })).body;
  const { body: listed } = await office.call('GET /userList', { query: { search: text } });
  return [parents, children, listed].map((list) => list.map(({ _id }) => _id));
}

// Rules: R543.
it.each(FOUND)('%s is found by each of %j', async (name, ...typed) => {
  const { users, children } = app.services.database.collections;
  const parent = makeUser({ name, email: 'found@home.test', role: 'student' });
  await users.insertOne(parent);
  const child = await buildChild(app, parent, { name });
  for (const text of typed) {
    const [parents, kids, listed] = await find(text);
    expect(parents, text).toContain(parent._id.toHexString());
    expect(kids, text).toContain(child.id);
    expect(listed, text).toContain(parent._id.toHexString());
  }
  await users.deleteOne({ _id: parent._id });
  await children.deleteOne({ _id: child._id });
});

it.each([
  ['John Susannah', 'Joe', 'Sue', 'Jon'],
  ['Astrid', 'Aas', 'Paas'],
  ['Karl Müller', 'Moller', 'Miller', 'Mueler'],
  ['山田太郎', '次郎', '田中', '太山'],
  ['Manuel', 'Manol', 'Mano'],
])('%s is not found by another name', async (name, ...typed) => {
  const { users } = app.services.database.collections;
  const parent = makeUser({ name, email: 'other@home.test', role: 'student' });
  await users.insertOne(parent);
  for (const text of typed)
    expect((await find(text)).flat(), text).not.toContain(parent._id.toHexString());
  await users.deleteOne({ _id: parent._id });
});

it('one letter is a name: who is called so comes before those whose name begins with it', async () => {
  const { users } = app.services.database.collections;
  const names = ['Aa Olsen', 'Ab Olsen', 'Ac Olsen', 'Ad Olsen', 'Ae Olsen', 'Af Olsen', 'Zi O'];
  const people = names.map((name, place) =>
    makeUser({ name, email: `o-${place}@home.test`, role: 'student' }),
  );
  await users.insertMany(people);
  const child = await buildChild(app, people[0]!, { name: 'O' });
  const { body } = await app.as(admin).call('GET /search', { query: { text: 'o' } });
  expect(body.parents).toHaveLength(6);
  expect(body.parents[0]).toMatchObject({ name: 'Zi O' });
  expect(body.children).toMatchObject([{ _id: child.id }]);
});

it('a parent finds a class, however its name or its instructor’s is spelled', async () => {
  const instructorId = (await buildTeacher(app, 'Jörg Müller'))._id;
  const { id } = await buildClass(app, { name: 'Künste und Käse', instructorId });
  for (const search of ['Mueller', 'Müller', 'muller', 'Kuenste', 'KÜNSTE', 'kaese', 'Joerg']) {
    const { body } = await app.call('GET /classes', { query: { search } });
    expect(
      body.map(({ _id }) => _id),
      search,
    ).toContain(id);
  }
});
