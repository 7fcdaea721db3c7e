import { SCHOOL } from '@speakifyr/contract/school.ts';
import type { Contract } from '@speakifyr/contract/contract.ts';
import type { ParsedInput } from '@speakifyr/contract/endpoint.ts';
import { toCents } from '@speakifyr/contract/format.ts';
import { PAID_TEXTS } from '@speakifyr/contract/text-parts.ts';
import { leastCharge } from '@speakifyr/contract/places.ts';
import { compareIds } from '../compare-ids.ts';
import { readPeople } from '../users/participant-names.ts';
import { readFamilyRights } from '../families/family-rights.ts';
import type { HeldSeat } from '../database/class-document.ts';
import type { PaymentDocument, PaymentItem } from '../database/payment-documents.ts';
import type { UserDocument } from '../database/user-documents.ts';
import { checkSeller } from '../of-the-demo.ts';
import { ApiError } from '../errors.ts';
import type { Intent } from '../outside/stripe.ts';
import { hasJoiningEnded } from '../seats/may-join.ts';
import { planShares, readHeldPrices } from './held-prices.ts';
import { listSeatsOf, onlyHeld, type SeatOfClass } from '../seats/find-seat.ts';
import { renewSeatHold } from '../seats/seats.service.ts';
import type { Services } from '../services.ts';
import { sumAmounts } from '@speakifyr/contract/sum-amounts.ts';
import { buildItem, enterPayment, readCurrency } from '../ledger/enter-payment.ts';
import { splitItems } from './installments/offer-installments.ts';
import { checkAgreed } from '../school/school.service.ts';
import { checkStillHere } from './payer.ts';
import { writeSeatIds, nameSeats } from '../ledger/seats-at-stripe.ts';
import { getRefundTerms } from '../ledger/refund-policy.ts';
import {
  findPayment,
  listPaymentsOfHolds,
  noteAgreed,
  type Payment,
} from '../ledger/payment-store.ts';
import { planCredits, reserveCredits, splitCredit } from '../ledger/spend-credit.ts';
import { bankIsWorkingError, endPayment } from '../changes/end-payment.ts';
import { areSeatsHeld } from '../changes/paid-lines.ts';
import { settlePayment } from '../changes/settle-payment.ts';

export type Wanted = ParsedInput<Contract['POST /createPayment-intent']>['body'];
/** What somebody wants to pay for, and the total that they saw. */
type Order = Omit<Wanted, 'credit' | 'texts'>;

type SeatToPay = SeatOfClass<HeldSeat>;

/**
 * Starts the card payment for held seats, or resumes the one that was started before. There is one PaymentIntent for the
 * same cart entries and prices, so that a reload can't charge twice. It is in the ledger before anyone can pay it.
 * R10, R12, R132
 * @param request.price the total that the student saw, in whole currency units
 * @param request.currency what the student saw it in, if the page said so
 * @param request.cartIds which selected courses; `cartId` for one of them; without both, the one with this price
 * @returns the secret with which the browser confirms the payment, and when the first of the holds ends
 * @param request.texts what the payer agrees to by paying now
 * @param byLink the payer has a link, and may not be the user
 * @throws {ApiError} among others `guardian_may_not` if the student may no longer book for one of the children, `text_changed`
 */
export async function startPayment(
  request: Wanted,
  user: UserDocument,
  services: Services,
  { byLink }: { byLink?: true } = {},
): Promise<{ clientSecret: string; heldUntil: string }> {
  const agreed = await readAgreed(request, services);
  const { seats, holds, items: priced } = await readOrder(request, user, services);
  const items = request.credit ? payInPart(priced, request.credit) : priced;
  const heldUntil = await renewHolds(seats, services);

  const clientSecret = await openIntent(
    items,
    holds,
    user,
    services,
    agreed && { ...agreed, ...(byLink && { byLink }) },
  );
  return { clientSecret, heldUntil: heldUntil.toISOString() };
}

/**
 * What the payer agrees to, if they do so now. R635
 * @throws {ApiError} `text_changed` if one of the texts has other words by now
 */
export async function readAgreed({ texts }: Pick<Wanted, 'texts'>, services: Services) {
  if (!texts) return undefined;
  for (const name of PAID_TEXTS) await checkAgreed(name, texts[name], services);
  return { texts, at: services.now() };
}

/**
 * The secret with which the browser pays for these lines: of the payment that was started before, or of a new one.
 * @throws {ApiError} `already_joined`, `payment_not_finished`, `seat_not_held`
 */
export async function openIntent(
  items: PaymentItem[],
  holds: Pick<HeldSeat, 'seatId' | 'move'>[],
  user: UserDocument,
  services: Services,
  agreed?: PaymentDocument['agreed'],
): Promise<string> {
  checkSeller(services.environment);
  // Read once: these payments decide both which one is resumed and the key of a new one. Two tabs that read the same
  // payments get the same intent.
  const ofSeats = await listPaymentsOfHolds(services.database.collections, holds);
  // Another household may be paying its share of the seat.
  const earlier = ofSeats.filter(({ userId }) => userId.equals(user._id));
  const { version } = await getRefundTerms(services);
  const intent =
    (await resumePayment(earlier, { items, version }, services)) ??
    (await createPayment(
      items,
      nameSeats(holds, { userId: user._id, earlier: earlier.length }),
      user,
      services,
    ));
  const { paymentId, clientSecret } = intent;
  await checkStillHere(user, { items, paymentId, method: 'card' }, services);
  const entered = await findPayment(services.database.collections, paymentId);
  if (entered && !(await reserveCredits(entered, services))) {
    await endPayment(entered, services);
    throw new ApiError('credit_changed');
  }
  if (!(await areSeatsHeld({ items, paymentId, userId: user._id }, services))) {
    // A seat was released while we talked to Stripe, so nobody may pay for it anymore.
    const { state } = await settlePayment(paymentId, services);
    throw state === 'enrolled' ? alreadyEnrolledError() : new ApiError('seat_not_held');
  }
  if (agreed) await noteAgreed(services.database.collections, paymentId, agreed);
  return clientSecret;
}

async function findByPrice(
  held: SeatToPay[],
  price: number,
  services: Services,
): Promise<SeatToPay[]> {
  // Paid alone.
  const prices = await Promise.all(
    held.map(async (one) => (await readHeldPrices([one], services))(one).own),
  );
  return held.filter((_one, place) => prices[place] === price);
}

/** A page that was open before the school changed its currency. @throws {ApiError} `price_changed` */
export function checkCurrency({ currency }: Pick<Order, 'currency'>): void {
  if (currency && currency !== SCHOOL.currency)
    throw new ApiError(
      'price_changed',
      `Prices are in ${SCHOOL.currency} now. Please reload this page.`,
    );
}

const MOVE_AGAIN =
  'The new class costs less by now, so there is nothing to pay. Please remove it here and move the seat again.';

function alreadyEnrolledError(): ApiError {
  return new ApiError('already_joined', 'You are already enrolled in this class.');
}

async function findSeatsToPay(
  { price, cartId, cartIds = cartId ? [cartId] : undefined }: Order,
  user: UserDocument,
  services: Services,
): Promise<SeatToPay[]> {
  const booked = await listSeatsOf(services.database.collections, { userId: user._id });
  const asked = cartIds
    ? booked.filter(({ seat }) => cartIds.includes(seat.seatId.toHexString()))
    : await findByPrice(onlyHeld(booked), toCents(price), services);
  if (cartIds && asked.some(({ seat }) => seat.state === 'enrolled')) throw alreadyEnrolledError();
  const held = checkHeld(asked, new Set(cartIds ?? ['the one']).size, services);
  if (!cartIds && held.length > 1)
    throw new ApiError('invalid_input', undefined, {
      fields: { 'body.cartId': 'Two of your selected courses have this price: choose one' },
    });
  return held;
}

/**
 * The seats that somebody wants to pay for, with the lines of their payment.
 * @throws {ApiError} as `startPayment`
 */
export async function readOrder(request: Order, user: UserDocument, services: Services) {
  const seats = await findSeatsToPay(request, user, services);
  await checkMayBook(seats, user, services);
  if (seats.some(({ campClass }) => hasJoiningEnded(campClass, services)))
    throw new ApiError('class_started');
  const holds = seats.map(({ seat }) => seat);
  const whole = await readItems(seats, services);
  const { agreed } = request;
  const items = agreed ? splitItems(whole, seats, { agreed, user }, services) : whole;
  const total = sumAmounts(items);
  if (total !== toCents(request.price)) throw new ApiError('price_changed');
  checkCurrency(request);
  const unpaid = items.find(({ amount }) => amount === 0);
  if (unpaid) throw new ApiError('nothing_to_pay', unpaid.moveId && MOVE_AGAIN);
  return { seats, holds, items, total };
}

/**
 * The lines of a card payment of which credit pays a part.
 * @throws {ApiError} `invalid_input` if that leaves less than a card can pay; for a move, which the card or credit pays alone, and for
 *   parts that are paid later, which the card pays
 */
function payInPart(items: PaymentItem[], credit: number): PaymentItem[] {
  const left = sumAmounts(items) - credit;
  const isAllNow = ({ moveId, plan }: PaymentItem) => !moveId && (plan?.parts.length ?? 1) === 1;
  if (left >= toCents(leastCharge()) && items.every(isAllNow)) return splitCredit(items, credit);
  throw new ApiError('invalid_input', undefined, {
    fields: { 'body.credit': 'This is not possible with this much credit.' },
  });
}

/** @throws {ApiError} `seat_not_held` if fewer than `count` of these seats are held */
function checkHeld(seats: SeatOfClass[], count: number, { now }: Services): SeatToPay[] {
  const held = onlyHeld(seats).filter(({ seat }) => seat.heldUntil > now());
  if (held.length < count) throw new ApiError('seat_not_held');
  // Always in the same order, so that two tabs mean the same payment.
  return held.sort((a, b) => compareIds(a.seat.seatId, b.seat.seatId));
}

/** Somebody may have been removed as a child's guardian since they held the seat. */
export async function checkMayBook(
  seats: { seat: Pick<HeldSeat, 'childId'> }[],
  user: UserDocument,
  services: Services,
): Promise<void> {
  const rights = await readFamilyRights(user, services);
  if (!seats.every(({ seat }) => rights.may('book', seat.childId)))
    // Without the name: it may be a new one.
    throw new ApiError(
      'guardian_may_not',
      'You can no longer book classes for one of these children. You have not been charged. Please reload the page.',
    );
}

/** The lines of a payment for held seats. If two households share the price of one, it pays its holder's share. */
export async function readItems(seats: SeatToPay[], services: Services): Promise<PaymentItem[]> {
  const holds = seats.map(({ seat }) => seat);
  const personOf = await readPeople(holds, services);
  const priceOf = await readHeldPrices(seats, services);
  return seats.map((one) => {
    const { campClass, seat } = one;
    // A difference is paid for the seat that moves.
    const { seatId, moveId } = seat.move ?? { seatId: seat.seatId, moveId: undefined };
    const { childId, extras, tax } = seat;
    // Days that are added are a difference, too: that of the seat as it is then.
    const { days } = seat.move?.goal ?? seat;
    const { name } = personOf(seat);
    const line = { classId: campClass._id, seatId, childId, name, moveId, ...(days && { days }) };
    const price = priceOf(one);
    const { lines } = price;
    return {
      ...buildItem(line, price.own),
      ...(lines && { lines }),
      ...(tax && { tax }),
      // A move takes its extras along by itself.
      ...(extras && !moveId && { extras }),
      ...planShares(one, price, services),
    };
  });
}

/** @returns when the first of the holds ends */
async function renewHolds(seats: SeatToPay[], services: Services): Promise<Date> {
  const ends = [];
  for (const { campClass, seat } of seats)
    ends.push((await renewSeatHold(campClass._id, seat, services)).heldUntil.getTime());
  return new Date(Math.min(...ends));
}

/**
 * Finds a payment of exactly these seats that can still be used. Ends the others, which have another selection, price,
 * currency or refund policy; what the office took is settled. R13, R158
 * @throws {ApiError} `already_joined` if one of those is paid, `payment_not_finished` if it is processing
 */
async function resumePayment(
  payments: Payment[],
  { items, version }: { items: PaymentItem[]; version: number },
  services: Services,
): Promise<Intent | undefined> {
  let resumed: Intent | undefined;
  for (const payment of payments.filter(({ status }) => status === 'open')) {
    const isCurrent =
      payment.method === 'card' &&
      !payment.installment &&
      payment.currency === readCurrency() &&
      payment.terms.version === version &&
      isSame(payment.items, items);
    if (!isCurrent) {
      const { state } = await endPayment(payment, services);
      if (state === 'enrolled') throw alreadyEnrolledError();
      if (state === 'open') throw bankIsWorkingError();
      continue;
    }
    const intent = await services.cardPayments.retrieveIntent(payment.paymentId);
    if (intent && intent.status !== 'canceled') resumed = intent;
  }
  return resumed;
}

function isSame(before: PaymentItem[], wanted: PaymentItem[]): boolean {
  const describe = (items: PaymentItem[]) =>
    items
      .map(({ seatId, moveId, amount, credit, plan, coPay, extras }) =>
        [seatId, moveId, amount, credit, plan?.byCard?.text, coPay?.userId, ...nameAll(extras)]
          .map(String)
          .join(' '),
      )
      .join();
  return describe(before) === describe(wanted);
}

/** Another size, and other days, mean another payment, even at the same price. */
function nameAll(extras: PaymentItem['extras'] = []): (string | null)[] {
  return extras.flatMap(({ extraId, option, on = [] }) => [extraId, option, ...on]);
}

// Rules: R14.
async function createPayment(
  items: PaymentItem[],
  named: string,
  user: UserDocument,
  services: Services,
): Promise<Intent> {
  const currency = readCurrency();
  const amount = sumAmounts(items);
  const savesCard = items.some(({ plan }) => plan?.byCard);
  // What is owed can be paid with the card that is saved for its parts. Stripe takes it only for its own customer.
  const hasSavedCard = items.every(({ isRest }) => isRest) && user.card !== undefined;
  const intent = await services.cardPayments.createIntent(
    {
      amount,
      currency,
      metadata: { ...writeSeatIds(items), email: user.email },
      ...((savesCard || hasSavedCard) && { customerId: await findCustomer(user, services) }),
      ...(savesCard && { savesCard }),
    },
    // The number gives a new intent after the last one was canceled. Two tabs at once still get the same intent.
    `${named}-${amount}-${currency}${savesCard ? '-parts' : hasSavedCard ? '-saved' : ''}`,
  );
  const { paymentId } = intent;
  const credit = items.reduce((sum, item) => sum + (item.credit ?? 0), 0);
  // Another tab may have gotten the same intent and taken the credit for it.
  const isKnown = credit > 0 && (await findPayment(services.database.collections, paymentId));
  const credits = credit > 0 &&
    !isKnown && { credits: await planCredits(user._id, { amount: credit, currency }, services) };
  await enterPayment({ items, paymentId, method: 'card', ...credits }, user, services);
  return intent;
}

/** Stripe's customer for whom a card is, or will be, saved. */
async function findCustomer({ _id, card }: UserDocument, services: Services): Promise<string> {
  return card?.customerId ?? services.cardPayments.createCustomer(_id.toHexString());
}
