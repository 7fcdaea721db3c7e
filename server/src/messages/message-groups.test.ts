import { ObjectId } from 'mongodb';
import { randomUUID } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import type { MessageGroup } from '@speakifyr/contract/message-groups.ts';
import type { UserDocument } from '../database/user-documents.ts';
import { buildChild, buildClass, buildUser, useUser } from '../testing/factories.ts';
import { findMail, listMailsTo, readMailTo } from '../testing/mails.ts';
import { makeEnrolledSeat } from '../testing/seats.ts';
import { useTestApp } from '../testing/test-app.ts';
import { makeEntry, makePeople } from '../testing/waiting.ts';
import { addDueMails } from './add-due-mails.ts';

const app = useTestApp();
const admin = useUser(app, 'admin');
let parent: UserDocument;
beforeEach(async () => {
  parent = await buildUser(app);
});

const MESSAGE = { subject: 'The bus', text: 'It leaves at 8.' };
type To = { classIds: string[]; group?: MessageGroup };
const preview = (to: To, sender = admin) =>
  app.as(sender).call('POST /messages/preview', { body: { ...to, ...MESSAGE } });
const send = (to: To, messageId = randomUUID()) =>
  app.as(admin).call('POST /messages', { body: { ...to, ...MESSAGE, messageId } });

/** A class in which the parent has a seat for a new child. */
async function buildSeat(name: string) {
  const child = await buildChild(app, parent);
  const seats = [makeEnrolledSeat(parent, app.services.now(), child)];
  return { child, campClass: await buildClass(app, { name, seats }) };
}
const idsOf = (...all: { campClass: { id: string } }[]) => all.map(({ campClass }) => campClass.id);

async function answerHealth(childId: ObjectId): Promise<void> {
  await app.services.database.collections.childHealth.insertOne({
    ...{
      _id: childId,
      allergies: [],
      medication: '',
      medicines: [],
      notes: '',
      nothingToTell: true,
    },
    ...{ confirmedAt: new Date(), checkAfter: new Date() },
    consent: { at: new Date(), by: parent._id, textVersion: '1' },
  });
}

// Rules: R310.
it('a parent in several classes gets one email, which names them, however often it is sent', async () => {
  const seats = [await buildSeat('Kites'), await buildSeat('Chess')];
  const own = makeEnrolledSeat(parent, app.services.now());
  await app.services.database.collections.classes.updateOne(
    { _id: seats[0]?.campClass._id ?? new ObjectId() },
    { $push: { seats: own } },
  );
  const to = { classIds: idsOf(...seats) };
  const { name, email } = parent;
  expect((await preview(to)).body).toMatchObject({
    ...{ recipients: 1, families: 1, people: [{ name, email }] },
  });
  const messageId = randomUUID();
  await Promise.all([send(to, messageId), send(to, messageId)]);
  await send(to, messageId);
  // Two servers look at the same time, and one stops before it removes the mark.
  await Promise.all([addDueMails(app.services), addDueMails(app.services)]);
  const { events } = app.services.database.collections;
  await events.updateMany({ type: 'message to class' }, { $set: { mailDue: true } });
  expect(await listMailsTo(app, parent)).toHaveLength(1);
  expect((await readMailTo(app, parent, 'school message'))?.props).toMatchObject({
    classNames: ['Kites', 'Chess'],
  });
});

it('goes to those whose answer about health is missing, and to nobody who has answered by then', async () => {
  const [missing, answered] = [await buildSeat('Kites'), await buildSeat('Chess')];
  await answerHealth(answered.child._id);
  const to = { classIds: idsOf(missing, answered), group: 'health missing' as const };
  expect((await preview({ ...to, classIds: idsOf(answered) })).body.code).toBe('nobody_enrolled');
  await send(to);
  const read = await readMailTo(app, parent, 'school message');
  expect(read?.props).toMatchObject({ classNames: ['Kites'], group: 'health missing' });
  await answerHealth(missing.child._id);
  expect(await readMailTo(app, parent, 'school message')).toBeUndefined();
});

it('goes to those who named no emergency contact', async () => {
  const seat = await buildSeat('Kites');
  const to = { classIds: idsOf(seat), group: 'contact missing' as const };
  expect((await preview(to)).body.recipients).toBe(1);
  await app.services.database.collections.childContacts.insertOne({
    ...{ _id: seat.child._id, savedAt: new Date(), checkAfter: new Date() },
    contacts: [
      {
        ...{ name: 'Ada', phone: '+1 202 555 0143', relation: 'Mother' },
        ...{ isEmergency: true, mayPickUp: false, pickUpUntil: null },
      },
    ],
  });
  expect((await preview(to)).body.code).toBe('nobody_enrolled');
});

it('goes to those who wait, while they wait', async () => {
  const child = await buildChild(app, parent);
  const waiting = [makeEntry(parent, { people: makePeople(child) })];
  const campClass = await buildClass(app, { name: 'Full', sit: 0, waiting });
  const to = { classIds: [campClass.id], group: 'waiting' as const };
  expect((await preview(to)).body).toMatchObject({ recipients: 1, families: 1 });
  await send(to);
  expect((await findMail(app, parent, 'school message')).to.address).toBe(parent.email);
  expect((await readMailTo(app, parent, 'school message'))?.props).toMatchObject({
    ...{ classNames: ['Full'], group: 'waiting' },
  });
  const { classes } = app.services.database.collections;
  await classes.updateOne({ _id: campClass._id }, { $set: { waiting: [] } });
  expect(await readMailTo(app, parent, 'school message')).toBeUndefined();
});

it('an instructor writes only to everyone in their class, and does not learn who gets it', async () => {
  const ivo = await buildUser(app, 'instructor');
  const { campClass } = await buildSeat('Kites');
  const other = await buildSeat('Chess');
  const { classes } = app.services.database.collections;
  await classes.updateOne({ _id: campClass._id }, { $set: { instructorId: ivo._id } });
  const classIds = [campClass.id];
  expect((await preview({ classIds }, ivo)).body).toMatchObject({ recipients: 1, people: null });
  for (const to of [
    { classIds, group: 'health missing' as const },
    { classIds: [campClass.id, other.campClass.id] },
  ])
    expect((await preview(to, ivo)).body.code).toBe('not_allowed');
});
