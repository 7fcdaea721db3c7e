import { Agent, request } from 'node:http';
import type { Contract } from '@speakifyr/contract/contract.ts';
import type { InputArguments, Output } from '@speakifyr/contract/endpoint.ts';
import type { ErrorBody } from '@speakifyr/contract/errors.ts';

/** An answer, or what became of the call: status 0 means that there was none. */
export type Answer<Body = unknown> = {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Body;
  /** How long it took, in milliseconds. */
  ms: number;
};

/** Somebody at a browser of their own, with an address of their own. */
export type Person = {
  email: string;
  call<K extends keyof Contract>(
    name: K,
    ...input: InputArguments<Contract[K]>
  ): Promise<Answer<Output<Contract[K]> & Partial<ErrorBody>>>;
};

const METHOD_AND_PATH = /^(\w+) (.*)$/;
/** One for all: connections are kept apart by address and port. */
const agent = new Agent({ keepAlive: true, maxSockets: Infinity });

/**
 * @param token of the session; called anew at each call, as its clock may run
 * @param port of the server at this call
 * @param address of the loopback range, so that nobody shares their share of calls with others
 */
export function createPerson(options: {
  email: string;
  token: () => string | undefined;
  port: () => number;
  address: string;
}): Person {
  return {
    email: options.email,
    call(name, ...[input]) {
      const { params, query, body } = (input ?? {}) as {
        params?: Record<string, string>;
        query?: Record<string, string>;
        body?: object;
      };
      const [, method = '', template = ''] = METHOD_AND_PATH.exec(String(name)) ?? [];
      const path = template.replace(/:(\w+)/g, (_all, field: string) =>
        encodeURIComponent(params?.[field] ?? ''),
      );
      const search = query ? `?${new URLSearchParams(query)}` : '';
      const token = options.token();
      return send({
        port: options.port(),
        address: options.address,
        method,
        path: `/api${path}${search}`,
        headers: {
          ...(token && { Authorization: `Bearer ${token}` }),
          ...(body && { 'Content-Type': 'application/json' }),
        },
        body: body && JSON.stringify(body),
      }) as Promise<Answer<never>>;
    },
  };
}

/** How long anybody waits before they give up: longer than the server may ever take. */
const PATIENCE_MS = 40_000;

/** Sends any bytes to a server of this machine. @returns the answer, its body parsed if it is JSON */
export function send(call: {
  port: number;
  method: string;
  path: string;
  headers?: Record<string, string>;
  body?: string | Buffer | undefined;
  address?: string;
}): Promise<Answer> {
  const started = performance.now();
  return new Promise((resolve) => {
    const settle = (status: number, headers: Answer['headers'], body: unknown) =>
      resolve({ status, headers, body, ms: performance.now() - started });
    const lose = (error: Error) => settle(0, {}, { code: (error as { code?: string }).code });
    const sent = request(
      {
        host: '127.0.0.1',
        port: call.port,
        method: call.method,
        path: call.path,
        agent,
        localAddress: call.address ?? '127.0.0.1',
        timeout: PATIENCE_MS,
        headers: {
          ...call.headers,
          'Content-Length': call.body === undefined ? 0 : Buffer.byteLength(call.body),
        },
      },
      (answer) => {
        const chunks: Buffer[] = [];
        answer
          .on('data', (chunk: Buffer) => chunks.push(chunk))
          .on('error', lose)
          .on('end', () =>
            settle(answer.statusCode ?? 0, answer.headers, readBody(Buffer.concat(chunks))),
          );
      },
    );
    sent.on('timeout', () => sent.destroy(new Error('nobody answered')));
    sent.on('error', lose);
    sent.end(call.body);
  });
}

function readBody(bytes: Buffer): unknown {
  const text = bytes.toString();
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The number's address in the loopback range, 127.1.0.1 and on; all of it is this machine. */
export function addressOf(number: number): string {
  return `127.1.${Math.floor(number / 250) % 250}.${(number % 250) + 1}`;
}
