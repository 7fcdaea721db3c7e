import { generateKeyPairSync } from 'node:crypto';
import { signInAtProvider } from '../../../server/src/testing/provider.ts';
import { type Attack, collectComplaints, percentile } from '../attack.ts';
import { makeToken, openKeyPage, withKey } from '../forged-tokens.ts';
import { addressOf, type Person } from '../people.ts';
import { mintToken, openSchool, type School } from '../school.ts';
import { compareSnapshots, takeSnapshot } from '../snapshot.ts';
import {
  accessOf,
  type CallName,
  callWith,
  type Cast,
  listGuardedCalls,
  openCast,
} from './tokens-cast.ts';
import {
  type Forgery,
  forgeIdTokens,
  forgeSessionTokens,
  rightIdClaims,
} from './tokens-forgeries.ts';

const ROUNDS = { full: 10, short: 1 };
/** A refusal takes no thought. */
const AT_ONCE_MS = 1_000;

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const google = { kid: 'google-1', key: privateKey };

/** Every call that needs a token, with every token that is not right. */
export const tokens: Attack = {
  name: 'tokens',
  title: 'Tokens that are not right',
  promise: '401 or 403 at once, at every call, and nothing written',
  guards: [
    {
      name: 'a session token is only what HS256 signed',
      file: 'server/src/identity/session-tokens.ts',
      cut: '      algorithms: [ALGORITHM],\n',
    },
    {
      name: 'a session token is only ours',
      file: 'server/src/identity/session-tokens.ts',
      after: 'jwt.verify',
      cut: '      issuer: ISSUER,\n',
    },
    {
      name: 'a session token has an end',
      file: 'server/src/identity/session-tokens.ts',
      cut: ' && claims.exp',
    },
    {
      name: 'a session token is not from the future',
      file: 'server/src/identity/session-tokens.ts',
      cut: 'Number(iat) > seconds + CLOCK_SKEW_SECONDS',
      paste: 'seconds < CLOCK_SKEW_SECONDS',
    },
    {
      name: 'a session token is checked, not just read',
      file: 'server/src/identity/session-tokens.ts',
      cut: 'jwt.verify(token, key, {',
      paste: 'jwt.decode(token) ?? jwt.verify(token, key, {',
    },
    {
      name: 'an ID token is only what RS256 signed',
      file: 'server/src/outside/firebase-tokens.ts',
      cut: "        algorithms: ['RS256'],\n",
    },
    {
      name: 'an ID token is from Firebase and of our project',
      file: 'server/src/outside/firebase-tokens.ts',
      cut: '        issuer: `https://securetoken.google.com/${options.projectId}`,\n',
    },
    {
      name: 'an ID token is meant for our project',
      file: 'server/src/outside/firebase-tokens.ts',
      cut: '        audience: options.projectId,\n',
    },
    {
      name: 'an ID token has an end',
      file: 'server/src/outside/firebase-tokens.ts',
      cut: "'exp', ",
    },
    {
      name: 'an ID token is not from the future',
      file: 'server/src/outside/firebase-tokens.ts',
      cut: 'isFromTheFuture(payload) || ',
    },
    {
      name: 'an ID token opens only its own account',
      file: 'server/src/http/caller.ts',
      cut: 'if (!access.own) return;',
      paste: 'return;',
    },
    {
      name: 'the role is the one that the database has now',
      file: 'server/src/http/caller.ts',
      cut: "access.who !== 'registered' && access.who !== user.role",
      paste: 'false',
    },
    {
      name: 'a removed user is out at once',
      file: 'server/src/users/users.service.ts',
      cut: "if (user?.status === 'removed') throw new ApiError('account_removed');",
    },
  ],
  async run(build, amount) {
    const { list: broken, check } = collectComplaints();
    const times: number[] = [];
    let servicesPort = 0;
    const page = await openKeyPage(() => servicesPort, google);
    const school = await openSchool(build, {
      // One sweep at the start, and none that writes while we look whether anything was written.
      env: { FIREBASE_JWKS_URL: page.url, SWEEP_SECONDS: '60' },
    });
    servicesPort = school.services.port;
    const calls = listGuardedCalls();
    try {
      const cast = await openCast(school, signIdToken);
      const before = await takeSnapshot(school);
      for (let round = 0; round < ROUNDS[amount]; round += 1)
        for (const name of calls)
          await Promise.all(
            chooseForgeries(name, cast).map(async ({ kind, token, email }, index) => {
              const address = addressOf(1_000 + round * 100 + index);
              const { status, ms } = await callWith(school, cast, name, { token, email, address });
              times.push(ms);
              check([401, 403].includes(status), `${name} with ${kind}: answered ${status}`);
            }),
          );
      const changes = compareSnapshots(before, await takeSnapshot(school));
      for (const change of changes) check(false, `Written in spite of it: ${change}`);

      // Not all calls are refused to everybody: the same calls, with the tokens that they want.
      for (const name of calls) {
        const caller = { ...(await findRightCaller(school, name, cast)), address: '127.2.0.1' };
        const { status } = await callWith(school, cast, name, caller);
        check(
          (status > 0 && status < 300) || status === 409,
          `${name} with the right token: answered ${status}`,
        );
      }
    } finally {
      await school.close();
      await page.close();
    }
    const p99 = percentile(times, 0.99);
    if (amount === 'full') check(p99 < AT_ONCE_MS, `p99 of the refusals was ${Math.round(p99)} ms`);
    return {
      rounds: `${times.length} calls: each of ${calls.length} with each wrong token, ${ROUNDS[amount]} times`,
      seen: `all refused, nothing written; p99 ${Math.round(p99)} ms`,
      broken,
    };
  },
};

/** All tokens that must not open this call. */
function chooseForgeries(name: CallName, cast: Cast): (Forgery & { email: string })[] {
  const { who, own } = accessOf(name);
  const holder = holderOf(name, cast);
  const { email } = holder;
  const inTheirName = (forgery: Forgery) => ({ ...forgery, email });
  if (who === 'provider')
    return [
      ...forgeIdTokens(email, google).map(inTheirName),
      { kind: 'somebody else’s token', token: signIdToken(cast.otherStudent.email), email },
      {
        kind: 'a removed user’s token',
        token: signIdToken(cast.removed.email),
        email: cast.removed.email,
      },
    ];
  const session = (kind: string, person: Person, named = person.email) => ({
    kind,
    token: mintToken(person.email, new Date()),
    email: named,
  });
  const chosen = forgeSessionTokens(email, [google.key]).map(inTheirName);
  chosen.push({ kind: 'the provider’s token', token: signIdToken(email), email });
  chosen.push(session('a removed user’s token', cast.removed));
  if (own) {
    const other = who === 'instructor' ? cast.otherInstructor : cast.otherStudent;
    chosen.push(session('somebody else’s token', other, email));
  }
  if (who === 'student') chosen.push(session('a former student’s token', cast.formerStudent));
  if (who === 'instructor')
    chosen.push(session('a former instructor’s token', cast.formerInstructor));
  if (who === 'admin') {
    chosen.push(session('a former admin’s token', cast.formerAdmin));
    chosen.push(session('a student’s token', cast.student));
    chosen.push(session('an instructor’s token', cast.instructor));
  }
  return chosen;
}

/** Somebody who may make the call. */
function holderOf(name: CallName, { student, instructor, admin }: Cast): Person {
  const { who } = accessOf(name);
  return who === 'admin' ? admin : who === 'instructor' ? instructor : student;
}

/** As the school trusts it: by a key of Google's. */
function signIdToken(email: string): string {
  const header = { alg: 'RS256', typ: 'JWT', kid: google.kid };
  return makeToken(header, rightIdClaims(email), withKey(google.key));
}

async function findRightCaller(
  school: School,
  name: CallName,
  cast: Cast,
): Promise<{ email: string; token: string }> {
  const { email } = holderOf(name, cast);
  if (accessOf(name).who !== 'provider') return { email, token: mintToken(email, new Date()) };
  // From the stand-in itself: a token as a browser gets it.
  return { email, token: await signInAtProvider(school.providerUrl, email) };
}
