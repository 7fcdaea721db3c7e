import { attendance } from '@speakifyr/contract/attendance.ts';
import { readAttendance } from '@speakifyr/contract/attendance-state.ts';
import { describe, expect, it } from 'vitest';
import type { UserDocument } from '../database/user-documents.ts';
import type { OutgoingMail } from '../outside/smtp.ts';
import { addDueMails } from '../messages/add-due-mails.ts';
import { deliverMails } from '../messages/deliver.ts';
import { CAMP_DAY, useCampDay } from '../testing/camp-day.ts';
import { buildUser, useUser } from '../testing/factories.ts';
import { saveAbsence } from './own-attendance.ts';

const { app, goTo, build, makeTap, send, readChild } = useCampDay();
const admin = useUser(app, 'admin');
const collections = () => app.services.database.collections;

type Day = Awaited<ReturnType<typeof build>>;

const findCartId = ({ campClass }: Day) => campClass.seats[0]?.seatId.toHexString() ?? '';

const say = (person: UserDocument, day: Day, isAbsent: boolean) =>
  app.as(person).call('PUT /myAttendance/:cartId/:day', {
    params: { cartId: findCartId(day), day: CAMP_DAY },
    body: { isAbsent },
  });

const readOwn = async (person: UserDocument) => {
  const { body } = await app.as(person).call('GET /myAttendance');
  return body[0] && { ...body[0], today: body[0].days.find(({ day }) => day === CAMP_DAY) };
};

/** @returns the subjects of the emails about absences that each of these people gets now */
async function receive(...people: UserDocument[]) {
  const sent: OutgoingMail[] = [];
  const mailer = {
    send: (mail: OutgoingMail) => Promise.resolve({ result: 'sent' as const, at: sent.push(mail) }),
    check: () => Promise.resolve(undefined),
  };
  await addDueMails(app.services);
  await deliverMails({ ...app.services, mailer });
  const mails = sent.filter(({ id }) => id.startsWith('absence-'));
  return people.map(({ email }) => mails.filter(({ to }) => to.address === email));
}

/** Everything with which a family writes attendance. */
const WRITERS: Record<string, (person: UserDocument, day: Day) => Promise<{ body: unknown }>> = {
  'PUT /myAttendance/:cartId/:day': (person, day) => say(person, day, true),
};

// Rules: R491, R492.
describe('a family writes attendance only with the right to book for a child that it may see', () => {
  const calls = Object.entries(attendance).filter(
    ([name, { access }]) => !name.startsWith('GET ') && access.who === 'student',
  );

  it.each(calls.map(([name]) => name))('%s', async (name) => {
    const write = WRITERS[name] ?? expect.fail(`Say who may make the call ${name}`);
    const day = await build();
    const { parent, partner, seer, booker } = day;
    const former = await buildUser(app);
    expect((await write(seer, day)).body).toMatchObject({ code: 'guardian_may_not' });
    for (const person of [booker, former])
      expect((await write(person, day)).body).toMatchObject({ code: 'not_found' });
    expect(await collections().attendance.countDocuments({ personId: day.child._id })).toBe(0);
    for (const person of [parent, partner])
      expect((await write(person, day)).body).toMatchObject({ status: true });
    await collections().children.updateOne(
      { _id: day.child._id },
      { $pull: { guardians: { userId: partner._id } } },
    );
    expect((await write(partner, day)).body).toMatchObject({ code: 'not_found' });
  });
});

describe('an absence', () => {
  it('gives way to the team, whose phone had no connection when the child came', async () => {
    const day = await build();
    const arrived = makeTap(day.child.id, 'in', { offline: true });
    goTo('09:10');
    await say(day.partner, day, true);
    goTo('09:30');
    expect(await send(day.instructor, day, [arrived])).toEqual([null]);
    expect((await readChild(day.instructor, day)).attendance.state).toBe('here');
    const { body } = await app.as(day.instructor).call('GET /emergencyList');
    const now = body.classes.flatMap(({ people }) => people);
    const taps = now.find(({ personId }) => personId === day.child.id)?.taps ?? [];
    expect(readAttendance(taps).state).toBe('here');
  });

  it('has the name of the guardian who said it: for the team, and for the family', async () => {
    const day = await build();
    await say(day.partner, day, true);
    const child = await readChild(day.instructor, day);
    expect(child.attendance.last).toMatchObject({ isByFamily: true, saidBy: day.partner.name });
    for (const [person, mayReport] of [
      [day.parent, true],
      [day.seer, false],
    ] as const)
      expect(await readOwn(person)).toMatchObject({
        mayReport,
        today: { state: 'absent', absentBy: day.partner.name },
      });
    await say(day.parent, day, false);
    expect(await readOwn(day.parent)).toMatchObject({
      today: { state: 'expected', absentBy: null },
    });
    // The team's word has no name.
    await send(day.instructor, day, [makeTap(day.child.id, 'absent')]);
    expect(await readOwn(day.parent)).toMatchObject({ today: { state: 'absent', absentBy: null } });
  });

  it('is told to the other guardians who may see the child, once, and so is that it comes after all', async () => {
    const day = await build();
    const { parent, partner, seer, booker } = day;
    await say(parent, day, true);
    expect((await receive(partner)).flat()).toEqual([]);
    goTo('09:02');
    const [own, others, seers, bookers] = await receive(parent, partner, seer, booker);
    expect([own, bookers]).toEqual([[], []]);
    for (const [mail, ...more] of [others ?? [], seers ?? []]) {
      expect(more).toEqual([]);
      expect(mail?.subject).toContain(`${day.child.name} isn’t coming on Mon 5 July`);
      expect(mail?.text).toContain(parent.name);
    }
    goTo('09:10');
    await say(partner, day, false);
    goTo('09:12');
    const [back, , seen] = await receive(parent, partner, seer);
    for (const [mail] of [back ?? [], seen ?? []])
      expect(mail?.subject).toContain('is coming after all');
    expect((await receive(parent, partner, seer)).flat()).toEqual([]);
  });

  it('that is taken back and said again before anybody heard is told once', async () => {
    const day = await build();
    for (const isAbsent of [true, false, true]) await say(day.parent, day, isAbsent);
    goTo('09:02');
    expect((await receive(day.partner)).flat()).toHaveLength(1);
    for (const isAbsent of [false, true]) await say(day.parent, day, isAbsent);
    goTo('09:05');
    expect((await receive(day.partner)).flat()).toEqual([]);
  });

  it('that nobody may hear of anymore is not told', async () => {
    const day = await build();
    await say(day.parent, day, true);
    await collections().children.updateOne(
      { _id: day.child._id },
      { $pull: { guardians: { userId: day.partner._id } } },
    );
    goTo('09:02');
    expect((await receive(day.partner)).flat()).toEqual([]);
  });

  it('stays one small document after a hundred changes, also by two guardians at once', async () => {
    const day = await build();
    const read = async () => {
      const params = { classId: day.campClass.id, day: CAMP_DAY };
      return (await app.as(day.instructor).call('GET /dayList/:classId/:day', { params })).body;
    };
    await say(day.parent, day, true);
    const before = JSON.stringify(await read()).length;
    const wish = { cartId: findCartId(day), day: CAMP_DAY };
    for (let change = 0; change < 50; change += 1)
      await Promise.all([
        saveAbsence({ ...wish, isAbsent: change % 2 === 0 }, day.parent, app.services),
        saveAbsence({ ...wish, isAbsent: change % 2 === 1 }, day.partner, app.services),
      ]);
    const after = JSON.stringify(await read()).length;
    expect(after - before).toBeLessThan(200);
    const stored = await collections().attendance.find({ personId: day.child._id }).toArray();
    expect(stored).toMatchObject([{ isByFamily: true }]);
    expect(stored[0]?.events?.length).toBeLessThan(2);
  });

  it('that an older version stored as a list becomes one document with the next change', async () => {
    const day = await build();
    const old = (kind: 'absent' | 'undo', undoes?: string) => ({
      ...makeTap(day.child.id, kind),
      ...{ classId: day.campClass._id, day: CAMP_DAY, personId: day.child._id },
      ...{ at: app.services.now(), receivedAt: app.services.now(), by: day.parent._id },
      ...{ isByFamily: true as const, ...(undoes && { undoes }) },
    });
    const first = old('absent');
    await collections().attendance.insertMany([first, old('undo', first._id), old('absent')]);
    goTo('09:05');
    await say(day.partner, day, false);
    expect((await readChild(day.instructor, day)).attendance.state).toBe('expected');
    expect(await collections().attendance.countDocuments({ personId: day.child._id })).toBe(1);
  });

  it('can be said again after the team has called it a mistake', async () => {
    const day = await build();
    await say(day.parent, day, true);
    const { last } = (await readChild(admin, day)).attendance;
    await send(admin, day, [makeTap(day.child.id, 'undo', { undoes: last?._id })]);
    expect((await readChild(admin, day)).attendance.state).toBe('expected');
    for (const [isAbsent, state] of [
      [true, 'absent'],
      [false, 'expected'],
      [true, 'absent'],
    ] as const) {
      await say(day.parent, day, isAbsent);
      expect((await readChild(admin, day)).attendance.state).toBe(state);
    }
  });
});
