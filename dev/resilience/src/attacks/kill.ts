import { type Attack, type Complaints, collectComplaints } from '../attack.ts';
import { checkBooks } from '../books.ts';
import { openSchool, type School } from '../school.ts';
import { type Steps, watchSteps } from '../steps.ts';
import { runAll, waitUntil } from '../waiting.ts';
import { type Act, ACTS, type StandingAct } from './kill-acts.ts';

const KILLS = { full: 20, short: 1 };
const CLOCK_SPEED = 5;

/** So long a paid payment may take to its end, by the school's clock. */
const MINUTE_MS = 60_000;
/** After so long every hold has ended: the server's default, and a minute for the sweep. */
const HOLD_MS = 31 * MINUTE_MS;

/** The one that is killed leaves sweeping alone, as its messages would not be told from those of the acts. */
const VICTIM = { SWEEP_SECONDS: '60' };
/** The one that comes after it sweeps as often as usual, by the school's clock. */
const SUCCESSOR = { SWEEP_SECONDS: String(15 / CLOCK_SPEED) };

/**
 * Every act has as many steps as messages, twice: before a message goes out, and when its answer is there. Students
 * are led one by one each to another step, where their act stands still; then the server is killed, so that one
 * kill hits all steps. Half of them come back to the server that is started again; the others never do.
 */
export const kill: Attack = {
  name: 'kill',
  title: 'kill -9 of the server',
  promise: 'Each payment ends enrolled or refunded within a minute; no orphan',
  guards: [
    {
      name: 'the ledger knows a payment before its secret is given out',
      file: 'server/src/payments/payments.service.ts',
      cut: 'await insertPaymentOnce(',
      paste: 'void insertPaymentOnce(',
    },
    {
      name: 'the sweep settles what nobody came back for',
      file: 'server/src/sweep.ts',
      cut: '  await settleDuePayments(services, signal);\n',
    },
    {
      name: 'the sweep gives back what was held too long',
      file: 'server/src/sweep.ts',
      cut: '  await releaseExpiredHolds(services, { signal });\n',
    },
    {
      name: 'the seat is taken before the ledger says that the payment is final',
      file: 'server/src/payments/settle-payment.ts',
      cut: '  const enrolment = await enrolPaidSeat(\n',
      paste:
        "  await close(payment, 'enrolled', services);\n  const enrolment = await enrolPaidSeat(\n",
    },
    {
      name: 'the money goes back before the ledger says so',
      file: 'server/src/payments/settle-payment.ts',
      cut: '  await services.cardPayments.refundIntent(payment.paymentId);\n  return recordReturn(payment, services);\n',
      paste:
        '  const returned = await recordReturn(payment, services);\n  await services.cardPayments.refundIntent(payment.paymentId);\n  return returned;\n',
    },
  ],
  async run(build, amount) {
    const complaints = collectComplaints();
    const school = await openSchool(build, { clockSpeed: CLOCK_SPEED, env: VICTIM });
    const slowest: number[] = [];
    try {
      const steps = watchSteps(school);
      await steps.waitUntilQuiet();
      const plan = await discoverAll(school, steps);
      for (let kills = 1; kills <= KILLS[amount]; kills += 1)
        slowest.push(await killOnce(school, steps, plan, kills, complaints));
      const { open, ...counts } = await checkBooks(school, complaints);
      complaints.check(open === 0, `${open} payments are open though their hold has ended`);
      return {
        rounds: `${KILLS[amount]} kills at each of ${plan.length} steps (${countSteps(plan)})`,
        seen:
          `${counts.enrolled} enrolled, ${counts.refunded} refunded, ${counts.canceled} canceled; all paid ones within ` +
          `${(Math.max(...slowest) / 1_000).toFixed(0)} s of the restart, by the school's clock`,
        broken: complaints.list,
      };
    } finally {
      school.databaseLink.meddle();
      school.stripeLink.meddle();
      await school.close();
    }
  },
};

type Plan = { act: Act; step: Awaited<ReturnType<Steps['discover']>>[number] }[];

/** Runs each act once, undisturbed, to see which steps it has. */
async function discoverAll(school: School, steps: Steps): Promise<Plan> {
  const plan: Plan = [];
  for (const act of ACTS) {
    const [person] = await school.addPeople(1);
    const ready = await act.prepare(school, person!, await school.addClass());
    const found = await steps.discover(() => act.call(ready));
    plan.push(...found.map((step) => ({ act, step })));
  }
  return plan;
}

function countSteps(plan: Plan): string {
  return ACTS.map((act) => `${act.name} ${plan.filter((entry) => entry.act === act).length}`).join(
    ', ',
  );
}

/** @returns how long the slowest paid payment took to its end, in milliseconds of the school's clock */
async function killOnce(
  school: School,
  steps: Steps,
  plan: Plan,
  round: number,
  complaints: Complaints,
): Promise<number> {
  const [server] = school.servers;
  if (!server) throw new Error('There is no server to kill');
  const standing = await standAtSteps(school, steps, plan);
  await server.kill();
  steps.loseAll();
  for (const { ended } of standing) await ended;

  await server.start(SUCCESSOR);
  const started = performance.now();
  await Promise.all(
    standing.map(async ({ act, ready, step }, index) => {
      if (index % 4 >= 2 === (round % 2 === 0)) return;
      const told = await act.comeBack(school, ready);
      complaints.check(
        told === undefined,
        `${act.name}, killed ${step.moment} '${step.name}' number ${step.nth}: whoever came back was told ${told}`,
      );
    }),
  );
  const paid = standing.flatMap(({ ready }) => (ready.isPaid ? [ready.transactionId] : []));
  await waitUntil(
    async () =>
      (await school.collections.payments.countDocuments({
        _id: { $in: paid },
        status: { $in: ['enrolled', 'refunded'] },
      })) === paid.length,
    MINUTE_MS / CLOCK_SPEED,
  );
  const took = (performance.now() - started) * CLOCK_SPEED;
  complaints.check(
    took < MINUTE_MS,
    `Kill ${round}: a minute after the restart not all that is paid is enrolled or refunded`,
  );

  // Half an hour later nobody may be in the way of others.
  await server.kill();
  school.skipTime(HOLD_MS);
  await server.start(VICTIM);
  const isFree = await waitUntil(
    async () => (await school.collections.classes.countDocuments({ 'seats.state': 'held' })) === 0,
    MINUTE_MS / CLOCK_SPEED,
  );
  complaints.check(isFree !== null, `Kill ${round}: a seat is held for longer than its hold`);
  await steps.waitUntilQuiet();
  return took;
}

async function standAtSteps(school: School, steps: Steps, plan: Plan): Promise<StandingAct[]> {
  const people = await school.addPeople(plan.length);
  const ready = await runAll(plan, 8, async ({ act }, index) =>
    act.prepare(school, people[index]!, await school.addClass()),
  );
  const standing: StandingAct[] = [];
  for (const [index, { act, step }] of plan.entries()) {
    const mine = ready[index]!;
    let ended: Promise<unknown> = Promise.resolve();
    await steps.runUntil(() => {
      const answer = act.call(mine);
      ended = answer.then(({ status, body }) =>
        // Without a guard, an answer may come out though the act stands still: then the student goes on.
        status === 200 ? act.goOn?.(school, mine, body) : undefined,
      );
      return answer;
    }, step);
    standing.push({ act, step, ready: mine, ended });
  }
  return standing;
}
