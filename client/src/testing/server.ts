import type { Contract } from '@speakifyr/contract/contract.ts';
import type { Output } from '@speakifyr/contract/endpoint.ts';
import { ERRORS, type ErrorBody, type ErrorCode } from '@speakifyr/contract/errors.ts';
import { TOTAL_COUNT_HEADER } from '@speakifyr/contract/limits.ts';

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

type Handler = {
  method: string;
  address: RegExp;
  respond: (params: Record<string, string>, url: URL, request: RequestInit) => Promise<Response>;
};

/** Newest first: what a test answers anew counts. */
let handlers: Handler[] = [];
let unanswered: string[] = [];

/** Stands in for `fetch`: whatever a test did not answer fails it (setup.ts). */
export const network = {
  async fetch(address: string, request: RequestInit = {}): Promise<Response> {
    const url = new URL(address, location.href);
    for (const { method, address: pattern, respond } of handlers) {
      const found = method === request.method && pattern.exec(url.origin + url.pathname);
      if (!found) continue;
      const params = Object.entries({ ...found.groups }).map(([field, text]) => [
        field,
        decodeURIComponent(text),
      ]);
      return respond(Object.fromEntries(params), url, request);
    }
    unanswered.push(`${request.method} ${url.href}`);
    throw new TypeError('Failed to fetch');
  },
  /** Forgets all answers. @returns the calls that had none */
  reset(): string[] {
    const calls = unanswered;
    handlers = [];
    unanswered = [];
    return calls;
  },
};

/** @param address with `:name` for what differs */
function handle(method: string, address: string, respond: Handler['respond']): void {
  const pattern = address.replace(/(?<=\/):(\w+)/g, '(?<$1>[^/]+)');
  handlers.unshift({ method, address: new RegExp(`^${pattern}$`), respond });
}

function handleCall(name: CallName, respond: Handler['respond']): void {
  const [method = '', path = ''] = name.split(' ');
  handle(method, `${location.origin}/api${path}`, respond);
}

/**
 * Answers a call of the contract from now on, until the test ends or answers it anew.
 * @param given what the contract says it answers with, or what makes that of the call; see `refuse`
 */
export function answer<K extends CallName>(
  name: K,
  given: Output<Contract[K]> | ((call: SentCall) => Answer<K> | Promise<Answer<K>>),
): void {
  handleCall(name, async (params, url, { body, headers }) => {
    const call: SentCall = {
      params,
      query: Object.fromEntries(url.searchParams),
      body: typeof body === 'string' ? JSON.parse(body) : undefined,
      authorization: new Headers(headers).get('Authorization'),
    };
    const made: unknown = typeof given === 'function' ? await given(call) : given;
    if (made instanceof Refusal)
      return Response.json(made.body, { status: ERRORS[made.body.code].status });
    if (made instanceof ListPage) return answerList(made.items, made.total);
    if (Array.isArray(made)) return answerList(made, made.length);
    return Response.json(made);
  });
}

/**
 * Answers uploads to the image host from now on.
 * @param respond what the host says to the posted form, and with which status if not 200
 */
export function answerUpload(respond: (form: FormData) => { status?: number; body: object }): void {
  handle('POST', 'http://images.test/upload', async (_params, _url, { body }) => {
    if (!(body instanceof FormData)) throw new TypeError('The image host takes a form');
    const { status = 200, body: said } = respond(body);
    return Response.json(said, { status });
  });
}

function answerList(items: unknown, total: number) {
  return Response.json(items, {
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
  handleCall(name, () => Promise.reject(new TypeError('Failed to fetch')));
}
