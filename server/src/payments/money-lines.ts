import { SCHOOL } from '@speakifyr/contract/school.ts';
import type { Contract } from '@speakifyr/contract/contract.ts';
import type { ParsedInput } from '@speakifyr/contract/endpoint.ts';
import { nameCharge } from '@speakifyr/contract/format.ts';
import { type PlanPart, splitByWeight } from '@speakifyr/contract/owed.ts';
import { sumAmounts } from '@speakifyr/contract/sum-amounts.ts';
import { ObjectId } from 'mongodb';
import type { PaymentItem } from '../database/payment-documents.ts';
import type { UserDocument } from '../database/user-documents.ts';
import { ApiError } from '../errors.ts';
import { buildItem } from '../ledger/enter-payment.ts';
import { readToday } from '../school-time.ts';
import type { OwingSeat } from '../seats/owing-seats.ts';
import type { Services } from '../services.ts';
import { type SeatsToCollect, sumOwing, toBalanceItems } from './seats-to-collect.ts';
import { readItems } from './start-payment.ts';

/** What money that the office took pays: the lines of its payment. */

export type Money = ParsedInput<Contract['POST /families/:id/payments']>['body'];

export type Parties = { user: UserDocument; admin: UserDocument };

/**
 * What the money pays: held seats in full, or with a plan a part of them; and what is owed for enrolled ones, the oldest part
 * first. Or what the office has typed for each of them.
 * @throws {ApiError} `invalid_input`
 */
export async function describeItems(
  { held, owing }: SeatsToCollect,
  money: Money,
  { user, admin }: Parties,
  services: Services,
): Promise<PaymentItem[]> {
  const { amount, plan, isRestCredit } = money;
  const items = await readItems(held, services);
  const shares = readShares(money);
  if (shares) checkShares(items, { held, owing }, { shares, hasPlan: !!plan });
  if (plan) {
    const prices = items.map((item) => item.amount);
    const deposits = shares
      ? held.map(({ seat }) => shares.get(seat.seatId.toHexString()) ?? 0)
      : splitByWeight(amount, prices);
    return planItems(items, { held, owing }, { deposits, plan }, admin, services);
  }
  const cost = sumAmounts(items);
  const owed = sumOwing(owing);
  const most = shares ? [...shares.values()].reduce((sum, one) => sum + one, 0) : cost + owed;
  const rest = isRestCredit ? Math.max(0, amount - most) : 0;
  const paid = amount - rest;
  if (paid < cost || paid > cost + owed || (paid === cost && owing.length > 0))
    throw fieldError('amount', sayCost(cost, owed));
  const balance = shares
    ? await toShares(owing, shares, services)
    : await toBalanceItems(owing, paid - cost, services);
  return [...items, ...balance, ...(rest > 0 ? [creditItem(user, rest)] : [])];
}

/** In cents, by the seat's id (24 hexadecimal digits). */
type Shares = Map<string, number>;

/**
 * What the office has typed for each seat.
 * @returns undefined if it has typed nothing
 * @throws {ApiError} `invalid_input` unless it adds up to the amount, to the cent. R597
 */
function readShares({ cartIds, shares, amount, plan, isRestCredit }: Money): Shares | undefined {
  if (!shares) return undefined;
  const typed = new Map(cartIds.map((id, place) => [id, shares[place] ?? 0]));
  if (typed.size !== cartIds.length || shares.length !== cartIds.length)
    throw fieldError('shares', 'Enter an amount for each seat.');
  const sum = shares.reduce((total, one) => total + one, 0);
  if (sum > amount || (sum < amount && (plan || !isRestCredit)))
    throw fieldError('shares', 'This does not add up to the amount that came.');
  return typed;
}

/** @throws {ApiError} `invalid_input` if it is more than a seat owes, or less than a held seat without a plan costs. R597 */
function checkShares(
  items: PaymentItem[],
  { held, owing }: SeatsToCollect,
  { shares, hasPlan }: { shares: Shares; hasPlan: boolean },
): void {
  const say = (cents: number) => nameCharge(cents / 100, SCHOOL.currency);
  for (const [id, share] of shares) {
    const place = held.findIndex(({ seat }) => seat.seatId.equals(id));
    const price = items[place]?.amount;
    const { campClass } = held[place] ?? owing.find(({ seat }) => seat.seatId.equals(id)) ?? {};
    const named = [items[place]?.name, campClass?.name].filter(Boolean).join(', ') || 'one of them';
    const most = price ?? sumOwing(owing.filter(({ seat }) => seat.seatId.equals(id)));
    if (share > most) throw fieldError('shares', `Only ${say(most)} is owed for ${named}.`);
    if (price !== undefined && share < price && !hasPlan)
      throw fieldError(
        'shares',
        `${named}: the seat costs ${say(price)}. Say when the rest of it is due.`,
      );
  }
}

/** The lines of what the office has typed for each of these seats. */
async function toShares(
  owing: OwingSeat[],
  shares: Shares,
  services: Services,
): Promise<PaymentItem[]> {
  const lines: PaymentItem[] = [];
  for (const [id, share] of shares) {
    // What both households owe for a seat may be one person's.
    const own = owing.filter(({ seat }) => seat.seatId.equals(id));
    if (own.length > 0) lines.push(...(await toBalanceItems(own, share, services)));
  }
  return lines;
}

/** The line of money that is for no seat. R578 */
function creditItem({ name }: UserDocument, amount: number): PaymentItem {
  const nothing = { seatId: new ObjectId(), classId: new ObjectId(), name };
  return { ...buildItem(nothing, amount), isForCredit: true };
}

/**
 * The lines of a deposit, with what is agreed about the balance. R350
 * @throws {ApiError} `invalid_input`
 */
function planItems(
  items: PaymentItem[],
  { held, owing }: SeatsToCollect,
  { deposits, plan }: { deposits: number[]; plan: TypedPlan },
  admin: UserDocument,
  services: Services,
): PaymentItem[] {
  if (owing.length > 0 || items.some(({ moveId }) => moveId))
    throw fieldError('plan', 'Choose only seats that are booked now.');
  const today = readToday(services);
  const [start = today] = held.map(({ campClass }) => campClass.camp_start).toSorted();
  const problem = findPlanProblem(plan, { today, start });
  if (problem) throw fieldError('plan', problem);
  const prices = items.map((item) => item.amount);
  if (deposits.reduce((sum, one) => sum + one, 0) >= sumAmounts(items))
    throw fieldError('amount', 'A deposit is less than what the seats cost.');
  const parts = planPrices(prices, deposits, plan, today);
  if (!parts)
    throw fieldError('plan', 'Together with the deposit, this is not what the seats cost.');
  const agreed = { agreedAt: services.now(), by: admin._id };
  return items.map((item, place) => {
    const own = parts[place] ?? [];
    // A seat that is paid now needs no plan.
    if (own[0]?.amount === item.amount) return item;
    return { ...item, amount: own[0]?.amount ?? 0, plan: { ...agreed, parts: own } };
  });
}

function sayCost(cost: number, owed: number): string {
  const say = (cents: number) => nameCharge(cents / 100, SCHOOL.currency);
  if (owed === 0) return `Together, they cost ${say(cost)}.`;
  if (cost === 0) return `Only ${say(owed)} is still owed for them.`;
  return `This must be more than ${say(cost)} and at most ${say(cost + owed)}.`;
}

export function fieldError(
  field: 'cartIds' | 'amount' | 'shares' | 'plan',
  message: string,
): ApiError {
  return new ApiError('invalid_input', undefined, { fields: { [`body.${field}`]: message } });
}

/** A balance as the office typed it: its last part takes what is left. */
type TypedPlan = NonNullable<ParsedInput<Contract['POST /families/:id/payments']>['body']['plan']>;

/** When the typed parts of a plan must be due. */
type Days = {
  today: string;
  /** The first day of the first of the classes. */
  start: string;
};

/** What is wrong with a plan; undefined if nothing is. */
function findPlanProblem(plan: TypedPlan, { today, start }: Days): string | undefined {
  const dues = plan.map(({ due }) => due);
  if (dues.some((due) => due < today)) return 'A day is over already.';
  if (dues.some((due) => due >= start)) return 'Everything must be paid before the first day.';
  if (dues.some((due, place) => due <= (dues[place - 1] ?? '')))
    return 'Each part must be due later than the one before.';
  if (plan.slice(0, -1).some(({ amount }) => amount === undefined))
    return 'Enter an amount for each part but the last.';
  return undefined;
}

/**
 * Splits the balance after a deposit over several seats, in proportion to what is left of each. R350
 * @param prices in cents
 * @param deposits what of it is for each seat, in cents
 * @returns the parts of each seat, the deposit first, which is due today; undefined if the typed parts are too much, or the
 *   deposit is not enough for each of the seats
 */
function planPrices(
  prices: number[],
  deposits: number[],
  plan: TypedPlan,
  today: string,
): PlanPart[][] | undefined {
  let rest = prices;
  const parts = prices.map((): PlanPart[] => []);
  const take = (due: string, shares: number[]) => {
    for (const [place, share] of shares.entries())
      if (share > 0) parts[place]?.push({ due, amount: share });
    rest = rest.map((left, place) => left - (shares[place] ?? 0));
  };
  take(today, deposits);
  for (const { due, amount } of plan) {
    const all = rest.reduce((sum, one) => sum + one, 0);
    if (all === 0 || (amount !== undefined && amount > all)) return undefined;
    take(due, amount === undefined ? rest : splitByWeight(amount, rest));
  }
  const isWhole = rest.every((left) => left === 0);
  return isWhole && deposits.every((share) => share > 0) ? parts : undefined;
}
