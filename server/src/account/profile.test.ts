import { expect, it } from 'vitest';
import {
  buildChild,
  buildClass,
  buildUser,
  holdSeatOf,
  proveSignIn,
} from '../testing/factories.ts';
import { findTraces } from '../testing/find-traces.ts';
import { readSeatNames } from '../testing/seats.ts';
import { useTestApp } from '../testing/test-app.ts';
import { makeEntry } from '../testing/waiting.ts';
import { watchWrites } from '../testing/watch-writes.ts';

const PHONE = '+12025550143';

/** Runs just before the next write to the database. */
let meanwhile: (() => Promise<void>) | undefined;
const app = useTestApp(({ database }) => ({
  database: {
    ...database,
    collections: watchWrites(database.collections, () => meanwhile?.()),
  },
}));

const save = (person: { email: string }, body: { name: string; photo?: string; phone?: string }) =>
  app.as(person).call('PATCH /myProfile', { body: { phone: '', ...body } });

const ask = (person: { email: string }) =>
  app.as(person).call('GET /userInfo', { query: { email: person.email } });

// Rules: R210, R243.
it.each(['student', 'instructor', 'admin'] as const)(
  'a person with the role %s changes their name, photo and phone, and nothing else',
  async (role) => {
    const person = await buildUser(app, role);
    const profile = { name: 'Nora Byron', photo: '/pictures/nora.webp', phone: PHONE };
    const { status, body } = await save(person, profile);
    expect(status).toBe(200);
    expect(body).toMatchObject({ ...profile, role, email: person.email });
    expect((await ask(person)).body).toEqual(body);
    // Without a photo, the current one stays; an empty phone goes.
    const { body: changed } = await save(person, { name: 'Nora' });
    expect(changed).toEqual({ ...body, name: 'Nora', phone: undefined });
    expect(await findTraces(app, PHONE)).toEqual([]);
  },
);

it('a new name is in the own seats, on waiting lists and at the class that the person teaches, and in no one else’s', async () => {
  const parent = await buildUser(app);
  const child = await buildChild(app, parent, { name: 'Ada' });
  const { collections } = app.services.database;
  const own = await buildClass(app);
  await holdSeatOf(app, parent, own);
  await app.as(parent).call('POST /addClass', {
    body: { classId: own.id, email: parent.email, childId: child.id },
  });
  const neighbor = await buildUser(app);
  await holdSeatOf(app, neighbor, own);
  const full = await buildClass(app, { sit: 0 });
  const waiting = [makeEntry(parent), makeEntry(neighbor)];
  await collections.classes.updateOne({ _id: full._id }, { $set: { waiting } });
  await save(parent, { name: 'Nora Byron' });

  const names = await readSeatNames(app, own);
  expect(names.toSorted()).toEqual(['Ada', 'Nora Byron', neighbor.name].toSorted());
  const admin = await buildUser(app, 'admin');
  const params = { classId: full.id };
  const list = (await app.as(admin).call('GET /classWaiting/:classId', { params })).body;
  expect(list.entries).toMatchObject([
    { people: [{ name: 'Nora Byron' }] },
    { people: [{ name: neighbor.name }] },
  ]);

  const teacher = await buildUser(app, 'instructor');
  const taught = await buildClass(app, {
    instructorId: teacher._id,
  });
  await save(teacher, { name: 'Maren Solbakk' });
  const seen = await app.call('GET /classes/:id', { params: { id: taught.id } });
  expect(seen.body.instructor).toBe('Maren Solbakk');
});

it('a phone is seen by admins on the family’s page and in the own download, and goes with the account', async () => {
  const [parent, admin] = [await buildUser(app), await buildUser(app, 'admin')];
  await buildChild(app, parent);
  await save(parent, { name: 'Nora', phone: ` ${PHONE} ` });
  const { body: family } = await app
    .as(admin)
    .call('GET /families/:id', { params: { id: parent._id.toHexString() } });
  expect(family.children[0]?.guardians).toMatchObject([{ name: 'Nora', phone: PHONE }]);
  const proof = { email: parent.email, idToken: await proveSignIn(parent) };
  const { body: data } = await app.as(parent).call('POST /myData', { body: proof });
  expect(data.profile).toMatchObject({ name: 'Nora', phone: PHONE });
  await app.as(parent).call('DELETE /myAccount', { body: proof });
  expect(await findTraces(app, PHONE)).toEqual([]);
});

it('nobody changes another person’s profile, or their own role or address', async () => {
  const [person, other] = [await buildUser(app), await buildUser(app)];
  const [before, theirs] = [(await ask(person)).body, (await ask(other)).body];
  const more = { email: other.email, role: 'admin', isVerified: false, status: 'removed' };
  await save(person, { name: 'Nora', ...more });
  expect((await ask(other)).body).toEqual(theirs);
  expect((await ask(person)).body).toEqual({ ...before, name: 'Nora' });
  const { status } = await app.call('PATCH /myProfile', { body: { name: 'Nora', phone: '' } });
  expect(status).toBe(401);
});

it('a photo that is no address of a picture, a name without letters and a phone that is no phone number are refused', async () => {
  const person = await buildUser(app);
  for (const photo of ['javascript:alert(1)', 'data:text/html,x', '//evil.example/x.png', 'x'])
    expect((await save(person, { name: 'A', photo })).body.fields, photo).toHaveProperty([
      'body.photo',
    ]);
  expect((await save(person, { name: ' ' })).body.fields).toHaveProperty(['body.name']);
  for (const phone of ['abc', '12345', '+1 202 555 0143 extra', '1234567890123456'])
    expect((await save(person, { name: 'A', phone })).body.fields, phone).toEqual({
      'body.phone': 'Please enter a phone number, such as +1 202 555 0143.',
    });
  for (const [typed, phone] of [
    ['\u202a+44 (0)20 7946 0018 ext. 12\u202c', '+442079460018;ext=12'],
    ['০১৭১১-৫৫৫২২২', '+8801711555222'],
    ['+880 1711-555', '+880 1711-555'],
  ] as const)
    expect((await save(person, { name: 'A', phone: typed })).body).toMatchObject({ phone });
});

it('a phone that an earlier version took is still shown, until somebody corrects it', async () => {
  const person = await buildUser(app);
  await app.services.database.collections.users.updateOne(
    { _id: person._id },
    { $set: { phone: 'ask Rosa' } },
  );
  expect((await ask(person)).body).toMatchObject({ phone: 'ask Rosa' });
});

it('a name and a phone that two tabs change at the same moment: the office finds both, and nothing old', async () => {
  const person = await buildUser(app);
  const admin = await buildUser(app, 'admin');
  await save(person, { name: 'Wilma Quagga', phone: '+1 202 555 0177' });
  const change = (body: { name: string } | { phone: string }) =>
    app.as(person).call('PATCH /myProfile', { body });
  meanwhile = async () => {
    meanwhile = undefined;
    await change({ phone: '+1 202 555 0188' });
  };
  await change({ name: 'Wilma Okapi' });
  const find = async (text: string) =>
    (await app.as(admin).call('GET /search', { query: { text } })).body.parents.map(
      ({ name, phone }) => [name, phone],
    );
  const now = [['Wilma Okapi', '+12025550188']];
  expect([await find('wilma okapi'), await find('555 0188')]).toEqual([now, now]);
  expect([await find('quagga'), await find('555 0177')]).toEqual([[], []]);
});
