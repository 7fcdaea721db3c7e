import { lookup as resolveName } from 'node:dns';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { type Environment, isSandbox } from '../environment.ts';
import { createAddressCheck } from './public-addresses.ts';

/** A webhook as it is sent: https://www.standardwebhooks.com */
export type OutgoingHook = {
  id: string;
  url: string;
  secret: string;
  body: string;
  /** Signed, so that a program can refuse an old message. */
  at: Date;
};

/** `delivered`: the program answered 2xx. `status`: null without an answer. */
export type HookResult = {
  result: 'delivered' | 'refused' | 'unreachable';
  status: number | null;
  problem: string;
};

export type WebhookSender = {
  /** @returns what is wrong with the address of a new webhook, or undefined */
  checkUrl(url: string): string | undefined;
  /** Never throws. @param signal gives up */
  send(hook: OutgoingHook, signal?: AbortSignal): Promise<HookResult>;
};

/** How long a program may take to answer. */
const HOOK_TIMEOUT_MS = 10_000;

const PRIVATE = 'The address is in a private network.';

/**
 * Sends webhooks to public addresses only, so that nobody reaches the server's own network through it: the connection goes
 * to the very address that was checked after the name was resolved. No redirect is followed, and no body is read. In the
 * sandbox, programs on this machine get webhooks, too. R516
 * @param resolve finds the addresses of a name
 */
export function createWebhookSender(
  environment: Environment,
  resolve: typeof resolveName = resolveName,
  timeoutMs = HOOK_TIMEOUT_MS,
): WebhookSender {
  const isLocalAllowed = isSandbox(environment);
  const isAllowed = createAddressCheck(isLocalAllowed);

  const lookup: LookupFunction = (hostname, options, done) =>
    resolve(hostname, { ...options, all: true }, (error, found) => {
      if (error) return done(error, []);
      if (!found.every(({ address }) => isAllowed(address))) return done(new Error(PRIVATE), []);
      const [first] = found;
      if (options.all || !first) return done(null, found);
      done(null, first.address, first.family);
    });

  function checkUrl(text: string): string | undefined {
    if (!URL.canParse(text)) return 'Must be an address such as https://program.example/hook.';
    const { protocol, hostname, username, password } = new URL(text);
    if (username || password) return 'Must have no user name and no password.';
    const isLocal = isLocalAllowed && /^(localhost|127\.[\d.]+|\[::1\])$/.test(hostname);
    if (protocol !== 'https:' && !(isLocal && protocol === 'http:'))
      return 'Must begin with https://.';
    // Of a name, only the sending knows its addresses.
    return isAllowed(hostname) ? undefined : PRIVATE;
  }

  return {
    checkUrl,
    send({ id, url, secret, body, at }, signal) {
      const problem = checkUrl(url);
      if (problem) return Promise.resolve(fail(problem));
      const timeout = AbortSignal.timeout(timeoutMs);
      const request = url.startsWith('https:') ? requestHttps : requestHttp;
      return new Promise((settle) => {
        const call = request(url, {
          method: 'POST',
          lookup,
          // A connection is for one try: the next one resolves the name again.
          agent: false,
          signal: signal ? AbortSignal.any([timeout, signal]) : timeout,
          headers: {
            'Content-Type': 'application/json',
            'Content-Length': Buffer.byteLength(body),
            'User-Agent': 'SPEAKIFYR webhooks',
            'webhook-id': id,
            'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
            'webhook-signature': new Webhook(secret).sign(id, at, body),
          },
        });
        call.on('error', (error) => settle(fail(explain(error, timeout))));
        call.on('response', (answer) => {
          settle(judge(answer.statusCode ?? 0));
          answer.destroy();
        });
        call.end(body);
      });
    },
  };
}

function judge(status: number): HookResult {
  if (status >= 200 && status < 300) return { result: 'delivered', status, problem: '' };
  const isMoved = status >= 300 && status < 400;
  const problem = isMoved
    ? 'It answered with a redirect, which is not followed.'
    : `It answered ${status}.`;
  return { result: 'refused', status, problem };
}

function fail(problem: string): HookResult {
  return { result: 'unreachable', status: null, problem };
}

/** Only known words: an error's text may repeat the address, which may have a secret. */
function explain(error: NodeJS.ErrnoException, timeout: AbortSignal): string {
  if (timeout.aborted) return 'It did not answer in time.';
  if (error.message === PRIVATE) return PRIVATE;
  return `There is no connection${error.code ? ` (${error.code})` : ''}.`;
}
