import { MAX_SEATS } from '@speakifyr/contract/limits.ts';
import { type Attack, type Complaints, collectComplaints } from '../attack.ts';
import { checkBooks, describeMoney } from '../books.ts';
import { openSchool, type School } from '../school.ts';
import { type Steps, watchSteps } from '../steps.ts';
import { runAll, waitUntil } from '../waiting.ts';
import { type Act, ACTS, SMALL_CLASS, type StandingAct } from './kill-acts.ts';

/** In the full form, each step is killed at five times. */
const KILLS = { full: 15, short: 1 };
/**
 * One kill is at every third step, and the next kill at the next ones: a call that stands at a step has a connection to the
 * database, and a server has at most a hundred.
 */
const EVERY_STEP = 3;
let killsSoFar = 0;

const CLOCK_SPEED = 5;

/** How long a paid payment may take to be settled, on the school's clock. */
const MINUTE_MS = 60_000;
/** After this time every hold has ended: the server's default, plus a minute for the sweep. */
const HOLD_MS = 31 * MINUTE_MS;

/** The servers that are killed do not sweep: their messages would look like those of the acts. */
const VICTIM = { SWEEP_SECONDS: '60' };
/** The servers after them sweep as often as usual, on the school's clock. */
const SUCCESSOR = { SWEEP_SECONDS: String(15 / CLOCK_SPEED) };

/**
 * An act has two steps for each message: before it goes out, and when its answer has come. Each student stops at a
 * different step. Then both servers are killed, and half of the students come back after the restart.
 */
export const kill: Attack = {
  name: 'kill',
  title: 'The server is killed at every step',
  promise:
    'each payment ends enrolled or refunded within a minute, each seat by itself; then its refunds are made once, and no seat stays held',
  guards: [
    {
      name: 'the ledger has a payment before its secret is given out',
      file: 'server/src/payments/payments.service.ts',
      cut: 'await insertPaymentOnce(',
      paste: 'void insertPaymentOnce(',
    },
    {
      name: 'the sweep settles what nobody came back for',
      file: 'server/src/sweep.ts',
      cut: '  settleDuePayments,\n',
    },
    {
      name: 'the sweep releases seats that were held too long',
      file: 'server/src/sweep.ts',
      cut: '  releaseExpiredHolds,\n',
    },
    {
      name: 'the seat is taken before the ledger says the payment is final',
      file: 'server/src/payments/settle-payment.ts',
      cut: '    const enrolment = transferId',
      paste:
        "    await close(payment, { status: 'enrolled' }, services);\n    const enrolment = transferId",
    },
    {
      name: 'a refund is written down before the ledger says the payment is final',
      file: 'server/src/payments/settle-payment.ts',
      cut: "    await decideRefund(\n      { refundId, paymentId, cartId, amount, currency, reason: 'no seat' },\n      services,\n    );\n    refunds.push(refundId);\n  }\n  const ending = decideEnding(payment, given.size);\n  await close(payment, { ...ending, states }, services);\n",
      paste:
        "    refunds.push(refundId);\n  }\n  const ending = decideEnding(payment, given.size);\n  await close(payment, { ...ending, states }, services);\n  for (const { cartId, amount } of payment.items.filter((_item, place) => states[place] === 'refunded'))\n    await decideRefund({ refundId: itemKey(paymentId, cartId), paymentId, cartId, amount, currency, reason: 'no seat' }, services);\n",
    },
    {
      name: 'a seat that is refused says nothing about the other seats of the payment',
      file: 'server/src/seats/item-key.ts',
      cut: 'return `${paymentId}:${cartId.toHexString()}`',
      paste: 'return String(cartId) && paymentId',
    },
    {
      name: 'money is set aside for a refund once, however often it is tried',
      file: 'server/src/payments/set-aside.repo.ts',
      cut: '    if (payment?.refundIds.includes(key)) return true;\n',
    },
    {
      name: 'the sweep carries out refunds that were decided',
      file: 'server/src/sweep.ts',
      cut: '  settleDueRefunds,\n',
    },
  ],
  async run(build, amount) {
    const kills = KILLS[amount];
    const complaints = collectComplaints();
    const school = await openSchool(build, { servers: 2, clockSpeed: CLOCK_SPEED, env: VICTIM });
    const slowest: number[] = [];
    const steps = watchSteps(school);
    try {
      await steps.waitUntilQuiet();
      const all = await discoverAll(school, steps);
      for (let round = 1; round <= kills; round += 1) {
        const plan = all.filter((_step, index) => (index + killsSoFar) % EVERY_STEP === 0);
        killsSoFar += 1;
        slowest.push(await killOnce(school, steps, plan, round, complaints));
      }
      const { open, ...counts } = await checkBooks(school, complaints, ({ name }) =>
        name === SMALL_CLASS ? 1 : MAX_SEATS,
      );
      complaints.check(open === 0, `${open} payments are still open although their hold has ended`);
      return {
        rounds: `${kills} kills of both servers, each at every third of ${all.length} steps (${countSteps(all)})`,
        seen:
          `${counts.enrolled} enrolled, ${counts.refunded} refunded, ${counts.canceled} canceled; ${describeMoney(counts)}; all paid ones within ` +
          `${(Math.max(...slowest) / 1_000).toFixed(0)} s of the restart, on the school's clock`,
        broken: complaints.list,
      };
    } finally {
      school.databaseLink.meddle();
      school.stripeLink.meddle();
      steps.loseAll();
      await school.close();
    }
  },
};

type Plan = { act: Act; step: Awaited<ReturnType<Steps['discover']>>[number] }[];

/** Runs each act once without disturbing it, to see its steps. */
async function discoverAll(school: School, steps: Steps): Promise<Plan> {
  const plan: Plan = [];
  for (const act of ACTS) {
    const [person] = await school.addPeople(1);
    const ready = await act.prepare(school, person!, await school.addClass());
    const found = await steps.discover(() => act.call(ready, school));
    plan.push(...found.map((step) => ({ act, step })));
  }
  return plan;
}

function countSteps(plan: Plan): string {
  return ACTS.map((act) => `${act.name} ${plan.filter((entry) => entry.act === act).length}`).join(
    ', ',
  );
}

/** @returns how long the slowest paid payment took to be settled, in milliseconds on the school's clock */
async function killOnce(
  school: School,
  steps: Steps,
  plan: Plan,
  round: number,
  complaints: Complaints,
): Promise<number> {
  const { servers, collections } = school;
  const standing = await standAtSteps(school, steps, plan);
  for (const server of servers) await server.kill();
  steps.loseAll();
  for (const { ended } of standing) await ended;

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
    MINUTE_MS / CLOCK_SPEED,
  );
  const took = (performance.now() - started) * CLOCK_SPEED;
  complaints.check(
    took < MINUTE_MS,
    `Kill ${round}: a minute after the restart some paid payments are neither enrolled nor refunded`,
  );

  // Half an hour later no seat may be blocked, and no refund may be missing.
  for (const server of servers) await server.kill();
  school.skipTime(HOLD_MS);
  await Promise.all(servers.map((server) => server.start(VICTIM)));
  const isFree = await waitUntil(
    async () => (await collections.classes.countDocuments({ 'seats.state': 'held' })) === 0,
    MINUTE_MS / CLOCK_SPEED,
  );
  complaints.check(isFree !== null, `Kill ${round}: a seat stays held after its hold ended`);
  const isReturned = await waitUntil(
    async () => (await collections.refunds.countDocuments({ checkAfter: { $exists: true } })) === 0,
    MINUTE_MS / CLOCK_SPEED,
  );
  complaints.check(isReturned !== null, `Kill ${round}: a refund is not made`);
  await steps.waitUntilQuiet();
  return took;
}

async function standAtSteps(school: School, steps: Steps, plan: Plan): Promise<StandingAct[]> {
  steps.stopOthers();
  const people = await school.addPeople(plan.length);
  const ready = await runAll(plan, 8, async ({ act }, index) =>
    act.prepare(school, people[index]!, await school.addClass()),
  );
  const standing: StandingAct[] = [];
  for (const [index, { act, step }] of plan.entries()) {
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
  }
  return standing;
}
