import { makeUserId } from '../../../../server/src/testing/documents.ts';
import type Stripe from 'stripe';
import type { Complaints } from '../attack.ts';
import { joinClass, recordPayment, startPayment } from '../journeys.ts';
import type { Person } from '../people.ts';
import type { School } from '../school.ts';
import {
  askStripe,
  cancelAtDashboard,
  fetchIntent,
  intentOf,
  payByCard,
  refundAtDashboard,
} from '../stripe.ts';
import { describeEvent } from '../webhooks.ts';

/** The events that Stripe sends us. */
export const EVENTS = [
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'payment_intent.canceled',
  'charge.refunded',
] as const;
type EventName = (typeof EVENTS)[number];

/** A student's only payment. */
export type Payment = { id: string; clientSecret: string; student: Person };

/** A payment's state at Stripe when its events come in, and the state it must have here afterwards. */
export type State = {
  name: string;
  /** Brings a started payment into this state. */
  reach(school: School, payment: Payment): Promise<unknown>;
  /** The event that reports it. */
  told: EventName;
  /** The state in the ledger and in the class when all four events have come. */
  end: string;
};

export const STATES: State[] = [
  {
    name: 'paid',
    reach: (school, { clientSecret }) => payByCard(school, clientSecret),
    told: 'payment_intent.succeeded',
    end: 'enrolled, seat enrolled, refunded 0 times',
  },
  {
    name: 'declined',
    reach: (school, { clientSecret }) => payByCard(school, clientSecret, 'pm_card_chargeDeclined'),
    told: 'payment_intent.payment_failed',
    end: 'open, seat held, refunded 0 times',
  },
  {
    name: 'canceled',
    reach: (school, { id }) => cancelAtDashboard(school, id),
    told: 'payment_intent.canceled',
    end: 'canceled, seat held, refunded 0 times',
  },
  {
    name: 'paid and refunded',
    async reach(school, { id, clientSecret }) {
      await payByCard(school, clientSecret);
      await refundAtDashboard(school, id);
    },
    told: 'charge.refunded',
    end: 'refunded, seat held, refunded 1 times',
  },
  {
    name: 'enrolled and refunded',
    async reach(school, { id, clientSecret, student }) {
      await payByCard(school, clientSecret);
      await recordPayment(student, clientSecret);
      await refundAtDashboard(school, id);
    },
    told: 'charge.refunded',
    end: 'refunded, seat none, refunded 1 times',
  },
  {
    name: 'paid for a closed class',
    async reach(school, payment) {
      await payByCard(school, payment.clientSecret);
      const userId = makeUserId(payment.student.email);
      await school.collections.classes.updateOne(
        { 'seats.userId': userId },
        { $set: { status: 'archived' }, $inc: { version: 1 } },
      );
    },
    told: 'payment_intent.succeeded',
    end: 'refunded, seat held, refunded 1 times',
  },
];

/** Brings a student's payment, for a new class, into a state. */
export async function reachState(school: School, student: Person, state: State): Promise<Payment> {
  const campClass = await school.addClass();
  const { cartId } = (await joinClass(student, campClass)).body;
  const { clientSecret } = (await startPayment(student, cartId, campClass.price)).body;
  const payment = { id: intentOf(clientSecret), clientSecret, student };
  await state.reach(school, payment);
  return payment;
}

/** An event about a payment, with the object as it is at Stripe now. */
export async function writeEvent(
  school: School,
  id: string,
  event: string,
  isLive?: boolean,
): Promise<string> {
  const intent = await fetchIntent(school, id);
  // The charge is expanded, so it is never just an id.
  const charge = intent.latest_charge as Stripe.Charge | null;
  const missing = { id: 'ch_none', object: 'charge', payment_intent: id };
  return describeEvent(event, event.startsWith('charge.') ? (charge ?? missing) : intent, isLive);
}

/** A payment's state here, as a text to compare. */
async function describeEnd(
  { collections }: School,
  { id, student: { email } }: Payment,
): Promise<string> {
  const userId = makeUserId(email);
  const payment = await collections.payments.findOne({ _id: id });
  const campClass = await collections.classes.findOne({ 'seats.userId': userId });
  const seat = campClass?.seats.find((one) => one.userId.equals(userId));
  const refunds = await collections.events.countDocuments({
    ...{ 'data.target': id, type: 'refund' },
  });
  return `${payment?.status}, seat ${seat?.state ?? 'none'}, refunded ${refunds} times`;
}

/** Checks that a payment ended as it must, and that Stripe agrees. */
export async function checkEnd(
  school: School,
  payment: Payment,
  state: State,
  { check }: Pick<Complaints, 'check'>,
  how: string,
): Promise<void> {
  const end = await describeEnd(school, payment);
  check(end === state.end, `${state.name}, ${how}: ended ${end}, not ${state.end}`);
  const { isRefunded } = await askStripe(school, payment.id);
  check(
    isRefunded === state.end.startsWith('refunded'),
    `${state.name}, ${how}: Stripe ${isRefunded ? 'returned the money' : 'kept the money'}`,
  );
}
