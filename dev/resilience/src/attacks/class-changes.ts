import { type Attack, collectComplaints, type Complaints, guard } from '../attack.ts';
import { settleBooks } from '../books.ts';
import { holdUp } from '../links.ts';
import { createRandom, type Random, SEED, SEED_PREFIX } from '../random.ts';
import { type School, withSchool } from '../school.ts';
import { runAll } from '../waiting.ts';
import { payMeanwhile, PLANS } from './class-changes-round.ts';
import { SEATS_AS_READ } from './shared-guards.ts';

const AMOUNT = {
  full: { rounds: 50, settleMs: 30_000 },
  short: { rounds: 10, settleMs: 60_000 },
};
const AT_ONCE = 10;
/** A job first checks a payment after 20 seconds on the school's clock: two real ones. */
const CLOCK_SPEED = 10;

/** While a student pays, an admin changes the price or tag of the class, or removes the class. R26 */
export const classChanges: Attack = {
  name: 'class-changes',
  title: 'A class changes or is removed while the student pays',
  promise:
    'students pay the price at which their seat was held; if they can’t have it, they hear so before they pay or get a refund',
  guards: [
    guard('areSeatsHeld', 'a payment is canceled when one of its seats is gone', 'true'),
    guard(
      'endPaymentsOfHold',
      'payments that were started for a class are canceled when it is removed',
      'true',
    ),
    SEATS_AS_READ,
  ],
  async run(build, amount) {
    const { rounds, settleMs } = AMOUNT[amount];
    const complaints = collectComplaints(SEED_PREFIX);
    const random = createRandom(SEED);
    const options = { servers: 2, clockSpeed: CLOCK_SPEED, env: { JOB_SECONDS: '0.5' } };
    return withSchool(build, options, async (school) => {
      const [admin] = await school.addPeople(1, 'admin');
      const students = await school.addPeople(PLANS.length * rounds);
      const counts = { charged: 0, told: 0, refused: 0 };
      const removals = new Map<string, () => Promise<void>>();
      holdUpChanges(school, random, removals);
      await runAll(students, AT_ONCE, async (student, index) => {
        const own = createRandom(SEED + index);
        const { kind, moments } = PLANS[index % PLANS.length]!;
        const moment = moments[Math.floor(index / PLANS.length) % moments.length]!;
        const plan = { student, random: own, kind, moment };
        await payMeanwhile({ school, admin: admin!, complaints, counts, removals, ...plan });
      });
      school.calmLines();
      const ended = await settleBooks(school, complaints, settleMs);
      await checkCodes(school, complaints);
      return {
        rounds: `${rounds} each of: price changed, tag changed, class removed; before, during and after the start, the card payment and its recording; 2 servers`,
        seen:
          `${counts.charged} charged what they saw, ${counts.told} told before, ${counts.refused} could not pay because the class was gone; ` +
          `${ended.enrolled} enrolled, ${ended.refunded} refunded, settled in ${(ended.ms / 1_000).toFixed(1)} s`,
        broken: complaints.list,
      };
    });
  },
};

/** A class's tag and its entry codes agree, whichever came first. */
async function checkCodes({ collections }: School, { check }: Complaints): Promise<void> {
  for (const { name, course_tag, seats } of await collections.classes.find({}).toArray())
    for (const seat of seats)
      if (seat.state === 'enrolled')
        check(
          seat.entry_code.startsWith(`${course_tag}-`),
          `${name}: ${seat.entry_code} in ${course_tag}`,
        );
}

/** Holds messages up, and removes a class while Stripe answers to the start of a payment, if that is its moment. */
function holdUpChanges(
  { databaseLink, stripeLink }: School,
  random: Random,
  removals: Map<string, () => Promise<void>>,
): void {
  const slow = holdUp(random, 60);
  databaseLink.meddle(slow);
  stripeLink.meddle(async (message) => {
    const seatId = /metadata\[seatIds\]=(\w+)/.exec(message.text ?? '')?.[1];
    if (message.direction === 'back') await removals.get(seatId ?? '')?.();
    return slow(message);
  });
}
