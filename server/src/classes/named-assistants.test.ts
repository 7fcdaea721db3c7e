import type { TeamRole } from '@speakifyr/contract/team.ts';
import { describe, expect, it } from 'vitest';
import type { UserDocument } from '../database/user-documents.ts';
import { getOwnData } from '../account/account.service.ts';
import { PICTURE } from '../testing/documents.ts';
import { buildClass, buildTeacher, buildUser, useUser } from '../testing/factories.ts';
import { useSchoolClock } from '../testing/school-clock.ts';
import { getClass } from './classes.service.ts';

/** A Monday. */
const MONDAY = '2032-07-05';
const TUESDAY = '2032-07-06';
const WEDNESDAY = '2032-07-07';
const FRIDAY = '2032-07-09';

const { app, goTo } = useSchoolClock(MONDAY);
const admin = useUser(app, 'admin');

const users = () => app.services.database.collections.users;

async function build() {
  goTo('08:00');
  const lead = await buildUser(app, 'instructor');
  const person = await buildUser(app, 'instructor');
  await users().updateOne({ _id: person._id }, { $set: { photo: PICTURE } });
  const campClass = await buildClass(app, {
    ...{ camp_start: MONDAY, camp_end: FRIDAY, instructorId: lead._id },
  });
  return { lead, person, campClass };
}
type Class = { id: string };

const add = (person: UserDocument, { id: classId }: Class, to: string, role: TeamRole) =>
  app.as(admin).call('POST /classTeam/:classId', {
    params: { classId },
    body: { userId: person._id.toHexString(), role, from: MONDAY, to },
  });

const say = (person: { email: string }, isNamed: boolean) =>
  app.as(person).call('PATCH /myInstructorPage', { body: { isNamed } });

/** As every visitor sees it, from the cache of public answers. */
const readNamed = async ({ id }: Class) =>
  (await app.call('GET /classes/:id', { params: { id } })).body.assistants;

/** An assistant through Friday, who is named. */
async function buildNamed() {
  const built = await build();
  await add(built.person, built.campClass, FRIDAY, 'assistant');
  await say(built.person, true);
  expect(await readNamed(built.campClass)).toHaveLength(1);
  return built;
}

// Rules: R423, R424.
describe('an assistant', () => {
  it('is named on the class page with their photo and nothing else, only if they want to', async () => {
    const { person, campClass } = await build();
    await add(person, campClass, FRIDAY, 'assistant');
    expect((await app.as(person).call('GET /myInstructorPage')).body.isNamed).toBe(false);
    expect(await readNamed(campClass)).toBeUndefined();
    const said = await say(person, true);
    expect(said.body).toMatchObject({ isNamed: true, details: person.details });
    expect(await readNamed(campClass)).toEqual([{ name: person.name, photo: PICTURE }]);
    // Not in lists, which are long.
    const { body } = await app.call('GET /classes');
    expect(body.find(({ _id }) => _id === campClass.id)).not.toHaveProperty('assistants');
    const data = await getOwnData(person, app.services);
    expect(data.profile.isNamed).toBe(false);
    const now = (await users().findOne({ _id: person._id })) ?? person;
    expect((await getOwnData(now, app.services)).profile.isNamed).toBe(true);
  });

  it('is named once until their last day, those who come later too, by name', async () => {
    const { lead, person, campClass } = await build();
    const other = await buildTeacher(app, 'Aaron Early');
    await add(person, campClass, TUESDAY, 'assistant');
    await app.as(admin).call('POST /classTeam/:classId', {
      params: { classId: campClass.id },
      body: {
        ...{ userId: person._id.toHexString(), role: 'assistant' },
        ...{ from: WEDNESDAY, to: FRIDAY },
      },
    });
    await add(other, campClass, TUESDAY, 'assistant');
    for (const one of [lead, person, other]) await say(one, true);
    const names = async () =>
      (await getClass(campClass.id, app.services)).assistants?.map(({ name }) => name);
    expect(await names()).toEqual([other.name, person.name]);
    goTo('23:59', TUESDAY);
    expect(await names()).toEqual([other.name, person.name]);
    goTo('00:00', WEDNESDAY);
    expect(await names()).toEqual([person.name]);
  });

  it('a substitute is not named: families would look forward to somebody who is there for a day', async () => {
    const { person, campClass } = await build();
    await add(person, campClass, MONDAY, 'substitute');
    await say(person, true);
    expect(await readNamed(campClass)).toBeUndefined();
  });
});

describe('the name is gone at once', () => {
  const takeOff = async (person: UserDocument, { id: classId }: Class) => {
    const params = { classId };
    const { body } = await app.as(admin).call('GET /classTeam/:classId', { params });
    const memberId = body.members.find(({ email }) => email === person.email)?.memberId ?? '';
    await app
      .as(admin)
      .call('DELETE /classTeam/:classId/:memberId', { params: { classId, memberId } });
  };
  const ways: [way: string, (person: UserDocument, campClass: Class) => Promise<unknown>][] = [
    ['once they do not want it anymore', (person) => say(person, false)],
    ['once they are off the team', takeOff],
    [
      'once their account is removed',
      ({ email }) => app.as(admin).call('DELETE /removeuser', { query: { email } }),
    ],
  ];
  it.each(ways)('%s', async (_way, end) => {
    const { person, campClass } = await buildNamed();
    await end(person, campClass);
    expect(await readNamed(campClass)).toBeUndefined();
  });

  it('once they are no instructor; if they become one again, they say so anew', async () => {
    const { person, campClass } = await buildNamed();
    const { _id, email } = person;
    await app.as(admin).call('DELETE /removeInstructor/:id', { params: { id: _id.toHexString() } });
    expect(await readNamed(campClass)).toBeUndefined();
    await app.as(admin).call('PATCH /makeInstructor', { query: { email } });
    await add(person, campClass, FRIDAY, 'assistant');
    expect(await readNamed(campClass)).toBeUndefined();
    expect((await app.as(person).call('GET /myInstructorPage')).body.isNamed).toBe(false);
  });

  it.each([
    ['role', { role: 'student' }],
    ['account', { status: 'removed' }],
  ] as const)(
    'also while only the %s is gone, and not the place on the team',
    async (_what, gone) => {
      const { person, campClass } = await buildNamed();
      await users().updateOne({ _id: person._id }, { $set: gone });
      expect((await getClass(campClass.id, app.services)).assistants).toBeUndefined();
    },
  );
});

it('a change of nothing is refused', async () => {
  const { person } = await build();
  const { status } = await app.as(person).call('PATCH /myInstructorPage', { body: {} });
  expect(status).toBe(400);
});
