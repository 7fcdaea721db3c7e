import type { Contract } from '@speakifyr/contract/contract.ts';
import type { Output } from '@speakifyr/contract/endpoint.ts';
import { ERRORS, type ErrorBody, type ErrorCode } from '@speakifyr/contract/errors.ts';
import { TOTAL_COUNT_HEADER } from '@speakifyr/contract/limits.ts';
import { http, HttpResponse, type JsonBodyType } from 'msw';
import { setupServer } from 'msw/node';

type CallName = keyof Contract;

/** What a call brought, as the tests look at it. */
export type SentCall = {
  params: Record<string, unknown>;
  query: Record<string, string>;
  body: unknown;
  /** The Authorization header. */
  authorization: string | null;
};

class Refusal {
  readonly body: ErrorBody;
  constructor(body: ErrorBody) {
    this.body = body;
  }
}

class ListPage<T> {
  readonly items: T;
  readonly total: number;
  constructor(items: T, total: number) {
    this.items = items;
    this.total = total;
  }
}

type Answer<K extends CallName> = Output<Contract[K]> | ListPage<Output<Contract[K]>> | Refusal;

/** Stands in for the API: whatever a test did not answer fails it (setup.ts). */
export const server = setupServer();

/**
 * Answers a call of the contract from now on, until the test ends or answers it anew.
 * @param given what the contract says it answers with, or what makes that of the call; see `refuse`
 */
export function answer<K extends CallName>(
  name: K,
  given: Output<Contract[K]> | ((call: SentCall) => Answer<K> | Promise<Answer<K>>),
): void {
  const [method, path] = name.split(' ');
  server.use(
    http.all(`${location.origin}/api${path}`, async ({ request, params }) => {
      if (request.method !== method) return undefined;
      const text = await request.clone().text();
      const call: SentCall = {
        params,
        query: Object.fromEntries(new URL(request.url).searchParams),
        body: text ? JSON.parse(text) : undefined,
        authorization: request.headers.get('Authorization'),
      };
      const made: unknown = typeof given === 'function' ? await given(call) : given;
      if (made instanceof Refusal)
        return HttpResponse.json(made.body, { status: ERRORS[made.body.code].status });
      if (made instanceof ListPage) return answerList(made.items, made.total);
      if (Array.isArray(made)) return answerList(made, made.length);
      return HttpResponse.json(made as JsonBodyType);
    }),
  );
}

function answerList(items: unknown, total: number) {
  return HttpResponse.json(items as JsonBodyType, {
    headers: { [TOTAL_COUNT_HEADER]: String(total) },
  });
}

/** A part of a longer list, for `answer`. @param total how many entries there are in all */
export function pageOf<T extends unknown[]>(items: T, total: number): ListPage<T> {
  return new ListPage(items, total);
}

/** An error as the server words it, for `answer`. */
export function refuse(code: ErrorCode, more: Partial<ErrorBody> = {}): Refusal {
  return new Refusal({ code, message: ERRORS[code].message, ...more });
}

/** No answer at all, as with a broken connection. */
export function breakConnection(name: CallName): void {
  const [method, path] = name.split(' ');
  server.use(
    http.all(`${location.origin}/api${path}`, ({ request }) =>
      request.method === method ? HttpResponse.error() : undefined,
    ),
  );
}
