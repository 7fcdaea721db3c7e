import { contract } from '@speakifyr/contract/contract.ts';
import type { Endpoint } from '@speakifyr/contract/endpoint.ts';
import type { ClassGroups } from '@speakifyr/contract/groups.ts';
import { standInAddress } from '@speakifyr/contract/stand-in-address.ts';
import { ObjectId } from 'mongodb';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { getOwnData } from '../account/account.service.ts';
import type { ClassDocument } from '../database/class-document.ts';
import type { UserDocument } from '../database/user-documents.ts';
import { runJobs } from '../jobs/jobs.ts';
import { addDueMails } from '../messages/add-due-mails.ts';
import { addDays } from '../school-time.ts';
import { readAuditLog } from '../testing/audit-log.ts';
import { makeEnrolledSeat } from '../testing/care.ts';
import { buildChild, buildClass, buildUser, useUser } from '../testing/factories.ts';
import { findTraces } from '../testing/find-traces.ts';
import { listMailsTo, readMailTo } from '../testing/mails.ts';
import { useSchoolClock } from '../testing/school-clock.ts';

/** A Monday. */
const MONDAY = '2032-07-05';
const { app, goTo } = useSchoolClock(MONDAY);
const admin = useUser(app, 'admin');

const OTTERS = 'a'.repeat(24);
const HERONS = 'b'.repeat(24);
const group = (_id: string, name: string, leaders: string[] = []) => ({
  ...{ _id, name, leaders, ageFrom: null, ageTo: null, places: null },
});
const NONE: ClassGroups = { version: 0, groups: [], pairs: [], seats: [] };

const readGroups = async (classId: string) =>
  (await app.as(admin).call('GET /classPeople/:id', { params: { id: classId } })).body.groups;

const set = (classId: string, body: ClassGroups, by: UserDocument = admin) =>
  app.as(by).call('PUT /classGroups/:classId', { params: { classId }, body });

const readClass = async ({ _id }: { _id: ObjectId }) =>
  (await app.services.database.collections.classes.findOne({ _id })) as ClassDocument;

/** A class on Monday with three children in two groups; two of them must never be together. It is 9 o'clock. */
async function buildGroups() {
  goTo('09:00');
  const [lead, helper, parent] = [
    await buildUser(app, 'instructor'),
    await buildUser(app, 'instructor'),
    await buildUser(app),
  ];
  const children = [
    await buildChild(app, parent, { name: 'Ada Byron' }),
    await buildChild(app, parent, { name: 'Ben Ahlers' }),
    await buildChild(app, parent, { name: 'Cleo Moss' }),
  ];
  const seats = children.map(({ _id: childId }, place) =>
    makeEnrolledSeat({ userId: parent._id, childId, entry_code: `EXM-${101 + place}` }),
  );
  const stay = { role: 'assistant' as const, from: MONDAY, to: MONDAY };
  const campClass = await buildClass(app, {
    ...{ camp_start: MONDAY, camp_end: addDays(MONDAY, 4), instructorId: lead._id },
    ...{ seats, team: [{ _id: new ObjectId(), userId: helper._id, ...stay }] },
  });
  const [ada = '', ben = '', cleo = ''] = seats.map(({ seatId }) => seatId.toHexString());
  const wanted: ClassGroups = {
    version: 0,
    groups: [
      group(OTTERS, 'Otters', [helper._id.toHexString()]),
      { ...group(HERONS, 'Herons', [lead._id.toHexString()]), ageFrom: 8, ageTo: 10, places: 6 },
    ],
    pairs: [
      { cartIds: [ada, cleo], isApart: false },
      { cartIds: [ada, ben], isApart: true },
    ],
    seats: [
      { cartId: ada, groupId: OTTERS },
      { cartId: ben, groupId: HERONS },
    ],
  };
  expect((await set(campClass.id, wanted)).status).toBe(200);
  return { ...{ lead, helper, parent, children, campClass, wanted }, ids: { ada, ben, cleo } };
}

// Rules: R680.
describe('the groups of a class', () => {
  it('are what the office has set, for all lists that name their people', async () => {
    const { campClass, wanted, lead, helper } = await buildGroups();
    const { id: classId } = campClass;
    expect(await readGroups(classId)).toEqual({ ...wanted, version: 1 });

    const params = { classId, day: MONDAY };
    const { body: day } = await app.as(helper).call('GET /dayList/:classId/:day', { params });
    expect(day.people.map(({ name, group }) => [name, group])).toEqual([
      ['Ada Byron', 'Otters'],
      ['Ben Ahlers', 'Herons'],
      ['Cleo Moss', undefined],
    ]);
    expect(day.groups).toEqual([
      { name: 'Otters', leaders: [helper.name], isOwn: true },
      { name: 'Herons', leaders: [lead.name], isOwn: false },
    ]);
    const { body: everyone } = await app.as(lead).call('GET /emergencyList');
    const here = everyone.classes.find((one) => one.classId === classId)?.people;
    expect(here?.map(({ group }) => group)).toEqual(['Otters', 'Herons', undefined]);
    const { body: sheet } = await app
      .as(lead)
      .call('GET /attendanceSheet/:classId', { params: { classId } });
    expect(sheet.people.map(({ group }) => group)).toEqual(['Otters', 'Herons', undefined]);
    const { body: roster } = await app
      .as(lead)
      .call('GET /enrolledStudents', { query: { classId, email: lead.email } });
    expect(roster.students.map(({ group }) => group)).toEqual(['Otters', 'Herons', undefined]);
  });

  it('a class without groups says nothing of them', async () => {
    const { campClass, lead } = await buildGroups();
    await set(campClass.id, { ...NONE, version: 1 });
    const params = { classId: campClass.id, day: MONDAY };
    const { body } = await app.as(admin).call('GET /dayList/:classId/:day', { params });
    expect(body).not.toHaveProperty('groups');
    const query = { classId: campClass.id, email: lead.email };
    expect((await app.as(lead).call('GET /enrolledStudents', { query })).body).not.toHaveProperty(
      'groups',
    );
    expect(JSON.stringify((await readClass(campClass)).seats)).not.toContain('grouping');
  });

  it('a leader who is not there on a day is not named, and who left the team leads nothing', async () => {
    const { campClass, wanted } = await buildGroups();
    const params = { classId: campClass.id, day: addDays(MONDAY, 1) };
    const { body } = await app.as(admin).call('GET /dayList/:classId/:day', { params });
    expect(body.groups?.[0]).toEqual({ name: 'Otters', leaders: [], isOwn: false });
    const [member] = (await readClass(campClass)).team ?? [];
    await app.as(admin).call('DELETE /classTeam/:classId/:memberId', {
      params: { classId: campClass.id, memberId: member?._id.toHexString() ?? '' },
    });
    expect((await readGroups(campClass.id)).groups[0]?.leaders).toEqual([]);
    await set(campClass.id, { ...wanted, version: 1 });
    expect((await readClass(campClass)).groups?.[0]?.leaders).toEqual([]);
  });

  it('of two admins who set them at the same time, one is told to look again', async () => {
    const { campClass, wanted } = await buildGroups();
    const other = await buildUser(app, 'admin');
    const answers = await Promise.all([
      set(campClass.id, { ...wanted, version: 1, seats: [] }),
      set(campClass.id, { ...wanted, version: 1, pairs: [] }, other),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
      code: 'class_changed',
    });
    expect((await readGroups(campClass.id)).version).toBe(2);
  });

  it('names are told apart, and ages are in order', async () => {
    const { campClass, wanted } = await buildGroups();
    const { status, body } = await set(campClass.id, {
      ...{ ...wanted, version: 1 },
      groups: [group(OTTERS, 'Otters'), { ...group(HERONS, ' otters '), ageFrom: 9, ageTo: 8 }],
    });
    expect(status).toBe(400);
    expect(body).toMatchObject({
      fields: {
        'body.groups.1.name': 'Another group has this name',
        'body.groups.1.ageTo': 'Must not be below the youngest age',
      },
    });
  });

  it('an archived class keeps its groups as they are', async () => {
    const { campClass, wanted } = await buildGroups();
    await app.services.database.collections.classes.updateOne(
      { _id: campClass._id },
      { $set: { status: 'archived' } },
    );
    expect((await set(campClass.id, { ...wanted, version: 1 })).body).toMatchObject({
      code: 'not_found',
    });
    expect((await readGroups(campClass.id)).groups).toHaveLength(2);
  });

  it('a copy of the class has its groups, without people and leaders', async () => {
    const { campClass } = await buildGroups();
    const { body } = await app
      .as(admin)
      .call('POST /duplicateCourse/:id', { params: { id: campClass.id } });
    const copied = await readGroups(body.insertedId);
    expect(copied).toMatchObject({ version: 0, pairs: [], seats: [] });
    expect(copied.groups.map(({ name, leaders }) => [name, leaders])).toEqual([
      ['Otters', []],
      ['Herons', []],
    ]);
    const stored = await readClass({ _id: new ObjectId(body.insertedId) });
    expect(stored.groups?.flatMap(({ leaders }) => leaders)).toEqual([]);
  });
});

// Rules: R683.
describe('who must never be together is read by the office alone', () => {
  it('no other call of the contract can say it, and none that programs make', () => {
    const says = (Object.entries(contract) as [string, Endpoint][]).filter(([, { output }]) =>
      JSON.stringify(z.toJSONSchema(output, { unrepresentable: 'any' })).includes('isApart'),
    );
    expect(says.map(([name]) => name)).toEqual(['GET /classPeople/:id']);
    expect(says[0]?.[1].access).toEqual({ who: 'admin' });
  });

  it('it is in no other document, no email, no log of what was done, and not in what a family downloads', async () => {
    const { campClass, parent, helper, lead } = await buildGroups();
    await runJobs(app.services);
    await addDueMails(app.services);
    const pairs = (await readClass(campClass)).seats.flatMap(
      (seat) => (seat.state === 'enrolled' && seat.grouping?.apart) || [],
    );
    expect(new Set(pairs.map(String)).size).toBe(1);
    const [pair] = pairs;
    const traces = await findTraces(app, String(pair));
    expect(traces.map((trace) => trace.split(':')[0])).toEqual(['classes']);
    for (const reader of [parent, helper, lead]) {
      const data = JSON.stringify(await getOwnData(reader, app.services));
      expect(data).not.toContain(String(pair));
      expect(data).not.toMatch(/apart/i);
    }
    const own = await getOwnData(parent, app.services);
    expect(own.attendance.map(({ group }) => group)).toEqual(['Otters', 'Herons', undefined]);
    const log = await readAuditLog(app);
    const told = log.filter(({ action }) => action === 'change groups');
    expect(told.at(-1)).toMatchObject({ after: { groups: 'Otters, Herons', in_groups: 2 } });
    expect(JSON.stringify(told)).not.toMatch(/apart|pair/i);
  });

  it('families, the team and accountants can’t ask or set it', async () => {
    const { campClass, parent, helper, lead, wanted } = await buildGroups();
    const accountant = await buildUser(app, 'admin', 'accountant');
    for (const who of [parent, helper, lead, accountant]) {
      const read = await app.as(who).call('GET /classPeople/:id', { params: { id: campClass.id } });
      expect([read.status, (await set(campClass.id, wanted, who)).status]).toEqual([403, 403]);
    }
    expect((await readGroups(campClass.id)).version).toBe(1);
  });
});

// Rules: R685.
describe('a message to one group', () => {
  const MESSAGE = { subject: 'The canoes', text: 'Bring a towel.' };

  it('reaches the families of that group alone, and nobody who left it before it was written', async () => {
    const { campClass, wanted, parent } = await buildGroups();
    const other = await buildUser(app);
    const seat = makeEnrolledSeat({ userId: other._id, entry_code: 'EXM-104' });
    await app.services.database.collections.classes.updateOne(
      { _id: campClass._id },
      { $push: { seats: seat } },
    );
    const seats = [...wanted.seats, { cartId: seat.seatId.toHexString(), groupId: HERONS }];
    await set(campClass.id, { ...wanted, seats, version: 1 });
    const to = { classIds: [campClass.id], groupId: HERONS };
    const { body: reach } = await app
      .as(admin)
      .call('POST /messages/preview', { body: { ...to, ...MESSAGE } });
    expect(reach).toMatchObject({ recipients: 2, families: 2 });
    const write = (groupId: string) =>
      app.as(admin).call('POST /messages', { body: { ...to, groupId, ...MESSAGE } });
    await write(OTTERS);
    await addDueMails(app.services);
    expect(await listMailsTo(app, other)).toEqual([]);
    expect(await readMailTo(app, parent, 'school message')).toMatchObject({
      props: { text: MESSAGE.text },
    });

    await write(HERONS);
    await addDueMails(app.services);
    await set(campClass.id, { ...wanted, version: 2 });
    expect(await readMailTo(app, other, 'school message')).toBeUndefined();
  });

  it('may come from who teaches the class, who reads how many get it and how many are called', async () => {
    const { campClass, wanted, lead, helper } = await buildGroups();
    const offline = await buildUser(app);
    const { users, classes } = app.services.database.collections;
    const email = standInAddress(offline._id.toHexString());
    await users.updateOne({ _id: offline._id }, { $set: { email } });
    const seat = makeEnrolledSeat({ userId: offline._id, entry_code: 'EXM-104' });
    await classes.updateOne({ _id: campClass._id }, { $push: { seats: seat } });
    const seats = [...wanted.seats, { cartId: seat.seatId.toHexString(), groupId: OTTERS }];
    await set(campClass.id, { ...wanted, seats, version: 1 });

    const { body: roster } = await app
      .as(lead)
      .call('GET /enrolledStudents', { query: { classId: campClass.id, email: lead.email } });
    expect(roster.groups).toEqual([
      { _id: OTTERS, name: 'Otters' },
      { _id: HERONS, name: 'Herons' },
    ]);
    const to = (groupId: string) => ({ classIds: [campClass.id], groupId, ...MESSAGE });
    const look = async (groupId: string) =>
      (await app.as(lead).call('POST /messages/preview', { body: to(groupId) })).body;
    expect(await look(OTTERS)).toMatchObject({ recipients: 2, toCall: 1, people: null });
    const toHerons = await look(HERONS);
    expect(toHerons).toMatchObject({ recipients: 1, toCall: 0, people: null });
    expect(JSON.stringify(toHerons.content)).toContain('everyone in one group of');
    const refused = await app.as(helper).call('POST /messages', { body: to(OTTERS) });
    expect(refused.body.code).toBe('not_allowed');
  });

  it('a group that nobody is in gets none', async () => {
    const { campClass } = await buildGroups();
    const { body } = await app.as(admin).call('POST /messages', {
      body: { classIds: [campClass.id], groupId: 'f'.repeat(24), ...MESSAGE },
    });
    expect(body).toMatchObject({
      ...{ code: 'nobody_enrolled', message: 'Nobody is in this group of the class now.' },
    });
  });
});
