import { SCHOOL } from '@speakifyr/contract/school.ts';
import { randomUUID } from 'node:crypto';
import { toCents } from '@speakifyr/contract/format.ts';
import { sumAmounts } from '@speakifyr/contract/sum-amounts.ts';
import type { ClassDocument, EnrolledSeat } from '../database/class-document.ts';
import type { PaymentDocument } from '../database/payment-documents.ts';
import { findDemoUser } from './demo-users.ts';
import { connectStripe } from '../outside/stripe.ts';
import type { Services } from '../services.ts';

/** One of Stripe's test cards, https://docs.stripe.com/testing */
const TEST_CARD = 'pm_card_visa';

/** How many calls are made at the same moment. Stripe allows 25 a second in test mode. */
const AT_ONCE = 10;

/**
 * Starts a payment at Stripe for each seat, unless the ledger has one. Nobody is charged yet.
 * @returns the classes, with the payments' ids in their seats
 * @throws {ApiError} `unavailable` if Stripe does not answer
 */
export async function startDemoPayments(
  classes: ClassDocument[],
  { database, cardPayments }: Services,
): Promise<ClassDocument[]> {
  const seats = classes.flatMap((campClass) => campClass.seats.filter(isEnrolled));
  const seatIds = seats.map(({ seatId }) => seatId);
  const known = await database.collections.payments
    .find({ 'items.seatId': { $in: seatIds } })
    .toArray();
  const ids = new Map(
    known.flatMap(({ _id, items }) => items.map(({ seatId }) => [seatId.toHexString(), _id])),
  );
  await inGroups(seats, async ({ seatId, userId, price, plan }) => {
    const key = seatId.toHexString();
    if (ids.has(key)) return;
    const { paymentId } = await cardPayments.createIntent(
      {
        amount: sumDemoPaid({ price, plan }),
        currency: SCHOOL.currency.toLowerCase(),
        metadata: { seatIds: key, email: findDemoUser(userId).email },
      },
      // Another school may have used this Stripe account with the same seats.
      randomUUID(),
    );
    ids.set(key, paymentId);
  });
  return classes.map((campClass) => ({
    ...campClass,
    seats: campClass.seats.map((seat) => {
      if (!isEnrolled(seat)) return seat;
      const paymentId = ids.get(seat.seatId.toHexString()) ?? '';
      const { plan } = seat;
      const paid = plan?.paid.map((one) => ({ ...one, paymentId }));
      return { ...seat, paymentId, ...(plan && paid && { plan: { ...plan, paid } }) };
    }),
  }));
}

/** The amount of a seat's payment, in cents: its price, or the deposit. */
export function sumDemoPaid({ price, plan }: Pick<EnrolledSeat, 'price' | 'plan'>): number {
  return plan ? sumAmounts(plan.paid) : toCents(price);
}

/** Pays them with a test card, unless an earlier start has. */
export async function payDemoPayments(
  payments: PaymentDocument[],
  { environment }: Services,
): Promise<void> {
  const stripe = connectStripe({
    secretKey: environment.STRIPE_SECRET_KEY,
    apiUrl: environment.STRIPE_API_URL,
  });
  await inGroups(payments, async ({ _id }) => {
    try {
      await stripe.paymentIntents.confirm(_id, { payment_method: TEST_CARD });
    } catch (error) {
      const { code } = error as { code?: string };
      if (code !== 'payment_intent_unexpected_state') throw error;
    }
  });
}

function isEnrolled(seat: ClassDocument['seats'][number]): seat is EnrolledSeat {
  return seat.state === 'enrolled';
}

async function inGroups<T>(all: T[], work: (one: T) => Promise<void>): Promise<void> {
  for (let from = 0; from < all.length; from += AT_ONCE)
    await Promise.all(all.slice(from, from + AT_ONCE).map(work));
}
