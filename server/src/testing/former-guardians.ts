import { randomUUID } from 'node:crypto';
import { ObjectId } from 'mongodb';
import type { ClassDocument } from '../database/class-document.ts';
import type { UserDocument } from '../database/user-documents.ts';
import type { ChildDocument } from '../database/family-documents.ts';
import { cancelSeatsOfClasses } from '../changes/cancel-seats-of-classes.ts';
import { makeGuardian } from './documents.ts';
import {
  buildChild,
  buildClass,
  buildUser,
  confirmPayment,
  getIntentId,
  proveSignIn,
  recordPayment,
} from './factories.ts';
import { refundAtDashboard } from './refunds.ts';
import { makeJpeg, PHOTO_BODY } from './photos.ts';
import type { TestApp } from './test-app.ts';
import { inDays } from './today.ts';
import { buildFullClass, joinList } from './waiting.ts';
import { sendWebhook } from './webhooks.ts';

/** In every name, place and text added since the payer is no longer a guardian. */
export const NEW_TEXT = 'Canary';
/** The child's photo since then. */
export const NEW_PHOTO = makeJpeg({ text: 'Since then' });
/** The room of every class since then. */
export const NEW_ROOM = 90_909;
/** As far ahead as a day can be: no other class is then. */
const FAR = new Date().getFullYear() + 9;
/** The days of every class since then. */
export const NEW_DAYS = { camp_start: `${FAR}-03-04`, camp_end: `${FAR}-03-08` };

type Place = ClassDocument & { id: string };
/** What a guardian has bought, held or asked for, by the ids with which they call. */
export type Pointer = { classId: string; cartId: string; paymentId: string; waitId: string };

export type PayerFamily = {
  child: ChildDocument & { id: string };
  owner: UserDocument;
  /** Bought everything. */
  payer: UserDocument;
  /** May see the child, and has never paid. */
  seer: UserDocument;
  pointers: Pointer[];
  /** The payer's own seat, which they bought together with one for the child. */
  ownClass: Place;
  /** The classes in which the child may be now, including those that the payer has never seen. */
  places: Record<'stay' | 'target' | 'cheap', Place>;
  seats: Record<SeatName, Pointer>;
};
type SeatName = 'stay' | 'moves' | 'cheaper' | 'ends' | 'kept' | 'closed' | 'returned';

const NOWHERE: Pointer = {
  classId: new ObjectId().toHexString(),
  cartId: new ObjectId().toHexString(),
  paymentId: 'pi_nobody',
  waitId: new ObjectId().toHexString(),
};

/** A guardian buys, cancels, moves, holds and waits for a child, over HTTP. Each seat ends differently. */
export async function buildPayerFamily(app: TestApp): Promise<PayerFamily> {
  const [owner, payer, seer] = [await buildUser(app), await buildUser(app), await buildUser(app)];
  const invitedBy = owner._id;
  const child = await buildChild(app, owner, {
    name: 'Mia Before',
    guardians: [
      makeGuardian(owner._id),
      makeGuardian(payer._id, { invitedBy }),
      makeGuardian(seer._id, { may: ['see'], invitedBy }),
    ],
  });
  const { email } = payer;
  const build = (name: string, price = 60) =>
    buildClass(app, {
      name: `${name} before`,
      ...{ price, camp_start: inDays(60), camp_end: inDays(64) },
    });
  const call = app.as(payer).call;
  async function hold({ id }: Place, forChild = true) {
    const body = { classId: id, email, ...(forChild && { childId: child.id }) };
    const answer = await call('POST /addClass', { body });
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
    return answer.body.cartId;
  }
  async function pay(cartIds: string[], price: number) {
    const { body } = await call('POST /createPayment-intent', { body: { cartIds, price } });
    const paymentId = getIntentId(body.clientSecret);
    await confirmPayment(paymentId);
    const answer = await recordPayment(app, payer, paymentId);
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
    return paymentId;
  }
  async function buy(name: string) {
    const campClass = await build(name);
    const cartId = await hold(campClass);
    const paymentId = await pay([cartId], campClass.price);
    return { ...NOWHERE, campClass, classId: campClass.id, cartId, paymentId };
  }
  const move = async ({ cartId }: Pointer, { id: classId, price }: Place) =>
    (await call('POST /moves', { body: { cartId, classId, price } })).body;

  const [stay, ownClass] = [await build('Stay', 50), await build('Own', 50)];
  const cartIds = [await hold(stay), await hold(ownClass, false)];
  const both = await pay(cartIds, 100);
  const staying = { ...NOWHERE, classId: stay.id, cartId: cartIds[0] ?? '', paymentId: both };
  const free = await build('Free', 0);
  const freeCart = await hold(free);
  const seats = {
    moves: await buy('Moves'),
    cheaper: await buy('Cheaper'),
    ends: await buy('Ends'),
    kept: await buy('Kept'),
    closed: await buy('Closed'),
    returned: await buy('Returned'),
  };
  const canceled = await buy('Canceled');
  const params = { cartId: canceled.cartId };
  const { body: preview } = await call('GET /cancellation/:cartId', { params });
  await call('POST /cancellation/:cartId', { params, body: { refund: preview.refund } });
  const shifted = await buy('Shifted');
  const dear = await build('Dear', 90);
  const { cartId: dearCart, difference } = await move(shifted, dear);
  const difPayment = await pay([dearCart], difference / 100);
  const held = await build('Held');
  const heldPointer = { ...NOWHERE, classId: held.id, cartId: await hold(held) };
  const full = await buildFullClass(app, { name: 'Full before', camp_start: inDays(60) });
  const waitId = await joinList(app, payer, full, { childIds: [child.id] });
  return {
    ...{ child, owner, payer, seer, ownClass },
    places: { stay, target: await build('Target'), cheap: await build('Cheap', 40) },
    seats: { stay: staying, ...seats },
    pointers: [
      ...[staying, ...Object.values(seats), canceled, shifted, heldPointer],
      { ...NOWHERE, classId: free.id, cartId: freeCart, paymentId: `free_${freeCart}` },
      { ...NOWHERE, classId: dear.id, cartId: dearCart, paymentId: difPayment },
      { ...NOWHERE, classId: full.id, waitId },
    ],
  };
}

/**
 * Changes everything: the child's name, all its classes, and where it has a seat. Done by those who still may.
 */
export async function changeEverything(
  app: TestApp,
  { child, owner, ownClass, places, seats }: PayerFamily,
  admin: UserDocument,
): Promise<void> {
  const { classes, users } = app.services.database.collections;
  const renamed = await app.as(owner).call('PATCH /myChildren/:id', {
    params: { id: child.id },
    body: { name: `${NEW_TEXT} Child` },
  });
  if (renamed.status !== 200) throw new Error(JSON.stringify(renamed.body));
  const teacher = await buildUser(app, 'instructor');
  const incident = { what: NEW_TEXT, where: NEW_TEXT, treatment: NEW_TEXT, witness: NEW_TEXT };
  await app.services.database.collections.safetyRecords.insertOne({
    ...{ _id: randomUUID(), classId: ownClass._id, day: ownClass.camp_start, personId: child._id },
    ...{ at: new Date(), receivedAt: new Date(), by: teacher._id, addenda: [] },
    incident: { ...incident, parentsToldAt: null },
  });
  const photo = { jpeg: NEW_PHOTO.toString('base64'), consent: PHOTO_BODY.consent };
  const given = await app
    .as(owner)
    .call('PUT /myChildren/:id/photo', { params: { id: child.id }, body: photo });
  if (given.status !== 200) throw new Error(JSON.stringify(given.body));
  await users.updateMany({}, { $set: { 'mail.campDay': true } });
  await app.services.database.collections.attendance.insertOne({
    ...{ _id: randomUUID(), classId: places.stay._id, day: inDays(0), personId: child._id },
    ...{ kind: 'out', at: new Date(), receivedAt: new Date(), by: teacher._id },
    collectedBy: { how: 'listed', name: `${NEW_TEXT} Adult`, checked: 'known' },
  });
  await users.updateOne({ _id: teacher._id }, { $set: { name: `${NEW_TEXT} Teacher` } });
  for (const { _id, name } of await classes.find({ _id: { $ne: ownClass._id } }).toArray()) {
    const hasNew = name.startsWith(NEW_TEXT);
    await classes.updateOne(
      { _id },
      {
        $set: {
          ...(hasNew ? {} : { name: `${NEW_TEXT} ${name}` }),
          ...{ assign_room: NEW_ROOM, place: `${NEW_TEXT} Place`, ...NEW_DAYS },
          instructorId: teacher._id,
        },
      },
    );
  }
  const call = app.as(admin).call;
  const check = ({ status, body }: { status: number; body: unknown }) => {
    if (status !== 200) throw new Error(JSON.stringify(body));
  };
  const move = ({ cartId }: Pointer, { id: classId }: Place) =>
    call('POST /moves', { body: { cartId, classId, note: `${NEW_TEXT} note` } });
  const giveBack = ({ paymentId, cartId }: Pointer, amount: number) =>
    call('POST /refunds', {
      body: { paymentId, cartId, amount, note: `${NEW_TEXT} note` },
    });
  check(await move(seats.moves, places.target));
  check(await move(seats.cheaper, places.cheap));
  check(await giveBack(seats.ends, 1_000));
  check(await giveBack(seats.kept, 0));
  check(
    await call('POST /cancelClass/:id', {
      params: { id: seats.closed.classId },
      body: { confirm_affected: 1, note: `${NEW_TEXT} note`, message: `${NEW_TEXT} message` },
    }),
  );
  await refundAtDashboard(seats.returned.paymentId);
  await sendWebhook(app, { type: 'charge.refunded', paymentId: seats.returned.paymentId });
  await cancelSeatsOfClasses(app.services);
}

/** An admin removes the payer, and the parent removes the guardian whom they invited. */
export async function removeBoth(
  app: TestApp,
  { child, owner, payer, seer }: PayerFamily,
  admin: UserDocument,
): Promise<void> {
  const { status } = await app.as(admin).call('DELETE /children/:id/guardians/:guardianId', {
    params: { id: child.id, guardianId: payer._id.toHexString() },
    body: { note: `${NEW_TEXT} note` },
  });
  if (status !== 200) throw new Error('The payer is still a guardian');
  await remove(app, owner, child, seer._id);
}

/** The payer and the other guardian leave on their own. */
export async function leave(app: TestApp, { child, payer, seer }: PayerFamily): Promise<void> {
  for (const person of [payer, seer]) await remove(app, person, child, person._id);
}

async function remove(
  app: TestApp,
  by: UserDocument,
  { id }: { id: string },
  guardianId: ObjectId,
): Promise<void> {
  const params = { id, guardianId: guardianId.toHexString() };
  const { status } = await app
    .as(by)
    .call('DELETE /myChildren/:id/guardians/:guardianId', { params });
  if (status !== 200) throw new Error('The guardian is still there');
}

/** Deletes the child, with the account of its last guardian. */
export async function deleteLastGuardian(app: TestApp, { owner }: PayerFamily): Promise<void> {
  const body = { email: owner.email, idToken: await proveSignIn(owner) };
  const { status } = await app.as(owner).call('DELETE /myAccount', { body });
  if (status !== 200) throw new Error('The account is still there');
}
