import { ObjectId } from 'mongodb';
import { describe, expect, it } from 'vitest';
import type { ClassDocument, Seat } from '../database/class-document.ts';
import type { SeatChangeDocument } from '../database/money-documents.ts';
import { buildClass, buildEnrolledSeat, buildUser, holdSeatOf } from '../testing/factories.ts';
import { useTestApp } from '../testing/test-app.ts';
import { takeStep } from '../changes/change-store.ts';
import {
  allows,
  CHANGE_STEPS,
  type ChangeKind,
  SEAT_CHANGES,
  type SeatChange,
  type SeatState,
  stateOf,
} from './seat-states.ts';
import { takeBackSeat, releaseHeldSeat } from './freed-seats.ts';
import { decideEnrollment, seatInstead } from './give-seat.ts';
import { findOldSeat } from './move-seat.ts';
import { decideResale } from './resale.ts';
import { decideAddedExtras } from './seat-extras.ts';
import { decideBalance } from './seat-plan.ts';
import { renewSeatHold } from './seats.service.ts';

const app = useTestApp();
const STATES: SeatState[] = ['offered', 'held', 'enrolled', 'ended'];

/** A full class with one seat in a state, except that it is gone once it has ended. */
async function buildSeat(state: SeatState) {
  const campClass = await buildClass(app, { sit: 1, price: 50 });
  const { collections } = app.services.database;
  const read = async () =>
    (await collections.classes.findOne({ _id: campClass._id })) as ClassDocument;
  const isPaid = state === 'enrolled' || state === 'ended';
  const paid = isPaid ? await buildEnrolledSeat(app, { ...campClass }) : undefined;
  const student = paid?.student ?? (await buildUser(app));
  if (!paid) await holdSeatOf(app, student as never, campClass);
  const seat = (await read()).seats[0] as Seat;
  if (state === 'offered')
    await collections.classes.updateOne(
      { _id: campClass._id },
      { $set: { 'seats.0.offer': { entry: { waitId: new ObjectId(), people: [], lapses: 0 } } } },
    );
  if (state === 'ended') {
    const body = { paymentId: paid?.paymentId ?? '', cartId: seat.seatId.toHexString(), amount: 0 };
    const admin = await buildUser(app, 'admin');
    await app.as(admin).call('POST /refunds', { body: { ...body, note: 'They are ill.' } });
  }
  return { campClass: await read(), seat, student, paymentId: paid?.paymentId ?? 'pi_none' };
}

type Built = Awaited<ReturnType<typeof buildSeat>>;
const RULES = {
  at: new Date(),
  today: '2027-01-01',
  timeZone: 'UTC',
  heldElsewhere: new Map(),
  maxAtAddress: 9,
};

const PLAN = { agreedAt: new Date(), by: new ObjectId(), paid: [] };

/** What really happens. @returns whether the change was made */
const DOES: Record<SeatChange, (built: Built) => boolean | Promise<boolean>> = {
  renew: ({ campClass, seat }) =>
    renewSeatHold(campClass._id, seat as never, app.services).then(
      () => true,
      () => false,
    ),
  release: ({ campClass, seat }) => releaseHeldSeat(campClass, seat, RULES) !== null,
  pay: ({ campClass, seat }) => {
    const payment = { ...seat, classId: campClass._id, paymentId: 'pi_another', price: 50 };
    // Without a free seat, a payment gets only what is held for it.
    return decideEnrollment({ ...campClass, sit: 0 }, payment, new Date()).seat !== null;
  },
  payBalance: ({ campClass, seat }) => {
    const plan = { ...PLAN, parts: [{ due: '2027-05-01', amount: 5_000 }] };
    const seats = campClass.seats.map((one) =>
      one.seatId.equals(seat.seatId) ? { ...one, plan } : one,
    );
    const payment = { paymentId: 'pi_balance', seatId: seat.seatId, amount: 5_000 };
    return decideBalance({ ...campClass, seats }, payment, new Date()).seat !== null;
  },
  addExtras: ({ campClass, seat }) => {
    const { seatId, userId } = seat;
    const offered = [
      { ...{ id: 'shirt', label: 'T-shirt', price: 1_500, per: 'once' as const, options: [] } },
    ].map((extra) => ({ ...extra, capacity: null, isRefundable: true, classIds: [] }));
    const wanted = [{ id: 'shirt', option: null, amount: 1_500 }];
    const choice = { seatId, userId, wanted, offered, firstDay: '2027-01-01' };
    const agreement = { at: new Date(), today: '2027-01-01', paid: [] };
    return decideAddedExtras(campClass, choice, agreement) !== null;
  },
  cancel: async ({ seat, student }) => {
    const path = { params: { cartId: seat.seatId.toHexString() } };
    return (await app.as(student).call('GET /cancellation/:cartId', path)).status === 200;
  },
  resell: ({ campClass, seat }) => {
    const other = { ...seat, seatId: new ObjectId(), state: 'enrolled' } as never;
    const seats = campClass.seats.map((one) => ({ ...one, isForResale: true }) as Seat);
    const full = { ...campClass, seats, sit: 0 };
    return (seatInstead(full, undefined, other, new Date()).resold ?? []).length > 0;
  },
  takeBack: ({ campClass, seat, paymentId }) => {
    const item = { classId: campClass._id, seatId: seat.seatId, paymentId };
    return takeBackSeat(campClass, item, RULES).sit !== undefined;
  },
  putUpForResale: ({ campClass, seat }) =>
    decideResale(campClass, { seatId: seat.seatId, isForResale: true }, RULES) !== null,
  move: ({ campClass, seat }) => {
    const entryCode = seat.state === 'enrolled' ? seat.entry_code : '';
    const from = { classId: campClass._id, entryCode };
    return findOldSeat(campClass, { seatId: seat.seatId, from }) !== undefined;
  },
  refund: async ({ seat, paymentId }) => {
    const admin = await buildUser(app, 'admin');
    const about = { paymentId, cartId: seat.seatId.toHexString(), keepsSeat: true };
    const body = { ...about, amount: 100, note: 'They asked for it.' };
    return (await app.as(admin).call('POST /refunds', { body })).status === 200;
  },
};

describe.each(STATES)('a seat that is %s', (state) => {
  it.each(Object.keys(SEAT_CHANGES) as SeatChange[])(
    'may change as the table says: %s',
    async (change) => {
      const built = await buildSeat(state);
      const seat = built.campClass.seats.find((one) => one.seatId.equals(built.seat.seatId));
      expect(stateOf(seat)).toBe(state);
      expect(await DOES[change](built)).toBe(allows(change, seat));
    },
  );
});

describe.each(Object.keys(CHANGE_STEPS) as ChangeKind[])('a record of the kind %s', (kind) => {
  const steps = Object.entries(CHANGE_STEPS[kind]) as [string, { from: string[]; to: string }][];
  it.each(steps)(
    'takes the step %s from its states only, and the lock goes at its end',
    async (step, { from, to }) => {
      const { seatChanges } = app.services.database.collections;
      for (const state of ['open', 'decided', 'done', 'rejected'] as const) {
        const _id = new ObjectId();
        const record = { _id, kind, state, seatId: _id, openSeatId: _id, checkAfter: new Date() };
        await seatChanges.insertOne(record as unknown as SeatChangeDocument);
        expect(await takeStep({ seatChanges }, { _id, kind }, step as never)).toBe(
          from.includes(state),
        );
        const isOver = from.includes(state) && to !== 'decided';
        expect(await seatChanges.findOne({ _id })).toMatchObject({
          state: from.includes(state) ? to : state,
          ...(!isOver && { openSeatId: _id }),
        });
        expect(await seatChanges.countDocuments({ openSeatId: _id })).toBe(isOver ? 0 : 1);
      }
    },
  );
});
