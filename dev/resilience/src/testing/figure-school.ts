import type { ObjectId } from 'mongodb';
import { expect, vi } from 'vitest';
import type { EnrolledSeat } from '../../../../server/src/database/class-document.ts';
import { runJobs } from '../../../../server/src/jobs/jobs.ts';
import { findUserWithId } from '../../../../server/src/users/find-users.ts';
import {
  buildChild,
  buildClass,
  buildUser,
  confirmPayment,
  getIntentId,
  recordPayment,
} from '../../../../server/src/testing/factories.ts';
import { createMoves, type Place } from '../../../../server/src/testing/moves.ts';
import { listAtStripe, refundAtDashboard } from '../../../../server/src/testing/refunds.ts';
import { closeDispute, disputePayment } from '../../../../server/src/testing/stripe-dashboard.ts';
import type { TestApp } from '../../../../server/src/testing/test-app.ts';
import { inDays } from '../../../../server/src/testing/today.ts';
import { sendWebhook } from '../../../../server/src/testing/webhooks.ts';
import { sumPrices } from '../../../../client/src/lib/cart-seats.ts';
import type { Random } from '../random.ts';

const PRICES = [0, 30, 60.5, 99.99];

export type FigureSchool = Awaited<ReturnType<typeof buildFigureSchool>>;

/**
 * A school in which families join and pay, and everything happens to their money, all through the API: parts of it go
 * back, refunds fail and are paid in another way, banks take it, seats are canceled and move. Refusals are part of it.
 */
export async function buildFigureSchool(app: TestApp, { next, pick, chance }: Random) {
  const admin = await buildUser(app, 'admin');
  const classes: Place[] = [];
  for (const price of PRICES) {
    const { _id: instructorId } = await buildUser(app, 'instructor');
    const days = { camp_start: inDays(90), camp_end: inDays(95) };
    classes.push(await buildClass(app, { price, sit: 9, instructorId, ...days }));
  }
  const moves = createMoves(() => app);
  /** The names of what has happened. */
  const acts: string[] = [];
  /** Payments whose refunds fail: a moment after they succeeded. */
  const failing: string[] = [];

  /** Two people of a family join a class, with one payment, which some never finish. */
  async function join() {
    const parent = await buildUser(app);
    const { email } = parent;
    const campClass = pick(classes);
    const cartIds: string[] = [];
    for (const child of [undefined, await buildChild(app, parent)]) {
      const body = { classId: campClass.id, email, ...(child && { childId: child.id }) };
      const { status, body: seat } = await app.as(parent).call('POST /addClass', { body });
      if (status === 200) cartIds.push(seat.cartId);
    }
    if (campClass.price === 0 || cartIds.length === 0) return;
    const { body: cart } = await app.as(parent).call('GET /myclass', { query: { email } });
    const price = sumPrices(cart);
    const begun = await app
      .as(parent)
      .call('POST /createPayment-intent', { body: { price, cartIds } });
    const paymentId = getIntentId(begun.body.clientSecret);
    if (chance(0.2)) return;
    const isFailing = chance(0.4);
    if (isFailing) failing.push(paymentId);
    await confirmPayment(paymentId, isFailing ? 'pm_card_refundFail' : 'pm_card_visa');
    await recordPayment(app, parent, paymentId);
  }

  async function findPerson(userId: ObjectId): Promise<{ email: string }> {
    const person = await findUserWithId(userId, app.services);
    if (!person) throw new Error('The account is gone');
    return person;
  }

  async function listSeats() {
    const found = await app.services.database.collections.classes.find({}).toArray();
    return found.flatMap(({ _id, seats }) =>
      seats
        .filter((seat): seat is EnrolledSeat => seat.state === 'enrolled' && seat.price > 0)
        .map((seat) => ({ classId: _id, seat })),
    );
  }

  const report = async (paymentId: string, type: string) =>
    expect(await sendWebhook(app, { type, paymentId })).toBe(200);

  const ACTS: Record<string, (seat: EnrolledSeat) => Promise<unknown>> = {
    'admin refund': ({ paymentId, seatId: cartId, price }) =>
      app.as(admin).call('POST /refunds', {
        body: {
          ...{ paymentId, cartId: cartId.toHexString(), keepsSeat: chance(0.7), note: 'Sorry' },
          amount: 1 + Math.floor(next() * price * 60),
        },
      }),
    async 'parent cancels'({ userId, seatId: cartId }) {
      const person = await findPerson(userId);
      const params = { cartId: cartId.toHexString() };
      const quote = await app.as(person).call('GET /cancellation/:cartId', { params });
      const body = { refund: quote.body.refund };
      await app.as(person).call('POST /cancellation/:cartId', { params, body });
    },
    async 'dashboard refund'({ paymentId, price }) {
      const amount = chance(0.7) ? 1 + Math.floor(next() * price * 50) : undefined;
      // More may be asked for than is left.
      const made = await refundAtDashboard(paymentId, amount).catch(() => undefined);
      if (made) await report(paymentId, 'charge.refunded');
    },
    async dispute({ paymentId }) {
      // A charge is disputed once, and not after all of it went back.
      const isDisputed = await disputePayment(paymentId).then(
        () => true,
        () => false,
      );
      if (!isDisputed) return;
      await report(paymentId, 'charge.dispute.created');
      await closeDispute(paymentId, chance(0.5) ? 'won' : 'lost');
      await report(paymentId, 'charge.dispute.closed');
    },
    async move({ userId, seatId: cartId }) {
      const to = pick(classes);
      const student = await findPerson(userId);
      const place = { classId: to.id, price: to.price };
      const { status, body } = await moves.move({ student, cartId: cartId.toHexString() }, place);
      if (status !== 200 || body.difference === 0 || chance(0.3)) return;
      const paymentId = await moves.payAtStripe({ student }, body);
      await recordPayment(app, student, paymentId);
    },
  };

  /** Waits until a payment's refunds have failed at Stripe, so that the same acts always have the same end. */
  const waitForFailures = (paymentId: string) =>
    vi.waitFor(
      async () => {
        const list = await listAtStripe(paymentId);
        expect(list.map(({ status }) => status)).toEqual(list.map(() => 'failed'));
      },
      { timeout: 20_000 },
    );

  /** Refunds to some cards fail. Admins try them again, pay in another way, or look at them later. */
  async function answerFailures() {
    const { refunds } = app.services.database.collections;
    const isFailing = { paymentId: { $in: failing }, state: 'succeeded' } as const;
    for (const paymentId of await refunds.distinct('paymentId', isFailing)) {
      await waitForFailures(paymentId);
      await report(paymentId, 'refund.failed');
    }
    const { body } = await app.as(admin).call('GET /openRefunds');
    for (const { _id: refundId, state, amount } of body.filter(
      (refund) => refund.state === 'failed',
    )) {
      acts.push(`${state} ${refundId.slice(-6)}`);
      const params = { refundId };
      if (chance(0.3)) await app.as(admin).call('POST /openRefunds/:refundId/retry', { params });
      else if (chance(0.7))
        await app.as(admin).call('POST /openRefunds/:refundId/answer', {
          params,
          body: { cartId: null, paidOtherwise: amount, note: 'Cash' },
        });
    }
  }

  /** A school in which nobody has paid for a seat gets families until somebody has: no run of choices leaves it idle. */
  async function findSeats() {
    for (;;) {
      const seats = await listSeats();
      if (seats.length > 0) return seats;
      await join();
    }
  }

  /** Does one thing to a random seat, and lets a job finish it. */
  async function act() {
    const seats = await findSeats();
    const name = pick(Object.keys(ACTS));
    acts.push(name);
    await ACTS[name]?.(pick(seats).seat);
    await answerFailures();
    await runJobs(app.services);
  }

  return { join, act, acts };
}
