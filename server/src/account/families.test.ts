import { DELETED_NAME } from '@speakifyr/contract/limits.ts';
import type { ObjectId } from 'mongodb';
import { describe, expect, it } from 'vitest';
import type { UserDocument } from '../database/user-documents.ts';
import { forgetMailsOf } from '../messages/mails-of.ts';
import { findChildren } from '../families/booking.ts';
import { runJobs } from '../jobs/jobs.ts';
import { makeGuardian } from '../testing/documents.ts';
import {
  buildChild,
  buildClass,
  buildUser,
  confirmPayment,
  proveSignIn,
  recordPayment,
  startPaymentOf,
} from '../testing/factories.ts';
import {
  answerHealth,
  buildFamily,
  CONTACT,
  HEALTH_BODY,
  HEALTH_TEXT,
  makeInvitation,
} from '../testing/families.ts';
import { findMail } from '../testing/mails.ts';
import { makeWritten } from '../testing/outbox-line.ts';
import { addPhoto } from '../testing/photos.ts';
import { findTraces } from '../testing/find-traces.ts';
import { readSeatNames } from '../testing/seats.ts';
import { useTestApp } from '../testing/test-app.ts';
import { inDays } from '../testing/today.ts';

const app = useTestApp();

const collections = () => app.services.database.collections;
const readChild = ({ _id }: { _id: ObjectId }) => collections().children.findOne({ _id });

async function deleteAccount(person: UserDocument) {
  const body = { email: person.email, idToken: await proveSignIn(person) };
  const { status } = await app.as(person).call('DELETE /myAccount', { body });
  expect(status).toBe(200);
}

async function join(person: UserDocument, campClass: { id: string }, child: { id: string }) {
  const body = { classId: campClass.id, email: person.email, childId: child.id };
  const answer = await app.as(person).call('POST /addClass', { body });
  expect(answer.status).toBe(200);
  return answer.body.cartId;
}

/** Enrolls a child in a class that starts in a month. */
async function enroll(person: UserDocument, child: { id: string }) {
  const campClass = await buildClass(app);
  const cartId = await join(person, campClass, child);
  const paymentId = await startPaymentOf(app, person, { cartId, price: campClass.price });
  await confirmPayment(paymentId);
  expect((await recordPayment(app, person, paymentId)).status).toBe(200);
  return campClass;
}

async function endCamp({ _id }: { _id: ObjectId }) {
  const days = { camp_start: inDays(-9), camp_end: inDays(-5) };
  await collections().classes.updateOne({ _id }, { $set: days });
}

// Rules: R97, R102, R110.
describe('downloading your data', () => {
  const download = async (person: UserDocument) => {
    const body = { email: person.email, idToken: await proveSignIn(person) };
    return (await app.as(person).call('POST /myData', { body })).body;
  };

  it('has your children with contacts, health and invitations, without the other guardians', async () => {
    const { child, parent, partner, booker } = await buildFamily(app);
    const invitation = makeInvitation('aunt@example.test', parent._id, { may: ['see'] });
    const other = makeInvitation('uncle@example.test', partner._id);
    await collections().children.updateOne(
      { _id: child._id },
      { $set: { invitations: [invitation, other] } },
    );
    const received = makeInvitation(parent.email, partner._id, { may: ['book'] });
    await buildChild(app, partner, { name: 'Cousin Kim', invitations: [received] });

    const data = await download(parent);
    expect(data.children).toMatchObject([
      {
        _id: child.id,
        name: child.name,
        birthDate: child.birthDate,
        may: ['see', 'book'],
        contacts: [CONTACT],
        healthAnswer: { allergies: HEALTH_BODY.allergies },
        invitations: [{ email: 'aunt@example.test', may: ['see'] }],
      },
    ]);
    expect(data.invitations).toMatchObject([{ childName: 'Cousin Kim', may: ['book'] }]);
    expect(JSON.stringify(data)).not.toMatch(partner.email);
    expect(JSON.stringify(data)).not.toMatch('uncle@');

    const bookers = await download(booker);
    expect(bookers.children).toMatchObject([{ may: ['book'], contacts: null, healthAnswer: null }]);
    expect(JSON.stringify(bookers)).not.toMatch(HEALTH_TEXT);
  });
});

describe('deleting your account', () => {
  it('deletes a child without another guardian, its health at once and its name after the camp', async () => {
    const parent = await buildUser(app);
    const child = await buildChild(app, parent, { name: 'Mia Only-Child' });
    await answerHealth(app, child, parent);
    await addPhoto(app, child, parent);
    const next = await enroll(parent, child);
    const past = await enroll(parent, child);
    await endCamp(past);
    await deleteAccount(parent);

    const kept = await readChild(child);
    expect(kept).toMatchObject({
      ...{ name: 'Mia Only-Child', guardians: [], searchWords: [] },
      ...{ birthDate: '', note: '', nameUntil: next.camp_end },
    });
    expect(await collections().childHealth.findOne({ _id: child._id })).toBeNull();
    expect(await collections().childPhotos.findOne({ _id: child._id })).toBeNull();
    expect(await findTraces(app, parent.email)).toEqual([]);
    // Only its name is left, and only where it has a seat.
    expect(await findChildren([child._id], app.services)).toEqual([]);
    const traces = await findTraces(app, child.name);
    expect(traces.map((trace) => trace.split(':')[0])).toEqual(['children']);
    await runJobs(app.services);
    expect(await readSeatNames(app, next)).toEqual(['Mia Only-Child']);
    await endCamp(next);
    await collections().children.updateOne({ _id: child._id }, { $set: { nameUntil: inDays(-2) } });
    await runJobs(app.services);
    expect(await readSeatNames(app, next)).toEqual([DELETED_NAME]);
    expect(await readSeatNames(app, past)).toEqual([DELETED_NAME]);
    expect(await readChild(child)).toBeNull();
  });

  it('leaves a child to its other guardians, with health, seats and who added it, and takes the photo along', async () => {
    const { child, parent, partner, seer } = await buildFamily(app);
    await addPhoto(app, child, parent);
    const paid = await enroll(parent, child);
    const free = await buildClass(app, { price: 0 });
    await join(parent, free, child);
    await deleteAccount(parent);

    expect(await findTraces(app, parent.email)).toEqual([]);
    expect((await readChild(child))?.guardians).toMatchObject([
      { userId: partner._id, invitedBy: null },
      { userId: seer._id, invitedBy: partner._id },
      {},
    ]);
    expect(await collections().childHealth.findOne({ _id: child._id })).not.toBeNull();
    expect(await collections().childPhotos.findOne({ _id: child._id })).toBeNull();
    expect(await readSeatNames(app, paid)).toEqual([child.name]);
    // Nobody else would have a use for the child's seat in the free class.
    expect(await readSeatNames(app, free)).toEqual([child.name]);
    const details = { params: { id: child.id } };
    expect((await app.as(partner).call('GET /myChildren/:id', details)).body.canDelete).toBe(true);
  });

  it('ends invitations by and to the account', async () => {
    const { child, parent, partner } = await buildFamily(app);
    const invitations = [makeInvitation('aunt@example.test', partner._id)];
    await collections().children.updateOne({ _id: child._id }, { $set: { invitations } });
    const other = await buildChild(app, parent, {
      invitations: [makeInvitation(partner.email, parent._id)],
    });
    await deleteAccount(partner);
    expect((await readChild(child))?.invitations).toEqual([]);
    expect((await readChild(other))?.invitations).toEqual([]);
  });
});

describe('the invitations that an account had mailed', () => {
  /** Emails an invitation to this address, as the mailer does. */
  async function invite(parent: UserDocument, email: string) {
    const { id } = await buildChild(app, parent);
    const body = { email, may: ['see' as const] };
    const sent = { params: { id }, body };
    expect((await app.as(parent).call('POST /myChildren/:id/guardians', sent)).status).toBe(200);
    const line = await findMail(app, { email }, 'guardian invited');
    const letter = makeWritten(`${parent.email} invites you`);
    const change = { written: letter, state: 'sent' as const };
    await collections().outbox.updateOne({ _id: line._id }, { $set: change });
    return line._id;
  }
  const isThere = async (_id: string) => (await collections().outbox.countDocuments({ _id })) === 1;

  it('go with its account, because they name it; the invited person’s go with theirs', async () => {
    const [parent, guest, other] = [
      await buildUser(app),
      await buildUser(app),
      await buildUser(app),
    ];
    const toStranger = await invite(parent, 'stranger-13@example.test');
    const toGuest = await invite(other, guest.email);
    // It was mailed before they confirmed the address, so nobody knew whose it was.
    await collections().outbox.updateOne({ _id: toGuest }, { $unset: { userId: true } });
    await deleteAccount(parent);
    expect(await findTraces(app, parent.email)).toEqual([]);
    expect([await isThere(toStranger), await isThere(toGuest)]).toEqual([false, true]);
    await deleteAccount(guest);
    expect(await findTraces(app, guest.email)).toEqual([]);
  });

  it('to an address stay if somebody who never confirmed it deletes their account', async () => {
    const [parent, impostor] = [await buildUser(app), await buildUser(app)];
    await collections().users.updateOne({ _id: impostor._id }, { $set: { isVerified: false } });
    const line = await invite(parent, impostor.email);
    await forgetMailsOf({ ...impostor, isVerified: false }, app.services);
    expect(await isThere(line)).toBe(true);
  });
});

describe('an account that an admin removes', () => {
  it('leaves its children to their other guardians, and keeps those it has alone', async () => {
    const admin = await buildUser(app, 'admin');
    const [parent, partner] = [await buildUser(app), await buildUser(app)];
    const shared = await buildChild(app, parent, {
      guardians: [makeGuardian(parent._id), makeGuardian(partner._id, { invitedBy: parent._id })],
      invitations: [makeInvitation('aunt@example.test', parent._id)],
    });
    const alone = await buildChild(app, parent);
    const campClass = await enroll(parent, alone);
    const query = { email: parent.email };
    expect((await app.as(admin).call('DELETE /removeuser', { query })).status).toBe(200);

    expect(await readChild(shared)).toMatchObject({
      guardians: [{ userId: partner._id, invitedBy: null }],
      invitations: [],
    });
    expect((await app.as(parent).call('GET /myChildren')).body.code).toBe('account_removed');
    expect(await readChild(alone)).toMatchObject({ guardians: [{ userId: parent._id }] });
    expect(await readSeatNames(app, campClass)).toEqual([alone.name]);
  });
});

it('a promoted parent is still a guardian and keeps a parent’s calls', async () => {
  const admin = await buildUser(app, 'admin');
  const { child, partner } = await buildFamily(app);
  await app.as(admin).call('PATCH /makeInstructor', { query: { email: partner.email } });
  const { children } = (await app.as(partner).call('GET /myChildren')).body;
  expect(children.map(({ _id }) => _id)).toEqual([child.id]);
  expect((await readChild(child))?.guardians[1]).toMatchObject({ userId: partner._id });
});
