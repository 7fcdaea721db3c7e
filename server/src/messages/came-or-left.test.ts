import type { SentTap } from '@speakifyr/contract/attendance.ts';
import { describe, expect, it } from 'vitest';
import type { UserDocument } from '../database/user-documents.ts';
import { addDays } from '../school-time.ts';
import { CAMP_DAY, useCampDay } from '../testing/camp-day.ts';
import { makeEnrolledSeat } from '../testing/care.ts';
import { makeGuardian } from '../testing/documents.ts';
import { buildUser, useUser } from '../testing/factories.ts';
import { CONTACT } from '../testing/families.ts';
import { listNews } from '../testing/mails.ts';
import type { OutgoingMail } from '../outside/smtp.ts';
import { addDueMails } from './add-due-mails.ts';
import { deliverMails } from './deliver.ts';

const { app, goTo, build, makeOut, makeTap, send } = useCampDay();
const admin = useUser(app, 'admin');
const collections = () => app.services.database.collections;

type Day = Awaited<ReturnType<typeof build>>;

const byGrandpa = ({ child }: Day, more: Partial<SentTap> = {}) =>
  makeOut(child.id, { how: 'listed', name: CONTACT.name, checked: 'known' }, more);

const choose = (person: UserDocument, campDay: boolean) =>
  app.as(person).call('PATCH /myMail', { body: { campDay } });

/** A camp day whose parent wants these emails. */
async function buildWanted(): Promise<Day> {
  const day = await build();
  await choose(day.parent, true);
  return day;
}

/** @returns the emails of this kind that reach a person now */
async function receive({ email }: { email: string }): Promise<OutgoingMail[]> {
  const sent: OutgoingMail[] = [];
  const mailer = {
    send: (mail: OutgoingMail) => Promise.resolve({ result: 'sent' as const, at: sent.push(mail) }),
    check: () => Promise.resolve(undefined),
  };
  await addDueMails(app.services);
  await deliverMails({ ...app.services, mailer });
  return sent.filter(({ id, to }) => id.startsWith('came-or-left-') && to.address === email);
}

const readSubjects = async (person: { email: string }) =>
  (await receive(person)).map(({ subject }) => subject);

// Rules: R425, R426.
describe('a guardian who wants it', () => {
  it('reads by email when the child came and who collected it, each time once; nobody else does', async () => {
    const day = await buildWanted();
    const { instructor, parent, partner, seer, booker, child } = day;
    // A guardian who may only book reads nothing of the camp day.
    for (const person of [seer, booker]) await choose(person, true);
    goTo('09:04');
    const came = [makeTap(child.id, 'in')];
    for (let times = 0; times < 3; times += 1)
      expect(await send(instructor, day, came)).toEqual([null]);
    goTo('09:05');
    expect(await receive(parent)).toEqual([]);
    goTo('09:06');
    const [mail, ...more] = await receive(parent);
    expect(more).toEqual([]);
    expect(mail?.subject).toBe(`${child.name} arrived at 9:04 AM`);
    expect(mail?.text).toContain(day.campClass.name);
    expect(mail?.text).not.toContain('no connection');
    expect(mail?.headers).toHaveProperty('List-Unsubscribe');
    await send(instructor, day, came);
    goTo('09:10');
    expect(await receive(parent)).toEqual([]);

    for (const [left, later, back, end] of [
      ['12:31', '12:33', '1:00', '13:00'],
      ['15:02', '15:04', '', ''],
    ] as const) {
      goTo(left);
      await send(instructor, day, [byGrandpa(day)]);
      goTo(later);
      const hour = left === '12:31' ? '12:31' : '3:02';
      expect(await readSubjects(parent)).toEqual([
        `${child.name} was collected at ${hour} PM by ${CONTACT.name}`,
      ]);
      if (!end) continue;
      goTo(end);
      await send(instructor, day, [makeTap(child.id, 'in')]);
      goTo('13:02');
      expect(await readSubjects(parent)).toEqual([`${child.name} arrived at ${back} PM`]);
    }
    const lines = await collections().outbox.find({ 'cause.kind': 'came or left' }).toArray();
    const reached = new Set(lines.map(({ to }) => to.address));
    expect(reached).toEqual(new Set([parent.email, seer.email]));
    expect(reached).not.toContain(partner.email);
    // A summer of these would hide the receipts. Enrolled Course has them.
    const { body } = await app.as(parent).call('GET /myMessages');
    expect(body.filter(({ kind }) => kind === 'came or left')).toEqual([]);
  });

  it('reads that the child left alone; if that was not allowed, another email has asked to call', async () => {
    const day = await buildWanted();
    const body = { from: '12:30' };
    await app
      .as(day.parent)
      .call('PUT /myChildren/:id/mayLeaveAlone', { params: { id: day.child.id }, body });
    goTo('12:10');
    const early = makeOut(day.child.id, { how: 'alone' }, { offline: true });
    goTo('12:15');
    await send(day.instructor, day, [early]);
    goTo('12:20');
    expect(await receive(day.parent)).toEqual([]);
    await send(day.instructor, day, [makeTap(day.child.id, 'in')]);
    goTo('12:31');
    await send(day.instructor, day, [makeOut(day.child.id, { how: 'alone' })]);
    goTo('12:40');
    const left = (await receive(day.parent)).find(({ subject }) => subject.includes('12:31'));
    expect(left?.subject).toBe(`${day.child.name} left alone at 12:31 PM`);
    expect(left?.text).not.toContain('Please call us');
  });

  it('hears nothing of a mistake that was undone at once, and hears that it was one if it is too late, once', async () => {
    const day = await buildWanted();
    const { instructor, parent, child } = day;
    const wrong = makeTap(child.id, 'in');
    await send(instructor, day, [wrong]);
    goTo('09:01');
    await send(instructor, day, [makeTap(child.id, 'undo', { undoes: wrong._id })]);
    goTo('09:10');
    expect(await receive(parent)).toEqual([]);

    await send(instructor, day, [makeTap(child.id, 'in')]);
    goTo('12:31');
    const left = byGrandpa(day);
    await send(instructor, day, [left]);
    goTo('12:34');
    expect(await receive(parent)).toHaveLength(1);
    // Two phones take it back.
    for (const by of [instructor, admin])
      await send(by, day, [makeTap(child.id, 'undo', { undoes: left._id })]);
    goTo('12:40');
    const [correction, ...more] = await receive(parent);
    expect(more).toEqual([]);
    expect(correction?.subject).toBe(`We made a mistake: ${child.name}`);
    expect(correction?.text).toContain(
      `${child.name} was collected at 12:31 PM by ${CONTACT.name}. We noted it by mistake.`,
    );
    expect(correction?.text).toContain(`${child.name} is at camp.`);
  });

  it('reads the time of a tap that waited on a phone, and nothing that is hours old', async () => {
    const day = await buildWanted();
    const { instructor, parent, child } = day;
    goTo('09:04');
    const came = makeTap(child.id, 'in', { offline: true });
    goTo('10:00');
    const left = byGrandpa(day, { offline: true });
    goTo('12:10');
    await send(instructor, day, [came, left]);
    goTo('12:13');
    const [mail, ...more] = await receive(parent);
    expect(more).toEqual([]);
    expect(mail?.subject).toBe(`${child.name} was collected at 10:00 AM by ${CONTACT.name}`);
    expect(mail?.text).toContain('no connection');
    // Nor one that an unreachable mail server did not accept in time.
    goTo('12:15');
    await send(instructor, day, [makeTap(child.id, 'in')]);
    goTo('12:18');
    await addDueMails(app.services);
    goTo('15:20');
    expect(await receive(parent)).toEqual([]);
  });

  it('hears once what two phones recorded, whichever tap arrives first', async () => {
    const day = await buildWanted();
    const { instructor, parent, child } = day;
    goTo('09:04');
    const first = makeTap(child.id, 'in', { offline: true });
    goTo('09:06');
    await send(admin, day, [makeTap(child.id, 'in')]);
    goTo('09:09');
    expect(await readSubjects(parent)).toEqual([`${child.name} arrived at 9:06 AM`]);
    await send(instructor, day, [first]);
    goTo('09:12');
    await send(admin, day, [makeTap(child.id, 'in')]);
    goTo('09:15');
    expect(await receive(parent)).toEqual([]);
  });

  it('hears that the team marked the child absent, unless the family had said so or the child has come', async () => {
    const day = await buildWanted();
    const { instructor, parent, seer, child } = day;
    await choose(seer, true);
    const absent = makeTap(child.id, 'absent');
    await send(instructor, day, [absent]);
    goTo('09:03');
    const [mail, ...more] = await receive(parent);
    expect(more).toEqual([]);
    expect(mail?.subject).toBe(`${child.name} was marked absent today`);
    await send(instructor, day, [makeTap(child.id, 'undo', { undoes: absent._id })]);
    goTo('09:06');
    expect(await readSubjects(parent)).toEqual([`We made a mistake: ${child.name}`]);

    const [seat] = day.campClass.seats;
    const cartId = seat?.seatId.toHexString() ?? '';
    const params = { cartId, day: CAMP_DAY };
    await app
      .as(parent)
      .call('PUT /myAttendance/:cartId/:day', { params, body: { isAbsent: true } });
    goTo('09:30');
    await send(instructor, day, [makeTap(child.id, 'absent')]);
    goTo('09:33');
    expect(await receive(parent)).toEqual([]);

    // Another child came, and an offline phone did not know.
    const other = await buildWanted();
    const late = makeTap(other.child.id, 'absent', { offline: true });
    goTo('09:10');
    await send(other.instructor, other, [makeTap(other.child.id, 'in'), late]);
    goTo('09:13');
    expect(await readSubjects(other.parent)).toEqual([`${other.child.name} arrived at 9:10 AM`]);
  });

  it('hears of a hand-over with a pick-up code once: everybody does', async () => {
    const day = await buildWanted();
    const { instructor, parent, child } = day;
    const params = { childId: child.id };
    const body = { name: 'Eva Stone' };
    const { code } = (await app.as(parent).call('POST /pickupCode/:childId', { params, body }))
      .body;
    const left = makeOut(child.id, { how: 'code', name: 'Eva Stone', code });
    expect(await send(instructor, day, [left])).toEqual([null]);
    goTo('09:03');
    expect(await receive(parent)).toEqual([]);
    // But that it was a mistake is news.
    await send(instructor, day, [makeTap(child.id, 'undo', { undoes: left._id })]);
    goTo('09:06');
    expect(await readSubjects(parent)).toEqual([`We made a mistake: ${child.name}`]);
  });
});

describe('at the moment of sending, nobody gets it anymore', () => {
  const removed: [why: string, (day: Day) => Promise<unknown>][] = [
    ['who has turned it off', ({ parent }) => choose(parent, false)],
    [
      'who is no longer a guardian',
      ({ child, parent }) =>
        collections().children.updateOne(
          { _id: child._id },
          { $pull: { guardians: { userId: parent._id } } },
        ),
    ],
    [
      'who may only book',
      ({ child, parent }) =>
        collections().children.updateOne(
          { _id: child._id },
          { $set: { guardians: [makeGuardian(parent._id, { may: ['book'] })] } },
        ),
    ],
    [
      'whose child has no seat in the class anymore',
      ({ campClass }) =>
        collections().classes.updateOne({ _id: campClass._id }, { $set: { seats: [] } }),
    ],
    [
      'whose address is not confirmed anymore',
      ({ parent }) =>
        collections().users.updateOne({ _id: parent._id }, { $set: { isVerified: false } }),
    ],
  ];
  it.each(removed)('%s', async (_why, remove) => {
    const day = await buildWanted();
    await send(day.instructor, day, [makeTap(day.child.id, 'in')]);
    goTo('09:03');
    await addDueMails(app.services);
    await remove(day);
    expect(await receive(day.parent)).toEqual([]);
    // The line existed, and would have been sent.
    const line = await collections().outbox.findOne({ userId: day.parent._id });
    expect(line).toMatchObject({ cause: { kind: 'came or left' }, state: 'stale' });
  });
});

it('no email names somebody who must not collect the child, also if that was said only after they did', async () => {
  const day = await buildWanted();
  const { instructor, parent, partner, child } = day;
  expect(await send(instructor, day, [byGrandpa(day)])).toEqual([null]);
  await app.as(partner).call('POST /myChildren/:id/mustNotCollect', {
    params: { id: child.id },
    body: { name: CONTACT.name, since: CAMP_DAY, note: 'The court said so' },
  });
  goTo('09:03');
  const [mail] = await receive(parent);
  expect(mail?.subject).toBe(`${child.name} left at 9:00 AM`);
  expect(mail?.text).toContain('Please call us about it.');
  expect(JSON.stringify(mail)).not.toMatch(/Grandpa|court/);
});

it('nobody hears of other children, nor of a mistake of the day before of which they never read', async () => {
  const day = await buildWanted();
  const { instructor, parent, child } = day;
  const stranger = await buildUser(app);
  await choose(stranger, true);
  const came = makeTap(child.id, 'in');
  await choose(parent, false);
  await send(instructor, day, [came]);
  goTo('08:00', addDays(CAMP_DAY, 1));
  await choose(parent, true);
  await send(instructor, day, [makeTap(child.id, 'undo', { undoes: came._id, at: came.at })]);
  goTo('08:03', addDays(CAMP_DAY, 1));
  expect(await receive(parent)).toEqual([]);
  expect(await receive(stranger)).toEqual([]);
});

it('who joined for themselves gets none: they know where they are', async () => {
  const day = await buildWanted();
  const { parent, instructor, campClass } = day;
  const seats = makeEnrolledSeat({ userId: parent._id });
  await collections().classes.updateOne({ _id: campClass._id }, { $push: { seats } });
  const came = makeTap(parent._id.toHexString(), 'in');
  expect(await send(instructor, day, [came])).toEqual([null]);
  goTo('09:03');
  expect(await listNews(app, 'tap written')).toEqual([]);
  expect(await receive(parent)).toEqual([]);
});
