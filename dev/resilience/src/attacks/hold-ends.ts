import { type Attack, collectComplaints, guard } from '../attack.ts';
import { settleBooks } from '../books.ts';
import { holdUp } from '../links.ts';
import { createRandom, type Random, SEED, SEED_PREFIX } from '../random.ts';
import { type School, withSchool } from '../school.ts';
import { pause, runAll, waitUntil } from '../waiting.ts';
import { createWorstOrders, type WorstOrders } from './worst-orders.ts';
import { joinClass, recordPayment, startPayment } from '../journeys.ts';
import type { Person } from '../people.ts';
import { intentOf, payByCard } from '../stripe.ts';

const AMOUNT = {
  full: { races: 200, settleMs: 30_000 },
  short: { races: 20, settleMs: 60_000 },
};
const AT_ONCE = 20;

/** 18 seconds on the school's clock, so that the hold ends before a job first checks the payment. */
const HOLD_MINUTES = 0.3;

/**
 * A hold is about to end while the card is charged; the payment is recorded, the jobs run and somebody else joins.
 * R7, R16
 */
export const holdEnds: Attack = {
  name: 'hold-ends',
  title: 'A hold ends while the student pays',
  promise:
    'a student who paid gets a seat or the money back, and one who paid in time gets the seat',
  guards: [
    guard(
      'endPaymentsOfHold',
      'a hold that ends waits until its payments are canceled or settled',
      'true',
    ),
  ],
  async run(build, amount) {
    const { races, settleMs } = AMOUNT[amount];
    const complaints = collectComplaints(SEED_PREFIX);
    const random = createRandom(SEED);
    const env = { JOB_SECONDS: '0.05' };
    const decided = { booking: { holdMinutes: HOLD_MINUTES } };
    const options = { servers: 2, clockSpeed: CLOCK_SPEED, env, decided };
    return withSchool(build, options, async (school) => {
      const payers = await school.addPeople(races);
      const others = await school.addPeople(races);
      const orders = createWorstOrders();
      const slow = holdUp(random, 60);
      school.databaseLink.meddle(slow);
      school.stripeLink.meddle(async (message) => {
        await orders.arrange(message);
        return slow(message);
      });
      const told = new Map<string, string>();
      const outcomes = await runAll(payers, AT_ONCE, (payer, index) => {
        const own = createRandom(SEED + index);
        const who = { payer, other: others[index]!, isReloading: index % 2 === 0 };
        return payAtTheEnd({ school, orders, told, random: own, ...who });
      });
      school.calmLines();
      const ended = await settleBooks(school, complaints, settleMs, () => 1);
      const inTime = new Set(
        outcomes.flatMap((one, index) => (one === 'in time' ? [payers[index]!.email] : [])),
      );
      for (const { _id, status, email } of await school.collections.payments.find({}).toArray()) {
        complaints.check(
          (told.get(_id) ?? status) === status,
          `${_id}: the student was told '${told.get(_id)}', but it ended ${status}`,
        );
        complaints.check(
          status !== 'refunded' || !inTime.has(email),
          `${_id}: paid before the hold ended, but the seat is lost`,
        );
      }
      const count = (outcome: Outcome) => outcomes.filter((one) => one === outcome).length;
      return {
        rounds: `${races} races for one seat, 2 servers, the jobs running all the time`,
        seen:
          `${count('in time')} paid before their hold ended, ${count('late')} after it, ` +
          `${count('refused')} could no longer pay because it had ended, ${count('too slow')} were too slow to start; ` +
          `${ended.enrolled} enrolled, ${ended.refunded} refunded, settled in ${(ended.ms / 1_000).toFixed(1)} s`,
        broken: complaints.list,
      };
    });
  },
};

/** How many times as fast the school's clock runs. */
const CLOCK_SPEED = 6;
/** Things happen from this long before the end of the hold until this long after it, in real milliseconds. */
const BEFORE_MS = 500;
const AFTER_MS = 250;
/** A page that is loaded this long before the end waits on the line until the hold ends. */
const RELOAD_BEFORE_MS = 1_000;

/** How long a page waits at most until the seat is free. */
const FREE_MS = 2_000;

/** When the card was charged: before the hold ended, after it, or never; or the student was too slow to start. */
export type Outcome = 'in time' | 'late' | 'refused' | 'too slow';

export type Race = {
  school: School;
  payer: Person;
  other: Person;
  random: Random;
  orders: WorstOrders;
  /** Whether the student reloads the payment page and pays the payment that it then shows. */
  isReloading: boolean;
  /** What students were told about their payments, by payment id. */
  told: Map<string, string>;
};

/** A student joins, starts to pay, and continues when the hold is about to end. Somebody else wants the seat. */
async function payAtTheEnd(one: Race): Promise<Outcome> {
  const { school, payer, other, random, orders, told, isReloading } = one;
  const campClass = await school.addClass({ sit: 1 });
  const joined = await joinClass(payer, campClass);
  if (joined.status !== 200) return 'too slow';
  const { cartId } = joined.body;
  const started = await startPayment(payer, cartId, campClass.price);
  if (started.status !== 200) return 'too slow';
  const heldUntil = new Date(started.body.heldUntil ?? 0);
  let paidAt: Date | undefined;

  const record = async (secret: string) => {
    const { status, body } = await recordPayment(payer, secret);
    if (status === 200) told.set(intentOf(secret), 'enrolled');
    if (body.code === 'payment_refunded') told.set(intentOf(secret), 'refunded');
  };
  const pay = async (secret: string) => {
    if ((await payByCard(school, secret)) === 'succeeded') paidAt = school.now();
  };
  const join = () => joinClass(other, campClass);
  const secret = started.body.clientSecret;
  const isFree = async () =>
    (await school.collections.classes.countDocuments({ _id: campClass._id, sit: 1 })) === 1;
  /** Reloads the payment page at the very moment when the first payment is canceled with the hold. */
  const reloadAndPay = async () => {
    const finish = orders.bring(secret);
    const again = await startPayment(payer, cartId, campClass.price);
    finish();
    if (again.status !== 200) return;
    await pay(again.body.clientSecret);
    if (random.chance(0.8)) await waitUntil(isFree, FREE_MS);
    // Both want the seat just when the server learns that the money is there.
    const isKnown = orders.hear(again.body.clientSecret);
    await Promise.all([record(again.body.clientSecret), isKnown.then(join)]);
  };
  const within = async (ms: number, act: () => Promise<unknown>) => {
    await pause(random.next() * ms);
    await act();
  };
  const at = async (ms: number, act: () => Promise<unknown>) => {
    while (school.now().getTime() < heldUntil.getTime() + ms * CLOCK_SPEED) await pause(2);
    await act();
  };
  const anyTime = () => -BEFORE_MS + random.next() * (BEFORE_MS + AFTER_MS);
  await Promise.all([
    isReloading ? at(-RELOAD_BEFORE_MS, reloadAndPay) : at(anyTime(), () => pay(secret)),
    // Half of the students close the tab.
    random.chance(0.5) && at(AFTER_MS * random.next(), () => record(secret)),
    (!isReloading || random.chance(0.3)) && at(0, () => within(20, join)),
  ]);
  if (!paidAt) return 'refused';
  return paidAt < heldUntil ? 'in time' : 'late';
}
