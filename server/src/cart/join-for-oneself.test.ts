import { SCHOOL } from '@speakifyr/contract/school.ts';
import { setUpSchool } from '../testing/school.ts';
import { describe, expect, it } from 'vitest';
import { formatIsoDay } from '../school-time.ts';
import { buildChild, buildClass, buildUser } from '../testing/factories.ts';
import { useTestApp } from '../testing/test-app.ts';

const app = useTestApp();

type Person = { email: string };

const saveBirthDate = async (person: Person, birthDate: string) => {
  const body = { name: 'Nora Byron', phone: '', birthDate };
  return app.as(person).call('PATCH /myProfile', { body });
};
const join = async (person: Person, { childId = '', ages = {} } = {}) => {
  const { id: classId } = await buildClass(app, ages);
  const body = { classId, email: person.email, ...(childId && { childId }) };
  const answer = await app.as(person).call('POST /addClass', { body });
  return answer.status === 200 ? 'joined' : answer.body.code;
};
const wait = async (person: Person, { childId = '', withSelf = false, ages = {} } = {}) => {
  const { id: classId } = await buildClass(app, { sit: 0, ...ages });
  const body = childId ? { childIds: [childId], withSelf } : {};
  const answer = await app.as(person).call('POST /waiting/:classId', { params: { classId }, body });
  return answer.status === 200 ? 'waits' : answer.body.code;
};
/** The birth date of somebody who turns 18 in so many days by the school's calendar. */
const turns18In = (days: number) => {
  const { now } = app.services;
  const day = new Date(now().getTime() + days * 24 * 60 * 60_000);
  const [year, ...rest] = formatIsoDay(day, SCHOOL.timeZone).split('-');
  return [Number(year) - 18, ...rest].join('-');
};

// Rules: R230, R525.
describe('an account takes a seat for itself', () => {
  it('as long as nobody has said how old it is', async () => {
    expect(await join(await buildUser(app))).toBe('joined');
    expect(await wait(await buildUser(app))).toBe('waits');
  });

  it('from the age of 18, not before', async () => {
    const [adult, minor] = [await buildUser(app), await buildUser(app)];
    await saveBirthDate(adult, turns18In(0));
    await saveBirthDate(minor, turns18In(1));
    expect(await join(adult)).toBe('joined');
    expect(await join(minor)).toBe('adults_only');
    expect(await wait(minor)).toBe('adults_only');
    const { id: childId } = await buildChild(app, minor);
    expect(await wait(minor, { childId, withSelf: true })).toBe('adults_only');
    expect(await join(minor, { childId })).toBe('joined');
    expect(await wait(minor, { childId })).toBe('waits');
  });

  it('only in a class for their age, once that is known', async () => {
    const ages = { ageFrom: 8, ageTo: 15 };
    const adult = await buildUser(app);
    const other = await buildUser(app);
    const unknown = await buildUser(app);
    for (const person of [adult, other]) await saveBirthDate(person, '1989-04-12');
    expect(await join(adult, { ages })).toBe('wrong_age');
    expect(await wait(adult, { ages })).toBe('wrong_age');
    const { id: childId } = await buildChild(app, adult);
    expect(await wait(adult, { ages, childId, withSelf: true })).toBe('wrong_age');
    expect(await join(adult, { ages: { ageFrom: 8, ageTo: null } })).toBe('joined');
    expect(await join(other, { ages: { ageFrom: 18, ageTo: 99 } })).toBe('joined');
    // Spec section 7: the spec’s own call says nothing of an age.
    expect(await join(unknown, { ages })).toBe('joined');
  });

  it('never in a school that is only for children', async () => {
    const adult = await buildUser(app);
    await saveBirthDate(adult, '1989-04-12');
    setUpSchool({ booking: { adultsJoin: false } });
    expect(await join(adult)).toBe('children_only');
    expect(await wait(adult)).toBe('children_only');
    const { id: childId } = await buildChild(app, adult);
    expect(await wait(adult, { childId, withSelf: true })).toBe('children_only');
    expect(await join(adult, { childId })).toBe('joined');
    setUpSchool();
  });
});

describe('the birth date of an account', () => {
  it('is asked for once: its owner reads it, and later changes of the profile keep it', async () => {
    const person = await buildUser(app);
    expect((await saveBirthDate(person, '1989-04-12')).body).toMatchObject({
      birthDate: '1989-04-12',
    });
    const body = { name: 'Nora', phone: '' };
    await app.as(person).call('PATCH /myProfile', { body });
    const { email } = person;
    const own = await app.as(person).call('GET /userInfo', { query: { email } });
    expect(own.body).toMatchObject({ name: 'Nora', birthDate: '1989-04-12' });
  });

  it('is not in the future, and admins don’t read it in the list of users', async () => {
    const person = await buildUser(app);
    expect((await saveBirthDate(person, '2999-01-01')).status).toBe(400);
    await saveBirthDate(person, '1989-04-12');
    const listed = await app.as(await buildUser(app, 'admin')).call('GET /userList', {
      query: { search: person.email },
    });
    expect(listed.body).toHaveLength(1);
    expect(JSON.stringify(listed.body)).not.toContain('1989-04-12');
  });
});
