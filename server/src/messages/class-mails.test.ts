import type { Contract } from '@speakifyr/contract/contract.ts';
import type { Input } from '@speakifyr/contract/endpoint.ts';
import type { ObjectId } from 'mongodb';
import { beforeEach, describe, expect, it } from 'vitest';
import { auditEvent } from '../events/audit-event.ts';
import type { ClassDocument } from '../database/class-document.ts';
import type { UserDocument } from '../database/user-documents.ts';
import {
  buildChild,
  buildClass,
  buildEnrolledSeat,
  buildPaidSeat,
  buildUser,
  holdSeatOf,
  recordPayment,
  useUser,
} from '../testing/factories.ts';
import { findKinds, findMail, listMailsTo, readMailTo } from '../testing/mails.ts';
import { startSecondServer, type TestApp, useTestApp } from '../testing/test-app.ts';
import { inDays } from '../testing/today.ts';
import { addDueMails } from './add-due-mails.ts';

type Course = Input<Contract['PATCH /updateClass/:id']>['body'];

const app = useTestApp();
const admin = useUser(app, 'admin');
let rosa: UserDocument;
let campClass: ClassDocument & { id: string };
let student: UserDocument;
let paymentId: string;
beforeEach(async () => {
  rosa = await buildUser(app, 'instructor');
  campClass = await buildClass(app, {
    name: 'Kites',
    assign_room: 12,
    camp_start: '2031-06-02',
    camp_end: '2031-06-06',
    dailyStart: '09:00',
    dailyEnd: '15:00',
    place: 'the boathouse',
    instructorId: rosa._id,
  });
  ({ student, paymentId } = await buildEnrolledSeat(app, campClass));
  await addDueMails(app.services);
});

const classes = () => app.services.database.collections.classes;
/** What an admin's form sends for the class. */
const FORM = {
  name: 'Kites',
  image: '/pictures/classes/sailing.webp',
  details: 'Wind.',
  assign_room: 12,
};

const readClass = () => classes().findOne({ _id: campClass._id });

/** Changes the class as the admin's form does, over HTTP. */
async function change(changes: Partial<Course>): Promise<void> {
  const { sit = 0, price = 0, course_tag = '' } = (await readClass()) ?? {};
  const enrolled = (await readClass())?.seats.filter(({ state }) => state === 'enrolled').length;
  const body = { ...FORM, sit, price, course_tag, confirm_affected: enrolled, ...changes };
  const answer = await app
    .as(admin)
    .call('PATCH /updateClass/:id', { params: { id: campClass.id }, body });
  expect(answer.status).toBe(200);
}

async function unassign(): Promise<void> {
  const params = { id: rosa._id.toHexString() };
  const { status } = await app.as(admin).call('PATCH /unassignCourse/:id', { params });
  expect(status).toBe(200);
}

async function remove(): Promise<void> {
  await classes().updateOne({ _id: campClass._id }, { $set: { instructorId: null } });
  const { status } = await app
    .as(admin)
    .call('DELETE /removeCourse/:id', { params: { id: campClass.id } });
  expect(status).toBe(200);
}

// Rules: R93, R95, R187.
describe('a class that changes', () => {
  it('tells everyone who is enrolled what is new and what was before', async () => {
    const other = await buildEnrolledSeat(app, campClass);
    await change({
      name: 'Big Kites',
      assign_room: 7,
      camp_start: '2031-06-03',
      camp_end: '2031-06-07',
      dailyStart: '09:00',
      dailyEnd: '16:30',
      place: '',
    });
    await addDueMails(app.services);
    expect(await findMail(app, student, 'class changed')).toMatchObject({
      isEssential: true,
      notAfter: new Date('2031-06-07T18:00:00Z'),
    });
    expect(await readMailTo(app, student, 'class changed')).toMatchObject({
      props: {
        campClass: { name: 'Big Kites', room: 7, revision: 1 },
        seats: [{ entryCode: `${campClass.course_tag}-101`, child: null, calendarId: paymentId }],
        changes: [
          { label: 'Name', was: 'Kites', is: 'Big Kites' },
          { label: 'First day', was: 'Mon 2 June 2031', is: 'Tue 3 June 2031' },
          { label: 'Last day', was: 'Fri 6 June 2031', is: 'Sat 7 June 2031' },
          {
            label: 'Every day',
            was: '9:00 AM – 3:00 PM',
            is: '9:00 AM – 4:30 PM',
          },
          { label: 'Place', was: 'the boathouse', is: '' },
          { label: 'Room', was: '12', is: '7' },
        ],
      },
    });
    expect(await findKinds(app, other.student)).toEqual(['class changed', 'paid']);
  });

  it('tells its instructor too', async () => {
    await change({ assign_room: 7 });
    expect(await readMailTo(app, rosa, 'class changed')).toMatchObject({
      props: { seats: [], changes: [{ label: 'Room', was: '12', is: '7' }] },
    });
  });

  it('tells the students of a new instructor, but not the instructors', async () => {
    await unassign();
    expect(await readMailTo(app, student, 'class changed')).toMatchObject({
      props: { changes: [{ label: 'Instructor', was: rosa.name, is: 'To be announced' }] },
    });
    expect(await findKinds(app, rosa)).toEqual([]);
    const ivo = await buildUser(app, 'instructor');
    await change({ inst_email: ivo.email, instructor: ivo.name });
    expect(await findKinds(app, ivo)).toEqual([]);
    expect(await findKinds(app, student)).toEqual(['class changed', 'class changed', 'paid']);
  });

  it('never tells students an instructor’s email, also if the account is gone by then', async () => {
    await unassign();
    await app.services.database.collections.users.deleteOne({ _id: rosa._id });
    expect(await readMailTo(app, student, 'class changed')).toMatchObject({
      props: { changes: [{ was: 'A former instructor', is: 'To be announced' }] },
    });
  });

  it('sends nothing if only price, text or seats change, or nothing at all', async () => {
    await change({ price: 99, details: 'Paper and string.', sit: 3 });
    expect(await findKinds(app, student)).toEqual(['paid']);
    expect(await findKinds(app, rosa)).toEqual([]);
  });

  it('sends one email for changes that follow each other, and none for a change that is changed back', async () => {
    const patient = await startSecondServer(app, { CHANGE_MAIL_MINUTES: '5' });
    await unassign();
    const ivo = await buildUser(app, 'instructor');
    await change({ inst_email: ivo.email, instructor: ivo.name, assign_room: 7 });
    await change({ assign_room: 8, place: 'the barn' });
    await change({ assign_room: 12, place: 'the barn' });
    expect(await findKinds(patient, student)).toEqual(['paid']);
    patient.passMinutes(5);
    expect(await readMailTo(patient, student, 'class changed')).toMatchObject({
      props: {
        changes: [
          { label: 'Place', was: 'the boathouse', is: 'the barn' },
          { label: 'Instructor', was: rosa.name, is: ivo.name },
        ],
      },
    });
    expect(await findKinds(patient, student)).toEqual(['class changed', 'paid']);
    await patient.close();
  });

  it('is not announced if the class, unassigned for that, is removed at once', async () => {
    const patient = await startSecondServer(app, { CHANGE_MAIL_MINUTES: '5' });
    await unassign();
    await remove();
    await addDueMails(patient.services);
    patient.passMinutes(5);
    expect(await findKinds(patient, student)).toEqual(['class canceled', 'paid']);
    await patient.close();
  });

  it('sends no email twice', async () => {
    await change({ assign_room: 7 });
    const other = await startSecondServer(app);
    await Promise.all([addDueMails(app.services), addDueMails(other.services)]);
    const { events } = app.services.database.collections;
    await events.updateMany({ type: 'update course' }, { $set: { mailDue: true } });
    expect(await findKinds(other, student)).toEqual(['class changed', 'paid']);
    await other.close();
  });

  it('says nothing to people who enroll afterwards, hold a seat, or have left', async () => {
    const leaving = await buildEnrolledSeat(app, campClass);
    const holding = await buildUser(app);
    await holdSeatOf(app, holding, campClass);
    await change({ assign_room: 7 });
    const late = await buildEnrolledSeat(app, campClass);
    await addDueMails(app.services);
    expect(await findKinds(app, late.student)).toEqual(['paid']);
    expect(await findKinds(app, holding)).toEqual([]);
    await classes().updateOne(
      { _id: campClass._id },
      { $pull: { seats: { userId: leaving.student._id } } },
    );
    expect(await readMailTo(app, leaving.student, 'class changed')).toBeUndefined();
  });

  it('says nothing once it is over', async () => {
    await classes().updateOne(
      { _id: campClass._id },
      { $set: { camp_start: inDays(-9), camp_end: inDays(-3) } },
    );
    await change({ assign_room: 7 });
    expect(await findKinds(app, student)).toEqual(['paid']);
  });

  it('is no longer announced if the class is canceled before the email is sent', async () => {
    await change({ assign_room: 7 });
    await addDueMails(app.services);
    await remove();
    expect(await readMailTo(app, student, 'class changed')).toBeUndefined();
    expect(await readMailTo(app, student, 'class canceled')).toBeDefined();
  });

  it('tells its people after a crash between the change and the audit log', async () => {
    const crashed = await startTestAppThatCannotFile();
    const body = { ...FORM, course_tag: campClass.course_tag, assign_room: 7 };
    const { sit = 0, price = 0 } = (await readClass()) ?? {};
    const answer = await crashed.as(admin).call('PATCH /updateClass/:id', {
      params: { id: campClass.id },
      body: { ...body, sit, price },
    });
    expect(answer.status).toBe(200);
    await addDueMails(crashed.services);
    await crashed.close();
    const { classes } = app.services.database.collections;
    expect(await classes.findOne({ 'events.type': 'update course' })).not.toBeNull();
    expect(await findKinds(app, student)).toEqual(['class changed', 'paid']);
  });
});

/** A server with the same database that is killed after each change, before it writes the event. */
function startTestAppThatCannotFile(): Promise<TestApp> {
  return startSecondServer(app, {}, ({ database }) => {
    const { events } = database.collections;
    events.bulkWrite = () => Promise.reject(new Error('killed'));
    return {};
  });
}

describe('a class that is canceled', () => {
  it('tells everyone who paid, with the amount', async () => {
    await remove();
    expect(await findMail(app, student, 'class canceled')).toMatchObject({
      isEssential: true,
      notAfter: new Date('2031-07-06T18:00:00Z'),
    });
    expect(await readMailTo(app, student, 'class canceled')).toMatchObject({
      props: {
        campClass: { name: 'Kites' },
        seats: [{ calendarId: paymentId }],
        payment: { charges: [{ amount: 4_950, currency: 'usd' }], ids: [paymentId] },
      },
    });
  });

  it('does not tell people who only held a seat; a payment that came too late is refunded', async () => {
    const paying = await buildPaidSeat(app, campClass);
    await remove();
    await recordPayment(app, paying.student, paying.paymentId);
    expect(await findKinds(app, paying.student)).toEqual(['refunded']);
  });

  // Rules: R704.
  it('tells a family whose seat was reserved to send no money for it, however the class ends', async () => {
    const read = (parent: UserDocument) => readMailTo(app, parent, 'class canceled');
    const [one, two] = [await reserve(), await reserve()];
    await remove();
    for (const { parent } of [one, two])
      expect(await read(parent)).toMatchObject({
        props: { campClass: { name: 'Kites' }, seats: [], reserved: [{ child: 'Mia' }] },
      });
    campClass = await buildClass(app, {
      name: 'Rafts',
      camp_start: '2031-07-07',
      camp_end: '2031-07-11',
    });
    const three = await reserve();
    await cancelAsAdmin(0);
    expect(await read(three.parent)).toMatchObject({
      props: { campClass: { name: 'Rafts' }, message: 'We are sorry.', payment: null },
    });
    expect((await readClass())?.seats).toEqual([]);
  });

  it('tells a family in one email of the child who is enrolled and of the one whose seat was reserved', async () => {
    const parent = await buildUser(app);
    await enrollChild(parent, 'Mia');
    await reserve(parent, 'Tom');
    await cancelAsAdmin(2);
    expect(await readMailTo(app, parent, 'class canceled')).toMatchObject({
      props: {
        seats: [{ child: 'Mia' }],
        reserved: [{ child: 'Tom' }],
        payment: { charges: [{}] },
      },
    });
  });

  it('is not announced to somebody whose money went back before', async () => {
    await remove();
    await addDueMails(app.services);
    await classes().updateOne({ _id: campClass._id }, { $set: { seats: [] } });
    expect(await readMailTo(app, student, 'class canceled')).toBeUndefined();
  });

  it('sends nothing if it was over', async () => {
    await classes().updateOne(
      { _id: campClass._id },
      { $set: { camp_start: inDays(-9), camp_end: inDays(-3) } },
    );
    await remove();
    expect((await listMailsTo(app, student)).map(({ cause }) => cause.kind)).toEqual(['paid']);
  });

  it('with its money: everyone reads what comes back and the school’s message, before and after their seat is gone', async () => {
    const other = await buildEnrolledSeat(app, campClass);
    await cancel('The boathouse has burned down.');
    const props = {
      campClass: { name: 'Kites' },
      seats: [{ calendarId: paymentId, entryCode: '' }],
      payment: {
        charges: [{ amount: 4_950, currency: 'usd' }],
        ids: [paymentId],
        comesBack: 'by itself',
      },
      message: 'The boathouse has burned down.',
    };
    expect(await readMailTo(app, student, 'class canceled')).toMatchObject({ props });
    const cartId = (await readClass())?.seats[0]?.seatId;
    await classes().updateOne({ _id: campClass._id }, { $pull: { seats: { seatId: cartId } } });
    await addCancellation(cartId!);
    expect(await readMailTo(app, student, 'class canceled')).toMatchObject({ props });
    expect(await findKinds(app, other.student)).toEqual(['class canceled', 'paid']);
  });

  it('tells who lost their seat before the email was written, and who teaches it', async () => {
    await cancel();
    const cartId = (await readClass())?.seats[0]?.seatId;
    await addCancellation(cartId!);
    await classes().updateOne({ _id: campClass._id }, { $set: { seats: [], instructorId: null } });
    expect(await findMail(app, student, 'class canceled')).toMatchObject({
      _id: `canceled-${cartId!.toHexString()}`,
      isEssential: true,
    });
    expect(await readMailTo(app, rosa, 'class canceled')).toMatchObject({
      props: { seats: [], payment: null, message: '' },
    });
    expect(await findKinds(app, student)).toEqual(['class canceled', 'paid']);
  });
});

/** The office reserves a seat for a child of a family. */
async function reserve(of?: UserDocument, name = 'Mia') {
  const parent = of ?? (await buildUser(app));
  const child = await buildChild(app, parent, { name });
  const { status, body } = await app.as(admin).call('POST /families/:id/seats', {
    params: { id: parent._id.toHexString() },
    body: { classId: campClass.id, childId: child.id, until: inDays(3) },
  });
  expect(status).toBe(200);
  return { parent, child, cartId: body.cartId };
}

/** The same, and the family has paid for it in cash. */
async function enrollChild(parent: UserDocument, name: string) {
  const { child, cartId } = await reserve(parent, name);
  const { status } = await app.as(admin).call('POST /families/:id/payments', {
    params: { id: parent._id.toHexString() },
    body: {
      ...{ requestId: crypto.randomUUID(), cartIds: [cartId!], method: 'cash' },
      ...{ amount: 4_950, day: inDays(0), reference: '' },
    },
  });
  expect(status).toBe(200);
  return child;
}

async function cancelAsAdmin(confirm_affected: number): Promise<void> {
  const { status } = await app.as(admin).call('POST /cancelClass/:id', {
    params: { id: campClass.id },
    body: { confirm_affected, note: 'Storm.', message: 'We are sorry.' },
  });
  expect(status).toBe(200);
}

/** The state after the school's decision: an archived class, and the act. The seats end one after another. */
async function cancel(message?: string): Promise<void> {
  const { database } = app.services;
  await classes().updateOne(
    { _id: campClass._id },
    {
      $set: {
        status: 'archived',
        canceled: {
          ...{ at: app.services.now(), by: admin._id, note: 'Fire.', seats: 2 },
          ...(message && { message }),
        },
      },
    },
  );
  await database.collections.events.insertOne({
    ...auditEvent({
      at: app.services.now(),
      ...{ by: admin._id, type: 'cancel class', target: 'Kites', classId: campClass._id },
      ...{ before: { status: 'open', instructor: rosa.email }, after: null },
    }),
    mailDue: true,
  });
}

async function addCancellation(cartId: ObjectId): Promise<void> {
  await app.services.database.collections.seatChanges.insertOne({
    kind: 'cancel',
    ...{
      _id: cartId,
      seatId: cartId,
      classId: campClass._id,
      className: 'Kites',
      name: student.name,
    },
    ...{ camp_start: '2031-06-02', camp_end: '2031-06-06', userId: student._id, paymentId },
    refunds: [{ refundId: `${paymentId}:x`, paymentId, amount: 4_950 }],
    ...{ kept: 0, currency: 'usd', reason: 'class canceled', by: admin._id, state: 'done' },
    createdAt: app.services.now(),
  });
}
