import { contract } from '@speakifyr/contract/contract.ts';
import type { Endpoint } from '@speakifyr/contract/endpoint.ts';
import fc from 'fast-check';
import { signInAtProvider } from '../../../../server/src/testing/provider.ts';
import { type Attack, collectComplaints, type Complaints } from '../attack.ts';
import { allowedBy, asTexts, type Attempt, forbiddenBy, toJson, toText } from '../hostile.ts';
import { type Answer, send } from '../people.ts';
import { mintToken, openSchool, type School } from '../school.ts';
import { compareSnapshots, takeSnapshot } from '../snapshot.ts';
import { runAll } from '../waiting.ts';

/** Inputs a call, half of them allowed by its schemas and half not. */
const AMOUNT = { full: 1_000, short: 20 };
const AT_ONCE = 16;

/** Every call of the contract gets what its schemas allow and what they do not: more than anybody would think of. */
export const bodies: Attack = {
  name: 'bodies',
  title: 'Bodies',
  promise: 'Never a 5xx, a stack trace or a stopped process; nothing forbidden is written',
  guards: [
    {
      name: 'an input is what the contract says',
      file: 'server/src/http/bind.ts',
      cut: 'const parsed = schema.safeParse(request[part]);',
      paste:
        'const parsed = { success: true as const, data: request[part] } as ReturnType<typeof schema.safeParse>;',
    },
    {
      name: 'what the caller got wrong is no failure of ours',
      file: 'server/src/http/error-handler.ts',
      cut: 'if (!status || status < 400 || status > 499)',
      paste: 'if (!status || status)',
    },
  ],
  async run(build, amount) {
    const seed = Number(process.env.TORTURE_SEED ?? Date.now() % 1e9);
    const complaints = collectComplaints();
    const school = await openSchool(build, { env: { RATE_LIMIT_PER_MINUTE: '1000000' } });
    let sent = 0;
    const statuses = new Map<number, number>();
    try {
      for (const [name, endpoint] of Object.entries<Endpoint>(contract)) {
        // Anew for each call: some of them remove people.
        const world = await prepareWorld(school, endpoint);
        const samples = sampleAttempts(endpoint, world, AMOUNT[amount], seed);
        for (const [kind, attempts] of Object.entries(samples)) {
          const before = kind === 'forbidden' ? await takeSnapshot(school) : undefined;
          await runAll(attempts, AT_ONCE, async (attempt) => {
            sent += 1;
            const answer = await make(school, world, name, endpoint, attempt);
            statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
            checkAnswer(complaints, name, kind, attempt, answer, seed);
          });
          const changes = before ? compareSnapshots(before, await takeSnapshot(school)) : [];
          for (const change of changes)
            complaints.check(false, `${name}, forbidden (seed ${seed}): ${change}`);
        }
      }
      await checkStillSane(school, complaints);
    } finally {
      await school.close();
    }
    const counted = [...statuses].sort().map(([status, count]) => `${count} × ${status}`);
    return {
      rounds: `${AMOUNT[amount]} inputs for each of ${Object.keys(contract).length} calls, ${sent} in all, seed ${seed}`,
      seen: counted.join(', '),
      broken: complaints.list,
    };
  },
};

type World = {
  emailOf: Record<'student' | 'instructor' | 'admin' | 'stranger', string>;
  idToken: string;
  likely: Record<string, fc.Arbitrary<unknown>>;
};

let worlds = 0;

async function prepareWorld(school: School, { access }: Endpoint): Promise<World> {
  worlds += 1;
  const [student, instructor, admin] = await Promise.all(
    (['student', 'instructor', 'admin'] as const).map(async (role) => {
      const [person] = await school.addPeople(1, role);
      return person!.email;
    }),
  );
  const classes = await Promise.all([school.addClass(), school.addClass({ price: 0.5 })]);
  const emailOf = {
    student: student!,
    instructor: instructor!,
    admin: admin!,
    stranger: `stranger-${worlds}@resilience.test`,
  };
  const emails = fc.constantFrom(...Object.values(emailOf));
  const ids = fc.constantFrom(...classes.map(({ id }) => id));
  return {
    emailOf,
    idToken:
      access.who === 'provider' ? await signInAtProvider(school.providerUrl, emailOf.stranger) : '',
    likely: { email: emails, instructor_email: emails, inst_email: emails, id: ids, classId: ids },
  };
}

function sampleAttempts(
  endpoint: Endpoint,
  { emailOf, likely }: World,
  count: number,
  seed: number,
): Record<'forbidden' | 'allowed', Attempt[]> {
  // Mostly the caller's own e-mail, so that a call gets past 'this is not yours'.
  const own = fc.constant(emailOf[callerOf(endpoint)]);
  const values = endpoint.access.own ? { ...likely, email: own } : likely;
  const sample = (arbitrary: fc.Arbitrary<Attempt>) =>
    fc.sample(arbitrary, { numRuns: count / 2, seed });
  const forbidden = forbiddenBy(endpoint, values);
  // What is forbidden first: what is allowed may end the caller's own account.
  return {
    forbidden: forbidden ? sample(forbidden) : [],
    allowed: sample(allowedBy(endpoint, values)),
  };
}

function callerOf({ access }: Endpoint): keyof World['emailOf'] {
  if (access.who === 'provider' || access.who === 'session') return 'stranger';
  return access.who === 'instructor' || access.who === 'admin' ? access.who : 'student';
}

function make(
  school: School,
  world: World,
  name: string,
  endpoint: Endpoint,
  { params, query, body, raw }: Attempt,
): Promise<Answer> {
  const [method = '', template = ''] = name.split(' ');
  const path = template.replace(/:(\w+)/g, (_all, field: string) =>
    encodeURIComponent(toText(params[field])),
  );
  const search = new URLSearchParams(asTexts(query));
  const token =
    endpoint.access.who === 'provider'
      ? world.idToken
      : mintToken(world.emailOf[callerOf(endpoint)], school.now());
  return send({
    port: school.servers[0]!.port,
    method,
    path: `/api${path}?${search}`,
    headers: {
      Authorization: `Bearer ${token}`,
      ...(endpoint.body && { 'Content-Type': 'application/json' }),
      ...raw?.headers,
    },
    body: raw?.bytes ?? (endpoint.body && toJson(body)),
  });
}

function checkAnswer(
  { check }: Complaints,
  name: string,
  kind: string,
  attempt: Attempt,
  { status, body }: Answer,
  seed: number,
): void {
  const shown = `${name} with ${toJson(attempt).slice(0, 300)} (seed ${seed})`;
  check(status !== 0, `No answer to ${shown}`);
  check(status < 500, `${status} to ${shown}`);
  check(
    kind !== 'forbidden' || status === 0 || status >= 400,
    `${status} to what is forbidden: ${shown}`,
  );
  check(
    !/\n\s+at |node_modules|\.ts:\d/.test(toJson(body)),
    `A stack trace in the answer to ${shown}`,
  );
}

/** Whatever was sent, nobody rose, and the school goes on. */
async function checkStillSane(school: School, { check }: Complaints): Promise<void> {
  const { users } = school.collections;
  const admins = await users.find({ role: 'admin' }).toArray();
  check(
    admins.every(({ email }) => email.endsWith('@resilience.test')),
    `Somebody rose to admin: ${admins.map(({ email }) => email).join(', ')}`,
  );
  const { status } = await send({
    port: school.servers[0]!.port,
    method: 'GET',
    path: '/api/health',
  });
  check(status === 200, 'The server is not well any more');
  const child = school.servers[0]!.program.child;
  check(child.exitCode === null && child.signalCode === null, 'The server has ended');
}
