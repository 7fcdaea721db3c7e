import { randomUUID } from 'node:crypto';
import type { SentHandOver, SentTap } from '@speakifyr/contract/attendance.ts';
import { describe, expect, it } from 'vitest';
import type { UserDocument } from '../database/user-documents.ts';
import { forgetOldCare } from '../families/forget-care.ts';
import { getOwnFamilies } from '../families/own-families.ts';
import { addDays } from '../school-time.ts';
import { readProps } from '../messages/write-mail.ts';
import { readAuditLog } from '../testing/audit-log.ts';
import { CAMP_DAY, useCampDay } from '../testing/camp-day.ts';
import { makeEnrolledSeat } from '../testing/care.ts';
import { buildUser, useUser } from '../testing/factories.ts';
import { listMailsTo, readMailTo } from '../testing/mails.ts';
import { mergeAccounts } from '../testing/merging.ts';

const { app, goTo, build, makeOut, send, readChild, sayNow } = useCampDay();
const admin = useUser(app, 'admin');

type Day = Awaited<ReturnType<typeof build>>;
const ALONE: SentHandOver = { how: 'alone' };

const allow = async (by: UserDocument, { child }: Day, from = '12:30') =>
  app.as(by).call('PUT /myChildren/:id/mayLeaveAlone', {
    params: { id: child.id },
    body: { from },
  });

const withdraw = async (by: UserDocument, { child }: Day) =>
  app.as(by).call('DELETE /myChildren/:id/mayLeaveAlone', { params: { id: child.id } });

const read = async (by: UserDocument, { child }: Day) =>
  (await app.as(by).call('GET /myChildren/:id', { params: { id: child.id } })).body.mayLeaveAlone;

const remove = async (by: UserDocument, { child }: Day, guardian: UserDocument) =>
  app.as(by).call('DELETE /myChildren/:id/guardians/:guardianId', {
    params: { id: child.id, guardianId: guardian._id.toHexString() },
  });

/** Taps, as the instructor, that the child leaves alone now. @returns why that is refused, or null */
async function leave(day: Day, more: Partial<SentTap> = {}, by: UserDocument = day.instructor) {
  const [problem] = await send(by, day, [makeOut(day.child.id, ALONE, more)]);
  return problem;
}

/** How the child left, as the team reads it. */
const readLeaving = async (day: Day) => {
  const { out } = (await readChild(day.instructor, day)).attendance;
  return out && { ...out.collectedBy, ...(out.notAllowed && { notAllowed: out.notAllowed }) };
};

// Rules: R412, R413, R414.
describe('a child that may leave alone', () => {
  it('does so from the time on that a guardian said, by the school’s clock, and not a minute before', async () => {
    const day = await build();
    const saidAt = sayNow();
    expect((await allow(day.parent, day)).status).toBe(200);
    const said = { from: '12:30', at: saidAt };
    expect(await read(day.parent, day)).toEqual({ ...said, isYou: true, by: day.parent.name });
    expect(await read(day.seer, day)).toEqual({ ...said, isYou: false, by: day.parent.name });
    expect(await read(day.booker, day)).toBeNull();
    expect((await readChild(day.instructor, day)).mayLeaveAloneFrom).toBe('12:30');
    goTo('12:29');
    expect(await leave(day)).toBe('not_alone');
    expect((await readChild(day.instructor, day)).attendance.state).toBe('expected');
    goTo('12:30');
    // The time of the tap counts, not that of its arrival.
    const early = new Date(Date.parse(sayNow()) - 60_000).toISOString();
    expect(await leave(day, { at: early })).toBe('not_alone');
    expect(await leave(day)).toBeNull();
    expect(await readLeaving(day)).toEqual({ how: 'alone' });
    const sheet = await app
      .as(day.instructor)
      .call('GET /attendanceSheet/:classId', { params: { classId: day.campClass.id } });
    const gone = { state: 'gone', out: sayNow(), collectedBy: null, leftAlone: true };
    expect(sheet.body.people[0]?.days[0]).toMatchObject(gone);
    const own = await app.as(day.parent).call('GET /myAttendance');
    expect(own.body[0]?.days[0]).toMatchObject(gone);
  });

  it('needs the word of a guardian: without one, and for nobody else, it is refused', async () => {
    const day = await build();
    goTo('14:00');
    expect(await leave(day)).toBe('not_alone');
    const other = await build();
    await allow(other.parent, other);
    goTo('14:30');
    expect(await leave(day)).toBe('not_alone');
    // Nor does a code or an adult of that name help.
    const named: SentHandOver = { how: 'listed', name: 'Leaves alone', checked: 'known' };
    expect(await send(day.instructor, day, [makeOut(day.child.id, named)])).toEqual(['not_listed']);
  });

  it('may do so earlier only if an admin says why', async () => {
    const day = await build();
    await allow(day.parent, day);
    goTo('11:00');
    const note = 'The mother called.';
    const early = makeOut(day.child.id, { how: 'alone', note });
    expect(await send(day.instructor, day, [early])).toEqual(['not_alone']);
    expect(await leave(day, {}, admin)).toBe('not_alone');
    expect(await send(admin, day, [early])).toEqual([null]);
    expect(await readLeaving(day)).toEqual({ how: 'alone', note });
  });

  it('is a child: somebody who joined for themselves just leaves', async () => {
    const day = await build();
    const adult = await buildUser(app);
    await app.services.database.collections.classes.updateOne(
      { _id: day.campClass._id },
      { $push: { seats: makeEnrolledSeat({ userId: adult._id }) } },
    );
    goTo('13:00');
    const note = 'They asked.';
    const itself = makeOut(adult._id.toHexString(), { how: 'alone', note });
    expect(await send(admin, day, [itself])).toEqual(['not_alone']);
  });

  it('is not stopped by who must not collect it', async () => {
    const day = await build();
    await allow(day.parent, day);
    const body = { name: 'Karl Falk', since: CAMP_DAY, note: '' };
    await app
      .as(day.partner)
      .call('POST /myChildren/:id/mustNotCollect', { params: { id: day.child.id }, body });
    goTo('13:00');
    expect(await leave(day)).toBeNull();
  });

  it('has left, whatever was allowed, if a phone without a connection says so; then it is marked', async () => {
    const offline = { offline: true as const };
    const early = await build();
    await allow(early.parent, early);
    goTo('12:10');
    const fact = makeOut(early.child.id, ALONE, offline);
    goTo('13:00');
    for (const time of ['13:00', '13:01']) {
      goTo(time);
      expect(await send(early.instructor, early, [fact])).toEqual([null]);
    }
    expect(await readLeaving(early)).toEqual({ how: 'alone', notAllowed: 'not_alone' });

    const late = await build();
    await allow(late.parent, late);
    goTo('12:31');
    const tap = makeOut(late.child.id, ALONE, offline);
    expect(await send(late.instructor, late, [tap])).toEqual([null]);
    await withdraw(late.parent, late);
    expect(await send(late.instructor, late, [tap])).toEqual([null]);
    expect(await readLeaving(late)).toEqual({ how: 'alone' });

    // Said only afterwards; and an instructor's note is no admin's word.
    const after = await build();
    goTo('12:31');
    const before = makeOut(after.child.id, ALONE, offline);
    goTo('12:40');
    await allow(after.parent, after);
    await send(after.instructor, after, [before]);
    expect(await readLeaving(after)).toMatchObject({ notAllowed: 'not_alone' });
    const noted = await build();
    const note = 'It looked fine';
    await send(noted.instructor, noted, [makeOut(noted.child.id, { how: 'alone', note }, offline)]);
    expect(await readLeaving(noted)).toEqual({ how: 'alone', note, notAllowed: 'not_alone' });
  });

  it('is undone like any other tap', async () => {
    const day = await build();
    await allow(day.parent, day);
    goTo('12:30');
    const out = makeOut(day.child.id, ALONE);
    await send(day.instructor, day, [out]);
    const undo = { ...{ _id: randomUUID(), personId: day.child.id }, kind: 'undo' as const };
    expect(await send(day.instructor, day, [{ ...undo, at: sayNow(), undoes: out._id }])).toEqual([
      null,
    ]);
    expect((await readChild(day.instructor, day)).attendance.state).toBe('expected');
  });
});

describe('the word of a guardian', () => {
  it('is taken back by any guardian with every right, and counts no longer at once', async () => {
    const day = await build();
    await allow(day.parent, day);
    for (const person of [day.seer, day.booker])
      expect((await withdraw(person, day)).body).toMatchObject({ code: 'guardian_may_not' });
    goTo('12:40');
    expect((await withdraw(day.partner, day)).status).toBe(200);
    expect((await withdraw(day.partner, day)).status).toBe(200);
    expect(await leave(day)).toBe('not_alone');
    expect(await read(day.parent, day)).toBeNull();
    expect((await readChild(day.instructor, day)).mayLeaveAloneFrom).toBeNull();
    const told = await readAuditLog(app, { 'after.child': day.child.id });
    expect(told).toMatchObject([
      { action: 'allow leaving alone', who: day.parent.email, after: { from: '12:30' } },
      { action: 'end leaving alone', who: day.partner.email },
    ]);
    expect(JSON.stringify(told)).not.toContain(day.child.name);
  });

  it('ends with their rights, and does not come back with them', async () => {
    const day = await build();
    await allow(day.partner, day);
    goTo('13:00');
    const { childContacts, users } = app.services.database.collections;
    const about = { _id: day.partner._id };
    await users.updateOne(about, { $set: { status: 'removed' } });
    expect(await leave(day)).toBe('not_alone');
    await users.updateOne(about, { $set: { status: 'active' } });
    expect((await remove(day.parent, day, day.partner)).status).toBe(200);
    expect(await leave(day)).toBe('not_alone');
    expect(await read(day.parent, day)).toBeNull();
    expect((await allow(day.partner, day)).body).toMatchObject({ code: 'not_found' });
    expect(await childContacts.findOne({ _id: day.child._id })).not.toHaveProperty('mayLeaveAlone');
    // Another guardian's permission stays when a guardian leaves.
    await allow(day.parent, day);
    expect((await remove(day.parent, day, day.seer)).status).toBe(200);
    goTo('13:01');
    expect(await leave(day)).toBeNull();
  });

  it('counts only while they have every right, even if nobody has forgotten it', async () => {
    const day = await build();
    const { childContacts } = app.services.database.collections;
    for (const { _id: by } of [day.seer, day.booker, await buildUser(app)]) {
      const mayLeaveAlone = { from: '08:00', by, at: new Date(sayNow()) };
      await childContacts.updateOne({ _id: day.child._id }, { $set: { mayLeaveAlone } });
      expect(await leave(day)).toBe('not_alone');
      expect((await readChild(day.instructor, day)).mayLeaveAloneFrom).toBeNull();
      expect(await read(day.parent, day)).toBeNull();
    }
  });

  it('is told to the guardians who may see the child, and so is its end', async () => {
    const day = await build();
    await allow(day.parent, day);
    for (const person of [day.parent, day.partner, day.seer])
      expect(await readMailTo(app, person, 'leaving alone')).toMatchObject({
        props: { child: day.child.name, from: '12:30' },
      });
    expect(await listMailsTo(app, day.booker)).toEqual([]);
    const other = await build();
    await allow(other.partner, other);
    await withdraw(other.parent, other);
    const lines = await listMailsTo(app, other.parent);
    const told = await Promise.all(lines.map((line) => readProps(line, app.services)));
    // The first one is no longer true.
    expect(told.filter(Boolean)).toMatchObject([{ props: { from: null } }]);
    expect(told).toHaveLength(2);
  });

  it('is in the download of those who may see the child, without another guardian’s name', async () => {
    const day = await build();
    await allow(day.parent, day);
    const download = async (person: UserDocument) =>
      (await getOwnFamilies(person, app.services)).children[0]?.mayLeaveAlone;
    const said = { from: '12:30', at: sayNow() };
    expect(await download(day.parent)).toEqual({ ...said, isYou: true });
    expect(await download(day.partner)).toEqual({ ...said, isYou: false });
    expect(await download(day.booker)).toBeNull();
  });

  it('goes to the account that stays, and goes with the child', async () => {
    const day = await build();
    await allow(day.parent, day);
    const into = await buildUser(app);
    await mergeAccounts(app, admin, { from: day.parent, into });
    expect(await read(into, day)).toMatchObject({ from: '12:30', isYou: true });
    goTo('12:30');
    expect(await leave(day)).toBeNull();
    const { childContacts, classes } = app.services.database.collections;
    await classes.updateOne({ _id: day.campClass._id }, { $set: { seats: [] } });
    const child = { params: { id: day.child.id } };
    expect((await app.as(into).call('DELETE /myChildren/:id', child)).status).toBe(200);
    expect(await childContacts.findOne({ _id: day.child._id })).toBeNull();
  });

  it('is erased with the contacts, also if who must not collect the child is kept', async () => {
    const day = await build();
    await allow(day.parent, day);
    await app.as(day.parent).call('POST /myChildren/:id/mustNotCollect', {
      params: { id: day.child.id },
      body: { name: 'Karl Falk', since: CAMP_DAY, note: '' },
    });
    goTo('12:00', addDays(CAMP_DAY, 4 + 29));
    await forgetOldCare(app.services);
    const { childContacts } = app.services.database.collections;
    const find = () => childContacts.findOne({ _id: day.child._id });
    expect(await find()).toMatchObject({ mayLeaveAlone: { from: '12:30', by: day.parent._id } });
    goTo('12:00', addDays(CAMP_DAY, 4 + 32));
    await forgetOldCare(app.services);
    expect(await find()).toMatchObject({ contacts: [], mustNotCollect: [{ name: 'Karl Falk' }] });
    expect(await find()).not.toHaveProperty('mayLeaveAlone');
  });

  it('is kept for a child without contacts, and from the day on which it was said', async () => {
    const day = await build();
    const { childContacts, classes } = app.services.database.collections;
    await childContacts.deleteOne({ _id: day.child._id });
    await classes.updateOne({ _id: day.campClass._id }, { $set: { seats: [] } });
    goTo('09:00', addDays(CAMP_DAY, 3));
    await allow(day.parent, day);
    goTo('12:00', addDays(CAMP_DAY, 3 + 29));
    await forgetOldCare(app.services);
    expect(await childContacts.findOne({ _id: day.child._id })).toMatchObject({ contacts: [] });
    goTo('12:00', addDays(CAMP_DAY, 3 + 32));
    await forgetOldCare(app.services);
    expect(await childContacts.findOne({ _id: day.child._id })).toBeNull();
  });
});
