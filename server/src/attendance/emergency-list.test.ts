import { randomUUID } from 'node:crypto';
import type { EmergencyList } from '@speakifyr/contract/emergency-list.ts';
import { readAttendance } from '@speakifyr/contract/attendance-state.ts';
import { ObjectId } from 'mongodb';
import { describe, expect, it } from 'vitest';
import type { UserDocument } from '../database/user-documents.ts';
import { addDays } from '../school-time.ts';
import { readAuditLog } from '../testing/audit-log.ts';
import { addContacts, addHealth, makeContact, makeEnrolledSeat } from '../testing/care.ts';
import { buildChild, buildClass, buildUser, useUser } from '../testing/factories.ts';
import { useSchoolClock } from '../testing/school-clock.ts';

/** A Monday. */
const DAY = '2033-07-04';

const { app, goTo, sayNow } = useSchoolClock(DAY);
const admin = useUser(app, 'admin');

/** Two classes on one day, each with a child; nobody else's class meets. It is 9 o'clock. */
async function buildDay() {
  goTo('09:00');
  const parent = await buildUser(app);
  const [mia, tom] = [await buildChild(app, parent), await buildChild(app, parent)];
  const [sailing, chess] = [await buildUser(app, 'instructor'), await buildUser(app, 'instructor')];
  const build = (name: string, teacher: UserDocument, seat: object) =>
    buildClass(app, {
      ...{ name, camp_start: DAY, camp_end: addDays(DAY, 1), instructorId: teacher._id },
      seats: [makeEnrolledSeat({ userId: parent._id, ...seat })],
    });
  return {
    ...{ parent, mia, tom, teachers: { sailing, chess } },
    sailing: await build('Sailing', sailing, { childId: mia._id, entry_code: `A${Date.now()}` }),
    chess: await build('Chess', chess, { childId: tom._id, entry_code: `B${Date.now()}` }),
  };
}

const ask = (person: UserDocument) => app.as(person).call('GET /emergencyList');
const read = async (person: UserDocument): Promise<EmergencyList> => {
  const { status, body } = await ask(person);
  expect(status).toBe(200);
  return body;
};
const findPerson = (list: EmergencyList, id: string) =>
  list.classes.flatMap(({ people }) => people).find(({ personId }) => personId === id);

async function tap(by: UserDocument, classId: string, personId: string, kind: 'in' | 'absent') {
  const taps = [{ _id: randomUUID(), personId, kind, at: sayNow() }];
  const { body } = await app.as(by).call('POST /attendance', {
    body: { classId, day: DAY, taps },
  });
  expect(body.problems).toEqual([null]);
}

// Rules: R400.
describe('everyone, now', () => {
  it('has all classes of today for who teaches one of them, with who is here, allergies and numbers, and nothing else of health', async () => {
    const day = await buildDay();
    await addHealth(app, day.tom._id, {
      allergies: [{ what: 'Wasps', isSevere: true, whatToDo: 'Pen' }],
    });
    await addContacts(app, day.tom._id, [
      makeContact({ name: 'Grandma Inge', phone: '+49 30 1234567' }),
      makeContact({ name: 'Neighbor Olaf', isEmergency: false, mayPickUp: true }),
    ]);
    await tap(day.teachers.chess, day.chess.id, day.tom.id, 'in');

    const list = await read(day.teachers.sailing);
    const names = list.classes.map(({ className }) => className);
    expect(names.filter((name) => ['Chess', 'Sailing'].includes(name))).toEqual([
      'Chess',
      'Sailing',
    ]);
    expect(list).toMatchObject({ day: DAY, now: sayNow() });
    const tom = findPerson(list, day.tom.id)!;
    expect(tom).toMatchObject({ name: day.tom.name, hasSevereAllergy: true });
    expect(tom.adults).toEqual([
      { name: day.parent.name, relation: 'guardian', phone: null },
      { name: 'Grandma Inge', relation: 'grandmother', phone: '+49 30 1234567' },
    ]);
    expect(readAttendance(tom.taps).state).toBe('here');
    expect(readAttendance(findPerson(list, day.mia.id)!.taps).state).toBe('expected');
    expect(JSON.stringify(list)).not.toMatch(/Wasps|Olaf/);
    await read(day.teachers.sailing);
    expect(await readAuditLog(app, { action: 'read emergency list' })).toHaveLength(1);
  });

  it('names who looks after each class today: its instructor, assistants and substitutes', async () => {
    const day = await buildDay();
    const { sailing, chess } = day.teachers;
    const [today, tomorrow] = [
      await buildUser(app, 'instructor'),
      await buildUser(app, 'instructor'),
    ];
    const stay = (userId: ObjectId, on: string) => ({
      ...{ _id: new ObjectId(), userId, role: 'substitute' as const, from: on, to: on },
    });
    await app.services.database.collections.classes.updateOne(
      { _id: day.sailing._id },
      { $set: { team: [stay(today._id, DAY), stay(tomorrow._id, addDays(DAY, 1))] } },
    );
    const teamOf = (list: EmergencyList, id: string) =>
      list.classes.find(({ classId }) => classId === id)?.team;
    const list = await read(today);
    const member = (person: UserDocument, duty: 'lead' | 'substitute') => ({
      ...{ userId: person._id.toHexString(), name: person.name, duty },
    });
    expect(teamOf(list, day.sailing.id)).toEqual([
      member(sailing, 'lead'),
      member(today, 'substitute'),
    ]);
    expect(teamOf(list, day.chess.id)).toEqual([member(chess, 'lead')]);
  });

  it('is only for admins, and for instructors on the days of their class', async () => {
    const day = await buildDay();
    const other = await buildUser(app, 'instructor');
    expect((await ask(day.parent)).status).toBe(403);
    expect((await ask(other)).body).toMatchObject({ code: 'care_sheet_closed' });
    expect((await ask(admin)).status).toBe(200);
    goTo('09:00', addDays(DAY, 2));
    expect((await ask(day.teachers.chess)).body).toMatchObject({ code: 'care_sheet_closed' });
  });

  it('keeps somebody who is here although the seat has ended or the class was canceled since', async () => {
    const day = await buildDay();
    await tap(day.teachers.chess, day.chess.id, day.tom.id, 'in');
    await tap(day.teachers.sailing, day.sailing.id, day.mia.id, 'absent');
    const { classes } = app.services.database.collections;
    await classes.updateOne({ _id: day.chess._id }, { $set: { status: 'archived', seats: [] } });
    await classes.updateOne({ _id: day.sailing._id }, { $set: { seats: [] } });

    const list = await read(day.teachers.sailing);
    expect(findPerson(list, day.tom.id)).toMatchObject({ name: day.tom.name });
    expect(findPerson(list, day.mia.id)).toBeUndefined();
    // Canceling a class does not give its instructor the list.
    expect((await ask(day.teachers.chess)).status).toBe(409);
  });
});
