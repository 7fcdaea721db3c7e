import { nameCharge, nameDate, toCents } from '@speakifyr/contract/format.ts';
import type { InstallmentOffer } from '@speakifyr/contract/installments.ts';
import type { PlanPart } from '@speakifyr/contract/owed.ts';
import { fillIn, writePlain } from '@speakifyr/contract/consents.ts';
import { SCHOOL } from '@speakifyr/contract/school.ts';
import type { HeldSeat } from '../../database/class-document.ts';
import type { PaymentItem } from '../../database/payment-documents.ts';
import type { UserDocument } from '../../database/user-documents.ts';
import type { SeatOfClass } from '../../seats/find-seat.ts';
import { readHeldPrices } from '../held-prices.ts';
import { ApiError } from '../../errors.ts';
import { readToday } from '../../school-time.ts';
import { getText } from '../../school/texts.ts';
import type { Services } from '../../services.ts';
import { sumAmounts } from '@speakifyr/contract/sum-amounts.ts';
import { findSeatsToCollect } from '../seats-to-collect.ts';
import { listDueDays, splitPrice } from './split-price.ts';

type SeatToPay = SeatOfClass<HeldSeat>;

type Needs = Pick<Services, 'environment' | 'now'>;

/** How an account can pay held seats in parts. @throws {ApiError} `seat_not_held` */
export async function getOffer(
  cartIds: string[],
  user: UserDocument,
  services: Services,
): Promise<{ offer: InstallmentOffer | null }> {
  const { held, owing } = await findSeatsToCollect(user, cartIds, services);
  if (owing.length > 0) return { offer: null };
  const priceOf = await readHeldPrices(held, services);
  const prices = held.map((one) => priceOf(one).own);
  const { parts, text } = offerInstallments(held, prices, services) ?? {};
  return { offer: parts && text ? { parts: addUp(parts.flat()), text } : null };
}

/**
 * What the school offers for some held seats: the parts of each, and the text that the payer agrees to.
 * @param prices what the payer pays for each, in cents
 * @returns undefined if the last part would be due after the first of the classes has begun, or nothing can be split
 */
function offerInstallments(
  seats: SeatToPay[],
  prices: number[],
  services: Needs,
): { parts: PlanPart[][]; text: string } | undefined {
  const { installments, deposit } = SCHOOL.money;
  const days = listDueDays(readToday(services), installments);
  const last = days.at(-1) ?? '';
  // A difference for a move is paid at once.
  if (seats.some(({ campClass, seat }) => campClass.camp_start <= last || seat.move)) return;
  const parts = prices.map((price) => splitPrice(price, days, toCents(deposit)));
  if (parts.every(({ length }) => length < 2)) return;
  return { parts, text: describe(addUp(parts.flat()), SCHOOL.currency) };
}

/**
 * The lines of a payment with which the payer agrees to the parts. R365
 * @throws {ApiError} `price_changed`
 */
export function splitItems(
  items: PaymentItem[],
  seats: SeatToPay[],
  { agreed, user }: { agreed: string; user: UserDocument },
  services: Needs,
): PaymentItem[] {
  const prices = items.map(({ amount }) => amount);
  const offer = offerInstallments(seats, prices, services);
  if (offer?.text !== agreed)
    throw new ApiError('price_changed', 'These parts have changed. Please reload this page.');
  const byCard = { text: agreed, version: getText('partsConsent').version };
  const plan = { agreedAt: services.now(), by: user._id, byCard };
  return items.map((item, place) => {
    const [first, ...later] = offer.parts[place] ?? [];
    if (!first || later.length === 0) return item;
    return { ...item, amount: first.amount, plan: { ...plan, parts: [first, ...later] } };
  });
}

/** The sum for each day. */
function addUp(parts: PlanPart[]): PlanPart[] {
  const days = [...new Set(parts.map(({ due }) => due))].toSorted();
  return days.map((due) => ({ due, amount: sumAmounts(parts.filter((one) => one.due === due)) }));
}

/** What the payer agrees to, in the school's words. R365, R620 */
function describe(parts: PlanPart[], currency: string): string {
  const say = (cents: number) => nameCharge(cents / 100, currency);
  const [first, ...later] = parts;
  const list = later.map(({ due, amount }) => `${say(amount)} on ${nameDate(due)}`);
  const facts = {
    now: say(first?.amount ?? 0),
    later: list.join(' and '),
    price: say(sumAmounts(parts)),
  };
  return writePlain(fillIn(getText('partsConsent').parts, facts));
}
