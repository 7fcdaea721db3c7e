import { describe, expect, it } from 'vitest';
import type { ClassDocument } from '../database/class-document.ts';
import type { UserDocument } from '../database/user-documents.ts';
import type { ChildDocument } from '../database/family-documents.ts';
import { addDays, findHour, readToday } from '../school-time.ts';
import { makeGuardian } from '../testing/documents.ts';
import { buildChild, buildClass, buildUser } from '../testing/factories.ts';
import { findKinds, findMail, listMailsTo, readMailTo } from '../testing/mails.ts';
import { answerHealth } from '../testing/families.ts';
import { makeEnrolledSeat, makeHeldSeat } from '../testing/seats.ts';
import { useTestApp } from '../testing/test-app.ts';
import { addDueMails } from './add-due-mails.ts';
import { forgetMailsOf } from './mails-of.ts';

const ZONE = 'Asia/Dhaka';

const app = useTestApp(undefined, {}, { timeZone: ZONE });

type Child = ChildDocument & { id: string };
type Family = { parent: UserDocument; other: UserDocument; mia: Child; tom: Child };

const children = () => app.services.database.collections.children;
const classes = () => app.services.database.collections.classes;

/** Two siblings whose health is known, with the parent who added them and another guardian with these rights. */
async function buildFamily(may: ('see' | 'book')[] = ['see']): Promise<Family> {
  const [parent, other] = [await buildUser(app), await buildUser(app)];
  const guardians = () => [
    makeGuardian(parent._id),
    makeGuardian(other._id, { may, invitedBy: parent._id }),
  ];
  const mia = await buildChild(app, parent, { name: 'Mia', guardians: guardians() });
  const tom = await buildChild(app, parent, { name: 'Tom', guardians: guardians() });
  for (const child of [mia, tom]) await answerHealth(app, child, parent);
  return { parent, other, mia, tom };
}

/** A class in which the parent has booked seats for both children, some days from now. */
async function buildClassOf({ parent, mia, tom }: Family, days = 20) {
  const start = addDays(readToday(app.services), days);
  const seats = [mia, tom].map((child, index) =>
    makeEnrolledSeat(parent, app.services.now(), child, { entry_code: `KTS-10${index + 1}` }),
  );
  const dates = { camp_start: start, camp_end: addDays(start, 4) };
  return buildClass(app, { name: 'Kites', seats, ...dates });
}

const removeGuardian = ({ _id }: UserDocument, from: Child[]) =>
  children().updateMany(
    { _id: { $in: from.map((child) => child._id) } },
    { $pull: { guardians: { userId: _id } } },
  );

/** Moves the clock to the hour of the reminder a week before a class. */
function moveToReminder({ camp_start }: ClassDocument): void {
  const moment = findHour(addDays(camp_start, -7), 9, ZONE);
  app.passMinutes((moment.getTime() - app.services.now().getTime()) / 60_000);
}

// Rules: R103, R255.
describe('siblings in one class', () => {
  it('are in one reminder to each guardian who sees them, sent once', async () => {
    const family = await buildFamily();
    const { parent, other } = family;
    const campClass = await buildClassOf(family);
    moveToReminder(campClass);
    await addDueMails(app.services);
    for (const user of [parent, other]) {
      expect(await findMail(app, user, 'reminder')).toMatchObject({
        _id: `reminder-7-${campClass.id}-${user._id.toHexString()}-${campClass.camp_start}`,
        userId: user._id,
        isEssential: false,
      });
      expect(await readMailTo(app, user, 'reminder')).toMatchObject({
        props: {
          seats: [
            { child: 'Mia', entryCode: 'KTS-101' },
            { child: 'Tom', entryCode: 'KTS-102' },
          ],
          // The other one can't add anything.
          needs: (user === parent ? ['Mia', 'Tom'] : []).map((child) => ({
            ...{ child, missing: ['emergency', 'pickUp'] },
          })),
          freeUntil: null,
        },
      });
    }
  });

  it('cause no second reminder if one of them leaves the class', async () => {
    const family = await buildFamily();
    const campClass = await buildClassOf(family);
    moveToReminder(campClass);
    await findMail(app, family.parent, 'reminder');
    await classes().updateOne(
      { _id: campClass._id },
      { $pull: { seats: { childId: family.mia._id } } },
    );
    app.passMinutes(2);
    expect(await readMailTo(app, family.parent, 'reminder')).toMatchObject({
      props: { seats: [{ child: 'Tom' }] },
    });
  });

  it('leave the email about the parent’s own seat as it was', async () => {
    const family = await buildFamily();
    const { parent } = family;
    const own = makeEnrolledSeat(parent, app.services.now());
    const campClass = await buildClassOf(family);
    await classes().updateOne({ _id: campClass._id }, { $push: { seats: own } });
    moveToReminder(campClass);
    const lines = await listMailsTo(app, parent);
    expect(lines.map(({ _id }) => _id)).toEqual(
      [
        `reminder-7-${own.seatId.toHexString()}-${campClass.camp_start}`,
        `reminder-7-${campClass.id}-${parent._id.toHexString()}-${campClass.camp_start}`,
      ].sort(),
    );
  });

  it('are in one email about held seats, each seat once', async () => {
    const { parent, mia, tom } = await buildFamily();
    const at = app.services.now();
    const later = new Date(at.getTime() + 4 * 60_000);
    const muchLater = new Date(at.getTime() + 12 * 60_000);
    await buildClass(app, { seats: [makeHeldSeat(parent, at, mia)] });
    await buildClass(app, { seats: [makeHeldSeat(parent, later, tom)] });
    const last = makeHeldSeat(parent, muchLater, mia);
    await buildClass(app, { seats: [last] });
    app.passMinutes(21);
    expect(await readMailTo(app, parent, 'seat held')).toMatchObject({
      props: { seats: [{ child: 'Mia' }, { child: 'Tom' }] },
    });
    app.passMinutes(4);
    expect(await findKinds(app, parent)).toEqual(['seat held']);
    app.passMinutes(8);
    const names = (await listMailsTo(app, parent)).map(({ _id }) => _id);
    expect(names).toHaveLength(2);
    expect(names).toContain(`held-${last.seatId.toHexString()}`);
  });
});

describe('who hears of a child’s class', () => {
  it('is each guardian who may see it, and the booker, but not one who may only book', async () => {
    const family = await buildFamily(['book']);
    const { parent, other, mia } = family;
    const campClass = await buildClassOf(family);
    moveToReminder(campClass);
    expect(await findKinds(app, parent)).toEqual(['reminder']);
    expect(await findKinds(app, other)).toEqual([]);
    await buildClass(app, {
      seats: [makeEnrolledSeat(other, app.services.now(), mia)],
      ...{ camp_start: campClass.camp_start, camp_end: campClass.camp_end },
    });
    app.passMinutes(6 * 24 * 60);
    expect(await readMailTo(app, other, 'reminder')).toMatchObject({ props: { days: 1 } });
  });

  it('is nobody who was removed, who deletes their account, or whose child was deleted', async () => {
    const family = await buildFamily();
    const { parent, other, mia, tom } = family;
    moveToReminder(await buildClassOf(family));
    await findMail(app, other, 'reminder');
    await removeGuardian(other, [mia, tom]);
    expect(await readMailTo(app, other, 'reminder')).toBeUndefined();
    expect(await readMailTo(app, parent, 'reminder')).toBeDefined();
    await children().deleteOne({ _id: mia._id });
    expect(await readMailTo(app, parent, 'reminder')).toMatchObject({
      props: { seats: [{ child: 'Tom' }] },
    });
    await children().deleteOne({ _id: tom._id });
    expect(await readMailTo(app, parent, 'reminder')).toBeUndefined();
  });

  it('decides for themselves whether they want reminders', async () => {
    const family = await buildFamily();
    await app.as(family.parent).call('PATCH /myMail', { body: { reminders: false } });
    moveToReminder(await buildClassOf(family));
    expect(await findKinds(app, family.parent)).toEqual([]);
    expect(await findKinds(app, family.other)).toEqual(['reminder']);
  });

  it('reads changes, messages and a cancellation, once for all children', async () => {
    const family = await buildFamily();
    const { parent, other } = family;
    const campClass = await buildClassOf(family);
    const admin = app.as(await buildUser(app, 'admin'));
    app.passMinutes(1);
    const message = { classIds: [campClass.id], subject: 'The bus', text: 'It leaves at 8.' };
    const sent = await admin.call('POST /messages', { body: message });
    expect(sent.body.recipients).toBe(2);
    await admin.call('DELETE /removeCourse/:id', { params: { id: campClass.id } });
    for (const user of [parent, other])
      expect(await findKinds(app, user)).toEqual(['class canceled', 'school message']);
    expect(await readMailTo(app, other, 'school message')).toBeDefined();
    expect(await readMailTo(app, other, 'class canceled')).toMatchObject({
      props: { seats: [{ child: 'Mia' }, { child: 'Tom' }], payment: null },
    });
  });

  it('hears of a new room for all their children', async () => {
    const family = await buildFamily();
    const campClass = await buildClassOf(family);
    app.passMinutes(1);
    const at = app.services.now();
    await app.services.database.collections.events.insertOne({
      ...{ _id: `room-${campClass.id}`, type: 'update course', by: 'system', at },
      data: {
        ...{ target: campClass.name, people: [], classId: campClass._id },
        before: { assign_room: 3 },
        after: { assign_room: campClass.assign_room },
      },
      mailDue: true,
    });
    app.passMinutes(6);
    for (const user of [family.parent, family.other])
      expect(await readMailTo(app, user, 'class changed')).toMatchObject({
        props: {
          seats: [{ child: 'Mia' }, { child: 'Tom' }],
          changes: [{ label: 'Room', was: '3', is: String(campClass.assign_room) }],
        },
      });
  });
});

it('emails to a guardian are theirs, and are deleted with their account', async () => {
  const family = await buildFamily();
  const { parent, other } = family;
  moveToReminder(await buildClassOf(family));
  await addDueMails(app.services);
  await forgetMailsOf(other, app.services);
  expect(await findKinds(app, parent)).toEqual(['reminder']);
  const { outbox } = app.services.database.collections;
  expect(await outbox.countDocuments({ userId: other._id })).toBe(0);
});
