import { CERTIFICATE_KEEP_DAYS, MAX_CERTIFICATES } from '@speakifyr/contract/certificate-state.ts';
import type { Contract } from '@speakifyr/contract/contract.ts';
import type { Input } from '@speakifyr/contract/endpoint.ts';
import { ObjectId } from 'mongodb';
import { beforeEach, describe, expect, it } from 'vitest';
import type { UserDocument } from '../database/user-documents.ts';
import { addDays, readToday } from '../school-time.ts';
import { readAuditLog } from '../testing/audit-log.ts';
import { buildClass, buildUser, proveSignIn, useUser } from '../testing/factories.ts';
import { useTestApp } from '../testing/test-app.ts';
import { forgetOldCertificates } from './certificates.ts';

const app = useTestApp();
const admin = useUser(app, 'admin');

type NewCertificate = Input<Contract['POST /instructors/:id/certificates']>['body'];

const day = (days: number) => addDays(readToday(app.services), days);
const FIRST_AID = { kind: 'first_aid', result: null, on: '2024-05-03', expiresOn: null } as const;
const CHECK = { ...FIRST_AID, kind: 'background_check', result: 'clear' } as const;

const add = (person: UserDocument, body: NewCertificate, by = admin) =>
  app.as(by).call('POST /instructors/:id/certificates', {
    params: { id: person._id.toHexString() },
    body,
  });
const remove = (person: UserDocument, entryId: string) =>
  app.as(admin).call('DELETE /instructors/:id/certificates/:entryId', {
    params: { id: person._id.toHexString(), entryId },
  });

async function listOf({ email }: UserDocument) {
  const { body } = await app.as(admin).call('GET /getInstructors', { query: { search: email } });
  return body[0]?.certificates ?? [];
}

const readUser = ({ _id }: UserDocument) =>
  app.services.database.collections.users.findOne({ _id });

// Rules: R415, R416, R417.
describe('certificates of instructors', () => {
  it('are recorded by an admin, who is named; the newest comes first', async () => {
    const person = await buildUser(app, 'instructor');
    expect((await add(person, { ...FIRST_AID, expiresOn: '2026-05-03' })).body).toEqual({
      status: true,
    });
    const lifeguard = { kind: 'other', name: ' Lifeguard ', on: '2025-01-02' } as const;
    await add(person, { ...FIRST_AID, ...lifeguard });
    await add(person, { ...CHECK, result: 'not_clear', on: day(0) });
    const _id = expect.stringMatching(/^[0-9a-f]{24}$/);
    const checkedBy = admin.name;
    expect(await listOf(person)).toEqual([
      { ...CHECK, _id, name: '', result: 'not_clear', on: day(0), checkedBy },
      { ...FIRST_AID, ...lifeguard, _id, name: 'Lifeguard', checkedBy },
      { ...FIRST_AID, _id, name: '', expiresOn: '2026-05-03', checkedBy },
    ]);
  });

  it('are read by their owner, also in the download of their data, and by no other instructor', async () => {
    const [person, other] = [
      await buildUser(app, 'instructor'),
      await buildUser(app, 'instructor'),
    ];
    await add(person, CHECK);
    const own = [{ ...CHECK, _id: expect.any(String), name: '' }];
    expect((await app.as(person).call('GET /myCertificates')).body).toEqual(own);
    expect((await app.as(other).call('GET /myCertificates')).body).toEqual([]);
    const body = { email: person.email, idToken: await proveSignIn(person) };
    expect((await app.as(person).call('POST /myData', { body })).body.certificates).toEqual(own);
  });

  it('are deleted one by one', async () => {
    const person = await buildUser(app, 'instructor');
    await add(person, FIRST_AID);
    await add(person, CHECK);
    const [, firstAid] = await listOf(person);
    const id = firstAid?.kind === 'first_aid' ? firstAid._id : '';
    expect((await remove(person, id)).status).toBe(200);
    expect((await listOf(person)).map(({ kind }) => kind)).toEqual(['background_check']);
    expect((await remove(person, id)).status).toBe(404);
    const other = await buildUser(app, 'instructor');
    const [left] = await listOf(person);
    expect((await remove(other, left?._id ?? '')).status).toBe(404);
  });

  it('are refused for a student, for a day that has not come, and if they contradict themselves', async () => {
    const person = await buildUser(app, 'instructor');
    expect((await add(await buildUser(app), FIRST_AID)).status).toBe(404);
    const fieldsOf = async (body: NewCertificate) => (await add(person, body)).body.fields;
    expect(await fieldsOf({ ...FIRST_AID, on: day(1) })).toHaveProperty(['body.on']);
    expect(await fieldsOf({ ...FIRST_AID, expiresOn: '2024-05-02' })).toHaveProperty([
      'body.expiresOn',
    ]);
    expect(await fieldsOf({ ...CHECK, result: null })).toHaveProperty(['body.result']);
    expect(await fieldsOf({ ...FIRST_AID, result: 'clear' })).toHaveProperty(['body.result']);
    expect(await fieldsOf({ ...FIRST_AID, kind: 'other' })).toHaveProperty(['body.name']);
    expect(await fieldsOf({ ...FIRST_AID, name: 'Swimming' })).toHaveProperty(['body.name']);
    expect(await listOf(person)).toEqual([]);
  });

  it('are never more than the limit, however many admins add one at once', async () => {
    const person = await buildUser(app, 'instructor');
    const entry = { ...FIRST_AID, name: '', by: admin._id };
    const certificates = Array.from({ length: MAX_CERTIFICATES - 1 }, () => ({
      ...{ ...entry, _id: new ObjectId() },
    }));
    const { users } = app.services.database.collections;
    await users.updateOne({ _id: person._id }, { $set: { certificates } });
    const answers = await Promise.all([1, 2, 3].map(() => add(person, FIRST_AID)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('too_many_certificates');
    expect((await readUser(person))?.certificates).toHaveLength(MAX_CERTIFICATES);
  });

  it('are in the audit log with name and days, and without what a check found', async () => {
    const person = await buildUser(app, 'instructor');
    await add(person, { ...CHECK, result: 'not_clear', expiresOn: day(9) });
    const [check] = await listOf(person);
    await remove(person, check?._id ?? '');
    const said = { certificate: 'Background check', on: CHECK.on, expiresOn: day(9) };
    const about = { who: admin.email, target: person.email };
    const log = await readAuditLog(app, { target: person.email });
    expect(log).toMatchObject([
      { ...about, action: 'add certificate', before: null, after: said },
      { ...about, action: 'remove certificate', before: said, after: null },
    ]);
    expect(JSON.stringify(log)).not.toMatch(/clear/i);
  });
});

describe('once somebody is no instructor anymore', () => {
  const jobsIn = (days: number) => {
    const now = new Date(app.services.now().getTime() + days * 24 * 60 * 60_000);
    return forgetOldCertificates({ ...app.services, now: () => now });
  };
  const LOSSES = {
    'an admin takes the role': (person: UserDocument) =>
      app.as(admin).call('DELETE /removeInstructor/:id', {
        params: { id: person._id.toHexString() },
      }),
    'an admin removes the account': (person: UserDocument) =>
      app.as(admin).call('DELETE /removeuser', { query: { email: person.email } }),
  };

  it.each(Object.entries(LOSSES))('their certificates stay for a while: %s', async (_how, lose) => {
    const [person, stays] = [
      await buildUser(app, 'instructor'),
      await buildUser(app, 'instructor'),
    ];
    for (const one of [person, stays]) await add(one, CHECK);
    await jobsIn(0);
    expect((await readUser(person))?.certificatesUntil).toBeUndefined();
    expect((await lose(person)).status).toBe(200);
    expect((await app.as(person).call('GET /myCertificates')).status).toBeGreaterThan(400);
    await jobsIn(0);
    await jobsIn(CERTIFICATE_KEEP_DAYS - 1);
    expect((await readUser(person))?.certificates).toHaveLength(1);
    await jobsIn(CERTIFICATE_KEEP_DAYS + 1);
    expect(await readUser(person)).not.toHaveProperty('certificates');
    expect(await readUser(person)).not.toHaveProperty('certificatesUntil');
    expect((await readUser(stays))?.certificates).toHaveLength(1);
  });

  it('they are there again if the person becomes an instructor again in time', async () => {
    const person = await buildUser(app, 'instructor');
    await add(person, CHECK);
    await LOSSES['an admin takes the role'](person);
    await jobsIn(0);
    await app.as(admin).call('PATCH /makeInstructor', { query: { email: person.email } });
    expect(await listOf(person)).toHaveLength(1);
    await jobsIn(CERTIFICATE_KEEP_DAYS + 1);
    expect(await listOf(person)).toHaveLength(1);
  });

  it('they are in the download of their data, and go with the account', async () => {
    const person = await buildUser(app, 'instructor');
    await add(person, CHECK);
    await LOSSES['an admin takes the role'](person);
    await jobsIn(0);
    const body = { email: person.email, idToken: await proveSignIn(person) };
    const data = await app.as(person).call('POST /myData', { body });
    expect(data.body.certificates).toHaveLength(1);
    expect((await app.as(person).call('DELETE /myAccount', { body })).status).toBe(200);
    const left = await readUser(person);
    expect(left?.status).toBe('deleted');
    expect(JSON.stringify(left)).not.toMatch(/background|certificate/i);
  });
});

describe('an admin’s home', () => {
  beforeEach(async () => {
    const { classes, users } = app.services.database.collections;
    await classes.deleteMany({});
    await users.deleteMany({ role: 'instructor' });
  });
  const read = async () =>
    (await app.as(admin).call('GET /dayList')).body.certificates.map(({ name, problems }) => [
      name,
      ...problems.map(({ name: what, problem }) => `${what} ${problem}`),
    ]);
  const inAWeek = () => ({ camp_start: day(5), camp_end: day(9) });
  async function buildLead(name: string) {
    const lead = await buildUser(app, 'instructor');
    const { users } = app.services.database.collections;
    await users.updateOne({ _id: lead._id }, { $set: { name } });
    return lead;
  }

  it('warns 60 days before a certificate ends, and when it has ended', async () => {
    const [ada, bea, cia, dea] = [
      await buildLead('Ada'),
      await buildLead('Bea'),
      await buildLead('Cia'),
      await buildLead('Dea'),
    ];
    for (const [person, last] of [
      [ada, -1],
      [bea, 59],
      [cia, 60],
      [dea, 0],
    ] as const) {
      await add(person, { ...FIRST_AID, expiresOn: day(last) });
      await buildClass(app, { ...inAWeek(), instructorId: person._id });
    }
    expect(await read()).toEqual([
      ['Ada', 'First aid ended'],
      ['Bea', 'First aid ends'],
      ['Dea', 'First aid ends'],
    ]);
    // A newer one.
    await add(ada, { ...FIRST_AID, on: day(0), expiresOn: day(700) });
    expect((await read()).map(([name]) => name)).toEqual(['Bea', 'Dea']);
  });

  it('names a check that is not clear, and those without one once the school records checks', async () => {
    const [ada, bea] = [await buildLead('Ada'), await buildLead('Bea')];
    for (const { _id: instructorId } of [ada, bea])
      await buildClass(app, { ...inAWeek(), instructorId });
    expect(await read()).toEqual([]);
    await add(ada, { ...CHECK, result: 'not_clear' });
    expect(await read()).toEqual([
      ['Ada', 'Background check not_clear'],
      ['Bea', 'Background check missing'],
    ]);
    await add(bea, CHECK);
    await add(ada, { ...CHECK, on: day(0) });
    expect(await read()).toEqual([]);
  });

  it('is only about people who lead an open class or are on its team, and not when that is over', async () => {
    const people = [
      await buildLead('Assistant'),
      await buildLead('Earlier'),
      await buildLead('Idle'),
      await buildLead('Of a closed class'),
    ];
    for (const person of people) await add(person, { ...FIRST_AID, expiresOn: day(-1) });
    const [assistant, earlier, , closed] = people;
    const stay = (userId = new ObjectId(), last: number) => ({
      ...{ _id: new ObjectId(), userId, role: 'assistant' as const },
      ...{ from: day(last - 1), to: day(last) },
    });
    const team = [stay(assistant?._id, 1), stay(earlier?._id, -1)];
    await buildClass(app, { camp_start: day(-3), camp_end: day(3), team });
    const instructorId = closed?._id ?? null;
    await buildClass(app, { ...inAWeek(), status: 'archived', instructorId });
    await buildClass(app, { camp_start: day(-9), camp_end: day(-5), instructorId });
    expect(await read()).toEqual([['Assistant', 'First aid ended']]);
  });
});

it('the team of a class says what each person has, and takes somebody without a check', async () => {
  const [lead, person] = [await buildUser(app, 'instructor'), await buildUser(app, 'instructor')];
  await add(person, { ...FIRST_AID, expiresOn: day(-1) });
  const [from, to] = [day(5), day(9)];
  const campClass = await buildClass(app, {
    ...{ camp_start: from, camp_end: to, instructorId: lead._id },
  });
  const params = { classId: campClass.id };
  const read = async () => (await app.as(admin).call('GET /classTeam/:classId', { params })).body;
  const facts = [{ ...FIRST_AID, name: '', expiresOn: day(-1) }];
  const team = await read();
  expect(team.lead?.certificates).toEqual([]);
  expect(team.people.find(({ email }) => email === person.email)?.certificates).toEqual(facts);
  const body = { userId: person._id.toHexString(), role: 'assistant', from, to } as const;
  expect((await app.as(admin).call('POST /classTeam/:classId', { params, body })).status).toBe(200);
  expect((await read()).members[0]?.certificates).toEqual(facts);
});
