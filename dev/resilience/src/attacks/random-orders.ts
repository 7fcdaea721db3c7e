import { MAX_SEATS } from '@speakifyr/contract/limits.ts';
import { type Attack, collectComplaints, type Complaints, guard } from '../attack.ts';
import { describeMoney, settleBooks } from '../books.ts';
import { settleFigures } from '../compare-figures.ts';
import { holdUp } from '../links.ts';
import type { Person } from '../people.ts';
import { createRandom, type Random, SEED, SEED_PREFIX } from '../random.ts';
import { type School, withSchool } from '../school.ts';
import { pause } from '../waiting.ts';
import { checkParts, makePartsDue } from './random-parts.ts';
import { checkNothingIsLeft, openCounter } from './random-counter.ts';
import {
  cancelClasses,
  changeClasses,
  changePolicies,
  changeSeatsOfOthers,
  draftAgain,
  endOffers,
  lookAtRefunds,
  returnDifferences,
} from './random-office.ts';
import { answerAid, changePrices, checkCodes, setPrices } from './random-prices.ts';
import { changePlans, waitForSeats } from './random-plans.ts';
import { visit } from './random-visit.ts';
import { addRandomClass, capacityAt, type Family, type Run } from './random-run.ts';
import { checkNobodyWaits, watch } from './random-watch.ts';

/**
 * Ends after this many carts that somebody began to pay, or after this time. Every family has an account, with 1 to 3
 * children. Each second one shares a child with the family before it. To settle takes long: a seat that opens up is
 * offered to the people on its waiting list, one after the other.
 */
const AMOUNT = {
  full: { families: 60, rows: 4, carts: 1_000, seconds: 430, everyMs: 20_000, settleMs: 120_000 },
  short: { families: 30, rows: 1, carts: 50, seconds: 25, everyMs: 5_000, settleMs: 120_000 },
};

/** Seats of a row of classes: from one where every seat is the last, to some that are seldom full. */
const CAPACITIES = [1, 3, 6, 10, 20, 20, 20, 20];

/** One minute of the school passes each second, so holds of five minutes end all the time. */
const CLOCK_SPEED = 60;

/** How long servers live before one is killed, at most. */
const LIFE_MS = 5_000;

/** How many of Stripe's answers are lost. */
const LOST = 0.02;

/** What the promises of the attack with random choices need. */
const GUARDS = [
  guard('isAsRead', 'a change of seats counts only for the class as it was read', '{}'),
  guard('importRefund', 'refunds in the dashboard get into the books'),
  guard('freeOldSeat', 'the old seat is freed once the new one is taken'),
  guard('endReturnedSeat', 'a payment that came back ends the seats that it paid for'),
  guard(
    'namePayment',
    'money that is sent again is recorded once',
    "`office_${crypto.randomUUID().replaceAll('-', '_')}`",
  ),
  guard('takeOutBounced', 'what bounced goes out of the books'),
  guard('recordPaidOtherwise', 'what is given back by hand counts as returned', 'true'),
  guard('moveSeats', 'seats go to the account that stays'),
];

/**
 * Families do anything in any order, in two tabs, and change their plans, while holds and offers end, admins change seats,
 * prices, discounts, extras and the refund policy, award aid, cancel classes and give money back, banks take it back, answers
 * are lost and servers are killed. Money becomes credit and pays again, saved cards are charged for parts. The office takes
 * money, also in parts and from the bank's lists, and gives it back, some of it bounces, and two families become one. Seats are
 * reserved, released and paid with links. In the end, all figures that the office reads are compared. R16, R595
 */
export const randomOrders: Attack = {
  name: 'random-orders',
  title: 'Families join, remove, expire, pay at random',
  promise:
    'at every moment free, held and paid seats add up, nobody has two seats in a class and no entry code exists twice; in the end each seat that was paid for was given or refunded, no seat stays whose money went back, nothing is left with families that became part of another one, and ledger, seats, Stripe and the office’s cash box agree to the cent; credit is spent once, and no part of a price is charged twice; Owed, home, family pages, class pages, accounting and payments say the same to the cent, and the same as Stripe and the cash box',
  guards: GUARDS,
  async run(build, amount) {
    const { families: count, rows, seconds, carts, everyMs, settleMs } = AMOUNT[amount];
    const complaints = collectComplaints(SEED_PREFIX);
    const random = createRandom(SEED);
    const env = { JOB_SECONDS: '0.2' };
    const decided = { booking: { holdMinutes: 5 }, money: { installments: 3 } };
    const options = { servers: 2, webhooks: true, clockSpeed: CLOCK_SPEED, env, decided };
    return withSchool(build, options, async (school) => {
      const run = await prepare(rows, school, complaints);
      const admins = await school.addPeople(5, 'admin');
      // Under the first one, everything comes back, so that there is credit.
      const policy = { version: 0, steps: [{ daysBefore: 14, percent: 100, fee: 0 }] };
      await admins[4]!.call('PUT /refundPolicy', { body: policy });
      const families = await addFamilies(count, school, random);
      const { serve, giveTheRest, serveCalmly } = await openCounter(run, families);
      // At first undisturbed, so that each run sees some money at the counter.
      const begun = performance.now();
      const { counts } = run;
      const isServed = () =>
        performance.now() - begun > 8_000 ||
        (school.countDone('POST /payments/:paymentId/bounce') >= 2 &&
          school.countDone('POST /openRefunds/:refundId/answer') >= 2);
      await setPrices(admins[4]!, run, random);
      await Promise.all(serve(isServed));
      const slow = holdUp(random, 80);
      school.databaseLink.meddle(slow);
      school.stripeLink.meddle(async (message) => {
        if (message.direction === 'back' && random.chance(LOST)) return 'cut';
        return slow(message);
      });
      const started = performance.now();
      const secondsGone = () => (performance.now() - started) / 1_000;
      const offerEnds = createRandom(SEED - 6);
      const isOver = () => secondsGone() > seconds || run.counts.carts >= carts;
      await Promise.all([
        watch(run, isOver),
        school.forgetHolds(isOver),
        changeClasses(admins[0]!, run, createRandom(SEED - 1), isOver),
        lookAtRefunds(admins[1]!, run, createRandom(SEED - 2), isOver),
        killServers(run, createRandom(SEED - 3), isOver),
        changeSeatsOfOthers(admins[2]!, run, createRandom(SEED - 4), isOver),
        cancelClasses(admins[3]!, run, { random: createRandom(SEED - 5), everyMs }, isOver),
        endOffers(run, isOver, () => 500 + offerEnds.next() * 1_000),
        changePolicies(admins[4]!, run, createRandom(SEED - 7), isOver),
        changePrices(admins[4]!, run, createRandom(SEED - 9_000), isOver),
        answerAid(admins[0]!, run, createRandom(SEED - 9_001), isOver),
        returnDifferences(run, createRandom(SEED - 8), isOver),
        makePartsDue(run, createRandom(SEED - 50), isOver),
        draftAgain(admins[1]!, run, createRandom(SEED - 52), isOver),
        ...serve(isOver),
        ...families.map(async (family, index) => {
          const own = createRandom(SEED + index + 1);
          while (!isOver()) {
            await visit(run, family, own);
            if (own.chance(0.4)) await changePlans(run, family, own);
            if (own.chance(0.3)) await waitForSeats(run, family, own);
          }
        }),
      ]);
      const took = secondsGone();
      school.calmLines();
      await giveTheRest();
      const { classes, refunds } = run;
      let isSettled = false;
      const [ended] = await Promise.all([
        settleBooks(school, complaints, settleMs, ({ _id, revision }) =>
          capacityAt(run, _id.toHexString(), revision),
        ).finally(() => {
          isSettled = true;
        }),
        endOffers(
          run,
          () => isSettled,
          () => 50,
          true,
        ),
        makePartsDue(run, createRandom(SEED - 51), () => isSettled, true),
      ]);
      const all = await school.collections.classes.find({}).toArray();
      for (const campClass of all) checkNobodyWaits(campClass, all, school.now(), complaints);
      await checkNothingIsLeft(run);
      await checkCodes(run);
      for (const failure of school.failures) complaints.check(false, failure);
      const parts = await checkParts(school, complaints);
      await addCalmClasses(run, admins[4]!, random);
      await serveCalmly();
      const compared = await settleFigures(school, admins[4]!, families, complaints);
      const changes = await school.collections.seatChanges.countDocuments();
      const written = await school.collections.refunds.countDocuments();
      return {
        rounds: `${counts.carts} carts of ${families.length} families for ${classes.length} classes in ${Math.round(took)} s, the clock running ${CLOCK_SPEED} times as fast; 2 servers, kill -9 ${counts.kills} times`,
        seen:
          `${school.listDone()}; ${refunds.size} payments returned in full or in part by hand or disputed; ${changes} seats canceled, resold or moved; ` +
          `${parts.charged} parts charged to saved cards, ${parts.declined} declined; ` +
          `at the end ${ended.enrolled} payments enrolled, ${ended.refunded} refunded, ${ended.canceled} canceled, ${written} refunds; ` +
          `${describeMoney(ended)}; settled in ${(ended.ms / 1_000).toFixed(1)} s; ${compared}`,
        broken: complaints.list,
      };
    });
  },
};

async function prepare(rows: number, school: School, complaints: Complaints): Promise<Run> {
  const counts = { carts: 0, kills: 0 };
  const codes: Run['codes'] = new Map();
  const run: Run = { school, complaints, classes: [], refunds: new Set(), codes, counts };
  for (const sit of Array.from({ length: rows }, () => CAPACITIES).flat())
    await addRandomClass(run, sit);
  return run;
}

/** The office's last acts are about two classes that nobody else looks at. */
async function addCalmClasses(run: Run, admin: Person, random: Random): Promise<void> {
  for (const campClass of run.classes) campClass.isOpen = false;
  await addRandomClass(run, MAX_SEATS, 60);
  await addRandomClass(run, MAX_SEATS, 90);
  await setPrices(admin, run, random);
}

async function addFamilies(count: number, school: School, random: Random): Promise<Family[]> {
  const families: Family[] = [];
  for (const parent of await school.addPeople(count)) {
    const participants: Family['participants'] = [undefined];
    const before = families.at(-1);
    const isShared = families.length % 2 === 1 && before;
    const children = 1 + Math.floor(random.next() * 3);
    for (let number = 0; number < children; number += 1) {
      const guardians = isShared && number === 0 ? [parent, before.parent] : [parent];
      const childId = await school.addChild(guardians);
      participants.push(childId);
      if (guardians.length > 1) before!.participants.push(childId);
    }
    families.push({ parent, participants });
  }
  return families;
}

/** Kills one of the servers, over and over, and starts it again. */
async function killServers(
  { school, counts }: Run,
  random: Random,
  isOver: () => boolean,
): Promise<void> {
  while (!isOver()) {
    await pause(random.next() * LIFE_MS);
    const server = random.pick(school.servers);
    await server.kill();
    await server.start();
    counts.kills += 1;
  }
}
