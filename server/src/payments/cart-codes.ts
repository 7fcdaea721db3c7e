import { nameDay } from '@speakifyr/contract/format.ts';
import { holdsOn, isForClass, type Discount, type Pricing } from '@speakifyr/contract/prices.ts';
import type { ClassDocument, HeldSeat } from '../database/class-document.ts';
import type { UserDocument } from '../database/user-documents.ts';
import { changeSeats } from '../seats/change-seats.ts';
import type { SeatOfClass } from '../seats/find-seat.ts';
import { bankIsWorkingError, endPaymentsOfHold } from '../changes/end-payment.ts';
import { ApiError } from '../errors.ts';
import { getDiscounts } from '../prices/discounts.ts';
import { readToday } from '../school-time.ts';
import type { Services } from '../services.ts';
import { hasUse, takeUse } from '../ledger/code-uses.ts';
import { readHeldPrices, totalOf } from './held-prices.ts';
import { listCart } from './readable-seats.ts';

/** Codes that parents type in their cart. */

/** A seat in the cart whose price a code or an award may change. */
export type CartSeat = SeatOfClass<HeldSeat & { pricing: Pricing }>;

/**
 * Applies a code to all seats of the cart that it makes cheaper. It replaces a code that was typed before. R435
 * @returns for how many seats it counts
 * @throws {ApiError} `code_refused`, with the reason in words
 */
export async function applyCode(
  typed: string,
  user: UserDocument,
  services: Services,
): Promise<number> {
  const { discounts } = await getDiscounts(services);
  const discount = discounts.find(({ code }) => code?.text === typed);
  const problem = findProblem(discount, readToday(services));
  if (!discount || problem) throw new ApiError('code_refused', problem);
  const cart = await listPriced(user, services);
  const fitting = cart.filter(({ campClass }) => isForClass(discount, campClass._id.toHexString()));
  const large = fitting.filter(({ seat }) => seat.pricing.base >= (discount.code?.minimum ?? 0));
  const cheaper = await listCheaper(large, cart, discount, services);
  let seats = 0;
  let refusal = explainNone({ cart, fitting, large });
  for (const one of cheaper) {
    const why = await takeUse(discount, one, services);
    if (why) refusal = REFUSALS[why];
    else if (await putCode(one, discount, services)) seats += 1;
  }
  if (seats === 0) throw new ApiError('code_refused', refusal);
  return seats;
}

const REFUSALS = {
  'used up': 'This code is used up.',
  'used by family': 'You have used this code as often as a family may.',
};

/** @returns whether the seat has the code now */
async function putCode(one: CartSeat, discount: Discount, services: Services): Promise<boolean> {
  const { pricing } = one.seat;
  if (!(await setDiscounts(one, withCode(pricing, discount), services))) return false;
  if (await hasUse(discount, one.seat, services)) return true;
  await setDiscounts(one, withCode(pricing, undefined), services);
  return false;
}

/**
 * Takes the code out of the cart. Its uses are free again.
 * @throws {ApiError} `payment_not_finished` while a bank works on a payment of one of the seats
 */
export async function removeCode(user: UserDocument, services: Services): Promise<void> {
  for (const one of await listPriced(user, services)) {
    const { pricing } = one.seat;
    if (!pricing.discounts.some(({ kind }) => kind === 'code')) continue;
    // First the price, then the payments: one that begins in between already has the new price.
    await setDiscounts(one, withCode(pricing, undefined), services);
    if (await endPaymentsOfHold(one.seat, services)) continue;
    await setDiscounts(one, pricing.discounts, services);
    throw bankIsWorkingError();
  }
}

/** @returns undefined if it can be used today */
function findProblem(discount: Discount | undefined, today: string): string | undefined {
  if (!discount) return 'We don’t know this code. Please check how it is written.';
  if (holdsOn(discount, today)) return undefined;
  const { code, until } = discount;
  if (code?.from && today < code.from)
    return `This code can be used from ${nameDay(code.from)} on.`;
  return `This code could be used through ${nameDay(until ?? today)}.`;
}

/** Why no seat becomes cheaper. */
function explainNone({ cart, fitting, large }: Record<'cart' | 'fitting' | 'large', CartSeat[]>) {
  if (cart.length === 0) return 'There is nothing in your cart that has a price to lower.';
  if (fitting.length === 0) return 'This code is for other classes.';
  if (large.length === 0) return 'This code is for seats that cost more.';
  return 'This code makes nothing cheaper: your other discounts are better.';
}

/** Prices agreed with the office, and the cost of a move, have no discounts. */
export async function listPriced(user: UserDocument, services: Services): Promise<CartSeat[]> {
  const cart = await listCart(user, services);
  return cart.flatMap(({ campClass, seat, isProcessing }) => {
    const { pricing, move, reserved } = seat;
    if (!pricing || move || reserved || isProcessing || campClass.price === 0) return [];
    return [{ campClass, seat: { ...seat, pricing } }];
  });
}

async function listCheaper(
  seats: CartSeat[],
  cart: CartSeat[],
  discount: Discount,
  services: Services,
): Promise<CartSeat[]> {
  const read = async (list: CartSeat[]) => {
    const others = cart.filter((one) => list.every(({ seat }) => seat.seatId !== one.seat.seatId));
    const priceOf = await readHeldPrices([...list, ...others], services);
    return list.map((one) => totalOf(priceOf(one)));
  };
  const withIt = seats.map(({ campClass, seat }) => ({
    campClass,
    seat: { ...seat, pricing: { ...seat.pricing, discounts: withCode(seat.pricing, discount) } },
  }));
  const [before, after] = [await read(seats), await read(withIt)];
  return seats.filter(
    ({ seat }, place) =>
      seat.pricing.discounts.some(({ id }) => id === discount.id) ||
      (after[place] ?? 0) < (before[place] ?? 0),
  );
}

/** One code at a time. */
function withCode({ discounts }: Pricing, discount: Discount | undefined): Discount[] {
  return [...discounts.filter(({ kind }) => kind !== 'code'), ...(discount ? [discount] : [])];
}

function setDiscounts(one: CartSeat, discounts: Discount[], services: Services): Promise<boolean> {
  return changePricing(one, (pricing) => ({ ...pricing, discounts }), services);
}

/**
 * R454
 * @param change gets the seat's pricing as it is now @returns whether the seat is still held at the same full price
 */
export async function changePricing(
  { campClass: { _id }, seat: { seatId, pricing } }: CartSeat,
  change: (pricing: Pricing) => Pricing,
  services: Services,
): Promise<boolean> {
  const decide = ({ seats }: ClassDocument) => {
    const isIt = (one: ClassDocument['seats'][number]) =>
      one.state === 'held' && one.seatId.equals(seatId) && one.pricing?.base === pricing.base;
    if (!seats.some(isIt)) return null;
    return {
      seats: seats.map((one) =>
        isIt(one) && one.state === 'held' && one.pricing
          ? { ...one, pricing: change(one.pricing) }
          : one,
      ),
    };
  };
  return (await changeSeats(_id, decide, services)) !== null;
}
