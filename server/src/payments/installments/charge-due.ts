import { toCents } from '@speakifyr/contract/format.ts';
import { listOwed, type PlanPart } from '@speakifyr/contract/owed.ts';
import { leastCharge } from '@speakifyr/contract/places.ts';
import type { ObjectId } from 'mongodb';
import { endPayment } from '../../changes/end-payment.ts';
import { isBalanceOwed } from '../../changes/pay-balance.ts';
import { settlePayment } from '../../changes/settle-payment.ts';
import { isChargedTo } from '../../seats/seat-plan.ts';
import { readFamilyRights } from '../../families/family-rights.ts';
import { ApiError } from '../../errors.ts';
import type { Decline } from '../../outside/stripe.ts';
import { findUserWithId } from '../../users/find-users.ts';
import { readPeople } from '../../users/participant-names.ts';
import {
  type CardHolder,
  checkCardAfter,
  claimCardHolder,
  forgetCard,
} from '../../users/saved-cards.ts';
import { readToday } from '../../school-time.ts';
import type { Services } from '../../services.ts';
import { enterPayment, readCurrency } from '../../ledger/enter-payment.ts';
import {
  findPayment,
  isFrozen,
  listPaymentsOf,
  listPaymentsOfHolds,
  noteDecline,
  type Payment,
} from '../../ledger/payment-store.ts';
import { checkStillHere } from '../payer.ts';
import type { OwingSeat } from '../../seats/owing-seats.ts';
import { listSeatsToCollect, toBalanceItem } from '../seats-to-collect.ts';
import { findNextTryOf } from './find-next-try.ts';

/** How often a server checks whether a part of an account is due. */
const LOOK_EVERY_MS = 60 * 60_000;

/** How many accounts one run looks at, so that the other jobs have their turn. */
const AT_MOST = 50;

/** How long we leave somebody alone who is about to pay by hand. */
const PAYING_MS = 30 * 60_000;

/**
 * Charges the parts that are due to saved cards, and forgets cards that no part needs anymore. A job; several servers
 * may run it at once. Each try is one payment in the ledger, written before the card is charged; an intent of Stripe is
 * paid at most once. So a server killed at any point charges nobody twice, and no money is lost. R368, R366
 * @param signal stops it between two accounts
 */
export async function chargeDueParts(services: Services, signal?: AbortSignal): Promise<void> {
  for (let looked = 0; looked < AT_MOST && !signal?.aborted; looked += 1) {
    const holder = await claimCardHolder(services);
    if (!holder) return;
    try {
      const next = await workOn(holder, services);
      if (next) await checkCardAfter(holder, next, services);
    } catch (error) {
      services.log.error({ err: error, user: holder._id }, 'parts are not charged yet');
      if (error instanceof ApiError && error.code === 'unavailable') return;
    }
  }
}

/** @returns when to look at this account again; undefined if it has no card anymore */
async function workOn(holder: CardHolder, services: Services): Promise<Date | undefined> {
  if (holder.status !== 'active') return void (await forgetCard(holder, services));
  const payments = await listPaymentsOf(services.database.collections, holder._id);
  const open = payments.filter(({ status }) => status === 'open');
  // What another server did not finish.
  for (const payment of open) if (payment.installment) await finishTry(payment, holder, services);
  const seats = await listSeatsByCard(holder, services);
  const isSaving = open.some(({ items }) => items.some(({ plan }) => plan?.byCard));
  if (seats.length === 0 && !isSaving) return void (await forgetCard(holder, services));
  for (const one of seats) await chargeNextPart(one, holder, services);
  const now = services.now().getTime();
  return new Date(now + (isSaving ? PAYING_MS : LOOK_EVERY_MS));
}

/**
 * The seats whose balance this account has agreed to pay by card. A seat that came from another account has another payer's plan.
 * R369
 */
async function listSeatsByCard(holder: CardHolder, services: Services): Promise<OwingSeat[]> {
  const { owing } = await listSeatsToCollect(holder, services);
  return owing.filter(({ plan }) => isChargedTo(holder._id, plan));
}

/**
 * The next part that is due, together with those after it if it is too small for a card. Alone, it stays owed. R378
 * @returns what to charge in cents, and when the last of it was due
 */
function findChargeable({ plan }: OwingSeat, today: string): PlanPart | undefined {
  let amount = 0;
  for (const part of listOwed(plan)) {
    if (part.due > today) return undefined;
    amount += part.amount;
    if (amount >= toCents(leastCharge())) return { due: part.due, amount };
  }
  return undefined;
}

async function chargeNextPart(
  one: OwingSeat,
  holder: CardHolder,
  services: Services,
): Promise<void> {
  const { seat } = one;
  const part = findChargeable(one, readToday(services));
  if (!part) return;
  if (!(await mayCharge([seat], holder, services))) return;
  const payments = await listPaymentsOfHolds(services.database.collections, [
    { seatId: seat.seatId },
  ]);
  // Somebody disputes it, so the office decides.
  if (payments.some(isFrozen)) return;
  const { due } = part;
  const next = findNextTryOf(payments, { due, cardId: holder.card.cardId }, services.now());
  if (!next || next > services.now()) return;
  if (!(await endOthers(payments, services))) return;
  // It is about to end, or somebody else has just paid.
  const wanted = { ...part, seatId: seat.seatId, upTo: due };
  if (!(await isBalanceOwed(wanted, { userId: holder._id }, services))) return;
  const tries = payments.filter(({ installment }) => installment?.due === due);
  const payment = await enterTry(one, { ...part, attempt: tries.length + 1 }, holder, services);
  await finishTry(payment, holder, services);
}

/**
 * Ends payments that somebody began by hand and left. R367
 * @returns false if they may be paying right now, or have paid
 */
async function endOthers(payments: Payment[], services: Services): Promise<boolean> {
  const now = services.now().getTime();
  for (const payment of payments.filter(({ status }) => status === 'open')) {
    if (payment.createdAt.getTime() > now - PAYING_MS) return false;
    if ((await endPayment(payment, services)).state !== 'canceled') return false;
  }
  return true;
}

/** Records a try. Its intent at Stripe charges nobody yet. */
async function enterTry(
  one: OwingSeat,
  { due, amount, attempt }: { due: string; amount: number; attempt: number },
  holder: CardHolder,
  services: Services,
): Promise<Payment> {
  const { seat } = one;
  const seatId = seat.seatId.toHexString();
  const personOf = await readPeople([seat], services);
  const { paymentId } = await services.cardPayments.createIntent(
    {
      amount,
      currency: readCurrency(),
      customerId: holder.card.customerId,
      metadata: { seatIds: seatId, email: holder.email },
    },
    // The plan, the part and the attempt: another server that tries gets the same intent.
    `${seatId}-${due}-${attempt}-${amount}`,
  );
  const items = [toBalanceItem(one, amount, personOf, due)];
  const payment = { paymentId, method: 'card' as const, items, installment: { due, attempt } };
  await enterPayment(payment, holder, services);
  await checkStillHere(holder, payment, services);
  const entered = await findPayment(services.database.collections, paymentId);
  if (!entered) throw new Error(`Payment ${paymentId} is not in the ledger`);
  return entered;
}

/** Charges the card for a try, unless that has happened, and brings the payment to its end. Idempotent. */
async function finishTry(payment: Payment, holder: CardHolder, services: Services): Promise<void> {
  const { paymentId } = payment;
  // Cancels it if nothing is owed anymore.
  if ((await settlePayment(paymentId, services)).state !== 'open') return;
  if (!(await mayCharge(payment.items, holder, services))) {
    await endPayment(payment, services);
    return;
  }
  const { cardId } = holder.card;
  const decline = await charge(paymentId, cardId, services);
  if (!decline) {
    await settlePayment(paymentId, services);
    return;
  }
  // The card may have been changed since.
  await noteDecline(paymentId, { cardId, ...decline }, services);
  await endPayment(payment, services);
}

/** Whether the account is still there and may book for whoever sits there. Asked again at the moment of charging. R479 */
async function mayCharge(
  seats: { childId?: ObjectId }[],
  { _id }: CardHolder,
  services: Services,
): Promise<boolean> {
  const holder = await findUserWithId(_id, services);
  if (holder?.status !== 'active') return false;
  const rights = await readFamilyRights(holder, services);
  return seats.every(({ childId }) => rights.may('book', childId));
}

/** @returns why the bank has declined the card; undefined if it has not */
async function charge(
  paymentId: string,
  cardId: string,
  { cardPayments }: Services,
): Promise<Decline | undefined> {
  const intent = await cardPayments.retrieveIntent(paymentId);
  if (intent?.decline) return intent.decline;
  // The bank is working on it.
  if (intent?.status === 'processing') return undefined;
  const answer = await cardPayments.chargeSavedCard(paymentId, cardId, `${paymentId}-${cardId}`);
  return answer.outcome === 'declined' ? answer.decline : undefined;
}
