import { listNewDays } from '@speakifyr/contract/new-class-days.ts';
import { runJobs } from '../jobs/jobs.ts';
import { SCHOOL } from '@speakifyr/contract/school.ts';
import { randomUUID } from 'node:crypto';
import { MAX_TEAM } from '@speakifyr/contract/limits.ts';
import type { TeamRole } from '@speakifyr/contract/team.ts';
import { ObjectId } from 'mongodb';
import { describe, expect, it } from 'vitest';
import type { ClassDocument } from '../database/class-document.ts';
import type { UserDocument } from '../database/user-documents.ts';
import { getOwnData } from '../account/account.service.ts';
import { addDays } from '../school-time.ts';
import { readAuditLog } from '../testing/audit-log.ts';
import { addHealth, makeEnrolledSeat } from '../testing/care.ts';
import { buildChild, buildClass, buildUser, useUser } from '../testing/factories.ts';
import { useSchoolClock } from '../testing/school-clock.ts';

/** A Monday. */
const MONDAY = '2032-07-05';
const TUESDAY = '2032-07-06';
const WEDNESDAY = '2032-07-07';
const FRIDAY = '2032-07-09';

const { app, goTo, sayNow } = useSchoolClock(MONDAY);
const admin = useUser(app, 'admin');

/** A class of one child with an allergy, from Monday through Friday. It is Monday, 9 o'clock. */
async function buildWeek(fields: Partial<ClassDocument> = {}) {
  goTo('09:00');
  const lead = await buildUser(app, 'instructor');
  const parent = await buildUser(app);
  const mia = await buildChild(app, parent);
  await addHealth(app, mia._id, {}, 'Peanuts');
  const campClass = await buildClass(app, {
    ...{ camp_start: MONDAY, camp_end: FRIDAY, dailyStart: '09:00', dailyEnd: '15:00' },
    instructorId: lead._id,
    seats: [makeEnrolledSeat({ userId: parent._id, childId: mia._id })],
    ...fields,
  });
  return { lead, parent, mia, campClass };
}
type Week = Awaited<ReturnType<typeof buildWeek>>;
type Class = { id: string };

type Stay = { from: string; to: string; role?: TeamRole; confirm_busy?: true };

const add = (
  person: UserDocument,
  { id: classId }: Class,
  { role = 'substitute', ...stay }: Stay,
  by: UserDocument = admin,
) =>
  app.as(by).call('POST /classTeam/:classId', {
    params: { classId },
    body: { userId: person._id.toHexString(), role, ...stay },
  });

const readTeam = async ({ id: classId }: Class) =>
  (await app.as(admin).call('GET /classTeam/:classId', { params: { classId } })).body;

async function memberIdOf(person: UserDocument, campClass: Class): Promise<string> {
  const { members } = await readTeam(campClass);
  return members.find(({ email }) => email === person.email)?.memberId ?? '';
}

/** What each call about the children of the class answers to this person: its status, or its code if it is 409. */
async function tryAll(person: UserDocument, { campClass, mia }: Week, day: string) {
  const { id: classId } = campClass;
  const as = app.as(person);
  const tap = {
    _id: randomUUID(),
    personId: mia.id,
    kind: 'in',
    at: sayNow(),
  } as const;
  const written = {
    ...{ _id: randomUUID(), classId, day, personId: mia.id },
    time: new Date(sayNow()).toLocaleTimeString('en-GB', {
      ...{ hour: '2-digit', minute: '2-digit' },
      timeZone: SCHOOL.timeZone,
    }),
  };
  const dose = { what: 'Iron', howMuch: '', at: null, outcome: 'given', note: '' } as const;
  const incident = { what: 'A fall', where: '', treatment: '', witness: '', parentsToldAt: null };
  const answers = {
    roster: await as.call('GET /enrolledStudents', { query: { email: person.email, classId } }),
    care: await as.call('GET /classCare/:classId', { params: { classId } }),
    dayList: await as.call('GET /dayList/:classId/:day', { params: { classId, day } }),
    sheet: await as.call('GET /attendanceSheet/:classId', { params: { classId } }),
    tap: await as.call('POST /attendance', { body: { classId, day, taps: [tap] } }),
    everyone: await as.call('GET /emergencyList'),
    records: await as.call('GET /classRecords/:classId/:day', { params: { classId, day } }),
    dose: await as.call('POST /doses', { body: { ...written, dose } }),
    incident: await as.call('POST /incidents', {
      body: { ...written, _id: randomUUID(), incident },
    }),
    code: await as.call('POST /pickupCode/:childId/check', {
      ...{ params: { childId: mia.id }, body: { classId, code: '482193' } },
    }),
  };
  return Object.fromEntries(
    Object.entries(answers).map(([name, { status, body }]) => [
      name,
      status === 409 ? (body as { code: string }).code : status,
    ]),
  );
}

const every = (answer: number | string, { roster = answer, everyone = answer } = {}) => ({
  ...{ roster, care: answer, dayList: answer, sheet: answer, tap: answer, everyone },
  ...{ records: answer, dose: answer, incident: answer, code: answer },
});
const OPEN = every(200);
const CLOSED = every('care_sheet_closed');
const STRANGER = every(403, { roster: 404, everyone: 'care_sheet_closed' });
/** Somebody who had the list. A 403 would log them out, and their phone would lose what it has not sent. */
const TAKEN_OFF = every('care_sheet_closed', { roster: 404 });

// Rules: R386, R387, R388, R714.
describe('an assistant or a substitute', () => {
  it('looks after the class on exactly their days: not before, not after, and not once they are taken off', async () => {
    const week = await buildWeek();
    const [substitute, removed] = [
      await buildUser(app, 'instructor'),
      await buildUser(app, 'instructor'),
    ];
    expect(await tryAll(substitute, week, MONDAY)).toEqual(STRANGER);
    for (const person of [substitute, removed])
      expect((await add(person, week.campClass, { from: TUESDAY, to: TUESDAY })).status).toBe(200);
    expect(await tryAll(substitute, week, MONDAY)).toEqual(CLOSED);
    goTo('23:59');
    expect(await tryAll(substitute, week, MONDAY)).toEqual(CLOSED);
    goTo('00:00', TUESDAY);
    expect(await tryAll(substitute, week, TUESDAY)).toEqual(OPEN);
    const params = { classId: week.campClass.id };
    const { body } = await app.as(substitute).call('GET /classCare/:classId', { params });
    expect(JSON.stringify(body)).toContain('Peanuts');

    expect(await tryAll(removed, week, TUESDAY)).toEqual(OPEN);
    const memberId = await memberIdOf(removed, week.campClass);
    const off = { params: { ...params, memberId } };
    await app.as(admin).call('DELETE /classTeam/:classId/:memberId', off);
    expect(await tryAll(removed, week, TUESDAY)).toEqual(TAKEN_OFF);

    goTo('00:00', WEDNESDAY);
    expect(await tryAll(substitute, week, WEDNESDAY)).toEqual(CLOSED);
    goTo('09:00', WEDNESDAY);
    expect(await tryAll(week.lead, week, WEDNESDAY)).toEqual(OPEN);
  });

  it('may bring the taps of their day for a week from a phone that was offline, and no others', async () => {
    const week = await buildWeek();
    const substitute = await buildUser(app, 'instructor');
    await add(substitute, week.campClass, { from: TUESDAY, to: TUESDAY });
    goTo('15:00', TUESDAY);
    const at = sayNow();
    const send = async (day: string) => {
      const tap = {
        _id: randomUUID(),
        personId: week.mia.id,
        kind: 'in',
        at,
        offline: true,
      } as const;
      const body = { classId: week.campClass.id, day, taps: [tap] };
      return (await app.as(substitute).call('POST /attendance', { body })).status;
    };
    goTo('08:00');
    expect(await send(TUESDAY)).toBe(409);
    goTo('08:00', WEDNESDAY);
    expect(await send(TUESDAY)).toBe(200);
    expect(await send(MONDAY)).toBe(409);
    expect(await send(WEDNESDAY)).toBe(409);
    goTo('08:00', '2032-07-13');
    expect(await send(TUESDAY)).toBe(200);
    goTo('08:00', '2032-07-14');
    expect(await send(TUESDAY)).toBe(409);
  });

  it('who leads the class may bring them after its last day, too', async () => {
    const week = await buildWeek();
    goTo('15:00', FRIDAY);
    const said = { _id: randomUUID(), personId: week.mia.id, kind: 'in', at: sayNow() } as const;
    goTo('08:00', '2032-07-12');
    const taps = [{ ...said, offline: true as const }];
    const body = { classId: week.campClass.id, day: FRIDAY, taps };
    expect((await app.as(week.lead).call('POST /attendance', { body })).status).toBe(200);
    expect(await tryAll(week.lead, week, MONDAY)).toMatchObject({ dayList: 'care_sheet_closed' });
  });

  it('who is taken off the class may still bring what they tapped before, and reads nothing more', async () => {
    const week = await buildWeek();
    const [removed, stranger] = [
      await buildUser(app, 'instructor'),
      await buildUser(app, 'instructor'),
    ];
    await add(removed, week.campClass, { from: MONDAY, to: TUESDAY });
    const params = { classId: week.campClass.id };
    for (const person of [week.lead, removed])
      expect(
        (
          await app.as(person).call('GET /dayList/:classId/:day', {
            params: { ...params, day: MONDAY },
          })
        ).status,
      ).toBe(200);
    const at = sayNow();
    const send = async (person: UserDocument, day: string, isLate = true) => {
      const tap = { _id: randomUUID(), personId: week.mia.id, kind: 'in', at } as const;
      const taps = [isLate ? { ...tap, offline: true as const } : tap];
      return (
        await app.as(person).call('POST /attendance', {
          body: { classId: week.campClass.id, day, taps },
        })
      ).status;
    };
    goTo('10:00');
    const memberId = await memberIdOf(removed, week.campClass);
    await app
      .as(admin)
      .call('DELETE /classTeam/:classId/:memberId', { params: { ...params, memberId } });
    await app.as(admin).call('PATCH /unassignCourse/:id', {
      params: { id: week.lead._id.toHexString() },
      query: { classId: week.campClass.id },
    });
    for (const person of [week.lead, removed]) {
      expect(await tryAll(person, week, MONDAY)).toEqual(TAKEN_OFF);
      expect(await send(person, MONDAY)).toBe(200);
      expect(await send(person, MONDAY, false)).toBe(409);
    }
    expect(await send(stranger, MONDAY)).toBe(403);
    goTo('08:00', TUESDAY);
    for (const person of [week.lead, removed]) {
      expect(await send(person, MONDAY)).toBe(200);
      expect(await send(person, TUESDAY)).toBe(409);
    }
    goTo('08:00', '2032-07-13');
    expect(await send(removed, MONDAY)).toBe(403);
  });

  it('sees nothing on a day off, and nothing of a class that moved to other days', async () => {
    const week = await buildWeek({ camp_end: '2032-07-16' });
    const assistant = await buildUser(app, 'instructor');
    await add(assistant, week.campClass, { role: 'assistant', from: MONDAY, to: '2032-07-16' });
    goTo('09:00', '2032-07-12');
    expect(await tryAll(assistant, week, '2032-07-12')).toEqual(OPEN);
    // A Sunday.
    goTo('09:00', '2032-07-11');
    const params = { classId: week.campClass.id };
    expect((await app.as(assistant).call('GET /classCare/:classId', { params })).status).toBe(409);
    goTo('09:00', '2032-07-12');
    const { classes } = app.services.database.collections;
    const ends = { camp_start: '2032-07-19', camp_end: '2032-07-23' };
    const later = { ...ends, days: listNewDays(ends) };
    await classes.updateOne({ _id: week.campClass._id }, { $set: later });
    expect(await tryAll(assistant, week, '2032-07-12')).toEqual(CLOSED);
  });

  it('loses access with the role, and does not get it back with the role', async () => {
    const week = await buildWeek();
    const assistant = await buildUser(app, 'instructor');
    await add(assistant, week.campClass, { from: MONDAY, to: FRIDAY });
    expect(await tryAll(assistant, week, MONDAY)).toEqual(OPEN);
    // Even if the server stops before it takes them off.
    const { users } = app.services.database.collections;
    await users.updateOne({ _id: assistant._id }, { $set: { role: 'student' } });
    expect(await tryAll(assistant, week, MONDAY)).toEqual(every(403));
    await users.updateOne({ _id: assistant._id }, { $set: { role: 'instructor' } });
    const id = assistant._id.toHexString();
    await app.as(admin).call('DELETE /removeInstructor/:id', { params: { id } });
    expect(await tryAll(assistant, week, MONDAY)).toEqual(every(403));
    await app.as(admin).call('PATCH /makeInstructor', { query: { email: assistant.email } });
    expect(await tryAll(assistant, week, MONDAY)).toEqual(TAKEN_OFF);
  });

  it('keeps a class that is canceled while its children are there, until the day is over; so does who leads it', async () => {
    const week = await buildWeek();
    const assistant = await buildUser(app, 'instructor');
    await add(assistant, week.campClass, { from: MONDAY, to: FRIDAY });
    expect(await tryAll(assistant, week, MONDAY)).toEqual(OPEN);
    const { status } = await app.as(admin).call('POST /cancelClass/:id', {
      params: { id: week.campClass.id },
      body: { confirm_affected: 1, note: 'Storm' },
    });
    expect(status).toBe(200);
    await runJobs(app.services);
    for (const person of [assistant, week.lead]) {
      expect(await tryAll(person, week, MONDAY)).toEqual(OPEN);
      const params = { classId: week.campClass.id, day: MONDAY };
      const { body } = await app.as(person).call('GET /dayList/:classId/:day', { params });
      expect(body.people).toMatchObject([{ name: week.mia.name }]);
    }
    goTo('15:31');
    const { notCollected } = (await app.as(admin).call('GET /dayList')).body;
    expect(notCollected.first).toContainEqual(
      expect.objectContaining({ _id: week.campClass.id, people: 1 }),
    );
    expect((await app.as(assistant).call('GET /myTeams')).body).toEqual([]);
    goTo('08:00', TUESDAY);
    for (const person of [assistant, week.lead])
      expect(Object.values(await tryAll(person, week, TUESDAY))).not.toContain(200);
  });

  it('reads which classes they look after today and later, and never what the class earns', async () => {
    const week = await buildWeek();
    const person = await buildUser(app, 'instructor');
    await add(person, week.campClass, { from: MONDAY, to: MONDAY });
    await add(person, week.campClass, { from: WEDNESDAY, to: FRIDAY });
    const read = async () => (await app.as(person).call('GET /myTeams')).body;
    const shown = (await read()).map(({ className, from, isToday }) => [className, from, isToday]);
    expect(shown).toEqual([
      [week.campClass.name, MONDAY, true],
      [week.campClass.name, WEDNESDAY, false],
    ]);
    const query = { email: person.email, classId: week.campClass.id };
    expect((await app.as(person).call('GET /instructorStats', { query })).status).toBe(404);
    goTo('09:00', TUESDAY);
    expect(await read()).toHaveLength(1);
    goTo('09:00', '2032-07-10');
    expect(await read()).toEqual([]);
  });
});

describe('an admin', () => {
  it('reads the team with its days and who can be added, and every change is in the audit log', async () => {
    const week = await buildWeek();
    const person = await buildUser(app, 'instructor');
    await add(person, week.campClass, { from: TUESDAY, to: TUESDAY });
    const memberId = await memberIdOf(person, week.campClass);
    const params = { classId: week.campClass.id, memberId };
    goTo('10:00');
    const body = { from: TUESDAY, to: WEDNESDAY };
    await app.as(admin).call('PATCH /classTeam/:classId/:memberId', { params, body });
    const team = await readTeam(week.campClass);
    expect(team).toMatchObject({
      lead: { name: week.lead.name },
      members: [
        { name: person.name, role: 'substitute', from: TUESDAY, to: WEDNESDAY, clash: null },
      ],
    });
    expect(team.days).toEqual([MONDAY, TUESDAY, WEDNESDAY, '2032-07-08', FRIDAY]);
    const ids = team.people.map(({ userId }) => userId);
    expect(ids).toContain(person._id.toHexString());
    expect(ids).not.toContain(week.lead._id.toHexString());
    goTo('11:00');
    await app.as(admin).call('DELETE /classTeam/:classId/:memberId', { params });
    const again = await app.as(admin).call('DELETE /classTeam/:classId/:memberId', { params });
    expect(again.status).toBe(404);
    const log = await readAuditLog(app, { target: person.email });
    expect(log.map(({ action }) => action)).toEqual([
      ...['add to team', 'change team days', 'remove from team'],
    ]);
    expect(log[0]?.after).toEqual({
      ...{ course: week.campClass.name, role: 'substitute', from: TUESDAY, to: TUESDAY },
    });
  });

  it.each([
    ['days before the class', { from: '2032-07-02', to: TUESDAY }],
    ['days after the class', { from: FRIDAY, to: '2032-07-12' }],
    ['a weekend', { from: '2032-07-10', to: '2032-07-11' }],
  ])('is refused %s', async (_what, stay) => {
    const { campClass } = await buildWeek(
      stay.from === '2032-07-10' ? { camp_end: '2032-07-16' } : {},
    );
    const person = await buildUser(app, 'instructor');
    expect((await add(person, campClass, stay)).body).toMatchObject({ code: 'not_class_days' });
  });

  it('is refused days that are over, days in the wrong order, and days twice', async () => {
    const { campClass } = await buildWeek();
    const person = await buildUser(app, 'instructor');
    goTo('09:00', WEDNESDAY);
    const past = await add(person, campClass, { from: MONDAY, to: TUESDAY });
    expect(past.body).toMatchObject({ code: 'not_class_days' });
    expect((await add(person, campClass, { from: FRIDAY, to: WEDNESDAY })).status).toBe(400);
    const both = await Promise.all(
      [1, 2].map(() => add(person, campClass, { from: WEDNESDAY, to: FRIDAY })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const twice = await add(person, campClass, { from: FRIDAY, to: FRIDAY });
    expect(twice.body).toMatchObject({ code: 'already_on_team' });
  });

  it('is refused the lead, a student, an admin, and a draft or closed class', async () => {
    const { campClass, lead, parent } = await buildWeek();
    const stay = { from: MONDAY, to: MONDAY };
    expect((await add(lead, campClass, stay)).body).toMatchObject({ code: 'leads_class' });
    for (const person of [parent, admin])
      expect((await add(person, campClass, stay)).status).toBe(404);
    const person = await buildUser(app, 'instructor');
    const { campClass: draft } = await buildWeek({
      status: 'draft',
      instructorId: null,
      seats: [],
    });
    expect((await add(person, draft, stay)).body).toMatchObject({ code: 'class_is_draft' });
    const { campClass: closed } = await buildWeek({ status: 'archived' });
    expect((await add(person, closed, stay)).status).toBe(404);
  });

  it('is warned if somebody has another class at the same time, and reads it afterwards', async () => {
    const { campClass } = await buildWeek();
    const other = await buildWeek();
    const stay = { from: MONDAY, to: MONDAY };
    const { people } = await readTeam(campClass);
    const ofLead = people.find(({ userId }) => userId === other.lead._id.toHexString());
    const { name, camp_start: from, camp_end: to } = other.campClass;
    expect(ofLead?.busy).toEqual([{ name, from, to }]);
    const warned = await add(other.lead, campClass, stay);
    expect(warned.body).toMatchObject({ code: 'member_busy' });
    expect((warned.body as { message: string }).message).toContain(other.campClass.name);
    expect((await add(other.lead, campClass, { ...stay, confirm_busy: true })).status).toBe(200);
    expect((await readTeam(campClass)).members).toMatchObject([{ clash: other.campClass.name }]);
    // On a team counts, too.
    const third = await buildWeek();
    const person = await buildUser(app, 'instructor');
    await add(person, campClass, stay);
    expect((await add(person, third.campClass, stay)).body).toMatchObject({ code: 'member_busy' });
    const later = await add(person, third.campClass, { from: TUESDAY, to: TUESDAY });
    expect(later.status).toBe(200);
  });

  it('finds the days of a team in the download of somebody’s own data', async () => {
    const { campClass } = await buildWeek();
    goTo('07:00');
    const person = await buildUser(app, 'instructor');
    await add(person, campClass, { from: MONDAY, to: FRIDAY });
    const { teams } = await getOwnData(person, app.services);
    const { id: classId, name: className } = campClass;
    expect(teams).toEqual([{ classId, className, role: 'substitute', from: MONDAY, to: FRIDAY }]);
  });

  it('is told when a team is full', async () => {
    const member = {
      userId: new ObjectId(),
      role: 'substitute' as const,
      from: MONDAY,
      to: MONDAY,
    };
    const team = Array.from({ length: MAX_TEAM }, () => ({ ...member, _id: new ObjectId() }));
    const { campClass } = await buildWeek({ team });
    const answer = await add(await buildUser(app, 'instructor'), campClass, {
      from: MONDAY,
      to: MONDAY,
    });
    expect(answer.body).toMatchObject({ code: 'team_full' });
  });

  it('copies a class without its team', async () => {
    const { campClass } = await buildWeek();
    await add(await buildUser(app, 'instructor'), campClass, { from: MONDAY, to: FRIDAY });
    const { body } = await app.as(admin).call('POST /duplicateCourse/:id', {
      params: { id: campClass.id },
      query: { to: 'week' },
    });
    expect(await readTeam({ id: body.insertedId })).toMatchObject({ members: [] });
  });
});

it('the other calls of a team are not for those on it: nobody adds themselves', async () => {
  const week = await buildWeek();
  const person = await buildUser(app, 'instructor');
  for (const by of [person, week.lead])
    expect(
      (await add(person, week.campClass, { from: MONDAY, to: addDays(MONDAY, 1) }, by)).status,
    ).toBe(403);
});
