import { toCents } from '@speakifyr/contract/format.ts';
import { listOwed, sumOwed } from '@speakifyr/contract/owed.ts';
import { leastCharge } from '@speakifyr/contract/places.ts';
import type { UserDocument } from '../database/user-documents.ts';
import { ApiError } from '../errors.ts';
import { readPeople } from '../users/participant-names.ts';
import type { Services } from '../services.ts';
import { sumAmounts } from '@speakifyr/contract/sum-amounts.ts';
import type { OwingSeat } from '../seats/owing-seats.ts';
import { listSeatsToCollect, toBalanceItem } from './seats-to-collect.ts';
import {
  checkCurrency,
  checkMayBook,
  openIntent,
  readAgreed,
  startPayment,
  type Wanted,
} from './start-payment.ts';

const TOO_LITTLE =
  'A card can’t pay as little as this. Pay it together with the next part, or at the school.';

type Started = { clientSecret: string; heldUntil: string | null };

/**
 * Starts the card payment for held seats, or for what is owed for enrolled ones: all of it, or what is due next of each.
 * R351
 * @param request.price what the parent saw, in whole currency units. It says which of the two
 * @throws {ApiError} as `startPayment`; `price_changed` if it is neither; `invalid_input` if it is less than a card
 *   can pay
 */
export async function startPaymentOrBalance(
  request: Wanted,
  user: UserDocument,
  services: Services,
): Promise<Started> {
  const { cartId, cartIds = cartId ? [cartId] : [] } = request;
  const owing = await findOwing(cartIds, user, services);
  return owing
    ? startBalance(owing, request, user, services)
    : startPayment(request, user, services);
}

/** The seats with these ids, if something is owed for each of them. */
export async function findOwing(
  cartIds: string[],
  user: UserDocument,
  services: Services,
): Promise<OwingSeat[] | undefined> {
  const { owing } = await listSeatsToCollect(user, services);
  const asked = owing.filter(({ seat }) => cartIds.includes(seat.seatId.toHexString()));
  return cartIds.length > 0 && asked.length === new Set(cartIds).size ? asked : undefined;
}

// Rules: R378.
async function startBalance(
  seats: OwingSeat[],
  request: Wanted,
  user: UserDocument,
  services: Services,
): Promise<Started> {
  const agreed = await readAgreed(request, services);
  await checkMayBook(seats, user, services);
  checkCurrency(request);
  if (request.credit)
    throw new ApiError('invalid_input', undefined, {
      fields: { 'body.credit': 'Credit pays what is owed by itself, and the card what is left.' },
    });
  const chosen = choose(seats, toCents(request.price));
  if (!chosen) throw owesOtherwiseError();
  if (request.price < leastCharge())
    throw new ApiError('invalid_input', undefined, { fields: { 'body.price': TOO_LITTLE } });
  const taken = seats.map(({ seat }) => seat);
  const personOf = await readPeople(taken, services);
  const items = seats.map((one, place) =>
    toBalanceItem(one, chosen[place]?.amount ?? 0, personOf, chosen[place]?.due),
  );
  const holds = taken.map(({ seatId }) => ({ seatId }));
  const due = items.filter(({ amount }) => amount > 0);
  try {
    const clientSecret = await openIntent(due, holds, user, services, agreed);
    return { clientSecret, heldUntil: null };
  } catch (error) {
    // Another payment of the balance came first.
    const isPaid = error instanceof ApiError && error.code === 'already_joined';
    throw isPaid ? owesOtherwiseError() : error;
  }
}

/** Something was paid or has ended since the page was loaded. */
export function owesOtherwiseError(): ApiError {
  return new ApiError('price_changed', 'What is owed has changed. Please reload the page.');
}

/** All that is owed, or what is due next. @returns what of it is for each seat, in cents, and until when that is due */
function choose(
  seats: OwingSeat[],
  amount: number,
): { amount: number; due?: string }[] | undefined {
  const plans = seats.map(({ plan }) => plan);
  const all = plans.map((plan) => ({ amount: sumOwed(plan) }));
  const next = plans.map((plan) => listOwed(plan)[0] ?? { amount: 0 });
  return [all, next].find((parts) => sumAmounts(parts) === amount);
}
