import { SCHOOL } from '@speakifyr/contract/school.ts';
import { randomUUID } from 'node:crypto';
import { ObjectId } from 'mongodb';
import { describe, expect, it } from 'vitest';
import type { UserDocument } from '../database/user-documents.ts';
import { finishChildDeletions } from '../families/delete-child.ts';
import { runJobs } from '../jobs/jobs.ts';
import { getOwnData } from '../account/account.service.ts';
import { addDays } from '../school-time.ts';
import { readAuditLog } from '../testing/audit-log.ts';
import { addHealth, makeEnrolledSeat } from '../testing/care.ts';
import { makeGuardian } from '../testing/documents.ts';
import { buildChild, buildClass, buildUser, useUser } from '../testing/factories.ts';
import { listMailsTo, readMailTo } from '../testing/mails.ts';
import { useSchoolClock } from '../testing/school-clock.ts';
import { killAfter } from '../testing/watch-writes.ts';
import { forgetOldRecords } from './safety-store.ts';
import { writeIncident } from './write-records.ts';

/** A Monday. */
const DAY = '2033-07-04';

const { app, at, goTo } = useSchoolClock(DAY);
const admin = useUser(app, 'admin');

const SYRUP = { what: 'Iron syrup', howMuch: '5 ml', at: '10:30' };

/** A class with a child who gets medicine at 10:30, and an adult who joined for himself. It is 11 o'clock. */
async function buildCamp() {
  goTo('11:00');
  const [parent, seer, booker, adult] = [
    ...[await buildUser(app), await buildUser(app), await buildUser(app), await buildUser(app)],
  ] as [UserDocument, UserDocument, UserDocument, UserDocument];
  const instructor = await buildUser(app, 'instructor');
  const mia = await buildChild(app, parent, {
    guardians: [
      makeGuardian(parent._id),
      makeGuardian(seer._id, { may: ['see'], invitedBy: parent._id }),
      makeGuardian(booker._id, { may: ['book'], invitedBy: parent._id }),
    ],
  });
  await addHealth(app, mia._id, { medicines: [SYRUP] });
  const campClass = await buildClass(app, {
    ...{ camp_start: DAY, camp_end: addDays(DAY, 4), instructorId: instructor._id },
    seats: [
      makeEnrolledSeat({ userId: parent._id, childId: mia._id, entry_code: 'EXM-101' }),
      makeEnrolledSeat({ userId: adult._id, entry_code: 'EXM-102' }),
    ],
  });
  return { parent, seer, booker, adult, instructor, mia, campClass };
}
type Camp = Awaited<ReturnType<typeof buildCamp>>;

const sent = ({ campClass, mia }: Camp, more: object = {}) => ({
  ...{ _id: randomUUID() as string, classId: campClass.id, day: DAY, personId: mia.id },
  ...{ time: '10:35', ...more },
});
const dose = { ...SYRUP, outcome: 'given' as const, note: '' };
const incident = {
  ...{ what: 'Fell off the swing.', where: 'Playground', treatment: 'Cold pack.', witness: 'Sam' },
  parentsToldAt: null,
};

const writeDose = (person: UserDocument, camp: Camp, more: object = {}) =>
  app.as(person).call('POST /doses', { body: { ...sent(camp, more), dose } });
const tellIncident = (person: UserDocument, camp: Camp, more: object = {}) =>
  app.as(person).call('POST /incidents', { body: { ...sent(camp, more), incident } });
const add = (person: UserDocument, recordId: string, note = 'The parents came at 11.') =>
  app.as(person).call('POST /addenda/:recordId', {
    params: { recordId },
    body: { _id: randomUUID(), note },
  });
const readDay = (person: UserDocument, { campClass }: Camp) =>
  app.as(person).call('GET /classRecords/:classId/:day', {
    params: { classId: campClass.id, day: DAY },
  });
const readChild = (person: UserDocument, { mia }: Camp) =>
  app.as(person).call('GET /childRecords/:childId', { params: { childId: mia.id } });

// Rules: R407, R408, R409, R410, R411.
describe('doses and incidents', () => {
  it('stand on the day of the class, with the medicine that is due; the reader is recorded', async () => {
    const camp = await buildCamp();
    expect((await readDay(camp.instructor, camp)).body).toMatchObject({ records: [] });
    expect(await writeDose(camp.instructor, camp)).toMatchObject({ status: 200 });
    expect(await tellIncident(admin, camp, { time: '10:40' })).toMatchObject({ status: 200 });
    const { body } = await readDay(camp.instructor, camp);
    expect(body.people.find(({ personId }) => personId === camp.mia.id)).toEqual({
      ...{ personId: camp.mia.id, name: camp.mia.name, medicines: [SYRUP] },
    });
    expect(body.records).toMatchObject([
      { name: camp.mia.name, by: camp.instructor.name, dose, incident: null, at: at('10:35') },
      { name: camp.mia.name, by: admin.name, dose: null, incident, at: at('10:40') },
    ]);
    const read = { action: 'read safety records' as const, target: camp.campClass.name };
    expect(await readAuditLog(app, read)).toHaveLength(1);
  });

  it('are read by guardians who may see the child’s classes and by admins, and by nobody else', async () => {
    const camp = await buildCamp();
    await tellIncident(camp.instructor, camp);
    const stranger = await buildUser(app);
    const accountant = await buildUser(app, 'admin', 'accountant');
    for (const person of [camp.parent, camp.seer, admin])
      expect((await readChild(person, camp)).body).toMatchObject({
        ...{ name: camp.mia.name, records: [{ incident, className: camp.campClass.name }] },
      });
    for (const person of [camp.booker, stranger, camp.instructor, accountant])
      expect(await readChild(person, camp)).toMatchObject({ body: { code: 'not_found' } });
    const { children } = app.services.database.collections;
    await children.updateOne(
      { _id: camp.mia._id },
      { $pull: { guardians: { userId: camp.seer._id } } },
    );
    expect(await readChild(camp.seer, camp)).toMatchObject({ body: { code: 'not_found' } });
    expect(
      await readAuditLog(app, { action: 'read safety records', target: camp.mia.id }),
    ).toHaveLength(1);
  });

  it('are written by who looks after the class now', async () => {
    const camp = await buildCamp();
    const { body: first } = await tellIncident(camp.instructor, camp);
    expect(first).toEqual({ status: true });
    const [{ _id: recordId } = { _id: '' }] = (await readDay(admin, camp)).body.records;
    const others = [camp.parent, camp.adult, await buildUser(app, 'instructor')];
    others.push(await buildUser(app, 'admin', 'accountant'));
    for (const person of others)
      for (const answer of [
        await writeDose(person, camp),
        await tellIncident(person, camp),
        await add(person, recordId),
        await readDay(person, camp),
      ])
        expect(answer).toMatchObject({ status: 403, body: { code: 'not_allowed' } });
    goTo('09:00', addDays(DAY, 7));
    expect(await add(camp.instructor, recordId)).toMatchObject({
      body: { code: 'care_sheet_closed' },
    });
    expect(await add(admin, recordId)).toMatchObject({ status: 200 });
  });

  it('are never changed, only added to; each once', async () => {
    const camp = await buildCamp();
    const record = sent(camp);
    const once = () =>
      app.as(camp.instructor).call('POST /incidents', { body: { ...record, incident } });
    await Promise.all([once(), once(), once()]);
    const other = { ...incident, what: 'Nothing.' };
    expect(
      await app
        .as(camp.instructor)
        .call('POST /incidents', { body: { ...record, incident: other } }),
    ).toMatchObject({ status: 409, body: { code: 'request_used' } });
    const addendum = {
      params: { recordId: record._id },
      body: { _id: randomUUID(), note: 'X-ray: all is well.' },
    };
    await app.as(camp.instructor).call('POST /addenda/:recordId', addendum);
    await app.as(camp.instructor).call('POST /addenda/:recordId', addendum);
    expect((await readChild(camp.parent, camp)).body.records).toMatchObject([
      { incident, addenda: [{ note: 'X-ray: all is well.', by: camp.instructor.name }] },
    ]);
    expect(await add(admin, randomUUID())).toMatchObject({ body: { code: 'not_found' } });
  });

  it('are about somebody in the class, on one of its days, and not about the future', async () => {
    const camp = await buildCamp();
    const refused = (field: string) => ({
      ...{ status: 400, body: { fields: { [`body.${field}`]: expect.any(String) as unknown } } },
    });
    const stranger = new ObjectId().toHexString();
    expect(await writeDose(admin, camp, { personId: stranger })).toMatchObject(refused('personId'));
    expect(await writeDose(admin, camp, { time: '11:06' })).toMatchObject(refused('time'));
    const saturday = addDays(DAY, -2);
    expect(await writeDose(admin, camp, { day: saturday })).toMatchObject(refused('time'));
    const self = camp.adult._id.toHexString();
    expect(await tellIncident(admin, camp, { personId: self })).toMatchObject({ status: 200 });
    // Somebody canceled at noon was there in the morning.
    const { classes, seatChanges } = app.services.database.collections;
    await classes.updateOne(
      { _id: camp.campClass._id },
      { $pull: { seats: { childId: camp.mia._id } } },
    );
    expect(await writeDose(admin, camp)).toMatchObject(refused('personId'));
    await seatChanges.insertOne({
      ...{
        _id: new ObjectId(),
        kind: 'cancel',
        classId: camp.campClass._id,
        childId: camp.mia._id,
      },
      userId: camp.parent._id,
    } as never);
    expect(await writeDose(admin, camp)).toMatchObject({ status: 200 });
  });
});

describe('an incident', () => {
  it('sends guardians who may see the child an email without a word of what happened', async () => {
    const camp = await buildCamp();
    await writeDose(camp.instructor, camp);
    await tellIncident(camp.instructor, camp);
    for (const person of [camp.parent, camp.seer]) {
      const mail = await readMailTo(app, person, 'incident');
      expect(mail).toMatchObject({ props: { child: camp.mia.name, day: DAY } });
      expect(JSON.stringify(mail)).not.toMatch(/swing|Cold|Sam/);
    }
    expect(await listMailsTo(app, camp.booker)).toEqual([]);
  });

  it('is written once and told once, wherever the server stops', async () => {
    for (let writes = 0, isOver = false; !isOver; writes += 1) {
      const camp = await buildCamp();
      const record = { ...sent(camp), incident };
      const dying = killAfter(app.services, writes);
      const said = await writeIncident(record, camp.instructor, dying).catch(() => 'cut off');
      isOver = said !== 'cut off';
      await writeIncident(record, camp.instructor, app.services);
      expect((await readChild(camp.parent, camp)).body.records).toHaveLength(1);
      expect(await readMailTo(app, camp.parent, 'incident')).toBeDefined();
    }
  });
});

describe('the records are kept', () => {
  it('although the consent to health data is withdrawn or the child is deleted, with its name, as long as the school keeps it', async () => {
    const camp = await buildCamp();
    await tellIncident(camp.instructor, camp);
    await app
      .as(camp.parent)
      .call('DELETE /myChildren/:id/health', { params: { id: camp.mia.id } });
    expect((await readChild(camp.parent, camp)).body.records).toHaveLength(1);
    goTo('09:00', addDays(DAY, 30));
    expect(
      await app.as(camp.parent).call('DELETE /myChildren/:id', { params: { id: camp.mia.id } }),
    ).toMatchObject({ status: 200 });
    expect((await readChild(admin, camp)).body).toMatchObject({
      ...{ name: camp.mia.name, records: [{ name: camp.mia.name }] },
    });
    expect(await readChild(camp.parent, camp)).toMatchObject({ body: { code: 'not_found' } });

    const keptFor = SCHOOL.keepDays.safety;
    goTo('09:00', addDays(DAY, keptFor));
    await runJobs(app.services);
    expect((await readChild(admin, camp)).body.records).toHaveLength(1);
    goTo('09:00', addDays(DAY, keptFor + 1));
    await forgetOldRecords(app.services);
    await finishChildDeletions(app.services);
    expect((await readChild(admin, camp)).body).toMatchObject({
      name: 'Deleted student',
      records: [],
    });
  });

  it('and are in the download of who may see them', async () => {
    const camp = await buildCamp();
    await tellIncident(camp.instructor, camp);
    const download = async (person: UserDocument) =>
      (await getOwnData(person, app.services)).safetyRecords;
    expect(await download(camp.seer)).toMatchObject([{ incident }]);
    expect(await download(camp.booker)).toEqual([]);
  });
});

// Rules: R407.
it('medicine that another class has given that day is not due again, and only who comes that day gets any', async () => {
  const camp = await buildCamp();
  const other = await buildUser(app, 'instructor');
  const childId = camp.mia._id;
  const later = addDays(DAY, 1);
  const afternoon = await buildClass(app, {
    ...{ camp_start: DAY, camp_end: later, byDay: { prices: [10], atLeast: 1 }, price: 20 },
    ...{ dailyStart: '13:00', dailyEnd: '16:00', instructorId: other._id },
    seats: [makeEnrolledSeat({ userId: camp.parent._id, childId, days: [DAY] })],
  });
  await writeDose(camp.instructor, camp);
  await tellIncident(camp.instructor, camp);
  const { body } = await readDay(other, { ...camp, campClass: afternoon });
  expect(body.records).toMatchObject([{ personId: camp.mia.id, dose: { what: SYRUP.what } }]);
  const { body: next } = await app.as(other).call('GET /classRecords/:classId/:day', {
    params: { classId: afternoon.id, day: later },
  });
  expect(next).toEqual({ people: [], records: [] });
});
