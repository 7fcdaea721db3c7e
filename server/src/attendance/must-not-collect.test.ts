import { addDays } from '../school-time.ts';
import { ObjectId } from 'mongodb';
import { describe, expect, it } from 'vitest';
import type { UserDocument } from '../database/user-documents.ts';
import { getOwnFamilies } from '../families/own-families.ts';
import { forgetOldCare } from '../families/forget-care.ts';
import { readAuditLog } from '../testing/audit-log.ts';
import { CAMP_DAY, useCampDay } from '../testing/camp-day.ts';
import { buildUser, useUser } from '../testing/factories.ts';
import { CONTACT } from '../testing/families.ts';
import { findTraces } from '../testing/find-traces.ts';
import { mergeAccounts } from '../testing/merging.ts';

const { app, goTo, build, makeOut, send, readChild } = useCampDay();
const admin = useUser(app, 'admin');

type Day = Awaited<ReturnType<typeof build>>;
const NOTE = 'The court said so';
const GRANDPA = { how: 'listed' as const, name: CONTACT.name, checked: 'known' as const };

const block = async (by: UserDocument, { child }: Day, name: string, since = CAMP_DAY) =>
  app.as(by).call('POST /myChildren/:id/mustNotCollect', {
    params: { id: child.id },
    body: { name, since, note: NOTE },
  });

const blockAsOffice = async ({ child }: Day, name: string) =>
  app.as(admin).call('POST /children/:id/mustNotCollect', {
    params: { id: child.id },
    body: { name, since: CAMP_DAY, note: NOTE },
  });

const readOwn = async (by: UserDocument, { child }: Day) =>
  (await app.as(by).call('GET /myChildren/:id', { params: { id: child.id } })).body.mustNotCollect;

const readAsOffice = async ({ child }: Day) =>
  (await app.as(admin).call('GET /children/:id/mustNotCollect', { params: { id: child.id } })).body;

const makeCode = async (by: UserDocument, { child }: Day, name: string) =>
  app.as(by).call('POST /pickupCode/:childId', { params: { childId: child.id }, body: { name } });

// Rules: R395, R396, R397, R463.
describe('who must not collect a child', () => {
  it('is never handed the child, even if the name is written differently or an admin lets them', async () => {
    const day = await build();
    // The other guardian has listed him.
    expect((await block(day.partner, day, '  joe  GRÄNDPA ')).status).toBe(200);
    const { adults, mustNotCollect } = await readChild(day.instructor, day);
    expect(mustNotCollect).toEqual([{ name: 'joe  GRÄNDPA', since: CAMP_DAY, note: NOTE }]);
    const listed = adults.find(({ name }) => name === CONTACT.name);
    expect(listed).toMatchObject({ mayCollect: false, isBlocked: true, phone: null });
    const override = { how: 'override' as const, name: 'Grandpa   Joe', note: 'He asked nicely' };
    expect(await send(day.instructor, day, [makeOut(day.child.id, GRANDPA)])).toEqual([
      'must_not_collect',
    ]);
    expect(await send(admin, day, [makeOut(day.child.id, override)])).toEqual(['must_not_collect']);
    expect((await readChild(admin, day)).attendance.state).toBe('expected');
    const params = { classId: day.campClass.id };
    const { body } = await app.as(day.instructor).call('GET /classCare/:classId', { params });
    const named = body.people[0]?.contacts.find(({ name }) => name === CONTACT.name);
    expect(named).toMatchObject({ mayPickUp: false });
    // Nor is he called in a fire alarm.
    const { classes } = (await app.as(admin).call('GET /emergencyList')).body;
    const called = classes
      .flatMap(({ people }) => people)
      .find(({ personId }) => personId === day.child.id)?.adults;
    expect(called?.length).toBeGreaterThan(1);
    expect(called?.map(({ name }) => name)).not.toContain(CONTACT.name);
    // Others still may.
    const aunt = { ...override, name: 'Joan Grandpa' };
    expect(await send(admin, day, [makeOut(day.child.id, aunt)])).toEqual([null]);
  });

  it('is in doubt if the name is nearly the same: red for the team, and only an admin lets them', async () => {
    const day = await build();
    await block(day.parent, day, 'Joe-Karl Grandpa');
    const { adults } = await readChild(day.instructor, day);
    const listed = adults.find(({ name }) => name === CONTACT.name);
    expect(listed).toMatchObject({ mayCollect: false, isBlocked: true, isInDoubt: true });
    for (const person of [day.instructor, admin])
      expect(await send(person, day, [makeOut(day.child.id, GRANDPA)])).toEqual([
        'must_not_collect',
      ]);
    const override = { how: 'override' as const, name: CONTACT.name, note: 'Another Joe' };
    expect(await send(day.instructor, day, [makeOut(day.child.id, override)])).toEqual([
      'not_listed',
    ]);
    expect(await send(admin, day, [makeOut(day.child.id, override)])).toEqual([null]);
  });

  // Rules: R712, R713.
  it('is kept from a guardian who works here: a colleague reads it, and approves how the child leaves', async () => {
    const day = await build();
    const { users } = app.services.database.collections;
    const { _id } = day.partner;
    const guardianId = _id.toHexString();
    await block(day.parent, day, 'Karl Falk');
    const readAll = async () => {
      const { adults, mustNotCollect, isKept } = await readChild(day.partner, day);
      const params = { classId: day.campClass.id };
      const { people } = (await app.as(day.partner).call('GET /classCare/:classId', { params }))
        .body;
      return { adults, mustNotCollect, isKept, care: people[0] };
    };
    const leave = async () =>
      send(day.partner, day, [
        makeOut(day.child.id, { how: 'override', name: 'Eva Stone', note: 'I say so' }),
        makeOut(day.child.id, { how: 'alone', note: 'I say so' }),
      ]);
    await users.updateOne({ _id }, { $set: { role: 'admin', bundle: 'office' } });
    const ofOffice = await readAll();
    expect(ofOffice).toMatchObject({
      ...{ mustNotCollect: [], isKept: true },
      care: { contacts: [], mustNotCollect: [], isKept: true },
    });
    expect(ofOffice.adults.map(({ name }) => name)).not.toContain(CONTACT.name);
    expect(await leave()).toEqual(['not_listed', 'not_alone']);
    // A phone without a connection can't be refused. The list of who left so is not theirs to tick off.
    const offline = { offline: true as const };
    const alone = { how: 'alone' as const, note: 'I say so' };
    expect(await send(day.partner, day, [makeOut(day.child.id, alone, offline)])).toEqual([null]);
    await readChild(day.partner, day);
    const readHome = async (person: UserDocument) => {
      const { notAllowed } = (await app.as(person).call('GET /dayList')).body;
      return notAllowed.filter(({ classId }) => classId === day.campClass.id);
    };
    expect(await readHome(day.partner)).toEqual([]);
    expect(await readHome(admin)).toMatchObject([{ people: 1 }]);
    await readChild(admin, day);
    expect(await readHome(admin)).toEqual([]);
    // Somebody of the class's team reads it about others, but not about themselves.
    await users.updateOne({ _id }, { $set: { role: 'instructor' } });
    await app.services.database.collections.classes.updateOne(
      { _id: new ObjectId(day.campClass.id) },
      { $set: { instructorId: _id } },
    );
    expect((await readAll()).mustNotCollect).toMatchObject([{ name: 'Karl Falk' }]);
    await app.as(admin).call('POST /children/:id/mustNotCollect', {
      params: { id: day.child.id },
      body: { guardianId, since: addDays(CAMP_DAY, 1), note: NOTE },
    });
    expect(JSON.stringify(await readAll())).not.toMatch(/Karl Falk|The court/);
  });

  it('counts from its first day on', async () => {
    const day = await build();
    await block(day.parent, day, CONTACT.name, addDays(CAMP_DAY, 1));
    await block(day.parent, day, 'Karl Falk', addDays(CAMP_DAY, 2));
    expect((await makeCode(day.parent, day, 'Karl Falk')).status).toBe(200);
    expect((await readChild(admin, day)).mustNotCollect).toEqual([]);
    expect(await send(day.instructor, day, [makeOut(day.child.id, GRANDPA)])).toEqual([null]);
  });

  it('gets no code from who wrote it, and one that was made before does not work', async () => {
    const day = await build();
    const { code } = (await makeCode(day.partner, day, 'Karl Falk')).body;
    await block(day.parent, day, 'Falk, Karl');
    const check = await app.as(day.instructor).call('POST /pickupCode/:childId/check', {
      params: { childId: day.child.id },
      body: { classId: day.campClass.id, code },
    });
    expect(check.body).toEqual({ name: null, problem: 'must_not_collect' });
    const withCode = { how: 'code' as const, name: 'Karl Falk', code };
    const offline = { offline: true as const };
    expect(await send(admin, day, [makeOut(day.child.id, withCode)])).toEqual(['must_not_collect']);
    expect(await send(admin, day, [makeOut(day.child.id, withCode, offline)])).toEqual([null]);
    expect((await readChild(admin, day)).taps).toMatchObject([{ notAllowed: 'must_not_collect' }]);
    const sayWhy = async (name: string) => {
      const { status, body } = await makeCode(day.parent, day, name);
      expect(status, name).toBe(400);
      return JSON.stringify(body);
    };
    expect(await sayWhy('karl falk')).toContain('You said that this person must not collect');
    expect(await sayWhy('Karl-Heinz Falk')).toContain('Ask the school');
  });

  it('is read by the team, admins and who wrote it; not by the other guardians, and in no email and log', async () => {
    const day = await build();
    await block(day.parent, day, 'Karl Canaryfalk');
    await blockAsOffice(day, day.partner.name);
    expect(await readOwn(day.parent, day)).toEqual([
      { _id: expect.any(String), name: 'Karl Canaryfalk', since: CAMP_DAY, note: NOTE },
    ]);
    for (const person of [day.partner, day.seer, day.booker])
      expect(await readOwn(person, day)).toEqual([]);
    const download = async (person: UserDocument) =>
      JSON.stringify(await getOwnFamilies(person, app.services));
    expect(await download(day.parent)).toContain('Canaryfalk');
    expect(await download(day.partner)).not.toMatch(/Canaryfalk|The court/);
    // Nor does the audit log name a guardian who would see it in their data.
    const { events } = app.services.database.collections;
    const told = await events.find({ 'data.people': day.partner.email }).toArray();
    expect(told.filter(({ type }) => type.includes('must not collect'))).toEqual([]);
    expect(await readAsOffice(day)).toMatchObject([
      { name: 'Karl Canaryfalk', by: day.parent.name, isByOffice: false },
      { name: day.partner.name, by: admin.name, isByOffice: true },
    ]);
    const traces = await findTraces(app, 'Canaryfalk');
    expect(traces).toHaveLength(1);
    expect(traces[0]).toMatch(/^childContacts/);
    const read = await readAuditLog(app, { action: 'read must not collect' });
    await readAsOffice(day);
    expect(await readAuditLog(app, { action: 'read must not collect' })).toHaveLength(read.length);
    expect(read.filter(({ target }) => target === day.child.id)).toHaveLength(1);
  });

  it('may be another guardian only if the office says so, and then nobody of the family ends it', async () => {
    const day = await build();
    const refused = await block(day.parent, day, ` ${day.partner.name.toUpperCase()} `);
    expect(refused.status).toBe(400);
    expect(JSON.stringify(refused.body)).toContain('Only the office');
    await blockAsOffice(day, day.partner.name);
    const guardian = { how: 'listed' as const, name: day.partner.name, checked: 'known' as const };
    expect(await send(admin, day, [makeOut(day.child.id, guardian)])).toEqual(['must_not_collect']);
    const [entry] = await readAsOffice(day);
    const params = { id: day.child.id, entryId: entry?._id ?? '' };
    for (const person of [day.parent, day.partner])
      expect(
        (await app.as(person).call('DELETE /myChildren/:id/mustNotCollect/:entryId', { params }))
          .status,
      ).toBe(404);
    const end = await app
      .as(admin)
      .call('DELETE /children/:id/mustNotCollect/:entryId', { params });
    expect(end.status).toBe(200);
    expect(await send(admin, day, [makeOut(day.child.id, guardian)])).toEqual([null]);
  });

  it('is ended by who wrote it, and not by others; it stays when they are no longer a guardian', async () => {
    const day = await build();
    await block(day.partner, day, CONTACT.name);
    await block(day.parent, day, 'Karl Falk');
    const [own] = await readOwn(day.parent, day);
    const end = async (by: UserDocument, entryId: string) =>
      (
        await app.as(by).call('DELETE /myChildren/:id/mustNotCollect/:entryId', {
          params: { id: day.child.id, entryId },
        })
      ).status;
    expect(await end(day.partner, own?._id ?? '')).toBe(404);
    expect(await end(day.parent, new ObjectId().toHexString())).toBe(404);
    expect(await end(day.parent, own?._id ?? '')).toBe(200);
    expect(await readOwn(day.parent, day)).toEqual([]);
    await app.as(day.parent).call('DELETE /myChildren/:id/guardians/:guardianId', {
      params: { id: day.child.id, guardianId: day.partner._id.toHexString() },
    });
    expect(await send(admin, day, [makeOut(day.child.id, GRANDPA)])).toEqual(['must_not_collect']);
  });

  it('was handed the child by a phone that did not know it: that has happened', async () => {
    const day = await build();
    await block(day.parent, day, CONTACT.name);
    const fact = makeOut(day.child.id, GRANDPA, { offline: true });
    expect(await send(day.instructor, day, [fact])).toEqual([null]);
    expect((await readChild(admin, day)).taps).toMatchObject([{ notAllowed: 'must_not_collect' }]);
  });
});

describe('what the school knows of it', () => {
  it('goes to the account that stays, and goes with the child', async () => {
    const day = await build();
    await block(day.parent, day, 'Karl Falk');
    const into = await buildUser(app);
    expect((await mergeAccounts(app, admin, { from: day.parent, into })).status).toBe(200);
    expect(await readOwn(into, day)).toMatchObject([{ name: 'Karl Falk' }]);
    const { childContacts, classes } = app.services.database.collections;
    await classes.updateOne({ _id: day.campClass._id }, { $set: { seats: [] } });
    const child = { params: { id: day.child.id } };
    expect((await app.as(into).call('DELETE /myChildren/:id', child)).status).toBe(200);
    expect(await childContacts.findOne({ _id: day.child._id })).toBeNull();
  });

  it('holds next summer, too, when the contacts are erased; once attendance is, it is gone', async () => {
    const day = await build();
    await block(day.parent, day, 'Karl Falk');
    const { childContacts } = app.services.database.collections;
    const find = () => childContacts.findOne({ _id: day.child._id });
    goTo('12:00', addDays(CAMP_DAY, 4 + 32));
    await forgetOldCare(app.services);
    expect(await find()).toMatchObject({ contacts: [], mustNotCollect: [{ name: 'Karl Falk' }] });
    goTo('12:00', addDays(CAMP_DAY, 4 + 1_095));
    await forgetOldCare(app.services);
    expect(await find()).not.toBeNull();
    goTo('12:00', addDays(CAMP_DAY, 4 + 1_097));
    await forgetOldCare(app.services);
    expect(await find()).toBeNull();
  });
});
