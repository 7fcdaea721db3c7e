import { type Attack, collectComplaints } from '../attack.ts';
import { settleBooks } from '../books.ts';
import { holdUp } from '../links.ts';
import { createRandom, SEED, SEED_PREFIX } from '../random.ts';
import { withSchool } from '../school.ts';
import { runAll } from '../waiting.ts';
import { CLOCK_SPEED, type Outcome, payAtTheEnd } from './hold-ends-race.ts';
import { createWorstOrders } from './worst-orders.ts';

const AMOUNT = {
  full: { races: 200, settleMs: 30_000 },
  short: { races: 20, settleMs: 60_000 },
};
const AT_ONCE = 20;

/** 18 seconds on the school's clock, so that the hold ends before a job first checks the payment. */
const SEAT_HOLD_MINUTES = '0.3';

/** A hold is about to end while the card is charged; the payment is recorded, the jobs run and somebody else joins. */
export const holdEnds: Attack = {
  name: 'hold-ends',
  title: 'A hold ends while the student pays',
  promise:
    'a student who paid gets a seat or the money back, and one who paid in time gets the seat',
  guards: [
    {
      name: 'a hold that ends waits until its payments are canceled or settled',
      without: 'endPaymentsOfHold',
      gives: 'true',
    },
  ],
  async run(build, amount) {
    const { races, settleMs } = AMOUNT[amount];
    const complaints = collectComplaints(SEED_PREFIX);
    const random = createRandom(SEED);
    const env = { SEAT_HOLD_MINUTES, JOB_SECONDS: '0.05' };
    return withSchool(build, { servers: 2, clockSpeed: CLOCK_SPEED, env }, async (school) => {
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
