import { isDeepStrictEqual } from 'node:util';
import { type Attack, collectComplaints, type Complaints, guard, permute } from '../attack.ts';
import { checkBooks } from '../books.ts';
import type { Build } from '../build.ts';
import { JWT_SECRET, type School, STRIPE_KEY, WEBHOOK_SECRET, withSchool } from '../school.ts';
import { runAll, waitUntil } from '../waiting.ts';
import { sendEvent, signEvent } from '../webhooks.ts';
import { JOB_SETTLES } from './shared-guards.ts';
import { checkEnd, EVENTS, reachState, STATES, writeEvent } from './webhooks-states.ts';

const AMOUNT = {
  full: { isInEachState: true, atOnce: 100, lost: 100 },
  short: { isInEachState: false, atOnce: 10, lost: 4 },
};
/** How many payments are brought into their states at the same time. */
const AT_ONCE = 8;
/** How long a job may take to settle payments without webhooks, in milliseconds. */
const SETTLED_MS = 90_000;

/** Stripe's events come in every order, a hundred at once, never, or from somebody who is not Stripe. R15 */
export const webhooks: Attack = {
  name: 'webhooks',
  title: 'Webhooks in every order, in floods, lost or forged',
  promise:
    'payments always end in the same state; forged, old and rewritten events are answered 400 and change nothing',
  guards: [guard('checkIntent', 'the amount paid is the one in the ledger'), JOB_SETTLES],
  async run(build, amount) {
    const complaints = collectComplaints();
    const { isInEachState, atOnce, lost } = AMOUNT[amount];
    const [[forged, orders, floods], settledMs] = await Promise.all([
      sendAll(build, isInEachState, atOnce, complaints),
      sendNone(build, lost, complaints),
    ]);
    return {
      rounds: `${orders} times four events in one of 24 orders; ${floods} events ${atOnce} times at once; ${forged} forged events; ${lost} payments without any event`,
      seen: `all ended as Stripe says; forged events changed nothing; without events all were settled in ${(settledMs / 1_000).toFixed(1)} s on a clock that runs ${LOST_CLOCK} times as fast`,
      broken: complaints.list,
    };
  },
};

async function sendAll(
  build: Build,
  isInEachState: boolean,
  atOnce: number,
  complaints: Complaints,
): Promise<[forged: number, orders: number, floods: number]> {
  // Only one run, at the start: none may write while we check that nothing was written.
  return withSchool(build, { env: { JOB_SECONDS: '60' } }, async (school) => {
    const forged = await sendForged(school, complaints);
    const orders = await sendInEveryOrder(school, isInEachState, complaints);
    const floods = await sendFloods(school, isInEachState, atOnce, complaints);
    await checkBooks(school, complaints);
    return [forged, orders, floods];
  });
}

/** A successful payment waits to be settled. Only an event from Stripe may settle it. */
async function sendForged(school: School, { check }: Complaints): Promise<number> {
  const [student] = await school.addPeople(1);
  const [paid] = STATES;
  const payment = await reachState(school, student!, paid!);
  const before = await readDatabase(school);
  let sent = 0;
  const send = async (kind: string, status: number, payload: string, signature?: string) => {
    sent += 1;
    const answer = await sendEvent(school, payload, signature);
    check(answer.status === status, `An event, ${kind}: answered ${answer.status}`);
  };
  for (const event of EVENTS) {
    const payload = await writeEvent(school, payment.id, event);
    for (const forged of forgeEvents(school, payload))
      await send(forged.kind, 400, forged.payload, forged.signature);
    // Correctly signed, but not for us: confirmed, so that Stripe does not send it again for days.
    await send('of live mode', 200, await writeEvent(school, payment.id, event, true));
    await send('of another shop', 200, payload.replaceAll(payment.id, 'pi_of_another_shop'));
  }
  const after = await readDatabase(school);
  for (const [name, documents] of before)
    check(isDeepStrictEqual(documents, after.get(name)), `A forged event changed ${name}`);

  // Ledger and Stripe disagree, which must never happen: nobody is enrolled, and Stripe must try again.
  const { payments } = school.collections;
  await payments.updateOne({ _id: payment.id }, { $inc: { amount: 100 } });
  await send('of another amount', 500, await writeEvent(school, payment.id, EVENTS[0]));
  await payments.updateOne({ _id: payment.id }, { $inc: { amount: -100 } });
  const settled = await payments.findOne({ _id: payment.id });
  check(settled?.status === 'open', 'Enrolled although another amount was paid');

  await send('as it should be', 200, await writeEvent(school, payment.id, EVENTS[0]));
  await checkEnd(school, payment, paid!, { check }, 'after forged events');
  return sent;
}

/** All documents, by the name of their collection. */
async function readDatabase({ collections }: School): Promise<Map<string, object[]>> {
  const all = new Map<string, object[]>();
  for (const [name, collection] of Object.entries(collections))
    all.set(name, await collection.find({}).toArray());
  return all;
}

async function sendInEveryOrder(
  school: School,
  isInEachState: boolean,
  { check }: Complaints,
): Promise<number> {
  const rounds = permute([...EVENTS]).flatMap((order, index) =>
    (isInEachState ? STATES : [STATES[index % STATES.length]!]).map((state) => ({ order, state })),
  );
  const people = await school.addPeople(rounds.length);
  await runAll(rounds, AT_ONCE, async ({ order, state }, index) => {
    const payment = await reachState(school, people[index]!, state);
    for (const event of order) {
      const { status } = await sendEvent(school, await writeEvent(school, payment.id, event));
      check(status === 200, `${state.name}, ${event}: answered ${status}`);
    }
    await checkEnd(school, payment, state, { check }, `events ${order.join(', ')}`);
  });
  return rounds.length;
}

/** Sends each state's event many times at the same moment; in the full form also events that are not true. */
async function sendFloods(
  school: School,
  isInEachState: boolean,
  atOnce: number,
  { check }: Complaints,
): Promise<number> {
  const floods = STATES.flatMap((state) => {
    // Untrue events change nothing, but after an enrollment only the true one reports a refund.
    const untrue = EVENTS.filter((event) => event !== state.told);
    const isToldByAny = isInEachState && state.told !== 'charge.refunded';
    return [state.told, ...(isToldByAny ? untrue : [])].map((event) => ({ state, event }));
  });
  const people = await school.addPeople(floods.length);
  for (const [index, { state, event }] of floods.entries()) {
    const payment = await reachState(school, people[index]!, state);
    const payload = await writeEvent(school, payment.id, event);
    const answers = await Promise.all(
      Array.from({ length: atOnce }, () => sendEvent(school, payload)),
    );
    const refused = answers.filter(({ status }) => status !== 200);
    check(
      refused.length === 0,
      `${state.name}, ${event} ${atOnce} times at once: ${refused.length} were answered ${refused[0]?.status}`,
    );
    await checkEnd(school, payment, state, { check }, `${event} ${atOnce} times at once`);
  }
  return floods.length;
}

const LOST_CLOCK = 20;

/** No event and no browser: the jobs are alone. @returns how long it took, in milliseconds */
async function sendNone(build: Build, count: number, complaints: Complaints): Promise<number> {
  const options = { clockSpeed: LOST_CLOCK, env: { JOB_SECONDS: '0.5' } };
  return withSchool(build, options, async (school) => {
    // A job looks for refunds after an enrollment only every few minutes (settle-missed-refunds.test.ts).
    const states = STATES.filter(
      ({ name, end }) => name !== 'enrolled and refunded' && !end.startsWith('open'),
    );
    const people = await school.addPeople(count);
    const payments = await runAll(people, AT_ONCE, async (student, index) => {
      const state = states[index % states.length]!;
      return { state, payment: await reachState(school, student, state) };
    });
    const settledMs = await waitUntil(
      async () => (await school.collections.payments.countDocuments({ status: 'open' })) === 0,
      SETTLED_MS,
    );
    complaints.check(settledMs !== null, 'Without events, not all payments were settled');
    for (const { payment, state } of payments)
      await checkEnd(school, payment, state, complaints, 'without events');
    await checkBooks(school, complaints);
    return settledMs ?? SETTLED_MS;
  });
}

/** A payload with a signature that does not match it, is not Stripe's, or is too old. */
export type ForgedEvent = { kind: string; payload: string; signature: string };

/** Stripe's own libraries accept five minutes. https://docs.stripe.com/webhooks#replay-attacks */
const TOO_OLD_MS = 6 * 60_000;

/** @param payload a genuine event */
function forgeEvents(school: School, payload: string): ForgedEvent[] {
  const now = school.now();
  const right = signEvent(payload, now);
  const [time = '', mark = ''] = right.split(',');
  const event = JSON.parse(payload) as object;
  const spaced = JSON.stringify(event, null, 2);
  const turned = JSON.stringify(Object.fromEntries(Object.entries(event).reverse()));
  const changed = JSON.stringify({ ...event, type: 'payment_intent.processing' });
  const forge = (kind: string, signature: string, bytes = payload): ForgedEvent => ({
    kind,
    payload: bytes,
    signature,
  });
  return [
    forge('no signature', ''),
    forge('nonsense as signature', 'x'),
    forge('no time in the signature', mark),
    forge('no signature at the time', time),
    forge('another time than was signed', `t=${Math.floor(now.getTime() / 1_000) + 1},${mark}`),
    forge('an older signature scheme', right.replace('v1=', 'v0=')),
    forge('another secret', signEvent(payload, now, 'whsec_of_somebody_else')),
    forge('no secret', signEvent(payload, now, '')),
    forge('the secret of our sessions', signEvent(payload, now, JWT_SECRET)),
    forge('the key of our account', signEvent(payload, now, STRIPE_KEY)),
    forge('too old', signEvent(payload, new Date(now.getTime() - TOO_OLD_MS))),
    forge('another type than was signed', right, changed),
    forge('the same, written with spaces', right, spaced),
    forge('the same fields in another order', right, turned),
    forge('the same with a newline at the end', right, `${payload}\n`),
    forge('cut off', right, payload.slice(0, -1)),
    forge('an empty body', right, ''),
    forge('no JSON, correctly signed', signEvent('{', now, WEBHOOK_SECRET), '{'),
  ];
}
