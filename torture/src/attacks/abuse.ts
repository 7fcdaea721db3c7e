import { signInAtProvider } from '../../../server/src/testing/provider.ts';
import { type Attack, collectComplaints, percentile } from '../attack.ts';
import { addressOf, type Answer, type Person, send } from '../people.ts';
import { mintToken, openSchool, type School } from '../school.ts';
import { pause } from '../waiting.ts';

const AMOUNT = {
  full: { callsOfAKind: 2_000, windows: 12, windowMs: 10_000 },
  short: { callsOfAKind: 150, windows: 1, windowMs: 1_000 },
};

/** What one address may do of a kind in a minute, the default of RATE_LIMIT_PER_MINUTE. */
const LIMIT = 100;
/** Of those, at once (rate-limits.service.ts). */
const AT_ONCE = LIMIT / 5;
const ABUSER = '127.9.9.9';
const WARM_UP = '127.9.9.8';
/** How often the others call, all of them together. */
const OTHERS_EVERY_MS = 10;
/** How much longer one in a hundred of the others may wait because of the abuse. */
const MAX_RATIO = 1.25;

/** One address logs in, joins, starts payments and says hello without end; the others want to use the school. */
export const abuse: Attack = {
  name: 'abuse',
  title: 'Abuse from one address',
  promise: '429 with Retry-After, a forged X-Forwarded-For does not help; others’ p99 at most +25%',
  guards: [
    {
      name: 'calls are counted by address',
      file: 'server/src/http/bind.ts',
      cut: '...(endpoint.limited ? [limitCalls] : []),',
    },
    {
      name: 'an address may not run far ahead of an even pace',
      file: 'server/src/rate-limits/rate-limits.service.ts',
      cut: 'if (aheadMs > maxAheadMs) refuse(aheadMs - maxAheadMs);',
    },
    {
      name: 'X-Forwarded-For is believed behind proxies of ours only',
      file: 'server/src/app.ts',
      cut: "'trust proxy', environment.TRUST_PROXY",
      paste: "'trust proxy', true",
    },
  ],
  async run(build, amount) {
    const { callsOfAKind, windows, windowMs } = AMOUNT[amount];
    const { list: broken, check } = collectComplaints();
    const school = await openSchool(build);
    const times: { quiet: number[]; abused: number[] } = { quiet: [], abused: [] };
    const answers = new Map<string, Answer[]>();
    // A new minute may begin within a window: then there are two times as many at once.
    const mostInWindow = 2 * AT_ONCE + Math.ceil((LIMIT * windowMs) / 60_000);
    let minutes: number;
    try {
      const attempts = await prepareAbuse(school);
      const started = performance.now();
      const others = await school.addPeople(20);
      const perWindow = callsOfAKind / windows;
      // The first calls of each kind pay for connections and compilation, whoever makes them.
      await Promise.all([
        observe(school, others, windowMs),
        ...attempts.map(({ attempt }) => repeat(() => attempt(WARM_UP), LIMIT, windowMs)),
      ]);
      const observeQuiet = async () =>
        void times.quiet.push(...(await observe(school, others, windowMs)));
      const observeAbused = async () => {
        const [seen] = await Promise.all([
          observe(school, others, windowMs),
          ...attempts.map(async ({ kind, attempt }) => {
            const got = await repeat(() => attempt(ABUSER), perWindow, windowMs);
            answers.set(kind, [...(answers.get(kind) ?? []), ...got]);
            const through = got.filter(isLetThrough).length;
            check(through <= mostInWindow, `${kind}: ${through} came through in one go`);
          }),
        ]);
        times.abused.push(...seen);
      };
      // Each goes first in turn: a school gets faster, or a machine slower, for both alike.
      for (let window = 0; window < windows; window += 1) {
        const [first, second] =
          window % 2 === 0 ? [observeQuiet, observeAbused] : [observeAbused, observeQuiet];
        await first();
        await second();
      }
      minutes = Math.ceil((performance.now() - started) / 60_000);
    } finally {
      await school.close();
    }
    for (const [kind, got] of answers) {
      const refused = got.filter(({ status }) => status === 429);
      const through = got.filter(isLetThrough);
      check(
        through.length <= LIMIT * minutes,
        `${kind}: ${through.length} of ${got.length} were let through`,
      );
      check(
        refused.every(({ headers }) => Number(headers['retry-after']) >= 1),
        `${kind}: a 429 does not say when to come again`,
      );
      check(
        got.every(({ status }) => status > 0 && status < 500),
        `${kind}: ${got.filter(({ status }) => status === 0 || status >= 500).length} failed`,
      );
    }
    const [quiet, abused] = [percentile(times.quiet, 0.99), percentile(times.abused, 0.99)];
    if (amount === 'full')
      check(
        abused <= quiet * MAX_RATIO,
        `Others’ p99 rose from ${quiet.toFixed(1)} to ${abused.toFixed(1)} ms`,
      );
    check(
      times.abused.every((ms) => ms < Infinity),
      'Somebody else was refused',
    );
    const total = [...answers.values()].flat();
    return {
      rounds: `${callsOfAKind} each of ${answers.size} kinds in ${((windows * windowMs) / 1_000).toFixed(0)} s, each with another X-Forwarded-For; ${times.abused.length + times.quiet.length} calls of 20 others`,
      seen: `${total.filter(({ status }) => status === 429).length} of ${total.length} answered with 429; others’ p99 ${quiet.toFixed(1)} ms without, ${abused.toFixed(1)} ms with the abuse (×${(abused / quiet).toFixed(2)})`,
      broken,
    };
  },
};

function isLetThrough({ status }: Answer): boolean {
  return status > 0 && status !== 429;
}

type Attempt = (address: string) => Promise<Answer>;

async function prepareAbuse(school: School): Promise<{ kind: string; attempt: Attempt }[]> {
  const [student] = await school.addPeople(1);
  const campClass = await school.addClass();
  const { email } = student!;
  const idToken = await signInAtProvider(school.providerUrl, email);
  let forged = 0;
  const post = (path: string, token: string, body: object): Attempt => {
    return (address) =>
      send({
        port: school.servers[0]!.port,
        address,
        method: 'POST',
        path: `/api${path}`,
        headers: {
          Authorization: `Bearer ${token}`,
          'Content-Type': 'application/json',
          'X-Forwarded-For': addressOf((forged += 1)),
        },
        body: JSON.stringify(body),
      });
  };
  const token = mintToken(email, school.now());
  const text = 'something';
  return [
    { kind: 'Log-ins', attempt: post('/jwt', idToken, { email }) },
    { kind: 'Joins', attempt: post('/addClass', token, { email, classId: campClass.id }) },
    { kind: 'Payments', attempt: post('/createPayment-intent', token, { price: 49.5 }) },
    {
      kind: 'Visits',
      attempt: post('/connect', token, {
        date: text,
        time: text,
        browser: text,
        platform: text,
        language: text,
      }),
    },
  ];
}

/**
 * Calls so many times within a time, whether or not the last one was answered: each in its own part of the time, at
 * any moment of it, as people do who don't know of each other.
 */
async function repeat(
  attempt: () => Promise<Answer>,
  times: number,
  overMs: number,
): Promise<Answer[]> {
  const under: Promise<Answer>[] = [];
  const started = performance.now();
  for (let made = 0; made < times; made += 1) {
    const due = started + ((made + Math.random()) / times) * overMs;
    if (due > performance.now()) await pause(due - performance.now());
    under.push(attempt());
  }
  return Promise.all(under);
}

/**
 * What the others do meanwhile: look at classes, at what they selected, and join.
 * @returns how long each call took; one that was refused took for ever
 */
async function observe(school: School, others: Person[], forMs: number): Promise<number[]> {
  const classes = await Promise.all([school.addClass(), school.addClass()]);
  let made = 0;
  const answers = await repeat(
    () => {
      made += 1;
      // Each of them makes all of these calls, and so none of them too many of one.
      const { call, email } = others[Math.floor(made / 4) % others.length]!;
      const classId = classes[Math.floor(made / 4 / others.length) % 2]!.id;
      if (made % 4 === 0) return call('POST /addClass', { body: { classId, email } });
      if (made % 2 === 0) return call('GET /myclass', { query: { email } });
      return call('GET /classes/:id', { params: { id: classId } });
    },
    forMs / OTHERS_EVERY_MS,
    forMs,
  );
  // 409: somebody who has a seat in this class already.
  return answers.map(({ status, ms }) => (status === 200 || status === 409 ? ms : Infinity));
}
