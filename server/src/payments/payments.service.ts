import type { PaymentItem, UserDocument } from '../database/collections.ts';
import { ApiError } from '../errors.ts';
import type { Intent } from '../outside/stripe.ts';
import { hasJoiningEnded } from '../seats/join-until.ts';
import { getSeatsOf, isSeatHeld, renewSeatHold } from '../seats/seats.service.ts';
import type { Services } from '../services.ts';
import { makePseudonym } from '../users/pseudonym.ts';
import { readUserAgain } from '../users/users.service.ts';
import { countOpen, insertPaymentOnce, listPaymentsOfSeat, type Payment } from './payments.repo.ts';
import { forgetPayer } from './payer.ts';
import { endPayment, settlePayment } from './settle-payment.ts';

/** The browser and the webhook have this long before the sweep checks a new payment. */
const FIRST_CHECK_MS = 20_000;

/**
 * Starts the card payment for a held seat, or resumes the one that was started before. There is one PaymentIntent per
 * cart entry and price, so that a reload can't charge twice. It is in the ledger before anyone can pay it.
 * @param request.price the price that the student saw, in whole currency units
 * @param request.currency what the student saw it in, if the page said so
 * @param request.cartId which selected course; if missing, the one with this price
 * @returns the secret with which the browser confirms the payment, and when the hold ends
 */
export async function startPayment(
  request: { price: number; currency?: string | undefined; cartId?: string | undefined },
  user: UserDocument,
  services: Services,
): Promise<{ clientSecret: string; heldUntil: string }> {
  const { campClass, seat } = await findSeatToPay(request, user, services);
  if (hasJoiningEnded(campClass, services)) throw new ApiError('class_started');
  if (campClass.price !== request.price) throw new ApiError('price_changed');
  const { CURRENCY } = services.environment;
  // A page that was open before the school changed its currency.
  if (request.currency && request.currency !== CURRENCY)
    throw new ApiError('price_changed', `Prices are in ${CURRENCY} now. Please reload this page.`);
  const amount = toCents(campClass.price);
  if (amount === 0) throw new ApiError('nothing_to_pay');
  const { heldUntil } = await renewSeatHold(campClass._id, seat, services);

  // Read once: these payments decide both which one is resumed and the key of a new one. Two tabs that read the same
  // payments get the same intent.
  const earlier = await listPaymentsOfSeat(services.database.collections, seat.cartId);
  const entry = { classId: campClass._id, cartId: seat.cartId };
  const item = buildItem({ ...seat, ...entry }, amount);
  const intent =
    (await resumePayment(earlier, amount, services)) ??
    (await createPayment(item, earlier.length, user, services));
  await checkStillHere(user, { items: [item], paymentId: intent.paymentId }, services);
  if (!(await isSeatHeld({ ...entry, email: user.email }, services))) {
    // The seat was released while we talked to Stripe, so nobody may pay for it anymore.
    const { state } = await settlePayment(intent.paymentId, services);
    throw state === 'enrolled' ? alreadyEnrolled() : new ApiError('seat_not_held');
  }
  return { clientSecret: intent.clientSecret, heldUntil: heldUntil.toISOString() };
}

function alreadyEnrolled(): ApiError {
  return new ApiError('already_joined', 'You are already enrolled in this class.');
}

/**
 * Ends the payment of a user who was removed, or deleted their account, while we talked to Stripe. The deletion may
 * have processed the ledger before this payment was in it, so this function also removes email and name.
 * @throws {ApiError} `account_removed`
 */
export async function checkStillHere(
  user: UserDocument,
  payment: StartedPayment,
  services: Services,
): Promise<void> {
  const found = await readUserAgain(user, services);
  if (found?.status === 'active') return;
  await endPayment(payment, services);
  const pseudonym = found ? found.deletion?.pseudonym : makePseudonym();
  if (pseudonym) await forgetPayer({ paymentId: payment.paymentId }, pseudonym, services);
  throw new ApiError('account_removed');
}

async function findSeatToPay(
  { price, cartId }: { price: number; cartId?: string | undefined },
  user: UserDocument,
  services: Services,
) {
  const booked = await getSeatsOf({ email: user.email }, services);
  const asked = booked.filter(({ campClass, seat }) =>
    cartId ? seat.cartId.equals(cartId) : campClass.price === price,
  );
  if (cartId && asked[0]?.seat.state === 'enrolled') throw alreadyEnrolled();
  const held = asked.flatMap(({ campClass, seat }) =>
    seat.state === 'held' && seat.heldUntil > services.now() ? [{ campClass, seat }] : [],
  );
  const [only, ...others] = held;
  if (!only) throw new ApiError('seat_not_held');
  if (others.length > 0)
    throw new ApiError('invalid_input', undefined, {
      fields: { 'body.cartId': 'Two of your selected courses have this price: choose one' },
    });
  return only;
}

/**
 * Finds a payment of this seat that can still be used. Ends payments with another price or currency.
 * @throws {ApiError} `already_joined` if one of those is paid, `payment_not_finished` if it is processing
 */
async function resumePayment(
  payments: Payment[],
  amount: number,
  services: Services,
): Promise<Intent | undefined> {
  let resumed: Intent | undefined;
  const currency = readCurrency(services);
  for (const payment of payments.filter(({ status }) => status === 'open')) {
    if (payment.amount !== amount || payment.currency !== currency) {
      const { state } = await endPayment(payment, services);
      if (state === 'enrolled') throw alreadyEnrolled();
      if (state === 'open') throw new ApiError('payment_not_finished');
      continue;
    }
    const intent = await services.cardPayments.retrieveIntent(payment.paymentId);
    if (intent && intent.status !== 'canceled') resumed = intent;
  }
  return resumed;
}

async function createPayment(
  item: PaymentItem,
  earlierPayments: number,
  user: UserDocument,
  services: Services,
): Promise<Intent> {
  const currency = readCurrency(services);
  const intent = await services.cardPayments.createIntent(
    {
      amount: item.amount,
      currency,
      metadata: {
        cartId: item.cartId.toHexString(),
        classId: item.classId.toHexString(),
        email: user.email,
      },
    },
    // The number gives a new intent after the last one was canceled. Two tabs at once still get the same intent.
    `seat-${item.cartId.toHexString()}-${item.amount}-${currency}-${earlierPayments}`,
  );
  await enterPayment({ items: [item], paymentId: intent.paymentId }, user, services);
  return intent;
}

/** A payment for held seats. A free class costs 0, and Stripe is never asked about it. */
export type StartedPayment = Pick<Payment, 'paymentId' | 'items'>;

/** A held seat that somebody wants to pay for, in cents. */
export function buildItem(
  { classId, cartId, childId, name }: Omit<PaymentItem, 'amount' | 'state'>,
  amount: number,
): PaymentItem {
  return { cartId, classId, ...(childId && { childId }), name, amount, state: 'open' };
}

/** Enters an open payment in the ledger. May be repeated. */
export async function enterPayment(
  payment: StartedPayment,
  { email, name }: UserDocument,
  services: Services,
): Promise<void> {
  const createdAt = services.now();
  const amount = payment.items.reduce((sum, item) => sum + item.amount, 0);
  await insertPaymentOnce(services.database.collections, {
    ...payment,
    email,
    studentName: name,
    amount,
    kept: amount,
    refundIds: [],
    currency: readCurrency(services),
    status: 'open',
    createdAt,
    checkAfter: new Date(createdAt.getTime() + FIRST_CHECK_MS),
  });
}

/** The number of payments that are not enrolled, refunded or canceled yet. */
export async function countOpenPayments({ database }: Services): Promise<number> {
  return countOpen(database.collections);
}

/** The currency of new payments, in lower case, as Stripe and the ledger write it. */
function readCurrency({ environment }: Services): string {
  return environment.CURRENCY.toLowerCase();
}

/** Converts whole currency units with two decimals to integer cents. */
function toCents(price: number): number {
  return Math.round(price * 100);
}
