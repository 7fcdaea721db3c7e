import { MAX_CHILDREN } from '@speakifyr/contract/limits.ts';
import { describe, expect, it } from 'vitest';
import { findBookableChild, listChildrenOf } from './booking.ts';
import { idsWithRight } from './rights.ts';
import { listGuardians } from './guardians.ts';
import { addDays, readToday } from '../school-time.ts';
import { makeGuardian } from '../testing/documents.ts';
import { buildChild, buildUser } from '../testing/factories.ts';
import { useTestApp } from '../testing/test-app.ts';

const app = useTestApp();

const add = (person: { email: string }, name: string, birthDate = '2017-05-12', note?: string) =>
  app.as(person).call('POST /myChildren', { body: { name, birthDate, note } });

async function listNames(person: { email: string }) {
  const { body } = await app.as(person).call('GET /myChildren');
  return body.children.map(({ name }) => name);
}

// Rules: R107.
describe('adding a child', () => {
  it('lists it by name, with every right, and shows it to nobody else', async () => {
    const [parent, other] = [await buildUser(app), await buildUser(app)];
    await add(parent, 'Zoe', '2019-01-31');
    const { status, body } = await add(parent, ' Mia  Maria ', '2017-05-12', 'Second grade');
    expect(status).toBe(200);
    expect(body.child).toMatchObject({
      name: 'Mia Maria',
      birthDate: '2017-05-12',
      note: 'Second grade',
      may: ['see', 'book'],
      health: 'missing',
      allowedClasses: [],
    });
    expect(await listNames(parent)).toEqual(['Mia Maria', 'Zoe']);
    expect(await listNames(other)).toEqual([]);
  });

  it('refuses the same name and birth date, however the name is typed, but takes twins', async () => {
    const parent = await buildUser(app);
    expect((await add(parent, 'Zo\u00eb  Smith')).status).toBe(200);
    for (const name of ['Zoe\u0308 Smith', 'zo\u00eb smith', '\u00a0Zo\u00eb\u2003Smith '])
      expect((await add(parent, name)).body.code).toBe('child_exists');
    expect((await add(parent, 'Max Smith')).status).toBe(200);
    expect((await add(parent, 'Zo\u00eb Smith', '2015-05-12')).status).toBe(200);
  });

  it('takes names of up to 200 characters in any script, but no name that nobody can see', async () => {
    const parent = await buildUser(app);
    for (const name of ['😀'.repeat(200), 'أمينة', '李', "O'Brien-Łukasz", '<b>Mia</b>'])
      expect((await add(parent, name)).status, name).toBe(200);
    for (const name of ['x'.repeat(201), ' ', '\u200b\u200d', '\u0000'])
      expect((await add(parent, name)).body.code, name).toBe('invalid_input');
  });

  it('refuses days of birth in the future of the school’s time zone, and before 1900', async () => {
    const parent = await buildUser(app);
    for (const day of [addDays(readToday(app.services), 1), '1899-12-31', '2015-02-29'])
      expect((await add(parent, 'Mia', day)).body.fields).toHaveProperty(['body.birthDate']);
    expect((await add(parent, 'Mia', readToday(app.services))).status).toBe(200);
    expect((await add(parent, 'Old Mia', '1900-01-01')).status).toBe(200);
  });

  it('never exceeds the limit, even with 20 calls at once', async () => {
    const parent = await buildUser(app);
    for (let number = 0; number < MAX_CHILDREN - 4; number += 1)
      expect((await add(parent, `Child ${number}`)).status).toBe(200);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, number) => add(parent, `Late child ${number}`)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(4);
    expect(new Set(answers.map(({ body }) => body.code))).toEqual(
      new Set([undefined, 'too_many_children']),
    );
    expect(await listNames(parent)).toHaveLength(MAX_CHILDREN);
  });

  it('adds a child once, even if the button is pressed 20 times at once', async () => {
    const parent = await buildUser(app);
    const answers = await Promise.all(Array.from({ length: 20 }, () => add(parent, 'Mia')));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.code === 'child_exists')).toHaveLength(19);
  });
});

describe('what other features ask', () => {
  it('finds a child to book for only for guardians with that right', async () => {
    const [parent, seer, booker, other] = [
      await buildUser(app),
      await buildUser(app),
      await buildUser(app),
      await buildUser(app),
    ];
    const child = await buildChild(app, parent, {
      guardians: [
        makeGuardian(parent._id),
        makeGuardian(seer._id, { may: ['see'], invitedBy: parent._id }),
        makeGuardian(booker._id, { may: ['book'], invitedBy: parent._id }),
      ],
    });
    const find = (user: typeof parent) => findBookableChild(child.id, user, app.services);
    expect(await find(parent)).toMatchObject({ name: child.name });
    expect(await find(booker)).toMatchObject({ name: child.name });
    await expect(find(seer)).rejects.toMatchObject({ code: 'guardian_may_not' });
    await expect(find(other)).rejects.toMatchObject({ code: 'not_found' });
    const listVisible = async (user: typeof parent) =>
      idsWithRight('see', await listChildrenOf(user, app.services), user._id);
    expect(await listVisible(seer)).toEqual([child._id]);
    expect(await listVisible(booker)).toEqual([]);
  });

  it('lists the guardians whose accounts are active', async () => {
    const [parent, removed] = [await buildUser(app), await buildUser(app)];
    const child = await buildChild(app, parent, {
      guardians: [makeGuardian(parent._id), makeGuardian(removed._id, { may: ['see'] })],
    });
    const list = async () => (await listGuardians([child._id], app.services)).get(child.id);
    expect(await list()).toMatchObject([
      { user: { email: parent.email }, may: ['see', 'book'] },
      { user: { email: removed.email }, may: ['see'] },
    ]);
    await app.services.database.collections.users.updateOne(
      { _id: removed._id },
      { $set: { status: 'removed' } },
    );
    expect(await list()).toHaveLength(1);
  });
});
