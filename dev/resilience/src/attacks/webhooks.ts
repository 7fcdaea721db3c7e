import { type Attack, collectComplaints, type Complaints } from '../attack.ts';
import { checkBooks } from '../books.ts';
import type { Build } from '../build.ts';
import { openSchool, type School } from '../school.ts';
import { compareSnapshots, takeSnapshot } from '../snapshot.ts';
import { runAll, waitUntil } from '../waiting.ts';
import { sendEvent } from '../webhooks.ts';
import { forgeEvents } from './webhooks-forgeries.ts';
import { checkEnd, EVENTS, reachState, STATES, writeEvent } from './webhooks-states.ts';

const AMOUNT = {
  full: { isInEachState: true, atOnce: 100, lost: 100 },
  short: { isInEachState: false, atOnce: 10, lost: 4 },
};
/** So many payments are brought to their states at the same time. */
const AT_ONCE = 8;
/** How long the sweep may take to settle what no webhook told of, in milliseconds. */
const SETTLED_MS = 20_000;

/** Stripe's events in every order, a hundred at once, never, and from somebody who is not Stripe. */
export const webhooks: Attack = {
  name: 'webhooks',
  title: 'Webhooks in every order, in floods, lost, forged',
  promise: 'The same end state; forged, old and re-serialised ones 400, nothing written',
  guards: [
    {
      name: 'an event is signed by Stripe',
      file: 'server/src/outside/stripe.ts',
      cut: 'stripe.webhooks.constructEvent(body, signature, options.webhookSecret)',
      paste: 'JSON.parse(String(body)) as Stripe.Event',
    },
    {
      name: 'an event is of now',
      file: 'server/src/outside/stripe.ts',
      cut: 'signature, options.webhookSecret)',
      paste: 'signature, options.webhookSecret, Infinity)',
    },
    {
      name: 'the signature is over the bytes as they came',
      file: 'server/src/payments/payments.routes.ts',
      cut: 'request.body as Buffer,',
      paste: 'Buffer.from(JSON.stringify(JSON.parse(String(request.body)))),',
    },
    {
      name: 'an event of another mode is not ours',
      file: 'server/src/outside/stripe.ts',
      cut: 'event.livemode === isLive',
      paste: 'isLive || true',
    },
    {
      name: 'an event of another shop is not ours',
      file: 'server/src/payments/payments.routes.ts',
      cut: "if (!(error instanceof ApiError && error.code === 'not_found')) throw error;",
      paste: 'throw error;',
    },
    {
      name: 'what an event says is not believed',
      file: 'server/src/payments/settle-payment.ts',
      cut: "if (intent.status !== 'succeeded') return { state: 'open' };",
    },
    {
      name: 'what was paid is what the ledger says',
      file: 'server/src/payments/settle-payment.ts',
      cut: '  checkIntent(intent, payment);\n',
      paste: '  void checkIntent;\n',
    },
    {
      name: 'money that went back buys no seat',
      file: 'server/src/payments/settle-payment.ts',
      cut: 'intent.isRefunded ? recordReturn(payment, services) : ',
    },
    {
      name: 'a return after the enrolment frees the seat',
      file: 'server/src/payments/settle-payment.ts',
      cut: 'if (payment && intent?.isRefunded) await recordReturn(payment, services);',
    },
    {
      name: 'what was returned before is no failure',
      file: 'server/src/outside/stripe.ts',
      cut: "if (!hasCode(error, 'charge_already_refunded')) throw error;",
      paste: 'throw error;',
    },
    {
      name: 'a return is written down once',
      file: 'server/src/payments/settle-payment.ts',
      cut: '    `refund-${payment.paymentId}`,\n',
    },
    {
      name: 'the sweep settles what no event told of',
      file: 'server/src/payments/settle-due-payments.ts',
      cut: 'await settlePayment(payment.paymentId, services);',
      paste: 'void settlePayment;',
    },
  ],
  async run(build, amount) {
    const complaints = collectComplaints();
    const { isInEachState, atOnce, lost } = AMOUNT[amount];
    const [[forged, orders, floods], settledMs] = await Promise.all([
      sendAll(build, isInEachState, atOnce, complaints),
      sendNone(build, lost, complaints),
    ]);
    return {
      rounds: `${orders} times four events in one of 24 orders; ${floods} events ${atOnce} times at once; ${forged} forged ones; ${lost} payments of which no event told`,
      seen: `each ended as Stripe says; forged ones 400, nothing written; without events settled in ${(settledMs / 1_000).toFixed(1)} s by a clock that runs ${LOST_CLOCK} times as fast`,
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
  // One sweep at the start, and none that writes while we look whether anything was written.
  const school = await openSchool(build, { env: { SWEEP_SECONDS: '60' } });
  try {
    const forged = await sendForged(school, complaints);
    const orders = await sendInEveryOrder(school, isInEachState, complaints);
    const floods = await sendFloods(school, isInEachState, atOnce, complaints);
    await checkBooks(school, complaints);
    return [forged, orders, floods];
  } finally {
    await school.close();
  }
}

/** A payment that went through waits to be settled: whatever is not Stripe's must not do it. */
async function sendForged(school: School, { check }: Complaints): Promise<number> {
  const [student] = await school.addPeople(1);
  const [paid] = STATES;
  const payment = await reachState(school, student!, paid!);
  const before = await takeSnapshot(school);
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
    // Rightly signed, and still not for us: confirmed, so that Stripe does not send it again for days.
    await send('of live mode', 200, await writeEvent(school, payment.id, event, true));
    await send('of another shop', 200, payload.replaceAll(payment.id, 'pi_of_another_shop'));
  }
  for (const change of compareSnapshots(before, await takeSnapshot(school)))
    check(false, `Written in spite of it: ${change}`);

  // The ledger and Stripe differ: a fault of ours, or worse. Nobody is enrolled, and Stripe is to come again.
  const { payments } = school.collections;
  await payments.updateOne({ _id: payment.id }, { $inc: { amount: 100 } });
  await send('of another amount', 500, await writeEvent(school, payment.id, EVENTS[0]));
  await payments.updateOne({ _id: payment.id }, { $inc: { amount: -100 } });
  const settled = await payments.findOne({ _id: payment.id });
  check(settled?.status === 'open', 'Enrolled for another amount than was paid');

  await send('as it should be', 200, await writeEvent(school, payment.id, EVENTS[0]));
  await checkEnd(school, payment, paid!, { check }, 'after forged events');
  return sent;
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
    await checkEnd(school, payment, state, { check }, `told by ${order.join(', ')}`);
  });
  return rounds.length;
}

/** The event of each state, and in full those that are not true, so many times at the same moment. */
async function sendFloods(
  school: School,
  isInEachState: boolean,
  atOnce: number,
  { check }: Complaints,
): Promise<number> {
  const floods = STATES.flatMap((state) => {
    // What is not true changes nothing; but after an enrolment only the true event tells of a return.
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

/** No event comes, and no browser: the sweep alone. @returns how long it took, in milliseconds */
async function sendNone(build: Build, count: number, complaints: Complaints): Promise<number> {
  const school = await openSchool(build, {
    clockSpeed: LOST_CLOCK,
    env: { SWEEP_SECONDS: '0.5' },
  });
  try {
    // A return after the enrolment is looked for every few minutes only (settle-missed-refunds.test.ts).
    const states = STATES.filter(
      ({ name, end }) => name !== 'enrolled and returned' && !end.startsWith('open'),
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
      await checkEnd(school, payment, state, complaints, 'told by nobody');
    await checkBooks(school, complaints);
    return settledMs ?? SETTLED_MS;
  } finally {
    await school.close();
  }
}

function permute<T>(items: T[]): T[][] {
  if (items.length <= 1) return [items];
  return items.flatMap((first) =>
    permute(items.filter((item) => item !== first)).map((rest) => [first, ...rest]),
  );
}
