import { MAX_SEATS } from '@speakifyr/contract/limits.ts';
import { type Attack, collectComplaints, type Complaints, guard } from '../attack.ts';
import { checkBooks, describeMoney } from '../books.ts';
import { describeOpenThings } from '../open-things.ts';
import { SEED, SEED_PREFIX } from '../random.ts';
import { isTruthful } from '../refusals.ts';
import { type School, withSchool } from '../school.ts';
import { type Steps, watchSteps } from '../steps.ts';
import { runAll, waitUntil } from '../waiting.ts';
import { type Act, ACTS as PAYMENTS, SMALL_CLASS, type StandingAct } from './kill-acts.ts';
import { checkPlans, endOffers, hideWork, listUnfinished, PLANS } from './kill-plans.ts';

/**
 * One kill is at every nth step of its acts, and the next kill at the next ones: a call that stands at a step has a
 * connection to the database, and a server has at most a hundred. In the full form, each step of a payment is killed at
 * five times, and each step of a plan that changes once. In the short form, one kill is at some steps of both.
 */
const AMOUNT = {
  full: [
    { acts: PAYMENTS, every: 3, kills: 15 },
    { acts: PLANS, every: 30, kills: 30 },
  ],
  short: [{ acts: [...PAYMENTS, ...PLANS], every: 15, kills: 1 }],
};
let killsSoFar = SEED % 30;

/** For so long students are brought to their steps: one whose message waits for 8 seconds goes on. */
const STAND_MS = 6_000;

const CLOCK_SPEED = 5;

const MINUTE_MS = 60_000;
/** When we stop waiting for paid payments, on the school's clock: long, for a busy machine. We report how long it took. */
const SETTLE_MS = 10 * MINUTE_MS;
/** After this time every hold has ended: the server's default, plus a minute for a job. */
const HOLD_MS = 31 * MINUTE_MS;

/** The servers that are killed run no jobs: their messages would look like those of the acts. */
const VICTIM = { JOB_SECONDS: '60' };
/** The servers after them run them as often as usual, on the school's clock. */
const SUCCESSOR = { JOB_SECONDS: String(15 / CLOCK_SPEED) };

/** Nobody waits until the payment is in the ledger. */
const UNWAITED =
  'void payments.updateOne({ _id: paymentId }, { $setOnInsert: payment }, { upsert: true })';

/**
 * An act has two steps for each message: before it goes out, and when its answer has come. Each student stops at a
 * different step. Then both servers are killed, and half of the students come back after the restart. R14
 */
export const kill: Attack = {
  name: 'kill',
  title: 'The server is killed at every step',
  promise:
    'each payment ends enrolled or refunded, each seat by itself; what was begun is over once holds have ended: refunds are made once, a canceled seat is gone, one that moved is in one class, and no seat stays held',
  guards: [
    guard('insertPaymentOnce', 'the ledger has a payment before its secret is given out', UNWAITED),
    guard('hasGivenSeat', 'a class remembers which moves have got a seat there', 'false'),
    guard('settleDuePayments', 'a job settles payments that nobody came back for'),
    guard('releaseExpiredHolds', 'a job releases seats that were held too long'),
    guard('settleDueRefunds', 'a job carries out refunds that were decided'),
    guard('finishChanges', 'a job goes on with changes of seats that were cut off'),
    guard('cancelSeatsOfClasses', 'a job goes on with classes that were canceled'),
  ],
  async run(build, amount) {
    const complaints = collectComplaints(SEED_PREFIX);
    const options = { servers: 2, clockSpeed: CLOCK_SPEED, env: VICTIM };
    return withSchool(build, options, async (school) => {
      const slowest: number[] = [];
      const steps = watchSteps(school);
      try {
        await steps.waitUntilQuiet();
        const did: string[] = [];
        let round = 0;
        // Before the first kill: after it, mailer and jobs are at work.
        const groups = [];
        for (const group of AMOUNT[amount])
          groups.push({ ...group, all: await discoverAll(group.acts, school, steps, complaints) });
        for (const { acts, all, every, kills } of groups) {
          let stood = 0;
          for (let count = 0; count < kills; count += 1) {
            const plan = all.filter((_step, index) => (index + killsSoFar) % every === 0);
            // If there is no time for all, others are left out the next time.
            if (killsSoFar % 2 === 1) plan.reverse();
            killsSoFar += 1;
            round += 1;
            const { standing, took } = await killOnce(school, steps, plan, round, complaints);
            slowest.push(took);
            stood += standing;
          }
          did.push(
            `${kills} kills of both servers while ${stood} students stood at ${all.length} steps (${countSteps(acts, all)})`,
          );
        }
        await checkPlans(school, complaints);
        const { open, ...counts } = await checkBooks(school, complaints, ({ name }) =>
          name === SMALL_CLASS ? 1 : MAX_SEATS,
        );
        complaints.check(
          open === 0,
          `${open} payments are still open although their hold has ended`,
        );
        return {
          rounds: did.join('; '),
          seen:
            `${counts.enrolled} enrolled, ${counts.refunded} refunded, ${counts.canceled} canceled; ${describeMoney(counts)}; all paid ones within ` +
            `${(Math.max(...slowest) / 1_000).toFixed(0)} s of the restart, on the school's clock`,
          broken: complaints.list,
        };
      } finally {
        school.calmLines();
        steps.loseAll();
      }
    });
  },
};

type Plan = { act: Act; step: Awaited<ReturnType<Steps['discover']>>[number] }[];

/** Runs each act once without disturbing it, to see its steps. */
async function discoverAll(
  acts: Act[],
  school: School,
  steps: Steps,
  complaints: Complaints,
): Promise<Plan> {
  const plan: Plan = [];
  for (const act of acts) {
    const [person] = await school.addPeople(1);
    const ready = await act.prepare(school, person!, await school.addClass());
    const found = await steps.discover(async () => {
      const answer = await act.call(ready, school);
      const said = `${act.name}: ${answer.status} ${JSON.stringify(answer.body)}`;
      complaints.check(isTruthful(answer, 'money returned'), `Before any kill, ${said}`);
    });
    plan.push(...found.map((step) => ({ act, step })));
  }
  return plan;
}

function countSteps(acts: Act[], plan: Plan): string {
  return acts
    .map((act) => `${act.name} ${plan.filter((entry) => entry.act === act).length}`)
    .join(', ');
}

/** @returns how many students stood, and how many milliseconds of the school's clock the slowest payment took */
async function killOnce(
  school: School,
  steps: Steps,
  plan: Plan,
  round: number,
  complaints: Complaints,
): Promise<{ standing: number; took: number }> {
  const { servers, collections } = school;
  const standing = await standAtSteps(school, steps, plan);
  for (const server of servers) await server.kill();
  steps.loseAll();
  for (const { ended } of standing) await ended;
  for (const { ready } of standing) await hideWork(school, ready.campClass, false);

  await Promise.all(servers.map((server) => server.start(SUCCESSOR)));
  const started = performance.now();
  await Promise.all(
    standing.map(async ({ act, ready, step }, index) => {
      if (index % 4 >= 2 === (round % 2 === 0)) return;
      const told = await act.comeBack(school, ready);
      complaints.check(
        told === undefined,
        `${act.name}, killed ${step.moment} '${step.name}' number ${step.nth}: a student who came back was told ${told}`,
      );
    }),
  );
  const paid = standing.flatMap(({ ready }) => (ready.isPaid ? [ready.transactionId] : []));
  await waitUntil(
    async () =>
      (await collections.payments.countDocuments({
        _id: { $in: paid },
        status: { $in: ['enrolled', 'refunded'] },
      })) === paid.length,
    SETTLE_MS / CLOCK_SPEED,
  );
  const took = (performance.now() - started) * CLOCK_SPEED;
  complaints.check(
    took < SETTLE_MS,
    `Kill ${round}: ${SETTLE_MS / 1_000} s after the restart some paid payments are neither enrolled nor refunded`,
  );

  // Half an hour later no seat may be blocked, and nothing may be unfinished.
  for (const server of servers) await server.kill();
  school.skipTime(HOLD_MS);
  await Promise.all(servers.map((server) => server.start(SUCCESSOR)));
  let open: string[] = [];
  const isOver = await waitUntil(async () => {
    // A job that finishes a cancellation offers the seat to the next person on the list. So offers come up all the time.
    await endOffers(school);
    open = await listUnfinished(school);
    return open.length === 0;
  }, SETTLE_MS / CLOCK_SPEED);
  complaints.check(
    isOver !== null,
    `Kill ${round}: half an hour later, not all is over: ${describeOpenThings(open)}`,
  );
  for (const server of servers) await server.kill();
  await Promise.all(servers.map((server) => server.start(VICTIM)));
  await steps.waitUntilQuiet();
  return { standing: standing.length, took };
}

async function standAtSteps(school: School, steps: Steps, plan: Plan): Promise<StandingAct[]> {
  steps.stopOthers();
  const people = await school.addPeople(plan.length);
  const ready = await runAll(plan, 8, async ({ act }, index) =>
    act.prepare(school, people[index]!, await school.addClass()),
  );
  const standing: StandingAct[] = [];
  const begun = performance.now();
  for (const [index, { act, step }] of plan.entries()) {
    if (performance.now() - begun > STAND_MS) break;
    const mine = ready[index]!;
    let ended: Promise<unknown> = Promise.resolve();
    await steps.runUntil(() => {
      const answer = act.call(mine, school);
      ended = answer.then(({ status, body }) =>
        // Without a guard, an answer may come although the act is stopped: then the student goes on.
        status === 200 ? act.goOn?.(school, mine, body) : undefined,
      );
      return answer;
    }, step);
    standing.push({ act, step, ready: mine, ended });
    await hideWork(school, mine.campClass, true);
  }
  return standing;
}
