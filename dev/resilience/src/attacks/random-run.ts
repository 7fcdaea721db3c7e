import { listNewDays } from '@speakifyr/contract/new-class-days.ts';
import type { ByDay } from '@speakifyr/contract/sold-by-day.ts';
import { ObjectId } from 'mongodb';
import type { Complaints } from '../attack.ts';
import type { Answer, Person } from '../people.ts';
import type { Random } from '../random.ts';
import { type Event, isTruthful } from '../refusals.ts';
import type { School } from '../school.ts';
import { closeDispute, disputeAtBank, refundAtDashboard, winAppeal } from '../stripe.ts';
import { pause } from '../waiting.ts';

/** What all visits of a run share. */
export type Run = {
  school: School;
  complaints: Complaints;
  /** With the number of seats at each revision. Not open are those that are only being added, or canceled. */
  classes: {
    id: string;
    price: number;
    capacities: number[];
    isOpen: boolean;
    /** It is made a draft again and published: nobody changes its seats, whatever its revision. */
    isFixed?: true;
    /** Set if it is sold by day. */
    byDay?: ByDay;
    days?: string[];
  }[];
  /** Payments of which somebody returned money by hand. */
  refunds: Set<string>;
  /** How often each code may be used, by the id of its discount. */
  codes: Map<string, { maxUses: number; maxPerFamily: number }>;
  counts: { carts: number; kills: number };
};

/** Seven, so that each price meets each number of seats and each first day. */
export const PRICES = [19.9, 49.5, 80, 0, 35, 65, 80];
/** So many days ahead, a price can be paid in three parts. */
const FAR = 70;
/** Of the first days of classes: when all of the money comes back and seats may move, half of it, and nothing. */
const DAYS_AHEAD = [FAR, FAR, FAR, 10, 5];

/** @param ahead how many days from now: never the day itself, which depends on where the school is */
export function dayAhead(school: School, ahead: number): string {
  return new Date(school.now().getTime() + ahead * 86_400_000).toISOString().slice(0, 10);
}

/** Opens a class. @param sit how many seats it has */
export async function addRandomClass(
  { school, classes }: Run,
  sit: number,
  fixedPrice?: number,
): Promise<Run['classes'][number]> {
  const count = classes.length;
  const ahead = fixedPrice === undefined ? DAYS_AHEAD[count % DAYS_AHEAD.length]! : FAR;
  const _id = new ObjectId();
  const price = fixedPrice ?? PRICES[count % PRICES.length]!;
  // Others may see it in the list before we hear that it was added.
  // Half of those that cost something are also sold by day.
  const byDay =
    price > 0 && count % 2 === 0
      ? { prices: [Math.round(price * 25) / 100], atLeast: 1 }
      : undefined;
  const camp = { camp_start: dayAhead(school, ahead), camp_end: dayAhead(school, ahead + 11) };
  const campClass: Run['classes'][number] = {
    id: _id.toHexString(),
    price,
    capacities: [sit],
    isOpen: false,
    ...(byDay && { byDay, days: listNewDays(camp) }),
  };
  classes.push(campClass);
  await school.addClass({ _id, sit, price, ...camp, ...(byDay && { byDay }) });
  campClass.isOpen = true;
  return campClass;
}

/** The classes that people can join. */
export function listOpen({ classes }: Run): Run['classes'] {
  return classes.filter(({ isOpen }) => isOpen);
}

/** How many seats a class has at one of its revisions. */
export function capacityAt({ classes }: Run, id: string, revision: number): number {
  const { capacities = [], isFixed } = classes.find((campClass) => campClass.id === id) ?? {};
  return capacities[isFixed ? 0 : revision] ?? Number.NaN;
}

/** An account, and for whom it may book: its children, some of which have another guardian, and itself. */
export type Family = { parent: Person; participants: (string | undefined)[] };

/**
 * Past our server, money goes back: all of it or a part in Stripe's dashboard, or because a payer asks the bank. Some
 * disputes that the school loses are won on appeal.
 * @returns whether all that was left of the payment is meant to be back
 */
export async function returnMoney(
  { school, refunds }: Run,
  paymentId: string,
  random: Random,
): Promise<boolean> {
  const [how, share, patience] = [random.next(), random.next(), random.next()];
  const isAppealed = random.chance(0.4);
  refunds.add(paymentId);
  if (how < 0.7) {
    const part = how < 0.3 ? undefined : 1 + Math.floor(share * 9_000);
    await refundAtDashboard(school, paymentId, part);
    return part === undefined;
  }
  if (!(await disputeAtBank(school, paymentId))) return false;
  await pause(patience * 2_000);
  const outcome = share < 0.6 ? 'lost' : 'won';
  await closeDispute(school, paymentId, outcome);
  if (outcome === 'won' || !isAppealed) return outcome === 'lost';
  await pause(patience * 4_000);
  await winAppeal(school, paymentId);
  return false;
}

/** Everything that can get in the way of a parent or the admin. */
const HAPPENING: Event[] = [
  'seats taken',
  'holds used up',
  'done before',
  'seat given up',
  'class edited',
  'card not charged',
  'money returned',
  'plans changed',
  'outage',
  'server killed',
];

/** Everybody gets an answer: it worked, or why not. */
export function checkTold<A extends Answer>({ complaints: { check } }: Run, answer: A): A {
  const { code } = answer.body as { code?: string };
  check(
    isTruthful(answer, ...HAPPENING),
    `somebody was answered ${answer.status} ${code} by ${answer.call}`,
  );
  return answer;
}
